import CypherSyntax

// CREATE and MERGE: patterns that write.

extension StatementBinder {
    func create(_ clause: CreateClause) throws(EngineError) -> [BoundCreateElement] {
        noteGraphAccess()
        isUpdating = true
        var elements: [BoundCreateElement] = []
        createBase = slots.count
        isInserting = clause.isInsert
        defer {
            createBase = nil
            isInserting = false
        }
        for pattern in clause.patterns {
            try checkWritable(pattern, clause: "CREATE")
            try create(pattern, into: &elements)
        }
        return elements
    }

    private func create(_ pattern: PathPattern, into elements: inout [BoundCreateElement]) throws(EngineError) {
        var path: [Slot] = []
        var open: (pattern: RelationshipPattern, from: Slot)?
        let isSingle = pattern.elements.count == 1
        for element in pattern.elements {
            switch element {
            case .node(let node):
                let slot = try writtenNode(node, isSingle: isSingle, clause: "CREATE", into: &elements)
                if let relationship = open {
                    let created = try createdRelationship(
                        relationship.pattern, from: relationship.from, to: slot, into: &elements)
                    path.append(created)
                    open = nil
                }
                path.append(slot)
            case .relationship(let relationship):
                try checkWritable(relationship, clause: "CREATE")
                open = (relationship, path.last ?? Slot(0))
            case .group: break
            }
        }
        if let variable = pattern.variable {
            elements.append(.path(slot: try declare(variable, .path), elements: path))
        }
    }

    /// Nothing but plain nodes and relationships can be written.
    private func checkWritable(_ pattern: PathPattern, clause: String) throws(EngineError) {
        if let function = pattern.function {
            let name = function == .shortestPath ? "shortestPath" : "allShortestPaths"
            throw .unexpectedSyntax("\(name)() cannot be used in \(clause)", at: pattern.span)
        }
        if let selector = pattern.selector {
            throw .unexpectedSyntax("A path selector cannot be used in \(clause)", at: selector.span)
        }
        for case .group(let group) in pattern.elements { throw .creatingVarLength(clause: clause, at: group.span) }
        for case .node(let node) in pattern.elements {
            if let predicate = node.predicate {
                throw .unexpectedSyntax("WHERE cannot be used in a pattern of \(clause)", at: predicate.span)
            }
        }
    }

    /// - Source: openCypher TCK: a bound variable is told first, then the length, the type, the direction.
    private func checkWritable(_ relationship: RelationshipPattern, clause: String) throws(EngineError) {
        if let variable = relationship.variable, scope[variable.text] != nil {
            throw .variableAlreadyBound(variable.text, at: variable.span)
        }
        if relationship.length != nil || relationship.quantifier != nil {
            throw .creatingVarLength(clause: clause, at: relationship.length?.span ?? relationship.span)
        }
        if let predicate = relationship.predicate {
            throw .unexpectedSyntax("WHERE cannot be used in a pattern of \(clause)", at: predicate.span)
        }
        switch relationship.types?.kind {
        case .name, .dynamic: break
        default:
            throw .noSingleRelationshipType(
                clause: clause, isExpression: relationship.types.map(Self.isForMatchAlone) ?? false,
                at: relationship.types?.span ?? relationship.span)
        }
        if relationship.direction == .either, clause == "CREATE" {
            throw .requiresDirectedRelationship(clause: clause, at: relationship.span)
        }
    }

    /// Made by `&`, `!` or `%`. Several alternatives are plain types, of which one has to be chosen.
    private static func isForMatchAlone(_ types: LabelSyntax) -> Bool {
        switch types.kind {
        case .and, .not, .wildcard: true
        case .or(let parts): parts.contains(where: isForMatchAlone)
        case .name, .dynamic: false
        }
    }

    /// A node of a pattern that writes: bound before, and then as bare as its variable, or new.
    private func writtenNode(
        _ node: NodePattern, isSingle: Bool, clause: String, into elements: inout [BoundCreateElement]
    ) throws(EngineError) -> Slot {
        if let variable = node.variable, let slot = scope[variable.text] {
            try require(slot, .node, variable)
            if isSingle { throw .variableAlreadyBound(variable.text, at: variable.span) }
            if node.labels != nil || node.properties != nil {
                throw .boundVariableConstrained(variable.text, clause: clause, at: variable.span)
            }
            noteRead(slot)
            return slot
        }
        // Bound before the variable is declared: a node cannot be made of its own properties.
        let labels = try writtenLabels(node.labels)
        let properties = try writtenProperties(node.properties)
        let slot =
            try node.variable.map { (name) throws(EngineError) in try declare(name, .node) } ?? anonymousSlot(.node)
        elements.append(.node(slot: slot, labels: labels, properties: properties))
        return slot
    }

    private func createdRelationship(
        _ relationship: RelationshipPattern, from left: Slot, to right: Slot, into elements: inout [BoundCreateElement]
    ) throws(EngineError) -> Slot {
        let type = try writtenType(relationship.types, clause: "CREATE")
        let properties = try writtenProperties(relationship.properties)
        let slot =
            try relationship.variable.map { (name) throws(EngineError) in try declare(name, .relationship) }
            ?? anonymousSlot(.relationship)
        let isReversed = relationship.direction == .left
        elements.append(
            .relationship(
                slot: slot, type: type, from: isReversed ? right : left, to: isReversed ? left : right,
                properties: properties, span: relationship.span))
        return slot
    }

