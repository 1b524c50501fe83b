import Foundation
import Testing

@testable import Relate

/// `STORE_KILL_ROUNDS=300 swift test --filter KillTests` for more.
@Suite(.serialized) struct KillTests {
    private static let roundCount =
        ProcessInfo.processInfo.environment["STORE_KILL_ROUNDS"].flatMap { Int($0) } ?? 6

    /// The program beside these tests.
    private static let writer: URL? = {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        return [bundle, bundle.deletingLastPathComponent(), folder]
            .map { $0.appendingPathComponent("store-writer") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    private static let connectionCount = 4

    /// What a writer acknowledged before it was killed: the highest number of each connection.
    private func killedWriter(
        _ program: URL, _ store: String, first: Int64, after lineCount: Int
    ) throws -> [Int: Int64] {
        let process = Process()
        process.executableURL = program
        process.arguments = [store, "\(Self.connectionCount)", "\(first)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = Data()
        while text.count(where: { $0 == UInt8(ascii: "\n") }) < lineCount {
            let part = output.fileHandleForReading.availableData
            if part.isEmpty { break }
            text += part
        }
        kill(process.processIdentifier, SIGKILL)
        text += output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        var acknowledged: [Int: Int64] = [:]
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let connection = Int(words[0]), let number = Int64(words[1]) else { continue }
            acknowledged[connection] = number
        }
        return acknowledged
    }

    @Test("A writer killed at any moment leaves every acknowledged commit and nothing by half", arguments: ["", ".rl"])
    func survivesKills(suffix: String) throws {
        let program = try #require(Self.writer)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("relate-kill-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = folder.appendingPathComponent("store" + suffix).path
        var generator = SplitMix(seed: 20_240_607)
        var first: Int64 = 1
        /// What each connection is known to have written, in ranges that began at `first` of their round.
        var expected: [(connection: Int, range: ClosedRange<Int64>)] = []
        for round in 0..<Self.roundCount {
            let acknowledged = try killedWriter(
                program, store, first: first, after: Int.random(in: 1...150, using: &generator))
            for (connection, last) in acknowledged { expected.append((connection, first...last)) }
            let database = try Database(opening: store)
            try #require(database.snapshot.checkInvariants() == [], "round \(round)")
            let highest = try check(database, expected, round)
            // The next writer's numbers begin where nothing is yet.
            first = max(highest, acknowledged.values.max() ?? 0) + 10
        }
        #expect(expected.count > Self.roundCount)
    }

    private func check(
        _ database: Database, _ expected: [(connection: Int, range: ClosedRange<Int64>)], _ round: Int
    ) throws -> Int64 {
        let connection = try database.connect()
        var highest: Int64 = 0
        for number in 0..<Self.connectionCount {
            func column(_ text: String) throws -> [Int64] {
                try connection.query(text, ["c": .int(Int64(number))]).rows.compactMap { $0[0].intValue }.sorted()
            }
            let starts = try column("MATCH (a:A {c: $c}) RETURN a.i")
            let whole = try column(
                "MATCH (a:A {c: $c})-[r:R]->(b:B {c: $c}) WHERE a.i = b.i AND r.i = b.i RETURN r.i")
            let ends = try column("MATCH (b:B {c: $c}) RETURN b.i")
            try #require(starts == whole && ends == whole, "round \(round): half a commit")
            let found = Set(whole)
            try #require(found.count == whole.count, "round \(round): a commit twice")
            for (owner, range) in expected where owner == number {
                try #require(range.allSatisfy { found.contains($0) }, "round \(round): lost some of \(range)")
            }
            highest = max(highest, whole.last ?? 0)
        }
        return highest
    }
}
