import Relate

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Writes a whole result to a file, in the format its name ends in: the same writers as at a pipe.
///
/// The file appears whole or not at all: it is written beside its place, and then renamed.
enum ResultExport {
    private static let formats: [(ending: String, format: Arguments.Format)] = [
        (".csv", .csv), (".json", .json), (".jsonl", .jsonl), (".md", .markdown),
    ]

    static func format(of path: String) -> Arguments.Format? {
        formats.first { path.lowercased().hasSuffix($0.ending) }?.format
    }

    /// - Returns: The rows written, or why none were.
    static func write(_ table: GridTable, order: [Int32]?, to path: String) -> Result<Int, StatementFailure> {
        guard let format = format(of: path) else {
            return .failure(.local("The file's name must end in .csv, .json, .jsonl or .md"))
        }
        let path = expanded(path)
        let temporary = "\(path).\(getpid()).part"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return .failure(.local("\(path) cannot be written: \(reason())")) }
        let rows = (0..<(order?.count ?? table.rowCount)).map { place in
            table.row(order.map { Int($0[place]) } ?? place)
        }
        do {
            try write(table.columns, rows, format, to: descriptor)
        } catch {
            close(descriptor)
            unlink(temporary)
            return .failure(.local("\(path) cannot be written: \(error)"))
        }
        let isSynced = fsync(descriptor) == 0
        guard close(descriptor) == 0, isSynced, rename(temporary, path) == 0 else {
            let reason = reason()
            unlink(temporary)
            return .failure(.local("\(path) cannot be written: \(reason)"))
        }
        return .success(rows.count)
    }

    private static func write(
        _ columns: [String], _ rows: [[CypherValue]], _ format: Arguments.Format, to descriptor: Int32
    ) throws {
        let result = QueryResult(
            columns: columns, rows: rows, queryType: .read, namespace: .neo4j, bookmark: nil, stats: QueryStats(),
            notifications: [], plan: nil, elapsedMs: 0, parseMs: 0, planMs: 0, executeMs: 0)
        let output = Output(descriptor: descriptor)
        var writer = ResultWriter(format, output: output, errors: output, style: .plain)
        try writer.write(result)
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    private static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
        return String(cString: home) + path.dropFirst()
    }
}
