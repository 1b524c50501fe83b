import CypherSyntax

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

    var isReusable: Bool {
        items.allSatisfy { item in
            switch item {
            case .property(let of, _, let value, _): of.isReusable && value.isReusable
            case .dynamicProperty(let of, let key, let value): of.isReusable && key.isReusable && value.isReusable
            case .properties(let of, let value, _): of.isReusable && value.isReusable
            case .labels(let of, let labels): of.isReusable && labels.isReusable
            }
        }
    }

    func apply(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        // A single item whose value does not look at the graph is computed for the batch at once.
        if items.count == 1, case .property(let of, let key, let value, true) = items[0] {
            let elements = try of.evaluate(batch, batch.selection, context)
            let values = try value.evaluate(batch, batch.selection, context)
            try batch.selection.forEach { row throws(EngineError) in
                try ElementWriter.set(
                    key, of: elements.value(at: row, context.strings), to: values.value(at: row, context.strings),
                    context, WritePlaces(of, value))
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
                try ElementWriter.set(
                    key, of: element, to: try value.value(batch, row: row, context), context, WritePlaces(of, value))
            case .dynamicProperty(let of, let key, let value):
                let element = try of.value(batch, row: row, context)
                let name = try ElementWriter.propertyKey(key, batch, row, context)
                try ElementWriter.set(
                    name, of: element, to: try value.value(batch, row: row, context), context, WritePlaces(of, value))
            case .properties(let of, let value, let isMerging):
                let element = try of.value(batch, row: row, context)
                let source = try value.value(batch, row: row, context)
                try ElementWriter.setAll(
                    of: element, to: source, isMerging: isMerging, context, WritePlaces(of, value))
            case .labels(let of, let labels):
                let element = try of.value(batch, row: row, context)
                guard let node = try ElementWriter.node(element, context, at: of.span) else { continue }
                for name in try labels.names(batch, row, context) {
                    context.transaction.addLabel(context.transaction.internLabel(name), to: node)
                }
            }
        }
    }
}

/// Where the element that is written to, and the value, stand in the text.
struct WritePlaces {
    let element: SourceSpan?
    let value: SourceSpan?

    init(_ element: VectorExpression, _ value: VectorExpression) {
        self.element = element.span
        self.value = value.span
    }
}

/// Writes to one element. A null element is passed over; a deleted one is refused.
enum ElementWriter {
    static func propertyKey(
        _ key: VectorExpression, _ batch: RowBatch, _ row: Int, _ context: ExecutionContext
    ) throws(EngineError) -> String {
        switch try key.value(batch, row: row, context) {
        case .string(let text): return text
        case let other:
            throw .typeMismatch("Expected a STRING as a property key, got \(other.typeName)", at: key.span)
        }
    }

    static func set(
        _ key: String, of element: Value, to value: Value, _ context: ExecutionContext, _ places: WritePlaces
    ) throws(EngineError) {
        let transaction = context.transaction
        if key.utf8.isEmpty { throw .emptyPropertyKey(at: places.value) }
        switch element {
        case .null: return
        case .node(let node):
            guard transaction.state.exists(node) else {
                throw EngineError.deletedEntityAccess("the node").at(places.element)
            }
            let id = transaction.internPropertyKey(key)
            if case .null = value { return transaction.removeProperty(id, of: node) }
            transaction.setProperty(id, of: node, to: try PropertyValue.stored(value, at: places.value))
        case .relationship(let relationship):
            guard transaction.state.exists(relationship) else {
                throw EngineError.deletedEntityAccess("the relationship").at(places.element)
            }
            let id = transaction.internPropertyKey(key)
            if case .null = value { return transaction.removeProperty(id, of: relationship) }
            transaction.setProperty(id, of: relationship, to: try PropertyValue.stored(value, at: places.value))
        default:
            throw .typeMismatch(
                "Expected a NODE or RELATIONSHIP to set a property of, got \(element.typeName)", at: places.element)
        }
    }

    static func setAll(
        of element: Value, to source: Value, isMerging: Bool, _ context: ExecutionContext, _ places: WritePlaces
    ) throws(EngineError) {
        if case .null = element { return }
        let map: MapValue
        switch source {
        case .null: map = .empty
        default: map = try ExpressionCompiler.properties(of: source, context, at: places.value)
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
            for key in present.keys where map[key] == nil { try set(key, of: element, to: .null, context, places) }
        }
        for (key, value) in zip(map.keys, map.values) { try set(key, of: element, to: value, context, places) }
    }

    /// The node to write to; `nil` for null.
    static func node(
        _ element: Value, _ context: ExecutionContext, at span: SourceSpan?
    ) throws(EngineError) -> NodeID? {
        switch element {
        case .null: return nil
        case .node(let node):
            guard context.transaction.state.exists(node) else {
                throw EngineError.deletedEntityAccess("the node").at(span)
            }
            return node
        default: throw .typeMismatch("Expected a NODE to change labels of, got \(element.typeName)", at: span)
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

    override var isReusable: Bool { setter.isReusable }

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

        var isReusable: Bool {
            switch self {
            case .property(let of, _): of.isReusable
            case .dynamicProperty(let of, let key): of.isReusable && key.isReusable
            case .labels(let of, let labels): of.isReusable && labels.isReusable
            }
        }
    }

    private let items: [Item]

    override var isReusable: Bool { items.allSatisfy(\.isReusable) }

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
                    try ElementWriter.set(
                        key, of: try of.value(batch, row: row, context), to: .null, context, WritePlaces(of, of))
                case .dynamicProperty(let of, let key):
                    let name = try ElementWriter.propertyKey(key, batch, row, context)
                    try ElementWriter.set(
                        name, of: try of.value(batch, row: row, context), to: .null, context, WritePlaces(of, of))
                case .labels(let of, let labels):
                    let element = try of.value(batch, row: row, context)
                    guard let node = try ElementWriter.node(element, context, at: of.span) else { continue }
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
