/// A pattern of `matches?`: classes, groups, alternation, repeats, anchors, `\b \d \s \w`, flags `i`, `s`, `m`, `x`.
///
/// It is run as a set of states, so no pattern and text take more than their product in time.
struct RegularExpression: Sendable {
    struct Problem: Error {
        let reason: String
    }

    indirect enum Node {
        case empty
        case set(ScalarSet)
        case assertion(Assertion)
        case sequence([Node])
        case choice([Node])
        case repeated(Node, least: Int, most: Int?)
    }

    struct ScalarSet: Sendable {
        var ranges: [ClosedRange<UInt32>] = []
        var isNegated = false
        var ignoresCase = false

        func contains(_ scalar: UInt32) -> Bool {
            var isMember = ranges.contains { $0.contains(scalar) }
            if !isMember, ignoresCase, let other = Self.otherCase(scalar) {
                isMember = ranges.contains { $0.contains(other) }
            }
            return isMember != isNegated
        }

        private static func otherCase(_ scalar: UInt32) -> UInt32? {
            switch scalar {
            case 0x41...0x5A: scalar + 0x20
            case 0x61...0x7A: scalar - 0x20
            default: nil
            }
        }
    }

    private enum Step: Sendable {
        case set(ScalarSet)
        case assertion(Assertion)
        case split(Int, Int)
        case jump(Int)
        case match
    }

    enum Assertion: Sendable {
        case lineStart, lineEnd, textStart, textEnd, wordBoundary, notWordBoundary
        case wordStart, wordEnd
        /// No word before, or behind; what is on the other side does not count.
        case wordStartHalf, wordEndHalf
    }

    /// Steps a pattern may compile to.
    private static let stepsLimit = 100_000
    private var steps: [Step] = []

    init(_ pattern: String) throws(Problem) {
        var parser = RegularExpressionParser(scalars: Array(pattern.unicodeScalars))
        let node = try parser.parse()
        try emit(node)
        steps.append(.match)
    }

    private mutating func append(_ step: Step) throws(Problem) {
        if steps.count >= Self.stepsLimit { throw Problem(reason: "compiled regex exceeds size limit") }
        steps.append(step)
    }

    private mutating func emit(_ node: Node) throws(Problem) {
        switch node {
        case .empty: break
        case .set(let set): try append(.set(set))
        case .assertion(let assertion): try append(.assertion(assertion))
        case .sequence(let nodes): for node in nodes { try emit(node) }
        case .choice(let nodes): try emit(choice: nodes)
        case .repeated(let node, let least, let most):
            for _ in 0..<least {
                let start = steps.count
                try emit(node)
                // Nothing, however often, is nothing.
                if steps.count == start { break }
            }
            if let most {
                for _ in least..<max(least, most) {
                    let split = steps.count
                    try append(.split(split + 1, 0))
                    try emit(node)
                    steps[split] = .split(split + 1, steps.count)
                }
            } else {
                let split = steps.count
                try append(.split(split + 1, 0))
                try emit(node)
                try append(.jump(split))
                steps[split] = .split(split + 1, steps.count)
            }
        }
    }

    private mutating func emit(choice nodes: [Node]) throws(Problem) {
        var jumps: [Int] = []
        for (index, node) in nodes.enumerated() {
            if index + 1 < nodes.count {
                let split = steps.count
                try append(.split(split + 1, 0))
                try emit(node)
                jumps.append(steps.count)
                try append(.jump(0))
                steps[split] = .split(split + 1, steps.count)
            } else {
                try emit(node)
            }
        }
        for jump in jumps { steps[jump] = .jump(steps.count) }
    }

    /// Whether some part of `text` matches.
    func matches(_ text: String) -> Bool {
        let scalars = text.unicodeScalars.map(\.value)
        var current: [Int] = []
        var seen = [Int](repeating: -1, count: steps.count)
        for place in 0...scalars.count {
            var next: [Int] = []
            // A match may begin anywhere.
            var pending: [Int] = [0] + current.reversed()
            var isMatch = false
            while let step = pending.popLast() {
                if seen[step] == place { continue }
                seen[step] = place
                switch steps[step] {
                case .match: isMatch = true
                case .jump(let target): pending.append(target)
                case .split(let first, let second): pending += [second, first]
                case .assertion(let assertion):
                    if Self.holds(assertion, at: place, in: scalars) { pending.append(step + 1) }
                case .set(let set):
                    if place < scalars.count, set.contains(scalars[place]) { next.append(step + 1) }
                }
            }
            if isMatch { return true }
            current = next
        }
        return false
    }

    private static func holds(_ assertion: Assertion, at place: Int, in scalars: [UInt32]) -> Bool {
        switch assertion {
        case .textStart: return place == 0
        case .textEnd: return place == scalars.count
        case .lineStart: return place == 0 || scalars[place - 1] == 0x0A
        case .lineEnd: return place == scalars.count || scalars[place] == 0x0A
        case .wordBoundary, .notWordBoundary, .wordStart, .wordEnd, .wordStartHalf, .wordEndHalf:
            let before = place > 0 && isWord(scalars[place - 1])
            let after = place < scalars.count && isWord(scalars[place])
            switch assertion {
            case .wordStart: return !before && after
            case .wordEnd: return before && !after
            case .wordStartHalf: return !before
            case .wordEndHalf: return !after
            default: return (before != after) == (assertion == .wordBoundary)
            }
        }
    }

    private static func isWord(_ scalar: UInt32) -> Bool {
        RegularExpressionParser.wordRanges.contains { $0.contains(scalar) }
    }
}
