import CKernels
import TestSupport
import Testing

@testable import Relate

@Suite("Elements whose numbers follow each other") struct FirstValuesTests {
    @Test("Relationships sorted by counting are those inserted one by one", arguments: 1...4)
    func adjacency(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let nodeCount: UInt32 = 5000
        var single = GraphState()
        let label = single.internLabel("L")
        for node in 0..<nodeCount { single.createNode(NodeID(node), labels: node % 3 == 0 ? [label] : []) }
        // Chunks that have some already.
        for number in 0..<UInt32(seed % 2 == 0 ? 500 : 0) {
            single.createRelationship(
                RelationshipID(number), type: RelationshipTypeID(0), from: NodeID(number),
                to: NodeID(number * 7 % nodeCount))
        }
        var many = single
        var known = single
        let first = UInt32(single.relationshipRowCount)
        let count = 20_000
        var (types, starts, ends): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
        for _ in 0..<count {
            types.append(UInt32(random.next() % 8 == 0 ? 1 : 0))
            starts.append(UInt32(random.next() % UInt64(nodeCount / (random.next() % 2 == 0 ? 1 : 50))))
            ends.append(random.next() % 20 == 0 ? starts[starts.count - 1] : UInt32(random.next() % UInt64(nodeCount)))
        }
        let numbers = (0..<count).map { first + UInt32($0) }
        for place in 0..<count {
            single.createRelationship(
                RelationshipID(numbers[place]), type: RelationshipTypeID(types[place]), from: NodeID(starts[place]),
                to: NodeID(ends[place]))
        }
        many.noteRelationships(from: first, types: types, starts: starts, ends: ends)
        // In parts, so that chunks which have many take in few.
        for start in stride(from: 0, to: count, by: 900) {
            let part = start..<min(count, start + 900)
            many.connect(
                Array(numbers[part]), types: Array(types[part]), starts: Array(starts[part]), ends: Array(ends[part]))
        }
        known.noteRelationships(from: first, types: types, starts: starts, ends: ends)
        known.connect(numbers, types: types, starts: starts, ends: ends)
        for state in [many, known] {
            #expect(state.checkInvariants() == [])
            for node in 0..<nodeCount {
                for direction in [AdjacencyDirection.outgoing, .incoming, .both] {
                    func neighbours(_ state: GraphState) -> [[UInt32]] {
                        var found: [[UInt32]] = []
                        state.withNeighbours(of: NodeID(node), type: nil, direction: direction) {
                            nodes, relationships in
                            for (node, relationship) in zip(nodes, relationships) {
                                found.append([relationship, node])
                            }
                        }
                        return found.sorted { $0.lexicographicallyPrecedes($1) }
                    }
                    try #require(neighbours(state) == neighbours(single), "node \(node)")
                }
            }
            for type in [RelationshipTypeID(0), RelationshipTypeID(1)] {
                #expect(state.relationshipCount(of: type) == single.relationshipCount(of: type))
                #expect(state.loopCount(of: type) == single.loopCount(of: type))
                #expect(
                    state.relationshipCount(of: type, startLabel: label)
                        == single.relationshipCount(of: type, startLabel: label))
                #expect(
                    state.relationshipCount(of: type, endLabel: label)
                        == single.relationshipCount(of: type, endLabel: label))
            }
            for number in numbers {
                try #require(state.ends(of: RelationshipID(number)) == single.ends(of: RelationshipID(number)))
            }
        }
    }

    @Test("Relationships that come out of the order of their numbers are sorted all the same")
    func unsorted() {
        var state = GraphState()
        for node in 0..<UInt32(100) { state.createNode(NodeID(node), labels: []) }
        let numbers = (0..<UInt32(20_000)).reversed().map { $0 }
        let ends = numbers.map { $0 % 100 }
        let (starts, types) = (numbers.map { $0 * 3 % 100 }, numbers.map { _ in UInt32(0) })
        state.noteRelationships(from: 0, types: types, starts: starts.reversed(), ends: ends.reversed())
        state.connect(numbers, types: types, starts: starts, ends: ends)
        #expect(state.checkInvariants() == [])
        #expect(state.degree(of: NodeID(7), type: nil, direction: .outgoing) == 200)
    }

    @Test("A column takes values together as it takes them one by one", arguments: 1...8)
    func columns(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let pool = StringPool()
        var (together, single) = (PropertyColumn(), PropertyColumn())
        var row = UInt32(random.next() % 3000)
        for _ in 0..<8 {
            let count = Int(random.next() % 2500)
            let share = [1, 2, 30, 1000][Int(random.next() % 4)]
            let absent = (0..<count).filter { _ in Int(random.next() % UInt64(share)) == 0 }
            let isAbsent = Set(absent)
            var values = (0..<count).map { Value.int(Int64($0 % 700) * (seed == 1 ? 1 << 40 : 1)) }
            let first: FirstValues
            switch random.next() % 3 {
            case 0:
                first = .integers(
                    values.enumerated().map {
                        if case .int(let integer) = $0.element, !isAbsent.contains($0.offset) { integer } else { 0 }
                    }, absent: absent)
            case 1:
                values = (0..<count).map { .string("s\($0 % 90)") }
                first = .strings(
                    (0..<count).map { isAbsent.contains($0) ? 0 : pool.intern("s\($0 % 90)") }, absent: absent)
            default:
                values = (0..<count).map { $0 % 2 == 0 ? .float(Double($0)) : .bool(true) }
                first = .values(values.enumerated().map { isAbsent.contains($0.offset) ? .null : $0.element })
            }
            #expect(first.presentCount == count - absent.count)
            together.setFirst(first, from: row, pool: pool)
            for (place, value) in values.enumerated() where !isAbsent.contains(place) {
                single.set(value, atRow: row + UInt32(place), pool: pool)
            }
            row += UInt32(count)
        }
        #expect(together.count == single.count)
        for place in 0..<row + 2000 {
            #expect(together.isPresent(place) == single.isPresent(place))
            let (one, other) = (together.value(atRow: place, pool: pool), single.value(atRow: place, pool: pool))
            #expect("\(one)" == "\(other)")
        }
    }

    @Test("Rows that follow each other come into a set together", arguments: 1...6)
    func bitmaps(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var (together, single) = (RowBitmap(), RowBitmap())
        for _ in 0..<12 {
            let first = UInt32(random.next() % 5000)
            let rows = first..<first + UInt32(random.next() % (random.next() % 2 == 0 ? 70 : 3000))
            together.insert(rows)
            for row in rows { single.insert(row) }
        }
        #expect(together.count == single.count)
        for row in 0..<UInt32(9000) { #expect(together.contains(row) == single.contains(row)) }
        for index in 0..<9 { #expect(together.chunk(at: index)?.count == single.chunk(at: index)?.count) }
    }

    @Test("Ends of fields are found wherever they stand", arguments: 1...4)
    func fieldEnds(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in [0x2C, 0x0A, 0x61, 0xC3, 0x7C, 0x22][Int(random.next() % 6)] as UInt8 }
            for separator in [UInt8(ascii: ","), UInt8(ascii: "|")] {
                let found = [UInt32](unsafeUninitializedCapacity: count) { places, used in
                    used = relate_field_ends(bytes, bytes.count, separator, places.baseAddress)
                }
                #expect(found == bytes.indices.filter { bytes[$0] == separator || bytes[$0] == 0x0A }.map(UInt32.init))
                #expect(relate_count_byte(bytes, bytes.count, separator) == bytes.count { $0 == separator })
            }
        }
    }
}
