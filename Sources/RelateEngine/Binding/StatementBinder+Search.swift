import CypherSyntax

// SEARCH: what it asks of its MATCH, and the tests that an index makes while it searches.
//
// - Source: Cypher manual, "SEARCH"; status codes as Neo4j documents them.

extension StatementBinder {
    func search(
        _ search: SearchSubclause?, _ patterns: [PathPattern], _ builder: PatternBuilder
    ) throws(EngineError) -> BoundSearch? {
        guard let search else { return nil }
        guard let variable = scope[search.variable.text] else { throw undefined(search.variable) }
        guard variable.index >= builder.base else {
            throw .syntax(
                "VariableAlreadyBound",
                "SEARCH needs a variable that this MATCH binds, and `\(search.variable.text)` is"
                    + " bound before", gqlStatus: "42I69", at: search.variable.span)
        }
        try check(patterns, builder.graph, of: variable, search)
        noteSearch(search)
        if let analyzer = search.analyzer, !search.isFulltext {
            throw .invalidClauseComposition(
                "A vector index has no analyzer", gqlStatus: "42I06", at: analyzer.span)
        }
        let query = try placed(search.query)
        try refuseReading(variable, query, "What SEARCH looks for", search.query.span)
        let analyzer = try optionalValue(search.analyzer)
        var filters: [BoundSearchFilter] = []
        for part in try conjuncts(search.predicate) {
            filters += try self.filters(of: part, variable, search.predicate?.span ?? search.span)
        }
        try checkCombination(filters, search.predicate?.span ?? search.span)
        let skip = try rowCount(search.skip, clause: "SKIP", names: scope)
        let limit = try rowCount(search.limit, clause: "LIMIT", names: scope)
        let score = try search.score.map { (name) throws(EngineError) in try declare(name, .float) }
        return BoundSearch(
            variable: variable, isFulltext: search.isFulltext, index: nameOrParameter(search.index), query: query,
            analyzer: analyzer, filters: filters, skip: skip, limit: limit, score: score, span: search.span)
    }

    // MARK: The pattern

    /// One node, or one relationship between two nodes, and nothing asked of the parts that are not searched for.
    private func check(
        _ patterns: [PathPattern], _ graph: QueryGraph, of variable: Slot, _ search: SearchSubclause
    ) throws(EngineError) {
        var isPlain = patterns.count == 1 && graph.nodes.count <= 2 && graph.relationships.count <= 1
        for pattern in patterns {
            if pattern.function != nil { isPlain = false }
            if let selector = pattern.selector, selector.kind != .all { isPlain = false }
        }
        for relationship in graph.relationships {
            if case .one = relationship.length { continue }
            isPlain = false
        }
        let isElement =
            graph.nodes.contains { $0.slot == variable } || graph.relationships.contains { $0.slot == variable }
        guard isPlain, isElement else {
            throw .invalidClauseComposition(
                "A MATCH with SEARCH has a single node or a single relationship pattern, and no selector",
                gqlStatus: "42I72", at: patterns.first?.span ?? search.span)
        }
        for node in graph.nodes where node.slot != variable {
            try check(node.slot, node.labels != nil || !node.properties.isEmpty, node.isBound, node.span)
        }
        for relationship in graph.relationships where relationship.slot != variable {
            try check(
                relationship.slot, relationship.types != nil || !relationship.properties.isEmpty,
                relationship.isBound, relationship.span)
        }
    }

    private func check(
        _ slot: Slot, _ hasPredicate: Bool, _ isBound: Bool, _ span: SourceSpan
    ) throws(EngineError) {
        guard slots[slot.index].isAnonymous, !isBound else {
            throw .invalidClauseComposition(
                "A MATCH with SEARCH binds no other variable than the one searched for", gqlStatus: "42I70", at: span)
        }
        guard !hasPredicate else {
            throw .invalidClauseComposition(
                "A MATCH with SEARCH asks nothing of other elements than the one searched for", gqlStatus: "42I71",
                at: span)
        }
    }

    private func refuseReading(
        _ variable: Slot, _ expression: BoundExpression, _ what: String, _ span: SourceSpan
    ) throws(EngineError) {
        guard expression.freeSlots.contains(variable) else { return }
        throw .invalidClauseComposition(
            "\(what) cannot read `\(slots[variable.index].name)`, which is what is searched for", gqlStatus: "42I75",
            at: span)
    }

    // MARK: Filters

    private func filters(
        of predicate: BoundExpression, _ variable: Slot, _ span: SourceSpan
    ) throws(EngineError) -> [BoundSearchFilter] {
        func filter(_ key: String, _ test: BoundSearchFilter.Test) throws(EngineError) -> [BoundSearchFilter] {
            let filter = BoundSearchFilter(key: key, test: test)
            if let value = filter.value {
                try refuseReading(variable, value, "A value that SEARCH compares with", span)
            }
            return [filter]
        }
        switch predicate {
        case .and(let parts):
            var all: [BoundSearchFilter] = []
            for part in parts { all += try filters(of: part, variable, span) }
            return all
        case .compare(let left, let comparison, let right) where comparison != .notEqual:
            if let key = left.property(of: variable) { return try filter(key, .compare(comparison, right)) }
            if let key = right.property(of: variable) { return try filter(key, .compare(comparison.mirrored, left)) }
        case .comparisonChain(let first, let rest):
            var all: [BoundSearchFilter] = []
            var left = first
            for (comparison, right) in rest {
                all += try filters(of: .compare(left, comparison, right), variable, span)
                left = right
            }
            return all
        case .isIn(let left, let list): if let key = left.property(of: variable) { return try filter(key, .isIn(list)) }
        case .isNull(let operand, let negated):
            if let key = operand.property(of: variable) { return try filter(key, .isNull(negated: negated)) }
        case .not(let operand):
            if let key = operand.property(of: variable) {
                return try filter(key, .compare(.equal, .literal(.bool(false))))
            }
        default:
            if let key = predicate.property(of: variable) {
                return try filter(key, .compare(.equal, .literal(.bool(true))))
            }
        }
        throw invalidFilter(span)
    }

    /// Of each property an exact value, or a range of at most one bound at either side.
    private func checkCombination(_ filters: [BoundSearchFilter], _ span: SourceSpan) throws(EngineError) {
        var lower: Set<String> = []
        var upper: Set<String> = []
        for filter in filters {
            var (isLower, isUpper) = (true, true)
            if case .compare(let comparison, _) = filter.test {
                isLower = comparison != .less && comparison != .lessOrEqual
                isUpper = comparison != .greater && comparison != .greaterOrEqual
            }
            if isLower, !lower.insert(filter.key).inserted { throw invalidFilter(span) }
            if isUpper, !upper.insert(filter.key).inserted { throw invalidFilter(span) }
        }
    }

    private func invalidFilter(_ span: SourceSpan) -> EngineError {
        .invalidClauseComposition(
            "WHERE within SEARCH is made of tests of single properties, joined by AND: of each property an exact value, a "
                + "range, IN or IS [NOT] NULL; other predicates belong into the WHERE of MATCH", gqlStatus: "42I73",
            at: span)
    }
}

extension BoundExpression {
    /// The key, where this is a property of that variable.
    fileprivate func property(of variable: Slot) -> String? {
        guard case .property(.slot(variable), let key, _) = unplaced else { return nil }
        return key
    }
}
