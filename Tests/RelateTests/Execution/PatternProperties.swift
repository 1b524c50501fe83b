import Relate
import TestSupport
import Testing

/// Patterns matched by the engine and by a plain enumeration over the same small graphs.
@Suite struct PatternProperties {
    private struct Graph {
        var labels: [String]
        var relationships: [(from: Int, type: String, to: Int)]

        /// Up to 6 nodes and 12 relationships, loops and parallels among them.
        init(_ random: inout some RandomNumberGenerator) {
            let count = Int.random(in: 1...6, using: &random)
            labels = (0..<count).map { _ in Bool.random(using: &random) ? "A" : "B" }
            relationships = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                (
                    Int.random(in: 0..<count, using: &random), Bool.random(using: &random) ? "X" : "Y",
                    Int.random(in: 0..<count, using: &random)
                )
            }
        }

        func load(_ connection: Connection) throws {
            for (number, label) in labels.enumerated() {
                try connection.query("CREATE (:\(label) {n: \(number)})")
            }
            for (number, relationship) in relationships.enumerated() {
                try connection.query(
                    """
                    MATCH (a {n: \(relationship.from)}), (b {n: \(relationship.to)})
                    CREATE (a)-[:\(relationship.type) {r: \(number)}]->(b)
                    """)
            }
        }
    }

    private struct Step {
        var type: String?
        var direction: Direction
        var label: String?

        enum Direction: CaseIterable { case forward, backward, either }

        init(_ random: inout some RandomNumberGenerator) {
            type = [nil, "X", "Y"].randomElement(using: &random) ?? nil
            direction = Direction.allCases.randomElement(using: &random) ?? .forward
            label = [nil, "A", "B"].randomElement(using: &random) ?? nil
        }

        func text(_ index: Int) -> String {
            let bracket = "[r\(index)\(type.map { ":" + $0 } ?? "")]"
            let node = "(n\(index + 1)\(label.map { ":" + $0 } ?? ""))"
            switch direction {
            case .forward: return "-\(bracket)->\(node)"
            case .backward: return "<-\(bracket)-\(node)"
            case .either: return "-\(bracket)-\(node)"
            }
        }
    }

    /// Every way to walk the steps, no relationship twice, as sorted lines of numbers.
    private func walks(_ graph: Graph, _ steps: [Step], isClosed: Bool) -> [String] {
        var found: [String] = []
        func go(_ nodes: [Int], _ used: [Int]) {
            guard used.count < steps.count else {
                if !isClosed || nodes.first == nodes.last { found.append("\(nodes) \(used)") }
                return
            }
            let step = steps[used.count]
            guard let here = nodes.last else { return }
            for (number, relationship) in graph.relationships.enumerated() where !used.contains(number) {
                guard step.type == nil || step.type == relationship.type else { continue }
                var ends: [Int] = []
                if step.direction != .backward, relationship.from == here { ends.append(relationship.to) }
                if step.direction != .forward, relationship.to == here,
                    !ends.contains(relationship.from) || here != relationship.from
                {
                    ends.append(relationship.from)
                }
                for end in ends where step.label == nil || step.label == graph.labels[end] {
                    go(nodes + [end], used + [number])
                }
            }
        }
        for start in graph.labels.indices { go([start], []) }
        return found.sorted()
    }

    private func answers(_ connection: Connection, _ pattern: String, _ count: Int) throws -> [String] {
        let nodes = (0...count).map { "n\($0).n" }.joined(separator: ", ")
        let relationships = (0..<count).map { "r\($0).r" }.joined(separator: ", ")
        let result = try connection.query("MATCH \(pattern) RETURN [\(nodes)] AS nodes, [\(relationships)] AS steps")
        return result.rows.map { row in
            let lists = row.map { $0.listValue?.compactMap(\.intValue).map { Int($0) } ?? [] }
            return "\(lists[0]) \(lists[1])"
        }.sorted()
    }

    @Test("a chain, open or closed, written whole or in pieces, has the walks that a plain enumeration finds")
    func chains() throws {
        var random = SplitMix(seed: 62)
        for _ in 0..<60 {
            let graph = Graph(&random)
            let connection = try Database.inMemory().connect()
            try graph.load(connection)
            for _ in 0..<6 {
                let steps = (0..<Int.random(in: 1...3, using: &random)).map { _ in Step(&random) }
                let isClosed = Bool.random(using: &random)
                let expected = walks(graph, steps, isClosed: isClosed)
                let closing = isClosed ? " WHERE n0 = n\(steps.count)" : ""
                let whole = "(n0)" + steps.enumerated().map { $1.text($0) }.joined() + closing
                #expect(try answers(connection, whole, steps.count) == expected, "\(graph) \(whole), \(random)")
                // The same pattern as parts that share their variables, the last part first.
                let parts = steps.enumerated().map { "(n\($0))" + $1.text($0) }.reversed()
                let pieces = parts.joined(separator: ", ") + closing
                #expect(try answers(connection, pieces, steps.count) == expected, "\(graph) \(pieces), \(random)")
            }
        }
    }

    @Test("a variable-length relationship has as many trails as chains of its lengths together")
    func variableLengths() throws {
        var random = SplitMix(seed: 63)
        for _ in 0..<30 {
            let graph = Graph(&random)
            let connection = try Database.inMemory().connect()
            try graph.load(connection)
            var step = Step(&random)
            step.label = nil
            let expected = (1...3).reduce(0) { sum, length in
                sum + walks(graph, [Step](repeating: step, count: length), isClosed: false).count
            }
            let bracket = "[:\(step.type ?? "X|Y")*1..3]"
            let pattern: String
            switch step.direction {
            case .forward: pattern = "()-\(bracket)->()"
            case .backward: pattern = "()<-\(bracket)-()"
            case .either: pattern = "()-\(bracket)-()"
            }
            let count = try connection.query("MATCH \(pattern) RETURN count(*)").scalar().intValue
            #expect(count == Int64(expected), "\(graph) \(pattern), \(random)")
        }
    }
}
