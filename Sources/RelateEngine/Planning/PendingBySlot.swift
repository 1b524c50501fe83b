/// The predicates that wait, by the variables that they read: a pattern of many nodes asks of each which are its own.
struct PendingBySlot {
    private var numbers: [Int: [Int]] = [:]
    private let pending: [PatternWork.Pending]

    init(_ pending: [PatternWork.Pending]) {
        self.pending = pending
        for (number, predicate) in pending.enumerated() {
            for slot in predicate.free.indices { numbers[slot, default: []].append(number) }
        }
    }

    /// Indices of those that read the slot, perhaps together with others; ascending.
    func numbers(of slot: Slot) -> [Int] { numbers[slot.index] ?? [] }

    func of(_ slot: Slot) -> [PatternWork.Pending] { numbers(of: slot).map { pending[$0] } }
}

extension PatternWork {
    /// Nodes that nothing ties to the rest of the pattern or to what is given, each with its predicates, which are taken out;
    /// none where they are few.
    ///
    /// Each is matched by itself. Of many, the search for the best order would look at every pair.
    mutating func takeSingles() -> [PatternWork] {
        guard pattern.nodes.count - solvedNodes.count > Self.searchedNodesLimit else { return [] }
        var tied = solvedNodes
        for relationship in pattern.relationships { tied.formUnion([relationship.left, relationship.right]) }
        for path in pattern.paths { tied.formUnion(path.nodes) }
        var places: [Int: Int] = [:]
        for place in pattern.nodes.indices where !tied.contains(place) && !pattern.nodes[place].isBound {
            places[pattern.nodes[place].slot.index] = place
        }
        for predicate in pending {
            let read = predicate.free.indices
            if read.count > 1 { for slot in read { places[slot] = nil } }
        }
        var own: [Int: [Pending]] = [:]
        pending.removeAll { predicate in
            guard let slot = predicate.free.indices.first, let place = places[slot] else { return false }
            own[place, default: []].append(predicate)
            return true
        }
        return places.values.sorted().map { place in
            solvedNodes.insert(place)
            return PatternWork(single: pattern.nodes[place], own[place] ?? [])
        }
    }

    /// Up to so many, the order is searched for among all.
    private static let searchedNodesLimit = 8
}
