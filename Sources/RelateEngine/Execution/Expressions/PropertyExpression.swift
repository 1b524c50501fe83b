import CKernels
import CypherSyntax

/// `operand.key`.
///
/// Of nodes and relationships a typed vector is read from the store's column: without a copy where the rows are a chunk's.
final class PropertyExpression: VectorExpression {
    private let operand: VectorExpression
    private let key: String
    private let place: SourceSpan
    /// For as long as the store is open.
    @exclusivity(unchecked) private var keyID: PropertyKeyID?
    /// Of which it is a property, where it is one's.
    private let slot: Slot?

    init(_ operand: VectorExpression, key: String, span: SourceSpan) {
        self.operand = operand
        slot = (operand as? SlotExpression)?.slot
        self.key = key
        place = span
    }

    override var span: SourceSpan? { place }

    override var isReusable: Bool { operand.isReusable }

    override func texts(_ batch: RowBatch) -> (TextColumn, TypedVector<UInt32>)? {
        guard let slot = operand.readSlot, case .rows(let table, let places) = batch[slot],
            let column = table.place(of: key), case .texts(let texts) = table.columns[column]
        else { return nil }
        return (texts, places)
    }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        let vector = try operand.evaluate(batch, rows, context)
        let transaction = context.transaction
        switch vector {
        case .absent, .constant(.null): return .constant(.null)
        case .nodeSequence(let start):
            context.statistics.nodeReads &+= rows.count
            try refuseDeleted(rows, transaction, "the node") { row in
                transaction.state.exists(NodeID(start &+ UInt32(truncatingIfNeeded: row)))
            }
            if start & UInt32(GraphState.chunkRows - 1) == 0 {
                guard let reader = nodeColumnReader(transaction) else { return .constant(.null) }
                reader.prefetch(after: Int(start) / GraphState.chunkRows)
                guard let chunk = reader.chunk(at: Int(start) / GraphState.chunkRows)?.takeUnretainedValue() else {
                    return .constant(.null)
                }
                if chunk.rowCapacity >= batch.rowCount { return Self.lend(chunk) }
            }
            guard let column = nodeColumn(transaction) else { return .constant(.null) }
            return ColumnGather(column, context.strings).gather(rows, batch.rowCount) { row in
                start &+ UInt32(truncatingIfNeeded: row)
            }
        case .nodes(let nodes):
            context.statistics.nodeReads &+= rows.count
            try refuseDeleted(rows, transaction, "the node") { row in
                !nodes.isValid(row) || transaction.state.exists(NodeID(nodes[row]))
            }
            guard let column = nodeColumn(transaction) else { return .constant(.null) }
            return ColumnGather(column, context.strings).gather(rows, batch.rowCount, validity: nodes.validity) { row in
                nodes[row]
            }
        case .relationships(let relationships):
            context.statistics.nodeReads &+= rows.count
            try refuseDeleted(rows, transaction, "the relationship") { row in
                !relationships.isValid(row) || transaction.state.exists(RelationshipID(relationships[row]))
            }
            if keyID == nil { keyID = transaction.state.propertyKeyID(named: key) }
            guard let keyID, let column = transaction.state.relationshipColumn(keyID) else { return .constant(.null) }
            return ColumnGather(column, context.strings).gather(
                rows, batch.rowCount, validity: relationships.validity
            ) { row in relationships[row] }
        case .constant(let value):
            if value.isElement { context.statistics.nodeReads &+= 1 }
            return .constant(try ValueAccess.property(key, of: value, in: context.evaluation, at: self.place))
        case .values(let values):
            var place = 0
            return try Self.mapValues(batch, rows, context) { row throws(EngineError) in
                guard row < values.count else { return .null }
                // Maps of a list have their keys at the same places, as a rule.
                if case .map(let map) = values[row] { return map.value(of: key, near: &place) ?? .null }
                if values[row].isElement { context.statistics.nodeReads &+= 1 }
                return try ValueAccess.property(key, of: values[row], in: context.evaluation, at: self.place)
            }
        case .rows(let table, let places):
            guard let column = table.place(of: key) else { return .constant(.null) }
            return try Self.gather(table.columns[column], places, batch, rows, context)
        case .ints, .doubles, .bools, .pooled:
            return try Self.mapValues(batch, rows, context) { row throws(EngineError) in
                let value = vector.value(at: row, context.strings)
                if value.isElement { context.statistics.nodeReads &+= 1 }
                return try ValueAccess.property(key, of: value, in: context.evaluation, at: self.place)
            }
        }
    }

    /// A table's column in the rows' order.
    private static func gather(
        _ column: RowColumn, _ places: TypedVector<UInt32>, _ batch: RowBatch, _ rows: Selection,
        _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        if case .ints(let ints) = column {
            let out = TypedVector<Int64>(capacity: batch.rowCount, isNullable: places.validity != nil)
            ints.withUnsafeBufferPointer { ints in
                rows.forEach { row in
                    guard places.isValid(row) else { return }
                    out.base[row] = ints[Int(places[row])]
                    out.setValid(row)
                }
            }
            return .ints(out)
        }
        return try mapValues(batch, rows, context) { row throws(EngineError) in
            places.isValid(row) ? column.value(at: Int(places[row])) : .null
        }
    }

    /// Only where the transaction has deleted something do rows have to be looked through.
    @inline(__always)
    private func refuseDeleted(
        _ rows: Selection, _ transaction: Transaction, _ what: String, _ exists: (Int) -> Bool
    ) throws(EngineError) {
        guard transaction.hasDeletions else { return }
        try rows.forEach { row throws(EngineError) in
            if !exists(row) { throw EngineError.deletedEntityAccess(what).at(place) }
        }
    }

    private func nodeColumn(_ transaction: Transaction) -> PropertyColumn? {
        if keyID == nil { keyID = transaction.state.propertyKeyID(named: key) }
        return keyID.flatMap { transaction.state.nodeColumn($0) }
    }

    /// As `nodeColumn`, without a count of references, which threads share.
    private func nodeColumnReader(_ transaction: Transaction) -> PropertyColumnReader? {
        if keyID == nil { keyID = transaction.state.propertyKeyID(named: key) }
        return keyID.flatMap { transaction.state.nodeColumnReader($0) }
    }

    /// The column of nodes or of relationships.
    @inline(__always)
    private func columnReader(_ rows: ChunkRows, _ transaction: Transaction) -> PropertyColumnReader? {
        if rows.areNodes { return nodeColumnReader(transaction) }
        if keyID == nil { keyID = transaction.state.propertyKeyID(named: key) }
        return keyID.flatMap { transaction.state.relationshipColumnReader($0) }
    }

    /// The column where it is a property of the nodes in a slot; valid while the state lives unchanged.
    func column(of slot: Slot, _ context: ExecutionContext) -> PropertyColumnReader? {
        self.slot == slot ? nodeColumnReader(context.transaction) : nil
    }

    func isProperty(of slot: Slot) -> Bool { self.slot == slot }

    /// Takes from some elements of a chunk those that fail a test of this property, where all values of the chunk are of a kind.
    ///
    /// - Parameter test: likewise, given their chunk of the column; elements without a value fail.
    /// - Returns: false, and nothing is done, where it is another's property, or of another kind.
    @inline(__always)
    func narrow(
        _ rows: inout ChunkRows, _ context: ExecutionContext, to kind: PropertyChunk.Kind,
        _ test: (PropertyChunk, inout ChunkRows) throws(EngineError) -> Void
    ) throws(EngineError) -> Bool {
        guard slot == rows.slot, !context.transaction.hasDeletions else { return false }
        let count = rows.count
        if let column = columnReader(rows, context.transaction) {
            column.prefetch(after: rows.index, isNarrow: kind == .int)
            if let chunk = column.chunk(at: rows.index) {
                guard chunk._withUnsafeGuaranteedRef({ $0.kind == kind }) else { return false }
                try test(chunk.takeUnretainedValue(), &rows)
                context.statistics.nodeReads &+= count
                return true
            }
        }
        rows.removeAll()
        context.statistics.nodeReads &+= count
        return true
    }

    /// As `narrow`, to those that have a value of any kind, or none.
    func narrow(_ rows: inout ChunkRows, _ context: ExecutionContext, hasValue: Bool) -> Bool {
        guard slot == rows.slot, !context.transaction.hasDeletions else { return false }
        context.statistics.nodeReads &+= rows.count
        guard let chunk = columnReader(rows, context.transaction)?.chunk(at: rows.index) else {
            if hasValue { rows.removeAll() }
            return true
        }
        let presence = chunk._withUnsafeGuaranteedRef { $0.presence }
        rows.keep(GraphState.chunkRows, isInverted: !hasValue) { mask in
            mask.update(from: presence, count: ChunkRows.wordCount)
        }
        return true
    }

    /// The chunk's own memory, row for row.
    private static func lend(_ chunk: PropertyChunk) -> Vector {
        switch chunk.kind {
        case .int: return .ints(TypedVector(lent: chunk.ints, validity: chunk.presence, by: chunk))
        case .double: return .doubles(TypedVector(lent: chunk.doubles, validity: chunk.presence, by: chunk))
        case .bool: return .bools(TypedVector(lent: chunk.bools, validity: chunk.presence, by: chunk))
        case .string: return .pooled(TypedVector(lent: chunk.strings, validity: chunk.presence, by: chunk))
        case .boxed:
            var values = [Value](repeating: .null, count: chunk.rowCapacity)
            for row in 0..<chunk.rowCapacity where chunk.isPresent(row) { values[row] = chunk.boxed[row] }
            return .values(values)
        }
    }
}

