#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Bytes from a file or a pipe, a piece at a time.
final class ByteSource {
    /// How many bytes one read asks for.
    private static let pieceByteCount = 1 << 16

    /// What messages call it.
    let name: String
    private let descriptor: Int32
    private let closes: Bool
    /// Where the bytes come from instead of a descriptor.
    private var produce: (() throws(IOFailure) -> [UInt8])?
    /// One for all pieces: to give back as much at each small request makes the system put its free memory in order.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceByteCount, alignment: 16)

    /// Reads from a descriptor that stays open.
    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
        closes = false
    }

    /// Hands out what `produce` does, whose empty piece is the end.
    init(name: String, _ produce: @escaping () throws(IOFailure) -> [UInt8]) {
        descriptor = -1
        self.name = name
        closes = false
        self.produce = produce
    }

    /// Opens a file.
    init(path: String) throws(UsageError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        name = path
        closes = true
        guard descriptor >= 0 else { throw UsageError(IOFailure("cannot open \(path)", errno).message) }
        // A directory opens, but cannot be read.
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            throw UsageError(IOFailure("cannot open \(path)", EISDIR).message)
        }
    }

    deinit {
        buffer.deallocate()
        if closes, descriptor >= 0 { close(descriptor) }
    }

    /// The next bytes, as many as are there; empty at the end.
    func next() throws(IOFailure) -> [UInt8] {
        if let produce { return try produce() }
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return [UInt8](buffer[..<count]) }
            if errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&waiting, 1, -1)
            } else if errno != EINTR {
                throw IOFailure("cannot read \(name)", errno)
            }
        }
    }

    /// All that is left.
    func rest() throws(IOFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try next()
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }
}

/// A file or a pipe refused.
struct IOFailure: Error {
    let message: String

    /// With the system's reason for `code`.
    init(_ what: String, _ code: Int32) { message = "\(what): \(String(cString: strerror(code)))" }

    init(_ message: String) { self.message = message }
}
