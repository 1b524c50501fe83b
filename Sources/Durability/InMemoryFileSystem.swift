import Synchronization

/// Files in memory, which can fail at a chosen operation as a machine does: from there on nothing works, and what was
/// not synced may be lost.
package final class InMemoryFileSystem: FileSystem {
    fileprivate struct Content: Sendable {
        var bytes: [UInt8] = []
        /// What a crash leaves for certain.
        var synced: [UInt8] = []
    }

    private struct State: Sendable {
        var names: [String: UInt64] = [:]
        var contents: [UInt64: Content] = [:]
        var nextNumber: UInt64 = 1
        var operations = 0
        var failsAt: Int?
        var tearsWrites = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Changing operations so far.
    package var operationCount: Int { state.withLock { $0.operations } }

    /// Lets the operation of that number, and all after it, fail; a write then may leave its first half.
    package func fail(at operation: Int, tearingWrites: Bool) {
        state.withLock { state in
            state.failsAt = operation
            state.tearsWrites = tearingWrites
        }
    }

    /// The files as the next start finds them: with all that was written, or only with what was synced.
    package func afterCrash(losingUnsynced: Bool) -> InMemoryFileSystem {
        let result = InMemoryFileSystem()
        let copy = state.withLock { state -> State in
            var copy = State(names: state.names, contents: state.contents, nextNumber: state.nextNumber)
            for (number, content) in state.contents {
                let bytes = losingUnsynced ? content.synced : content.bytes
                copy.contents[number] = Content(bytes: bytes, synced: bytes)
            }
            return copy
        }
        result.state.withLock { $0 = copy }
        return result
    }

    private static let crashed = FileError(errorNumber: 5, text: "Input/output error")

    /// Counts a changing operation. Says whether it happens, or how much of it does.
    private func change(
        _ torn: (inout State) -> Void = { _ in }, _ body: (inout State) -> Void
    ) throws(FileError) {
        let isDone = state.withLock { state -> Bool in
            state.operations += 1
            if let failsAt = state.failsAt, state.operations >= failsAt {
                if state.tearsWrites, state.operations == failsAt { torn(&state) }
                return false
            }
            body(&state)
            return true
        }
        if !isDone { throw Self.crashed }
    }

    package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any StorageFile {
        if let number = state.withLock({ $0.names[path] }) { return InMemoryFile(system: self, number: number) }
        guard case .create = mode else { throw FileError(errorNumber: 2, text: "No such file or directory") }
        try change { state in
            state.names[path] = state.nextNumber
            state.contents[state.nextNumber] = Content()
            state.nextNumber += 1
        }
        guard let number = state.withLock({ $0.names[path] }) else { throw Self.crashed }
        return InMemoryFile(system: self, number: number)
    }

    package func exists(_ path: String) -> Bool {
        state.withLock { $0.names[path] != nil }
    }

    package func rename(_ path: String, to target: String) throws(FileError) {
        try change { $0.names[target] = $0.names.removeValue(forKey: path) }
    }

    package func remove(_ path: String) throws(FileError) {
        try change { $0.names[path] = nil }
    }

    package func syncFolder(of path: String) throws(FileError) {
        try change { _ in }
    }

    fileprivate func bytes(of number: UInt64) -> [UInt8] {
        state.withLock { $0.contents[number]?.bytes ?? [] }
    }

    fileprivate func write(_ bytes: [UInt8], at offset: Int, to number: UInt64) throws(FileError) {
        func put(_ bytes: ArraySlice<UInt8>, _ state: inout State) {
            var content = state.contents[number] ?? Content()
            if content.bytes.count < offset + bytes.count {
                let gap = offset + bytes.count - content.bytes.count
                content.bytes += [UInt8](repeating: 0, count: gap)
            }
            content.bytes.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
            state.contents[number] = content
        }
        try change({ put(bytes[..<(bytes.count / 2)], &$0) }, { put(bytes[...], &$0) })
    }

    fileprivate func truncate(_ number: UInt64, to size: Int) throws(FileError) {
        try change { state in
            let old = state.contents[number]?.bytes ?? []
            let gap = max(0, size - old.count)
            state.contents[number]?.bytes = Array(old.prefix(size)) + [UInt8](repeating: 0, count: gap)
        }
    }

    fileprivate func sync(_ number: UInt64) throws(FileError) {
        try change { state in
            let bytes = state.contents[number]?.bytes ?? []
            state.contents[number]?.synced = bytes
        }
    }
}

private final class InMemoryFile: StorageFile {
    private let system: InMemoryFileSystem
    private let number: UInt64

    init(system: InMemoryFileSystem, number: UInt64) {
        self.system = system
        self.number = number
    }

    /// Unlike that of any file of another system in the process.
    var identity: FileIdentity {
        FileIdentity(device: UInt64(UInt(bitPattern: ObjectIdentifier(system))), number: number)
    }

    func size() throws(FileError) -> Int { system.bytes(of: number).count }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        Array(system.bytes(of: number).dropFirst(offset).prefix(count))
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try system.write(bytes, at: offset, to: number)
    }

    func truncate(to size: Int) throws(FileError) { try system.truncate(number, to: size) }
    func sync() throws(FileError) { try system.sync(number) }
    func lock(exclusive: Bool) throws(FileError) -> Bool { true }
}
