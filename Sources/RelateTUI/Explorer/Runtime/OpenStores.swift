#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Which connection has which store open, by the places of the stores: one place has many spellings.
final class OpenStores: Sendable {
    private let places = Guarded<[Int: String]>([:])

    /// Takes the store at a path for a connection, in the place of what it had.
    ///
    /// - Returns: Another connection that has the store, which keeps it.
    func claim(_ path: String, for connection: Int) -> Int? {
        let place = StoreOpening.isInMemory(path) ? nil : Self.place(of: path)
        return places.withLock { places in
            places[connection] = nil
            guard let place else { return nil }
            if let other = places.filter({ $0.value == place }).keys.min() { return other }
            places[connection] = place
            return nil
        }
    }

    /// Another connection uses the store as well.
    func share(of connection: Int, with other: Int) {
        places.withLock { $0[other] = $0[connection] }
    }

    func release(_ connection: Int) {
        places.withLock { $0[connection] = nil }
    }

    /// The path without links, dots and relative parts. Of what is not there yet, the folder's with the name behind it.
    static func place(of path: String) -> String {
        if let place = resolved(path) { return place }
        let parts = path.split(separator: "/")
        guard let name = parts.last else { return path }
        let above = parts.dropLast().joined(separator: "/")
        let folder = path.hasPrefix("/") ? "/" + above : above.isEmpty ? "." : above
        return (resolved(folder) ?? folder) + "/" + name
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
