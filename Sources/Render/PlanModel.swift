import Relate

/// A plan made ready for looking at: its operators in order, with sums over subtrees and what stands out.
package struct PlanModel: Sendable {
    package struct Operator: Sendable {
        /// Its number in pre-order, from 0: what a notification's `operatorId` means.
        package let id: Int
        package let node: PlanNode
        package let depth: Int
        package let parent: Int?
        package fileprivate(set) var children: [Int]
        /// The first id behind its subtree.
        package fileprivate(set) var subtreeEnd: Int
        /// Time of the subtree; `nil` without a profile.
        package fileprivate(set) var inclusiveMs: Double?
        /// On the way from the root along the branches that took most of the time.
        package fileprivate(set) var isHot = false
        /// Took a good part of all time itself.
        package fileprivate(set) var isHeavy = false
        /// Names of its warnings as the table shows them: `W1`, `H2`.
        package fileprivate(set) var marks: [String] = []

        package var selfMs: Double? { node.actual.map { $0.timeMs.isFinite ? max(0, $0.timeMs) : 0 } }

        /// How far the estimate was off: 1 is exact; `nil` without both numbers.
        package var errorFactor: Double? {
            guard let estimated = node.estimatedRows, let actual = node.actual?.rows else { return nil }
            let (low, high) = (Double(min(estimated, actual)), Double(max(estimated, actual)))
            return max(1, high) / max(1, low)
        }
    }

    package let document: PlanDocument
    package private(set) var operators: [Operator]
    package private(set) var totalMs = 0.0
    package private(set) var totalHits: Int64 = 0
    package private(set) var highestSelfMs = 0.0
    package private(set) var highestHits: Int64 = 0
    package private(set) var highestEstimate: Int64 = 0
    /// The part of all time that the operators of the hot path took, 0 … 1.
    package private(set) var hotShare = 0.0

    package var isProfiled: Bool { operators.contains { $0.node.actual != nil } }

    package init(_ document: PlanDocument) {
        self.document = document
        operators = Self.preOrder(document.root)
        numberWarnings()
        addUp()
        findHotPath()
    }

    private static func preOrder(_ root: PlanNode) -> [Operator] {
        var operators: [Operator] = []
        var pending: [(node: PlanNode, depth: Int, parent: Int?)] = [(root, 0, nil)]
        while let (node, depth, parent) = pending.popLast() {
            let id = operators.count
            operators.append(
                Operator(id: id, node: node, depth: depth, parent: parent, children: [], subtreeEnd: id + 1))
            if let parent { operators[parent].children.append(id) }
            for child in node.children.reversed() { pending.append((child, depth + 1, id)) }
        }
        for id in operators.indices.reversed() {
            if let parent = operators[id].parent {
                operators[parent].subtreeEnd = max(operators[parent].subtreeEnd, operators[id].subtreeEnd)
            }
        }
        return operators
    }

    private mutating func numberWarnings() {
        var number = 0
        for id in operators.indices {
            for warning in operators[id].node.warnings {
                number += 1
                operators[id].marks.append("\(NotificationRendering.letter(of: warning))\(number)")
            }
        }
    }

    private mutating func addUp() {
        for item in operators {
            highestEstimate = max(highestEstimate, item.node.estimatedRows ?? 0)
            guard let actual = item.node.actual else { continue }
            totalMs += item.selfMs ?? 0
            totalHits = totalHits.addingReportingOverflow(max(0, actual.dbHits)).partialValue
            highestSelfMs = max(highestSelfMs, item.selfMs ?? 0)
            highestHits = max(highestHits, actual.dbHits)
        }
        for id in operators.indices.reversed() {
            guard let own = operators[id].selfMs else { continue }
            let inclusive = own + (operators[id].inclusiveMs ?? 0)
            operators[id].inclusiveMs = inclusive
            if let parent = operators[id].parent {
                operators[parent].inclusiveMs = (operators[parent].inclusiveMs ?? 0) + inclusive
            }
        }
    }

    private mutating func findHotPath() {
        guard totalMs > 0, !operators.isEmpty else { return }
        var id = 0
        var time = 0.0
        while true {
            operators[id].isHot = true
            operators[id].isHeavy = (operators[id].selfMs ?? 0) >= 0.15 * totalMs
            time += operators[id].selfMs ?? 0
            let next = operators[id].children.max {
                (operators[$0].inclusiveMs ?? 0) < (operators[$1].inclusiveMs ?? 0)
            }
            guard let next, (operators[next].inclusiveMs ?? 0) > 0.1 * totalMs else { break }
            id = next
        }
        hotShare = time / totalMs
    }

    // MARK: Rows

    /// One row of the tree.
    package enum Row: Hashable, Sendable {
        case step(Int)
        /// Several cheap operators in a chain, folded; the first and the count.
        case cheapSteps(first: Int, count: Int)

        /// The operator it stands for, the first of several.
        package var id: Int {
            switch self {
            case .step(let id): id
            case .cheapSteps(let first, _): first
            }
        }
    }

    /// The rows of the tree from the root down.
    ///
    /// - Parameters:
    ///   - collapsed: Operators whose inputs are hidden.
    ///   - opened: First operators of cheap runs that are shown one by one.
    ///   - foldsCheap: Fold runs of two and more operators that took no time worth a row.
    package func rows(collapsed: Set<Int> = [], opened: Set<Int> = [], foldsCheap: Bool = true) -> [Row] {
        var rows: [Row] = []
        var id = 0
        while id < operators.count {
            let run = foldsCheap && !opened.contains(id) ? cheapRun(from: id, collapsed) : 1
            if run > 1 {
                rows.append(.cheapSteps(first: id, count: run))
                id += run
            } else {
                rows.append(.step(id))
                id = collapsed.contains(id) ? operators[id].subtreeEnd : id + 1
            }
        }
        return rows
    }

    /// How many operators from `id` on are a chain of cheap ones.
    private func cheapRun(from id: Int, _ collapsed: Set<Int>) -> Int {
        var count = 0
        while id + count < operators.count, isCheap(id + count), !collapsed.contains(id + count) { count += 1 }
        return count
    }

    /// Less than 1 % of time and reads, one input, no warning, no bad estimate. The root always shows.
    private func isCheap(_ id: Int) -> Bool {
        let item = operators[id]
        guard id > 0, item.children.count == 1, item.marks.isEmpty, let actual = item.node.actual, totalMs > 0 else {
            return false
        }
        return (item.selfMs ?? 0) < 0.01 * totalMs && Double(actual.dbHits) < max(1, 0.01 * Double(totalHits))
            && (item.errorFactor ?? 1) < PlanRendering.amberFactor
    }

    // MARK: Order

    package enum Column: String, CaseIterable, Hashable, Sendable {
        case step, estimatedRows, rows, errorFactor, dbHits, selfMs, inclusiveMs, memory, hops, walks, reads
    }

    /// All operators, the largest first but for `step`, which gives the order of the plan.
    package func ordered(by column: Column) -> [Int] {
        guard column != .step else { return Array(operators.indices) }
        return operators.indices.sorted {
            let (left, right) = (value(of: $0, column), value(of: $1, column))
            return left == right ? $0 < $1 : left > right
        }
    }

    private func value(of id: Int, _ column: Column) -> Double {
        let item = operators[id]
        let actual = item.node.actual
        return switch column {
        case .step: Double(-id)
        case .estimatedRows: item.node.estimatedRows.map(Double.init) ?? -1
        case .rows: actual.map { Double($0.rows) } ?? -1
        case .errorFactor: item.errorFactor ?? -1
        case .dbHits: actual.map { Double($0.dbHits) } ?? -1
        case .selfMs: item.selfMs ?? -1
        case .inclusiveMs: item.inclusiveMs ?? -1
        case .memory: actual.map { Double($0.memoryBytes) } ?? -1
        case .hops: actual.map { Double($0.hops) } ?? -1
        case .walks: actual.map { Double($0.neighborWalks) } ?? -1
        case .reads: actual.map { Double($0.nodeReads) } ?? -1
        }
    }
}
