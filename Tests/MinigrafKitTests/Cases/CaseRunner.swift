import Foundation
import MinigrafKit

/// Runs one shared case through the public API, in a folder of its own.
final class CaseRunner {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    typealias Step = [String: Any]

    private let folder: URL
    private var databases: [String: MiniGrafDb] = [:]
    private var prepared: [String: MiniGrafPreparedQuery] = [:]
    private var isFile = false

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("minigraf-case-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        databases = [:]
        prepared = [:]
        try? FileManager.default.removeItem(at: folder)
    }

    private func path(_ name: Any?) -> String {
        folder.appendingPathComponent(name as? String ?? "main.graph").path
    }

    func run(_ example: [String: Any]) throws {
        isFile = example["storage"] as? String == "file"
        databases["main"] = isFile ? try .open(path: path(nil)) : try .openInMemory()
        for (index, step) in (example["steps"] as? [Step] ?? []).enumerated() {
            do {
                try run(step: Self.overridden(step))
            } catch {
                throw Failure(description: "step \(index + 1) (\(step["op"] ?? "?")): \(error)")
            }
        }
    }

    /// The step with the expectations of its `v3` part.
    private static func overridden(_ step: Step) -> Step {
        guard let newer = step["v3"] as? Step else { return step }
        var result = step
        if newer["expect_json"] != nil || newer["expect_error_code"] != nil {
            result["expect_json"] = newer["expect_json"]
            result["expect_error_code"] = newer["expect_error_code"]
        } else {
            result["expect_json"] = nil
            result["expect_error_code"] = nil
            result["expect_anything"] = true
        }
        return result
    }

    /// Runs `body`; a step that expects a code must throw it.
    private func expecting(_ step: Step, _ body: () throws -> Void) throws {
        let code = step["expect_error_code"] as? String
        do {
            try body()
        } catch let error as MiniGrafError {
            if step["expect_anything"] != nil { return }
            guard let code else { throw error }
            guard error.message.hasPrefix("[\(code)]") else {
                throw Failure(description: "expected \(code), got \(error.message)")
            }
            if let suffix = step["expect_message_suffix"] as? String, !error.message.hasSuffix(suffix) {
                throw Failure(description: "expected a message ending \(suffix), got \(error.message)")
            }
            return
        }
        if let code { throw Failure(description: "expected \(code), but it succeeded") }
    }

    private func database(_ step: Step) throws -> MiniGrafDb {
        let name = step["db"] as? String ?? "main"
        guard let database = databases[name] ?? (step["db"] == nil ? databases["x"] ?? databases.values.first : nil)
        else { throw Failure(description: "no database \(name)") }
        return database
    }

