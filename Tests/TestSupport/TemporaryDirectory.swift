import Foundation

/// A directory of its own, removed with the last reference to it.
public final class TemporaryDirectory {
    public let path: String

    public init() throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("relate-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        path = place.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
