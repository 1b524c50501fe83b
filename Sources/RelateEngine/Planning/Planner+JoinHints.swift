// `USING JOIN ON`: a pattern that is walked from both sides and joined where they meet.
extension Planner {
    /// Splits the pattern at the nodes that its join hints name, so that its sides are planned apart and joined by a hash
    /// table. A hint for nodes that do not lie between two sides is passed over; a notification says so.
    ///
    /// - Returns: whether a hint is followed.
    mutating func split(_ work: inout PatternWork, at hints: [BoundHint], on input: LogicalPlan) -> Bool {
        var isSplit = false
        for case .join(let variables) in hints where split(&work, at: variables, on: input) { isSplit = true }
        return isSplit
    }

    private mutating func split(
        _ work: inout PatternWork, at variables: [Slot], on input: LogicalPlan
    ) -> Bool {
        // A path that is searched for as a whole has no sides.
        guard !work.pattern.paths.contains(where: \.isSearched) else { return false }
        var joints: [Int] = []
        for variable in variables {
            guard let node = work.pattern.nodes.firstIndex(where: { $0.slot == variable }),
                !work.pattern.nodes[node].isBound, !work.solvedNodes.contains(node),
                !input.available.contains(variable), !joints.contains(node)
            else { return false }
            joints.append(node)
        }
        guard let sides = Sides(of: work.pattern, at: joints) else { return false }
        // The first of them becomes the key of the hash table, the others are tested.
        for joint in joints.reversed() {
            let node = work.pattern.nodes[joint]
            let twin = newSlot(slots[node.slot.index].name, .node)
            let place = work.pattern.nodes.count
            work.pattern.nodes.append(
                PatternNode(
                    slot: twin, isBound: false, labels: node.labels, properties: [], propertyMap: nil, span: node.span))
            for relationship in sides.other {
                if work.pattern.relationships[relationship].left == joint {
                    work.pattern.relationships[relationship].left = place
                }
                if work.pattern.relationships[relationship].right == joint {
                    work.pattern.relationships[relationship].right = place
                }
            }
            // What the pattern asks of the node narrows both sides before they meet.
            for part in node.labels?.conjuncts ?? [] {
                work.pending.append(PatternWork.Pending(.hasLabels(.slot(twin), part), isOfPattern: true))
            }
            work.pending.insert(
                PatternWork.Pending(.compare(.slot(node.slot), .equal, .slot(twin)), isOfPattern: true), at: 0)
        }
        return true
    }

    /// The relationships on either side of some nodes.
    private struct Sides {
        /// Of the side that does not hold the first relationship at the first of the nodes.
        private(set) var other: [Int] = []

        /// `nil` where one of the nodes has relationships at one side alone.
        init?(of pattern: QueryGraph, at joints: [Int]) {
            var parent = Array(pattern.nodes.indices)
            func root(_ node: Int) -> Int {
                var node = node
                while parent[node] != node { node = parent[node] }
                return node
            }
            func outer(_ relationship: PatternRelationship) -> Int? {
                [relationship.left, relationship.right].first { !joints.contains($0) }
            }
            for relationship in pattern.relationships
            where !joints.contains(relationship.left) && !joints.contains(relationship.right) {
                let (one, two) = (root(relationship.left), root(relationship.right))
                if one != two { parent[max(one, two)] = min(one, two) }
            }
            func touching(_ joint: Int) -> [Int] {
                pattern.relationships.indices.filter { index in
                    let relationship = pattern.relationships[index]
                    return (relationship.left == joint || relationship.right == joint) && !relationship.isBound
                }
            }
            guard let joint = joints.first, let first = touching(joint).first,
                let start = outer(pattern.relationships[first]).map(root)
            else { return nil }
            for joint in joints {
                let far = touching(joint).filter { index in
                    outer(pattern.relationships[index]).map { root($0) != start } ?? false
                }
                guard !far.isEmpty, far.count < touching(joint).count else { return nil }
                for index in far where !other.contains(index) { other.append(index) }
            }
            // An element of the pattern that is given already ties the sides to the same rows: they are not apart.
            if pattern.nodes.contains(where: \.isBound) || pattern.relationships.contains(where: \.isBound) {
                return nil
            }
        }
    }
}
