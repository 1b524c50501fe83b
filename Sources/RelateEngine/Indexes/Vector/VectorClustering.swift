/// Finds groups of vectors that lie near each other: some centres by Lloyd's algorithm over a sample, then each group in two as
/// long as that brings its members much nearer to their centre. So as many groups come about as there are clusters, which
/// nobody knows before.
struct VectorClustering {
    let reader: VectorGraph.Reader

    struct Group {
        var slots: [UInt32]
        var center: [Float]
    }

    private static let rounds = 3
    /// Sampled vectors a centre.
    static let sampledPerCenter = 24
    /// Fewer members tell nothing.
    private static let leastMembers = 16
    /// A group is divided where its members' squared distances from their centres sum up to so much less.
    private static let dividedShare: Float = 0.92

    // MARK: Lloyd's algorithm

    /// Centres of about equal weight. - Parameter sample: slots, at least `count`.
    func centers<Failure: Error>(
        _ count: Int, of sample: [UInt32], _ check: () throws(Failure) -> Void
    ) throws(Failure) -> VectorCenters {
        var rows = (0..<count).map { coordinates(sample[$0 * sample.count / count]) }
        for _ in 0..<Self.rounds {
            let found = try groups(of: sample, by: VectorCenters(rows, width: reader.width), check)
            for (center, group) in found.enumerated() where !group.slots.isEmpty { rows[center] = group.center }
        }
        return VectorCenters(rows, width: reader.width)
    }

    private func coordinates(_ slot: UInt32) -> [Float] {
        Array(UnsafeBufferPointer(start: reader.vectors.floats(Int(slot)), count: reader.width))
    }

    /// The slots by the centre that is nearest to each, and the mean of each group.
    func groups<Failure: Error>(
        of slots: [UInt32], by centers: VectorCenters, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> [Group] {
        var members = [[UInt32]](repeating: [], count: centers.count)
        for (number, slot) in slots.enumerated() {
            if number & 0x3f == 0 { try check() }
            members[centers.nearest(to: reader.vectors.floats(Int(slot)))].append(slot)
        }
        return members.map { Group(slots: $0, center: mean($0)) }
    }

    private func mean(_ slots: [UInt32]) -> [Float] {
        var sum = [Float](repeating: 0, count: reader.width)
        for slot in slots {
            let vector = reader.vectors.floats(Int(slot))
            for index in 0..<reader.width { sum[index] += vector[index] }
        }
        let share = slots.isEmpty ? 0 : 1 / Float(slots.count)
        return sum.map { $0 * share }
    }

    // MARK: Division

    /// The groups, each in as many as its members ask for, up to `most` in all; empty ones are left out.
    func divided<Failure: Error>(
        _ groups: [Group], most: Int, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> [Group] {
        var open = groups.filter { !$0.slots.isEmpty }
        var done: [Group] = []
        // All of them once, then what came of them.
        while !open.isEmpty {
            var next: [Group] = []
            for (place, group) in open.enumerated() {
                let count = done.count + next.count + open.count - place
                if count < most, let (one, other) = try halves(group, check) {
                    next += [one, other]
                } else {
                    done.append(group)
                }
            }
            open = next
        }
        return done
    }

    /// The same number of groups or less, of the vectors that are nearest to the mean of each.
    func settled<Failure: Error>(
        _ groups: [Group], _ check: () throws(Failure) -> Void
    ) throws(Failure) -> [Group] {
        let centers = VectorCenters(groups.map(\.center), width: reader.width)
        return try self.groups(of: groups.flatMap(\.slots), by: centers, check).filter { !$0.slots.isEmpty }
    }

    private func halves<Failure: Error>(
        _ group: Group, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> (Group, Group)? {
        guard group.slots.count >= Self.leastMembers else { return nil }
        let whole = spread(group)
        // From two members that lie far apart.
        let first = farthest(group.slots, from: group.center)
        var centers = [coordinates(first), []]
        centers[1] = coordinates(farthest(group.slots, from: centers[0]))
        var parts: [Group] = []
        for _ in 0..<Self.rounds {
            parts = try groups(of: group.slots, by: VectorCenters(centers, width: reader.width), check)
            guard parts.allSatisfy({ $0.slots.count >= Self.leastMembers / 4 }) else { return nil }
            centers = parts.map(\.center)
        }
        guard spread(parts[0]) + spread(parts[1]) < Self.dividedShare * whole else { return nil }
        return (parts[0], parts[1])
    }

    /// The squared distances of its members from its centre, summed up.
    private func spread(_ group: Group) -> Float {
        let center = VectorCenters([group.center], width: reader.width)
        return group.slots.reduce(0) { sum, slot in
            let length = center.length(reader.vectors.floats(Int(slot)), 0)
            return sum + length * length
        }
    }

    private func farthest(_ slots: [UInt32], from point: [Float]) -> UInt32 {
        let center = VectorCenters([point], width: reader.width)
        var (best, place) = (-Float.infinity, slots[0])
        for slot in slots {
            let length = center.length(reader.vectors.floats(Int(slot)), 0)
            if length > best { (best, place) = (length, slot) }
        }
        return place
    }

    // MARK: Use

    /// Groups with their members by the distance from the centre, never too little, the farthest first.
    struct Ranked {
        let centers: VectorCenters
        let members: [[(slot: UInt32, length: Float)]]
    }

    /// - Parameter all: slots, put to the groups' centres.
    func ranked<Failure: Error>(
        _ groups: [Group], all: [UInt32], _ check: () throws(Failure) -> Void
    ) throws(Failure) -> Ranked {
        let centers = VectorCenters(groups.map(\.center), width: reader.width)
        let members = try self.groups(of: all, by: centers, check).enumerated().map { center, group in
            group.slots.map { ($0, centers.radius(reader.vectors.floats(Int($0)), center)) }.sorted { $0.1 > $1.1 }
        }
        return Ranked(centers: centers, members: members)
    }
}