    private func run(step: Step) throws {
        switch step["op"] as? String {
        case "execute":
            try expecting(step) {
                let result = try database(step).execute(datalog: Self.expanded(step["datalog"] as? String ?? ""))
                try CaseComparison.check(result, step)
            }
        case "checkpoint": try expecting(step) { try database(step).checkpoint() }
        case "close":
            databases[step["db"] as? String ?? "main"] = nil
            prepared = [:]
        case "reopen":
            databases["main"] = nil
            databases["main"] = try .open(path: path(nil))
        case "open":
            try expecting(step) {
                let options = OpenOptions(readOnly: step["read_only"] as? Bool)
                let name = step["as"] as? String ?? "main"
                databases[name] = try .openWithOptions(path: path(step["path"]), options: options)
            }
        case "write_file": try writeFile(step)
        case "patch_file": try patchFile(step)
        case "truncate_file":
            let size = (step["size"] ?? step["length"] ?? step["bytes"]) as? NSNumber
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path(step["path"])))
            if let size {
                try handle.truncate(atOffset: size.uint64Value)
            } else if let cut = step["cut"] as? NSNumber {
                let end = try handle.seekToEnd()
                try handle.truncate(atOffset: end - cut.uint64Value)
            }
            try handle.close()
        case "expect_file": try expectFile(step)
        case "prepare":
            try expecting(step) {
                prepared[step["name"] as? String ?? ""] = try database(step).prepare(
                    datalog: Self.expanded(step["datalog"] as? String ?? ""))
            }
        case "prepared_execute":
            try expecting(step) {
                let query = try preparedQuery(step)
                try CaseComparison.check(try query.execute(CaseValues.bindings(step["args"])), step)
            }
        case "cursor": try expecting(step) { try cursor(step) }
        case "fact_log": try expecting(step) { try factLog(step) }
        case "copy_log": try copyLog(step)
        case "log_writer": try logWriter(step)
        case "register_predicate":
            try expecting(step) {
                try database(step).registerPredicate(
                    name: step["name"] as? String ?? "",
                    predicate: CaseFunctions.predicate(step["impl"] as? String ?? ""))
            }
        case "register_aggregate":
            try expecting(step) {
                try database(step).registerAggregate(
                    name: step["name"] as? String ?? "",
                    aggregate: CaseFunctions.aggregate(step["impl"] as? String ?? ""))
            }
        case "document": break
        default: throw Failure(description: "unknown step")
        }
    }

    private func preparedQuery(_ step: Step) throws -> MiniGrafPreparedQuery {
        guard let query = prepared[step["name"] as? String ?? ""] else { throw Failure(description: "not prepared") }
        return query
    }

    /// `{{c*n}}` is n times c.
    static func expanded(_ text: String) -> String {
        guard text.contains("{{") else { return text }
        var result = ""
        var rest = Substring(text)
        while let start = rest.range(of: "{{"), let end = rest.range(of: "}}", range: start.upperBound..<rest.endIndex)
        {
            let parts = rest[start.upperBound..<end.lowerBound].split(separator: "*")
            guard parts.count == 2, let count = Int(parts[1]) else { break }
            result += rest[..<start.lowerBound] + String(repeating: String(parts[0]), count: count)
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    // MARK: cursors and logs

    private func cursor(_ step: Step) throws {
        let cursor: MiniGrafCursor
        if step["name"] != nil {
            cursor = try preparedQuery(step).query(CaseValues.bindings(step["args"]))
        } else {
            cursor = try database(step).query(datalog: step["datalog"] as? String ?? "")
        }
        for between in step["between"] as? [Step] ?? [] { try run(step: Self.overridden(between)) }
        if let expected = step["expect_vars"] as? [String], cursor.vars() != expected {
            throw Failure(description: "variables \(cursor.vars()), expected \(expected)")
        }
        let size = Int32(truncatingIfNeeded: (step["batch"] as? NSNumber)?.intValue ?? 1000)
        var sizes: [Int] = []
        var rows: [Any] = []
        while let batch = try cursor.nextBatch(maxRows: size) {
            let parsed = try JSONSerialization.jsonObject(with: Data(batch.utf8)) as? [Any] ?? []
            sizes.append(parsed.count)
            rows += parsed
            if let limit = step["close_after_batches"] as? Int, sizes.count == limit {
                cursor.close()
                if try cursor.nextBatch(maxRows: size) != nil { throw Failure(description: "rows after close") }
                return
            }
        }
        if let expected = step["expect_batch_sizes"] as? [Int], sizes != expected {
            throw Failure(description: "batches \(sizes), expected \(expected)")
        }
        if let expected = step["expect_rows"] as? [Any] {
            try CaseComparison.checkRows(rows, expected)
        }
    }

    private func factLog(_ step: Step) throws {
        let filter = step["filter"] as? Step ?? [:]
        let log = try database(step).factLog(
            filter: FactFilter(
                attributes: filter["attributes"] as? [String],
                attributePrefixes: filter["attribute_prefixes"] as? [String],
                entities: filter["entities"] as? [String],
                txFrom: (filter["tx_from"] as? NSNumber)?.int64Value,
                txTo: (filter["tx_to"] as? NSNumber)?.int64Value,
                window: (filter["window"] as? NSNumber)?.int64Value))
        if step["then_checkpoint"] as? Bool == true {
            defer { log.close() }
            return try database(step).checkpoint()
        }
        for between in step["between"] as? [Step] ?? [] { try run(step: Self.overridden(between)) }
        for inner in step["while_open"] as? [Step] ?? [] { try run(step: Self.overridden(inner)) }
        var records: [FactRecord] = []
        try log.forEachRecord { records.append($0) }
        log.close()
        guard let expected = step["expect_records"] as? [Step] else { return }
        let actual = records.map { record in
            CaseComparison.canonical(CaseValues.description(of: record))
        }
        let wanted = expected.map { record -> String in
            var copy = record
            copy["tx_id"] = nil
            if copy["asserted"] as? Bool == false { copy["valid_from"] = nil }
            return CaseComparison.canonical(copy)
        }
        if actual.sorted() != wanted.sorted() {
            throw Failure(description: "records \(actual), expected \(wanted)")
        }
        if records.map(\.txCount) != records.map(\.txCount).sorted() {
            throw Failure(description: "records are not in order of transactions")
        }
    }

    private func copyLog(_ step: Step) throws {
        let name = step["as"] as? String ?? "copy"
        let writer = try MiniGrafLogWriter.create(path: path(name + ".graph"), options: OpenOptions())
        let prefixes = step["drop_attribute_prefixes"] as? [String] ?? []
        let attributes = step["drop_attributes"] as? [String] ?? []
        let entities = step["drop_entities"] as? [String] ?? []
        let dropped = (step["drop_tx"] as? [NSNumber] ?? []).map(\.int64Value)
        try database([:]).factLog(filter: FactFilter()).forEachRecord { record in
            let isDropped =
                prefixes.contains { record.attribute.hasPrefix($0) } || attributes.contains(record.attribute)
                || dropped.contains(record.txCount) || entities.contains(record.entity)
            if !isDropped { try writer.append(record: record) }
        }
        if let count = step["advance_to"] as? NSNumber { try writer.advanceTxCount(txCount: count.int64Value) }
        try writer.finish()
        databases[name] = try .open(path: path(name + ".graph"))
    }

    private func logWriter(_ step: Step) throws {
        let options = OpenOptions(readOnly: (step["options"] as? Step)?["readOnly"] as? Bool)
        var writer: MiniGrafLogWriter?
        try expecting(step) { writer = try MiniGrafLogWriter.create(path: path(step["path"]), options: options) }
        for call in step["calls"] as? [Step] ?? [] {
            guard let writer else { throw Failure(description: "no writer") }
            try expecting(call) { try run(call: call, writer) }
        }
        writer = nil
        for (name, exists) in step["expect_files"] as? [String: Bool] ?? [:] {
            try expectFile(["path": name, "exists": exists])
        }
    }

    private func run(call: Step, _ writer: MiniGrafLogWriter) throws {
        let count = (call["tx_count"] as? NSNumber)?.int64Value ?? 0
        switch call["call"] as? String {
        case "append": try writer.append(record: CaseValues.record(call["record"]))
        case "append_batch":
            try writer.appendBatch(records: (call["records"] as? [Any] ?? []).map { CaseValues.record($0) })
        case "advance_tx_count": try writer.advanceTxCount(txCount: count)
        case "tx_count":
            let actual = try writer.txCount()
            if let expected = call["expect"] as? NSNumber, expected.int64Value != actual {
                throw Failure(description: "tx_count \(actual), expected \(expected)")
            }
        case "is_open":
            if let expected = call["expect"] as? Bool, expected != writer.isOpen() {
                throw Failure(description: "is_open, expected \(expected)")
            }
        case "finish": try writer.finish()
        case "close": writer.close()
        default: throw Failure(description: "unknown call \(call)")
        }
    }

    // MARK: files

    private static func bytes(_ hex: Any?) -> Data {
        let digits = Array((hex as? String ?? "").utf8)
        return Data(
            stride(from: 0, to: digits.count - digits.count % 2, by: 2).compactMap {
                UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)
            })
    }

    private func writeFile(_ step: Step) throws {
        let piece = Self.bytes(step["hex"])
        var data = Data()
        for _ in 0..<((step["repeat"] as? Int) ?? 1) { data.append(piece) }
        try data.write(to: URL(fileURLWithPath: path(step["path"])))
    }

    private func patchFile(_ step: Step) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path(step["path"])))
        try handle.seek(toOffset: (step["offset"] as? NSNumber)?.uint64Value ?? 0)
        try handle.write(contentsOf: Self.bytes(step["hex"]))
        try handle.close()
    }

    private func expectFile(_ step: Step) throws {
        let file = path(step["path"])
        let exists = FileManager.default.fileExists(atPath: file)
        if let expected = step["exists"] as? Bool, expected != exists {
            throw Failure(description: "\(file) exists: \(exists)")
        }
        if let magic = step["magic"] as? String, let data = FileManager.default.contents(atPath: file) {
            if !data.starts(with: Data(magic.utf8)) { throw Failure(description: "magic \(Array(data.prefix(4)))") }
        }
        if let size = step["size"] as? Int, let data = FileManager.default.contents(atPath: file), data.count != size {
            throw Failure(description: "size \(data.count), expected \(size)")
        }
    }
}
