import Durability
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The file of a database and the log of what came after its last checkpoint.
struct GraphStore: Sendable {
    private let files: any FileSystem
    private let path: String
    private let file: any StorageFile
    private let hold: OpenFiles.Hold
    private let isReadOnly: Bool
    private let syncsWrites: Bool
    private let threshold: Int64
    private var header: GraphHeader
    private var log: (any StorageFile)?
    private var logEnd = 0
    /// How long the log's file is: behind its end stand zeros, which no entry begins with. A sync of bytes that were there
    /// before need not write the file's length as well.
    private var logByteCount = 0
    private var logEntries: Int64 = 0
    private var isPoisoned = false
    /// Versions of the table that the file's pages hold.
    private var storedVersions = 0
    /// Logged facts older than the newest of the pages: they stand among the versions above, and are not stored yet.
    private var olderLogged: [StoredFact] = []
    /// How many records each fact page holds, where they are the versions in order; trees can be made then.
    private var recordCounts: [Int]?
    /// The checksum of the fact pages; `nil` until it is needed.
    private var factChecksum: UInt32?

    private var logPath: String { path + ".wal" }
    var hasWork: Bool { logEntries > 0 }

    /// Runs file operations; what fails becomes `INT-000` with the system's text.
    static func io<Success>(
        _ body: () throws(FileError) -> Success
    ) throws(MiniGrafError) -> Success {
        do {
            return try body()
        } catch {
            throw .coded("INT-000", "unclassified internal error: \(error.text) (os error \(error.errorNumber))")
        }
    }

    static func open(
        path: String, options: OpenOptions, files: any FileSystem = POSIXFileSystem()
    ) throws(MiniGrafError) -> (GraphStore, FactTable) {
        let isReadOnly = options.readOnly ?? false
        if isReadOnly, !files.exists(path) {
            throw .coded(
                "STG-042", "database file not found (\(path)); a read-only open does not create one")
        }
        let file = try io { () throws(FileError) in try files.open(path, isReadOnly ? .read : .create) }
        let hold = try OpenFiles.take(file, path: path, exclusive: !isReadOnly, mayBeUnlocked: options.allowUnlocked)
        var store = GraphStore(files: files, path: path, file: file, hold: hold, options: options)
        let table = try store.load()
        return (store, table)
    }

    private init(
        files: any FileSystem, path: String, file: any StorageFile, hold: OpenFiles.Hold, options: OpenOptions
    ) {
        self.files = files
        self.path = path
        self.file = file
        self.hold = hold
        isReadOnly = options.readOnly ?? false
        syncsWrites = options.synchronous != .normal
        threshold = options.walCheckpointThreshold ?? 1000
        header = GraphHeader()
    }

    // MARK: opening

    private mutating func load() throws(MiniGrafError) -> FactTable {
        let file = file
        let pageSize = GraphHeader.pageSize
        let size = try Self.io { () throws(FileError) in try file.size() }
        var table = FactTable()
        let page = try Self.io { () throws(FileError) in try file.read(at: 0, count: min(size, pageSize)) }
        // A crash may leave the first page of a new file without what was written to it.
        let isNew = size == pageSize && page.allSatisfy { $0 == 0 }
        if size >= pageSize, !isNew {
            header = try GraphHeader(page: page)
            guard header.pageCount <= UInt64(size / pageSize) else {
                throw .coded("INT-000", "unclassified internal error: failed to fill whole buffer")
            }
            table = try loadPages()
        } else {
            try loadShort(page)
            recordCounts = []
        }
        storedVersions = table.versionCount
        var last = Int64(bitPattern: header.checkpointedTxCount)
        var logged: [StoredFact] = []
        try loadLog(&logged, &last)
        if !logged.isEmpty {
            logged = Self.sorted(logged)
            if let first = logged.first, first.txCount < table.txCounts.last ?? 0 {
                olderLogged = logged
                recordCounts = nil
                logged = Self.sorted((0..<table.versionCount).map { table.stored($0) } + logged)
                table = FactTable()
                for item in logged { table.append(item) }
                storedVersions = table.versionCount
            } else {
                for item in logged { table.append(item) }
            }
        }
        table.lastTxCount = max(last, table.lastTxCount)
        return table
    }

