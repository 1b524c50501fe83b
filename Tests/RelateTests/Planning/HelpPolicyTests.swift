import Testing

@testable import Relate

/// When other threads are called.
@Suite struct HelpPolicyTests {
    @Test(
        "help is called for once what is left takes long enough, by what was done so far",
        arguments: [
            // 10 morsels of 100 µs each, of which 8 are left; then 12.
            (10.0, 2, UInt64(200_000), false), (12.0, 2, 200_000, true), (12.0, 4, 400_000, false),
            // The first tells nothing, but where it took long.
            (1_000.0, 1, 100_000, false), (2.0, 1, 1_000_000, true),
            // An estimate that was too low: as much again.
            (1.0, 5, 500_000, false), (1.0, 12, 1_200_000, true), (0.0, 1, 2_000_000, true),
            (1_000.0, 0, 5_000_000, false),
        ])
    func worthwhile(_ count: Double, _ done: Int, _ nanoseconds: UInt64, _ isCalled: Bool) {
        let policy = HelpPolicy(morselCount: count, minimumNanoseconds: 1_000_000)
        let each = done > 0 ? nanoseconds / UInt64(done) : 0
        #expect(policy.isWorthwhile(done, nanoseconds, last: each) == isCalled)
        #expect(policy.isWorthwhile(done, nanoseconds, last: each * 2) == isCalled)
    }

    @Test("nobody is called for work that gets ever quicker")
    func quicker() {
        let policy = HelpPolicy(morselCount: 30, minimumNanoseconds: 1_000_000)
        #expect(policy.isWorthwhile(2, 200_000, last: 100_000))
        #expect(!policy.isWorthwhile(2, 200_000, last: 20_000))
    }
}
