import Testing

@testable import Relate

@Suite struct TextIndexProperties {
    private static func text(_ random: inout SplitMix) -> String {
        let parts = ["a", "b", "ab", "é", "\0", "😀", "abc", " "]
        return (0..<Int.random(in: 0...6, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
            .joined()
    }

    @Test("Every string with a text is among its candidates, and few others", arguments: 1...8)
    func findsAll(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var index = TextIndex()
        var texts: [UInt32: String] = [:]
        for element in 0..<UInt32(300) {
            let text = Self.text(&random)
            texts[element] = text
            index.insert(element, [.string(text)])
            index.insert(element + 1000, [.int(1)])
        }
        for element in stride(from: UInt32(0), to: 300, by: 3) {
            if let text = texts.removeValue(forKey: element) { index.remove(element, [.string(text)]) }
        }
        var builder = TextIndex.Builder()
        for (element, text) in texts.sorted(by: { $0.key < $1.key }) { builder.add(text, element) }
        let built = builder.finished()
        #expect(index.hasSameEntries(as: built))
        #expect(index.brokenInvariants().isEmpty && built.brokenInvariants().isEmpty)
        for _ in 0..<200 {
            let part = Self.text(&random)
            let places: [(TextIndex.Place, IndexCondition)] = [
                (.anywhere, .contains(.string(part))), (.atBegin, .startsWith(.string(part))),
                (.atEnd, .endsWith(.string(part))), (.whole, .equal(.string(part))),
            ]
            for (place, condition) in places {
                let wanted = texts.filter { condition.holds(.string($0.value)) }.map(\.key).sorted()
                let candidates = index.candidates(part, place)
                #expect(candidates == candidates.sorted() && Set(candidates).count == candidates.count)
                #expect(Set(candidates).isSuperset(of: wanted), "seed \(seed): \(place) \(part.debugDescription)")
                #expect(index.estimate(part, place) >= candidates.count)
                if part.utf8.count < 3, place == .anywhere { #expect(candidates.count == wanted.count) }
            }
        }
    }
}
