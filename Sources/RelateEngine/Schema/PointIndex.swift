/// Elements by where their points lie: those in a box, or around one, are found without looking at the others.
///
/// The space of each coordinate system is cut into halves, over and over, in one dimension after the other; the bits of the
/// cuts, one behind the other, are a point's key in an ordered index (its Z-order). What lies in one of the parts then lies
/// together, and how many points a part holds is known at once: a search goes down into parts until they hold few, lie
/// within the box, or lie outside. What is found is a little more than the box holds.
struct PointIndex: IndexStructure {
    private(set) var cells = OrderedIndex()
    private let bounds: PointBounds

    init(_ bounds: PointBounds) { self.bounds = bounds }

    mutating func insert(_ element: UInt32, _ values: [Value]) {
        if let key = key(values) { cells.insert(key, element) }
    }

    mutating func remove(_ element: UInt32, _ values: [Value]) {
        if let key = key(values) { cells.remove(key, element) }
    }

    var entryCount: Int { cells.count }

    /// `nil` for what no search finds: other values, and points without a place.
    func key(_ values: [Value]) -> [UInt8]? {
        guard case .point(let point)? = values.first, let grid = bounds.grid(point.srid) else { return nil }
        guard let code = grid.code(point.coordinates) else { return nil }
        return Self.key(point.srid, code)
    }

    private static func key(_ srid: Int32, _ code: UInt64) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(10)
        // All systems have numbers of less than 16 bits.
        key.append(UInt8(truncatingIfNeeded: srid >> 8))
        key.append(UInt8(truncatingIfNeeded: srid))
        for shift in stride(from: 56, through: 0, by: -8) {
            key.append(UInt8(truncatingIfNeeded: code >> UInt64(shift)))
        }
        return key
    }

    // MARK: Searching

    /// Parts with no more points than this are not cut further.
    private static let partLimit = 24

    /// Elements whose points may lie in one of the boxes, edges included; every one that does is among them, each once.
    func candidates(_ boxes: [PointBox]) -> [UInt32] {
        var found: [UInt32] = []
        for box in boxes {
            forEachPart(box) { lower, upper in
                cells.forEach(from: lower, to: upper) { _, element in
                    found.append(element)
                    return true
                }
            }
        }
        // Two boxes may share a cell at their edges.
        return boxes.count > 1 ? Set(found).sorted() : found
    }

    private func forEachPart(_ box: PointBox, _ body: (IndexPlace, IndexPlace) -> Void) {
        guard let grid = bounds.grid(box.srid), let lower = grid.cell(box.lower), let upper = grid.cell(box.upper)
        else {
            return
        }
        for (low, high) in zip(lower, upper) where low > high { return }
        var open: [(code: UInt64, depth: Int)] = [(0, 0)]
        while let (code, depth) = open.popLast() {
            let width = UInt64(1) << UInt64(grid.bitCount - depth)
            let place = IndexPlace.before(Self.key(box.srid, code))
            let behind = IndexPlace.behind(Self.key(box.srid, code + (width - 1)))
            let count = cells.count(from: place, to: behind)
            if count == 0 { continue }
            switch grid.relation(code, depth, lower, upper) {
            case .outside: continue
            case .inside: body(place, behind)
            case .across where depth == grid.bitCount || count <= Self.partLimit: body(place, behind)
            case .across:
                open.append((code, depth + 1))
                open.append((code + width / 2, depth + 1))
            }
        }
    }

    var asPoints: PointIndex? { self }

    func brokenInvariants() -> [String] { cells.brokenInvariants() }

    func hasSameEntries(as other: any IndexStructure) -> Bool {
        guard let other = other as? PointIndex, other.cells.count == cells.count else { return false }
        return cells.all.elementsEqual(other.cells.all) { $0 == $1 }
    }

    /// The same with other entries, while it is built.
    func with(_ cells: OrderedIndex) -> PointIndex {
        var copy = self
        copy.cells = cells
        return copy
    }
}

/// A box between two corners, both of it.
struct PointBox: Equatable {
    var srid: Int32
    var lower: [Double]
    var upper: [Double]
}

extension PointValue {
    var coordinates: [Double] { [x, y] + (z.map { [$0] } ?? []) }
}

