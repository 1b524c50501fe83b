import Synchronization

/// The records of a database as it was when the log opened. While it is open, checkpoints wait.
public final class MiniGrafFactLog: Sendable {
    private struct State {
        var table: FactTable?
        var place = 0
    }

    private let state: Mutex<State>
    private let filter: FactFilter
    private let entities: Set<EntityID>?
    private let database: DatabaseCore

    init(table: FactTable, filter: FactFilter, database: DatabaseCore) throws(MiniGrafError) {
        for (name, number) in [("txFrom", filter.txFrom), ("txTo", filter.txTo), ("window", filter.window)] {
            if let number, number < 0 { throw .argument("\(name) must not be negative, got \(number)") }
        }
        var entities: Set<EntityID>?
        for text in filter.entities ?? [] {
            guard let id = EntityID(text: text) else { throw .argument("'\(text)' is not a UUID") }
            entities = (entities ?? []).union([id])
        }
        self.entities = filter.entities == nil ? nil : entities ?? []
        self.filter = filter
        self.database = database
        state = Mutex(State(table: table))
        database.openLogs.add(1, ordering: .sequentiallyConsistent)
    }

    deinit {
        close()
    }

    /// The next records, at most `maxRecords` (0 counts as 1); `nil` at the end and after `close`.
    public func nextBatch(maxRecords: Int32) throws -> [FactRecord]? {
        if maxRecords < 0 { throw MiniGrafError.argument("maxRecords must not be negative, got \(maxRecords)") }
        let limit = max(1, Int(maxRecords))
        return state.withLock { state -> [FactRecord]? in
            guard let table = state.table else { return nil }
            var records: [FactRecord] = []
            while state.place < table.versionCount, records.count < limit {
                if let record = record(state.place, of: table) { records.append(record) }
                state.place += 1
            }
            return records.isEmpty ? nil : records
        }
    }

    public func forEachRecord(batchSize: Int32 = 1000, _ body: (FactRecord) throws -> Void) throws {
        while let records = try nextBatch(maxRecords: batchSize) {
            for record in records { try body(record) }
        }
    }

    public func close() {
        let wasOpen = state.withLock { state in
            defer { state.table = nil }
            return state.table != nil
        }
        if wasOpen { database.openLogs.subtract(1, ordering: .sequentiallyConsistent) }
    }

    private func record(_ version: Int, of table: FactTable) -> FactRecord? {
        let triple = Int(table.versionTriple[version])
        let transaction = Int(table.versionTransaction[version])
        let count = table.txCounts[transaction]
        if let first = filter.txFrom, count < first { return nil }
        if let last = filter.txTo, count > last { return nil }
        guard case .ref(let entity) = table.values.values[Int(table.entities[triple])],
            case .keyword(let attribute) = table.values.values[Int(table.attributes[triple])]
        else { return nil }
        if let entities, !entities.contains(entity) { return nil }
        if filter.attributes != nil || filter.attributePrefixes != nil {
            let isNamed = filter.attributes?.contains { Value.sameText($0, attribute) } ?? false
            let hasPrefix = filter.attributePrefixes?.contains { attribute.utf8.starts(with: $0.utf8) } ?? false
            if !isNamed, !hasPrefix { return nil }
        }
        let isAssertion = table.isAssertion[version]
        return FactRecord(
            entity: entity.description, attribute: attribute,
            value: MiniGrafValue(table.values.values[Int(table.objects[triple])]), txCount: count,
            txId: table.txIDs[transaction],
            validFrom: isAssertion ? table.validFrom[version] : table.txIDs[transaction],
            validTo: table.validTo[version], asserted: isAssertion)
    }
}
