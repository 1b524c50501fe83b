import Testing

@testable import RelateTUI

@Suite struct HeadlessJSONReaderTests {
    @Test(
        arguments: [
            ("null", .null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .integer(0)), ("-0", .integer(0)),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .hugeInteger("9223372036854775808")),
            ("-9223372036854775809", .hugeInteger("-9223372036854775809")),
            ("1.0", .decimal(1)), ("1e2", .decimal(100)), ("-1.5E-3", .decimal(-0.0015)), ("1e-400", .decimal(0)),
            (#""""#, .string("")), (#""aé☃𝄞""#, .string("aé☃𝄞")),
            (#""\"\\\/\b\f\n\r\t\u0041\u00e9\uD834\udd1E\u0000""#, .string("\"\\/\u{8}\u{C}\n\r\tAé𝄞\0")),
            ("[]", .array([])), ("[1,[2 , \"x\"]]", .array([.integer(1), .array([.integer(2), .string("x")])])),
            ("{}", .object([])),
            (
                #"{"a":1,"a":{"b":null}}"#,
                .object([
                    JSONMember(name: "a", value: .integer(1)),
                    JSONMember(name: "a", value: .object([JSONMember(name: "b", value: .null)])),
                ])
            ),
        ] as [(String, JSONValue)])
    func `JSON is read`(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONReader.value(in: text) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "nulL", "True", "01", "-", "-a", "1.", ".5", "1e", "1e+", "+1", "0x10", "NaN", "Infinity",
        "1e400",
        "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"",
        "\"\\ud800\\", "\"\n\"", "\"\u{1}\"", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\" 1}", "1 2", "{}{}", "[]]", "'a'", "// x\n1", "\u{FEFF}1",
    ])
    func `what is no JSON is refused`(_ text: String) {
        #expect(throws: JSONError.self) { try JSONReader.value(in: text) }
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
            [0x22, 0xE2, 0x98], [0x22, 0xE2, 0x22], [0x22, 0x80, 0x22], [0x22, 0xE0, 0x80, 0x80, 0x22],
            [0x22, 0xF0, 0x80, 0x80, 0x80, 0x22],
        ] as [[UInt8]])
    func `bytes that are no UTF-8 are refused at their place`(_ bytes: [UInt8]) {
        #expect(throws: JSONError(message: "the text is not UTF-8", offset: 1)) { try JSONReader.value(in: bytes) }
    }

    @Test func `nesting is bounded`() throws {
        let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        _ = try JSONReader.value(in: deepest)
        #expect(throws: JSONError(message: "nested deeper than 512", offset: 512)) {
            try JSONReader.value(in: "[" + deepest + "]")
        }
        #expect(throws: JSONError.self) {
            try JSONReader.value(in: String(repeating: "{\"a\":", count: 1_000_000))
        }
    }

    @Test func `an error tells its place in bytes`() {
        #expect(throws: JSONError(message: "',' or ']' is due in an array", offset: 6)) {
            try JSONReader.value(in: "[\"é\" 1]")
        }
    }
}

@Suite struct HeadlessJSONWriterTests {
    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("", #""""#), ("aé☃𝄞", #""aé☃𝄞""#), ("\"\\/", #""\"\\/""#), ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#),
        ("\u{0}\u{1B}[31m\u{7F}\u{9B}x\u{A0}", "\"\\u0000\\u001b[31m\\u007f\\u009bx\u{A0}\""),
    ])
    func `strings are escaped, control characters of terminals included`(_ string: String, _ json: String) {
        #expect(text { $0.string(string) } == json)
        #expect((try? JSONReader.value(in: json)) == .string(string))
    }

    @Test(
        arguments: [
            (0.1, "0.1"), (-0.0, "-0.0"), (1e300, "1e+300"), (.nan, "\"NaN\""), (.infinity, "\"Infinity\""),
            (-.infinity, "\"-Infinity\""), (1, "1.0"),
        ] as [(Double, String)])
    func `numbers read back as they were, and those JSON lacks are strings`(_ number: Double, _ json: String) {
        #expect(text { $0.number(number) } == json)
    }

    @Test(arguments: [0, 9, 10, -1, Int64.max, Int64.min])
    func `integers are written in full`(_ integer: Int64) {
        #expect(text { $0.integer(integer) } == String(integer))
    }
}
