/// The lines between two layers: what leaves a node with one label shares a trunk, each trunk has its own lane.
struct GraphRouting {
    /// A trunk from one item with branches to others.
    struct Bundle {
        let source: Int
        let label: StyledLine
        /// An arrow head where it leaves its source: its links point to the left.
        let pointsAtSource: Bool
        var segments: [Int]
        var trunkRow = 0
        /// Rows at which its branches end, in the order of `segments`.
        var branchRows: [Int] = []
        var lane: Int?

        var low: Int { min(trunkRow, branchRows.min() ?? trunkRow) }
        var high: Int { max(trunkRow, branchRows.max() ?? trunkRow) }
        var isStraight: Bool { low == high }
    }

    private(set) var layout: GraphLayout
    /// By the layer at whose right side they run.
    private(set) var gutters: [[Bundle]]
    private(set) var laneCounts: [Int]

    init(_ layout: GraphLayout) {
        self.layout = layout
        gutters = Array(repeating: [], count: layout.layers.count)
        laneCounts = Array(repeating: 0, count: layout.layers.count)
        makeBundles()
        route()
    }

    private mutating func makeBundles() {
        var places: [String: (gutter: Int, index: Int)] = [:]
        for (index, segment) in layout.segments.enumerated() {
            let gutter = layout.items[segment.from].layer
            let isForward = layout.runsForward(segment.link)
            let label = segment.isFirst ? Self.label(layout.links[segment.link]) : StyledLine()
            let key = "\(segment.from) \(isForward) \(label.plainText) \(segment.isFirst ? 0 : index)"
            if let place = places[key] {
                gutters[place.gutter][place.index].segments.append(index)
            } else {
                places[key] = (gutter, gutters[gutter].count)
                gutters[gutter].append(
                    Bundle(
                        source: segment.from, label: label, pointsAtSource: segment.isFirst && !isForward,
                        segments: [index]))
            }
        }
    }

    /// `ACTED_IN`, `KNOWS ×3`.
    private static func label(_ link: GraphLayout.Link) -> StyledLine {
        var line = StyledLine([Span(link.type, .relationshipType, limit: 60)])
        if link.count > 1 { line.append(" ×\(link.count)", .number) }
        return line
    }

    // MARK: Rows and lanes

    private mutating func route() {
        var heights = startHeights()
        for attempt in 0..<24 {
            layout.placeRows(heights: heights)
            placePorts(shift: attempt)
            for gutter in gutters.indices { orderLanes(gutter) }
            let crowded = crowdedItems()
            if crowded.isEmpty { return }
            for item in crowded { heights[item] += 1 }
        }
    }

    private func startHeights() -> [Int] {
        var left = Array(repeating: 0, count: layout.items.count)
        var right = left
        for bundle in gutters.joined() {
            right[bundle.source] += 1
            for index in bundle.segments {
                let segment = layout.segments[index]
                if segment.isWithinLayer { right[segment.to] += 1 } else { left[segment.to] += 1 }
            }
        }
        return layout.items.indices.map { index in
            guard let node = layout.items[index].node else { return 1 }
            return 2 + max(1 + (layout.loops[node]?.count ?? 0), left[index], right[index])
        }
    }

    private mutating func placePorts(shift: Int) {
        struct Port {
            let gutter: Int
            let bundle: Int
            /// `nil` for the trunk.
            let branch: Int?
            let wanted: Double
        }
        var left: [[Port]] = Array(repeating: [], count: layout.items.count)
        var right = left
        for (gutter, bundles) in gutters.enumerated() {
            for (index, bundle) in bundles.enumerated() {
                gutters[gutter][index].branchRows = Array(repeating: 0, count: bundle.segments.count)
                let targets = bundle.segments.map { layout.items[layout.segments[$0].to].center }
                let mean = targets.reduce(0, +) / Double(max(1, targets.count))
                right[bundle.source].append(Port(gutter: gutter, bundle: index, branch: nil, wanted: mean))
                for (branch, segment) in bundle.segments.map({ layout.segments[$0] }).enumerated() {
                    let port = Port(
                        gutter: gutter, bundle: index, branch: branch, wanted: layout.items[bundle.source].center)
                    if segment.isWithinLayer { right[segment.to].append(port) } else { left[segment.to].append(port) }
                }
            }
        }
        for ports in [left, right] {
            for (item, list) in ports.enumerated() where !list.isEmpty {
                let sorted = list.enumerated().sorted {
                    ($0.element.wanted, $0.offset) < ($1.element.wanted, $1.offset)
                }
                let isNode = layout.items[item].node != nil
                let inside = isNode ? layout.items[item].height - 2 : 1
                let first = layout.items[item].top + (isNode ? 1 + (inside - list.count + shift % 2) / 2 : 0)
                for (index, entry) in sorted.enumerated() {
                    let row = min(
                        first + index, layout.items[item].top + max(0, layout.items[item].height - (isNode ? 2 : 1)))
                    let port = entry.element
                    if let branch = port.branch {
                        gutters[port.gutter][port.bundle].branchRows[branch] = row
                    } else {
                        gutters[port.gutter][port.bundle].trunkRow = row
                    }
                }
            }
        }
    }

