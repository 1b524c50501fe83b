/// Files in memory, which can fail at a chosen operation, once or as a machine that dies there, and which know what a
/// crash may leave of them.
package final class InMemoryFileSystem: FileSystem {
    fileprivate struct Write: Sendable {
        var offset: Int
        var bytes: [UInt8]
    }

    fileprivate struct Content: Sendable {
        var bytes: [UInt8] = []
        /// What a crash leaves for certain.
        var synced: [UInt8] = []
        /// What was written since: a crash leaves any sectors of it.
        var unsynced: [Write] = []
        /// In the place of a time.
        var changes = 0
    }

    /// A change of a name that its folder does not hold for certain yet.
    fileprivate enum NameChange: Sendable {
        case set(String, UInt64)
        case remove(String)

        var path: String {
            switch self {
            case .set(let path, _), .remove(let path): path
            }
        }

        func apply(to names: inout [String: UInt64]) {
            switch self {
            case .set(let path, let number): names[path] = number
            case .remove(let path): names[path] = nil
            }
        }
    }

    fileprivate struct State: Sendable {
        var names: [String: UInt64] = [:]
        var syncedNames: [String: UInt64] = [:]
        /// In order; a rename is two of them, which come to pass together.
        var nameChanges: [[NameChange]] = []
        /// With the number of each, which is none of a file.
        var folders: [String: UInt64] = ["/": UInt64.max]
        var contents: [UInt64: Content] = [:]
        var nextNumber: UInt64 = 1
        var operations = 0
        var fault: Fault?
        /// Of all files that have a name.
        var byteLimit: Int?
        /// Reads until the one that fails.
        var readsLeft: Int?
        var exclusiveLocks: Set<UInt64> = []
        var sharedLocks: [UInt64: Int] = [:]
    }

    /// What goes wrong at one operation.
    fileprivate struct Fault: Sendable {
        var operation: Int
        var kind: FaultKind
        var error: FileError
        var lasts: Bool
    }

    package enum FaultKind: Sendable {
        /// Nothing happens.
        case fails
        /// A write happens by half; another operation not at all.
        case tears
    }

    /// What a crash takes.
    package enum Loss: Sendable {
        case nothing
        /// All that was not synced, names included.
        case unsynced
        /// Some sectors of what was not synced, and the last of the changed names, as the seed chooses.
        case some(seed: UInt64)
    }

    private static let sectorSize = 512
    private let state = Guarded(State())

    package init() {}

    /// Changing operations so far.
    package var operationCount: Int { state.withLock { $0.operations } }

    /// Lets the operation of that number fail; with `lasting` all after it as well, as on a machine that dies there.
    package func fail(at operation: Int, _ kind: FaultKind = .fails, lasting: Bool, error: FileError? = nil) {
        let fault = Fault(operation: operation, kind: kind, error: error ?? Self.ioError, lasts: lasting)
        state.withLock { $0.fault = fault }
    }

    /// Lets the operation of that number, and all after it, fail; a write then may leave its first half.
    package func fail(at operation: Int, tearingWrites: Bool) {
        fail(at: operation, tearingWrites ? .tears : .fails, lasting: true)
    }

    /// Bytes of all files that have a name.
    package var byteCount: Int { state.withLock { Self.byteCount($0) } }

    /// Lets writes fail that would make the files larger than that, taken together.
    package func limitBytes(_ limit: Int?) { state.withLock { $0.byteLimit = limit } }

    private static func byteCount(_ state: borrowing State) -> Int {
        Set(state.names.values).reduce(0) { $0 + (state.contents[$1]?.bytes.count ?? 0) }
    }

    /// Lets that read from now on fail, and those after it; `nil` lets none fail.
    package func failRead(_ number: Int?) { state.withLock { $0.readsLeft = number } }

    /// The files as the next start finds them: with all that was written, or only with what was synced.
    package func afterCrash(losingUnsynced: Bool) -> InMemoryFileSystem {
        afterCrash(losingUnsynced ? .unsynced : .nothing)
    }

    /// The files as the next start finds them.
    package func afterCrash(_ loss: Loss) -> InMemoryFileSystem {
        let result = InMemoryFileSystem()
        let copy = state.withLock { state -> State in
            var copy = State(
                names: state.names, folders: state.folders, contents: state.contents, nextNumber: state.nextNumber)
            var choices: Choices?
            switch loss {
            case .nothing: break
            case .unsynced: copy.names = state.syncedNames
            case .some(let seed):
                choices = Choices(seed: seed)
                copy.names = state.syncedNames
                let count = choices?.next(below: state.nameChanges.count + 1) ?? 0
                for group in state.nameChanges.prefix(count) {
                    for change in group { change.apply(to: &copy.names) }
                }
            }
            copy.syncedNames = copy.names
            for number in state.contents.keys.sorted() {
                guard let content = state.contents[number] else { continue }
                var bytes = content.bytes
                switch loss {
                case .nothing: break
                case .unsynced: bytes = content.synced
                case .some:
                    bytes = content.synced
                    for write in content.unsynced { Self.applySectors(of: write, to: &bytes, &choices) }
                }
                copy.contents[number] = Content(bytes: bytes, synced: bytes)
            }
            return copy
        }
        result.state.withLock { $0 = copy }
        return result
    }

    /// The bytes of a file, `nil` where there is none.
    package func bytes(of path: String) -> [UInt8]? {
        state.withLock { state in state.names[path].map { state.contents[$0]?.bytes ?? [] } }
    }

    /// A file with these bytes, for certain.
    package func put(_ bytes: [UInt8], at path: String) {
        state.withLock { state in
            let number = state.names[path] ?? state.nextNumber
            state.nextNumber = max(state.nextNumber, number + 1)
            state.names[path] = number
            state.syncedNames[path] = number
            let changes = (state.contents[number]?.changes ?? 0) + 1
            state.contents[number] = Content(bytes: bytes, synced: bytes, changes: changes)
        }
    }

    /// Puts a copy of what is there in its place, as a program does that moves a file.
    package func replaceFile(at path: String, with bytes: [UInt8]) {
        state.withLock { state in
            state.names[path] = nil
            state.syncedNames[path] = nil
        }
        put(bytes, at: path)
    }

    /// Gives a folder, and all that lies in it, another path, as another program can.
    package func moveFolder(_ path: String, to target: String) {
        state.withLock { state in
            state.folders[target] = state.folders.removeValue(forKey: path)
            for name in state.names.keys where name.hasPrefix(path + "/") {
                let moved = target + name.dropFirst(path.count)
                state.names[moved] = state.names.removeValue(forKey: name)
                state.syncedNames[moved] = state.syncedNames.removeValue(forKey: name)
            }
        }
    }

    package var paths: [String] { state.withLock { $0.names.keys.sorted() } }

    /// A copy, with nothing that fails and nobody's locks.
    package func copied() -> InMemoryFileSystem { afterCrash(.nothing) }

    private struct Choices {
        private var state: UInt64

        init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

        mutating func next(below limit: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state >> 33) % max(1, limit)
        }
    }

    private static func applySectors(of write: Write, to bytes: inout [UInt8], _ choices: inout Choices?) {
        var place = 0
        while place < write.bytes.count {
            let start = write.offset + place
            let count = min(write.bytes.count - place, sectorSize - start % sectorSize)
            if (choices?.next(below: 2) ?? 0) == 1 {
                Self.put(write.bytes[place..<(place + count)], at: start, in: &bytes)
            }
            place += count
        }
    }

    private static func put(_ bytes: ArraySlice<UInt8>, at offset: Int, in content: inout [UInt8]) {
        if content.count < offset + bytes.count {
            content += [UInt8](repeating: 0, count: offset + bytes.count - content.count)
        }
        content.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    }

    private static let ioError = FileError(errorNumber: 5, text: "Input/output error")
    private static let missing = FileError(errorNumber: 2, text: "No such file or directory")

    /// Counts a changing operation. Says whether it happens, or how much of it does.
    private func change(
        _ torn: (inout State) -> Void = { _ in }, _ body: (inout State) -> Void
    ) throws(FileError) {
        let failure = state.withLock { state -> FileError? in
            state.operations += 1
            if let fault = state.fault, state.operations == fault.operation || hasPassed(fault, state) {
                if fault.kind == .tears, state.operations == fault.operation { torn(&state) }
                return fault.error
            }
            body(&state)
            return nil
        }
        if let failure { throw failure }
    }

    private func hasPassed(_ fault: Fault, _ state: borrowing State) -> Bool {
        fault.lasts && state.operations > fault.operation
    }

    package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any StorageFile {
        if case .createAnew = mode { return try create(path) }
        if let number = state.withLock({ $0.names[path] ?? $0.folders[path] }) {
            return InMemoryFile(system: self, number: number)
        }
        guard case .create = mode else { throw Self.missing }
        return try create(path)
    }

    private func create(_ path: String) throws(FileError) -> any StorageFile {
        guard anything(at: Self.folder(of: path)) == .folder else { throw Self.missing }
        try change { state in
            let number = state.nextNumber
            state.names[path] = number
            state.nameChanges.append([.set(path, number)])
            state.contents[number] = Content()
            state.nextNumber += 1
        }
        guard let number = state.withLock({ $0.names[path] }) else { throw Self.ioError }
        return InMemoryFile(system: self, number: number)
    }

    package func exists(_ path: String) -> Bool { anything(at: path) != nil }

    package func kind(of path: String) throws(FileError) -> FileKind? { anything(at: path) }

    private func anything(at path: String) -> FileKind? {
        state.withLock { state in
            state.names[path] != nil ? .file : state.folders[path] != nil || path == "." ? .folder : nil
        }
    }

    package func identity(of path: String) throws(FileError) -> FileIdentity {
        guard let number = state.withLock({ $0.names[path] ?? $0.folders[path] }) else { throw Self.missing }
        return identity(ofNumber: number)
    }

    fileprivate func identity(ofNumber number: UInt64) -> FileIdentity {
        // Unlike that of any file of another system in the process.
        FileIdentity(device: UInt64(UInt(bitPattern: ObjectIdentifier(self))), number: number)
    }

    package func resolve(_ path: String) throws(FileError) -> String { path }

    package func names(in folder: String) throws(FileError) -> [String] {
        let prefix = folder == "/" ? "/" : folder + "/"
        return state.withLock { state in
            (Array(state.names.keys) + Array(state.folders.keys)).filter { $0.hasPrefix(prefix) && $0 != prefix }
                .map { String($0.dropFirst(prefix.count)) }.filter { !$0.contains("/") }
        }
    }

    package func makeFolder(_ path: String) throws(FileError) {
        guard anything(at: Self.folder(of: path)) == .folder else { throw Self.missing }
        try change { state in
            state.folders[path] = state.folders[path] ?? UInt64.max - state.nextNumber
            state.nextNumber += 1
        }
    }

    package func rename(_ path: String, to target: String) throws(FileError) {
        try change { state in
            guard let number = state.names.removeValue(forKey: path) else { return }
            state.names[target] = number
            state.nameChanges.append([.remove(path), .set(target, number)])
        }
    }

    package func name(_ path: String, _ target: String) throws(FileError) {
        if state.withLock({ $0.names[target] != nil }) { throw FileError(errorNumber: 17, text: "File exists") }
        try change { state in
            guard let number = state.names.removeValue(forKey: path) else { return }
            state.names[target] = number
            state.nameChanges += [[.set(target, number)], [.remove(path)]]
        }
    }

    package func remove(_ path: String) throws(FileError) {
        try change { state in
            if state.names.removeValue(forKey: path) != nil { state.nameChanges.append([.remove(path)]) }
        }
    }

    package func syncFolder(of path: String) throws(FileError) {
        try change { state in
            // All folders at once, as a journal does.
            state.syncedNames = state.names
            state.nameChanges = []
        }
    }

    fileprivate func read(_ number: UInt64) throws(FileError) -> [UInt8] {
        let fails = state.withLock { state -> Bool in
            guard let left = state.readsLeft else { return false }
            state.readsLeft = max(0, left - 1)
            return left <= 1
        }
        if fails { throw Self.ioError }
        return bytes(of: number)
    }

    fileprivate func bytes(of number: UInt64) -> [UInt8] {
        state.withLock { $0.contents[number]?.bytes ?? [] }
    }

    fileprivate func hasName(_ number: UInt64) -> Bool { state.withLock { $0.names.values.contains(number) } }

    fileprivate func stamp(of number: UInt64) -> FileStamp {
        state.withLock { state in
            let content = state.contents[number] ?? Content()
            return FileStamp(size: content.bytes.count, seconds: content.changes, nanoseconds: 0)
        }
    }

    fileprivate func write(_ bytes: [UInt8], at offset: Int, to number: UInt64) throws(FileError) {
        let isFull = state.withLock { state in
            guard let limit = state.byteLimit else { return false }
            let growth = max(0, offset + bytes.count - (state.contents[number]?.bytes.count ?? 0))
            return growth > 0 && Self.byteCount(state) + growth > limit
        }
        if isFull { throw FileError(errorNumber: 28, text: "No space left on device") }
        func put(_ bytes: ArraySlice<UInt8>, _ state: inout State) {
            guard var content = state.contents.removeValue(forKey: number) else { return }
            Self.put(bytes, at: offset, in: &content.bytes)
            content.changes += 1
            content.unsynced.append(Write(offset: offset, bytes: Array(bytes)))
            state.contents[number] = content
        }
        try change({ put(bytes[..<(bytes.count / 2)], &$0) }, { put(bytes[...], &$0) })
    }

    fileprivate func truncate(_ number: UInt64, to size: Int) throws(FileError) {
        try change { state in
            let old = state.contents[number]?.bytes ?? []
            let gap = max(0, size - old.count)
            state.contents[number]?.changes += 1
            state.contents[number]?.bytes = Array(old.prefix(size)) + [UInt8](repeating: 0, count: gap)
        }
    }

    fileprivate func sync(_ number: UInt64) throws(FileError) {
        try change { state in
            guard var content = state.contents.removeValue(forKey: number) else { return }
            content.synced = content.bytes
            content.unsynced = []
            state.contents[number] = content
        }
    }

    fileprivate func lock(_ number: UInt64, exclusive: Bool) -> Bool {
        state.withLock { state in
            if state.exclusiveLocks.contains(number) || (exclusive && state.sharedLocks[number, default: 0] > 0) {
                return false
            }
            if exclusive { state.exclusiveLocks.insert(number) } else { state.sharedLocks[number, default: 0] += 1 }
            return true
        }
    }

    fileprivate func unlock(_ number: UInt64, exclusive: Bool) {
        state.withLock { state in
            if exclusive { state.exclusiveLocks.remove(number) } else { state.sharedLocks[number, default: 1] -= 1 }
        }
    }
}

