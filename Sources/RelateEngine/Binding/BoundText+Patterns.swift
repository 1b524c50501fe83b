// Patterns as Cypher text.
extension BoundText {
    package func labels(_ labels: LabelExpression) -> String { self.labels(labels, isInner: false) }

    private func labels(_ expression: LabelExpression, isInner: Bool) -> String {
        switch expression {
        case .label(let name): return Self.quoted(name)
        case .dynamic(let value, let isAll): return "$\(isAll ? "" : "any")(\(text(value)))"
        case .wildcard: return "%"
        case .not(let inner): return "!\(labels(inner, isInner: true))"
        case .and(let parts): return group(parts, "&", isInner)
        case .or(let parts): return group(parts, "|", isInner)
        }
    }

    private func group(_ parts: [LabelExpression], _ separator: String, _ isInner: Bool) -> String {
        let text = parts.map { labels($0, isInner: true) }.joined(separator: separator)
        return isInner ? "(\(text))" : text
    }

    package func node(_ node: PatternNode) -> String {
        var parts: [String] = []
        var head = nameIfAny(node.slot)
        if let labels = node.labels { head += ":" + self.labels(labels) }
        if !head.isEmpty { parts.append(head) }
        parts += map(node.properties, or: node.propertyMap)
        return "(\(parts.joined(separator: " ")))"
    }

    /// `-[r:KNOWS*1..3 {since: 1999}]->`
    package func relationship(_ relationship: PatternRelationship) -> String {
        self.relationship(relationship, isTurned: false)
    }

    private func relationship(_ relationship: PatternRelationship, isTurned: Bool) -> String {
        var parts: [String] = []
        var head = nameIfAny(relationship.slot)
        if let types = relationship.types { head += ":" + labels(types) }
        if case .variable(let minimum, let maximum) = relationship.length { head += Self.length(minimum, maximum) }
        if !head.isEmpty { parts.append(head) }
        parts += map(relationship.properties, or: relationship.propertyMap)
        let bracket = parts.isEmpty ? "" : "[\(parts.joined(separator: " "))]"
        return Self.arrow(bracket, isTurned ? relationship.direction.reversed : relationship.direction)
    }

    private func map(_ entries: [(key: String, value: BoundExpression)], or whole: BoundExpression?) -> [String] {
        if !entries.isEmpty { return [map(entries)] }
        return whole.map { [text($0)] } ?? []
    }

    /// The name of a variable that the statement has; empty for an element without one.
    private func nameIfAny(_ slot: Slot) -> String {
        slots.indices.contains(slot.index) && !slots[slot.index].isAnonymous ? name(of: slot) : ""
    }

    /// `-[:R]->` of a bracket with what stands in it, or of none.
    static func arrow(_ bracket: String, _ direction: PatternRelationship.Direction) -> String {
        let bracket = bracket == "[]" ? "" : bracket
        switch direction {
        case .leftToRight: return "-\(bracket)->"
        case .rightToLeft: return "<-\(bracket)-"
        case .either: return "-\(bracket)-"
        }
    }

    /// The bounds of a variable length: `*`, `*2`, `*..3`.
    static func length(_ minimum: Int, _ maximum: Int?) -> String {
        if minimum == 1, maximum == nil { return "*" }
        if let maximum, maximum == minimum { return "*\(minimum)" }
        return "*\(minimum == 1 ? "" : String(minimum))..\(maximum.map(String.init) ?? "")"
    }

    static func quantifier(_ minimum: Int, _ maximum: Int?) -> String {
        if let maximum, maximum == minimum { return "{\(minimum)}" }
        return "{\(minimum), \(maximum.map(String.init) ?? "")}"
    }

    /// All parts of a pattern, those of named paths and of selectors first.
    package func pattern(_ graph: QueryGraph) -> String {
        var writer = PatternWriter(graph: graph)
        var parts: [String] = []
        for path in graph.paths { parts.append(self.path(path, &writer)) }
        for index in graph.relationships.indices where !writer.relationships.contains(index) {
            parts.append(chain(from: index, &writer))
        }
        for index in graph.nodes.indices where !writer.nodes.contains(index) { parts.append(node(index, &writer)) }
        return parts.joined(separator: ", ")
    }

    /// What of a pattern is written already: a node is written whole once.
    private struct PatternWriter {
        let graph: QueryGraph
        var nodes: Set<Int> = []
        var relationships: Set<Int> = []
    }

