import CypherSyntax

// Path patterns of MATCH: elements to slots, occurrences of one variable to one node.

extension StatementBinder {
    // MARK: First round: elements

    func declare(_ pattern: PathPattern, in builder: inout PatternBuilder) throws(EngineError) {
        let selector = try self.selector(pattern)
        let isSelective = if case .all = selector { false } else { true }
        let mode = try pathMode(pattern, isRepeating: builder.isRepeating)
        var path: Int?
        if pattern.variable != nil || isSelective || mode != .trail {
            path = builder.graph.paths.count
            builder.graph.paths.append(
                PatternPath(slot: nil, nodes: [], relationships: [], selector: selector, mode: mode))
        }
        var walk = PathWalk(selective: isSelective ? path : nil)
        try declareElements(pattern.elements, &walk, in: &builder)
        if pattern.function != nil { try checkShortest(pattern, walk, builder) }
        try checkLengths(of: walk.relationships, isSelective: isSelective, mode, builder)
        if let path {
            if mode == .walk, !isSelective, walk.relationships.allSatisfy({ builder.graph.relationships[$0].isSingle })
            {
                // Nothing is repeated: no rule of a mode to keep.
                builder.graph.paths[path].mode = .trail
            }
            builder.graph.paths[path].nodes = walk.nodes
            builder.graph.paths[path].relationships = walk.relationships
            if let variable = walk.subpath ?? pattern.variable {
                let slot = try declare(variable, .path)
                builder.graph.paths[path].slot = slot
                builder.pathVariables[slot] = variable.text
            }
        }
    }

    /// The elements of a path so far.
    struct PathWalk {
        /// The path whose selector inner predicates come before.
        var selective: Int?
        var nodes: [Int] = []
        var relationships: [Int] = []
        /// A relationship whose right end is not there yet.
        var open: Int?
        /// The path variable of a group without a quantifier.
        var subpath: Name?

        init(selective: Int?) { self.selective = selective }
    }

    func declareElements(
        _ elements: [PatternElement], _ walk: inout PathWalk, in builder: inout PatternBuilder
    ) throws(EngineError) {
        for (index, element) in elements.enumerated() {
            switch element {
            case .node(let node): try addNode(try declare(node, walk.selective, in: &builder), &walk, in: &builder)
            case .relationship(let relationship):
                try declare(relationship, &walk, in: &builder)
            case .group(let group):
                try declare(group, isAlone: elements.count == 1, &walk, in: &builder)
            }
            if index == elements.count - 1, walk.open != nil {
                try addNode(anonymousNode(at: element.span, in: &builder), &walk, in: &builder)
            }
        }
    }

    private func addNode(
        _ node: Int, _ walk: inout PathWalk, in builder: inout PatternBuilder
    ) throws(EngineError) {
        if let open = walk.open {
            builder.graph.relationships[open].right = node
            walk.open = nil
        } else if let last = walk.nodes.last, last != node {
            throw .unsupportedFeature(
                "Two nodes side by side in a path pattern", at: builder.graph.nodes[node].span)
        }
        if walk.nodes.count == walk.relationships.count { walk.nodes.append(node) }
    }

    func appendAnonymousNode(
        at span: SourceSpan, _ walk: inout PathWalk, in builder: inout PatternBuilder
    ) throws(EngineError) {
        try addNode(anonymousNode(at: span, in: &builder), &walk, in: &builder)
    }

    private func anonymousNode(at span: SourceSpan, in builder: inout PatternBuilder) -> Int {
        addNode(anonymousSlot(.node), isBound: false, at: span, in: &builder)
    }

    private func addNode(
        _ slot: Slot, isBound: Bool, at span: SourceSpan, in builder: inout PatternBuilder
    ) -> Int {
        builder.graph.nodes.append(
            PatternNode(slot: slot, isBound: isBound, labels: nil, properties: [], propertyMap: nil, span: span))
        builder.nodeIndices[slot] = builder.graph.nodes.count - 1
        if !isBound { places.elements[slot.index] = span }
        return builder.graph.nodes.count - 1
    }

    private func declare(
        _ node: NodePattern, _ selective: Int?, in builder: inout PatternBuilder
    ) throws(EngineError) -> Int {
        let index: Int
        if let variable = node.variable, let slot = scope[variable.text] {
            try require(slot, .node, variable)
            noteRead(slot)
            index =
                builder.nodeIndices[slot]
                ?? addNode(slot, isBound: slot.index < builder.base, at: node.span, in: &builder)
        } else {
            let slot = try node.variable.map { (name) throws(EngineError) in try declare(name, .node) }
            index = addNode(slot ?? anonymousSlot(.node), isBound: false, at: node.span, in: &builder)
        }
        if node.labels != nil || node.properties != nil || node.predicate != nil {
            builder.pending.append(.node(index, node, path: selective))
        }
        return index
    }

