#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A store that a command has just made, and takes away again where it came to nothing.
enum NewStore {
    static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// A directory, or a link to one.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The file, or the directory with the plain files in it; what else is there stays.
    static func remove(_ path: String) {
        guard unlink(path) != 0, let directory = opendir(path) else { return }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        closedir(directory)
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}
