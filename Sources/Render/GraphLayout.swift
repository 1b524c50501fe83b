/// Where the nodes of a scene stand on the map: in layers from left to right, lines between them in gutters.
///
/// Works in four steps, as layered layouts do: a layer for each node, stand-ins where a link passes a layer, an order
/// in each layer by the means of neighbours, rows as near to the neighbours' as the order allows. The same scene gives
/// the same layout.
struct GraphLayout {
    /// All relationships of one type from one node to another.
    struct Link: Hashable {
        let start: Int
        let end: Int
        let type: String
        var count: Int
    }

    /// A node in its layer, or the place where a link passes through one.
    struct Item {
        let node: Int?
        let layer: Int
        var height: Int
        var top = 0
        var center: Double { Double(top) + Double(height - 1) / 2 }
    }

    /// A stretch of a link from one layer to the next, or, for nodes of one layer, out of it and back.
    struct Segment {
        let link: Int
        let from: Int
        let to: Int
        var isFirst: Bool
        var isLast: Bool
        var isWithinLayer: Bool
    }

    private(set) var links: [Link] = []
    /// Types of relationships from a node to itself.
    private(set) var loops: [Int: [String]] = [:]
    private(set) var items: [Item] = []
    /// Items from top to bottom, by layer.
    private(set) var layers: [[Int]] = []
    private(set) var segments: [Segment] = []
    private var isForward: [Bool] = []
    private var layerOfNode: [Int] = []

    static let gapRows = 1

    /// - Parameter chain: Nodes that stand in one row, in this order; empty lets the links decide.
    init(_ scene: GraphScene, focus: Int?, chain: [Int] = []) {
        mergeRelationships(scene)
        assignLayers(scene.nodes.count, focus: focus, chain)
        makeItems(scene.nodes.count)
        orderItems()
    }

    /// The link's start stands left of its end, or in the same layer.
    func runsForward(_ link: Int) -> Bool { isForward[link] }

    // MARK: Links and layers

    private mutating func mergeRelationships(_ scene: GraphScene) {
        var places: [Link: Int] = [:]
        for relationship in scene.relationships {
            if relationship.start == relationship.end {
                if loops[relationship.start]?.contains(relationship.type) != true {
                    loops[relationship.start, default: []].append(relationship.type)
                }
                continue
            }
            let link = Link(start: relationship.start, end: relationship.end, type: relationship.type, count: 1)
            if let place = places[link] {
                links[place].count += 1
            } else {
                places[link] = links.count
                links.append(link)
            }
        }
    }

    private mutating func assignLayers(_ count: Int, focus: Int?, _ chain: [Int]) {
        let byDirection = layersByDirection(count)
        if !chain.isEmpty {
            layerOfNode = Array(repeating: 0, count: count)
            for (layer, node) in chain.enumerated() where node < count { layerOfNode[node] = layer }
        } else if let byDirection, (byDirection.max() ?? 0) <= 6 {
            layerOfNode = byDirection
        } else {
            layerOfNode = layersByDistance(count, focus: focus)
        }
        let lowest = layerOfNode.min() ?? 0
        layerOfNode = layerOfNode.map { $0 - lowest }
        isForward = links.map { layerOfNode[$0.start] <= layerOfNode[$0.end] }
    }

    /// The longest way from a node without incoming links; `nil` where links go round in a circle.
    private func layersByDirection(_ count: Int) -> [Int]? {
        var waiting = Array(repeating: 0, count: count)
        var out: [[Int]] = Array(repeating: [], count: count)
        for link in links {
            waiting[link.end] += 1
            out[link.start].append(link.end)
        }
        var layer = Array(repeating: 0, count: count)
        var ready = (0..<count).filter { waiting[$0] == 0 }
        var order: [Int] = []
        while order.count < ready.count {
            let node = ready[order.count]
            order.append(node)
            for next in out[node] {
                layer[next] = max(layer[next], layer[node] + 1)
                waiting[next] -= 1
                if waiting[next] == 0 { ready.append(next) }
            }
        }
        guard order.count == count else { return nil }
        for node in order.reversed() {
            if let nearest = out[node].map({ layer[$0] }).min() { layer[node] = max(layer[node], nearest - 1) }
        }
        return layer
    }

    /// Steps from the focus: what points towards it at its left, the rest at its right. Parts that don't connect start
    /// at their own best connected node.
    private func layersByDistance(_ count: Int, focus: Int?) -> [Int] {
        var layer: [Int?] = Array(repeating: nil, count: count)
        var near: [[(node: Int, isOut: Bool)]] = Array(repeating: [], count: count)
        for link in links {
            near[link.start].append((link.end, true))
            near[link.end].append((link.start, false))
        }
        let degrees: [Int] = near.map(\.count)
        var starts: [Int] = (0..<count).sorted { (one: Int, other: Int) -> Bool in
            degrees[one] == degrees[other] ? one < other : degrees[one] > degrees[other]
        }
        if let focus, focus < count { starts.insert(focus, at: 0) }
        for start in starts where layer[start] == nil {
            layer[start] = 0
            var queue = [start]
            var place = 0
            while place < queue.count {
                let node = queue[place]
                place += 1
                let own = layer[node] ?? 0
                for next in near[node] where layer[next.node] == nil {
                    let side = own == 0 ? (next.isOut ? 1 : -1) : own > 0 ? 1 : -1
                    layer[next.node] = own + side
                    queue.append(next.node)
                }
            }
        }
        return layer.map { $0 ?? 0 }
    }

