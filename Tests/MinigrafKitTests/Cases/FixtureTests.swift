import Foundation
import MinigrafKit
import Testing

/// Files that the original wrote: every record, the next transaction's number, and queries.
struct FixtureTests {
    static let folder = ProcessInfo.processInfo.environment["MINIGRAF_FILES"] ?? "../shared/minigraf/files"
    static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasSuffix(".expect.json") }.map { String($0.dropLast(12)) }.sorted()

    /// A copy of a fixture in a folder of its own, since opening changes files.
    private static func copy(_ name: String) throws -> URL {
        let target = FileManager.default.temporaryDirectory.appendingPathComponent("minigraf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        for ending in [".graph", ".graph.wal"]
        where FileManager.default.fileExists(atPath: "\(folder)/\(name)\(ending)") {
            try FileManager.default.copyItem(
                atPath: "\(folder)/\(name)\(ending)", toPath: target.appendingPathComponent(name + ending).path)
        }
        return target
    }

    @Test("A file of the original opens with all its facts and answers", .enabled(if: !names.isEmpty), arguments: names)
    func fixture(name: String) throws {
        let target = try Self.copy(name)
        defer { try? FileManager.default.removeItem(at: target) }
        let path = target.appendingPathComponent(name + ".graph").path
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(name).expect.json"))
        let expected = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        // Read-only first, then as a writer, then once more what the writer's close left.
        for (round, readOnly) in [true, false, false].enumerated() {
            let database = try MiniGrafDb.openWithOptions(path: path, options: OpenOptions(readOnly: readOnly))
            try Self.check(database, expected, "\(name), round \(round)")
            if round == 1 { try database.checkpoint() }
        }
        let database = try MiniGrafDb.open(path: path)
        _ = try database.execute(datalog: "(transact [[:new-one :seen true]])")
        #expect(try database.currentTxCount() == (expected["next_tx_count"] as? NSNumber)?.int64Value)
    }

    private static func check(_ database: MiniGrafDb, _ expected: [String: Any], _ what: String) throws {
        var actual: [String] = []
        try database.factLog(filter: FactFilter(order: .storage)).forEachRecord { record in
            let fields: [String: Any] = [
                "entity": record.entity, "attribute": record.attribute, "value": "\(record.value)",
                "tx_count": record.txCount, "tx_id": record.txId, "asserted": record.asserted,
                "from": record.asserted ? record.validFrom : 0, "to": record.validTo,
            ]
            actual.append(CaseComparison.canonical(fields))
        }
        var wanted: [String] = []
        for fact in expected["facts"] as? [[String: Any]] ?? [] {
            let asserted = fact["asserted"] as? Bool ?? true
            let fields: [String: Any] = [
                "entity": fact["entity"] ?? "", "attribute": fact["attribute"] ?? "",
                "value": "\(value(fact["value"]))", "tx_count": fact["tx_count"] ?? 0, "tx_id": fact["tx_id"] ?? 0,
                "asserted": asserted, "from": asserted ? fact["valid_from"] ?? 0 : 0, "to": fact["valid_to"] ?? 0,
            ]
            wanted.append(CaseComparison.canonical(fields))
        }
        #expect(actual.sorted() == wanted.sorted(), "facts of \(what)")
        for query in expected["queries"] as? [[String: Any]] ?? [] where query["v3_may_differ"] == nil {
            let text = (query["datalog"] ?? query["query"]) as? String ?? ""
            let result = try database.execute(datalog: text)
            let rows = try JSONSerialization.jsonObject(with: Data(result.utf8)) as? [String: Any] ?? [:]
            do {
                try CaseComparison.checkRows(
                    rows["results"] as? [Any] ?? [], (query["rows"] ?? query["results"]) as? [Any] ?? [])
            } catch {
                Issue.record("\(what): \(text): \(error)")
            }
        }
    }

    private static func value(_ form: Any?) -> MiniGrafValue {
        let fields = form as? [String: Any] ?? [:]
        let value = fields["value"]
        switch (fields["kind"] as? String ?? "").lowercased() {
        case "string": return .text(value: value as? String ?? "")
        case "int64", "integer": return .int64(value: (value as? NSNumber)?.int64Value ?? 0)
        case "float64", "float":
            let digits = (fields["bits"] as? String ?? "").replacingOccurrences(of: "0x", with: "")
            return .float64(value: Double(bitPattern: UInt64(digits, radix: 16) ?? 0))
        case "bool", "boolean": return .bool(value: value as? Bool ?? false)
        case "ref": return .ref(value: value as? String ?? "")
        case "keyword": return .keyword(value: value as? String ?? "")
        default: return .null
        }
    }
}
