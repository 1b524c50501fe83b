/// The labels or the type to write, for each row.
struct LabelWriter {
    private let labels: [Label]

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
    }

    func names(_ batch: RowBatch, _ row: Int, _ context: ExecutionContext) throws(EngineError) -> [String] {
        var names: [String] = []
        for label in labels {
            switch label {
            case .fixed(let name): names.append(name)
            case .computed(let expression):
                names += try DynamicNames.names(try expression.value(batch, row: row, context))
            }
        }
        return names
    }

    /// Label numbers where all are fixed, so that they are looked up once a batch.
    func fixedLabels(_ transaction: Transaction) -> [LabelID]? {
        var result: [LabelID] = []
        for label in labels {
            guard case .fixed(let name) = label else { return nil }
            result.append(transaction.internLabel(name))
        }
        return result
    }

    func fixedType(_ transaction: Transaction) -> RelationshipTypeID? {
        guard labels.count == 1, case .fixed(let name) = labels[0] else { return nil }
        return transaction.internRelationshipType(name)
    }
}

/// The properties to give a new element: a literal map's entries by themselves, or any map.
struct PropertyWriter {
    private let entries: [(key: String, value: VectorExpression)]
    private let map: VectorExpression?

    init(_ properties: BoundExpression?, _ compiler: ExpressionCompiler) throws(EngineError) {
        var entries: [(key: String, value: VectorExpression)] = []
        if case .map(let parts)? = properties {
            for part in parts { entries.append((part.key, try compiler.compile(part.value))) }
            map = nil
        } else if let properties {
            map = try compiler.compile(properties)
        } else {
            map = nil
        }
        self.entries = entries
    }

    /// The values of a batch's rows, evaluated before the first element is made.
    struct Prepared {
        fileprivate var keys: [PropertyKeyID] = []
        fileprivate var vectors: [Vector] = []
        fileprivate var maps: Vector?

        /// The properties of one row; null values are left out.
        func properties(
            _ row: Int, _ context: ExecutionContext
        ) throws(EngineError) -> [(PropertyKeyID, Value)] {
            var result: [(PropertyKeyID, Value)] = []
            if let maps {
                let map = try ExpressionCompiler.properties(of: maps.value(at: row, context.strings), context)
                for (key, value) in zip(map.keys, map.values) {
                    if case .null = value { continue }
                    result.append((context.transaction.internPropertyKey(key), try PropertyValue.stored(value)))
                }
                return result
            }
            result.reserveCapacity(keys.count)
            for (index, key) in keys.enumerated() {
                let value = vectors[index].value(at: row, context.strings)
                if case .null = value { continue }
                result.append((key, try PropertyValue.stored(value)))
            }
            return result
        }
    }

    func prepare(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) -> Prepared {
        var prepared = Prepared()
        if let map {
            prepared.maps = try map.evaluate(batch, batch.selection, context)
            return prepared
        }
        for entry in entries {
            prepared.keys.append(context.transaction.internPropertyKey(entry.key))
            prepared.vectors.append(try entry.value.evaluate(batch, batch.selection, context))
        }
        return prepared
    }
}

/// Makes the elements of a `CREATE`, or of a `MERGE` that found nothing: element by element, each for all rows of a batch.
struct ElementCreator {
    private let parts: [Part]

    private enum Part {
        case node(slot: Slot, labels: LabelWriter, properties: PropertyWriter)
        case relationship(slot: Slot, type: LabelWriter, from: Slot, to: Slot, properties: PropertyWriter)
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
            case .relationship(let slot, let type, let from, let to, let properties):
                parts.append(
                    .relationship(
                        slot: slot, type: try LabelWriter([type], compiler), from: from, to: to,
                        properties: try PropertyWriter(properties, compiler)))
            case .path(let slot, let elements): parts.append(.path(slot: slot, PathExpression(elements)))
            }
        }
        self.parts = parts
    }

    func create(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let transaction = context.transaction
        for part in parts {
            switch part {
            case .node(let slot, let labels, let properties):
                let prepared = try properties.prepare(batch, context)
                let fixed = labels.fixedLabels(transaction)
                let out = TypedVector<UInt32>(capacity: batch.rowCount)
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
            case .relationship(let slot, let type, let from, let to, let properties):
                let prepared = try properties.prepare(batch, context)
                let fixed = type.fixedType(transaction)
                let starts = batch[from]
                let ends = batch[to]
                let out = TypedVector<UInt32>(capacity: batch.rowCount)
                try batch.selection.forEach { row throws(EngineError) in
                    guard let start = starts.node(at: row), let end = ends.node(at: row) else {
                        throw .missingEndNode()
                    }
                    guard transaction.state.exists(NodeID(start)), transaction.state.exists(NodeID(end)) else {
                        throw .deletedEntityAccess("an end of the relationship")
                    }
                    let id: RelationshipTypeID
                    if let fixed {
                        id = fixed
                    } else {
                        let names = try type.names(batch, row, context)
                        guard names.count == 1 else { throw .invalidArgument("A relationship has exactly one type") }
                        id = transaction.internRelationshipType(names[0])
                    }
                    out.base[row] = try transaction.createRelationship(
                        type: id, from: NodeID(start), to: NodeID(end),
                        properties: try prepared.properties(row, context)
                    ).rawValue
                }
                batch[slot] = .relationships(out)
            case .path(let slot, let path): batch[slot] = try path.evaluate(batch, batch.selection, context)
            }
        }
    }
}