    /// A variable that is bound already must be able to be what the pattern takes it for.
    func require(_ slot: Slot, _ wanted: StaticType, _ name: Name) throws(EngineError) {
        guard type(of: slot).mayBe(wanted) else {
            throw .variableTypeConflict(name.text, has: type(of: slot), wanted: wanted, at: name.span)
        }
    }

    // MARK: Relationships

    private func declare(
        _ relationship: RelationshipPattern, _ walk: inout PathWalk, in builder: inout PatternBuilder
    ) throws(EngineError) {
        if walk.nodes.count == walk.relationships.count {
            try addNode(anonymousNode(at: relationship.span, in: &builder), &walk, in: &builder)
        }
        let index = builder.graph.relationships.count
        let left = walk.nodes.last ?? 0
        if let quantifier = relationship.quantifier {
            try declareQuantified(relationship, quantifier, left: left, in: &builder)
        } else {
            try declarePlain(relationship, left: left, selective: walk.selective, in: &builder)
        }
        walk.relationships.append(index)
        walk.open = index
    }

    private func declarePlain(
        _ relationship: RelationshipPattern, left: Int, selective: Int?, in builder: inout PatternBuilder
    ) throws(EngineError) {
        let isList = relationship.length != nil
        let type: StaticType = isList ? .list(.relationship) : .relationship
        var isBound = false
        let slot: Slot
        if let variable = relationship.variable, let known = scope[variable.text] {
            try require(known, type, variable)
            guard builder.relationshipSlots.insert(known).inserted || builder.isRepeating else {
                throw .relationshipReused(variable.text, at: variable.span)
            }
            noteRead(known)
            isBound = known.index < builder.base
            slot = known
        } else {
            slot =
                try relationship.variable.map { (name) throws(EngineError) in try declare(name, type) }
                ?? anonymousSlot(type)
            builder.relationshipSlots.insert(slot)
            places.elements[slot.index] = relationship.span
        }
        let index = builder.graph.relationships.count
        builder.graph.relationships.append(
            PatternRelationship(
                slot: slot, isBound: isBound, left: left, right: left,
                direction: Self.direction(relationship.direction),
                types: nil, properties: [], propertyMap: nil, length: try Self.length(relationship.length),
                span: relationship.span))
        if relationship.types != nil || relationship.properties != nil || relationship.predicate != nil {
            if isList, let predicate = relationship.predicate {
                throw .unexpectedSyntax(
                    "WHERE cannot stand in a variable length relationship", gqlStatus: "42N37", at: predicate.span)
            }
            builder.pending.append(.relationship(index, relationship, path: selective))
        }
    }

    static func direction(_ direction: RelationshipPattern.Direction) -> PatternRelationship.Direction {
        switch direction {
        case .left: .rightToLeft
        case .right: .leftToRight
        case .either: .either
        }
    }

    private static func length(_ length: VariableLength?) throws(EngineError) -> PatternRelationship.Length {
        guard let length else { return .one }
        return .variable(minimum: length.minimum ?? 1, maximum: length.maximum)
    }

    private func checkLengths(
        of relationships: [Int], isSelective: Bool, _ mode: PatternPath.Mode, _ builder: PatternBuilder
    ) throws(EngineError) {
        for index in relationships {
            let relationship = builder.graph.relationships[index]
            let isEndless: Bool
            switch relationship.length {
            case .one: continue
            case .variable(_, let maximum):
                isEndless = maximum == nil
                if mode == .acyclic || mode == .simple {
                    throw .unsupportedFeature(
                        "A path mode beside a `*` length (a quantifier, such as -->{1,5}, takes the place of that)",
                        at: relationship.span, gqlStatus: "51N26")
                }
            case .quantified(let inner): isEndless = inner.maximum == nil
            }
            if isEndless, builder.isRepeating, !isSelective {
                throw .syntax(
                    "InvalidQuantifier", "REPEATABLE ELEMENTS needs an upper bound here, or a path selector",
                    gqlStatus: "42N53", at: relationship.span)
            }
        }
    }

    // MARK: Second round: what elements say of themselves

    func bindPending(_ builder: inout PatternBuilder) throws(EngineError) {
        let pending = builder.pending
        builder.pending = []
        for item in pending {
            switch item {
            case .node(let index, let node, let path): try bindNode(index, node, path, &builder)
            case .relationship(let index, let relationship, let path):
                try bindRelationship(index, relationship, path, &builder)
            case .group(let predicate, let path):
                try addPredicates(try conjuncts(predicate), path, at: predicate.span, &builder)
            }
        }
    }

