/// How long the next frame of a log waits for records that may be about to come.
///
/// Twice as long as the last frame took to be written, since that is what a frame more would cost; where frames take next to
/// nothing, or connections come at random, to wait only costs. So after a wait in vain, ever more frames go without one, and each
/// wait that was worth it makes them fewer again.
struct FramePatience {
    /// For the next frame; 0 where it goes at once.
    private(set) var nanoseconds: UInt64 = 0

    /// Frames that are yet to go without waiting.
    private var restCount = 0
    /// How many will after the next wait in vain.
    private var nextRestCount = Self.leastRest
    /// The frame that is to come has waited in vain.
    private var wasInVain = false

    private static let quickNanoseconds: UInt64 = 20_000
    private static let limitNanoseconds: UInt64 = 250_000
    private static let leastRest = 4
    private static let longestRest = 256

    /// The next frame waited as long as it was to, and not all came.
    mutating func noteInVain() { wasInVain = true }

    /// A frame was written, and took that long.
    mutating func noteFrame(nanoseconds duration: UInt64) {
        if wasInVain {
            wasInVain = false
            restCount = nextRestCount
            nextRestCount = min(nextRestCount * 2, Self.longestRest)
        } else if restCount > 0 {
            restCount -= 1
        } else {
            nextRestCount = max(nextRestCount / 2, Self.leastRest)
        }
        let isWorthIt = restCount == 0 && duration >= Self.quickNanoseconds
        nanoseconds = isWorthIt ? min(duration * 2, Self.limitNanoseconds) : 0
    }
}