    /// The facts of the fact pages.
    private mutating func loadPages() throws(MiniGrafError) -> FactTable {
        let pageSize = GraphHeader.pageSize
        let pageCount = Int(header.factPageCount)
        // The count in the header is what the writer says; the pages bound it.
        let expected = min(Int(clamping: header.factCount), pageCount * (pageSize / 32))
        let loader: FactLoader
        do throws(FactDecoder.Problem) {
            loader = try FactLoader(file, pageCount: pageCount, expectedCount: expected)
        } catch {
            switch error {
            case .unreadable(let error): throw error
            case .damaged(let page):
                throw .coded("INT-000", "unclassified internal error: page \(page) holds a record that cannot be read")
            case .unsorted: return try loadUnsortedPages()
            }
        }
        recordCounts = loader.recordCounts
        return loader.table
    }

    /// As `loadPages`, for records in any order.
    private func loadUnsortedPages() throws(MiniGrafError) -> FactTable {
        let pageSize = GraphHeader.pageSize
        let (file, pageCount) = (file, Int(header.factPageCount))
        let bytes = try Self.io { () throws(FileError) in try file.read(at: pageSize, count: pageCount * pageSize) }
        var stored: [StoredFact] = []
        for page in 0..<(bytes.count / pageSize) {
            do {
                try FactPages.decode(bytes[(page * pageSize)..<((page + 1) * pageSize)], into: &stored)
            } catch {
                throw .coded(
                    "INT-000", "unclassified internal error: page \(page + 1) holds a record that cannot be read")
            }
        }
        var table = FactTable()
        for item in Self.sorted(stored) { table.append(item) }
        return table
    }

    private static func sorted(_ stored: [StoredFact]) -> [StoredFact] {
        stored.enumerated().sorted { ($0.element.txCount, $0.offset) < ($1.element.txCount, $1.offset) }
            .map(\.element)
    }

    /// A file shorter than a page is new if it is the beginning of a new database's page, zeros apart.
    private mutating func loadShort(_ bytes: [UInt8]) throws(MiniGrafError) {
        let file = file
        let page = GraphHeader().page
        let used = (bytes.lastIndex { $0 != 0 } ?? -1) + 1
        guard page.starts(with: bytes[..<used]) else {
            throw .coded(
                "STG-045", "File is \(bytes.count) bytes, shorter than one page, and is not a new Minigraf database")
        }
        if isReadOnly { return }
        let (files, path) = (files, path)
        try Self.io { () throws(FileError) in
            try file.write(page, at: 0)
            try file.sync()
            try files.syncFolder(of: path)
        }
    }

    private mutating func loadLog(_ stored: inout [StoredFact], _ last: inout Int64) throws(MiniGrafError) {
        guard files.exists(logPath) else { return }
        let (files, logPath, isReadOnly) = (files, logPath, isReadOnly)
        let log = try Self.io { () throws(FileError) in try files.open(logPath, isReadOnly ? .read : .write) }
        let bytes = try Self.io { () throws(FileError) in try log.read(at: 0, count: try log.size()) }
        let (entries, end) = try WriteAheadFile.entries(in: bytes)
        struct Key: Hashable {
            let fact: Fact
            let txCount: Int64
        }
        var seen: Set<Key> = []
        for entry in entries where entry.txCount > header.checkpointedTxCount {
            for fact in entry.facts where seen.insert(Key(fact: fact.fact, txCount: fact.txCount)).inserted {
                stored.append(fact)
                last = max(last, fact.txCount)
            }
        }
        if isReadOnly { return }
        logEntries = Int64(entries.count)
        logEnd = max(end, WriteAheadFile.headerSize)
        let cut = logEnd
        try Self.io { () throws(FileError) in
            if end == 0 { try log.write(WriteAheadFile.header, at: 0) }
            if bytes.count != cut { try log.truncate(to: cut) }
        }
        logByteCount = cut
        self.log = log
    }

    // MARK: writing

    /// - Throws: `WAL-007` where an earlier write failed in a way that nothing may follow.
    func checkAppendable() throws(MiniGrafError) {
        if isPoisoned {
            throw .coded(
                "WAL-007",
                "an earlier write to the WAL failed on this handle; reopen the database or call checkpoint() before "
                    + "writing again")
        }
    }

