#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A pipe that ends a `poll`: workers write a zero, signal handlers their number.
final class WakePipe: Sendable {
    let readEnd: Int32
    let writeEnd: Int32

    /// `nil` when the process has no descriptors left.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        readEnd = ends[0]
        writeEnd = ends[1]
        for end in ends {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func wake() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    /// The signal that ends the program, among what is there; all of it is still there then.
    func endingSignal() -> Int32? {
        let bytes = drain()
        let signals = bytes.filter { $0 != 0 }
        for var byte in signals { _ = write(writeEnd, &byte, 1) }
        if signals.count < bytes.count { wake() }
        return signals.lazy.map { Int32($0) }.first { [SIGTERM, SIGHUP, SIGINT, SIGQUIT].contains($0) }
    }

    /// All bytes that are there.
    func drain() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
            let count = read(readEnd, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}
