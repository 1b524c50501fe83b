import CypherSyntax

// Parenthesised groups and quantified patterns. Inside a repetition a variable is one element; outside it is the list.

extension StatementBinder {
    func declare(
        _ group: GroupPattern, isAlone: Bool, _ walk: inout PathWalk, in builder: inout PatternBuilder
    ) throws(EngineError) {
        guard let quantifier = group.quantifier else {
            guard isAlone else {
                throw .unsupportedFeature("A parenthesised pattern without a quantifier among others", at: group.span)
            }
            for element in group.pattern.elements {
                if case .group(let inner) = element, inner.quantifier == nil {
                    throw .unsupportedFeature("A parenthesised pattern in another", at: inner.span)
                }
            }
            walk.subpath = group.pattern.variable
            try declareElements(group.pattern.elements, &walk, in: &builder)
            if let predicate = group.predicate { builder.pending.append(.group(predicate, path: walk.selective)) }
            return
        }
        let span = group.span
        let inner = try repetition(
            elements: group.pattern.elements, variable: group.pattern.variable, predicate: group.predicate, quantifier,
            at: span, in: builder)
        try appendQuantified(inner, at: span, &walk, in: &builder)
    }

    private func appendQuantified(
        _ inner: BoundQuantifiedPattern, at span: SourceSpan, _ walk: inout PathWalk, in builder: inout PatternBuilder
    ) throws(EngineError) {
        if walk.open != nil || walk.nodes.count == walk.relationships.count {
            try appendAnonymousNode(at: span, &walk, in: &builder)
        }
        let index = builder.graph.relationships.count
        builder.graph.relationships.append(
            PatternRelationship(
                slot: anonymousSlot(.list(.any)), isBound: false, left: walk.nodes.last ?? 0,
                right: walk.nodes.last ?? 0, direction: .leftToRight, types: nil, properties: [], propertyMap: nil,
                length: .quantified(inner), span: span))
        places.elements[builder.graph.relationships[index].slot.index] = span
        walk.relationships.append(index)
        walk.open = index
    }

    func declareQuantified(
        _ relationship: RelationshipPattern, _ quantifier: Quantifier, left: Int, in builder: inout PatternBuilder
    ) throws(EngineError) {
        var plain = relationship
        plain.quantifier = nil
        let inner = try repetition(
            elements: [.relationship(plain)], variable: nil, predicate: nil, quantifier,
            at: relationship.span, in: builder)
        builder.graph.relationships.append(
            PatternRelationship(
                slot: anonymousSlot(.list(.any)), isBound: false, left: left, right: left, direction: .leftToRight,
                types: nil, properties: [], propertyMap: nil, length: .quantified(inner), span: relationship.span))
        if let last = builder.graph.relationships.last { places.elements[last.slot.index] = relationship.span }
    }

    private func repetition(
        elements: [PatternElement], variable: Name?, predicate: Expression?, _ quantifier: Quantifier,
        at span: SourceSpan, in builder: PatternBuilder
    ) throws(EngineError) -> BoundQuantifiedPattern {
        if let variable {
            throw .syntax(
                "InvalidQuantifier", "A path cannot be named within a quantified pattern", gqlStatus: "42N34",
                at: variable.span)
        }
        try enter()
        defer { leave() }
        // Names of the group are its own; what is outside of the clause stays visible.
        let outer = scope
        var inner = PatternBuilder(base: builder.base, isRepeating: builder.isRepeating)
        scope = outer.inner
        hideSiblings(of: builder, in: outer)
        let names = try ownNames(elements, outer)
        var walk = PathWalk(selective: nil)
        do throws(EngineError) {
            let siblings = HiddenNames(.repetition, outer, names: openNames)
            try hiding(siblings) { () throws(EngineError) in
                try declareElements(elements, &walk, in: &inner)
                try bindPending(&inner)
                inner.predicates.append(contentsOf: try conjuncts(predicate))
            }
        } catch {
            scope = outer
            throw error
        }
        let innerScope = scope
        scope = outer
        guard !walk.relationships.isEmpty else {
            throw .syntax(
                "InvalidQuantifier", "A quantified pattern needs at least one relationship", gqlStatus: "42N64",
                at: span)
        }
        var groupVariables: [(inner: Slot, outer: Slot)] = []
        for name in names {
            guard let slot = innerScope.variables[name.text] else { continue }
            let list = try declare(name, .list(type(of: slot)))
            groupVariables.append((slot, list))
        }
        return BoundQuantifiedPattern(
            pattern: inner.finished(), predicates: inner.predicates, minimum: quantifier.minimum,
            maximum: quantifier.maximum, first: walk.nodes.first ?? 0, last: walk.nodes.last ?? 0,
            groupVariables: groupVariables)
    }

    /// Variables of the same clause cannot be read in a repetition: they have no value before the whole path has.
    private func hideSiblings(of builder: PatternBuilder, in outer: Scope) {
        let own = outer.variables.filter { $0.value.index < builder.base }
        scope = Scope(variables: [:], outer: own.isEmpty ? outer.outer : outer.outer + [own])
    }

    /// The variables that the group declares; none of them may be in use outside.
    private func ownNames(_ elements: [PatternElement], _ outer: Scope) throws(EngineError) -> [Name] {
        var names: [Name] = []
        for element in elements {
            let variable: Name?
            switch element {
            case .node(let node): variable = node.variable
            case .relationship(let relationship):
                variable = relationship.variable
                if relationship.quantifier != nil {
                    throw .syntax(
                        "InvalidQuantifier", "Quantified patterns cannot be nested", gqlStatus: "42I12",
                        at: relationship.span)
                }
            case .group(let group):
                throw .syntax(
                    "InvalidQuantifier", "Quantified patterns cannot be nested", gqlStatus: "42I12", at: group.span)
            }
            guard let variable, !names.contains(variable) else { continue }
            if outer[variable.text] != nil { throw .variableAlreadyBound(variable.text, at: variable.span) }
            names.append(variable)
        }
        return names
    }
}
