import CypherSyntax

/// The numbers that a registry gave to fixed names, kept from batch to batch.
private final class NameNumbers {
    private let names: [String]
    private var registry: NameRegistry?
    private var numbers: [UInt32] = []

    init(_ names: [String]) { self.names = names }

    func numbers(in registry: NameRegistry) -> [UInt32] {
        if self.registry !== registry {
            numbers = names.map { registry.intern($0) }
            self.registry = registry
        }
        return numbers
    }
}

/// The labels or the type to write, for each row.
struct LabelWriter {
    private let labels: [Label]
    /// Where all are fixed.
    private let fixed: NameNumbers?

    private enum Label {
        case fixed(String)
        case computed(VectorExpression)
    }

    init(_ labels: [BoundLabelName], _ compiler: ExpressionCompiler) throws(EngineError) {
        var result: [Label] = []
        for label in labels {
            switch label {
            case .name(let name): result.append(.fixed(name))
            case .dynamic(let expression): result.append(.computed(try compiler.compile(expression)))
            }
        }
        self.labels = result
        let names = result.compactMap { if case .fixed(let name) = $0 { name } else { nil } }
        fixed = names.count == result.count ? NameNumbers(names) : nil
    }

    var isReusable: Bool {
        labels.allSatisfy { label in
            switch label {
            case .fixed: true
            case .computed(let expression): expression.isReusable
            }
        }
    }

    func names(_ batch: RowBatch, _ row: Int, _ context: ExecutionContext) throws(EngineError) -> [String] {
        var names: [String] = []
        for label in labels {
            switch label {
            case .fixed(let name): names.append(name)
            case .computed(let expression):
                names += try DynamicNames.names(try expression.value(batch, row: row, context), at: expression.span)
            }
        }
        return names
    }

    /// Label numbers where all are fixed, so that they are looked up once a batch.
    func fixedLabels(_ transaction: Transaction) -> [LabelID]? {
        fixed?.numbers(in: transaction.state.shared.labels).map { LabelID($0) }
    }

    func fixedType(_ transaction: Transaction) -> RelationshipTypeID? {
        guard labels.count == 1, let fixed else { return nil }
        return RelationshipTypeID(fixed.numbers(in: transaction.state.shared.relationshipTypes)[0])
    }
}

/// The properties to give a new element: a literal map's entries by themselves, or any map.
struct PropertyWriter {
    /// The values of a literal map's entries, with their keys.
    private let values: [VectorExpression]
    private let keys: NameNumbers
    private let spans: [SourceSpan?]
    private let map: VectorExpression?

    init(_ properties: BoundExpression?, _ compiler: ExpressionCompiler) throws(EngineError) {
        var keys: [String] = []
        var values: [VectorExpression] = []
        if case .map(let parts)? = properties {
            for part in parts {
                keys.append(part.key)
                values.append(try compiler.compile(part.value))
            }
            map = nil
        } else if let properties {
            map = try compiler.compile(properties)
        } else {
            map = nil
        }
        self.values = values
        self.keys = NameNumbers(keys)
        spans = map.map { [$0.span] } ?? values.map(\.span)
    }

    var isReusable: Bool { values.allSatisfy(\.isReusable) && (map?.isReusable ?? true) }

    /// The values of a batch's rows, evaluated before the first element is made.
    struct Prepared {
        fileprivate var keys: [UInt32] = []
        fileprivate var vectors: [Vector] = []
        fileprivate var spans: [SourceSpan?] = []
        fileprivate var maps: Vector?

        /// Of numbers and the like alone: nothing of them is refused.
        fileprivate var arePlain: Bool { maps == nil && vectors.allSatisfy(\.isStorable) }

        /// Adds the properties of the rows to relationships that were gathered for them, from `first` on.
        fileprivate func append(
            to batch: inout RelationshipBatch, from first: Int, _ rows: Selection, _ strings: StringPool
        ) {
            for (key, vector) in zip(keys, vectors) {
                var place = first
                rows.forEach { row in
                    let value = vector.value(at: row, strings)
                    if !value.isNull { batch.append(PropertyKeyID(key), value, at: place) }
                    place += 1
                }
            }
        }

        /// A node for each row, all with the same labels.
        fileprivate func createNodes(
            _ rows: Selection, labels: [LabelID], _ context: ExecutionContext
        ) throws(EngineError) -> [NodeID] {
            let strings = context.strings
            return try context.transaction.createNodes(
                rows.count, labels: labels,
                columns: zip(keys, vectors).map { key, vector in
                    (key: PropertyKeyID(key), value: { vector.value(at: rows.row(at: $0), strings) })
                })
        }

