#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The shape of a scene too large for the map: nodes as dots, relationships as thin lines, in braille.
///
/// The layout is by forces, from fixed places in a fixed number of steps: the same scene gives the same picture. It is
/// computed once, in the initializer, which belongs on a worker for more than some hundred nodes.
package struct GraphOverview: Sendable {
    package let scene: GraphScene
    /// By node: 0 … 1 from the left and from the top.
    package private(set) var places: [Point]

    package struct Point: Hashable, Sendable {
        package var x: Double
        package var y: Double
    }

    /// Repulsion is summed over a grid of this many cells a side, so that a step costs nodes × cells and not nodes squared.
    private static let cellsASide = 24

    package init(_ scene: GraphScene, steps: Int = 150) {
        self.scene = scene
        places = scene.nodes.indices.map { index in
            // A sunflower: even spread, no two at one place.
            let angle = Double(index) * 2.399_963
            let radius = (Double(index) + 0.5).squareRoot()
            return Point(x: radius * cos(angle), y: radius * sin(angle))
        }
        guard places.count > 1 else {
            places = places.map { _ in Point(x: 0.5, y: 0.5) }
            return
        }
        var heat = Double(places.count).squareRoot() / 2
        for _ in 0..<max(0, steps) {
            step(heat: heat)
            heat *= 0.97
        }
        drawTogether()
        normalize()
    }

    // MARK: Forces

    /// One step of Fruchterman and Reingold's method, with an ideal distance of 1.
    private mutating func step(heat: Double) {
        var moves = repulsion()
        for relationship in scene.relationships where relationship.start != relationship.end {
            let (one, other) = (places[relationship.start], places[relationship.end])
            let (dx, dy) = (other.x - one.x, other.y - one.y)
            let distance = (dx * dx + dy * dy).squareRoot()
            moves[relationship.start].x += dx * distance
            moves[relationship.start].y += dy * distance
            moves[relationship.end].x -= dx * distance
            moves[relationship.end].y -= dy * distance
        }
        for index in places.indices {
            // A little gravity keeps parts that don't connect in the picture.
            let (dx, dy) = (moves[index].x - places[index].x * 0.3, moves[index].y - places[index].y * 0.3)
            let length = (dx * dx + dy * dy).squareRoot()
            guard length.isFinite, length > 0 else { continue }
            let share = min(length, heat) / length
            places[index].x += dx * share
            places[index].y += dy * share
        }
    }

    private func repulsion() -> [Point] {
        let side = Self.cellsASide
        let (low, size) = extent()
        var sums: [(x: Double, y: Double, count: Double)] = Array(repeating: (0, 0, 0), count: side * side)
        var members: [[Int]] = Array(repeating: [], count: side * side)
        var cellOf: [Int] = []
        for (index, place) in places.enumerated() {
            let column = min(side - 1, max(0, Int((place.x - low.x) / size * Double(side))))
            let row = min(side - 1, max(0, Int((place.y - low.y) / size * Double(side))))
            let cell = row * side + column
            cellOf.append(cell)
            members[cell].append(index)
            sums[cell].x += place.x
            sums[cell].y += place.y
            sums[cell].count += 1
        }
        let filled = sums.indices.filter { sums[$0].count > 0 }
        return places.indices.map { index in
            var force = Point(x: 0, y: 0)
            for cell in filled {
                if cell == cellOf[index] {
                    for other in members[cell].prefix(64) where other != index {
                        Self.push(&force, from: places[other], to: places[index], weight: 1)
                    }
                } else {
                    let sum = sums[cell]
                    let middle = Point(x: sum.x / sum.count, y: sum.y / sum.count)
                    Self.push(&force, from: middle, to: places[index], weight: sum.count)
                }
            }
            return force
        }
    }

    private static func push(_ force: inout Point, from: Point, to: Point, weight: Double) {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let square = max(0.0001, dx * dx + dy * dy)
        force.x += dx / square * weight
        force.y += dy / square * weight
    }

    private func extent() -> (low: Point, size: Double) {
        let low = Point(x: places.map(\.x).min() ?? 0, y: places.map(\.y).min() ?? 0)
        let high = Point(x: places.map(\.x).max() ?? 1, y: places.map(\.y).max() ?? 1)
        return (low, max(high.x - low.x, high.y - low.y, 0.000_1))
    }

    /// Draws what is far from the middle nearer to it, so that a few stragglers do not press the rest together.
    private mutating func drawTogether() {
        let count = Double(places.count)
        let middle = Point(
            x: places.reduce(0) { $0 + $1.x } / count, y: places.reduce(0) { $0 + $1.y } / count)
        for index in places.indices {
            let (dx, dy) = (places[index].x - middle.x, places[index].y - middle.y)
            let distance = (dx * dx + dy * dy).squareRoot()
            guard distance > 0 else { continue }
            let scale = pow(distance, -0.3)
            places[index] = Point(x: middle.x + dx * scale, y: middle.y + dy * scale)
        }
    }

    private mutating func normalize() {
        let low = Point(x: places.map(\.x).min() ?? 0, y: places.map(\.y).min() ?? 0)
        let high = Point(x: places.map(\.x).max() ?? 1, y: places.map(\.y).max() ?? 1)
        let (width, height) = (max(high.x - low.x, 0.000_1), max(high.y - low.y, 0.000_1))
        places = places.map { Point(x: ($0.x - low.x) / width, y: ($0.y - low.y) / height) }
    }

    // MARK: Drawing

    /// Draws all of it into `rect`, with the caption of `selected` beside its dot.
    package func draw(into frame: inout Frame, _ rect: Rect, selected: Int? = nil) {
        guard !rect.isEmpty, !places.isEmpty else { return }
        var canvas = BrailleCanvas(rows: rect.rows, columns: rect.columns)
        let dots = dots(in: rect)
        for relationship in shownLinks(dots, rect, selected) {
            let isLit = selected == relationship.start || selected == relationship.end
            canvas.line(from: dots[relationship.start], to: dots[relationship.end], isLit ? .borderFocused : .guide)
        }
        let isDense = dots.count > Self.denseFrom
        for (index, dot) in dots.enumerated() {
            if isDense { canvas.dot(dot, scene.nodes[index].role) } else { canvas.node(dot, scene.nodes[index].role) }
        }
        canvas.draw(into: &frame, rect)
        guard let selected, dots.indices.contains(selected) else { return }
        let (row, column) = (rect.row + dots[selected].y / 4, rect.column + dots[selected].x / 2)
        frame.draw("◆", .key, .bold, row: row, column: column)
        let node = scene.nodes[selected]
        let label =
            StyledLine(" ")
            + StyledLine([Span(ValueWriter.oneLine(node.caption, limit: 40), .strong, .bold, limit: 40)])
        let fits = column + 1 + label.columns <= rect.endColumn
        frame.draw(label, row: row, column: fits ? column + 1 : max(rect.column, column - label.columns))
    }

    /// From this many nodes on they are drawn smaller.
    private static let denseFrom = 120
    /// The part of all dots that lines may take: beyond it a picture is one grey blot.
    private static let linesShare = 0.25

    /// The shortest relationships that leave room to see something, and those of the selected node.
    private func shownLinks(
        _ dots: [(x: Int, y: Int)], _ rect: Rect, _ selected: Int?
    ) -> [GraphScene.Relationship] {
        func length(_ link: GraphScene.Relationship) -> Int {
            max(abs(dots[link.start].x - dots[link.end].x), abs(dots[link.start].y - dots[link.end].y))
        }
        let own = scene.relationships.filter { $0.start == selected || $0.end == selected }
        var room = Int(Double(rect.rows * rect.columns * 8) * Self.linesShare)
        let byLength = scene.relationships.enumerated().map { (length($0.element), $0.offset) }.sorted { $0 < $1 }
        var shown: [GraphScene.Relationship] = []
        for (length, index) in byLength where room > 0 {
            room -= length
            shown.append(scene.relationships[index])
        }
        return shown + own
    }

    /// The node drawn nearest to a cell of `rect`, at most three cells away.
    package func node(atRow row: Int, column: Int, in rect: Rect) -> Int? {
        let (x, y) = ((column - rect.column) * 2, (row - rect.row) * 4 + 1)
        let distances = dots(in: rect).map { abs($0.x - x) + abs($0.y - y) }
        guard let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }), distances[nearest] <= 8 else {
            return nil
        }
        return nearest
    }

    private func dots(in rect: Rect) -> [(x: Int, y: Int)] {
        places.map { place in
            (
                x: 1 + Int(place.x * Double(max(0, rect.columns * 2 - 3))),
                y: 1 + Int(place.y * Double(max(0, rect.rows * 4 - 3)))
            )
        }
    }

    /// The nearest node in a direction; `nil` where there is none.
    package func node(from node: Int, _ direction: GraphMap.Direction) -> Int? {
        guard places.indices.contains(node) else { return places.isEmpty ? nil : 0 }
        let origin = places[node]
        var best: (node: Int, distance: Double)?
        for (index, place) in places.enumerated() where index != node {
            let (dx, dy) = (place.x - origin.x, place.y - origin.y)
            let (along, across) =
                switch direction {
                case .up: (-dy, abs(dx))
                case .down: (dy, abs(dx))
                case .left: (-dx, abs(dy))
                case .right: (dx, abs(dy))
                }
            guard along > 0, along >= across / 2 else { continue }
            let distance = along + 2 * across
            if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
        }
        return best?.node
    }
}

