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
