import Durability

/// Makes a graph of a checkpoint's sections. Numbers are checked before anything is found by them.
///
/// Relationships are loaded by a second thread beside labels and properties: both write to parts of the graph of their own.
final class CheckpointLoading: @unchecked Sendable {
    private let reader: CheckpointReader
    private let shared = StoreShared()
    private let storage: GraphStorage
    /// By chunk: the columns of type, start and end, one behind the other.
    private var ends: [UnsafeMutablePointer<UInt32>?] = []
    /// By the second thread; read when that has ended.
    private var adjacencyProblem: StorageProblem?
    private let nodeRows: Int
    private let relationshipRows: Int

    static func state(_ reader: CheckpointReader) throws(StorageProblem) -> GraphState {
        for entry in reader.entries where entry.kind < 0x8000 && CheckpointFormat.Kind(rawValue: entry.kind) == nil {
            throw .newerVersion(path: reader.path, version: reader.header.version)
        }
        let loading = CheckpointLoading(reader)
        try loading.load(ground)
        let thread = BackgroundThread { loading.loadAdjacencies() }
        if thread == nil { loading.loadAdjacencies() }
        do throws(StorageProblem) {
            try loading.load(columns)
        } catch {
            thread?.join()
            throw error
        }
        thread?.join()
        if let problem = loading.adjacencyProblem { throw problem }
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

    /// What the other sections need.
    private static let ground: Set<CheckpointFormat.Kind> = [
        .labelNames, .relationshipTypeNames, .propertyKeyNames, .strings, .nodes, .relationships,
    ]
    private static let columns: Set<CheckpointFormat.Kind> = [.label, .nodeProperty, .relationshipProperty]

    private func load(_ kinds: Set<CheckpointFormat.Kind>) throws(StorageProblem) {
        for entry in reader.entries {
            guard let kind = CheckpointFormat.Kind(rawValue: entry.kind), kinds.contains(kind) else { continue }
            try load(kind, entry)
        }
    }

    private func loadAdjacencies() {
        do throws(StorageProblem) {
            try load([.outgoing, .incoming])
        } catch {
            adjacencyProblem = error
        }
    }

    private init(_ reader: CheckpointReader) {
        self.reader = reader
        storage = GraphStorage(shared: shared)
        nodeRows = Int(reader.header.nodeRows)
        relationshipRows = Int(reader.header.relationshipRows)
        storage.nodeRowCount = nodeRows
        storage.relationshipRowCount = relationshipRows
    }

    private func load(_ kind: CheckpointFormat.Kind, _ entry: CheckpointFormat.Entry) throws(StorageProblem) {
        let id = Int(entry.id)
        try reader.section(entry) { (section) throws(ByteError) in
            switch kind {
            case .labelNames: try names(&section, shared.labels)
            case .relationshipTypeNames: try names(&section, shared.relationshipTypes)
            case .propertyKeyNames: try names(&section, shared.propertyKeys)
            case .strings: try strings(&section)
            case .nodes: storage.nodes = try bitmap(&section, rows: nodeRows)
            case .relationships:
                storage.relationships = try bitmap(&section, rows: relationshipRows)
                makeEnds()
            case .label:
                let bitmap = try bitmap(&section, rows: nodeRows)
                try put(bitmap, id, in: \.labelBitmaps, RowBitmap(), names: shared.labels)
            case .nodeProperty:
                let column = try column(&section, rows: nodeRows)
                try put(column, id, in: \.nodePropertyColumns, PropertyColumn(), names: shared.propertyKeys)
            case .relationshipProperty:
                let column = try column(&section, rows: relationshipRows)
                try put(column, id, in: \.relationshipPropertyColumns, PropertyColumn(), names: shared.propertyKeys)
            case .outgoing, .incoming:
                try adjacency(&section, type: id, isOutgoing: kind == .outgoing)
            case .schema: break
            }
        }
    }

    private func put<Part>(
        _ part: Part, _ id: Int, in path: ReferenceWritableKeyPath<GraphStorage, [Part]>, _ empty: Part,
        names: NameRegistry
    ) throws(ByteError) {
        guard id < names.count else { throw ByteError(offset: 0) }
        while storage[keyPath: path].count <= id { storage[keyPath: path].append(empty) }
        storage[keyPath: path][id] = part
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
        guard total == byteCount, shared.strings.count == 0 else { throw ByteError(offset: 16) }
        shared.strings.load(lengths: lengths, bytes: bytes, owner: reader.image)
    }

    /// The indices of `count` chunks, ascending and within the rows.
    private func checkIndex(
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
            let chunk = BitmapChunk(try section.take(128))
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
        let unpacked = UnsafeMutableBufferPointer<Int64>.allocate(capacity: GraphState.chunkRows)
        defer { unpacked.deallocate() }
        var previous = -1
        for _ in 0..<count {
            let index = Int(try directory.fixed(UInt32.self))
            let kind = PropertyChunk.Kind(rawValue: try directory.fixed(UInt8.self))
            let width = Int(try directory.fixed(UInt8.self))
            let rowCapacity = Int(try directory.fixed(UInt16.self))
            let byteCount = Int(try directory.fixed(UInt32.self))
            try checkIndex(index, after: &previous, rows: rows, section)
            guard let kind, (8...GraphState.chunkRows).contains(rowCapacity), rowCapacity & (rowCapacity - 1) == 0
            else { throw ByteError(offset: section.offset) }
            let presence = try section.take(128)
            let values = try section.take(byteCount)
            try section.align(to: 8)
            if width == 0 {
                column.load(try chunk(kind, rowCapacity, presence, values, at: section.offset), at: index)
                continue
            }
            guard kind == .int, values.count == 8 + width * rowCapacity, [1, 2, 4].contains(width) else {
                throw ByteError(offset: section.offset)
            }
            Self.unpack(values, width, rowCapacity, presence, into: unpacked)
            let whole = UnsafeRawBufferPointer(UnsafeMutableBufferPointer(rebasing: unpacked[..<rowCapacity]))
            let chunk = try self.chunk(.int, rowCapacity, presence, whole, at: section.offset)
            column.load(chunk, at: index)
        }
        return column
    }

    /// Integers from the least of them and their distances to it; zero where none is present.
    private static func unpack(
        _ bytes: UnsafeRawBufferPointer, _ width: Int, _ rowCapacity: Int, _ presence: UnsafeRawBufferPointer,
        into integers: UnsafeMutableBufferPointer<Int64>
    ) {
        let least = bytes.loadUnaligned(as: Int64.self)
        for row in 0..<rowCapacity {
            let word = presence.loadUnaligned(fromByteOffset: (row >> 6) * 8, as: UInt64.self)
            let place = 8 + row * width
            let distance: UInt32
            switch width {
            case 1: distance = UInt32(bytes[place])
            case 2: distance = UInt32(bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self))
            default: distance = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            }
            integers[row] = (least &+ Int64(distance)) & (0 &- Int64(bitPattern: word >> UInt64(row & 63) & 1))
        }
    }

