import Durability

/// A graph as the files of a store hold it: the checkpoint, and the commits of the log after it.
struct StoredGraph {
    let state: GraphState
    let number: UInt64
    let checkpoint: CheckpointFormat.Header
    let sections: [CheckpointFormat.Entry]
    let log: LogContents
    /// The checkpoint's bytes, in which columns of `state` lie.
    let image: FileImage

    /// How often to begin again while a writer is at work on the files.
    private static let attemptLimit = 100

    /// Reads the store; changes nothing.
    init(_ file: any StorageFile, _ location: StoreLocation, in files: any FileSystem) throws(StorageProblem) {
        let reader = try CheckpointReader(file, path: location.checkpointPath)
        checkpoint = reader.header
        sections = reader.entries
        image = reader.image
        var state = try CheckpointLoading.state(reader)
        log = try LogContents(location.log, of: reader.header.storeID, after: reader.header.number, in: files)
        for (record, path) in log.records {
            do throws(ByteError) {
                try ChangeReplay.apply(record.payload, to: &state)
            } catch {
                throw .damaged(
                    path: path, offset: record.offset,
                    reason: "the record of commit \(record.number) makes no sense at its byte \(error.offset)")
            }
        }
        state.shared.numbers.reserve(
            nodes: UInt32(state.nodeRowCount), relationships: UInt32(state.relationshipRowCount))
        self.state = state
        number = log.lastNumber ?? reader.header.number
    }

    /// Reads the store that a path leads to, for who only reads.
    static func reading(_ path: String, in files: any FileSystem) throws(StoreError) -> StoredGraph {
        let (location, isThere) = try StoreLocation.at(path, in: files)
        if !isThere, location.form == .directory { throw .missing(path: path) }
        guard try location.hasCheckpoint(files) else {
            try location.refuseLogAlone(files)
            guard isThere else { throw .missing(path: path) }
            throw .notAStore(path: path, reason: "there is no checkpoint in it")
        }
        do throws(StoreError) {
            return try reading(location, in: files)
        } catch {
            throw error.named(path)
        }
    }

    /// Reads a store for who only reads, perhaps while another process writes to it: the checkpoint may be replaced, and
    /// segments of the log removed, between one look and the next.
    static func reading(_ location: StoreLocation, in files: any FileSystem) throws(StoreError) -> StoredGraph {
        var problem = StorageProblem.gap(path: location.checkpointPath, expected: 0, found: 0)
        var seen: FileIdentity?
        for _ in 0..<attemptLimit {
            do throws(StorageProblem) {
                let file = try onFile(location.checkpointPath) { () throws(FileError) in
                    try files.open(location.checkpointPath, .read)
                }
                // Twice the same file and the same problem: nobody is at work here.
                let isSame = seen == file.identity
                seen = file.identity
                do throws(StorageProblem) {
                    return try StoredGraph(file, location, in: files)
                } catch {
                    if isSame && error == problem { throw error }
                    problem = error
                }
            } catch {
                throw .storage(error)
            }
        }
        throw .storage(problem)
    }
}
