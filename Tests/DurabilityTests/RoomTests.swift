import Durability
import Foundation
import TestSupport
import Testing

@Suite struct RoomTests {
    /// More than one step's worth, and enough to be mapped.
    private static let content = [UInt8](repeating: 0xA5, count: 9 << 20)

    /// A file without a name, and what others have of it.
    private func namelessFile(
        in folder: String, others open: (String) throws -> [FileImage] = { _ in [] }
    ) throws -> (file: any StorageFile, others: [FileImage]) {
        let (files, path) = (POSIXFileSystem(), folder + "/file")
        let file = try files.open(path, .create)
        try file.write(Self.content, at: 0)
        let others = try open(path)
        try files.remove(path)
        return (file, others)
    }

    #if os(Linux)
    /// Not every file system tells whether somebody else has a file open.
    private static let hasLeases: Bool = {
        let name = "relate-lease-\(UUID().uuidString)"
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer {
            close(descriptor)
            unlink(path)
        }
        return fcntl(descriptor, 1024, F_WRLCK) == 0
    }()

    @Test("Room of a file that nobody else has open is given back", .enabled(if: hasLeases))
    func givesBack() throws {
        let directory = try TemporaryDirectory()
        let (file, _) = try namelessFile(in: directory.path)
        file.giveBackRoom()
        #expect(try file.size() == 0)
    }
    #endif

    @Test("A file that has another name keeps its bytes")
    func leavesToNames() throws {
        let directory = try TemporaryDirectory()
        let (files, path) = (POSIXFileSystem(), directory.path + "/file")
        let file = try files.open(path, .create)
        try file.write(Self.content, at: 0)
        try FileManager.default.linkItem(atPath: path, toPath: path + "-2")
        try files.remove(path)
        file.giveBackRoom()
        #expect(try file.size() == Self.content.count)
        try files.remove(path + "-2")
    }

    @Test("A file that somebody else has mapped keeps its bytes")
    func leavesToOthers() throws {
        let directory = try TemporaryDirectory()
        let (file, others) = try namelessFile(in: directory.path) { path in
            let other = try POSIXFileSystem().open(path, .read)
            return [try other.image(size: Self.content.count)]
        }
        file.giveBackRoom()
        #expect(try file.size() == Self.content.count)
        let image = try #require(others.first)
        let mapped = try #require(image.bytes.baseAddress)
        #expect(memcmp(Self.content, mapped, Self.content.count) == 0)
        #expect(image.isIntact)
    }
}