    private func chunk(
        _ kind: PropertyChunk.Kind, _ rowCapacity: Int, _ presence: UnsafeRawBufferPointer,
        _ values: UnsafeRawBufferPointer, at offset: Int
    ) throws(ByteError) -> PropertyChunk {
        guard BitmapChunk(presence).highestRow < rowCapacity,
            kind == .boxed || values.count == rowCapacity * PropertyChunk.stride(of: kind)
        else { throw ByteError(offset: offset) }
        let chunk = PropertyChunk(kind: kind, rowCapacity: rowCapacity, presence: presence, values: values)
        switch kind {
        case .int, .double, .bool: break
        case .string:
            var highest: UInt32 = 0
            for row in 0..<rowCapacity { highest = max(highest, chunk.strings[row]) }
            guard chunk.presentCount == 0 || Int(highest) < shared.strings.count else {
                throw ByteError(offset: offset)
            }
        case .boxed:
            var reader = ByteReader(Array(values))
            for row in 0..<rowCapacity where chunk.isPresent(row) {
                chunk.load(try ValueCodec.decode(&reader), atRow: row)
            }
            guard reader.remaining == 0 else { throw ByteError(offset: offset) }
        }
        return chunk
    }

    // MARK: Relationships

    private func adjacency(_ section: inout SectionReader, type: Int, isOutgoing: Bool) throws(ByteError) {
        guard type < shared.relationshipTypes.count else { throw ByteError(offset: 0) }
        while storage.typeAdjacencies.count <= type { storage.typeAdjacencies.append(TypeAdjacency()) }
        let count = try section.count(ofSize: 12)
        var directory = SectionReader(try section.take(count * 12))
        try section.align(to: 8)
        var spine = Spine<AdjacencyChunk>()
        var previous = -1
        var total = 0
        var loops = 0
        for _ in 0..<count {
            let index = Int(try directory.fixed(UInt32.self))
            let rowCount = Int(try directory.fixed(UInt16.self))
            let width = Int(try directory.fixed(UInt8.self))
            _ = try directory.fixed(UInt8.self)
            let relationshipCount = Int(try directory.fixed(UInt32.self))
            try checkIndex(index, after: &previous, rows: nodeRows, section)
            guard rowCount <= GraphState.chunkRows, index * GraphState.chunkRows + rowCount <= nodeRows else {
                throw ByteError(offset: section.offset)
            }
            let degrees = try section.take(width * rowCount)
            try section.align(to: 4)
            let neighbours = try section.take(4 * relationshipCount)
            let relationships = try section.take(4 * relationshipCount)
            guard let firstNeighbour = neighbours.baseAddress, let firstRelationship = relationships.baseAddress else {
                throw ByteError(offset: section.offset)
            }
            let base = AdjacencyBase(
                rowCount: rowCount, count: relationshipCount,
                neighbours: firstNeighbour.assumingMemoryBound(to: UInt32.self),
                relationships: firstRelationship.assumingMemoryBound(to: UInt32.self), owner: reader.image)
            try fill(base.runs, degrees, width, at: section.offset)
            if isOutgoing {
                loops += try takeEnds(
                    base.runs, type: type, firstRow: index * GraphState.chunkRows, at: section.offset)
            }
            _ = spine.uniqueChunk(at: index) { AdjacencyChunk(base: base) }
            total += relationshipCount
        }
        if isOutgoing {
            storage.typeAdjacencies[type].outgoing = spine
            storage.typeAdjacencies[type].count = total
            storage.typeAdjacencies[type].loopCount = loops
        } else {
            storage.typeAdjacencies[type].incoming = spine
        }
    }

