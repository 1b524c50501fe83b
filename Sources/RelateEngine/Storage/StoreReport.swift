import Durability

/// What the files of a store say, read without changing them.
package struct StoreReport: Sendable {
    package struct Count: Sendable {
        package var name: String
        package var count: Int
    }

    package struct Section: Sendable {
        /// Its kind, with the label, type or property key that it belongs to.
        package var name: String
        package var storedBytes: Int
        package var decodedBytes: Int
    }

    package var isDirectory: Bool
    package var formatVersion: Int
    package var identity: String
    package var checkpointPath: String
    package var checkpointNumber: UInt64
    /// As ISO 8601 writes it.
    package var checkpointTime: String
    package var checkpointBytes: Int
    package var sections: [Section] = []
    package var logSegments: Int
    package var logBytes: Int
    /// Commits in the log that the checkpoint does not have.
    package var logCommits: Int
    package var lastNumber: UInt64
    /// Where somebody has it open for writing, as far as the system tells.
    package var writingProcess: Int32?
    package var nodeCount: Int
    package var relationshipCount: Int
    package var labels: [Count] = []
    package var relationshipTypes: [Count] = []
    package var nodeProperties: [Count] = []
    package var relationshipProperties: [Count] = []
    /// The commands that make them.
    package var indexes: [String]
    package var constraints: [String]
    /// A sentence for each rule that the graph breaks; filled by `checking` alone.
    package var broken: [String] = []

    /// - Parameter checking: whether to walk the whole graph and compare everything with everything. Every checksum is
    ///   looked at in any case.
    package init(of path: String, checking: Bool) throws(StoreError) {
        try self.init(of: path, checking: checking, in: POSIXFileSystem())
    }

    init(of path: String, checking: Bool, in files: any FileSystem) throws(StoreError) {
        let graph = try StoredGraph.reading(path, in: files)
        let state = graph.state
        let location = try StoreLocation.at(path, in: files).0
        isDirectory = location.form == .directory
        formatVersion = Int(graph.checkpoint.version)
        identity = graph.checkpoint.storeID.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        checkpointPath = location.checkpointPath
        checkpointNumber = graph.checkpoint.number
        let (second, millisecond) = graph.checkpoint.timeMs.quotientAndRemainder(dividingBy: 1000)
        // Any number that a file may hold is a time.
        let time = LocalDateTimeValue(
            localSecond: Int64(second % 4_000_000_000_000), nanosecond: Int32(millisecond) * 1_000_000)
        checkpointTime = TemporalWriter.text { $0.append(time) } + "Z"
        checkpointBytes = Int(clamping: graph.checkpoint.fileSize)
        logSegments = graph.log.segments.count
        logBytes = graph.log.byteCount
        logCommits = graph.log.records.count
        lastNumber = graph.number
        writingProcess = (try? files.identity(of: location.checkpointPath)).flatMap { LockHolder.process(of: $0) }
        nodeCount = state.nodeCount
        relationshipCount = state.relationshipCount
        indexes = state.schema.indexes.map { SchemaText.createStatement($0) }
        constraints = state.schema.constraints.map { SchemaText.createStatement($0) }
        labels = Self.counts(state.labelNames) { state.nodeCount(of: LabelID($0)) }
        relationshipTypes = Self.counts(state.relationshipTypeNames) {
            state.relationshipCount(of: RelationshipTypeID($0))
        }
        nodeProperties = Self.counts(state.propertyKeyNames) { state.nodeColumn(PropertyKeyID($0))?.count ?? 0 }
        relationshipProperties = Self.counts(state.propertyKeyNames) {
            state.relationshipColumn(PropertyKeyID($0))?.count ?? 0
        }
        sections = graph.sections.map { Section($0, state) }
        if checking { broken = state.checkInvariants() + state.strings.brokenInvariants() }
    }

    /// Those that are in use, the most frequent first.
    private static func counts(_ names: [String], _ count: (UInt32) -> Int) -> [Count] {
        names.enumerated().map { Count(name: $0.element, count: count(UInt32($0.offset))) }
            .filter { $0.count > 0 }
            .sorted {
                $0.count != $1.count ? $0.count > $1.count : $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
            }
    }
}

extension StoreReport.Section {
    fileprivate init(_ entry: CheckpointFormat.Entry, _ state: GraphState) {
        let id = Int(entry.id)
        func named(_ kind: String, _ names: [String]) -> String {
            names.indices.contains(id) ? "\(kind) \(names[id])" : kind
        }
        switch CheckpointFormat.Kind(rawValue: entry.kind) {
        case .label: name = named("label", state.labelNames)
        case .nodeProperty: name = named("node property", state.propertyKeyNames)
        case .relationshipProperty: name = named("relationship property", state.propertyKeyNames)
        case .outgoing: name = named("outgoing", state.relationshipTypeNames)
        case .incoming: name = named("incoming", state.relationshipTypeNames)
        case let kind?: name = "\(kind)"
        case nil: name = "unknown \(entry.kind)"
        }
        storedBytes = Int(clamping: entry.storedBytes)
        decodedBytes = Int(clamping: entry.decodedBytes)
    }
}

/// Packs a store into one file.
package enum StoreClone {
    /// Writes what the store at `source` holds, as far as it is durable now, to a new `.rl` file: a store of its own, with
    /// an identity of its own. The source may be in use, and is not changed.
    ///
    /// - Returns: the last commit in it.
    package static func clone(_ source: String, to target: String) throws(StoreError) -> UInt64 {
        try clone(source, to: target, in: POSIXFileSystem())
    }

    static func clone(_ source: String, to target: String, in files: any FileSystem) throws(StoreError) -> UInt64 {
        guard target.hasSuffix(".rl"), target.utf8.count > 3 else {
            throw .notAStore(path: target, reason: "a store in one file has a name that ends in .rl")
        }
        let graph = try StoredGraph.reading(source, in: files)
        let (location, isThere) = try StoreLocation.at(target, in: files)
        guard !isThere else { throw .alreadyThere(path: target) }
        try store { () throws(StorageProblem) in
            if let segment = try location.log.segments(in: files).first {
                throw .foreignLog(path: location.log.path(ofSegment: segment))
            }
            _ = try OpenStore.replaceCheckpoint(
                graph.state, .random(), number: graph.number, location, files, at: nil,
                access: Self.access(of: source, in: files),
                from: graph.image)
        }
        return graph.number
    }

    /// Who may not read the source shall not read the copy; it belongs to who makes it.
    private static func access(of source: String, in files: any FileSystem) throws(StorageProblem) -> FileAccess? {
        guard let location = try? StoreLocation.at(source, in: files).0 else { return nil }
        return try onFile(location.checkpointPath) { () throws(FileError) in
            try files.open(location.checkpointPath, .read).access()
        }
    }
}
