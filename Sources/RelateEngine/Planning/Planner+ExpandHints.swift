import CypherSyntax

/// `USING EXPAND`: from which of its ends a relationship is followed.
struct ExpandHint {
    let isFromLeft: Bool
    /// With `INTO` both ends are found before, with `ALL` the second one by the relationship; `nil` for either.
    let isInto: Bool?
    /// As it is written, for an error.
    let text: String

    /// What is known of one end where a walk is.
    enum End { case open, here, inAnotherPart }

    func allows(left: End, right: End) -> Bool {
        let (from, to) = isFromLeft ? (left, right) : (right, left)
        // What another part of the plan has found is waited for.
        guard from == .here, to != .inAnotherPart else { return false }
        return isInto.map { $0 == (to == .here) } ?? true
    }
}

extension Planner {
    /// Takes the hints down; the walk obeys them. What counts instead of following, or follows two relationships at once, is
    /// left alone then.
    mutating func noteExpandHints(_ hints: [BoundHint], _ work: inout PatternWork) throws(EngineError) {
        for case .expand(let isInto, let from, let to, let via) in hints {
            let names = [from, to].map { "`\(slots[$0.index].name)`" }
            let text =
                "USING EXPAND \(isInto.map { $0 ? "INTO " : "ALL " } ?? "")FROM \(slots[from.index].name) TO "
                + slots[to.index].name + (via.map { " VIA \(slots[$0.index].name)" } ?? "")
            let ends = [from, to].map { slot in work.pattern.nodes.firstIndex { $0.slot == slot } }
            let place = work.pattern.relationships.indices.first { index in
                let relationship = work.pattern.relationships[index]
                return work.expandHints[index] == nil && !relationship.isBound
                    && via.map { $0 == relationship.slot } ?? true
                    && ([relationship.left, relationship.right] == ends
                        || [relationship.right, relationship.left] == ends)
            }
            guard let place else {
                throw .hintUnusable(
                    text,
                    "the pattern has no \(via == nil ? "" : "such ")relationship between \(names[0]) and \(names[1])")
            }
            if work.pattern.paths.contains(where: { $0.isSearched && $0.relationships.contains(place) }) {
                throw .hintUnusable(text, "a path with a selector or a mode is searched for as a whole")
            }
            work.expandHints[place] = ExpandHint(
                isFromLeft: work.pattern.relationships[place].left == ends[0], isInto: isInto, text: text)
            rules.subtract([.storeCounts, .degreeCounts, .intersections])
        }
    }

    /// - Throws: where a hint could not be obeyed: other hints, or what is given, lead elsewhere.
    func checkExpandHints(_ work: PatternWork) throws(EngineError) {
        for (index, hint) in work.expandHints.sorted(by: { $0.key < $1.key })
        where !work.solvedRelationships.contains(index) {
            let relationship = work.pattern.relationships[index]
            let (from, to) =
                hint.isFromLeft ? (relationship.left, relationship.right) : (relationship.right, relationship.left)
            let (start, end) = (
                slots[work.pattern.nodes[from].slot.index].name, slots[work.pattern.nodes[to].slot.index].name
            )
            throw .hintUnusable(
                hint.text,
                hint.isInto == false
                    ? "`\(end)` is found before `\(start)`" : "no other part of the clause finds `\(start)`")
        }
    }
}

extension PatternWork {
    /// Not so the node that a relationship is to lead to, as long as that was not followed.
    func mayStart(atNode node: Int) -> Bool {
        !expandHints.contains { index, hint in
            let relationship = pattern.relationships[index]
            guard hint.isInto != true, !solvedRelationships.contains(index), relationship.left != relationship.right
            else { return false }
            return (hint.isFromLeft ? relationship.right : relationship.left) == node
        }
    }
}