    /// - Parameter entry: As `WriteAheadFile` encodes it.
    mutating func append(_ entry: [UInt8]) throws(MiniGrafError) {
        try checkAppendable()
        let (files, logPath, end, syncs) = (files, logPath, logEnd, syncsWrites)
        if log == nil {
            log = try Self.io { () throws(FileError) in
                let created = try files.open(logPath, .create)
                try created.truncate(to: 0)
                try created.write(WriteAheadFile.header, at: 0)
                try created.sync()
                try files.syncFolder(of: logPath)
                return created
            }
            logEnd = WriteAheadFile.headerSize
            logByteCount = logEnd
        }
        guard let log else { return }
        let start = max(end, WriteAheadFile.headerSize)
        var bytes = entry
        if start + entry.count > logByteCount {
            bytes.append(contentsOf: repeatElement(0, count: WriteAheadFile.spareByteCount(after: start + entry.count)))
        }
        do {
            try Self.io { () throws(FileError) in
                try log.write(bytes, at: start)
                if syncs { try log.sync() }
            }
        } catch {
            // What may be half there is cut off again; where that fails too, nothing may follow it.
            do {
                try log.truncate(to: start)
                logByteCount = start
                try log.sync()
            } catch {
                isPoisoned = true
            }
            throw error
        }
        logByteCount = max(logByteCount, start + bytes.count)
        logEnd = start + entry.count
        logEntries += 1
    }

    mutating func checkpointIfDue(_ table: () -> FactTable) throws(MiniGrafError) {
        if logEntries >= threshold { try checkpoint(table: table(), withTrees: false) }
    }

    /// New fact pages behind the old ones, then the trees, then the header, then the log goes: whatever stops it, the
    /// header and the log together are the whole database.
    ///
    /// - Parameter withTrees: Trees take a sort of all facts; without them a file is as good, others build them on opening.
    mutating func checkpoint(table: FactTable, withTrees: Bool) throws(MiniGrafError) {
        if isReadOnly || logEntries == 0 { return }
        var records: [[UInt8]] = []
        for fact in olderLogged { records.append(try FactRecordCodec.encode(fact)) }
        for version in storedVersions..<table.versionCount {
            records.append(try FactRecordCodec.encode(table.stored(version)))
        }
        let (pages, counts) = FactPages.encode(records)
        let allCounts = recordCounts.map { $0 + counts }
        var next = header
        let firstPage = Int(header.factPageCount) + 1
        next.factPageCount = header.factPageCount + UInt64(counts.count)
        next.factCount = UInt64(table.versionCount)
        next.checkpointedTxCount = UInt64(bitPattern: table.lastTxCount)
        let checksum = Checksum.crc32.of(pages, after: try checksumOfFactPages())
        let trees =
            withTrees
            ? allCounts.flatMap { IndexTrees(table, recordCounts: $0, firstPage: next.factPageCount + 1) } : nil
        next.roots = trees?.roots ?? [0, 0, 0, 0]
        next.pageCount = next.factPageCount + 1 + UInt64((trees?.pages.count ?? 0) / GraphHeader.pageSize)
        next.dataChecksum = Checksum.crc32.of(trees?.pages ?? [], after: checksum)
        let (files, file, logPath) = (files, file, logPath)
        let page = next.page
        try Self.io { () throws(FileError) in
            try file.write(pages + (trees?.pages ?? []), at: firstPage * GraphHeader.pageSize)
            try file.sync()
            try file.write(page, at: 0)
            try file.sync()
        }
        header = next
        factChecksum = checksum
        recordCounts = allCounts
        olderLogged = []
        storedVersions = table.versionCount
        log = nil
        logEnd = 0
        logEntries = 0
        isPoisoned = false
        do throws(FileError) {
            try files.remove(logPath)
        } catch {
            throw .coded("WAL-006", "failed to delete WAL file \(logPath): \(error.text)")
        }
        try Self.io { () throws(FileError) in try files.syncFolder(of: logPath) }
    }

