import Testing

@testable import Durability

@Suite("Patience of a frame")
struct FramePatienceTests {
    @Test("Waits as long as two frames take, but never longer than a quarter of a millisecond")
    func follows() {
        var patience = FramePatience()
        #expect(patience.nanoseconds == 0)
        patience.noteFrame(nanoseconds: 100_000)
        #expect(patience.nanoseconds == 200_000)
        patience.noteFrame(nanoseconds: 5_000_000)
        #expect(patience.nanoseconds == 250_000)
    }

    @Test("Does not wait where frames take next to nothing")
    func quick() {
        var patience = FramePatience()
        patience.noteFrame(nanoseconds: 3_000)
        #expect(patience.nanoseconds == 0)
    }

    /// After a wait in vain: how many frames go at once before one waits again.
    private func restCount(_ patience: inout FramePatience) -> Int {
        patience.noteInVain()
        patience.noteFrame(nanoseconds: 100_000)
        var count = 0
        while patience.nanoseconds == 0, count < 1_000 {
            count += 1
            patience.noteFrame(nanoseconds: 100_000)
        }
        return count
    }

    @Test("Waits in vain make ever more frames go at once, and others fewer again")
    func rests() {
        var patience = FramePatience()
        patience.noteFrame(nanoseconds: 100_000)
        let rests = (0..<8).map { _ in restCount(&patience) }
        #expect(rests == [4, 8, 16, 32, 64, 128, 256, 256])
        for _ in 0..<3 { patience.noteFrame(nanoseconds: 100_000) }
        #expect(restCount(&patience) == 32)
    }
}