/// `CREATE`.
final class CreateOperator: Operator {
    private let creator: ElementCreator

    init(_ creator: ElementCreator, _ input: Operator, carried: [Int]) {
        self.creator = creator
        super.init([input], carried: carried)
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let batch = try inputs[0].next(context) else { return nil }
        try creator.create(batch, context)
        return batch
    }
}

/// The items of a `SET`, run on one row after the other: a row sees what those before it wrote.
struct PropertySetter {
    private let items: [Item]

    private enum Item {
        case property(of: VectorExpression, key: String, value: VectorExpression, isStable: Bool)
        case dynamicProperty(of: VectorExpression, key: VectorExpression, value: VectorExpression)
        case properties(of: VectorExpression, value: VectorExpression, isMerging: Bool)
        case labels(of: VectorExpression, LabelWriter)
    }

    init(_ items: [BoundSetItem], _ compiler: ExpressionCompiler) throws(EngineError) {
        var result: [Item] = []
        for item in items {
            switch item {
            case .property(let of, let key, let value):
                result.append(
                    .property(
                        of: try compiler.compile(of), key: key, value: try compiler.compile(value),
                        isStable: !value.readsGraph && !of.readsGraph))
            case .dynamicProperty(let of, let key, let value):
                result.append(
                    .dynamicProperty(
                        of: try compiler.compile(of), key: try compiler.compile(key),
                        value: try compiler.compile(value)))
            case .properties(let of, let value, let isMerging):
                result.append(
                    .properties(
                        of: try compiler.compile(of), value: try compiler.compile(value), isMerging: isMerging))
            case .labels(let of, let labels):
                result.append(.labels(of: try compiler.compile(of), try LabelWriter(labels, compiler)))
            }
        }
        self.items = result
    }

    var isEmpty: Bool { items.isEmpty }

    func apply(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        // A single item whose value does not look at the graph is computed for the batch at once.
        if items.count == 1, case .property(let of, let key, let value, true) = items[0] {
            let elements = try of.evaluate(batch, batch.selection, context)
            let values = try value.evaluate(batch, batch.selection, context)
            try batch.selection.forEach { row throws(EngineError) in
                try ElementWriter.set(
                    key, of: elements.value(at: row, context.strings), to: values.value(at: row, context.strings),
                    context)
            }
            return
        }
        try batch.selection.forEach { row throws(EngineError) in try apply(batch, row, context) }
    }

    private func apply(_ batch: RowBatch, _ row: Int, _ context: ExecutionContext) throws(EngineError) {
        for item in items {
            switch item {
            case .property(let of, let key, let value, _):
                let element = try of.value(batch, row: row, context)
                try ElementWriter.set(key, of: element, to: try value.value(batch, row: row, context), context)
            case .dynamicProperty(let of, let key, let value):
                let element = try of.value(batch, row: row, context)
                let name = try ElementWriter.propertyKey(try key.value(batch, row: row, context))
                try ElementWriter.set(name, of: element, to: try value.value(batch, row: row, context), context)
            case .properties(let of, let value, let isMerging):
                let element = try of.value(batch, row: row, context)
                let source = try value.value(batch, row: row, context)
                try ElementWriter.setAll(of: element, to: source, isMerging: isMerging, context)
            case .labels(let of, let labels):
                let element = try of.value(batch, row: row, context)
                guard let node = try ElementWriter.node(element, context) else { continue }
                for name in try labels.names(batch, row, context) {
                    context.transaction.addLabel(context.transaction.internLabel(name), to: node)
                }
            }
        }
    }
}

