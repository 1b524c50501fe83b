import Testing

@testable import Relate

@Suite struct StringPoolTests {
    @Test("Equal bytes have one number, which finds the same bytes again")
    func interns() {
        let pool = StringPool()
        var numbers: [String: UInt32] = [:]
        let long = String(repeating: "x", count: 3_000_000)
        var strings: [String] = (0..<5000).map { "s\($0)" }
        strings += ["", "é", "e\u{301}", "a\0b", long, "日本", String(repeating: "12345678", count: 9)]
        for string in strings { numbers[string + "|\(string.utf8.count)"] = pool.intern(string) }
        #expect(pool.count == strings.count)
        #expect(pool.byteCount == strings.reduce(0) { $0 + $1.utf8.count })
        for string in strings {
            let number = numbers[string + "|\(string.utf8.count)"]
            #expect(pool.find(string) == number)
            #expect(pool.intern(string) == number)
            if let number { #expect(pool.string(of: number).utf8.elementsEqual(string.utf8)) }
        }
        #expect(pool.find("nowhere") == nil)
        #expect(pool.count == strings.count)
    }

    @Test("Names are told apart by their bytes")
    func tellsNamesApart() {
        let names = NameRegistry()
        #expect(names.intern("é") != names.intern("e\u{301}"))
        #expect(names.intern("é") == 0)
        #expect(names.name(of: 1).unicodeScalars.count == 2)
        #expect(names.number(of: "x") == nil)
    }

    @Test("A string that a file holds twice is said")
    func twice() {
        final class Owner: Sendable {}
        let texts = (0..<1000).map { "text \($0)" } + ["", "é", "e\u{301}"]
        for (added, expected) in [([], []), (["text 7"], ["string 1003 stands in the pool twice"])] {
            let strings = (texts + added).map { Array($0.utf8) }
            let pool = StringPool()
            let lengths = strings.map { UInt32($0.count).littleEndian }
            let bytes = strings.flatMap { $0 }
            lengths.withUnsafeBytes { lengths in
                bytes.withUnsafeBytes { bytes in
                    pool.load(lengths: lengths, bytes: bytes, owner: Owner())
                    #expect(pool.brokenInvariants() == expected)
                }
            }
        }
    }
}
