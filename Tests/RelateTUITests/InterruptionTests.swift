import Testing

@testable import RelateTUI

@Suite("Ctrl-C outside of the explorer")
struct InterruptionTests {
    private func name(_ meaning: InterruptionState.Meaning) -> String {
        switch meaning {
        case .cancel: "cancel"
        case .nothing: "nothing"
        case .end: "end"
        }
    }

    @Test("The first cancels what runs, the second ends the program")
    func twice() {
        var state = InterruptionState()
        state.begin {}
        #expect(name(state.take(atMs: 10)) == "cancel")
        #expect(name(state.take(atMs: 20)) == "end")
    }

    @Test("One that comes just after the answer was meant for it, and ends nothing; the next one does")
    func late() {
        var state = InterruptionState()
        state.begin {}
        state.finish(atMs: 100)
        #expect(name(state.take(atMs: 900)) == "nothing")
        #expect(name(state.take(atMs: 901)) == "end")
    }

    @Test("One while nothing runs ends the program")
    func idle() {
        var state = InterruptionState()
        #expect(name(state.take(atMs: 0)) == "end")
        state.begin {}
        state.finish(atMs: 100)
        #expect(name(state.take(atMs: 1_100)) == "end")
    }

    @Test("A second one just after a cancelled statement ends the program")
    func cancelled() {
        var state = InterruptionState()
        state.begin {}
        #expect(name(state.take(atMs: 10)) == "cancel")
        state.finish(atMs: 20)
        #expect(name(state.take(atMs: 30)) == "end")
    }

    @Test("A second one within a second ends the program, whatever runs by then; a later one cancels")
    func twiceWithinAScript() {
        var state = InterruptionState()
        state.begin {}
        #expect(name(state.take(atMs: 10)) == "cancel")
        state.finish(atMs: 15)
        state.begin {}
        #expect(name(state.take(atMs: 1_010)) == "cancel")
        state.finish(atMs: 1_020)
        state.begin {}
        #expect(name(state.take(atMs: 1_900)) == "end")
    }

    @Test("While the next statement runs, one cancels that")
    func next() {
        var state = InterruptionState()
        state.begin {}
        state.finish(atMs: 100)
        state.begin {}
        #expect(name(state.take(atMs: 110)) == "cancel")
        #expect(name(state.take(atMs: 120)) == "end")
    }
}