/// Reads a property column at scattered element numbers.
struct ColumnGather {
    private let column: PropertyColumn
    private let strings: StringPool

    init(_ column: PropertyColumn, _ strings: StringPool) {
        self.column = column
        self.strings = strings
    }

    /// - Parameter validity: rows without an element; they become null.
    @inline(__always)
    func gather(
        _ rows: Selection, _ rowCount: Int, validity: UnsafeMutablePointer<UInt64>? = nil,
        _ element: (Int) -> UInt32
    ) -> Vector {
        @inline(__always) func hasElement(_ row: Int) -> Bool {
            guard let validity else { return true }
            return validity[row >> 6] >> UInt64(row & 63) & 1 != 0
        }
        // The kind of the first chunk that has a value decides; a column of mixed kinds is read boxed.
        var kind: PropertyChunk.Kind?
        var index = 0
        while index < rows.count, kind == nil {
            let row = rows.row(at: index)
            if hasElement(row), let chunk = column.unmanagedChunk(at: Int(element(row) >> 10)) {
                kind = chunk._withUnsafeGuaranteedRef { $0.kind }
            }
            index += 1
        }
        switch kind {
        case nil: return .constant(.null)
        case .int:
            if let out = copy(rows, rowCount, .int, hasElement, element, { $0.ints }) { return .ints(out) }
        case .double:
            if let out = copy(rows, rowCount, .double, hasElement, element, { $0.doubles }) { return .doubles(out) }
        case .bool:
            if let out = copy(rows, rowCount, .bool, hasElement, element, { $0.bools }) { return .bools(out) }
        case .string:
            if let out = copy(rows, rowCount, .string, hasElement, element, { $0.strings }) { return .pooled(out) }
        case .boxed: break
        }
        var values = [Value](repeating: .null, count: rowCount)
        rows.forEach { row in
            if hasElement(row) { values[row] = column.value(atRow: element(row), pool: strings) }
        }
        return .values(values)
    }