        /// The properties of one row; null values are left out.
        func properties(
            _ row: Int, _ context: ExecutionContext
        ) throws(EngineError) -> [(PropertyKeyID, Value)] {
            var result: [(PropertyKeyID, Value)] = []
            if let maps {
                let span = spans.first ?? nil
                let map = try ExpressionCompiler.properties(
                    of: maps.value(at: row, context.strings), context, at: span)
                for (key, value) in zip(map.keys, map.values) {
                    if case .null = value { continue }
                    if key.utf8.isEmpty { throw .emptyPropertyKey(at: span) }
                    let stored = try PropertyValue.stored(value, at: span)
                    result.append((context.transaction.internPropertyKey(key), stored))
                }
                return result
            }
            result.reserveCapacity(keys.count)
            for (index, key) in keys.enumerated() {
                let value = vectors[index].value(at: row, context.strings)
                if case .null = value { continue }
                result.append((PropertyKeyID(key), try PropertyValue.stored(value, at: spans[index])))
            }
            return result
        }
    }

    func prepare(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) -> Prepared {
        var prepared = Prepared()
        prepared.spans = spans
        if let map {
            prepared.maps = try map.evaluate(batch, batch.selection, context)
            return prepared
        }
        guard !values.isEmpty else { return prepared }
        prepared.keys = keys.numbers(in: context.transaction.state.shared.propertyKeys)
        prepared.vectors.reserveCapacity(values.count)
        for value in values { prepared.vectors.append(try value.evaluate(batch, batch.selection, context)) }
        return prepared
    }
}

extension Vector {
    /// Each of its values may be a property's as it is, or is null.
    fileprivate var isStorable: Bool {
        switch self {
        case .absent, .ints, .doubles, .bools, .pooled: true
        case .constant(let value): value.isScalar
        case .values(let values): values.allSatisfy(\.isScalar)
        case .nodeSequence, .nodes, .relationships, .rows: false
        }
    }
}

extension Value {
    fileprivate var isScalar: Bool {
        switch self {
        case .null, .bool, .int, .float, .string: true
        default: false
        }
    }
}

/// Makes the elements of a `CREATE`, or of a `MERGE` that found nothing: element by element, each for all rows of a batch.
struct ElementCreator {
    private let parts: [Part]

    private enum Part {
        case node(slot: Slot, labels: LabelWriter, properties: PropertyWriter)
        case relationship(
            slot: Slot, type: LabelWriter, from: Slot, to: Slot, properties: PropertyWriter, span: SourceSpan)
        case path(slot: Slot, PathExpression)
    }

    init(_ elements: [BoundCreateElement], _ compiler: ExpressionCompiler) throws(EngineError) {
        var parts: [Part] = []
        parts.reserveCapacity(elements.count)
        for element in elements {
            switch element {
            case .node(let slot, let labels, let properties):
                parts.append(
                    .node(
                        slot: slot, labels: try LabelWriter(labels, compiler),
                        properties: try PropertyWriter(properties, compiler)))
            case .relationship(let slot, let type, let from, let to, let properties, let span):
                parts.append(
                    .relationship(
                        slot: slot, type: try LabelWriter([type], compiler), from: from, to: to,
                        properties: try PropertyWriter(properties, compiler), span: span))
            case .path(let slot, let elements): parts.append(.path(slot: slot, PathExpression(elements)))
            }
        }
        self.parts = parts
    }

    /// Nothing of one row is made of another element of it: relationships can be made later than their rows.
    var isOfNodesAndRelationships: Bool {
        parts.allSatisfy { if case .path = $0 { false } else { true } }
    }

    var isReusable: Bool {
        parts.allSatisfy { part in
            switch part {
            case .node(_, let labels, let properties): labels.isReusable && properties.isReusable
            case .relationship(_, let type, _, _, let properties, _): type.isReusable && properties.isReusable
            case .path: false
            }
        }
    }

    /// Fewer are made one by one.
    private static let batchedCount = 16

    func create(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        var none: RelationshipBatch?
        try create(batch, context, waiting: &none)
    }

