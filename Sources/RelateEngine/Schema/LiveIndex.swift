import CypherSyntax

/// What holds an index's entries: a value, copied on write, so that a snapshot has it for nothing.
///
/// `GraphState` keeps it up with every write, a transaction's own included. A structure takes in what it can serve and
/// passes over the rest: a range index rows without a null, a text index strings.
protocol IndexStructure: Sendable {
    /// - Parameter values: of the index's properties in their order, `.null` where the element lacks one.
    mutating func insert(_ element: UInt32, _ values: [Value])
    /// Takes out what `insert` with the same values put in.
    mutating func remove(_ element: UInt32, _ values: [Value])
    var entryCount: Int { get }
    /// A sentence for each rule of its own that is broken.
    func brokenInvariants() -> [String]
    // What it is: to ask each kind is quicker than a cast.
    var asRange: RangeIndex? { get }
    var asText: TextIndex? { get }
    var asPoints: PointIndex? { get }
    /// For tests: of two structures of one kind.
    func hasSameEntries(as other: any IndexStructure) -> Bool
}

extension IndexStructure {
    var asRange: RangeIndex? { nil }
    var asText: TextIndex? { nil }
    var asPoints: PointIndex? { nil }
}

/// What an index is on, its names resolved. An object, so that who looks at an index copies one reference.
final class IndexShape: Sendable {
    let definition: IndexDefinition
    /// Labels or types: which elements belong.
    let tokens: [UInt32]
    /// Property keys: first those of the definition, then the additional ones.
    let keys: [UInt32]
    let id: UInt32
    let usage = IndexUsage()

    init(_ definition: IndexDefinition, tokens: [UInt32], keys: [UInt32]) {
        self.definition = definition
        id = definition.id
        self.tokens = tokens
        self.keys = keys
    }
}

/// An index with its entries.
struct LiveIndex: Sendable {
    let shape: IndexShape
    /// Says nothing while the index is yet to be built.
    private var built: any IndexStructure
    private var pending: PendingIndex?

    init(shape: IndexShape, structure: any IndexStructure) {
        self.shape = shape
        built = structure
    }

    /// An index that is built when it is first looked at or changed.
    init(pending: PendingIndex) {
        shape = pending.shape
        built = RangeIndex()
        self.pending = pending
    }

    var structure: any IndexStructure { pending?.structure ?? built }

    /// Looking at it costs no more than that.
    var isBuilt: Bool { pending?.isBuilt ?? true }

    @inline(__always)
    mutating func change(_ body: (inout any IndexStructure) -> Void) {
        if let pending {
            built = pending.structure
            self.pending = nil
        }
        body(&built)
    }

    var definition: IndexDefinition { shape.definition }
    var tokens: [UInt32] { shape.tokens }
    var keys: [UInt32] { shape.keys }

    // The kind is asked first: an index that is not wanted need not be built.
    var range: RangeIndex? { definition.kind == .range ? structure.asRange : nil }
    var text: TextIndex? { definition.kind == .text ? structure.asText : nil }
    var points: PointIndex? { definition.kind == .point ? structure.asPoints : nil }
}

/// The live indexes of a state, and which of them a write concerns.
struct LiveIndexes: Sendable {
    private(set) var all: [LiveIndex] = []
    // Positions in `all`, by number of a property key or token; short where the last numbers have none.
    private var nodeKeys: [[Int]] = []
    private var relationshipKeys: [[Int]] = []
    private var labels: [[Int]] = []
    private var types: [[Int]] = []

    @inline(__always)
    func concerned(nodeKey: PropertyKeyID) -> [Int] { Self.positions(nodeKeys, nodeKey.rawValue) }
    @inline(__always)
    func concerned(relationshipKey: PropertyKeyID) -> [Int] {
        Self.positions(relationshipKeys, relationshipKey.rawValue)
    }
    @inline(__always)
    func concerned(label: LabelID) -> [Int] { Self.positions(labels, label.rawValue) }
    @inline(__always)
    func concerned(type: RelationshipTypeID) -> [Int] { Self.positions(types, type.rawValue) }

    @inline(__always)
    private static func positions(_ table: [[Int]], _ number: UInt32) -> [Int] {
        Int(number) < table.count ? table[Int(number)] : []
    }

    func index(id: UInt32) -> LiveIndex? {
        for position in all.indices where all[position].shape.id == id { return all[position] }
        return nil
    }

    mutating func insert(_ index: LiveIndex) {
        all.append(index)
        resolve()
    }

    mutating func remove(where isUnwanted: (IndexDefinition) -> Bool) {
        all.removeAll { isUnwanted($0.definition) }
        resolve()
    }

    @inline(__always)
    mutating func change(_ position: Int, _ body: (inout any IndexStructure) -> Void) {
        all[position].change(body)
    }

    private mutating func resolve() {
        (nodeKeys, relationshipKeys, labels, types) = ([], [], [], [])
        for (position, index) in all.enumerated() {
            if index.definition.entity == .node {
                for token in index.tokens { Self.note(position, token, &labels) }
                for key in index.keys { Self.note(position, key, &nodeKeys) }
            } else {
                for token in index.tokens { Self.note(position, token, &types) }
                for key in index.keys { Self.note(position, key, &relationshipKeys) }
            }
        }
    }

    private static func note(_ position: Int, _ number: UInt32, _ table: inout [[Int]]) {
        while table.count <= Int(number) { table.append([]) }
        if !table[Int(number)].contains(position) { table[Int(number)].append(position) }
    }
}
