#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Text on its way to a descriptor, gathered into large writes.
final class Output {
    /// What is gathered before it is written, in bytes.
    private static let bufferByteCount = 1 << 16

    /// What was added since the last write.
    private var pending = JSONWriter()
    private let take: ([UInt8]) throws -> Void
    /// Set from any thread, it ends rows that are being written.
    let isInterrupted = Guarded(false)

    init(descriptor: Int32) {
        take = { try Self.send($0, to: descriptor) }
    }

    /// For text that goes elsewhere than to a descriptor: `take` has it in large pieces.
    init(_ take: @escaping ([UInt8]) throws -> Void) { self.take = take }

    func text(_ text: String) { pending.append(text) }

    /// Adds what `add` writes. Inside long work, `flushIfFull` keeps it small.
    func write(_ add: (inout JSONWriter) throws -> Void) throws {
        var json = JSONWriter()
        swap(&json, &pending)
        defer { swap(&json, &pending) }
        try add(&json)
    }

    func flushIfFull(_ json: inout JSONWriter) throws {
        if json.bytes.count >= Self.bufferByteCount { try json.drain(take) }
    }

    /// As `flushIfFull`, for a place where the text may end.
    ///
    /// - Throws: `Failure.outputInterrupted` where `isInterrupted` says so.
    func flushRowsIfFull(_ json: inout JSONWriter) throws {
        guard json.bytes.count >= Self.bufferByteCount else { return }
        if isInterrupted.withLock({ $0 }) { throw Failure.outputInterrupted }
        try json.drain(take)
    }

    /// - Throws: `OutputClosed` when the reader is gone, `IOFailure` for the rest.
    func flush() throws { try pending.drain(take) }

    private static func send(_ bytes: [UInt8], to descriptor: Int32) throws {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
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

    /// The system's call, which the method of the same name hides.
    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
        Darwin.write(descriptor, bytes, count)
        #else
        Glibc.write(descriptor, bytes, count)
        #endif
    }
}

/// Nobody reads the output any more, as after `| head`. No error: the program just ends.
struct OutputClosed: Error {}