private final class InMemoryFile: StorageFile {
    private let system: InMemoryFileSystem
    private let number: UInt64
    private let held = Guarded<Bool?>(nil)

    init(system: InMemoryFileSystem, number: UInt64) {
        self.system = system
        self.number = number
    }

    deinit {
        if let exclusive = held.withLock({ $0 }) { system.unlock(number, exclusive: exclusive) }
    }

    var identity: FileIdentity { system.identity(ofNumber: number) }

    func size() throws(FileError) -> Int { system.bytes(of: number).count }
    func hasName() throws(FileError) -> Bool { system.hasName(number) }
    func stamp() throws(FileError) -> FileStamp { system.stamp(of: number) }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        Array(try system.read(number).dropFirst(offset).prefix(count))
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        let bytes = try read(at: offset, count: buffer.count)
        buffer.copyBytes(from: bytes)
        return bytes.count
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try system.write(bytes, at: offset, to: number)
    }

    func truncate(to size: Int) throws(FileError) { try system.truncate(number, to: size) }
    func sync() throws(FileError) { try system.sync(number) }

    func lock(exclusive: Bool) throws(FileError) -> Bool {
        if held.withLock({ $0 }) == exclusive { return true }
        guard system.lock(number, exclusive: exclusive) else { return false }
        held.withLock { $0 = exclusive }
        return true
    }
}
