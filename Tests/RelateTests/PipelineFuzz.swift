import Foundation
import Relate
import Synchronization
import Testing

/// Statements of the case files, mutated and mixed, run from text to rows: no crash, no hang, no internal error.
@Suite struct PipelineFuzz {
    private static let seeds: [String] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("CypherCaseTests/Cases")
        var statements: [String] = []
        for path in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }).sorted() ?? [] {
            guard path.hasSuffix(".case"),
                let text = try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            else { continue }
            statements += PipelineFuzz.statements(in: text)
        }
        return statements
    }()

    /// The indented lines behind `given` and `when`.
    private static func statements(in text: String) -> [String] {
        var result: [String] = []
        var current: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("    "), let statement = current {
                current = statement + (statement.isEmpty ? "" : "\n") + line.dropFirst(4)
                continue
            }
            if let statement = current, !statement.isEmpty { result.append(statement) }
            current = line == "given" || line == "when" ? "" : nil
        }
        if let statement = current, !statement.isEmpty { result.append(statement) }
        return result
    }

    /// `FUZZ_SECONDS` seconds, 1 by default, from seed `FUZZ_SEED`. With `FUZZ_LAST` the statement at work is written there.
    @Test("mutated statements neither crash nor hang the engine")
    func mutated() throws {
        let environment = ProcessInfo.processInfo.environment
        let seconds = environment["FUZZ_SECONDS"].flatMap(Double.init) ?? 1
        var random = SplitMix(seed: environment["FUZZ_SEED"].flatMap(UInt64.init) ?? 1)
        let last = environment["FUZZ_LAST"].map { FileHandle(forWritingAtPath: $0) ?? FileHandle.nullDevice }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        try #require(Self.seeds.count > 300)
        var connection = try Database.inMemory().connect()
        let watchdog = Watchdog()
        var counts = (inputs: 0, successes: 0)
        while clock.now < end {
            if counts.inputs % 500 == 0 { connection = try Database.inMemory().connect() }
            counts.inputs += 1
            let statement = Self.mutated(&random)
            if let last {
                last.seek(toFileOffset: 0)
                last.write(Data((statement + "\n\u{0}\n").utf8))
            }
            let start = clock.now
            let control = watchdog.begin()
            do {
                try connection.query(statement, ["p": 1, "list": [1, "a", nil], "map": ["k": 1]], control: control)
                counts.successes += 1
            } catch let error as RelateError {
                if error.engineError?.stage == .internal {
                    Issue.record("internal error: \(error.message)\nstatement: \(statement.debugDescription)")
                    connection = try Database.inMemory().connect()
                }
            }
            watchdog.end()
            if clock.now - start > .seconds(10) { Issue.record("took long: \(statement.debugDescription)") }
        }
        watchdog.stop()
        if seconds > 1 { print("fuzz: \(counts.inputs) inputs, \(counts.successes) ran") }
        #expect(counts.inputs > 0)
    }

    /// Interrupts a statement that runs for more than half a second.
    private final class Watchdog: Sendable {
        private let state = Mutex<(control: StatementControl?, since: ContinuousClock.Instant, isStopped: Bool)>(
            (nil, ContinuousClock.now, false))

        init() {
            Thread.detachNewThread { [self] in
                while true {
                    Thread.sleep(forTimeInterval: 0.1)
                    let isStopped = state.withLock { state in
                        if let control = state.control, ContinuousClock.now - state.since > .milliseconds(500) {
                            control.interrupt()
                        }
                        return state.isStopped
                    }
                    if isStopped { return }
                }
            }
        }

        func begin() -> StatementControl {
            let control = StatementControl()
            state.withLock { $0 = (control, ContinuousClock.now, false) }
            return control
        }

        func end() { state.withLock { $0.control = nil } }
        func stop() { state.withLock { $0 = (nil, ContinuousClock.now, true) } }
    }

    // MARK: Mutation

    private static let pieces = [
        "null", "NaN", "-1", "9223372036854775807", "0.0", "''", "[]", "{}", "$p", "$list", "$map", "n", "x", "a",
        "(n)",
        "-[r]->", "-[*0..2]-", "+", "*", "{1,2}", "ANY SHORTEST", "ALL SHORTEST", "SHORTEST 2 GROUPS", "ACYCLIC",
        "OPTIONAL", "MATCH (n) ", "WITH *", "WITH n", "RETURN *", "RETURN n", "RETURN count(*)", "UNWIND [1, 2] AS x",
        "DELETE n", "DETACH DELETE n", "SET n.k = 1", "REMOVE n.k", "MERGE (n)", "WHERE", "ORDER BY", "SKIP 1",
        "LIMIT 2",
        "DISTINCT", "collect(", "sum(", "EXISTS { ", "COUNT { ", "COLLECT { ", "CALL (*) { ", "}", ")", "]", "NEXT",
        "UNION", "UNION ALL", "AND", "OR", "NOT", "IN", "IS NULL", "= ", "<> ", "< ", "STARTS WITH", "=~", "toString(",
        "date(", "duration(", "point(", "size(", "keys(", "nodes(", "reduce(s = 0, x IN ", "[x IN ", "|", ":A", ".k",
        ",",
    ]

    private static func mutated(_ random: inout SplitMix) -> String {
        func number(_ limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }
        var words = self.words(seeds[number(seeds.count)])
        for _ in 0...number(4) {
            let place = number(words.count + 1)
            switch number(7) {
            case 0: words.insert(" " + pieces[number(pieces.count)] + " ", at: place)
            case 1 where place < words.count: words.remove(at: place)
            case 2 where place < words.count: words[place] = " " + pieces[number(pieces.count)] + " "
            case 3 where place < words.count: words.swapAt(place, number(words.count))
            case 4:
                let other = self.words(seeds[number(seeds.count)])
                words = Array(words[..<place] + other[number(other.count)...])
            case 5:
                let other = self.words(seeds[number(seeds.count)])
                let from = number(other.count)
                words.insert(contentsOf: other[from..<min(other.count, from + 1 + number(12))], at: place)
            default: if place < words.count { words.insert(words[place], at: number(words.count)) }
            }
        }
        return words.joined()
    }

    /// Names and numbers whole, everything else a character each.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var isInWord = false
        for character in text {
            let isWord = character.isLetter || character.isNumber || character == "_"
            if isWord && isInWord { words[words.count - 1].append(character) } else { words.append(String(character)) }
            isInWord = isWord
        }
        return words
    }
}