    /// What so many rows need fits the nearest cache.
    private static var prefetchCount: Int { 128 }

    /// Has brought near, at once instead of one after the other, what lies in different chunks.
    @inline(__always)
    private func prefetch<Element: BitwiseCopyable>(
        _ rows: Selection, _ places: Range<Int>, _ element: (Int) -> UInt32,
        _ values: (PropertyChunk) -> UnsafePointer<Element>
    ) {
        let last = places.upperBound - 1
        guard places.lowerBound < last,
            element(rows.row(at: places.lowerBound)) >> 10 != element(rows.row(at: last)) >> 10
        else { return }
        for index in places {
            if let chunk = column.unmanagedChunk(at: Int(element(rows.row(at: index)) >> 10)) {
                relate_prefetch(chunk.toOpaque())
                // It begins in the middle of a line, as a rule.
                relate_prefetch(chunk.toOpaque() + 48)
            }
        }
        for index in places {
            let number = element(rows.row(at: index))
            column.unmanagedChunk(at: Int(number >> 10))?
                ._withUnsafeGuaranteedRef { chunk in
                    if !chunk.isFull { relate_prefetch(chunk.presence + Int(number & 1023) >> 6) }
                    relate_prefetch(values(chunk) + Int(number & 1023))
                }
        }
    }

    /// The values of a kind, `nil` at the first chunk of another.
    @inline(__always)
    private func copy<Element: BitwiseCopyable>(
        _ rows: Selection, _ rowCount: Int, _ kind: PropertyChunk.Kind, _ hasElement: (Int) -> Bool,
        _ element: (Int) -> UInt32, _ values: (PropertyChunk) -> UnsafePointer<Element>
    ) -> TypedVector<Element>? {
        let out = TypedVector<Element>(capacity: rowCount, isNullable: true)
        // Elements that follow each other are often of one chunk.
        var held = Int.max
        var source = UnsafePointer(out.base)
        var presence: UnsafePointer<UInt64>?
        var capacity = 0
        var isFull = false
        for index in 0..<rows.count {
            if index % Self.prefetchCount == 0 {
                prefetch(rows, index..<min(rows.count, index + Self.prefetchCount), element, values)
            }
            let row = rows.row(at: index)
            guard hasElement(row) else { continue }
            let number = element(row)
            if Int(number >> 10) != held {
                held = Int(number >> 10)
                capacity = 0
                guard let chunk = column.unmanagedChunk(at: held) else { continue }
                let isOfKind = chunk._withUnsafeGuaranteedRef { chunk in
                    guard chunk.kind == kind else { return false }
                    (source, presence, capacity) = (values(chunk), chunk.presence, chunk.rowCapacity)
                    isFull = chunk.isFull
                    return true
                }
                guard isOfKind else { return nil }
            }
            let place = Int(number & 1023)
            guard place < capacity, let presence,
                isFull || presence[place >> 6] >> UInt64(place & 63) & 1 != 0
            else { continue }
            out.base[row] = source[place]
            out.setValid(row)
        }
        return out
    }
}

extension Value {
    /// Its properties are read from the store, as a map's are not.
    fileprivate var isElement: Bool {
        switch self {
        case .node, .relationship: true
        default: false
        }
    }
}
