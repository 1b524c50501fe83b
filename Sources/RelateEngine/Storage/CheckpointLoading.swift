import CKernels
import Durability

/// Makes a graph of a checkpoint's sections. Numbers are checked before anything is found by them.
///
/// Names come first, since numbers are checked by them; then several threads load the other sections, each for itself, and what they
/// made is put together at the end. Memory is taken for what must be decoded; the rest stays in the file's image, integers as they
/// are packed there.
final class CheckpointLoading: @unchecked Sendable {
    let reader: CheckpointReader
    let shared = StoreShared()
    let storage: GraphStorage
    let nodeRows: Int
    let relationshipRows: Int
    /// What the section of strings begins with: columns are checked by it while that is loaded.
    private let stringCount: Int
    /// For the offsets of all adjacencies.
    let offsetMemory: LoadedMemory

    /// What a section holds, until it is put in its place.
    enum Part {
        /// It is in its place.
        case nothing
        case bitmap(RowBitmap)
        case column(PropertyColumn)
        case adjacency(LoadedAdjacency)
    }

    /// A smaller file is loaded before another thread has begun.
    private static let sharedBytes = 1 << 20

    /// - Parameter threads: how many load, this one included; `nil` for what the file's size asks for.
    static func state(_ reader: CheckpointReader, threads: Int? = nil) throws(StorageProblem) -> GraphState {
        for entry in reader.entries where entry.kind < 0x8000 && CheckpointFormat.Kind(rawValue: entry.kind) == nil {
            throw .newerVersion(path: reader.path, version: reader.header.version)
        }
        let loading = try CheckpointLoading(reader)
        for entry in reader.entries where Self.names.contains(CheckpointFormat.Kind(rawValue: entry.kind)) {
            _ = try loading.load(entry)
        }
        let ownThreads = reader.image.bytes.count < sharedBytes ? 1 : Parallelism.configuredThreads
        try loading.loadParts(threads ?? ownThreads)
        try loading.finish()
        var state = GraphState(loading: loading.storage)
        // Indexes are made of what is there: last.
        for entry in reader.entries where entry.kind == CheckpointFormat.Kind.schema.rawValue {
            let schema = try reader.section(entry) { (section) throws(ByteError) in
                var bytes = section.rest()
                let schema = try SchemaCodec.schema(&bytes)
                guard bytes.remaining == 0 else { throw ByteError(offset: bytes.offset) }
                return schema
            }
            state.restoreSchema(indexes: schema.indexes, constraints: schema.constraints)
        }
        return state
    }

    private static let names: Set<CheckpointFormat.Kind?> = [.labelNames, .relationshipTypeNames, .propertyKeyNames]

    private init(_ reader: CheckpointReader) throws(StorageProblem) {
        self.reader = reader
        storage = GraphStorage(shared: shared)
        nodeRows = Int(reader.header.nodeRows)
        relationshipRows = Int(reader.header.relationshipRows)
        storage.nodeRowCount = nodeRows
        storage.relationshipRowCount = relationshipRows
        stringCount = try reader.announcedStringCount()
        offsetMemory = LoadedMemory(byteCount: Self.offsetBytesLimit(reader), image: reader.image)
    }

    // MARK: Threads

    /// Loads all sections but those of names and the schema, and puts what they hold in its place.
    ///
    /// - Throws: of several problems always the one that stands first in the table.
    private func loadParts(_ threads: Int) throws(StorageProblem) {
        let own = Self.names.union([.schema, nil])
        let entries = reader.entries.filter { !own.contains(CheckpointFormat.Kind(rawValue: $0.kind)) }
        let queue = SectionQueue(entries) { [self] (entry) throws(StorageProblem) in try load(entry) }
        for (entry, part) in zip(entries, try queue.run(threads: min(threads, entries.count))) {
            put(part, entry)
        }
    }

    private func put(_ part: Part, _ entry: CheckpointFormat.Entry) {
        let id = Int(entry.id)
        switch (part, CheckpointFormat.Kind(rawValue: entry.kind)) {
        case (.bitmap(let bitmap), .nodes): storage.nodes = bitmap
        case (.bitmap(let bitmap), .relationships): storage.relationships = bitmap
        case (.bitmap(let bitmap), _): put(bitmap, id, in: \.labelBitmaps, RowBitmap())
        case (.column(let column), .nodeProperty): put(column, id, in: \.nodePropertyColumns, PropertyColumn())
        case (.column(let column), _): put(column, id, in: \.relationshipPropertyColumns, PropertyColumn())
        case (.adjacency(let adjacency), let kind): put(adjacency, type: id, isOutgoing: kind == .outgoing)
        case (.nothing, _): break
        }
    }

