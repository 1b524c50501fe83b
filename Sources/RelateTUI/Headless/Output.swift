#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Text on its way to a descriptor, gathered into large writes.
final class Output {
    /// What is gathered before it is written, in bytes.
    private static let bufferByteCount = 1 << 16

    /// What was added since the last write. After each row or so, `flushIfFull()` keeps it small.
    var pending = JSONWriter()
    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    func text(_ text: String) { pending.append(text) }

    func flushIfFull() throws {
        if pending.bytes.count >= Self.bufferByteCount { try flush() }
    }

    /// - Throws: `OutputClosed` when the reader is gone, `IOFailure` for the rest.
    func flush() throws {
        try pending.drain { bytes in
            var start = 0
            while start < bytes.count {
                let count = bytes.withUnsafeBytes {
                    write(descriptor, $0.baseAddress?.advanced(by: start), bytes.count - start)
                }
                if count >= 0 {
                    start += count
                    continue
                }
                switch errno {
                case EINTR: continue
                case EAGAIN:
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&waiting, 1, -1)
                case EPIPE: throw OutputClosed()
                default: throw IOFailure("cannot write the output", errno)
                }
            }
        }
    }
}

/// Nobody reads the output any more, as after `| head`. No error: the program just ends.
struct OutputClosed: Error {}
