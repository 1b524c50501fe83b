import Durability
import Synchronization

/// Builds a new file from fact records. Nothing is at the path until `finish`.
public final class MiniGrafLogWriter: Sendable {
    private struct Triple: Hashable {
        let entity: EntityID
        let attribute: String
        let value: Value
    }

    private struct State: Sendable {
        var isOpen = true
        var txCount: Int64 = 0
        var txID: Int64?
        var facts: [StoredFact] = []
        /// The facts of the open transaction.
        var current: [Triple: Fact] = [:]
    }

    private let path: String
    private let files: any FileSystem
    private let state = Mutex(State())

    private var partialPath: String { path + ".partial" }

    private init(path: String, files: any FileSystem) {
        self.path = path
        self.files = files
    }

    deinit {
        close()
    }

    /// - Throws: `STG-043` where the file or its write-ahead log exists; `API-014` for read-only options.
    public static func create(path: String, options: OpenOptions) throws -> MiniGrafLogWriter {
        try create(path: path, options: options, files: POSIXFileSystem())
    }

    static func create(
        path: String, options: OpenOptions, files: any FileSystem
    ) throws(MiniGrafError) -> MiniGrafLogWriter {
        if options.readOnly ?? false {
            throw .coded("API-014", "database is open read-only; LogWriter::create is not allowed")
        }
        try checkFree(path, files)
        let writer = MiniGrafLogWriter(path: path, files: files)
        try GraphStore.io { () throws(FileError) in _ = try files.open(writer.partialPath, .create) }
        return writer
    }

    private static func checkFree(_ path: String, _ files: any FileSystem) throws(MiniGrafError) {
        for taken in [path, path + ".wal"] where files.exists(taken) {
            throw .coded("STG-043", "\(taken) already exists; a log writer only creates a new database")
        }
    }

