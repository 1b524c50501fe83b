import CypherSyntax

// What the binder refuses. `syntax error` names what the TCK calls a SyntaxError, `semantic error` the rest.

extension EngineError {
    /// What the lexer or the parser refused.
    package init(_ error: SyntaxError) {
        self = .syntax(
            error.kind.rawValue, error.detail, gqlStatus: error.gqlStatus, at: error.span, suggestion: error.suggestion)
    }

    /// A refusal whose code is SyntaxError: `syntax error: <kind>: <detail>`.
    static func syntax(
        _ kind: String, _ detail: String, gqlStatus: String = "42N06", at span: SourceSpan?, suggestion: String? = nil
    ) -> EngineError {
        EngineError(
            .syntaxError.with(gqlStatus: gqlStatus), stage: .compile, at: span, suggestion: suggestion,
            "syntax error: \(kind): \(detail)")
    }

    // MARK: Variables

    static func undefinedVariable(_ name: String, nearest: String?, at span: SourceSpan?) -> EngineError {
        let suggestion = nearest.map { ". Did you mean `\($0)`?" } ?? ""
        return syntax(
            "UndefinedVariable", "Variable `\(name)` not defined\(suggestion)", gqlStatus: "42N62", at: span,
            suggestion: nearest.map { StatementPrinter.name($0) })
    }

    /// A name that is there and cannot be read at this place.
    static func hiddenVariable(_ name: String, _ reason: HiddenNames.Reason, at span: SourceSpan?) -> EngineError {
        let (why, gqlStatus) =
            switch reason {
            case .projection:
                (
                    "behind DISTINCT or an aggregation, where ORDER BY and WHERE read the columns alone; project it as well",
                    "42N44"
                )
            case .repetition:
                ("within a repetition of the same graph pattern; move the condition to the WHERE of MATCH", "42I21")
            case .merge: ("in the pattern of the MERGE that finds or creates it; use ON CREATE SET", "42I58")
            case .grouping: ("in GROUP BY, whose keys are made before the column of that name", "42I80")
            }
        return syntax(
            "UndefinedVariable", "Variable `\(name)` cannot be read \(why)", gqlStatus: gqlStatus, at: span)
    }

    /// A pattern that is a predicate names a variable which is not there.
    static func patternBindsVariable(_ name: String, nearest: String?, at span: SourceSpan?) -> EngineError {
        let suggestion = nearest.map { ". Did you mean `\($0)`?" } ?? ""
        return syntax(
            "UndefinedVariable",
            "Variable `\(name)` not defined: a pattern that is tested binds none\(suggestion)", gqlStatus: "42N29",
            at: span, suggestion: nearest.map { StatementPrinter.name($0) })
    }

    static func variableAlreadyBound(_ name: String, at span: SourceSpan?) -> EngineError {
        syntax("VariableAlreadyBound", "Variable `\(name)` already declared", gqlStatus: "42N59", at: span)
    }

    /// A bound variable gets labels, types or properties in a pattern that writes.
    static func boundVariableConstrained(_ name: String, clause: String, at span: SourceSpan?) -> EngineError {
        syntax(
            "VariableAlreadyBound",
            "Can't create `\(name)` with labels, a type or properties here. It already exists in this context"
                + " (\(clause))", gqlStatus: "42N78", at: span)
    }

    static func variableTypeConflict(
        _ name: String, has type: StaticType, wanted: StaticType, at span: SourceSpan?
    ) -> EngineError {
        syntax(
            "VariableTypeConflict",
            "Type mismatch: `\(name)` defined with conflicting type \(type.text) (expected \(wanted.text))",
            gqlStatus: "22NB1", at: span)
    }

    static func relationshipReused(_ name: String, at span: SourceSpan?) -> EngineError {
        syntax(
            "RelationshipUniquenessViolation",
            "Cannot use the same relationship variable `\(name)` for multiple relationships in one pattern", at: span)
    }

    static func noVariablesInScope(at span: SourceSpan?) -> EngineError {
        syntax(
            "NoVariablesInScope", "RETURN * is not allowed when there are no variables in scope", gqlStatus: "42I37",
            at: span)
    }

    static func variableShadowing(_ name: String, at span: SourceSpan?) -> EngineError {
        syntax(
            "VariableShadowing",
            "The variable `\(name)` is shadowing a variable with the same name from the outer scope",
            gqlStatus: "42N07", at: span)
    }

    // MARK: Projections

    static func columnNameConflict(_ name: String, at span: SourceSpan?) -> EngineError {
        syntax(
            "ColumnNameConflict", "Multiple result columns with the same name `\(name)` are not supported",
            gqlStatus: "42N38", at: span)
    }