/// Writes to one element. A null element is passed over; a deleted one is refused.
enum ElementWriter {
    static func propertyKey(_ value: Value) throws(EngineError) -> String {
        guard case .string(let key) = value else {
            throw .typeMismatch("Expected a STRING as a property key, got \(value.typeName)")
        }
        return key
    }

    static func set(
        _ key: String, of element: Value, to value: Value, _ context: ExecutionContext
    ) throws(EngineError) {
        let transaction = context.transaction
        switch element {
        case .null: return
        case .node(let node):
            guard transaction.state.exists(node) else { throw .deletedEntityAccess("the node") }
            let id = transaction.internPropertyKey(key)
            if case .null = value { return transaction.removeProperty(id, of: node) }
            transaction.setProperty(id, of: node, to: try PropertyValue.stored(value))
        case .relationship(let relationship):
            guard transaction.state.exists(relationship) else { throw .deletedEntityAccess("the relationship") }
            let id = transaction.internPropertyKey(key)
            if case .null = value { return transaction.removeProperty(id, of: relationship) }
            transaction.setProperty(id, of: relationship, to: try PropertyValue.stored(value))
        default:
            throw .typeMismatch("Expected a NODE or RELATIONSHIP to set a property of, got \(element.typeName)")
        }
    }

    static func setAll(
        of element: Value, to source: Value, isMerging: Bool, _ context: ExecutionContext
    ) throws(EngineError) {
        if case .null = element { return }
        let map: MapValue
        switch source {
        case .null: map = .empty
        default: map = try ExpressionCompiler.properties(of: source, context)
        }
        if !isMerging {
            let present: MapValue
            switch element {
            case .node(let node) where context.transaction.state.exists(node):
                present = context.evaluation.graph.properties(of: node)
            case .relationship(let relationship) where context.transaction.state.exists(relationship):
                present = context.evaluation.graph.properties(of: relationship)
            default: present = .empty
            }
            for key in present.keys where map[key] == nil { try set(key, of: element, to: .null, context) }
        }
        for (key, value) in zip(map.keys, map.values) { try set(key, of: element, to: value, context) }
    }

    /// The node to write to; `nil` for null.
    static func node(_ element: Value, _ context: ExecutionContext) throws(EngineError) -> NodeID? {
        switch element {
        case .null: return nil
        case .node(let node):
            guard context.transaction.state.exists(node) else { throw .deletedEntityAccess("the node") }
            return node
        default: throw .typeMismatch("Expected a NODE to change labels of, got \(element.typeName)")
        }
    }
}

/// `SET`.
final class SetOperator: Operator {
    private let setter: PropertySetter

    init(_ setter: PropertySetter, _ input: Operator, carried: [Int]) {
        self.setter = setter
        super.init([input], carried: carried)
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let batch = try inputs[0].next(context) else { return nil }
        try setter.apply(batch, context)
        return batch
    }
}

/// `REMOVE`.
final class RemoveOperator: Operator {
    enum Item {
        case property(of: VectorExpression, key: String)
        case dynamicProperty(of: VectorExpression, key: VectorExpression)
        case labels(of: VectorExpression, LabelWriter)
    }

    private let items: [Item]

    init(_ items: [Item], _ input: Operator, carried: [Int]) {
        self.items = items
        super.init([input], carried: carried)
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let batch = try inputs[0].next(context) else { return nil }
        try batch.selection.forEach { row throws(EngineError) in
            for item in items {
                switch item {
                case .property(let of, let key):
                    try ElementWriter.set(key, of: try of.value(batch, row: row, context), to: .null, context)
                case .dynamicProperty(let of, let key):
                    let name = try ElementWriter.propertyKey(try key.value(batch, row: row, context))
                    try ElementWriter.set(name, of: try of.value(batch, row: row, context), to: .null, context)
                case .labels(let of, let labels):
                    guard let node = try ElementWriter.node(try of.value(batch, row: row, context), context) else {
                        continue
                    }
                    for name in try labels.names(batch, row, context) {
                        guard let label = context.transaction.state.labelID(named: name) else { continue }
                        context.transaction.removeLabel(label, from: node)
                    }
                }
            }
        }
        return batch
    }
}

/// `[DETACH] DELETE`: of all rows before the first goes on, relationships before nodes.
final class DeleteOperator: Operator {
    private let expressions: [VectorExpression]
    private let isDetach: Bool

