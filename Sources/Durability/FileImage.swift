/// The bytes of a whole file in memory, for as long as somebody holds it: columns that never change stay in it.
package final class FileImage: @unchecked Sendable {
    package let bytes: UnsafeRawBufferPointer
    /// The file, as it was when it was mapped; `nil` where it was read, and whatever becomes of it no longer matters.
    private let mapped: (file: any StorageFile, stamp: FileStamp)?
    private let release: @Sendable (UnsafeRawBufferPointer) -> Void

    init(
        _ bytes: UnsafeRawBufferPointer, mapped: (file: any StorageFile, stamp: FileStamp)?,
        release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) {
        self.bytes = bytes
        self.mapped = mapped
        self.release = release
    }

    deinit { release(bytes) }

    /// Whether the bytes are still those that were there at first. Nothing that writes a store changes a file that may be
    /// mapped, but another program can.
    package var isIntact: Bool {
        guard let mapped else { return true }
        return (try? mapped.file.stamp()) == mapped.stamp
    }

    /// Whether the bytes lie in this file.
    package func lies(in file: any StorageFile) -> Bool { mapped?.file === file }

    /// Reads the file.
    static func reading(_ file: any StorageFile, size: Int) throws(FileError) -> FileImage {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, size), alignment: 64)
        let bytes = UnsafeMutableRawBufferPointer(rebasing: memory[..<size])
        let image = FileImage(UnsafeRawBufferPointer(bytes), mapped: nil) {
            $0.baseAddress?.deallocate()
        }
        let count = try file.read(at: 0, into: bytes)
        guard count == size else {
            throw FileError(errorNumber: 5, text: "the file ended after \(count) of \(size) bytes")
        }
        return image
    }
}

/// Another one after every change of a file's content.
package struct FileStamp: Hashable, Sendable {
    package var size: Int
    package var seconds: Int
    package var nanoseconds: Int

    package init(size: Int, seconds: Int, nanoseconds: Int) {
        self.size = size
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}

extension StorageFile {
    package func image(size: Int) throws(FileError) -> FileImage { try FileImage.reading(self, size: size) }
    package func stamp() throws(FileError) -> FileStamp { FileStamp(size: try size(), seconds: 0, nanoseconds: 0) }
}