    /// The checksum of the fact pages so far, which is read from the file once.
    private func checksumOfFactPages() throws(MiniGrafError) -> UInt32 {
        if let factChecksum { return factChecksum }
        let (file, pageSize) = (file, GraphHeader.pageSize)
        var checksum: UInt32 = 0
        let pageCount = Int(header.factPageCount)
        for first in stride(from: 1, through: pageCount, by: FactLoader.pagesARead) {
            let count = min(FactLoader.pagesARead, pageCount - first + 1)
            checksum = Checksum.crc32.of(
                try Self.io { () throws(FileError) in try file.read(at: first * pageSize, count: count * pageSize) },
                after: checksum)
        }
        return checksum
    }

    /// A normal close checkpoints; where that fails the log stays, and the next open reads it.
    mutating func close(table: FactTable) {
        if isReadOnly { return }
        if threshold != walCheckpointNever { try? checkpoint(table: table, withTrees: true) }
        if logEntries == 0, log != nil {
            log = nil
            try? files.remove(logPath)
        }
    }
}

extension FactTable {
    func stored(_ version: Int) -> StoredFact {
        let triple = Int(versionTriple[version])
        let transaction = Int(versionTransaction[version])
        var entity = EntityID(high: 0, low: 0)
        var attribute = ""
        if case .ref(let id) = values.values[Int(entities[triple])] { entity = id }
        if case .keyword(let text) = values.values[Int(attributes[triple])] { attribute = text }
        return StoredFact(
            fact: Fact(
                entity: entity, attribute: attribute, value: values.values[Int(objects[triple])],
                validFrom: validFrom[version], validTo: validTo[version], isAssertion: isAssertion[version]),
            txCount: txCounts[transaction], txID: txIDs[transaction])
    }
}

/// The files this process has open: one writer, or any number of readers; and the lock against other processes.
enum OpenFiles {
    private struct Users {
        var readers = 0
        var hasWriter = false
    }

    private static let users = Mutex<[FileIdentity: Users]>([:])

    /// Keeps a file taken until it is released.
    final class Hold: Sendable {
        private let identity: FileIdentity
        private let exclusive: Bool

        fileprivate init(_ identity: FileIdentity, exclusive: Bool) {
            self.identity = identity
            self.exclusive = exclusive
        }

        deinit {
            OpenFiles.release(identity, exclusive: exclusive)
        }
    }

    static func take(
        _ file: any StorageFile, path: String, exclusive: Bool, mayBeUnlocked: Bool?
    ) throws(MiniGrafError) -> Hold {
        let isFree = users.withLock { users -> Bool in
            var entry = users[file.identity] ?? Users()
            if entry.hasWriter || (exclusive && entry.readers > 0) { return false }
            if exclusive { entry.hasWriter = true } else { entry.readers += 1 }
            users[file.identity] = entry
            return true
        }
        if !isFree {
            throw .coded(
                "STG-025",
                "Database is already open in this process (\(path)). A second handle on one file would give each its "
                    + "own page table and corrupt both — reuse the existing handle instead. `Minigraf` is cheap to "
                    + "clone and all clones share the same database.")
        }
        let hold = Hold(file.identity, exclusive: exclusive)
        var pause: UInt32 = 5_000
        for _ in 0..<10 {
            do {
                if try file.lock(exclusive: exclusive) { return hold }
            } catch {
                if mayBeUnlocked ?? false { return hold }
                throw .coded(
                    "STG-027",
                    "Failed to lock database at \(path): \(error.text). This filesystem does not support file locking "
                        + "(common on NFSv3 without lockd, and on some FUSE mounts). Set `allow_unlocked` in "
                        + "`OpenOptions` to open anyway — that accepts the risk that concurrent writers corrupt the "
                        + "file.")
            }
            usleep(pause)
            pause = min(50_000, pause * 2)
        }
        throw .coded(
            "STG-026",
            "Database is locked by another process (\(path)). The lock is held on the file itself and is released "
                + "automatically when the holding process exits, so there is no lock file to clean up.")
    }

    private static func release(_ identity: FileIdentity, exclusive: Bool) {
        users.withLock { users in
            var entry = users[identity] ?? Users()
            if exclusive { entry.hasWriter = false } else { entry.readers = max(0, entry.readers - 1) }
            users[identity] = entry.readers == 0 && !entry.hasWriter ? nil : entry
        }
    }
}