    init(_ expressions: [VectorExpression], isDetach: Bool, _ input: Operator, carried: [Int]) {
        self.expressions = expressions
        self.isDetach = isDetach
        super.init([input], carried: carried)
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let batch = try inputs[0].next(context) else { return nil }
        var nodes: [NodeID] = []
        for expression in expressions {
            let vector = try expression.evaluate(batch, batch.selection, context)
            try batch.selection.forEach { row throws(EngineError) in
                switch vector.value(at: row, context.strings) {
                case .null: return
                case .node(let node): nodes.append(node)
                case .relationship(let relationship): delete(relationship, context)
                case .path(let path):
                    for relationship in path.relationships { delete(relationship, context) }
                    nodes += path.nodes
                case let other:
                    throw .typeMismatch(
                        "Expected a NODE, RELATIONSHIP or PATH to delete, got \(other.typeName)")
                }
            }
        }
        for node in nodes where context.transaction.state.exists(node) {
            if isDetach { context.transaction.detachDeleteNode(node) } else { context.transaction.deleteNode(node) }
        }
        return batch
    }

    private func delete(_ relationship: RelationshipID, _ context: ExecutionContext) {
        if context.transaction.state.exists(relationship) { context.transaction.deleteRelationship(relationship) }
    }
}

/// `MERGE`: for each row the matches of the pattern, or else what it creates. A row sees what those before it made.
final class MergeOperator: Operator {
    private let creator: ElementCreator
    private let onCreate: PropertySetter
    private let onMatch: PropertySetter
    private let checks: [MergeCheck]
    private let newSlots: [Int]
    private var packer: BatchPacker
    private var isDone = false

    /// A property of the pattern, which must be neither null nor NaN.
    struct MergeCheck {
        var key: String
        var value: VectorExpression
    }

    /// - Parameter newSlots: slots that the pattern gives a value.
    init(
        _ creator: ElementCreator, onCreate: PropertySetter, onMatch: PropertySetter, checks: [MergeCheck],
        newSlots: [Int], _ input: Operator, _ match: Operator, carried: [Int], kept: [Int]
    ) {
        self.creator = creator
        self.onCreate = onCreate
        self.onMatch = onMatch
        self.checks = checks
        self.newSlots = newSlots
        packer = BatchPacker(keeping: kept)
        super.init([input, match], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try inputs[0].open(arguments, context)
        packer.removeAll(context)
        isDone = false
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while !packer.isFull, !isDone {
            guard let batch = try inputs[0].next(context) else {
                isDone = true
                break
            }
            let slots = Array(batch.columns.indices)
            try batch.selection.forEach { row throws(EngineError) in
                try merge(batch.row(row, keeping: slots, context.strings), context)
            }
        }
        return packer.isEmpty ? nil : packer.take(context)
    }

    private func merge(_ row: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        for check in checks {
            let value = try check.value.value(row, row: 0, context)
            guard value.isEqualToItself else { throw .mergeOnNull(check.key, value) }
        }
        try inputs[1].open(row, context)
        var found: [RowBatch] = []
        while let batch = try inputs[1].next(context) { found.append(batch) }
        inputs[1].close(context)
        guard !found.isEmpty else {
            try creator.create(row, context)
            try onCreate.apply(row, context)
            return try packer.append(row, context)
        }
        for batch in found {
            for slot in row.columns.indices where !newSlots.contains(slot) { batch.columns[slot] = row.columns[slot] }
            if !onMatch.isEmpty { try onMatch.apply(batch, context) }
            try packer.append(batch, context)
        }
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        packer.removeAll(context)
    }
}

/// `FOREACH`: the inner clauses on each element of a list.
final class ForeachOperator: Operator {
    private let element: Slot
    private let list: VectorExpression

    init(element: Slot, list: VectorExpression, _ input: Operator, _ body: Operator, carried: [Int]) {
        self.element = element
        self.list = list
        super.init([input, body], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try inputs[0].open(arguments, context)
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let batch = try inputs[0].next(context) else { return nil }
        let slots = Array(batch.columns.indices)
        let lists = try list.evaluate(batch, batch.selection, context)
        try batch.selection.forEach { row throws(EngineError) in
            let value = lists.value(at: row, context.strings)
            guard let elements = try ElementBatches.elements(value, of: "FOREACH") else { return }
            for item in elements {
                let arguments = batch.row(row, keeping: slots, context.strings)
                arguments[element] = .constant(item)
                try inputs[1].open(arguments, context)
                while try inputs[1].next(context) != nil {}
                inputs[1].close(context)
            }
        }
        return batch
    }
}
