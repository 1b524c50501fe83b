import CypherSyntax

/// The rows of `SHOW INDEXES` and `SHOW CONSTRAINTS`, in the order of the schema's definitions.
enum ShowSchema {
    /// - Parameter kind: a kind's word, or none for all.
    static func indexes(_ arguments: [Value], _ context: ExecutionContext) throws(EngineError) -> [[Value]] {
        let state = context.transaction.state
        var kind: IndexKind?
        if case .string(let word)? = arguments.first { kind = IndexKind(rawValue: word) }
        var rows: [[Value]] = []
        for index in state.schema.indexes where kind == nil || index.kind == kind {
            // Token look-ups read the graph itself, and nobody counts them.
            let usage = state.liveIndex(id: index.id)?.shape.usage
            let lastRead = try usage?.lastRead.map { (instant) throws(EngineError) in
                try TemporalClock.value(of: instant, context.evaluation)
            }
            let trackedSince = try usage.map { (usage) throws(EngineError) in
                try TemporalClock.value(of: usage.trackedSince, context.evaluation)
            }
            rows.append([
                .int(Int64(index.id)), .string(index.name), .string("ONLINE"), .float(100),
                .string(index.kind.rawValue), .string(index.entity.word), texts(index.labelsOrTypes),
                texts(index.properties + index.additionalProperties), .string(index.provider),
                index.owningConstraint.map { .string($0) } ?? .null,
                lastRead ?? .null, usage.map { .int($0.readCount) } ?? .null, trackedSince ?? .null,
                .map(MapValue([(key: "indexConfig", value: .map(index.configuration))])), .string(""),
                .string(SchemaText.createStatement(index)),
            ])
        }
        return rows
    }

    private static let noSettings = MapValue([(key: "indexConfig", value: .map(.empty))])

    /// Null where there is none: a lookup index has no labels and properties.
    private static func texts(_ names: [String]) -> Value {
        names.isEmpty ? .null : .list(names.map { .string($0) })
    }

    /// - Parameter arguments: a kind's word and an entity's, or the kind's alone, or none for all.
    static func constraints(_ arguments: [Value], _ schema: SchemaCatalog) -> [[Value]] {
        func word(_ place: Int) -> String? {
            guard place < arguments.count, case .string(let word) = arguments[place] else { return nil }
            return word
        }
        let shown = schema.constraints.filter { constraint in
            (word(0).map { constraint.kind.family == $0 } ?? true)
                && (word(1).map { constraint.entity.word == $0 } ?? true)
        }
        return shown.map { constraint in
            var propertyType = Value.null
            var enforcedLabel = Value.null
            switch constraint.kind {
            case .propertyType(let type): propertyType = .string(type.text)
            case .label(let label), .sourceLabel(let label), .targetLabel(let label): enforcedLabel = .string(label)
            case .unique, .key, .exists: break
            }
            return [
                .int(Int64(constraint.id)), .string(constraint.name), .string(constraint.typeName),
                .string(constraint.entity.word), texts([constraint.labelOrType]), texts(constraint.properties),
                enforcedLabel, constraint.ownedIndex.map { .string($0) } ?? .null, propertyType,
                .string(constraint.classification), constraint.isIndexed ? .map(noSettings) : .null,
                constraint.isOfEnd ? .null : .string(SchemaText.createStatement(constraint)),
            ]
        }
    }
}

extension ConstraintDefinition.Kind {
    /// The word by which `SHOW … CONSTRAINTS` filters.
    fileprivate var family: String {
        switch self {
        case .unique: "UNIQUENESS"
        case .key: "KEY"
        case .exists: "EXISTENCE"
        case .propertyType: "PROPERTY_TYPE"
        case .label: "LABEL_EXISTENCE"
        case .sourceLabel, .targetLabel: "END_LABEL"
        }
    }
}

extension ConstraintDefinition {
    /// What the graph type makes of it: part of one of its elements, part of it by itself, or neither.
    fileprivate var classification: String {
        if isDependent { return "dependent" }
        return isIndexed ? "independent" : "undesignated"
    }

    /// No `CREATE CONSTRAINT` makes it.
    fileprivate var isOfEnd: Bool {
        switch kind {
        case .sourceLabel, .targetLabel: true
        case .unique, .key, .exists, .propertyType, .label: false
        }
    }

    /// As `SHOW CONSTRAINTS` calls the type.
    package var typeName: String {
        let entity = entity.word
        return switch kind {
        case .unique: "\(entity)_PROPERTY_UNIQUENESS"
        case .key: "\(entity)_KEY"
        case .exists: "\(entity)_PROPERTY_EXISTENCE"
        case .propertyType: "\(entity)_PROPERTY_TYPE"
        case .label: "\(entity)_LABEL_EXISTENCE"
        case .sourceLabel: "RELATIONSHIP_SOURCE_LABEL"
        case .targetLabel: "RELATIONSHIP_TARGET_LABEL"
        }
    }
}
