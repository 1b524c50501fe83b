import Foundation
import Relate
import Testing

@testable import RelateTUI

@Suite struct StoreCommandTests {
    private func folder() throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("relate-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    @Test func `the words of a store command are understood, and nothing else is taken for one`() throws {
        #expect(try Arguments.parse(["info", "a.rl"]) == .storeCommand(.info("a.rl")))
        #expect(try Arguments.parse(["check", "a"]) == .storeCommand(.check("a")))
        #expect(try Arguments.parse(["clone", "a", "b.rl"]) == .storeCommand(.clone("a", to: "b.rl")))
        var named = Arguments()
        named.store = "./info"
        #expect(try Arguments.parse(["./info"]) == .run(named))
        for words in [["info"], ["check", "a", "b"], ["clone", "a"], ["clone", "a", "--read-only"], ["info", ""]] {
            #expect(throws: UsageError.self) { try Arguments.parse(words) }
        }
    }

    @Test func `a word that was meant for a command makes no store`() throws {
        func message(_ words: String..., there: Bool = false) -> String? {
            do {
                try MistypedCommand.refuse(words) { _ in there }
                return nil
            } catch { return error.message }
        }
        for (word, meant) in [
            ("chek", "check"), ("impor", "import"), ("exprot", "export"), ("Clone", "clone"), ("infos", "info"),
            ("help", "--help"), ("version", "--version"), ("hlep", "--help"),
        ] {
            #expect(message(word, "x.rl")?.contains("did you mean \(meant)?") == true, "\(word)")
            #expect(message(word, there: true) == nil)
        }
        for word in ["./chek", "chek.rl", "bench", "films", "port", ":memory:", "--help", "clones.graph", ""] {
            #expect(message(word) == nil, "\(word)")
        }
        #expect(message() == nil)
        #expect(throws: UsageError.self) { try Arguments.parse(["impor", "x.rl"]) }
    }

    @Test(arguments: ["info", "check", "clone"])
    func `each command has help of its own`(_ word: String) throws {
        guard case .storeCommandHelp(let text) = try Arguments.parse([word, "--help"]) else {
            throw UsageError("no help")
        }
        #expect(text.hasPrefix("relate-tui \(word) STORE"))
        #expect(try Arguments.parse([word, "a", "-h"]) == .storeCommandHelp(text))
    }

    @Test func `a copy that cannot be made is no store that cannot be opened`() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/s.rl"
        try Database(path: path).connect().query("CREATE (:Person)")
        #expect(throws: IOFailure.self) { try StoreCommand.clone(path, to: path).run() }
        let failure = #expect(throws: UsageError.self) { try StoreCommand.clone(path, to: folder + "/foo").run() }
        #expect(failure?.message.contains("whose name ends in .rl") == true)
        #expect(throws: StoreError.missing(path: folder + "/none.rl")) {
            try StoreCommand.clone(folder + "/none.rl", to: folder + "/c.rl").run()
        }
    }

    @Test func `words that are no UTF-8 are refused, not put right`() throws {
        func validated(_ words: [[UInt8]]) throws -> [String] {
            var pointers = words.map { word -> UnsafeMutablePointer<CChar>? in
                let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: word.count + 1)
                for (index, byte) in (word + [0]).enumerated() { pointer[index] = CChar(bitPattern: byte) }
                return pointer
            }
            pointers.append(nil)
            defer { for pointer in pointers { pointer?.deallocate() } }
            return try pointers.withUnsafeBufferPointer { try CommandLineWords.validated($0) }
        }
        #expect(try validated([Array("a".utf8), Array("é.rl".utf8)]) == ["a", "é.rl"])
        let error = #expect(throws: UsageError.self) {
            try validated([Array("a".utf8), [0x62, 0xFF, 0x2E, 0x72, 0x6C]])
        }
        #expect(error?.message.contains("b\u{FFFD}.rl") == true)
    }

    @Test func `a Datalog store is told that these commands are for others`() {
        for command in [
            StoreCommand.info("a.graph"), .check("a.graph"), .clone("a.graph", to: "b.rl"), .clone("a", to: "b.graph"),
        ] {
            let failure = #expect(throws: IOFailure.self) { _ = try command.run() }
            #expect(
                failure?.message.hasSuffix("is a Datalog store; info, check and clone are for Cypher stores") == true)
        }
    }

    @Test func `a store is described, checked and cloned, and its damage is said`() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/s.rl"
        try Database(path: path).connect().query("CREATE (:Person {name: 'Ada'})-[:KNOWS]->(:Person)")
        let info = try StoreCommand.info(path).run()
        for line in ["form              one file", "last commit       relate:1", "nodes             2", "  Person  2"] {
            #expect(info.text.split(separator: "\n").contains { $0 == line }, "\(line)\n\(info.text)")
        }
        let check = try StoreCommand.check(path).run()
        #expect(check.isWell && check.text.hasSuffix("all is well"))
        #expect(try StoreCommand.clone(path, to: folder + "/c.rl").run().text.hasSuffix("holds all up to relate:1"))
        #expect(try StoreCommand.check(folder + "/c.rl").run().isWell)

        var bytes = try #require(FileManager.default.contents(atPath: path))
        bytes[514] ^= 1
        try bytes.write(to: URL(fileURLWithPath: path))
        let damaged = try StoreCommand.check(path).run()
        #expect(!damaged.isWell && damaged.text.contains("is damaged at offset"))
        #expect(throws: StoreError.self) { try StoreCommand.info(path).run() }
        #expect(throws: StoreError.self) { try StoreCommand.check(folder + "/none").run() }
    }
}