    static func noExpressionAlias(clause: String, at span: SourceSpan?) -> EngineError {
        syntax(
            "NoExpressionAlias", "Expression in \(clause) must be aliased (use AS)", gqlStatus: "42N21", at: span)
    }

    static func differentColumnsInUnion(at span: SourceSpan?) -> EngineError {
        syntax(
            "DifferentColumnsInUnion", "All sub queries in an UNION must have the same return column names",
            gqlStatus: "42N39", at: span)
    }

    static func invalidClauseComposition(
        _ detail: String, gqlStatus: String = "42N06", at span: SourceSpan?
    ) -> EngineError {
        syntax("InvalidClauseComposition", detail, gqlStatus: gqlStatus, at: span)
    }

    static func nonConstantExpression(_ detail: String, at span: SourceSpan?) -> EngineError {
        syntax("NonConstantExpression", detail, at: span)
    }

    static func negativeIntegerArgument(clause: String, found: String, at span: SourceSpan?) -> EngineError {
        syntax(
            "NegativeIntegerArgument", "\(clause) needs a non-negative INTEGER, found \(found)", gqlStatus: "22N02",
            at: span)
    }

    // MARK: Aggregation

    static func invalidAggregation(_ detail: String, at span: SourceSpan?) -> EngineError {
        syntax("InvalidAggregation", detail, gqlStatus: "42I24", at: span)
    }

    static func nestedAggregation(at span: SourceSpan?) -> EngineError {
        syntax(
            "NestedAggregation", "Can't use aggregate functions inside of aggregate functions", gqlStatus: "22N34",
            at: span)
    }

    static func ambiguousAggregation(_ names: [String], at span: SourceSpan?) -> EngineError {
        let quoted = names.map { "`\($0)`" }.joined(separator: ", ")
        return syntax(
            "AmbiguousAggregationExpression",
            "Aggregation column contains implicit grouping expressions: \(quoted). Outside of aggregate functions only"
                + " variables and property accesses that are grouping keys themselves may be used; project others"
                + " in a WITH before", gqlStatus: "42I18", at: span)
    }

    // MARK: Types and functions

    static func invalidArgumentType(expected: String, found: StaticType, at span: SourceSpan?) -> EngineError {
        syntax(
            "InvalidArgumentType", "Type mismatch: expected \(expected) but was \(found.text)", gqlStatus: "22NB1",
            at: span)
    }

    static func invalidArgumentType(_ detail: String, at span: SourceSpan?) -> EngineError {
        syntax("InvalidArgumentType", detail, gqlStatus: "22NB1", at: span)
    }

    /// A property or an element is read from what has none: the TCK's TypeError at compile time.
    static func accessTypeMismatch(expected: String, found: StaticType, at span: SourceSpan?) -> EngineError {
        EngineError(
            .typeError, stage: .compile, at: span,
            "semantic error: InvalidArgumentType: Type mismatch: expected \(expected) but was \(found.text)")
    }

    static func unknownFunction(_ name: String, nearest: String?, at span: SourceSpan?) -> EngineError {
        let suggestion = nearest.map { ". Did you mean '\($0)'?" } ?? ""
        return syntax(
            "UnknownFunction", "Unknown function '\(name)'\(suggestion)", gqlStatus: "42N48", at: span,
            suggestion: nearest)
    }

    static func invalidNumberOfArguments(
        _ name: String, expected: String, found: Int, at span: SourceSpan?
    ) -> EngineError {
        syntax(
            "InvalidNumberOfArguments", "\(name)() needs \(expected), found \(found)", gqlStatus: "42I13", at: span)
    }

    static func distinctOnScalarFunction(_ name: String, at span: SourceSpan?) -> EngineError {
        syntax(
            "InvalidAggregation", "DISTINCT serves aggregate functions only, and \(name)() is none", gqlStatus: "42I27",
            at: span)
    }

    static func unexpectedSyntax(_ detail: String, gqlStatus: String = "42N06", at span: SourceSpan?) -> EngineError {
        syntax("UnexpectedSyntax", detail, gqlStatus: gqlStatus, at: span)
    }

    // MARK: Patterns that write

    /// - Parameter isExpression: a type is given, as an expression that serves `MATCH` alone.
    static func noSingleRelationshipType(
        clause: String, isExpression: Bool, at span: SourceSpan?
    ) -> EngineError {
        syntax(
            "NoSingleRelationshipType", "A single relationship type must be specified for \(clause)",
            gqlStatus: isExpression ? "42I35" : "42I14", at: span)
    }