    private func fill(
        _ runs: AdjacencyBase.Runs, _ degrees: UnsafeRawBufferPointer, _ width: Int, at offset: Int
    ) throws(ByteError) {
        var place: UInt64 = 0
        for row in 0..<runs.rowCount {
            runs.offsets[row] = UInt32(truncatingIfNeeded: place)
            switch width {
            case 1: place += UInt64(degrees[row])
            case 2: place += UInt64(degrees.loadUnaligned(fromByteOffset: row * 2, as: UInt16.self))
            case 4: place += UInt64(degrees.loadUnaligned(fromByteOffset: row * 4, as: UInt32.self))
            default: throw ByteError(offset: offset)
            }
        }
        runs.offsets[runs.rowCount] = UInt32(truncatingIfNeeded: place)
        guard place == UInt64(runs.count) else { throw ByteError(offset: offset) }
        var highestNode: UInt32 = 0
        var highestRelationship: UInt32 = 0
        for index in 0..<runs.count {
            highestNode = max(highestNode, runs.neighbours[index])
            highestRelationship = max(highestRelationship, runs.relationships[index])
        }
        guard runs.count == 0 || Int(highestNode) < nodeRows && Int(highestRelationship) < relationshipRows else {
            throw ByteError(offset: offset)
        }
    }

    /// Memory for type, start and end of every chunk of relationships that has living ones.
    private func makeEnds() {
        for index in 0..<storage.relationships.chunkCapacity where storage.relationships.chunk(at: index) != nil {
            let chunk = RelationshipChunk(rowCapacity: GraphState.chunkRows)
            _ = storage.relationshipEnds.uniqueChunk(at: index) { chunk }
            while ends.count <= index { ends.append(nil) }
            ends[index] = chunk.types
        }
    }

    /// Notes type, start and end of each relationship; returns how many are loops.
    private func takeEnds(
        _ runs: AdjacencyBase.Runs, type: Int, firstRow: Int, at offset: Int
    ) throws(ByteError) -> Int {
        let rows = GraphState.chunkRows
        var loops = 0
        let isRight = ends.withUnsafeBufferPointer { ends -> Bool in
            for row in 0..<runs.rowCount {
                let start = UInt32(firstRow + row)
                for index in Int(runs.offsets[row])..<Int(runs.offsets[row + 1]) {
                    let relationship = runs.relationships[index]
                    let chunk = Int(relationship >> 10)
                    guard chunk < ends.count, let columns = ends[chunk] else { return false }
                    let place = Int(relationship & 1023)
                    columns[place] = UInt32(truncatingIfNeeded: type)
                    columns[rows + place] = start
                    columns[2 * rows + place] = runs.neighbours[index]
                    if runs.neighbours[index] == start { loops += 1 }
                }
            }
            return true
        }
        guard isRight else { throw ByteError(offset: offset) }
        return loops
    }

    /// Every living relationship must have its ends, and every count must be right.
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
        shared.numbers.reserve(nodes: reader.header.nodeRows, relationships: reader.header.relationshipRows)
    }
}
