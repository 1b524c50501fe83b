// How a path search is named in plans.

extension LogicalPlan.PathSearch {
    var operatorName: String {
        if case .all = selector {
            switch mode {
            case .walk: return "Repeat(Walk)"
            case .trail: return "Repeat(Trail)"
            case .acyclic: return "Repeat(Acyclic)"
            case .simple: return "Repeat(Simple)"
            }
        }
        return isInto ? "StatefulShortestPath(Into)" : "StatefulShortestPath(All)"
    }
}

extension BoundText {
    /// As the pattern was written: `SHORTEST 2 GROUPS (a)-[:R]->(b) ((x)-[:S]->(y)){1, } (c)`.
    func text(_ search: LogicalPlan.PathSearch) -> String {
        let segments = search.isReversed ? search.segments.reversed() : search.segments
        var nodes = [search.start] + search.segments.map(\.end)
        if search.isReversed { nodes.reverse() }
        var result = "\(selector(search.selector))(\(name(of: nodes[0])))"
        for (place, segment) in segments.enumerated() {
            result += pattern(segment, isReversed: search.isReversed) + "(\(name(of: nodes[place + 1])))"
        }
        return result + predicates(search.predicates + search.segments.flatMap(\.endPredicates))
    }

    private func pattern(_ segment: LogicalPlan.PathSearch.Segment, isReversed: Bool) -> String {
        if let pattern = segment.pattern { return quantified(pattern) }
        guard case .relationship(let expand, _) = segment.step else { return "--" }
        let types = expand.types.map { ":" + $0.map { BoundText.quoted($0) }.joined(separator: "|") } ?? ""
        let bounds = segment.isSingle ? "" : Self.quantifier(segment.minimum, segment.maximum)
        return Self.arrow("[\(types)]", isReversed ? expand.direction.reversed : expand.direction) + bounds
    }
}