/// The space that each coordinate system's grid divides evenly; what lies outside is taken to its edge.
struct PointBounds: Sendable {
    private let grids: [Int32: PointGrid]

    static let systems: [(srid: Int32, name: String, minimum: [Double], maximum: [Double])] = [
        (7203, "cartesian", [-1e6, -1e6], [1e6, 1e6]),
        (9157, "cartesian-3d", [-1e6, -1e6, -1e6], [1e6, 1e6, 1e6]),
        (4326, "wgs-84", [-180, -90], [180, 90]),
        (4979, "wgs-84-3d", [-180, -90, -1e6], [180, 90, 1e6]),
    ]

    /// - Parameter configuration: `spatial.cartesian.min` and so on, as an index's options give them.
    init(_ configuration: MapValue) {
        func numbers(_ key: String) -> [Double]? {
            guard case .list(let items)? = configuration[key] else { return nil }
            return items.compactMap { item in
                switch item {
                case .int(let number): Double(number)
                case .float(let number): number
                default: nil
                }
            }
        }
        var grids: [Int32: PointGrid] = [:]
        for system in Self.systems {
            var grid = PointGrid(minimum: system.minimum, maximum: system.maximum)
            if let minimum = numbers("spatial.\(system.name).min"), minimum.count == system.minimum.count,
                let maximum = numbers("spatial.\(system.name).max"), maximum.count == system.maximum.count
            {
                grid = PointGrid(minimum: minimum, maximum: maximum)
            }
            grids[system.srid] = grid
        }
        self.grids = grids
    }

    func grid(_ srid: Int32) -> PointGrid? { grids[srid] }
}

/// An even division of a space of two or three dimensions.
struct PointGrid: Sendable {
    private let minimum: [Double]
    private let maximum: [Double]
    /// Cuts of each dimension.
    private let levels: Int

    init(minimum: [Double], maximum: [Double]) {
        self.minimum = minimum
        self.maximum = maximum
        levels = minimum.count == 2 ? 31 : 20
    }

    var bitCount: Int { levels * minimum.count }

    /// The cell of a place by its number in each dimension; `nil` for a NaN.
    func cell(_ coordinates: [Double]) -> [UInt32]? {
        guard coordinates.count == minimum.count else { return nil }
        var cell: [UInt32] = []
        let last = Double(UInt32(1) << UInt32(levels)) - 1
        for dimension in coordinates.indices {
            let size = maximum[dimension] - minimum[dimension]
            let share = size > 0 ? (coordinates[dimension] - minimum[dimension]) / size * (last + 1) : 0
            if share.isNaN { return nil }
            cell.append(UInt32(min(last, max(0, share.rounded(.down)))))
        }
        return cell
    }

    /// The cell's bits, highest of each dimension first, in one number of `bitCount` bits.
    func code(_ coordinates: [Double]) -> UInt64? {
        guard let cell = cell(coordinates) else { return nil }
        var code: UInt64 = 0
        for level in stride(from: levels - 1, through: 0, by: -1) {
            for number in cell { code = code << 1 | UInt64(number >> UInt32(level) & 1) }
        }
        return code
    }

    enum Relation { case inside, outside, across }

    /// How the part that `depth` cuts leave, whose lowest code is `code`, lies to the cells from `lower` to `upper`.
    func relation(_ code: UInt64, _ depth: Int, _ lower: [UInt32], _ upper: [UInt32]) -> Relation {
        var isInside = true
        for dimension in minimum.indices {
            // The part's cells in this dimension: the cut bits are given, the others anything.
            var first: UInt32 = 0
            var free = 0
            for level in 0..<levels {
                let place = level * minimum.count + dimension
                let bit = place < depth ? UInt32(code >> UInt64(bitCount - 1 - place) & 1) : 0
                first = first << 1 | bit
                if place >= depth { free += 1 }
            }
            let last = first | (UInt32(1) << UInt32(free) - 1)
            if first > upper[dimension] || last < lower[dimension] { return .outside }
            if first < lower[dimension] || last > upper[dimension] { isInside = false }
        }
        return isInside ? .inside : .across
    }
}
