#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Files and folders that a path which is being typed may become.
enum PathNames {
    private static let countLimit = 2_000

    /// Whole paths as they would be typed on, by name, a folder's with `/` at its end. Hidden ones only where their dot was
    /// typed.
    static func beginning(with typed: String) -> [String] {
        if typed == "~" { return ["~/"] }
        let slash = typed.lastIndex(of: "/")
        let lead = slash.map { typed[...$0] } ?? ""
        let name = slash.map { typed[typed.index(after: $0)...] } ?? typed[...]
        let directory = lead.isEmpty ? "." : ExportFile.expanded(String(lead))
        return UserFolders.names(in: directory).lazy
            .filter { $0.hasPrefix(name) && (name.hasPrefix(".") || !$0.hasPrefix(".")) }
            .sorted().prefix(countLimit).map { entry in
                let status = PosixFile.status(of: directory + "/" + entry)
                let isFolder = status.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
                return lead + entry + (isFolder ? "/" : "")
            }
    }
}
