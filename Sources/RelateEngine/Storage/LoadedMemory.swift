import Durability
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Memory for what is decoded of sections, in one block: many small ones would cost more page faults than the decoding.
///
/// Chunks keep it as long as one of them has not been changed.
final class LoadedMemory: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    /// What else they lie in.
    private let image: FileImage
    private let place = Atomic(0)
    private let byteCount: Int

    init(byteCount: Int, image: FileImage) {
        self.byteCount = byteCount
        self.image = image
        start = Self.allocate(byteCount)
    }

    deinit { start.deallocate() }

    /// The next part, at a multiple of 16; `nil` where the block has no room for it. Threads may ask at the same time.
    func take(_ count: Int) -> UnsafeMutableRawPointer? {
        guard count >= 0, count <= byteCount else { return nil }
        let size = (count + 15) & ~15
        let offset = place.add(size, ordering: .relaxed).oldValue
        return offset <= byteCount - size ? start + offset : nil
    }

    /// Memory that costs few page faults where it is large.
    static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        let hugePage = 2 << 20
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: max(1, byteCount), alignment: byteCount < hugePage ? 64 : hugePage)
        #if os(Linux)
        if byteCount >= hugePage { madvise(memory, byteCount, MADV_HUGEPAGE) }
        #endif
        return memory
    }
}
