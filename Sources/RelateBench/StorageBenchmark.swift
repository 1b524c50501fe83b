import Relate

/// What the graph in memory costs, without the language over it.
enum StorageBenchmark {
    /// - Parameter part: `columns`, `relationships`, `transactions`, `small` or `indexes`; all where it is `nil`. Memory is measured
    ///   rightly in the first part alone, since later ones take what earlier ones gave back.
    static func run(_ part: String?) {
        do {
            if part == nil || part == "columns" { try columns() }
            if part == nil || part == "relationships" { try relationships() }
            if part == nil || part == "transactions" { try transactions() }
            if part == nil || part == "small" { try smallStore() }
            if part == nil || part == "indexes" { try IndexBenchmark.run() }
        } catch {
            print("failed: \(error)")
        }
    }

    /// SplitMix64.
    struct Random: RandomNumberGenerator {
        var state: UInt64 = 42

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }

        mutating func below(_ bound: UInt32) -> UInt32 {
            UInt32(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32)
        }
    }

    // MARK: Columns

    static func columns() throws {
        let count = 1_000_000
        let manager = TransactionManager()
        var random = Random()
        let before = Stopwatch.residentBytes()
        let start = Stopwatch.nanoseconds()
        let transaction = manager.begin(.autoCommit)
        let (age, label) = (transaction.internPropertyKey("age"), transaction.internLabel("Person"))
        for _ in 0..<count {
            _ = try transaction.createNode(labels: [label], properties: [(age, .int(Int64(random.below(100))))])
        }
        _ = try transaction.commit()
        report("create 1 M nodes, a label, an integer", (Stopwatch.nanoseconds() - start) / Double(count), "ns/node")
        report("memory of these", Double(Stopwatch.residentBytes() - before) / Double(count), "bytes/node")

        let state = manager.snapshot.state
        guard let column = state.nodeColumn(age) else { return }
        var found = 0
        let selection = UnsafeMutablePointer<UInt16>.allocate(capacity: GraphState.chunkRows)
        defer { selection.deallocate() }
        let scan = Stopwatch.best {
            found = 0
            for index in 0..<state.nodeChunkCount {
                guard let chunk = column.chunk(at: index), chunk.kind == .int else { continue }
                let values = chunk.ints
                var selected = 0
                for row in 0..<chunk.rowCapacity {
                    selection[selected] = UInt16(truncatingIfNeeded: row)
                    let value = values[row]
                    selected += (value > 30 ? 1 : 0) & (value < 50 ? 1 : 0)
                }
                found += selected
            }
        }
        report("scan, 30 < age < 50 (\(found) rows)", scan / Double(count), "ns/row")

        let rows = (0..<count).map { _ in random.below(UInt32(count)) }
        var sum: Int64 = 0
        let gather = Stopwatch.best {
            sum = 0
            for row in rows {
                guard let chunk = column.unmanagedChunk(at: Int(row >> 10)) else { continue }
                chunk._withUnsafeGuaranteedRef { chunk in
                    let offset = Int(row & 1023)
                    if chunk.isPresent(offset) { sum &+= chunk.ints[offset] }
                }
            }
        }
        report("random gather of age (sum \(sum))", gather / Double(count), "ns/row")
        let boxed = Stopwatch.best {
            for row in rows { if case .int(let int) = state.property(age, of: NodeID(row)) { sum &+= int } }
        }
        report("random property as Value (sum \(sum))", boxed / Double(count), "ns/row")
        var labelled = 0
        let labelTest = Stopwatch.best {
            labelled = 0
            for row in rows where state.hasLabel(NodeID(row), label) { labelled += 1 }
        }
        report("random label test (\(labelled))", labelTest / Double(count), "ns/row")
    }

    // MARK: Relationships

    static func relationships() throws {
        let (nodeCount, relationshipCount, batch) = (100_000, 1_500_000, 10_000)
        let manager = TransactionManager()
        var random = Random()
        let setUp = manager.begin(.autoCommit)
        let type = setUp.internRelationshipType("KNOWS")
        for _ in 0..<nodeCount { _ = try setUp.createNode(labels: []) }
        _ = try setUp.commit()

        let before = Stopwatch.residentBytes()
        let start = Stopwatch.nanoseconds()
        for _ in 0..<(relationshipCount / batch) {
            let transaction = manager.begin(.autoCommit)
            for _ in 0..<batch {
                _ = try transaction.createRelationship(
                    type: type, from: NodeID(random.below(UInt32(nodeCount))),
                    to: NodeID(random.below(UInt32(nodeCount))))
            }
            _ = try transaction.commit()
        }
        let elapsed = Stopwatch.nanoseconds() - start
        report("1.5 M relationships in batches of 10,000", elapsed / 1e6, "ms")
        report("memory of these", Double(Stopwatch.residentBytes() - before) / Double(relationshipCount), "bytes each")

        let state = manager.snapshot.state
        var (seen, sum) = (0, 0)
        for direction in [AdjacencyDirection.outgoing, .both] {
            let expand = Stopwatch.best {
                seen = 0
                sum = 0
                for node in 0..<UInt32(nodeCount) {
                    state.withNeighbours(of: NodeID(node), type: type, direction: direction) { neighbours, _ in
                        seen &+= neighbours.count
                        for neighbour in neighbours { sum &+= Int(neighbour) }
                    }
                }
            }
            report("expand all, \(direction) (\(seen))", expand / Double(seen), "ns/relationship")
        }
        var degrees = 0
        let degree = Stopwatch.best {
            degrees = 0
            for node in 0..<UInt32(nodeCount) {
                degrees &+= state.degree(of: NodeID(node), type: type, direction: .outgoing)
            }
        }
        report("degree, outgoing (sum \(degrees))", degree / Double(nodeCount), "ns/node")
        let untyped = Stopwatch.best {
            seen = 0
            for node in 0..<UInt32(nodeCount) {
                state.withNeighbours(of: NodeID(node), type: nil, direction: .outgoing) { neighbours, _ in
                    seen &+= neighbours.count
                }
            }
        }
        report("runs only, all types", untyped / Double(nodeCount), "ns/node")

        var deleting: [RelationshipID] = []
        for _ in 0..<100_000 { deleting.append(RelationshipID(random.below(UInt32(relationshipCount)))) }
        let deleteStart = Stopwatch.nanoseconds()
        let transaction = manager.begin(.autoCommit)
        for relationship in deleting { transaction.deleteRelationship(relationship) }
        _ = try transaction.commit()
        report("delete 100,000 of them", (Stopwatch.nanoseconds() - deleteStart) / 1e5, "ns each")
    }

    // MARK: Transactions

    static func transactions() throws {
        let manager = TransactionManager()
        let setUp = manager.begin(.autoCommit)
        let label = setUp.internLabel("Person")
        let keys = ["name", "age", "score", "active", "city", "joined"].map { setUp.internPropertyKey($0) }
        func properties(_ index: Int) -> [(PropertyKeyID, Value)] {
            let name = "person number \(index)"
            return [
                (keys[0], .string(name)), (keys[1], .int(Int64(index % 100))), (keys[2], .float(Double(index))),
                (keys[3], .bool(index % 2 == 0)), (keys[4], .string(index % 3 == 0 ? "Bern" : "Oslo")),
                (keys[5], .date(DateValue(epochDay: Int64(index)))),
            ]
        }
        let before = Stopwatch.residentBytes()
        for index in 0..<200_000 { _ = try setUp.createNode(labels: [label], properties: properties(index)) }
        _ = try setUp.commit()
        report("memory of a node with 6 properties", Double(Stopwatch.residentBytes() - before) / 200_000, "bytes")

        let prepared = (0..<10_000).map { properties($0) }
        let batch = Stopwatch.best {
            let transaction = manager.begin(.autoCommit)
            for index in 0..<10_000 { _ = try? transaction.createNode(labels: [label], properties: prepared[index]) }
            _ = try? transaction.commit()
        }
        report("create 10,000 nodes with 6 properties in one", batch / 1e6, "ms")

        var snapshots: [GraphState] = []
        let single = Stopwatch.best {
            for index in 0..<1000 {
                snapshots = [manager.snapshot.state]
                let transaction = manager.begin(.autoCommit)
                _ = try? transaction.createNode(labels: [label], properties: prepared[index])
                _ = try? transaction.commit()
            }
            snapshots.removeAll(keepingCapacity: true)
        }
        report("one such node a transaction, snapshot alive", single / 1e6, "us")
        let set = Stopwatch.best {
            for index in 0..<1000 {
                let transaction = manager.begin(.autoCommit)
                transaction.setProperty(keys[1], of: NodeID(UInt32(index * 7)), to: .int(3))
                _ = try? transaction.commit()
            }
        }
        report("one property a transaction", set / 1e6, "us")
        let type = setUp.internRelationshipType("KNOWS")
        let connect = Stopwatch.best {
            for index in 0..<1000 {
                let transaction = manager.begin(.autoCommit)
                _ = try? transaction.createRelationship(
                    type: type, from: NodeID(UInt32(index * 7)), to: NodeID(UInt32(index * 11)))
                _ = try? transaction.commit()
            }
        }
        report("one relationship a transaction", connect / 1e6, "us")
        let copy = Stopwatch.best { for _ in 0..<1000 { snapshots.append(manager.snapshot.state) } }
        report("a snapshot", copy / 1000, "ns")
        let read = Stopwatch.best { for _ in 0..<1000 { _ = try? manager.begin(.read).commit() } }
        report("a reading transaction", read / 1000, "ns")
    }

    static func smallStore() throws {
        let before = Stopwatch.residentBytes()
        var stores: [TransactionManager] = []
        for _ in 0..<100 {
            let manager = TransactionManager()
            let transaction = manager.begin(.autoCommit)
            for node in 0..<5 {
                let created = try transaction.createNode(labels: [transaction.internLabel("L\(node)")])
                for key in 0..<20 {
                    transaction.setProperty(transaction.internPropertyKey("k\(key)"), of: created, to: .int(1))
                }
            }
            _ = try transaction.commit()
            stores.append(manager)
        }
        let each = Double(Stopwatch.residentBytes() - before) / 100 / 1024
        report("memory of a store with 5 nodes and 20 keys", each, "KiB")
    }
}
