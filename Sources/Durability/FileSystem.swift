/// Why an operation on a file failed.
package struct FileError: Error, Hashable, Sendable {
    package var errorNumber: Int32
    package var text: String

    package init(errorNumber: Int32, text: String) {
        self.errorNumber = errorNumber
        self.text = text
    }

    static let deadLink = FileError(errorNumber: 2, text: "the symbolic link leads to nothing")
    /// The path ends in a symbolic link that leads to nothing.
    package var isDeadLink: Bool { self == Self.deadLink }
    /// There is nothing at the path, or nothing that could lead on to it.
    package var isMissing: Bool { errorNumber == 2 || errorNumber == 20 }
    /// The disk, somebody's share of it or the size that files may have is used up.
    package var isNoRoom: Bool { Self.noRoom.contains(errorNumber) }
    private static let noRoom: Set<Int32> = [27, 28, 69, 122]
    /// Something has that name.
    package var isTaken: Bool { errorNumber == 17 }
}

/// Which file it is, whatever path leads to it.
package struct FileIdentity: Hashable, Sendable {
    package var device: UInt64
    package var number: UInt64

    package init(device: UInt64, number: UInt64) {
        self.device = device
        self.number = number
    }
}

package enum OpenMode: Sendable {
    case read
    case write
    case create
    /// A new file in the place of what has that name; until it is given to others, its owner alone can open it.
    case createAnew
}

/// Who may do what with a file.
package struct FileAccess: Hashable, Sendable {
    /// The nine bits of owner, group and others.
    package var mode: UInt32
    package var user: UInt32
    package var group: UInt32

    package init(mode: UInt32, user: UInt32, group: UInt32) {
        self.mode = mode
        self.user = user
        self.group = group
    }
}

/// What a path leads to.
package enum FileKind: Sendable {
    case file, folder, other
}

/// The operations a store is made of; whatever implements them decides what survives.
package protocol FileSystem: Sendable {
    func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any StorageFile
    func exists(_ path: String) -> Bool
    /// `nil` where there is nothing.
    func kind(of path: String) throws(FileError) -> FileKind?
    func identity(of path: String) throws(FileError) -> FileIdentity
    /// The path without symbolic links. Its last part need not exist.
    func resolve(_ path: String) throws(FileError) -> String
    /// Names of what lies in the folder, in no order, without `.` and `..`.
    func names(in folder: String) throws(FileError) -> [String]
    /// The folder that holds it must exist.
    func makeFolder(_ path: String) throws(FileError)
    func rename(_ path: String, to target: String) throws(FileError)
    /// As `rename`, where nothing has that name yet: it is an error (`isTaken`) where something has. A crash may leave both
    /// names.
    func name(_ path: String, _ target: String) throws(FileError)
    /// A file that is not there is no error.
    func remove(_ path: String) throws(FileError)
    /// Makes names in the folder that holds `path` survive a crash.
    func syncFolder(of path: String) throws(FileError)
}

/// An open file. It closes, and loses its lock, with its last reference.
package protocol StorageFile: AnyObject, Sendable {
    var identity: FileIdentity { get }
    func size() throws(FileError) -> Int
    /// Whether any path still leads to it.
    func hasName() throws(FileError) -> Bool
    /// The bytes that are there, at most `count`.
    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8]
    /// Fills `buffer` from the file.
    ///
    /// - Returns: how many bytes were there.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
    /// The first `size` bytes, all at once.
    func image(size: Int) throws(FileError) -> FileImage
    func stamp() throws(FileError) -> FileStamp
    /// All of `bytes`, or an error.
    func write(_ bytes: [UInt8], at offset: Int) throws(FileError)
    /// Lets writes of whole sectors go to the disk without the system's cache from now on, where it can: it is quicker for
    /// who syncs after each. Nothing is read by this file any more.
    func bypassCache()
    func truncate(to size: Int) throws(FileError)
    /// Gives back the room of a file that has no name any more, a little at a time, so that others need not wait long for
    /// the disk. Nothing happens where it has another name, or somebody else has it open.
    ///
    /// - Precondition: nothing of it is used any more, and it is not mapped by this object.
    func giveBackRoom()
    func sync() throws(FileError)
    /// `nil` where files have no such thing.
    func access() throws(FileError) -> FileAccess?
    /// As far as the system allows; nobody is let in who was not before.
    func setAccess(_ access: FileAccess)
    /// Takes the lock, or says that another holds it.
    func lock(exclusive: Bool) throws(FileError) -> Bool
}

extension StorageFile {
    package func bypassCache() {}
    package func access() throws(FileError) -> FileAccess? { nil }
    package func setAccess(_ access: FileAccess) {}
    package func giveBackRoom() {}
}

extension FileSystem {
    /// The folder that holds `path`: `.` for a bare name.
    package static func folder(of path: String) -> String {
        guard let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return end == path.startIndex ? "/" : String(path[..<end])
    }
}
