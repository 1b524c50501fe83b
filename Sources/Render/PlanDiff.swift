import Relate

/// Two plans of one question laid side by side: which operators stayed, which came, went, moved or took another's place.
///
/// Operators are matched from the root down: by name, a step inserted or left out in between being seen as such, children
/// by the longest common sequence of those that bind the same variables. What is left over and stands elsewhere has moved.
package struct PlanDiff: Sendable {
    package enum Change: Hashable, Sendable {
        case same, changed, replaced, added, removed, moved
    }

    package struct Row: Hashable, Sendable {
        package var depth: Int
        /// Numbers of the operators in the two plans.
        package var before: Int?
        package var after: Int?
        package var change: Change
    }

    package let before: PlanModel
    package let after: PlanModel
    package private(set) var rows: [Row] = []

    /// Steps between two matched operators that are still seen as put in between.
    private static let insertedLimit = 6

    package init(from before: PlanModel, to after: PlanModel) {
        self.before = before
        self.after = after
        match()
        markMoved()
    }

    package var changedCount: Int { rows.lazy.filter { $0.change != .same }.count }

    // MARK: - Matching

    private enum Task {
        case pair(Int, Int, depth: Int)
        case added(Int, depth: Int)
        case removed(Int, depth: Int)
    }

    private mutating func match() {
        guard !before.operators.isEmpty, !after.operators.isEmpty else { return }
        var tasks: [Task] = [.pair(0, 0, depth: 0)]
        while let task = tasks.popLast() {
            switch task {
            case .added(let id, let depth):
                rows.append(Row(depth: depth, before: nil, after: id, change: .added))
                for child in after.operators[id].children.reversed() { tasks.append(.added(child, depth: depth + 1)) }
            case .removed(let id, let depth):
                rows.append(Row(depth: depth, before: id, after: nil, change: .removed))
                for child in before.operators[id].children.reversed() {
                    tasks.append(.removed(child, depth: depth + 1))
                }
            case .pair(let old, let new, let depth): pair(old, new, depth, &tasks)
            }
        }
    }

    private mutating func pair(_ old: Int, _ new: Int, _ depth: Int, _ tasks: inout [Task]) {
        let (left, right) = (before.operators[old], after.operators[new])
        if left.node.operator == right.node.operator {
            rows.append(Row(depth: depth, before: old, after: new, change: isSame(left, right) ? .same : .changed))
        } else if let steps = Self.steps(from: new, in: after, to: left) {
            for (index, id) in steps.dropLast().enumerated() {
                rows.append(Row(depth: depth + index, before: nil, after: id, change: .added))
            }
            tasks.append(.pair(old, steps[steps.count - 1], depth: depth + steps.count - 1))
            return
        } else if let steps = Self.steps(from: old, in: before, to: right) {
            for (index, id) in steps.dropLast().enumerated() {
                rows.append(Row(depth: depth + index, before: id, after: nil, change: .removed))
            }
            tasks.append(.pair(steps[steps.count - 1], new, depth: depth + steps.count - 1))
            return
        } else {
            rows.append(Row(depth: depth, before: old, after: new, change: .replaced))
        }
        tasks += children(left.children, right.children, depth + 1).reversed()
    }

    /// Down single inputs from `id` to an operator like `wanted`.
    private static func steps(from id: Int, in model: PlanModel, to wanted: PlanModel.Operator) -> [Int]? {
        var steps = [id]
        var current = model.operators[id]
        while steps.count <= insertedLimit, current.children.count == 1 {
            current = model.operators[current.children[0]]
            steps.append(current.id)
            let isLike =
                current.node.operator == wanted.node.operator
                && (current.node.details == wanted.node.details || key(current) == key(wanted))
            if isLike { return steps }
        }
        return nil
    }

    private static func key(_ item: PlanModel.Operator) -> String {
        item.node.operator + "\n" + item.node.identifiers.sorted().joined(separator: ",")
    }

    private func children(_ old: [Int], _ new: [Int], _ depth: Int) -> [Task] {
        let left = old.map { Self.key(before.operators[$0]) }
        let right = new.map { Self.key(after.operators[$0]) }
        var lengths = [[Int]](repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
        for i in old.indices.reversed() {
            for j in new.indices.reversed() {
                lengths[i][j] =
                    left[i] == right[j] ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
            }
        }
        var tasks: [Task] = []
        var (i, j) = (0, 0)
        var (waitingOld, waitingNew): ([Int], [Int]) = ([], [])
        func flush() {
            // Between two that match, what stands at the same place took the other's.
            for index in 0..<max(waitingOld.count, waitingNew.count) {
                if index < waitingOld.count, index < waitingNew.count {
                    tasks.append(.pair(waitingOld[index], waitingNew[index], depth: depth))
                } else if index < waitingOld.count {
                    tasks.append(.removed(waitingOld[index], depth: depth))
                } else {
                    tasks.append(.added(waitingNew[index], depth: depth))
                }
            }
            (waitingOld, waitingNew) = ([], [])
        }
        while i < old.count || j < new.count {
            if i < old.count, j < new.count, left[i] == right[j] {
                flush()
                tasks.append(.pair(old[i], new[j], depth: depth))
                (i, j) = (i + 1, j + 1)
            } else if j == new.count || i < old.count && lengths[i + 1][j] >= lengths[i][j + 1] {
                waitingOld.append(old[i])
                i += 1
            } else {
                waitingNew.append(new[j])
                j += 1
            }
        }
        flush()
        return tasks
    }

    /// The same work: times always differ a little.
    private func isSame(_ left: PlanModel.Operator, _ right: PlanModel.Operator) -> Bool {
        guard left.node.details == right.node.details else { return false }
        guard let old = left.node.actual, let new = right.node.actual else {
            return left.node.estimatedRows == right.node.estimatedRows || left.node.actual != nil
                || right.node.actual != nil
        }
        return old.rows == new.rows && old.dbHits == new.dbHits
    }

    /// What went in one place and came in another.
    private mutating func markMoved() {
        var gone: [String: [Int]] = [:]
        for index in rows.indices where rows[index].change == .removed {
            guard let id = rows[index].before else { continue }
            gone[Self.key(before.operators[id]) + before.operators[id].node.details, default: []].append(index)
        }
        for index in rows.indices where rows[index].change == .added {
            guard let id = rows[index].after else { continue }
            let key = Self.key(after.operators[id]) + after.operators[id].node.details
            guard let other = gone[key]?.popLast() else { continue }
            rows[index].change = .moved
            rows[index].before = rows[other].before
            rows[other].change = .moved
        }
        // A moved operator shows once, where it is now.
        rows.removeAll { $0.change == .moved && $0.after == nil }
    }

    // MARK: - Rows to show

    package enum Line: Hashable, Sendable {
        case row(Int)
        /// So many rows in a row that stayed the same, from this one on.
        case same(first: Int, count: Int)
    }

    /// With `foldsSame` only what changed, and a line for each stretch that did not.
    package func lines(foldsSame: Bool) -> [Line] {
        var lines: [Line] = []
        var index = 0
        while index < rows.count {
            var end = index
            while end < rows.count, rows[end].change == .same { end += 1 }
            if foldsSame, end - index > 1 {
                lines.append(.same(first: index, count: end - index))
                index = end
            } else {
                lines.append(.row(index))
                index += 1
            }
        }
        return lines
    }
}