    private func locked<Success: Sendable>(
        _ body: (inout State) throws(MiniGrafError) -> Success
    ) throws(MiniGrafError) -> Success {
        let outcome: Result<Success, MiniGrafError> = state.withLock { state in
            do throws(MiniGrafError) {
                guard state.isOpen else { throw .coded("API-018", "log writer is closed") }
                return .success(try body(&state))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    public func append(record: FactRecord) throws {
        try locked { (state: inout State) throws(MiniGrafError) in try Self.append(record, &state) }
    }

    /// Stops at the first bad record and keeps those before it; the message ends with its place.
    public func appendBatch(records: [FactRecord]) throws {
        try locked { (state: inout State) throws(MiniGrafError) in
            for (index, record) in records.enumerated() {
                do throws(MiniGrafError) {
                    try Self.append(record, &state)
                } catch {
                    throw error.appending(" (batch index \(index))")
                }
            }
        }
    }

    private static func append(_ record: FactRecord, _ state: inout State) throws(MiniGrafError) {
        guard let entity = EntityID(text: record.entity) else {
            throw .argument("'\(record.entity)' is not a UUID")
        }
        if !record.attribute.hasPrefix(":") { throw .coded("API-003", "attribute must be a keyword") }
        let value = try record.value.stored()
        if record.txCount < 1 || record.txCount < state.txCount { throw outOfOrder(record.txCount, state.txCount) }
        let joins = record.txCount == state.txCount
        if joins {
            // A number that was only advanced to is used up.
            guard let txID = state.txID else { throw outOfOrder(record.txCount, state.txCount) }
            if txID != record.txId {
                throw .coded(
                    "API-016",
                    "transaction \(record.txCount) has tx_id \(txID); a record with tx_id \(record.txId) cannot join it"
                )
            }
        }
        if record.asserted, record.validTo <= record.validFrom {
            throw .coded(
                "API-019",
                "the valid-time window of \(record.attribute) ends at or before it starts; give a later validTo")
        }
        let fact = Fact(
            entity: entity, attribute: record.attribute, value: value,
            validFrom: record.asserted ? record.validFrom : 0,
            validTo: record.asserted ? record.validTo : Timestamp.forever, isAssertion: record.asserted)
        let triple = Triple(entity: entity, attribute: record.attribute, value: value)
        if joins, let known = state.current[triple] {
            if known == fact { return }
            if known.isAssertion != fact.isAssertion {
                throw .coded(
                    "API-020",
                    "one transaction both asserts and retracts the same value of \(record.attribute); keep only the "
                        + "record that decides it")
            }
            throw .coded(
                "API-011",
                "one transaction asserts the same value of \(record.attribute) with two valid-time windows; assert it "
                    + "once with its final window")
        }
        let stored = StoredFact(fact: fact, txCount: record.txCount, txID: record.txId)
        _ = try FactRecordCodec.encode(stored)
        if !joins { state.current = [:] }
        state.txCount = record.txCount
        state.txID = record.txId
        state.current[triple] = fact
        state.facts.append(stored)
    }

    private static func outOfOrder(_ count: Int64, _ current: Int64) -> MiniGrafError {
        .coded(
            "API-015",
            "tx_count \(count) is out of order: the log writer is at \(current), and a record must open a later "
                + "transaction or join the open one")
    }

    /// Uses up the numbers to `txCount`, as transactions of which nothing is left.
    public func advanceTxCount(txCount: Int64) throws {
        try locked { (state: inout State) throws(MiniGrafError) in
            if txCount < state.txCount { throw Self.outOfOrder(txCount, state.txCount) }
            if txCount == state.txCount { return }
            state.txCount = txCount
            state.txID = nil
            state.current = [:]
        }
    }

    public func txCount() throws -> Int64 {
        try locked { (state: inout State) throws(MiniGrafError) in state.txCount }
    }

    /// Writes the file, makes it survive, and puts it at its path.
    public func finish() throws {
        try locked { (state: inout State) throws(MiniGrafError) in
            state.isOpen = false
            defer { state.facts = [] }
            var records: [[UInt8]] = []
            for fact in state.facts { records.append(try FactRecordCodec.encode(fact)) }
            var header = GraphHeader()
            var pages: [UInt8] = []
            if state.txCount > 0 {
                let counts: [Int]
                (pages, counts) = FactPages.encode(records)
                header.factPageCount = UInt64(counts.count)
                header.factCount = UInt64(records.count)
                header.checkpointedTxCount = UInt64(bitPattern: state.txCount)
                if let trees = Self.trees(state.facts, counts) {
                    header.roots = trees.roots
                    pages += trees.pages
                }
                header.pageCount = UInt64(pages.count / GraphHeader.pageSize) + 1
                header.dataChecksum = Checksum.crc32.of(pages)
            }
            do throws(MiniGrafError) {
                try put(header.page + pages)
            } catch {
                try? files.remove(partialPath)
                throw error
            }
        }
    }

    /// Writes the file, makes it survive, and gives it its name.
    private func put(_ bytes: [UInt8]) throws(MiniGrafError) {
        let (files, path, partialPath) = (files, path, partialPath)
        try GraphStore.io { () throws(FileError) in
            let file = try files.open(partialPath, .create)
            try file.truncate(to: 0)
            try file.write(bytes, at: 0)
            try file.sync()
        }
        // Something may have come there since.
        try Self.checkFree(path, files)
        try GraphStore.io { () throws(FileError) in
            try files.rename(partialPath, to: path)
            try files.syncFolder(of: path)
        }
    }

    private static func trees(_ facts: [StoredFact], _ counts: [Int]) -> IndexTrees? {
        guard facts.count <= IndexTrees.versionsLimit else { return nil }
        var table = FactTable()
        for fact in facts { table.append(fact) }
        return IndexTrees(table, recordCounts: counts, firstPage: UInt64(counts.count) + 1)
    }

    /// Abandons the build; no file is left.
    public func close() {
        state.withLock { state in
            if state.isOpen { try? files.remove(partialPath) }
            state = State(isOpen: false)
        }
    }

    public func isOpen() -> Bool {
        state.withLock { $0.isOpen }
    }
}

extension MiniGrafError {
    func appending(_ text: String) -> MiniGrafError {
        switch self {
        case .Parse(let msg): .Parse(msg: msg + text)
        case .Query(let msg): .Query(msg: msg + text)
        case .Storage(let msg): .Storage(msg: msg + text)
        case .Api(let msg): .Api(msg: msg + text)
        case .Other(let msg): .Other(msg: msg + text)
        }
    }
}
