import CypherSyntax

// Why a change of the schema was refused.
// - Source: status codes as Neo4j documents them.

extension EngineError.Status {
    fileprivate static func schema(_ code: String, _ gqlStatus: String) -> EngineError.Status {
        EngineError.Status("ClientError.Schema.\(code)", gqlStatus)
    }
}

extension EngineError {
    private static func schema(_ code: String, _ gqlStatus: String, _ kind: String, _ detail: String) -> EngineError {
        EngineError(.schema(code, gqlStatus), stage: .runtime, "runtime error: \(kind): \(detail)")
    }

    // MARK: Names and definitions

    static func equivalentIndexExists(_ index: IndexDefinition) -> EngineError {
        schema(
            "EquivalentSchemaRuleAlreadyExists", "22N70", "IndexAlreadyExists",
            "The index `\(index.name)` on \(index.targetText) is there already")
    }

    static func indexExists(_ index: IndexDefinition) -> EngineError {
        schema(
            "IndexAlreadyExists", "22N70", "IndexAlreadyExists",
            "There is a \(index.kind.rawValue) index on \(index.targetText) already: `\(index.name)`")
    }

    static func indexNameTaken(_ name: String) -> EngineError {
        schema(
            "IndexWithNameAlreadyExists", "22N71", "IndexWithNameAlreadyExists",
            "There is an index called `\(name)` already; choose another name or drop it")
    }

    static func constraintNameTaken(_ name: String) -> EngineError {
        schema(
            "ConstraintWithNameAlreadyExists", "22N67", "ConstraintWithNameAlreadyExists",
            "There is a constraint called `\(name)` already; choose another name or drop it")
    }

    static func indexedByConstraint(_ index: IndexDefinition, _ constraint: String) -> EngineError {
        schema(
            "ConstraintAlreadyExists", "22N74", "ConstraintAlreadyExists",
            "The constraint `\(constraint)` has an index on \(index.targetText) already")
    }

    static func repeatedSchemaProperty(_ property: String) -> EngineError {
        EngineError(
            .semanticError.with(gqlStatus: "22N75"), stage: .runtime,
            "runtime error: RepeatedProperty: The property `\(property)` is named twice")
    }

    static func indexNotFound(_ name: String) -> EngineError {
        schema(
            "IndexNotFound", "22N69", "IndexNotFound",
            "There is no index called `\(name)`; SHOW INDEXES lists all")
    }

    static func indexBelongsToConstraint(_ index: String, _ constraint: String) -> EngineError {
        schema(
            "ForbiddenOnConstraintIndex", "22NBC", "ForbiddenOnConstraintIndex",
            "The index `\(index)` belongs to the constraint `\(constraint)`; drop the constraint")
    }

    // MARK: Constraints

    static func constraintExists(_ constraint: ConstraintDefinition, isSameName: Bool) -> EngineError {
        schema(
            isSameName ? "EquivalentSchemaRuleAlreadyExists" : "ConstraintAlreadyExists", "22N65",
            "ConstraintAlreadyExists",
            "The constraint `\(constraint.name)` asks the same of \(constraint.targetText) already")
    }

    static func constraintConflict(with other: ConstraintDefinition) -> EngineError {
        schema(
            "ConstraintAlreadyExists", "22N66", "ConstraintAlreadyExists",
            "The constraint `\(other.name)` of type \(other.typeName) on \(other.targetText) is in the way; drop it first"
        )
    }

    static func indexInTheWay(_ index: IndexDefinition) -> EngineError {
        schema(
            "IndexAlreadyExists", "22N73", "IndexAlreadyExists",
            "The index `\(index.name)` on \(index.targetText) is in the way of the constraint's own; drop it first")
    }

    static func propertyTypeNotStorable(_ type: StaticType) -> EngineError {
        EngineError(
            .semanticError.with(gqlStatus: "22N90"), stage: .runtime,
            "runtime error: InvalidPropertyType: No property is of type \(type.text); a constraint takes BOOLEAN, STRING, "
                + "INTEGER, FLOAT, temporal types, DURATION, POINT, a LIST of one of these with NOT NULL elements, a VECTOR, "
                + "and unions of them")
    }

    static func vectorTypeIncomplete(_ type: StaticType) -> EngineError {
        EngineError(
            .semanticError.with(gqlStatus: "22NBA"), stage: .runtime,
            "runtime error: InvalidPropertyType: \(type.text) lacks its coordinate type or its dimension: "
                + "VECTOR<FLOAT32>(128)")
    }

    static func constraintNotFound(_ name: String) -> EngineError {
        EngineError(
            Status("DatabaseError.Schema.ConstraintDropFailed", "50N12"), stage: .runtime,
            "runtime error: ConstraintNotFound: There is no constraint called `\(name)`; SHOW CONSTRAINTS lists all")
    }

    static func invalidSchemaName(_ value: Value) -> EngineError {
        EngineError(
            .typeError, stage: .runtime,
            "runtime error: InvalidArgumentType: The name of an index or constraint is a STRING that is not empty, got "
                + (value.typeName == "STRING" ? "an empty one" : value.typeName))
    }

    static func invalidSchemaOptions(_ detail: String) -> EngineError {
        EngineError(.argumentError, stage: .runtime, "runtime error: InvalidOptions: \(detail)")
    }

    /// One transaction changes either the schema or data.
    static func schemaAndDataInOneTransaction(isSchema: Bool) -> EngineError {
        let (now, before) = isSchema ? ("change the schema", "data") : ("change data", "the schema")
        return EngineError(
            Status("ClientError.Transaction.ForbiddenDueToTransactionType", "25G02"), stage: .runtime,
            "runtime error: ForbiddenDueToTransactionType: A transaction that has changed \(before) cannot \(now); commit "
                + "it first")
    }
}

extension IndexDefinition {
    /// What it is on, for messages: `(:L {p, q})`, `()-[:T {p}]-()`, or of a lookup index `labels of nodes`.
    var targetText: String {
        guard kind != .lookup else { return entity == .node ? "labels of nodes" : "types of relationships" }
        return SchemaText.target(entity, labelsOrTypes, properties)
    }
}
