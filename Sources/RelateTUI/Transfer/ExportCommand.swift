import Relate
import Render

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Writes a whole store to files, as it was at one moment.
struct ExportCommand {
    let arguments: ExportArguments

    /// - Returns: The exit status.
    /// - Throws: A `StoreError`, which says why the store cannot be opened; `IOFailure` for files.
    func run() throws -> Int32 {
        let ending = ExportEnding()
        let database = try Database(reading: arguments.store)
        let connection = try database.connect()
        try connection.begin()
        let progress = TransferProgress()
        progress.check = ending.check
        defer { progress.clear() }
        let graph = try WholeGraph(connection, progress)
        if arguments.target == "-" {
            let output = Output(descriptor: STDOUT_FILENO)
            try write(graph, to: output)
            try output.flush()
            return App.Status.success
        }
        try ending.whileWriting {
            if arguments.format == .csv {
                var writer = CSVGraphWriter(graph, directory: arguments.target)
                writer.listDelimiter = arguments.listDelimiter
                try writer.write()
            } else {
                let existing: ExportFile.Existing = arguments.isForced ? .isReplaced : .isKept(replacedBy: "--force")
                try ExportFile.writing(to: arguments.target, existing) { output in try write(graph, to: output) }
            }
        }
        progress.clear()
        let errors = Output(descriptor: STDERR_FILENO)
        errors.text(
            "\(Counts.of(graph.nodeCount, "node")) and \(Counts.of(graph.relationshipCount, "relationship")) written in "
                + Quantities.duration(ms: progress.elapsed / .milliseconds(1)) + "\n")
        if arguments.format == .jsonl, !graph.schemaStatements.isEmpty {
            errors.text("indexes and constraints are no part of JSON Lines; a .cypher file or CSV holds them too\n")
        }
        try errors.flush()
        return App.Status.success
    }

    private func write(_ graph: WholeGraph, to output: Output) throws {
        switch arguments.format {
        case .jsonl: try GraphLinesWriter(output).write(graph)
        case .cypher: try CypherGraphWriter(output).write(graph)
        case .csv: break
        }
    }
}
