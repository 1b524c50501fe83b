import Relate
import Testing

@Suite("Numbers as text, and text as numbers")
struct NumberTextTests {
    static let texts: [(Double, String)] = [
        (1, "1.0"), (0, "0.0"), (-0.0, "-0.0"), (100, "100.0"), (0.1, "0.1"), (1.5, "1.5"), (-2.25, "-2.25"),
        (0.001, "0.001"), (0.0001, "1.0E-4"), (0.00012, "1.2E-4"), (9_999_999, "9999999.0"), (10_000_000, "1.0E7"),
        (12_345_678.9, "1.23456789E7"), (1e10, "1.0E10"), (1e21, "1.0E21"),
        (1.7976931348623157e308, "1.7976931348623157E308"),
        (.leastNonzeroMagnitude, "5.0E-324"), (123456.789, "123456.789"), (.nan, "NaN"), (.infinity, "Infinity"),
        (-.infinity, "-Infinity"),
        (1_000_000, "1000000.0"), (0.00999, "0.00999"), (3.14, "3.14"),
    ]

    @Test("floats are written as Java writes them", arguments: texts)
    func writes(number: Double, text: String) {
        #expect(NumberText.text(of: number) == text)
    }

    @Test("any float reads back from its text as the same number")
    func roundTrip() {
        var random = SplitMix(seed: 3)
        for _ in 0..<20_000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            #expect(NumberText.float(in: NumberText.text(of: number)) == number)
        }
    }

    static let integers: [(String, NumberText.IntegerReading)] = [
        ("42", .integer(42)), ("-42", .integer(-42)), ("+7", .integer(7)), ("2.9", .integer(2)), ("-2.9", .integer(-2)),
        ("1e3", .integer(1_000)), ("1.5E2", .integer(150)), ("", .unreadable), ("foo", .unreadable),
        (" 42", .unreadable),
        ("0x1F", .unreadable), ("1.2.3", .unreadable), ("1e", .unreadable), (".", .unreadable), (".5", .integer(0)),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .outOfRange), ("9223372036854775807.9", .integer(.max)), ("1e400", .outOfRange),
        ("1e-400", .integer(0)), ("0e999999999999999999", .integer(0)), ("0.1e99999999999999999999", .unreadable),
    ]

    @Test("toInteger reads decimals without rounding them to a float", arguments: integers)
    func readsIntegers(text: String, expected: NumberText.IntegerReading) {
        #expect(NumberText.integer(in: text) == expected)
    }

    static let floats: [(String, Double?)] = [
        ("1", 1), ("1.5", 1.5), (" 1.5 ", 1.5), (".5", 0.5), ("1e3", 1_000), ("Infinity", .infinity),
        ("-Infinity", -.infinity), ("foo", nil), ("", nil), ("inf", nil), ("nan", nil), ("0x10", nil), ("1_000", nil),
        ("1.5f", nil), ("-", nil), ("e5", nil),
    ]

    @Test("toFloat reads decimals and nothing else", arguments: floats)
    func readsFloats(text: String, expected: Double?) {
        #expect(NumberText.float(in: text) == expected)
    }
}