    private func put<Part>(
        _ part: Part, _ id: Int, in path: ReferenceWritableKeyPath<GraphStorage, [Part]>, _ empty: Part
    ) {
        while storage[keyPath: path].count <= id { storage[keyPath: path].append(empty) }
        storage[keyPath: path][id] = part
    }

    // MARK: Sections

    /// Reads a section of a known kind.
    private func load(_ entry: CheckpointFormat.Entry) throws(StorageProblem) -> Part {
        guard let kind = CheckpointFormat.Kind(rawValue: entry.kind) else { return .nothing }
        let id = Int(entry.id)
        return try reader.section(entry) { (section) throws(ByteError) in
            switch kind {
            case .labelNames: try names(&section, shared.labels)
            case .relationshipTypeNames: try names(&section, shared.relationshipTypes)
            case .propertyKeyNames: try names(&section, shared.propertyKeys)
            case .strings: try strings(&section)
            case .nodes: return .bitmap(try bitmap(&section, rows: nodeRows))
            case .relationships: return .bitmap(try bitmap(&section, rows: relationshipRows))
            case .label:
                try check(id, of: shared.labels)
                return .bitmap(try bitmap(&section, rows: nodeRows))
            case .nodeProperty:
                try check(id, of: shared.propertyKeys)
                return .column(try column(&section, rows: nodeRows))
            case .relationshipProperty:
                try check(id, of: shared.propertyKeys)
                return .column(try column(&section, rows: relationshipRows))
            case .outgoing, .incoming:
                try check(id, of: shared.relationshipTypes)
                return .adjacency(try adjacency(&section, isOutgoing: kind == .outgoing))
            case .schema: break
            }
            return .nothing
        }
    }

    private func check(_ id: Int, of names: NameRegistry) throws(ByteError) {
        guard id < names.count else { throw ByteError(offset: 0) }
    }

    private func names(_ section: inout SectionReader, _ registry: NameRegistry) throws(ByteError) {
        var reader = section.rest()
        let count = try reader.varint()
        guard count <= UInt64(reader.remaining) else { throw ByteError(offset: 0) }
        for number in 0..<Int(count) {
            guard registry.define(try reader.text(), as: number) else { throw ByteError(offset: reader.offset) }
        }
        guard reader.remaining == 0 else { throw ByteError(offset: reader.offset) }
    }

    private func strings(_ section: inout SectionReader) throws(ByteError) {
        let count = try section.count(ofSize: 4)
        let byteCount = try section.fixed(UInt64.self)
        guard count < Int(UInt32.max) - 1, byteCount <= UInt64(Int32.max) * 1024 else {
            throw ByteError(offset: 0)
        }
        let lengths = try section.take(count * 4)
        let bytes = try section.take(Int(byteCount))
        var total: UInt64 = 0
        for number in 0..<count { total += UInt64(lengths.loadUnaligned(fromByteOffset: number * 4, as: UInt32.self)) }
        guard total == byteCount, count == stringCount else { throw ByteError(offset: 16) }
        shared.strings.load(lengths: lengths, bytes: bytes, owner: reader.image)
    }

    /// The indices of `count` chunks, ascending and within the rows.
    func checkIndex(
        _ index: Int, after previous: inout Int, rows: Int, _ section: SectionReader
    ) throws(ByteError) {
        guard index > previous, index < (rows + GraphState.chunkRows - 1) / GraphState.chunkRows else {
            throw ByteError(offset: section.offset)
        }
        previous = index
    }

