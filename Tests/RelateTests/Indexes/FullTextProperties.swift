import Foundation
import Testing

@testable import Relate

/// A full-text index under random changes beside lists of words: the same elements with the same scores.
@Suite struct FullTextProperties {
    private struct Model {
        /// Words of each field by element.
        var documents: [UInt32: [[String]]] = [:]

        func averageLength(_ field: Int) -> Double {
            let lengths = documents.values.map { $0[field].count }.filter { $0 > 0 }
            return lengths.isEmpty ? 1 : Double(lengths.reduce(0, +)) / Double(lengths.count)
        }

        func idf(_ term: String, _ field: Int) -> Double {
            let count = Double(documents.values.count { !$0[field].isEmpty })
            let frequency = Double(documents.values.count { $0[field].contains(term) })
            return log(1 + (count - frequency + 0.5) / (frequency + 0.5))
        }

        func score(_ frequency: Double, _ idf: Double, _ words: [String], _ field: Int) -> Double {
            let length = Double(LengthNorm.decode(LengthNorm.encode(words.count)))
            return idf * frequency / (frequency + 1.2 * (0.25 + 0.75 * length / averageLength(field)))
        }

        func term(_ term: String, _ element: UInt32) -> Double? {
            guard let fields = documents[element] else { return nil }
            var sum: Double?
            for (field, words) in fields.enumerated() where words.contains(term) {
                let frequency = Double(words.count { $0 == term })
                sum = (sum ?? 0) + score(frequency, idf(term, field), words, field)
            }
            return sum
        }

        func phrase(_ first: String, _ second: String, _ element: UInt32) -> Double? {
            guard let fields = documents[element] else { return nil }
            var sum: Double?
            for (field, words) in fields.enumerated() {
                let frequency = zip(words, words.dropFirst()).count { $0 == first && $1 == second }
                guard frequency > 0 else { continue }
                sum = (sum ?? 0) + score(Double(frequency), idf(first, field) + idf(second, field), words, field)
            }
            return sum
        }

        func prefix(_ prefix: String, _ element: UInt32) -> Double? {
            let count = documents[element]?.count { $0.contains { $0.hasPrefix(prefix) } } ?? 0
            return count > 0 ? Double(count) : nil
        }

        /// Some parts of a query and how they are joined: what each element scores.
        func scores(_ clauses: [(sign: String, score: (UInt32) -> Double?)]) -> [UInt32: Double] {
            var result: [UInt32: Double] = [:]
            for element in documents.keys {
                let parts = clauses.map { ($0.sign, $0.score(element)) }
                let isRequired = parts.contains { $0.0 == "+" }
                guard parts.allSatisfy({ $0.0 != "+" || $0.1 != nil }),
                    parts.allSatisfy({ $0.0 != "-" || $0.1 == nil }),
                    isRequired || parts.contains(where: { $0.0 == "" && $0.1 != nil })
                else { continue }
                result[element] = parts.reduce(0) { $0 + ($1.0 == "-" ? 0 : $1.1 ?? 0) }
            }
            return result
        }
    }

    private static let words = ["a", "ab", "abc", "b", "bc", "c", "ca", "cab", "d", "da", "e", "f"]

    private static func text(_ random: inout SplitMix) -> [String] {
        let length = Int.random(in: 0..<5, using: &random) == 0 ? 60 : Int.random(in: 0...8, using: &random)
        return (0..<length).map { _ in
            words[Int.random(in: 0...Int.random(in: 0..<words.count, using: &random), using: &random)]
        }
    }

    private static func values(_ document: [[String]]) -> [Value] {
        document.map { $0.isEmpty ? .null : .string($0.joined(separator: " ")) }
    }

    @Test(arguments: 0..<6) func scoresAreThoseOfAPlainModel(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed) &* 77 &+ 5)
        var sample = FullTextSample(fields: ["x", "y"])
        var model = Model()
        var old: [(FullTextIndex, Model)] = []
        let elementCount = seed % 2 == 0 ? 60 : 500
        for step in 0..<(seed % 2 == 0 ? 300 : 800) {
            let element = UInt32.random(in: 0..<UInt32(elementCount), using: &random)
            if let document = model.documents[element] {
                sample.index.remove(element, Self.values(document))
                model.documents[element] = nil
            }
            if Int.random(in: 0..<4, using: &random) > 0 {
                let document = [Self.text(&random), Self.text(&random)]
                sample.index.insert(element, Self.values(document))
                if !document.allSatisfy(\.isEmpty) { model.documents[element] = document }
            }
            if step % 150 == 75 { old.append((sample.index, model)) }
            if step % 100 == 99 { try Self.check(sample, model, &random, seed) }
        }
        // A copy of before sees what it saw then.
        for (index, model) in old {
            var before = sample
            before.index = index
            try Self.check(before, model, &random, seed)
        }
        #expect(sample.index.brokenInvariants() == [])
        var anew = FullTextSample(fields: ["x", "y"])
        var loader = FullTextIndex.Loader(anew.index)
        for (element, document) in model.documents.sorted(by: { $0.key < $1.key }) {
            loader.add(TextDocument(element: element, values: Self.values(document)), {})
        }
        anew.index = loader.finished({})
        #expect(anew.index.hasSameEntries(as: sample.index))
    }

    private static func check(
        _ sample: FullTextSample, _ model: Model, _ random: inout SplitMix, _ seed: Int
    ) throws {
        for _ in 0..<6 {
            var query: [String] = []
            var clauses: [(sign: String, score: (UInt32) -> Double?)] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let sign = ["", "", "", "+", "-"].randomElement(using: &random) ?? ""
                let first = words.randomElement(using: &random) ?? ""
                let second = words.randomElement(using: &random) ?? ""
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    query.append("\(sign)\"\(first) \(second)\"")
                    clauses.append((sign, { model.phrase(first, second, $0) }))
                case 1:
                    query.append("\(sign)\(first)*")
                    clauses.append((sign, { model.prefix(first, $0) }))
                default:
                    query.append("\(sign)\(first)")
                    clauses.append((sign, { model.term(first, $0) }))
                }
            }
            let text = query.joined(separator: " ")
            let expected = model.scores(clauses)
            let all = try sample.hits(text)
            #expect(Set(all.map(\.element)) == Set(expected.keys), "\(text), seed \(seed)")
            for hit in all {
                #expect(abs(Double(hit.score) - (expected[hit.element] ?? 0)) < 1e-4, "\(text), seed \(seed)")
            }
            for (left, right) in zip(all, all.dropFirst()) {
                #expect(left.score > right.score || left.score == right.score && left.element < right.element)
            }
            // The first few are found without looking at all.
            let few = try sample.hits(text, count: 5)
            #expect(few.map(\.element) == all.prefix(5).map(\.element), "\(text), seed \(seed)")
        }
    }
}
