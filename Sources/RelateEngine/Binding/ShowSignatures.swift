import CypherSyntax

// SHOW commands as procedures: their names, arguments and columns.

extension StatementBinder {
    func showCommand(
        _ clause: ShowClause
    ) throws(EngineError) -> (signature: ProcedureSignature, arguments: [BoundExpression]) {
        switch clause.subject {
        case .indexes(let kind): return (ShowSignatures.indexes, kind.map { [Self.text($0.rawValue)] } ?? [])
        case .constraints(let filter): return (ShowSignatures.constraints, filter.map(Self.constraintFilter) ?? [])
        case .functions(let scope, let executable):
            try refuse(executable, at: clause.span)
            let word =
                switch scope {
                case .all: "ALL"
                case .builtIn: "BUILT IN"
                case .userDefined: "USER DEFINED"
                }
            return (ShowSignatures.functions, [Self.text(word)])
        case .procedures(let executable):
            try refuse(executable, at: clause.span)
            return (ShowSignatures.procedures, [])
        case .settings(let names): return (ShowSignatures.settings, try values(names))
        case .transactions(let names): return (ShowSignatures.transactions, try values(names))
        case .databases(let selection): return (ShowSignatures.databases, databaseSelection(selection))
        case .graphType(let isAsGraph):
            return (isAsGraph ? ShowSignatures.graphTypeGraph : ShowSignatures.graphType, [])
        case .other(let words): throw .unsupportedAdministration("SHOW \(words)", at: clause.span)
        }
    }

    /// - Throws: for a `WHERE` without `YIELD`, which Neo4j refuses too: what was terminated cannot be taken back by it.
    func terminateCommand(
        _ clause: TerminateClause
    ) throws(EngineError) -> (signature: ProcedureSignature, arguments: [BoundExpression]) {
        if let predicate = clause.predicate {
            throw .invalidClauseComposition(
                "TERMINATE TRANSACTIONS takes a WHERE only behind YIELD", gqlStatus: "42N84", at: predicate.span)
        }
        return (ShowSignatures.termination, try values(clause.transactions))
    }

    private func refuse(_ executable: ShowSubject.Executable?, at span: SourceSpan) throws(EngineError) {
        if case .by = executable { throw .unsupportedFeature("EXECUTABLE BY a user", at: span) }
    }

    private func values(_ expressions: [Expression]) throws(EngineError) -> [BoundExpression] {
        var bound: [BoundExpression] = []
        for expression in expressions { bound.append(try value(expression)) }
        return bound
    }

    private func databaseSelection(_ selection: ShowSubject.DatabaseSelection) -> [BoundExpression] {
        switch selection {
        case .all: []
        case .default: [Self.text("DEFAULT")]
        case .home: [Self.text("HOME")]
        case .named(let name): [Self.text("NAMED"), nameOrParameter(name)]
        }
    }

    private static func constraintFilter(_ filter: ShowSubject.ConstraintFilter) -> [BoundExpression] {
        let (kind, entity): (String, EntityKind?) =
            switch filter {
            case .unique(let entity): ("UNIQUENESS", entity)
            case .key(let entity): ("KEY", entity)
            case .existence(let entity): ("EXISTENCE", entity)
            case .propertyType(let entity): ("PROPERTY_TYPE", entity)
            }
        return [text(kind)] + (entity.map { [text($0 == .node ? "NODE" : "RELATIONSHIP")] } ?? [])
    }

    private static func text(_ string: String) -> BoundExpression { .literal(.string(string)) }
}

/// What the `SHOW` commands yield.
///
/// - Source: Cypher manual, pages on listing indexes, constraints, functions, procedures, settings, transactions.
enum ShowSignatures {
    private static let texts = StaticType.list(.string)

    static let indexes = signature(
        "SHOW INDEXES",
        [
            ("id", .integer), ("name", .string), ("state", .string), ("populationPercent", .float), ("type", .string),
            ("entityType", .string), ("labelsOrTypes", texts), ("properties", texts), ("indexProvider", .string),
            ("owningConstraint", .string), ("lastRead", .zonedDateTime), ("readCount", .integer),
        ],
        further: [
            ("trackedSince", .zonedDateTime), ("options", .map), ("failureMessage", .string),
            ("createStatement", .string),
        ])

    static let constraints = signature(
        "SHOW CONSTRAINTS",
        [
            ("id", .integer), ("name", .string), ("type", .string), ("entityType", .string), ("labelsOrTypes", texts),
            ("properties", texts), ("enforcedLabel", .string), ("ownedIndex", .string), ("propertyType", .string),
        ],
        further: [("classification", .string), ("options", .map), ("createStatement", .string)])