    func writtenLabels(_ labels: LabelSyntax?) throws(EngineError) -> [BoundLabelName] {
        guard let labels else { return [] }
        switch labels.kind {
        case .name(let name):
            try mentionWritten(.label, name, at: labels.span)
            return [.name(name)]
        case .dynamic(let expression, .all):
            if isInserting {
                throw .invalidLabelExpression(
                    "INSERT takes no computed labels and types; CREATE does", gqlStatus: "42I54", at: labels.span)
            }
            return [.dynamic(try placed(expression))]
        case .dynamic(_, .any):
            throw .invalidLabelExpression(
                "$any() serves patterns of MATCH: what is written has all its labels", gqlStatus: "42I55",
                at: labels.span)
        case .and(let parts):
            var names: [BoundLabelName] = []
            for part in parts { names.append(contentsOf: try writtenLabels(part)) }
            return names
        default:
            throw .invalidLabelExpression(
                "Labels to write are joined by `:` or `&`; `|`, `!`, `%` and $any() serve patterns of MATCH",
                at: labels.span)
        }
    }

    private func writtenType(_ types: LabelSyntax?, clause: String) throws(EngineError) -> BoundLabelName {
        switch types?.kind {
        case .name(let name):
            try mentionWritten(.relationshipType, name, at: types?.span ?? SourceSpan(0, 0))
            return .name(name)
        case .dynamic(let expression, .all): return .dynamic(try placed(expression))
        default: throw .noSingleRelationshipType(clause: clause, isExpression: false, at: types?.span)
        }
    }

    private func writtenProperties(_ properties: Expression?) throws(EngineError) -> BoundExpression? {
        guard let properties else { return nil }
        guard case .map(let entries) = properties.kind else {
            noteSelfReference(properties)
            return try placed(properties)
        }
        for entry in entries { try mentionWritten(.propertyKey, entry.key.text, at: entry.key.span) }
        noteSelfReference(properties)
        var bound: [(key: String, value: BoundExpression)] = []
        bound.reserveCapacity(entries.count)
        for entry in entries { bound.append((entry.key.text, try writtenValue(entry.value))) }
        return .map(bound)
    }

    /// The name of a label, type or property key that the graph is to have.
    func mentionWritten(_ kind: BoundMention.Kind, _ name: String, at span: SourceSpan) throws(EngineError) {
        if name.utf8.isEmpty || name.utf8.contains(0) { throw .invalidTokenName(at: span) }
        mention(kind, name, at: span, isWritten: true)
    }

    /// A value to store in a property, with its place unless it is sure that it can be stored. `MERGE` asks for more.
    func writtenValue(_ expression: Expression) throws(EngineError) -> BoundExpression {
        let typed = try bind(expression)
        return typed.type.isStorableScalar && !isInWrittenPattern
            ? typed.expression : .placed(typed.expression, expression.span)
    }

    // MARK: MERGE

    func merge(_ clause: MergeClause) throws(EngineError) -> BoundMerge {
        noteGraphAccess()
        isUpdating = true
        pushFrame()
        let merged: (pattern: QueryGraph, elements: [BoundCreateElement])
        isInWrittenPattern = true
        defer { isInWrittenPattern = false }
        do throws(EngineError) {
            try checkWritable(clause.pattern, clause: "MERGE")
            let own = HiddenNames(.merge, nil, names: Self.names(in: clause.pattern))
            merged = try hiding(own) { () throws(EngineError) in try mergePattern(clause.pattern) }
            for element in merged.elements where element.expressions.contains(where: \.hasSubquery) {
                throw .invalidClauseComposition(
                    "A subquery cannot stand in the pattern of MERGE; compute it in a WITH before",
                    gqlStatus: "42I48", at: clause.pattern.span)
            }
        } catch {
            _ = popFrame()
            throw error
        }
        let arguments = popFrame()
        isInWrittenPattern = false
        var onCreate: [BoundSetItem] = []
        var onMatch: [BoundSetItem] = []
        for action in clause.actions {
            let items = try setItems(action.items)
            if action.isOnCreate { onCreate.append(contentsOf: items) } else { onMatch.append(contentsOf: items) }
        }
        return BoundMerge(
            pattern: merged.pattern, elements: merged.elements, onCreate: onCreate, onMatch: onMatch,
            arguments: arguments, span: clause.span)
    }

    private static func names(in pattern: PathPattern) -> Set<String> {
        var names = Set(
            pattern.elements.compactMap { element in
                switch element {
                case .node(let node): node.variable?.text
                case .relationship(let relationship): relationship.variable?.text
                case .group: nil
                }
            })
        if let path = pattern.variable { names.insert(path.text) }
        return names
    }