    /// - Parameter waiting: where it is not `nil`, relationships go there, and are not in the batch.
    func create(
        _ batch: RowBatch, _ context: ExecutionContext, waiting: inout RelationshipBatch?
    ) throws(EngineError) {
        let transaction = context.transaction
        for part in parts {
            switch part {
            case .node(let slot, let labels, let properties):
                let prepared = try properties.prepare(batch, context)
                let fixed = labels.fixedLabels(transaction)
                let out = TypedVector<UInt32>(capacity: batch.rowCount)
                if let fixed, prepared.arePlain, batch.selection.count >= Self.batchedCount {
                    let nodes = try prepared.createNodes(batch.selection, labels: fixed, context)
                    for (index, node) in nodes.enumerated() { out.base[batch.selection.row(at: index)] = node.rawValue }
                    batch[slot] = .nodes(out)
                    continue
                }
                try batch.selection.forEach { row throws(EngineError) in
                    var ids = fixed ?? []
                    if fixed == nil {
                        for name in try labels.names(batch, row, context) {
                            let id = transaction.internLabel(name)
                            if !ids.contains(id) { ids.append(id) }
                        }
                    }
                    out.base[row] = try transaction.createNode(
                        labels: ids, properties: try prepared.properties(row, context)
                    ).rawValue
                }
                batch[slot] = .nodes(out)
            case .relationship(let slot, let type, let from, let to, let properties, let span):
                let prepared = try properties.prepare(batch, context)
                let fixed = type.fixedType(transaction)
                let starts = batch[from]
                let ends = batch[to]
                func element(_ row: Int) throws(EngineError) -> (type: RelationshipTypeID, start: NodeID, end: NodeID) {
                    guard let start = starts.node(at: row), let end = ends.node(at: row) else {
                        throw EngineError.missingEndNode().at(span)
                    }
                    guard transaction.state.exists(NodeID(start)), transaction.state.exists(NodeID(end)) else {
                        throw EngineError.deletedEntityAccess("an end of the relationship").at(span)
                    }
                    if let fixed { return (fixed, NodeID(start), NodeID(end)) }
                    let names = try type.names(batch, row, context)
                    guard names.count == 1 else {
                        throw EngineError.invalidArgument("A relationship has exactly one type").at(span)
                    }
                    return (transaction.internRelationshipType(names[0]), NodeID(start), NodeID(end))
                }
                if waiting == nil, batch.selection.count < Self.batchedCount {
                    let out = TypedVector<UInt32>(capacity: batch.rowCount)
                    try batch.selection.forEach { row throws(EngineError) in
                        let (type, start, end) = try element(row)
                        out.base[row] = try transaction.createRelationship(
                            type: type, from: start, to: end, properties: try prepared.properties(row, context)
                        ).rawValue
                    }
                    batch[slot] = .relationships(out)
                    continue
                }
                var gathered = waiting ?? RelationshipBatch()
                waiting = waiting == nil ? nil : RelationshipBatch()
                if prepared.arePlain {
                    let first = gathered.count
                    try batch.selection.forEach { row throws(EngineError) in
                        let (type, start, end) = try element(row)
                        gathered.append(type, from: start, to: end)
                    }
                    prepared.append(to: &gathered, from: first, batch.selection, context.strings)
                } else {
                    try batch.selection.forEach { row throws(EngineError) in
                        let (type, start, end) = try element(row)
                        gathered.append(type, from: start, to: end, try prepared.properties(row, context))
                    }
                }
                if waiting != nil {
                    waiting = gathered
                    continue
                }
                let numbers = try transaction.createRelationships(gathered)
                let out = TypedVector<UInt32>(capacity: batch.rowCount)
                var next = 0
                batch.selection.forEach { row in
                    out.base[row] = numbers[next]
                    next += 1
                }
                batch[slot] = .relationships(out)
            case .path(let slot, let path): batch[slot] = try path.evaluate(batch, batch.selection, context)
            }
        }
    }
}

/// `CREATE`.
///
/// Where nothing reads what it makes before the last row is through, relationships wait until they are many: their nodes'
/// adjacency then takes in many at once.
final class CreateOperator: Operator {
    private let creator: ElementCreator
    /// Those that wait, where they may.
    private var waiting: RelationshipBatch?

    private static let waitingLimit = 1 << 15
    private static let waitingBytesLimit = 4 << 20

    init(_ creator: ElementCreator, _ input: Operator, carried: [Int]) {
        self.creator = creator
        super.init([input], carried: carried)
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let batch = try inputs[0].next(context) else {
            try createWaiting(context)
            return nil
        }
        try creator.create(batch, context, waiting: &waiting)
        if let waiting, waiting.count >= Self.waitingLimit || waiting.valueBytes >= Self.waitingBytesLimit {
            try createWaiting(context)
        }
        return batch
    }

    /// Nothing reads this operator's rows, and nothing below it writes: whoever reads the graph in between does not see
    /// what it makes.
    func letRelationshipsWait() {
        if creator.isOfNodesAndRelationships { waiting = RelationshipBatch() }
    }

    private func createWaiting(_ context: ExecutionContext) throws(EngineError) {
        guard let waiting, waiting.count > 0 else { return }
        self.waiting = RelationshipBatch()
        try context.transaction.createRelationships(waiting)
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        waiting?.removeAll()
    }

    override var isReusable: Bool { creator.isReusable }

    override func forget(_ context: ExecutionContext) {
        super.forget(context)
        if waiting != nil { waiting = RelationshipBatch() }
    }
}
