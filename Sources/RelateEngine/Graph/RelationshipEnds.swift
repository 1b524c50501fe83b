import Synchronization

/// Type, start and end of a state's relationships, in chunks of 1,024.
///
/// They follow from the adjacencies, so files do not hold them: those of a state that was read from one are made when they
/// are first asked for, since many statements never ask.
struct RelationshipEnds: @unchecked Sendable {
    private var spine = Spine<RelationshipChunk>()
    private var derived: DerivedEnds?
    /// The same, so that a reader counts no reference.
    private var unmanagedDerived: Unmanaged<DerivedEnds>?

    init() {}

    /// Those of relationships that lie in the adjacencies of a file.
    init(following adjacencies: [TypeAdjacency]) {
        let derived = DerivedEnds(adjacencies.map(\.outgoing))
        self.derived = derived
        unmanagedDerived = .passUnretained(derived)
    }

    /// Valid while these ends, or a copy, live unchanged.
    @inline(__always)
    func chunk(at index: Int) -> Unmanaged<RelationshipChunk>? {
        guard let unmanagedDerived else { return spine.unmanagedChunk(at: index) }
        return unmanagedDerived._withUnsafeGuaranteedRef { $0.spine.unmanagedChunk(at: index) }
    }

    /// Notes a new relationship.
    ///
    /// - Precondition: no state of the store ever had this number. So nobody else reads or writes its row, and where the
    ///   chunk has room for it, that is written where all states share it.
    @inline(__always)
    mutating func set(_ relationship: UInt32, type: UInt32, start: UInt32, end: UInt32) {
        let index = Int(relationship >> 10)
        let row = Int(relationship & 1023)
        if derived == nil, let shared = spine.unmanagedChunk(at: index),
            shared._withUnsafeGuaranteedRef({ row < $0.rowCapacity })
        {
            shared._withUnsafeGuaranteedRef { $0.set(row: row, type: type, start: start, end: end) }
        } else {
            uniqueChunk(at: index)._withUnsafeGuaranteedRef { $0.set(row: row, type: type, start: start, end: end) }
        }
    }

    /// Notes new relationships whose numbers follow each other.
    ///
    /// - Precondition: as above.
    mutating func set(from first: UInt32, types: [UInt32], starts: [UInt32], ends: [UInt32]) {
        var place = 0
        while place < types.count {
            let number = Int(first) + place
            let end = min(types.count, place + GraphState.chunkRows - number & 1023)
            let last = (number & 1023) + end - place - 1
            let chunk: Unmanaged<RelationshipChunk>
            if derived == nil, let shared = spine.unmanagedChunk(at: number >> 10),
                shared._withUnsafeGuaranteedRef({ last < $0.rowCapacity })
            {
                chunk = shared
            } else {
                chunk = uniqueChunk(at: number >> 10)
            }
            chunk._withUnsafeGuaranteedRef {
                $0.set(
                    from: number & 1023, types: types[place..<end], starts: starts[place..<end], ends: ends[place..<end]
                )
            }
            place = end
        }
    }

    /// The chunk, held by no other state from now on.
    @inline(__always)
    private mutating func uniqueChunk(at index: Int) -> Unmanaged<RelationshipChunk> {
        if let derived {
            spine = derived.spine
            self.derived = nil
            unmanagedDerived = nil
        }
        return spine.uniqueChunk(at: index) { RelationshipChunk() }
    }
}

/// Made once, by the first thread that asks.
private final class DerivedEnds: @unchecked Sendable {
    private let isMade = Atomic(false)
    private let lock = Lock()
    /// By type; empty once all is made.
    private var outgoing: [Spine<AdjacencyChunk>]
    private var made = Spine<RelationshipChunk>()

    init(_ outgoing: [Spine<AdjacencyChunk>]) { self.outgoing = outgoing }

    var spine: Spine<RelationshipChunk> {
        @inline(__always) get {
            if !isMade.load(ordering: .acquiring) { make() }
            return made
        }
    }

    @inline(never)
    private func make() {
        lock.withLock {
            guard !isMade.load(ordering: .relaxed) else { return }
            var columns: [UnsafeMutablePointer<UInt32>] = []
            var noted: [UInt32] = []
            for (type, spine) in outgoing.enumerated() {
                spine.forEachChunk { index, chunk in
                    take(
                        chunk.baseRuns, type: UInt32(truncatingIfNeeded: type), firstRow: index * GraphState.chunkRows,
                        &columns, &noted)
                }
            }
            outgoing = []
            isMade.store(true, ordering: .releasing)
        }
    }

    private func take(
        _ runs: AdjacencyBase.Runs, type: UInt32, firstRow: Int, _ columns: inout [UnsafeMutablePointer<UInt32>],
        _ noted: inout [UInt32]
    ) {
        let rows = GraphState.chunkRows
        for row in 0..<runs.rowCount {
            let start = UInt32(truncatingIfNeeded: firstRow + row)
            for place in Int(runs.offsets[row])..<Int(runs.offsets[row + 1]) {
                let relationship = runs.relationships[place]
                let chunk = Int(relationship >> 10)
                while columns.count <= chunk {
                    // A file may have gaps; a chunk more does no harm.
                    let fresh = made.uniqueChunk(at: columns.count) { RelationshipChunk(rowCapacity: rows) }
                    columns.append(fresh._withUnsafeGuaranteedRef { $0.types })
                    noted.append(.max)
                }
                if noted[chunk] != type {
                    noted[chunk] = type
                    made.uniqueChunk(at: chunk) { RelationshipChunk() }._withUnsafeGuaranteedRef { $0.note(type) }
                }
                let column = columns[chunk] + Int(relationship & 1023)
                column[0] = type
                column[rows] = start
                column[2 * rows] = runs.neighbours[place]
            }
        }
    }
}