    /// The pattern to look for and the elements to create, made of the same parts.
    private func mergePattern(
        _ pattern: PathPattern
    ) throws(EngineError) -> (pattern: QueryGraph, elements: [BoundCreateElement]) {
        var graph = QueryGraph()
        var elements: [BoundCreateElement] = []
        var indices: [Slot: Int] = [:]
        var nodes: [Int] = []
        var relationships: [Int] = []
        var path: [Slot] = []
        // What the pattern says is read from outside: nothing in it can depend on what it finds or creates.
        let before = scope
        var open: RelationshipPattern?
        for element in pattern.elements {
            switch element {
            case .node(let node):
                let slot = try mergedNode(
                    node, isSingle: pattern.elements.count == 1, before, &graph, &indices, &elements)
                if let relationship = open, let left = path.last {
                    path.append(
                        try mergedRelationship(relationship, left, slot, before, indices, &graph, &elements))
                    relationships.append(graph.relationships.count - 1)
                    open = nil
                }
                path.append(slot)
                nodes.append(indices[slot] ?? 0)
            case .relationship(let relationship):
                try checkWritable(relationship, clause: "MERGE")
                open = relationship
            case .group: break
            }
        }
        if relationships.count > 1 { graph.distinctRelationships = [relationships] }
        if let variable = pattern.variable {
            let slot = try declare(variable, .path)
            graph.paths.append(PatternPath(slot: slot, nodes: nodes, relationships: relationships, selector: .all))
            elements.append(.path(slot: slot, elements: path))
        }
        return (graph, elements)
    }

    private func mergedNode(
        _ node: NodePattern, isSingle: Bool, _ before: Scope, _ graph: inout QueryGraph, _ indices: inout [Slot: Int],
        _ elements: inout [BoundCreateElement]
    ) throws(EngineError) -> Slot {
        if let variable = node.variable, let slot = scope[variable.text], indices[slot] != nil {
            if node.labels != nil || node.properties != nil {
                throw .boundVariableConstrained(variable.text, clause: "MERGE", at: variable.span)
            }
            return slot
        }
        if let properties = node.properties { try requireLiteralMap(properties) }
        let isBound = node.variable.map { scope[$0.text] != nil } ?? false
        let declared = scope
        scope = before
        let made = elements.count
        let slot: Slot
        if isBound {
            scope = declared
            slot = try writtenNode(node, isSingle: isSingle, clause: "MERGE", into: &elements)
        } else {
            var nameless = node
            nameless.variable = nil
            slot = try writtenNode(nameless, isSingle: isSingle, clause: "MERGE", into: &elements)
            scope = declared
            if let variable = node.variable {
                slots[slot.index] = SlotInfo(name: variable.text, type: .node, isAnonymous: false)
                scope.variables[variable.text] = slot
            }
        }
        var found = PatternNode(
            slot: slot, isBound: isBound, labels: nil, properties: [], propertyMap: nil, span: node.span)
        if elements.count > made, case .node(_, let labels, let properties)? = elements.last {
            found.labels = Self.conjunction(labels)
            found.properties = Self.entries(properties)
        }
        graph.nodes.append(found)
        indices[slot] = graph.nodes.count - 1
        return slot
    }

    private func mergedRelationship(
        _ relationship: RelationshipPattern, _ left: Slot, _ right: Slot, _ before: Scope, _ indices: [Slot: Int],
        _ graph: inout QueryGraph, _ elements: inout [BoundCreateElement]
    ) throws(EngineError) -> Slot {
        if let properties = relationship.properties { try requireLiteralMap(properties) }
        let declared = scope
        scope = before
        let type = try writtenType(relationship.types, clause: "MERGE")
        let properties = try writtenProperties(relationship.properties)
        scope = declared
        let slot =
            try relationship.variable.map { (name) throws(EngineError) in try declare(name, .relationship) }
            ?? anonymousSlot(.relationship)
        let isReversed = relationship.direction == .left
        elements.append(
            .relationship(
                slot: slot, type: type, from: isReversed ? right : left, to: isReversed ? left : right,
                properties: properties, span: relationship.span))
        graph.relationships.append(
            PatternRelationship(
                slot: slot, isBound: false, left: indices[left] ?? 0, right: indices[right] ?? 0,
                direction: Self.direction(relationship.direction), types: Self.conjunction([type]),
                properties: Self.entries(properties), propertyMap: nil, length: .one, span: relationship.span))
        return slot
    }

    private func requireLiteralMap(_ properties: Expression) throws(EngineError) {
        guard case .map = properties.kind else { throw .invalidParameterUse(clause: "MERGE", at: properties.span) }
    }

    private static func conjunction(_ names: [BoundLabelName]) -> LabelExpression? {
        let parts = names.map { name -> LabelExpression in
            switch name {
            case .name(let name): .label(name)
            case .dynamic(let expression): .dynamic(expression, isAll: true)
            }
        }
        return parts.count > 1 ? .and(parts) : parts.first
    }

    private static func entries(_ properties: BoundExpression?) -> [(key: String, value: BoundExpression)] {
        if case .map(let entries)? = properties { entries.map { ($0.key, $0.value.unplaced) } } else { [] }
    }
}