    private func node(_ index: Int, _ writer: inout PatternWriter) -> String {
        guard writer.nodes.insert(index).inserted else { return "(\(nameIfAny(writer.graph.nodes[index].slot)))" }
        return node(writer.graph.nodes[index])
    }

    /// The relationship, and those that go on from its right end.
    private func chain(from first: Int, _ writer: inout PatternWriter) -> String {
        var next: Int? = first
        var result = node(writer.graph.relationships[first].left, &writer)
        while let index = next {
            let end = writer.graph.relationships[index].right
            result += step(index, isTurned: false, &writer) + node(end, &writer)
            next = writer.graph.relationships.indices.first {
                writer.graph.relationships[$0].left == end && !writer.relationships.contains($0)
            }
        }
        return result
    }

    private func step(_ index: Int, isTurned: Bool, _ writer: inout PatternWriter) -> String {
        writer.relationships.insert(index)
        let relationship = writer.graph.relationships[index]
        guard case .quantified(let inner) = relationship.length else {
            return self.relationship(relationship, isTurned: isTurned)
        }
        return quantified(inner)
    }

    /// `-[:R]->{1, 3}` where nothing is asked of the nodes in between, else ` ((x)-[r:R]->(y) WHERE …){1, 3} `.
    func quantified(_ inner: BoundQuantifiedPattern) -> String {
        let bounds = Self.quantifier(inner.minimum, inner.maximum)
        let isPlain =
            inner.predicates.isEmpty
            && inner.pattern.nodes.allSatisfy {
                nameIfAny($0.slot).isEmpty && $0.labels == nil && $0.properties.isEmpty && $0.propertyMap == nil
            }
        if isPlain, inner.first != inner.last, inner.pattern.relationships.count == 1,
            let single = inner.pattern.relationships.first, single.isSingle
        {
            return relationship(single) + bounds
        }
        return " (\(pattern(inner.pattern))\(predicates(inner.predicates)))\(bounds) "
    }

    private func path(_ path: PatternPath, _ writer: inout PatternWriter) -> String {
        guard let first = path.nodes.first else { return "" }
        var chain = node(first, &writer)
        var place = first
        for (number, index) in path.relationships.enumerated() {
            let relationship = writer.graph.relationships[index]
            let next = number + 1 < path.nodes.count ? path.nodes[number + 1] : relationship.right
            chain += step(index, isTurned: relationship.left != place, &writer) + node(next, &writer)
            place = next
        }
        return (path.slot.map { "\(name(of: $0)) = " } ?? "") + selected(chain, path)
    }

    private func selected(_ chain: String, _ path: PatternPath) -> String {
        let mode =
            switch path.mode {
            case .trail: ""
            case .walk: "WALK "
            case .acyclic: "ACYCLIC "
            case .simple: "SIMPLE "
            }
        switch path.selector {
        case .shortestPath: return "shortestPath(\(chain))"
        case .allShortestPaths: return "allShortestPaths(\(chain))"
        default: return selector(path.selector) + mode + chain
        }
    }

    func selector(_ selector: PatternPath.Selector) -> String {
        switch selector {
        case .all, .shortestPath, .allShortestPaths: return ""
        case .any(let count): return "ANY \(text(count)) "
        case .shortest(let count): return "SHORTEST \(text(count)) "
        case .shortestGroups(let count): return "SHORTEST \(text(count)) GROUPS "
        }
    }

    /// A path of what is matched: `(a)-[r]-(b)`, a list of relationships as `-[*]-`.
    func path(_ elements: [Slot]) -> String {
        elements.enumerated().map { place, slot in
            guard place % 2 == 1 else { return "(\(nameIfAny(slot)))" }
            var isList = false
            if slots.indices.contains(slot.index), case .list = slots[slot.index].type.withoutNullability {
                isList = true
            }
            let head = nameIfAny(slot) + (isList ? "*" : "")
            return head.isEmpty ? "--" : "-[\(head)]-"
        }.joined()
    }

    /// How many relationships a node has.
    func degree(_ slot: Slot, _ types: [String]?, _ direction: PatternRelationship.Direction) -> String {
        let bracket = types.map { "[:" + $0.map { Self.quoted($0) }.joined(separator: "|") + "]" } ?? ""
        return "COUNT { (\(name(of: slot)))\(Self.arrow(bracket, direction))() }"
    }
}
