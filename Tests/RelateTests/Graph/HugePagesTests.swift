import Testing

@testable import Relate

@Suite struct HugePagesTests {
    /// Whatever the system makes of it, memory keeps what it holds.
    @Test func memoryKeepsItsContent() {
        let byteCount = 8 << 20
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 1 << 21)
        defer { memory.deallocate() }
        for offset in stride(from: 0, to: byteCount, by: 8) {
            memory.storeBytes(of: offset &* 0x9E37_79B9, toByteOffset: offset, as: Int.self)
        }
        let bytes = HugePages.collapse()
        #expect(bytes >= 0 && bytes % (1 << 21) == 0)
        let kept = stride(from: 0, to: byteCount, by: 8).allSatisfy {
            memory.load(fromByteOffset: $0, as: Int.self) == $0 &* 0x9E37_79B9
        }
        #expect(kept)
    }
}