    private func bindNode(
        _ index: Int, _ node: NodePattern, _ path: Int?, _ builder: inout PatternBuilder
    ) throws(EngineError) {
        if let labels = node.labels {
            let bound = try labelExpression(labels, .label)
            if let known = builder.graph.nodes[index].labels {
                builder.graph.nodes[index].labels = .and([known, bound])
            } else {
                builder.graph.nodes[index].labels = bound
            }
        }
        builder.graph.nodes[index].properties.append(contentsOf: try propertyMap(node.properties, clause: "MATCH"))
        if let predicate = node.predicate {
            try addPredicates(try conjuncts(predicate), path, at: predicate.span, &builder)
        }
    }

    private func bindRelationship(
        _ index: Int, _ relationship: RelationshipPattern, _ path: Int?, _ builder: inout PatternBuilder
    ) throws(EngineError) {
        if let types = relationship.types {
            let bound = try labelExpression(types, .relationshipType)
            builder.graph.relationships[index].types = bound
            noteUnsatisfiable(bound, at: types.span)
        }
        builder.graph.relationships[index].properties = try propertyMap(relationship.properties, clause: "MATCH")
        if let predicate = relationship.predicate {
            try addPredicates(try conjuncts(predicate), path, at: predicate.span, &builder)
        }
    }

    /// What a pattern says of its own elements cannot wait for the whole path.
    private func addPredicates(
        _ predicates: [BoundExpression], _ path: Int?, at span: SourceSpan, _ builder: inout PatternBuilder
    ) throws(EngineError) {
        let paths = builder.pathVariables
        for predicate in predicates where !paths.isEmpty {
            guard let name = predicate.freeSlots.slots.compactMap({ paths[$0] }).first else { continue }
            throw .syntax(
                "UndefinedVariable",
                "The path `\(name)` cannot be read within its own pattern; move the condition to the WHERE of MATCH",
                gqlStatus: "42I21", at: span)
        }
        builder.addPredicates(predicates, path: path)
    }

    func propertyMap(
        _ properties: Expression?, clause: String
    ) throws(EngineError) -> [(key: String, value: BoundExpression)] {
        guard let properties else { return [] }
        guard case .map(let entries) = properties.kind else {
            throw .invalidParameterUse(clause: clause, at: properties.span)
        }
        var bound: [(key: String, value: BoundExpression)] = []
        for entry in entries {
            mention(.propertyKey, entry.key.text, at: entry.key.span)
            bound.append((entry.key.text, try value(entry.value)))
        }
        return bound
    }

    // MARK: Selectors

    private func selector(_ pattern: PathPattern) throws(EngineError) -> PatternPath.Selector {
        switch pattern.function {
        case .shortestPath: return .shortestPath
        case .allShortestPaths: return .allShortestPaths
        case nil: break
        }
        let one = BoundExpression.literal(.int(1))
        switch pattern.selector?.kind {
        case nil, .all: return .all
        case .any(let count): return .any(try pathCount(count) ?? one)
        case .anyShortest: return .shortest(one)
        case .allShortest: return .shortestGroups(one)
        case .shortest(let count): return .shortest(try pathCount(count) ?? one)
        case .shortestGroups(let count): return .shortestGroups(try pathCount(count) ?? one)
        }
    }

    private func pathCount(_ count: Expression?) throws(EngineError) -> BoundExpression? {
        guard let count else { return nil }
        let bound = try rowCount(count, clause: "SHORTEST", names: scope)
        if case .literal(.int(0))? = bound {
            throw .syntax(
                "NumberOutOfRange", "A path selector needs a positive INTEGER", gqlStatus: "22N02", at: count.span)
        }
        return bound
    }

    /// The narrower of what the clause's match mode and the path's own mode ask for: relationships are different by default,
    /// so that a walk is a trail, unless elements are repeatable.
    ///
    /// - Source: Cypher manual, "Match modes and path modes".
    private func pathMode(_ pattern: PathPattern, isRepeating: Bool) throws(EngineError) -> PatternPath.Mode {
        switch pattern.pathMode {
        case nil, .walk: return isRepeating ? .walk : .trail
        case .trail: return .trail
        case .acyclic: return .acyclic
        case .simple: return .simple
        }
    }

    /// `shortestPath(…)` takes one relationship pattern between two nodes.
    private func checkShortest(
        _ pattern: PathPattern, _ walk: PathWalk, _ builder: PatternBuilder
    ) throws(EngineError) {
        guard walk.relationships.count == 1, let index = walk.relationships.first else {
            throw .syntax(
                "InvalidRelationshipPattern", "shortestPath() takes a pattern of one relationship", gqlStatus: "42I23",
                at: pattern.span)
        }
        switch builder.graph.relationships[index].length {
        case .variable(let minimum, _) where minimum > 1:
            throw .syntax(
                "InvalidRelationshipPattern", "shortestPath() takes a minimum length of 0 or 1", gqlStatus: "42I08",
                at: pattern.span)
        case .quantified:
            throw .syntax(
                "InvalidRelationshipPattern", "shortestPath() takes no quantified pattern", gqlStatus: "42I23",
                at: pattern.span)
        case .one, .variable: break
        }
    }
}