/// Dots of 2 × 4 a cell.
private struct BrailleCanvas {
    private let rows: Int
    private let columns: Int
    private var dots: [UInt8]
    private var roles: [Role?]

    private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
        dots = Array(repeating: 0, count: rows * columns)
        roles = Array(repeating: nil, count: rows * columns)
    }

    private mutating func set(_ x: Int, _ y: Int, _ role: Role, isNode: Bool) {
        guard x >= 0, y >= 0, x / 2 < columns, y / 4 < rows else { return }
        let cell = y / 4 * columns + x / 2
        dots[cell] |= Self.bits[y % 4][x % 2]
        if isNode || roles[cell] == nil || role == .borderFocused { roles[cell] = role }
    }

    /// Bresenham's line.
    mutating func line(from: (x: Int, y: Int), to: (x: Int, y: Int), _ role: Role) {
        var (x, y) = from
        let (dx, dy) = (abs(to.x - x), -abs(to.y - y))
        let (sx, sy) = (x < to.x ? 1 : -1, y < to.y ? 1 : -1)
        var error = dx + dy
        while true {
            set(x, y, role, isNode: false)
            if x == to.x, y == to.y { return }
            let twice = 2 * error
            if twice >= dy {
                error += dy
                x += sx
            }
            if twice <= dx {
                error += dx
                y += sy
            }
        }
    }

    /// A dot with its four neighbours.
    mutating func node(_ dot: (x: Int, y: Int), _ role: Role) {
        for (x, y) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)] { set(dot.x + x, dot.y + y, role, isNode: true) }
    }

    /// A dot of two by two.
    mutating func dot(_ dot: (x: Int, y: Int), _ role: Role) {
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] { set(dot.x + x, dot.y + y, role, isNode: true) }
    }

    func draw(into frame: inout Frame, _ rect: Rect) {
        for row in 0..<rows {
            for column in 0..<columns {
                let cell = row * columns + column
                guard dots[cell] != 0, let scalar = Unicode.Scalar(0x2800 + UInt32(dots[cell])) else { continue }
                frame.setGlyph(
                    String(Character(scalar)), row: rect.row + row, column: rect.column + column,
                    role: roles[cell] ?? .guide)
            }
        }
    }
}
