/// The kinds of notifications, a row each: what all of a kind have in common.
///
/// A description names the instance, and a finder that knows the exact remedy gives it; both are made in
/// `NotificationFinder`. Two kinds never come up, because what they warn of is an error here: `MERGE` that reads what it
/// merges, and one relationship variable twice in a match.
///
/// - Source: codes and statuses as Neo4j documents them. Five kinds are this engine's own, with statuses `03NR…`.
enum NotificationKind: String, CaseIterable, Sendable {
    case cartesianProduct, unboundedVariableLengthPattern, allNodesScan, labelDisjunctionScan, missingIndex
    case eagerAggregation, estimationMiss, unknownLabel, unknownRelationshipType, unknownPropertyKey
    case deprecatedFunction, deprecatedProcedure, callSubqueryWithoutScope, mergeSelfReference
    case ambiguousSubclauseReference, complexSubclauseReference, createSelfReference, unionColumnOrder
    case subqueryVariableShadowing, dynamicProperty, unsatisfiableRelationshipTypeExpression
    case repeatedRelationshipVariable, searchIdentifierShadowingVariable, exhaustiveShortestPath
    case indexOrConstraintAlreadyExists, indexOrConstraintDoesNotExist, vectorIndexDimensionsNotSpecified
    case hintedIndexNotFound, joinHintUnfulfillable, redundantOptionalProcedure, redundantOptionalSubquery

    struct Row {
        /// Behind `Neo.ClientNotification.`.
        let code: String
        let gqlStatus: String
        let isWarning: Bool
        let category: String
        let title: String

        static func warning(_ code: String, _ gqlStatus: String, _ category: String, _ title: String) -> Row {
            Row(code: code, gqlStatus: gqlStatus, isWarning: true, category: category, title: title)
        }

        static func information(_ code: String, _ gqlStatus: String, _ category: String, _ title: String) -> Row {
            Row(code: code, gqlStatus: gqlStatus, isWarning: false, category: category, title: title)
        }

        static func deprecation(_ gqlStatus: String, _ title: String) -> Row {
            warning("Statement.FeatureDeprecationWarning", gqlStatus, "DEPRECATION", title)
        }

        static func performance(_ name: String, _ gqlStatus: String, _ title: String) -> Row {
            information("Statement.\(name)", gqlStatus, "PERFORMANCE", title)
        }
    }

    var row: Row {
        switch self {
        case .cartesianProduct:
            .performance("CartesianProduct", "03N90", "Disconnected patterns multiply their rows")
        case .unboundedVariableLengthPattern:
            .performance("UnboundedVariableLengthPattern", "03N91", "A pattern of any length has no upper bound")
        case .allNodesScan: .performance("AllNodesScan", "03NR1", "Every node is read, though an index exists")
        case .labelDisjunctionScan:
            .performance("LabelDisjunctionScan", "03NR2", "All nodes of several labels are read")
        case .missingIndex: .performance("MissingIndex", "03NR3", "No index serves this search")
        case .eagerAggregation: .performance("EagerAggregation", "03NR4", "An aggregate keeps all of its rows")
        case .estimationMiss: .performance("EstimationMiss", "03NR5", "The estimate is far from what happened")
        case .unknownLabel:
            .warning("Statement.UnknownLabelWarning", "01N50", "UNRECOGNIZED", "The store has no such label")
        case .unknownRelationshipType:
            .warning(
                "Statement.UnknownRelationshipTypeWarning", "01N51", "UNRECOGNIZED",
                "The store has no such relationship type")
        case .unknownPropertyKey:
            .warning(
                "Statement.UnknownPropertyKeyWarning", "01N52", "UNRECOGNIZED", "The store has no such property key")
        case .deprecatedFunction: .deprecation("01N02", "A deprecated function is called")
        case .deprecatedProcedure: .deprecation("01N02", "A deprecated procedure is called")
        case .callSubqueryWithoutScope:
            .deprecation("01N00", "A subquery imports its variables in a deprecated way")
        case .mergeSelfReference: .deprecation("01N00", "MERGE reads what it merges")
        case .ambiguousSubclauseReference:
            .deprecation("01N00", "A name behind the projection could mean two things")
        case .complexSubclauseReference: .deprecation("01N00", "ORDER BY repeats an expression instead of its name")
        case .createSelfReference: .deprecation("01N00", "CREATE reads what it creates")
        case .unionColumnOrder: .deprecation("01N00", "UNION joins columns in different orders")
        case .subqueryVariableShadowing:
            .information(
                "Statement.SubqueryVariableShadowing", "03N60", "HINT", "A subquery's variable hides one of outside")
        case .dynamicProperty:
            .performance("DynamicProperty", "03N95", "A computed property key rules an index out")
        case .unsatisfiableRelationshipTypeExpression:
            .warning(
                "Statement.UnsatisfiableRelationshipTypeExpression", "01N61", "HINT",
                "No relationship can have this type")
        case .repeatedRelationshipVariable:
            .warning(
                "Statement.RepeatedRelationshipReference", "01N63", "HINT", "A relationship stands twice in a pattern")
        case .searchIdentifierShadowingVariable:
            .information(
                "Statement.IdentifierShadowingVariable", "03N63", "HINT", "An index has the name of a variable")
        case .exhaustiveShortestPath:
            .performance("ExhaustiveShortestPath", "03N92", "A shortest path has to be searched exhaustively")
        case .indexOrConstraintAlreadyExists:
            .information(
                "Schema.IndexOrConstraintAlreadyExists", "00NA0", "SCHEMA", "The index or constraint exists already")
        case .indexOrConstraintDoesNotExist:
            .information(
                "Schema.IndexOrConstraintDoesNotExist", "00NA1", "SCHEMA", "There is no such index or constraint")
        case .vectorIndexDimensionsNotSpecified:
            .information(
                "Schema.VectorIndexDimensionsNotSpecified", "00NA2", "SCHEMA", "A vector index has no dimensions")
        case .hintedIndexNotFound:
            .warning("Schema.HintedIndexNotFound", "01N31", "HINT", "A hint names an index that does not exist")
        case .joinHintUnfulfillable:
            .warning("Statement.JoinHintUnfulfillableWarning", "01N30", "HINT", "A join hint cannot be followed")
        case .redundantOptionalProcedure:
            .information(
                "Statement.RedundantOptionalProcedure", "03N61", "HINT",
                "OPTIONAL does nothing for a procedure without results")
        case .redundantOptionalSubquery:
            .information(
                "Statement.RedundantOptionalSubquery", "03N62", "HINT",
                "OPTIONAL does nothing for a subquery without results")
        }
    }
}
