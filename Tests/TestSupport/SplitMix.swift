#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// SplitMix64: a run is its seed, and `PROPERTY_SEED` where that is set: another number makes every random test another.
///
/// As text it says how to run the same again: tests put it into what they say of a failure.
public struct SplitMix: RandomNumberGenerator, CustomStringConvertible, Sendable {
    private let seed: UInt64
    private var state: UInt64

    /// What the environment adds to every seed, 0 without it.
    private static let shift = getenv("PROPERTY_SEED").flatMap { UInt64(String(cString: $0)) } ?? 0

    public init(seed: UInt64) {
        self.seed = seed
        // Neighbouring numbers in the environment are to give runs that have nothing in common.
        state = seed ^ (Self.shift &* 0xD6E8_FEB8_6659_FD93)
    }

    public var description: String { "seed \(seed), PROPERTY_SEED=\(Self.shift)" }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