    // MARK: Items

    private mutating func makeItems(_ count: Int) {
        layers = Array(repeating: [], count: (layerOfNode.max() ?? -1) + 1)
        for node in 0..<count {
            items.append(Item(node: node, layer: layerOfNode[node], height: 3))
            layers[layerOfNode[node]].append(node)
        }
        for index in links.indices {
            let (left, right) =
                isForward[index] ? (links[index].start, links[index].end) : (links[index].end, links[index].start)
            var from = left
            if layerOfNode[left] == layerOfNode[right] {
                segments.append(
                    Segment(link: index, from: left, to: right, isFirst: true, isLast: true, isWithinLayer: true))
                continue
            }
            for layer in (layerOfNode[left] + 1)..<layerOfNode[right] {
                items.append(Item(node: nil, layer: layer, height: 1))
                layers[layer].append(items.count - 1)
                add(index, from, items.count - 1, isLast: false)
                from = items.count - 1
            }
            add(index, from, right, isLast: true)
        }
    }

    private mutating func add(_ link: Int, _ from: Int, _ to: Int, isLast: Bool) {
        segments.append(
            Segment(
                link: link, from: from, to: to, isFirst: items[from].node != nil, isLast: isLast, isWithinLayer: false))
    }

    // MARK: Order and rows

    private mutating func orderItems() {
        var place = Array(repeating: 0.0, count: items.count)
        for layer in layers {
            for (index, item) in layer.enumerated() { place[item] = Double(index) }
        }
        let neighbours = neighboursByItem()
        for sweep in 0..<4 {
            let order = sweep % 2 == 0 ? Array(layers.indices) : layers.indices.reversed()
            for layer in order {
                let wanted = layers[layer].map { item -> (Double, Double, Int) in
                    let near = sweep % 2 == 0 ? neighbours[item].left : neighbours[item].right
                    let mean = near.isEmpty ? place[item] : near.reduce(0) { $0 + place[$1] } / Double(near.count)
                    return (mean, place[item], item)
                }
                layers[layer] = wanted.sorted { ($0.0, $0.1, Double($0.2)) < ($1.0, $1.1, Double($1.2)) }.map(\.2)
                for (index, item) in layers[layer].enumerated() { place[item] = Double(index) }
            }
        }
    }

    private func neighboursByItem() -> [(left: [Int], right: [Int])] {
        var neighbours: [(left: [Int], right: [Int])] = Array(repeating: ([], []), count: items.count)
        for segment in segments where !segment.isWithinLayer {
            neighbours[segment.from].right.append(segment.to)
            neighbours[segment.to].left.append(segment.from)
        }
        return neighbours
    }

    /// Gives each item its rows, for the heights that `heights` says.
    mutating func placeRows(heights: [Int]) {
        for index in items.indices { items[index].height = heights[index] }
        for layer in layers {
            var row = 0
            for item in layer {
                items[item].top = row
                row += items[item].height + Self.gapRows
            }
        }
        let neighbours = neighboursByItem()
        for sweep in 0..<6 {
            let order = sweep % 2 == 0 ? Array(layers.indices) : layers.indices.reversed()
            for layer in order { settle(layers[layer], neighbours) }
        }
        let top = items.map(\.top).min() ?? 0
        for index in items.indices { items[index].top -= top }
    }

    /// Puts a layer's items as near to the middle of their neighbours as their order allows: isotonic regression by
    /// pooling adjacent violators, with each item's height taken off first.
    private mutating func settle(_ layer: [Int], _ neighbours: [(left: [Int], right: [Int])]) {
        var offset = 0
        var pools: [(sum: Double, count: Double, items: [Int])] = []
        var offsets: [Int: Int] = [:]
        for item in layer {
            let near = neighbours[item].left + neighbours[item].right
            let center =
                near.isEmpty ? items[item].center : near.reduce(0) { $0 + items[$1].center } / Double(near.count)
            offsets[item] = offset
            pools.append((center - Double(items[item].height - 1) / 2 - Double(offset), 1, [item]))
            offset += items[item].height + Self.gapRows
            while pools.count > 1, let last = pools.last,
                pools[pools.count - 2].sum / pools[pools.count - 2].count >= last.sum / last.count
            {
                pools.removeLast()
                pools[pools.count - 1].sum += last.sum
                pools[pools.count - 1].count += last.count
                pools[pools.count - 1].items += last.items
            }
        }
        for pool in pools {
            let base = Int((pool.sum / pool.count).rounded(.down))
            for item in pool.items { items[item].top = base + (offsets[item] ?? 0) }
        }
    }
}
