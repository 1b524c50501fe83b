import Testing

@testable import Relate

/// One row of a table: an expression, and the text of what it must yield.
struct TemporalCase: Sendable, CustomTestStringConvertible {
    let expression: String
    let expected: String

    init(_ expression: String, _ expected: String) {
        self.expression = expression
        self.expected = expected
    }

    var testDescription: String { "\(expression) = \(expected)" }

    func check() throws {
        #expect(try TemporalExpression.text(expression) == expected)
    }
}

/// The same numbers for the same seed on every system.
struct TemporalRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    // SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
