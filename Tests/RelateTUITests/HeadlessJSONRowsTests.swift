import Testing

@testable import RelateTUI

/// Rows of a request may be read as the columns of a table: the same values, or left to the general reader.
@Suite struct HeadlessJSONRowsTests {
    private static let tables = [
        #"[{"a":1,"b":"x"},{"a":-2,"b":"y"}]"#,
        #" [ { "a" : 1 , "b" : 2.5e3 } , { "a" : 9223372036854775807 , "b" : -0 } ] "#,
        #"[{"b":"\u00e9\ud834\udd1e\n\"\\\/","a":null},{"b":null,"a":"é𝄞"},{"b":"","a":3}]"#,
        #"[{"a":true},{"a":false},{"a":null},{"a":"t"},{"a":1},{"a":1.5},{"a":"end"}]"#,
        #"[{"a":1},{"a":null},{"a":-9223372036854775808}]"#, #"[{"a":"x"},{"a":7}]"#, #"[{"":0}]"#,
    ]
    private static let others = [
        "[]", "[{}]", "[{},{}]", #"[{"a":1},{"b":1}]"#, #"[{"a":1},{"a":1,"b":2}]"#, #"[{"a":1,"b":2},{"a":1}]"#,
        #"[{"a":[1]}]"#, #"[{"a":1},{"a":{"b":2}}]"#, #"[{"a":1,"a":2}]"#, #"[{"a":1},7]"#, #"[7,{"a":1}]"#,
        #"[{"a":9223372036854775808}]"#, #"[{"$type":"Integer","_value":"1"},{"$type":"Integer","_value":"2"}]"#,
        #"[{"\u0061":1}]"#,
    ]
    private static let refused = [
        #"[{"a":1}"#, #"[{"a":1},]"#, #"[{"a":1},{"a":01}]"#, #"[{"a":1},{"a":1.}]"#, #"[{"a":1},{"a":-}]"#,
        #"[{"a":"x},{"a":"y"}]"#, #"[{"a":"\ud800"}]"#, #"[{"a":"\ud800\u0041"}]"#, #"[{"a":"\x"}]"#,
        #"[{"a":"\u00g0"}]"#, #"[{"a":1e999}]"#, #"[{"a":tru}]"#, #"[{"a" 1}]"#, #"[{"a":1}{"a":2}]"#,
        "[{\"a\":\"\n\"}]",
        #"[{"a":1,}]"#, #"[{"a":1},{"a":1,}]"#, #"[{"a":nul"#,
    ]

    /// Members by name, as a table has them.
    private static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let items): .array(items.map(sorted))
        case .object(let members):
            .object(
                members.map { JSONMember(name: $0.name, value: sorted($0.value)) }.sorted { $0.name < $1.name })
        default: value
        }
    }

    @Test(arguments: tables)
    func `rows are columns of the same values`(_ text: String) throws {
        let value = try JSONReader.value(in: Array(text.utf8), makesRows: true)
        guard case .rows = value else {
            Issue.record("no table of \(text)")
            return
        }
        #expect(value.isArray)
        #expect(value.expanded == Self.sorted(try JSONReader.value(in: text)))
    }

    @Test(arguments: others)
    func `what are no rows is read as ever`(_ text: String) throws {
        let value = try JSONReader.value(in: Array(text.utf8), makesRows: true)
        let wanted = try JSONReader.value(in: text)
        #expect(value == wanted)
        #expect(value.expanded == wanted)
    }

    @Test(arguments: refused)
    func `what is no JSON is refused with the same words`(_ text: String) {
        func error(_ makesRows: Bool) -> JSONError? {
            do throws(JSONError) {
                _ = try JSONReader.value(in: Array(text.utf8), makesRows: makesRows)
                return nil
            } catch {
                return error
            }
        }
        #expect(error(true) != nil)
        #expect(error(true) == error(false))
    }

    @Test func `tables lie anywhere in a document, and nesting stays bounded`() throws {
        let text = #"{"p":{"x":[{"a":1}],"y":[[{"a":2}]]},"q":[{"a":3}]}"#
        let value = try JSONReader.value(in: Array(text.utf8), makesRows: true)
        #expect(value.expanded == (try JSONReader.value(in: text)))
        for depth in [510, 511, 512] {
            let text = String(repeating: "[", count: depth) + #"{"a":1}"# + String(repeating: "]", count: depth)
            let deep = Array(text.utf8)
            let accepted = (try? JSONReader.value(in: deep)) != nil
            #expect(((try? JSONReader.value(in: deep, makesRows: true)) != nil) == accepted)
        }
    }

    /// Long enough that two threads read it.
    private static func long(_ row: (Int) -> String) -> [UInt8] {
        Array(("[" + (0..<20_000).map(row).joined(separator: ",") + "]").utf8)
    }

    @Test func `long texts are read from two places at once`() throws {
        let texts = [
            Self.long { #"{"b":\#($0),"a":"x},{\#($0 % 3)"}"# }, Self.long { #"{"b":"},{","a":\#($0)}"# },
            Self.long { #"{"n":"é\#($0)","m":\#($0 < 15_000 ? "null" : "1")}"# },
            Self.long { #"{"n":\#($0 < 12_000 ? "\($0)" : "1.5"),"m":\#($0 % 2 == 0 ? "null" : "\"t\"")}"# },
            Self.long { #"{ "n" : \#($0) }"# }, Self.long { #"{",":\#($0),"}":""}"# },
        ]
        for text in texts {
            let value = try JSONReader.value(in: text, makesRows: true)
            guard case .rows(let table) = value else {
                Issue.record("no table")
                continue
            }
            #expect(table.count == 20_000)
            let isSame = value.expanded == Self.sorted(try JSONReader.value(in: text))
            #expect(isSame)
        }
        for (place, piece) in [(9_000, "{}"), (9_000, #"{"n":[1]}"#), (19_999, #"{"n":1,"m":2}"#), (15_000, "7")] {
            let text = Self.long { $0 == place ? piece : #"{"n":\#($0)}"# }
            let isSame = try JSONReader.value(in: text, makesRows: true) == JSONReader.value(in: text)
            #expect(isSame)
        }
        let cut = Array(Self.long { #"{"n":\#($0)}"# }.dropLast(3))
        #expect(throws: JSONError.self) { try JSONReader.value(in: cut, makesRows: true) }
    }
}
