import Relate
import Render

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Loads files into a store in one transaction: all of it, or nothing where a row is no good.
struct ImportCommand {
    let arguments: ImportArguments
    /// Asked now and then whether the import is to go on; throws `ExportEnding.Ended` where not.
    var check: () throws -> Void = {}

    /// A store that the import made is gone again where nothing came into it.
    ///
    /// - Returns: The exit status.
    /// - Throws: A `StoreError`, which says why the store cannot be opened; `IOFailure` for files; what `check` throws.
    func run() throws -> Int32 {
        try Self.testFiles(files)
        try arguments.folders.forEach(Self.testFolder)
        let isNew = !NewStore.isThere(arguments.store)
        var isKept = false
        defer { if isNew, !isKept { NewStore.remove(arguments.store) } }
        do {
            let status = try load()
            isKept = status == App.Status.success
            return status
        } catch let ended as ExportEnding.Ended {
            let errors = Output(descriptor: STDERR_FILENO)
            errors.text("the import was ended: nothing was loaded\n")
            try? errors.flush()
            throw ended
        }
    }

    private func load() throws -> Int32 {
        let database = try Database(opening: arguments.store)
        let connection = try database.connect()
        let progress = TransferProgress()
        progress.check = check
        defer { progress.clear() }
        let total = byteCount()
        let nodesBefore = try connection.query("MATCH (n) RETURN count(n)").scalar().intValue ?? 0
        try connection.begin()
        let load = try BulkImport(connection, options) { load in
            try progress.show(
                load.nodeCount + load.relationshipCount, "element",
                share: total > 0 ? Double(load.bytesRead) / Double(total) : nil)
        }
        do {
            try fill(load)
        } catch let failure as ImportFailure {
            throw IOFailure(failure.message)
        } catch let error as EngineError {
            throw IOFailure(error.message.withoutErrorKind)
        }
        progress.clear()
        guard load.problemCount == 0 else {
            try connection.rollback()
            tell(load)
            return App.Status.statementFailed
        }
        try connection.commit(isWhole: true)
        let beside = nodesBefore > 0 ? ", beside \(Counts.of(Int(nodesBefore), "node")) that were there" : ""
        try tell(
            "\(Counts.of(load.nodeCount, "node")) and \(Counts.of(load.relationshipCount, "relationship")) loaded in "
                + Quantities.duration(ms: progress.elapsed / .milliseconds(1)) + beside)
        try tellSchema()
        return App.Status.success
    }

    /// Reads all files.
    func fill(_ load: BulkImport) throws {
        for table in arguments.nodes { try load.nodes(from: table.files, labels: table.names) }
        for table in arguments.relationships { try load.relationships(from: table.files, type: table.names.first) }
        for path in arguments.lines { try GraphLinesReader.load(path, into: load) }
    }

    var options: BulkImport.Options {
        var options = BulkImport.Options()
        options.delimiter = arguments.delimiter
        options.listDelimiter = arguments.listDelimiter
        options.hasIntegerIDs = arguments.hasIntegerIDs
        return options
    }

    private var files: [String] {
        (arguments.nodes + arguments.relationships).flatMap(\.files) + arguments.lines
    }

    /// Before a store is made for them.
    private static func testFiles(_ paths: [String]) throws {
        for path in paths where path != "-" {
            let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard file >= 0 else { throw IOFailure("cannot open \(path)", errno) }
            defer { close(file) }
            var status = stat()
            guard fstat(file, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
                throw IOFailure("cannot open \(path)", EISDIR)
            }
        }
    }

    private static func testFolder(_ path: String) throws {
        guard UserFolders.names(in: path).contains(where: { $0.hasSuffix(".csv") }) else {
            throw IOFailure("\(path) is no folder of an export: it holds neither nodes-1.csv nor relationships-1.csv")
        }
    }

    /// Of all files.
    private func byteCount() -> Int {
        files.reduce(0) { sum, path in
            var status = stat()
            return stat(path, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }

    /// A folder of an export has its indexes and constraints beside the tables.
    private func tellSchema() throws {
        for folder in arguments.folders where NewStore.isThere(folder + "/schema.cypher") {
            try tell("its indexes and constraints: relate-tui \(arguments.store) -f \(folder)/schema.cypher")
        }
    }

    private func tell(_ load: BulkImport) {
        var text = ""
        for problem in load.problems { text += "\(problem.file):\(problem.line): \(problem.message)\n" }
        let more = load.problemCount - load.problems.count
        if more > 0 { text += "and \(Counts.of(more, "bad row")) more\n" }
        text += "nothing was loaded: \(Counts.of(load.problemCount, "row")) could not be taken"
        if arguments.nodes.isEmpty, arguments.lines.isEmpty {
            text += "; ids are known within one import: name the nodes' files by --nodes beside these"
        }
        let errors = Output(descriptor: STDERR_FILENO)
        errors.text(ErrorText.lines(text))
        try? errors.flush()
    }

    private func tell(_ text: String) throws {
        let output = Output(descriptor: STDOUT_FILENO)
        output.text(text + "\n")
        try output.flush()
    }
}