    /// The name of a label, type or property key that is empty or has a NUL character.
    static func invalidTokenName(at span: SourceSpan?) -> EngineError {
        syntax(
            "InvalidName", "The name of a label, type or property key has at least one character, and no NUL",
            gqlStatus: "42I11", at: span)
    }

    /// Branches of a `WHEN` must be alike.
    static func differentBranches(_ detail: String, gqlStatus: String, at span: SourceSpan?) -> EngineError {
        syntax("DifferentColumnsInUnion", "All branches of a WHEN \(detail)", gqlStatus: gqlStatus, at: span)
    }

    static func requiresDirectedRelationship(clause: String, at span: SourceSpan?) -> EngineError {
        syntax(
            "RequiresDirectedRelationship", "Only directed relationships are supported in \(clause)",
            gqlStatus: "42I56",
            at: span)
    }

    static func creatingVarLength(clause: String, at span: SourceSpan?) -> EngineError {
        syntax(
            "CreatingVarLength", "Variable length relationships cannot be used in \(clause)", gqlStatus: "42I41",
            at: span)
    }

    static func invalidParameterUse(clause: String, at span: SourceSpan?) -> EngineError {
        syntax(
            "InvalidParameterUse",
            "Parameter maps cannot be used in \(clause) patterns (use a literal map instead, such as {id: $param.id})",
            gqlStatus: "42N32", at: span)
    }

    static func invalidDelete(at span: SourceSpan?) -> EngineError {
        syntax(
            "InvalidDelete",
            "DELETE takes nodes, relationships and paths. To remove a label or a property, use REMOVE",
            gqlStatus: "42I26",
            at: span)
    }

    // MARK: Semantics

    static func semantic(
        _ kind: String, _ detail: String, status: Status = .semanticError, at span: SourceSpan?,
        suggestion: String? = nil
    ) -> EngineError {
        EngineError(status, stage: .compile, at: span, suggestion: suggestion, "semantic error: \(kind): \(detail)")
    }

    /// The statement reads `$name`s that the caller did not bind.
    ///
    /// - Source: Swift API page, "Parameters", refusals.
    static func parameterMissing(_ names: [String]) -> EngineError {
        semantic(
            "ParameterMissing", "Expected parameter(s): \(names.joined(separator: ", "))", status: .parameterMissing,
            at: nil)
    }

    /// - Source: Swift API page, "Database".
    static func databaseNotFound(_ name: String, at span: SourceSpan? = nil) -> EngineError {
        semantic("DatabaseNotFound", "Graph not found: \(name)", status: .databaseNotFound, at: span)
    }

    static func procedureNotFound(_ name: String, nearest: String?, at span: SourceSpan?) -> EngineError {
        let suggestion = nearest.map { ". Did you mean `\($0)`?" } ?? ""
        return semantic(
            "ProcedureNotFound", "There is no procedure with the name `\(name)`\(suggestion)",
            status: .procedureNotFound, at: span, suggestion: nearest)
    }

    /// A form of the language which this engine reads and has no execution for.
    static func unsupportedFeature(
        _ what: String, at span: SourceSpan?, gqlStatus: String = "51N31"
    ) -> EngineError {
        semantic(
            "UnsupportedFeature", "\(what) is not supported", status: .semanticError.with(gqlStatus: gqlStatus),
            at: span)
    }

    /// - Source: status 42NA5.
    static func severalGraphs(at span: SourceSpan?) -> EngineError {
        unsupportedFeature("A statement over several graphs", at: span, gqlStatus: "42NA5")
    }

    static func unsupportedAdministration(_ command: String, at span: SourceSpan?) -> EngineError {
        semantic(
            "UnsupportedAdministrationCommand", "\(command) is not supported by an embedded engine",
            status: .unsupportedAdministration, at: span)
    }

    /// A query in the namespace `system` that calls no procedure, or looks for elements.
    static func notOfSystem(at span: SourceSpan?) -> EngineError {
        semantic(
            "UnsupportedRequest",
            "The namespace system holds no data; it takes SHOW, administration commands and procedure calls, "
                + "and other queries run in the namespace neo4j",
            status: .unsupportedRequest, at: span)
    }

    static func invalidLabelExpression(
        _ detail: String, gqlStatus: String = "42N06", at span: SourceSpan?
    ) -> EngineError {
        syntax("InvalidLabelExpression", detail, gqlStatus: gqlStatus, at: span)
    }

    static func nestingTooDeep() -> EngineError {
        semantic("NestingTooDeep", "The statement is nested too deeply for the memory at hand", at: nil)
    }
}
