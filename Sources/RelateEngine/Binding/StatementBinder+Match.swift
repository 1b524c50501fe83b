import CypherSyntax

// MATCH: hints, predicates, and what belongs to the clause as a whole.

extension StatementBinder {
    func match(_ clause: MatchClause) throws(EngineError) -> BoundMatch {
        var bound = try match(
            patterns: clause.patterns, mode: clause.mode, isOptional: clause.isOptional, hints: clause.hints,
            predicate: clause.predicate, search: clause.search, at: clause.span)
        bound.span = clause.span
        return bound
    }

    func match(
        patterns: [PathPattern], mode: MatchMode? = nil, isOptional: Bool = false, hints: [Hint] = [],
        predicate: Expression?, search: SearchSubclause? = nil, at span: SourceSpan
    ) throws(EngineError) -> BoundMatch {
        noteGraphAccess()
        if matchSpan == nil { matchSpan = span }
        pushFrame()
        var isPopped = false
        defer { if !isPopped { _ = popFrame() } }
        let outerAggregation = aggregation
        aggregation = .forbidden(.where)
        defer { aggregation = outerAggregation }

        var builder = PatternBuilder(base: slots.count, isRepeating: mode == .repeatableElements)
        try checkSelectors(patterns, mode)
        try checkModes(patterns, mode)
        let outerNames = openNames
        openNames = Set(patterns.flatMap(\.boundNames))
        defer { openNames = outerNames }
        for pattern in patterns { try declare(pattern, in: &builder) }
        try bindPending(&builder)
        builder.predicates.append(contentsOf: try conjuncts(predicate))
        let bound = BoundMatch(
            isOptional: isOptional, pattern: builder.finished(), predicates: builder.predicates, arguments: [],
            hints: try self.hints(hints), span: span, search: try self.search(search, patterns, builder))
        places.matches.append((builder.base..<slots.count, span))
        isPopped = true
        var match = bound
        match.arguments = popFrame()
        return match
    }

    /// A selective pattern stands alone in its clause.
    private func checkSelectors(_ patterns: [PathPattern], _ mode: MatchMode?) throws(EngineError) {
        guard patterns.count > 1, mode != .repeatableElements else { return }
        for pattern in patterns {
            guard let selector = pattern.selector, selector.kind != .all else { continue }
            throw .syntax(
                "InvalidClauseComposition", "A path selector needs a MATCH with no other pattern", gqlStatus: "42I45",
                at: selector.span)
        }
    }

    /// One path mode a clause, and none but `WALK` under `REPEATABLE ELEMENTS`.
    ///
    /// - Source: Cypher manual, "Match modes and path modes".
    private func checkModes(_ patterns: [PathPattern], _ mode: MatchMode?) throws(EngineError) {
        for pattern in patterns {
            if pattern.pathMode != patterns[0].pathMode {
                throw .invalidClauseComposition(
                    "All path patterns of a MATCH need the same path mode", gqlStatus: "42N61", at: pattern.span)
            }
            guard let pathMode = pattern.pathMode else { continue }
            if mode == .repeatableElements, pathMode != .walk {
                throw .invalidClauseComposition(
                    "REPEATABLE ELEMENTS goes with the path mode WALK alone", gqlStatus: "42N60", at: pattern.span)
            }
            if pattern.function != nil {
                throw .unexpectedSyntax(
                    "shortestPath() and allShortestPaths() take no path mode", gqlStatus: "42I39", at: pattern.span)
            }
        }
    }

    // MARK: Hints

    private func hints(_ hints: [Hint]) throws(EngineError) -> [BoundHint] {
        var bound: [BoundHint] = []
        for hint in hints {
            noteHint(hint)
            switch hint.kind {
            case .index(let kind, let isSeek, let variable, let label, let properties):
                bound.append(
                    .index(
                        variable: try resolve(variable), label: label.text, properties: properties.map(\.text),
                        kind: kind?.rawValue, isSeek: isSeek))
            case .scan(let variable, let label):
                bound.append(.scan(variable: try resolve(variable), label: label.text))
            case .join(let variables):
                var slots: [Slot] = []
                for variable in variables { slots.append(try resolve(variable)) }
                bound.append(.join(slots))
            case .expand(let isInto, let from, let to, let via):
                var relationship: Slot?
                if let via { relationship = try resolve(via) }
                bound.append(
                    .expand(isInto: isInto, from: try resolve(from), to: try resolve(to), via: relationship))
            }
        }
        return bound
    }

    // MARK: Labels

    func labelExpression(
        _ labels: LabelSyntax, _ kind: BoundMention.Kind
    ) throws(EngineError) -> LabelExpression {
        switch labels.kind {
        case .name(let name):
            mention(kind, name, at: labels.span)
            return .label(name)
        case .dynamic(let expression, let quantifier):
            return .dynamic(try placed(expression), isAll: quantifier == .all)
        case .wildcard: return .wildcard
        case .not(let inner): return .not(try nestedLabels(inner, kind))
        case .and(let parts): return .and(try labelExpressions(parts, kind))
        case .or(let parts): return .or(try labelExpressions(parts, kind))
        }
    }

    private func labelExpressions(
        _ parts: [LabelSyntax], _ kind: BoundMention.Kind
    ) throws(EngineError) -> [LabelExpression] {
        var bound: [LabelExpression] = []
        for part in parts { bound.append(try nestedLabels(part, kind)) }
        return bound
    }

    private func nestedLabels(
        _ labels: LabelSyntax, _ kind: BoundMention.Kind
    ) throws(EngineError) -> LabelExpression {
        try enter()
        defer { leave() }
        return try labelExpression(labels, kind)
    }
}

extension PathPattern {
    /// The variables of the path and of its elements, without those inside of its groups.
    fileprivate var boundNames: [String] {
        let names = elements.map { element -> Name? in
            switch element {
            case .node(let node): node.variable
            case .relationship(let relationship): relationship.variable
            case .group: nil
            }
        }
        return (names + [variable]).compactMap { $0?.text }
    }
}
