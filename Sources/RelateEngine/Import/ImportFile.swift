/// A file that an import reads, as what it holds where gzip has compressed it.
package final class ImportFile {
    private let file: CSVFile
    private let buffer: UnsafeMutableRawBufferPointer
    private var bytesTold = 0

    /// - Parameter path: `-` is stdin.
    /// - Throws: What the system says of the file.
    package init(path: String) throws(EngineError) {
        file = try CSVFile(path: path)
        buffer = .allocate(byteCount: 1 << 16, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The next bytes; empty at the end.
    package func next() throws(EngineError) -> [UInt8] {
        let count = try file.read(into: buffer)
        return [UInt8](buffer[..<count])
    }

    /// Bytes that were read since this was last asked, as they lie on the disk.
    package func bytesReadSince() -> Int {
        let before = bytesTold
        bytesTold = file.byteOffset
        return bytesTold - before
    }
}
