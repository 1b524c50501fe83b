/// Why an operation on a file failed.
package struct FileError: Error, Equatable, Sendable {
    package var errorNumber: Int32
    package var text: String

    package init(errorNumber: Int32, text: String) {
        self.errorNumber = errorNumber
        self.text = text
    }
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
}

/// The operations a store is made of; whatever implements them decides what survives.
package protocol FileSystem: Sendable {
    func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any StorageFile
    func exists(_ path: String) -> Bool
    func rename(_ path: String, to target: String) throws(FileError)
    func remove(_ path: String) throws(FileError)
    /// Makes names in the folder that holds `path` survive a crash.
    func syncFolder(of path: String) throws(FileError)
}

/// An open file. It closes, and loses its lock, with its last reference.
package protocol StorageFile: AnyObject, Sendable {
    var identity: FileIdentity { get }
    func size() throws(FileError) -> Int
    /// The bytes that are there, at most `count`.
    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8]
    /// All of `bytes`, or an error.
    func write(_ bytes: [UInt8], at offset: Int) throws(FileError)
    func truncate(to size: Int) throws(FileError)
    func sync() throws(FileError)
    /// Takes the lock, or says that another holds it.
    func lock(exclusive: Bool) throws(FileError) -> Bool
}
