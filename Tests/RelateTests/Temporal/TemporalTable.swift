import TestSupport
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

typealias TemporalRandom = SplitMix