    static let graphType = signature("SHOW CURRENT GRAPH TYPE", [("specification", .string)], further: [])

    static let graphTypeGraph = signature(
        "SHOW CURRENT GRAPH TYPE AS GRAPH", [("nodes", .list(.map)), ("relationships", .list(.map))], further: [])

    static let functions = signature(
        "SHOW FUNCTIONS", [("name", .string), ("category", .string), ("description", .string)],
        further: [
            ("signature", .string), ("isBuiltIn", .boolean), ("argumentDescription", .list(.map)),
            ("returnDescription", .string), ("aggregating", .boolean), ("rolesExecution", texts),
            ("rolesBoostedExecution", texts), ("isDeprecated", .boolean), ("deprecatedBy", .string),
        ])

    static let procedures = signature(
        "SHOW PROCEDURES",
        [("name", .string), ("description", .string), ("mode", .string), ("worksOnSystem", .boolean)],
        further: [
            ("signature", .string), ("argumentDescription", .list(.map)), ("returnDescription", .list(.map)),
            ("admin", .boolean), ("rolesExecution", texts), ("rolesBoostedExecution", texts),
            ("isDeprecated", .boolean),
            ("deprecatedBy", .string), ("option", .map),
        ])

    static let settings = signature(
        "SHOW SETTINGS",
        [
            ("name", .string), ("value", .string), ("isDynamic", .boolean), ("defaultValue", .string),
            ("description", .string),
        ],
        further: [
            ("startupValue", .string), ("isExplicitlySet", .boolean), ("validValues", .string),
            ("isDeprecated", .boolean),
        ])

    static let transactions = signature(
        "SHOW TRANSACTIONS",
        [
            ("database", .string), ("transactionId", .string), ("currentQueryId", .string), ("connectionId", .string),
            ("clientAddress", .string), ("username", .string), ("currentQuery", .string), ("startTime", .zonedDateTime),
            ("status", .string), ("elapsedTime", .duration),
        ],
        further: [
            ("outerTransactionId", .string), ("metaData", .map), ("parameters", .map), ("planner", .string),
            ("runtime", .string), ("indexes", .list(.map)), ("currentQueryStartTime", .zonedDateTime),
            ("currentQueryStatus", .string), ("protocol", .string), ("requestUri", .string),
            ("statusDetails", .string), ("resourceInformation", .map), ("activeLockCount", .integer),
            ("currentQueryActiveLockCount", .integer), ("cpuTime", .duration), ("waitTime", .duration),
            ("idleTime", .duration), ("currentQueryElapsedTime", .duration), ("currentQueryCpuTime", .duration),
            ("currentQueryWaitTime", .duration), ("currentQueryIdleTime", .duration),
            ("currentQueryAllocatedBytes", .integer), ("allocatedDirectBytes", .integer),
            ("estimatedUsedHeapMemory", .integer), ("pageHits", .integer), ("pageFaults", .integer),
            ("currentQueryPageHits", .integer), ("currentQueryPageFaults", .integer),
            ("initializationStackTrace", .string),
        ])

    static let termination = signature(
        "TERMINATE TRANSACTIONS", [("transactionId", .string), ("username", .string), ("message", .string)],
        further: [])

    static let databases = signature(
        "SHOW DATABASES",
        [
            ("name", .string), ("type", .string), ("aliases", texts), ("access", .string), ("address", .string),
            ("role", .string), ("writer", .boolean), ("requestedStatus", .string), ("currentStatus", .string),
            ("statusMessage", .string), ("default", .boolean), ("home", .boolean), ("constituents", texts),
        ],
        further: [
            ("databaseID", .string), ("serverID", .string), ("currentPrimariesCount", .integer),
            ("currentSecondariesCount", .integer), ("requestedPrimariesCount", .integer),
            ("requestedSecondariesCount", .integer), ("creationTime", .zonedDateTime),
            ("lastStartTime", .zonedDateTime), ("lastStopTime", .zonedDateTime), ("store", .string),
            ("lastCommittedTxn", .integer), ("replicationLag", .integer), ("defaultLanguage", .string),
            ("options", .map),
        ])

    private static func signature(
        _ name: String, _ columns: [(String, StaticType)], further: [(String, StaticType)]
    ) -> ProcedureSignature {
        ProcedureSignature(
            name: name,
            columns: columns.map { ProcedureSignature.Column($0.0, $0.1) }
                + further.map { ProcedureSignature.Column($0.0, $0.1, isDefault: false) })
    }
}
