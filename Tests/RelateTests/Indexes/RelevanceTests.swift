import Foundation
import Testing

@testable import Relate

@Suite struct RelevanceTests {
    private static func idf(_ frequency: Double, _ count: Double) -> Double {
        log(1 + (count - frequency + 0.5) / (frequency + 0.5))
    }

    private static func tf(_ frequency: Double, _ length: Double, _ average: Double) -> Double {
        frequency / (frequency + 1.2 * (1 - 0.75 + 0.75 * length / average))
    }

    private static func isClose(_ score: Float, _ expected: Double) -> Bool {
        abs(Double(score) - expected) < 1e-6 * max(1, expected)
    }

    /// Source: Lucene's BM25Similarity, worked by hand: three documents of lengths 3, 4 and 2.
    @Test func scoresAreThoseOfTheFormula() throws {
        let sample = FullTextSample([["cat sat mat"], ["cat cat dog bird"], ["dog bird"]])
        let cat = try sample.hits("cat")
        #expect(cat.map(\.element) == [1, 0])
        #expect(Self.isClose(cat[0].score, Self.idf(2, 3) * Self.tf(2, 4, 3)))
        #expect(Self.isClose(cat[1].score, Self.idf(2, 3) * Self.tf(1, 3, 3)))
        // ln(1 + 1.5 / 2.5) = 0.47000363, times 1 / 2.2.
        #expect(Self.isClose(cat[1].score, 0.4700036292 / 2.2))

        let both = try sample.hits("cat dog^3")
        #expect(Self.isClose(both[0].score, Self.idf(2, 3) * (Self.tf(2, 4, 3) + 3 * Self.tf(1, 4, 3))))

        let phrase = try sample.hits("\"dog bird\"")
        #expect(phrase.map(\.element) == [2, 1])
        #expect(Self.isClose(phrase[0].score, 2 * Self.idf(2, 3) * Self.tf(1, 2, 3)))
        // One place out: half a match.
        let sloppy = try sample.hits("\"cat dog bird\"~1 \"cat bird\"~1")
        let sum = Self.idf(2, 3)
        #expect(Self.isClose(sloppy[0].score, 3 * sum * Self.tf(1, 4, 3) + 2 * sum * Self.tf(0.5, 4, 3)))
    }

    @Test func patternsScoreWhatTheyAreBoostedTo() throws {
        let sample = FullTextSample([["cat sat"], ["cat cat dog"]])
        #expect(try sample.hits("ca*").map(\.score) == [1, 1])
        #expect(try sample.hits("ca*^2.5 OR [dog TO dog]").map(\.score) == [3.5, 2.5])
    }

    /// Source: Lucene's TopTermsBlendedFreqScoringRewrite: all terms weigh by the most frequent, each by its likeness.
    @Test func fuzzyTermsWeighByLikeness() throws {
        let sample = FullTextSample([["word"], ["word"], ["ward"], ["other thing"]])
        let hits = try sample.hits("word~1")
        #expect(hits.map(\.element) == [0, 1, 2])
        let average = 5.0 / 4
        #expect(Self.isClose(hits[0].score, Self.idf(2, 4) * Self.tf(1, 1, average)))
        #expect(Self.isClose(hits[2].score, 0.75 * Self.idf(2, 4) * Self.tf(1, 1, average)))
    }

    @Test func removedDocumentsDoNotCount() throws {
        var sample = FullTextSample((0..<300).map { ["common word\($0)"] })
        for element in 100..<300 { sample.index.remove(UInt32(element), [.string("common word\(element)")]) }
        let fresh = FullTextSample((0..<100).map { ["common word\($0)"] })
        #expect(try sample.hits("common word5").map(\.score) == fresh.hits("common word5").map(\.score))
        #expect(sample.index.entryCount == 100)
    }

    /// The order by one word, and with equal weights by two, is that of SQLite's bm25, whose formula differs in the inverse
    /// frequency and a factor. Needs `sqlite3` with FTS5.
    @Test func theOrderAgreesWithSQLite() throws {
        let path = "/usr/bin/sqlite3"
        guard FileManager.default.isExecutableFile(atPath: path) else { return }
        var random = SplitMix(seed: 11)
        let words = ["ant", "bee", "cow", "dog", "elk", "fly", "gnu", "hen"]
        let texts = (0..<60).map { _ in
            (0..<Int.random(in: 1...30, using: &random)).map { _ in
                words[min(7, Int.random(in: 0..<8, using: &random) * Int.random(in: 1...2, using: &random))]
            }.joined(separator: " ")
        }
        var script = "CREATE VIRTUAL TABLE t USING fts5(text);\n"
        for (number, text) in texts.enumerated() {
            script += "INSERT INTO t(rowid, text) VALUES (\(number), '\(text)');\n"
        }
        let queries = ["ant", "bee", "cow", "fly"]
        for query in queries {
            script += "SELECT rowid, bm25(t) FROM t WHERE t MATCH '\(query)' ORDER BY 2, 1; SELECT 'end';\n"
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [":memory:"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = Pipe()
        try process.run()
        input.fileHandleForWriting.write(Data(script.utf8))
        try input.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, !text.isEmpty else { return }
        let answers = text.components(separatedBy: "end\n")
        let sample = FullTextSample(texts.map { [$0] })
        for (query, answer) in zip(queries, answers) {
            let rows = answer.split(separator: "\n").map { $0.split(separator: "|") }
            let theirs = rows.compactMap { Double($0[1]) }
            let ours = try sample.hits(query)
            #expect(ours.count == theirs.count && !ours.isEmpty)
            let position = Dictionary(uniqueKeysWithValues: ours.enumerated().map { (Int($1.element), $1.score) })
            // Each pair that SQLite tells apart has the same order here.
            let numbers = rows.compactMap { Int($0[0]) }
            for (first, second) in zip(numbers.indices, numbers.indices.dropFirst())
            where theirs[first] < theirs[second] - 1e-9 {
                let (a, b) = (position[numbers[first]] ?? 0, position[numbers[second]] ?? 0)
                #expect(a >= b, "\(query): \(numbers[first]) before \(numbers[second])")
            }
        }
    }
}