    private func bitmap(_ section: inout SectionReader, rows: Int) throws(ByteError) -> RowBitmap {
        let count = try section.count(ofSize: 4 + 128)
        let indices = try section.take(count * 4)
        try section.align(to: 8)
        var bitmap = RowBitmap()
        var previous = -1
        for place in 0..<count {
            let index = Int(indices.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self))
            try checkIndex(index, after: &previous, rows: rows, section)
            let chunk = BitmapChunk.loaded(try section.take(128))
            let room = rows - index * GraphState.chunkRows
            guard chunk.highestRow < room else { throw ByteError(offset: section.offset) }
            bitmap.load(chunk, at: index)
        }
        return bitmap
    }

    private func column(_ section: inout SectionReader, rows: Int) throws(ByteError) -> PropertyColumn {
        let count = try section.count(ofSize: 12 + 128)
        var directory = SectionReader(try section.take(count * 12))
        try section.align(to: 8)
        var column = PropertyColumn()
        var previous = -1
        for _ in 0..<count {
            let index = Int(try directory.fixed(UInt32.self))
            let kind = PropertyChunk.Kind(rawValue: try directory.fixed(UInt8.self))
            let width = Int(try directory.fixed(UInt8.self))
            let rowCapacity = Int(try directory.fixed(UInt16.self))
            let byteCount = Int(try directory.fixed(UInt32.self))
            try checkIndex(index, after: &previous, rows: rows, section)
            let offset = section.offset
            let bytes = try section.take(128 + byteCount)
            try section.align(to: 8)
            guard let kind, (8...GraphState.chunkRows).contains(rowCapacity), rowCapacity & (rowCapacity - 1) == 0,
                let chunk = try chunk(kind, width, rowCapacity, bytes)
            else { throw ByteError(offset: offset) }
            column.load(chunk, at: index)
        }
        return column
    }

    /// `nil` where it cannot be.
    ///
    /// - Parameter bytes: 128 of presence, then the values.
    private func chunk(
        _ kind: PropertyChunk.Kind, _ width: Int, _ rowCapacity: Int, _ bytes: UnsafeRawBufferPointer
    ) throws(ByteError) -> PropertyChunk? {
        let presence = UnsafeRawBufferPointer(rebasing: bytes[..<128])
        let values = UnsafeRawBufferPointer(rebasing: bytes[128...])
        guard BitmapChunk.highestRow(presence) < rowCapacity else { return nil }
        guard let start = bytes.baseAddress else { return nil }
        let isAligned = Int(bitPattern: start) & 7 == 0
        if width != 0 {
            guard kind == .int, isAligned, [1, 2, 4].contains(width),
                values.count == PackedIntegers.byteCount(ofRows: rowCapacity, width: width)
            else { return nil }
            return PropertyChunk(
                kind: kind, rowCapacity: rowCapacity, image: start, packedWidth: width, owner: reader.image)
        }
        if kind == .boxed { return try boxedChunk(rowCapacity, presence, values) }
        guard values.count == rowCapacity * PropertyChunk.stride(of: kind) else { return nil }
        let chunk =
            isAligned
            ? PropertyChunk(kind: kind, rowCapacity: rowCapacity, image: start, owner: reader.image)
            : PropertyChunk(kind: kind, rowCapacity: rowCapacity, presence: presence, values: values)
        if kind == .string, chunk.presentCount > 0 {
            guard relate_survey(chunk.strings, rowCapacity, 0, 0).highest < stringCount else { return nil }
        }
        return chunk
    }

    private func boxedChunk(
        _ rowCapacity: Int, _ presence: UnsafeRawBufferPointer, _ values: UnsafeRawBufferPointer
    ) throws(ByteError) -> PropertyChunk? {
        let chunk = PropertyChunk(kind: .boxed, rowCapacity: rowCapacity, presence: presence, values: values)
        var reader = ByteReader(Array(values))
        for row in 0..<rowCapacity where chunk.isPresent(row) {
            chunk.load(try ValueCodec.decode(&reader), atRow: row)
        }
        return reader.remaining == 0 ? chunk : nil
    }

    /// Every count must be right.
    private func finish() throws(StorageProblem) {
        let count = storage.typeAdjacencies.reduce(0) { $0 + $1.count }
        guard storage.nodes.count == Int(clamping: reader.header.nodeCount),
            storage.relationships.count == Int(clamping: reader.header.relationshipCount),
            count == storage.relationships.count
        else {
            throw .damaged(path: reader.path, offset: 0, reason: "the sections contradict each other")
        }
        for type in storage.typeAdjacencies.indices {
            for (label, members) in storage.labelBitmaps.enumerated() {
                storage.typeAdjacencies[type].count(label: label, members, living: storage.relationships.reader)
            }
        }
        storage.relationshipEnds = RelationshipEnds(following: storage.typeAdjacencies)
        shared.numbers.reserve(nodes: reader.header.nodeRows, relationships: reader.header.relationshipRows)
    }
}
