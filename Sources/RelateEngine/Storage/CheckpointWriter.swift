import Durability

/// Writes a graph as a checkpoint, section by section: at no time is more than one section in memory beside the graph.
struct CheckpointWriter {
    private let file: any StorageFile
    private let state: GraphState
    /// Writes the blocks, where nobody else wants the processors meanwhile.
    private var behind: BlockWriter?
    private var entries: [CheckpointFormat.Entry] = []
    /// What is written next, at `blockStart`; begins with room for the header, which comes last.
    private var block = [UInt8](repeating: 0, count: CheckpointFormat.headerSize)
    private var blockStart = 0

    /// The file is written, and synced, by blocks at multiples of their size: a system that caches large pages holds what was written
    /// so in one, and who maps the file soon after finds it there, without a fault for each small page. A commit waits for the disk
    /// behind what a checkpoint has in flight: so a block is no more than the disk takes at once.
    private var blockBytes = Self.blockBytesRange.upperBound

    private static let blockBytesRange = 1 << 16...1 << 21
    /// How long the sync of a block should take, in nanoseconds.
    private static let syncTimeRange: ClosedRange<UInt64> = 2_000_000...6_000_000

    /// Where the next byte goes.
    private var place: Int { blockStart + block.count }

    /// Writes `state`, of commit `number`, to an empty file and makes it last.
    ///
    /// - Parameter isPatient: whether others use the store meanwhile: then it is done by this thread alone, and the disk is given
    ///   little at once.
    static func write(
        _ state: GraphState, storeID: StoreID, number: UInt64, timeMs: UInt64, to file: any StorageFile, isPatient: Bool
    ) throws(FileError) -> CheckpointFormat.Header {
        var writer = CheckpointWriter(file: file, state: state)
        let isLarge = state.nodeRowCount + state.relationshipRowCount >= Self.rowsForThread
        writer.behind = isPatient || !isLarge ? nil : BlockWriter(file)
        do throws(FileError) {
            try writer.writeSections()
            return try writer.finish(storeID: storeID, number: number, timeMs: timeMs)
        } catch {
            try? writer.behind?.finish()
            throw error
        }
    }

    private init(file: any StorageFile, state: GraphState) {
        self.file = file
        self.state = state
    }

    /// Of fewer a thread takes longer than it spares.
    private static let rowsForThread = 1 << 14

    private mutating func writeSections() throws(FileError) {
        let shared = state.shared
        let storage = state.storage
        try names(.labelNames, shared.labels)
        try names(.relationshipTypeNames, shared.relationshipTypes)
        try names(.propertyKeyNames, shared.propertyKeys)
        try schema(state.schema)
        let strings = StringNumbering(of: state)
        try section(.strings, 0, strings.section(of: shared.strings))
        try section(.nodes, 0, storage.nodes.section())
        try section(.relationships, 0, storage.relationships.section())
        for (id, bitmap) in storage.labelBitmaps.enumerated() where bitmap.count > 0 {
            try section(.label, id, bitmap.section())
        }
        for (id, column) in storage.nodePropertyColumns.enumerated() where column.count > 0 {
            try section(.nodeProperty, id, column.section(strings))
        }
        for (id, column) in storage.relationshipPropertyColumns.enumerated() where column.count > 0 {
            try section(.relationshipProperty, id, column.section(strings))
        }
        let living = storage.relationships.reader
        for (id, adjacency) in storage.typeAdjacencies.enumerated() where adjacency.count > 0 {
            try section(.outgoing, id, adjacency.outgoing.section(living: living))
            try section(.incoming, id, adjacency.incoming.section(living: living))
        }
    }

    private mutating func names(_ kind: CheckpointFormat.Kind, _ registry: NameRegistry) throws(FileError) {
        var writer = ByteWriter()
        let names = registry.all
        writer.varint(UInt64(names.count))
        for name in names { writer.text(name) }
        try section(kind, 0, writer.bytes)
    }

    private mutating func schema(_ schema: SchemaCatalog) throws(FileError) {
        var writer = ByteWriter()
        do throws(EngineError) {
            try SchemaCodec.encode(schema, to: &writer)
        } catch {
            throw FileError(errorNumber: 0, text: error.message)
        }
        try section(.schema, 0, writer.bytes)
    }

    private mutating func section(_ kind: CheckpointFormat.Kind, _ id: Int, _ bytes: [UInt8]) throws(FileError) {
        entries.append(
            CheckpointFormat.Entry(
                kind: kind, codec: .raw, id: UInt32(id), offset: UInt64(place), storedBytes: UInt64(bytes.count),
                decodedBytes: UInt64(bytes.count), checksum: Checksum64.of(bytes)))
        try append(bytes)
    }

    /// Adds zeros up to where the next section may begin.
    private mutating func append(_ bytes: [UInt8]) throws(FileError) {
        try append(bytes[...])
        try append([UInt8](repeating: 0, count: (0 - place) & (CheckpointFormat.alignment - 1))[...])
    }

    /// Writes the blocks that are full.
    private mutating func append(_ bytes: ArraySlice<UInt8>) throws(FileError) {
        var rest = bytes
        while !rest.isEmpty {
            let part = rest.prefix(blockBytes - block.count)
            block.append(contentsOf: part)
            rest = rest.dropFirst(part.count)
            guard block.count == blockBytes else { continue }
            try writeBlock()
            if behind == nil { try sync() }
        }
    }

    private mutating func writeBlock() throws(FileError) {
        guard !block.isEmpty else { return }
        blockStart += block.count
        guard let behind else {
            try file.write(block, at: blockStart - block.count)
            block.removeAll(keepingCapacity: true)
            return
        }
        let full = block
        block = []
        block.reserveCapacity(blockBytes)
        try behind.write(full, at: blockStart - full.count)
    }

    /// Called between blocks. Makes them smaller where the disk is slow, and larger again where the next may begin.
    private mutating func sync() throws(FileError) {
        let start = Clock.nanoseconds()
        try file.sync()
        let duration = Clock.nanoseconds() &- start
        if duration > Self.syncTimeRange.upperBound {
            blockBytes = max(Self.blockBytesRange.lowerBound, blockBytes / 2)
        } else if duration < Self.syncTimeRange.lowerBound, blockStart.isMultiple(of: blockBytes * 2) {
            blockBytes = min(Self.blockBytesRange.upperBound, blockBytes * 2)
        }
    }

    private mutating func finish(
        storeID: StoreID, number: UInt64, timeMs: UInt64
    ) throws(FileError) -> CheckpointFormat.Header {
        var table = ByteWriter()
        for entry in entries { entry.write(to: &table) }
        let header = CheckpointFormat.Header(
            storeID: storeID, number: number, timeMs: timeMs, fileSize: UInt64(place + table.bytes.count),
            tableOffset: UInt64(place), sectionCount: UInt32(entries.count), nodeRows: UInt32(state.nodeRowCount),
            relationshipRows: UInt32(state.relationshipRowCount), nodeCount: UInt64(state.nodeCount),
            relationshipCount: UInt64(state.relationshipCount), tableChecksum: Checksum64.of(table.bytes))
        try append(table.bytes[...])
        try writeBlock()
        let behind = behind
        self.behind = nil
        try behind?.finish()
        try file.write(header.bytes, at: 0)
        try file.sync()
        return header
    }
}
