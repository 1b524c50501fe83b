import CKernels

/// Lines of memory that an execution looks at, so that all of them are asked for at once when it begins: what has been in no cache for a
/// while then comes together, not one line after the other.
///
/// They are addresses alone. What lies there may be gone: then nothing is gained, and nothing happens.
struct TouchedMemory {
    private var lines: [UInt] = []

    private static let lineBytes: UInt = 64
    /// Larger memory is seldom needed as a whole.
    private static let partBytes = 1024
    private static let linesLimit = 512

    mutating func note(_ memory: UnsafeRawPointer, byteCount: Int) {
        guard byteCount > 0 else { return }
        let start = UInt(bitPattern: memory)
        let end = start &+ UInt(min(byteCount, Self.partBytes))
        var line = start & ~(Self.lineBytes - 1)
        while line < end, lines.count < Self.linesLimit {
            if lines.last != line { lines.append(line) }
            line &+= Self.lineBytes
        }
    }

    /// - Parameter byteCount: about what it is large.
    mutating func note(_ object: AnyObject?, byteCount: Int = 96) {
        guard let object else { return }
        note(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()), byteCount: byteCount)
    }

    mutating func note<Element>(_ array: [Element]) {
        array.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            // In front of the elements stand their count and capacity.
            note(start - 32, byteCount: bytes.count + 32)
        }
    }

    func fetch() {
        lines.withUnsafeBufferPointer { lines in
            for line in lines { relate_prefetch(UnsafeRawPointer(bitPattern: line)) }
        }
    }
}
