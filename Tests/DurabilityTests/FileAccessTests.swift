import Durability
import Foundation
import TestSupport
import Testing

@Suite struct FileAccessTests {
    private let files = POSIXFileSystem()

    @Test("A name is given only where nothing has it yet")
    func names() throws {
        let directory = try TemporaryDirectory()
        let (path, target) = (directory.path + "/new", directory.path + "/there")
        try files.open(path, .create).write([1], at: 0)
        try files.open(target, .create).write([2, 3], at: 0)
        let error = #expect(throws: FileError.self) { try files.name(path, target) }
        #expect(error?.isTaken == true)
        #expect(try files.open(target, .read).read(at: 0, count: 9) == [2, 3])
        try files.remove(target)
        try files.name(path, target)
        #expect(try files.open(target, .read).read(at: 0, count: 9) == [1])
        #expect(!files.exists(path))
    }

    @Test("A file that is made anew is no other's, and its owner's alone until it is given to others")
    func anew() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/file"
        let old = try files.open(path, .create)
        try old.write([1, 2], at: 0)
        let new = try files.open(path, .createAnew)
        #expect(try new.size() == 0 && old.size() == 2 && !old.hasName() && new.hasName())
        var access = try #require(try new.access())
        #expect(access.mode == 0o600)
        access.mode = 0o640
        new.setAccess(access)
        #expect(try new.access() == access)
        guard geteuid() == 0 else { return }
        access = FileAccess(mode: 0o604, user: 65534, group: 65534)
        new.setAccess(access)
        #expect(try new.access() == access)
    }

    @Test("What cannot be looked at is not said to be missing")
    func kinds() throws {
        let directory = try TemporaryDirectory()
        #expect(try files.kind(of: directory.path + "/none") == nil)
        #expect(throws: FileError.self) { try files.kind(of: "/" + String(repeating: "n", count: 300)) }
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/link", withDestinationPath: directory.path + "/nothing")
        let error = #expect(throws: FileError.self) { try files.resolve(directory.path + "/link") }
        #expect(error?.isDeadLink == true)
    }
}
