import Relate
import TestSupport
import Testing

/// Nodes found by expressions of labels, against a look at each node's own list.
@Suite("Scans of several labels") struct LabelScanProperties {
    private indirect enum Labels {
        case label(String)
        case not(Labels)
        case and(Labels, Labels)
        case or(Labels, Labels)

        init(_ random: inout SplitMix, depth: Int = 2) {
            switch depth == 0 ? 0 : random.next() % 8 {
            case 0...2: self = .label(["A", "B", "C", "D", "Unknown"][Int(random.next() % 5)])
            case 3: self = .not(Labels(&random, depth: depth - 1))
            case 4, 5: self = .and(Labels(&random, depth: depth - 1), Labels(&random, depth: depth - 1))
            default: self = .or(Labels(&random, depth: depth - 1), Labels(&random, depth: depth - 1))
            }
        }

        var text: String {
            switch self {
            case .label(let name): name
            case .not(let inner): "!(\(inner.text))"
            case .and(let left, let right): "(\(left.text))&(\(right.text))"
            case .or(let left, let right): "(\(left.text))|(\(right.text))"
            }
        }

        /// As predicates of `WHERE`.
        var predicate: String {
            switch self {
            case .label(let name): "n:\(name)"
            case .not(let inner): "NOT (\(inner.predicate))"
            case .and(let left, let right): "(\(left.predicate)) AND (\(right.predicate))"
            case .or(let left, let right): "(\(left.predicate)) OR (\(right.predicate))"
            }
        }

        func fits(_ labels: Set<String>) -> Bool {
            switch self {
            case .label(let name): labels.contains(name)
            case .not(let inner): !inner.fits(labels)
            case .and(let left, let right): left.fits(labels) && right.fits(labels)
            case .or(let left, let right): left.fits(labels) || right.fits(labels)
            }
        }
    }

    @Test("A node is found once, in the order of nodes, by whatever its labels are asked for", arguments: 1...6)
    func sameNodes(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let connection = try Database.inMemory().connect()
        // Chunks of 1,024 nodes: full of a label, without it, and mixed.
        var nodes: [Set<String>] = []
        for _ in 0..<4 {
            let shares = (0..<4).map { _ in [0, 0, 1, 40, 100][Int(random.next() % 5)] }
            for _ in 0..<1024 {
                nodes.append(Set(zip(["A", "B", "C", "D"], shares).filter { Int(random.next() % 100) < $1 }.map(\.0)))
            }
        }
        for label in ["A", "B", "C", "D"] { try connection.query("CREATE (:\(label)) WITH 1 AS x MATCH (n) DELETE n") }
        let lists = nodes.map { labels in CypherValue.list(labels.map { .string($0) }) }
        try connection.query(
            "UNWIND range(0, size($lists) - 1) AS i CREATE (n:$($lists[i]) {i: i})", ["lists": .list(lists)]
        )
        for _ in 0..<12 {
            let labels = Labels(&random)
            let expected = nodes.indices.filter { labels.fits(nodes[$0]) }.map { CypherValue.int(Int64($0)) }
            for statement in [
                "MATCH (n:\(labels.text)) RETURN n.i", "MATCH (n) WHERE \(labels.predicate) RETURN n.i",
                "MATCH (n) WHERE n:\(labels.text) RETURN n.i",
            ] {
                #expect(try connection.query(statement).rows.map { $0[0] } == expected, "seed \(seed): \(statement)")
            }
        }
    }

    @Test(
        "The nodes of a few labels are read, and no others",
        arguments: [
            ("MATCH (n:A|B) RETURN n", "UnionNodeByLabelsScan", "n:A|B", 5),
            ("MATCH (n:B|A|B) RETURN n", "UnionNodeByLabelsScan", "n:B|A", 5),
            ("MATCH (n) WHERE n:A OR n:B RETURN n", "UnionNodeByLabelsScan", "n:A|B", 5),
            ("MATCH (n:(A&C)|B) RETURN n", "UnionNodeByLabelsScan", "n:A|B", 5),
            ("MATCH (n:(A|B)&C) RETURN n", "UnionNodeByLabelsScan", "n:A|B", 5),
            ("MATCH (n:A&C) RETURN n", "NodeByLabelScan", "n:A", 3),
            ("MATCH (n:C&A) RETURN n", "NodeByLabelScan", "n:A", 3),
            ("MATCH (n) WHERE n:C AND n:A RETURN n", "NodeByLabelScan", "n:A", 3),
            ("MATCH (n:A|!B) RETURN n", "AllNodesScan", "n", 34),
        ])
    func plans(statement: String, name: String, details: String, reads: Int) throws {
        let connection = try Database.inMemory().connect()
        try connection.query(
            """
            CREATE (:A:C), (:A:C), (:A:B), (:B), (:B)
            WITH 1 AS x UNWIND range(1, 9) AS i CREATE (:C) WITH 1 AS x LIMIT 1 UNWIND range(1, 20) AS i CREATE ()
            """)
        var plan = try #require(try connection.query("PROFILE " + statement).plan).root
        while let input = plan.children.first { plan = input }
        #expect(plan.operator == name)
        #expect(plan.details == details)
        #expect(try #require(plan.actual).nodeReads == Int64(reads))
    }
}
