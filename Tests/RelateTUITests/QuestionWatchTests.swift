import Relate
import Render
import Testing

@testable import RelateTUI

/// What a question takes for an answer, by when it came onto the screen.
@Suite("The time to read a question") struct QuestionWatchTests {
    private let question = Question(title: "t", detail: "d", action: .quit)
    private let yes = Key.character("y")

    @Test("A key answers only a question that was on the screen before it")
    func unseen() {
        var watch = QuestionWatch()
        #expect(watch.verdict(on: yes, to: nil, atMs: 0) == .passes)
        #expect(watch.verdict(on: yes, to: question, atMs: 0) == .isUnseen)
        watch.drew(Question(title: "t", detail: "d", action: .closeBuffer(0)), atMs: 0)
        #expect(watch.verdict(on: Key(.enter), to: question, atMs: 1000) == .isUnseen)
    }

    @Test("A yes is taken once the question could be read; a no at once")
    func tooSoon() {
        var watch = QuestionWatch()
        watch.drew(question, atMs: 1000)
        #expect(watch.verdict(on: yes, to: question, atMs: 1020) == .isTooSoon)
        #expect(watch.verdict(on: .character("Y"), to: question, atMs: 1349) == .isTooSoon)
        for key in [Key.character("n"), Key(.enter), Key(.escape)] {
            #expect(watch.verdict(on: key, to: question, atMs: 1001) == .passes)
        }
        // Drawn again, it is the same question.
        watch.drew(question, atMs: 1300)
        #expect(watch.verdict(on: yes, to: question, atMs: 1350) == .passes)
        // Asked again, it is another one.
        watch.isAsked(nil)
        #expect(watch.verdict(on: yes, to: question, atMs: 1400) == .isUnseen)
        watch.drew(question, atMs: 1400)
        #expect(watch.verdict(on: yes, to: question, atMs: 1400) == .isTooSoon)
    }

    /// The screen after these keys, each read so much later than the one before.
    private func screen(_ keys: String, keyMs: Double) throws -> String {
        let wakePipe = try #require(WakePipe())
        let configuration = ExplorerConfiguration { _ throws(StatementFailure) in FakeStore() }
        let terminal = VirtualTerminal(
            size: ScreenSize(rows: 24, columns: 80), keys: try KeyWords.parse(keys), isASCII: false,
            wakePipe: wakePipe)
        var now = 0.0
        let loop = ExplorerLoop(configuration: configuration, terminal: terminal, wakePipe: wakePipe) {
            now += keyMs
            return now
        }
        _ = loop.run()
        loop.finish(keepsMemory: false)
        return terminal.frame.plainText
    }

    @Test("The explorer does not quit by a y that came with the question, and says so")
    func waits() throws {
        let early = try screen("\"RETURN 1\" C-q y", keyMs: 20)
        #expect(early.contains("y yes") && early.contains("is not taken: y again says yes"))
        #expect(try !screen("\"RETURN 1\" C-q n", keyMs: 20).contains("y yes"))
        // It has quit, and what was on the screen last is the question as it was.
        let read = try screen("\"RETURN 1\" C-q y", keyMs: 400)
        #expect(read.contains("y yes") && !read.contains("is not taken"))
    }
}
