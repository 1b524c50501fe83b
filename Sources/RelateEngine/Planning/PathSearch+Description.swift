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
    /// As the pattern was written: `SHORTEST 2 GROUPS (a)-[r:R]->(b)((…)){1, }(c)`.
    func text(_ search: LogicalPlan.PathSearch) -> String {
        let segments = search.isReversed ? search.segments.reversed() : search.segments
        var nodes = [search.start] + search.segments.map(\.end)
        if search.isReversed { nodes.reverse() }
        var result = "\(selector(search.selector))(\(name(of: nodes[0])))"
        for (place, segment) in segments.enumerated() {
            result += pattern(segment, isReversed: search.isReversed) + "(\(name(of: nodes[place + 1])))"
        }
        return result
    }

    private func selector(_ selector: PatternPath.Selector) -> String {
        switch selector {
        case .all, .shortestPath, .allShortestPaths: return ""
        case .any(let count): return "ANY \(text(count)) "
        case .shortest(let count): return "SHORTEST \(text(count)) "
        case .shortestGroups(let count): return "SHORTEST \(text(count)) GROUPS "
        }
    }

    private func pattern(_ segment: LogicalPlan.PathSearch.Segment, isReversed: Bool) -> String {
        guard case .relationship(let expand, _) = segment.step else {
            return "((…)){\(segment.minimum), \(segment.maximum.map(String.init) ?? "")}"
        }
        let types = expand.types.map { ":" + $0.map { BoundText.quoted($0) }.joined(separator: "|") } ?? ""
        let length =
            segment.isSingle ? "" : "{\(segment.minimum), \(segment.maximum.map(String.init) ?? "")}"
        switch isReversed ? expand.direction.reversed : expand.direction {
        case .leftToRight: return "-[\(types)]->\(length)"
        case .rightToLeft: return "<-[\(types)]-\(length)"
        case .either: return "-[\(types)]-\(length)"
        }
    }
}