    /// How badly two bundles fare with `one` in the lane left of `other`'s: crossings, and lines on one another.
    private func cost(_ one: Bundle, leftOf other: Bundle) -> Int {
        var cost = 0
        for (row, segment) in zip(one.branchRows, one.segments) where !layout.segments[segment].isWithinLayer {
            if row > other.low, row < other.high { cost += 1 }
            if row == other.trunkRow { cost += 1000 }
        }
        if other.trunkRow > one.low, other.trunkRow < one.high { cost += 1 }
        for (row, segment) in zip(other.branchRows, other.segments) where layout.segments[segment].isWithinLayer {
            if row > one.low, row < one.high { cost += 1 }
        }
        return cost
    }

    private mutating func orderLanes(_ gutter: Int) {
        var order = gutters[gutter].indices.filter { !gutters[gutter][$0].isStraight || needsLane(gutters[gutter][$0]) }
        for index in gutters[gutter].indices { gutters[gutter][index].lane = nil }
        order = arranged(order, gutter)
        var count = 0
        for (place, index) in order.enumerated() {
            let bundle = gutters[gutter][index]
            var lane = 0
            for earlier in order[..<place] {
                let other = gutters[gutter][earlier]
                if bundle.low <= other.high + 1, other.low <= bundle.high + 1 {
                    lane = max(lane, (other.lane ?? 0) + 1)
                }
            }
            gutters[gutter][index].lane = lane
            count = max(count, lane + 1)
        }
        laneCounts[gutter] = count
    }

    /// The order in which the bundles get their lanes: each in turn moves to where it costs least, until none moves.
    private func arranged(_ bundles: [Int], _ gutter: Int) -> [Int] {
        var order = bundles
        let costs = gutters[gutter].map { one in gutters[gutter].map { cost(one, leftOf: $0) } }
        for _ in 0..<8 {
            var isSettled = true
            for bundle in bundles {
                guard let place = order.firstIndex(of: bundle) else { continue }
                order.remove(at: place)
                var total = order.reduce(0) { $0 + costs[bundle][$1] }
                var best = (place: 0, cost: total)
                var own = total
                for (index, other) in order.enumerated() {
                    total += costs[other][bundle] - costs[bundle][other]
                    if total < best.cost { best = (index + 1, total) }
                    if index + 1 == place { own = total }
                }
                let isBetter = best.cost < own
                order.insert(bundle, at: isBetter ? best.place : place)
                isSettled = isSettled && !isBetter
            }
            if isSettled { break }
        }
        return order
    }

    /// A line that comes back to its layer turns round in a lane, and so does one with several branches.
    private func needsLane(_ bundle: Bundle) -> Bool {
        bundle.segments.count > 1 || bundle.segments.contains { layout.segments[$0].isWithinLayer }
    }

    /// A line of one bundle that runs on a line of another.
    private struct Overlap {
        let trunk: Bundle
        let target: Int
    }

    private func overlaps(in gutter: Int) -> [Overlap] {
        var found: [Overlap] = []
        for (index, bundle) in gutters[gutter].enumerated() {
            for (otherIndex, other) in gutters[gutter].enumerated() where otherIndex != index {
                for (row, place) in zip(other.branchRows, other.segments) where row == bundle.trunkRow {
                    let segment = layout.segments[place]
                    guard !segment.isWithinLayer, (bundle.lane ?? .max) >= (other.lane ?? -1) else { continue }
                    found.append(Overlap(trunk: bundle, target: segment.to))
                }
            }
        }
        return found
    }

    func overlapCount(in gutter: Int) -> Int { overlaps(in: gutter).count }

    /// Items whose ports must move, because two lines would run on one another.
    private func crowdedItems() -> Set<Int> {
        var crowded: Set<Int> = []
        for gutter in gutters.indices {
            for overlap in overlaps(in: gutter) {
                crowded.insert(layout.items[overlap.target].node == nil ? overlap.trunk.source : overlap.target)
            }
        }
        return crowded.filter { layout.items[$0].node != nil }
    }
}
