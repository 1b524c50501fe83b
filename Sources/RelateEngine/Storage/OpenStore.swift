import Durability

/// A store on disk that is open for writing: its lock, its log and its checkpoints.
final class OpenStore: CommitLog, @unchecked Sendable {
    struct Options: Sendable {
        var files: any FileSystem = POSIXFileSystem()
        var segmentBytes = Limits.logSegmentBytes
        var segmentMaker = SegmentRoom.Maker.backgroundThread
        var checkpointIntervalMs = Limits.checkpointIntervalMs
        var checkpointLogBytes = Limits.checkpointLogBytes
        var noteClosing: @Sendable (ClosingProblem) -> Void = ClosingProblem.tell
    }

    let location: StoreLocation
    private let files: any FileSystem
    /// Its file's lock is the store's; a checkpoint hands it on to the file that replaces it.
    private let place: StorePlace
    private let storeID: StoreID
    /// Of the checkpoint that was opened: columns may lie in it for as long as the store is open.
    private let image: FileImage
    private let log: WriteAheadLog
    private let schedule: CheckpointSchedule
    private let noteClosing: @Sendable (ClosingProblem) -> Void

    // By who is in the writer's turn.
    private var known: ChangeRecord.KnownNames
    private var knownGeneration = 0
    /// What the files hold for certain whatever happens to commits in flight.
    private let knownAtOpen: ChangeRecord.KnownNames

    // Under `checkpointing`.
    private let checkpointing = Monitor()
    private var checkpointNumber: UInt64

    // MARK: Opening

    /// Opens the store for writing; creates it where there is none. Folders above it are not created.
    static func open(_ path: String, _ options: Options = Options()) throws(StoreError) -> (OpenStore, StoredGraph) {
        let files = options.files
        let (location, isThere) = try StoreLocation.at(path, in: files)
        if !isThere, location.form == .directory {
            try store { () throws(StorageProblem) in
                try onFile(location.log.folder) { () throws(FileError) in
                    try files.makeFolder(location.log.folder)
                    try files.syncFolder(of: location.log.folder)
                }
            }
        }
        if try !location.hasCheckpoint(files) {
            if location.form == .directory, try !location.holdsNothingElse(files) {
                throw .notAStore(path: path, reason: "the folder holds other files")
            }
            try location.refuseLogAlone(files)
        }
        var file = try lock(location, files)
        let size = try store { () throws(StorageProblem) in
            try onFile(location.checkpointPath) { () throws(FileError) in try file.size() }
        }
        if size == 0 {
            file = try create(location, replacing: file, files)
        }
        let graph: StoredGraph
        let segment: (any StorageFile)?
        do throws(StorageProblem) {
            segment = try location.log.lockLastSegment(in: files)
            graph = try StoredGraph(file, location, in: files)
        } catch {
            throw StoreError.storage(error).named(path)
        }
        return try store { () throws(StorageProblem) in
            // The name of this checkpoint may not last yet: nothing may be built on it before it does.
            try onFile(location.checkpointPath) { () throws(FileError) in
                try files.syncFolder(of: location.checkpointPath)
            }
            return (try OpenStore(graph, file, segment, location, options), graph)
        }
    }

    /// Opens the checkpoint's file and takes its lock. What another process has put in its place meanwhile is the store.
    private static func lock(
        _ location: StoreLocation, _ files: any FileSystem
    ) throws(StoreError) -> any StorageFile {
        let path = location.checkpointPath
        while true {
            let opened = try store { () throws(StorageProblem) in
                try onFile(path) { () throws(FileError) -> (file: any StorageFile, isLocked: Bool, isStill: Bool) in
                    let file = try files.open(path, .create)
                    guard try file.lock(exclusive: true) else { return (file, false, true) }
                    return (file, true, (try? files.identity(of: path)) == file.identity)
                }
            }
            guard opened.isLocked else {
                throw .locked(path: path, process: LockHolder.process(of: opened.file.identity))
            }
            if opened.isStill { return opened.file }
        }
    }

    /// An empty file is a store that is yet to be made.
    private static func create(
        _ location: StoreLocation, replacing file: any StorageFile, _ files: any FileSystem
    ) throws(StoreError) -> any StorageFile {
        let segments = try store { () throws(StorageProblem) in try location.log.segments(in: files) }
        if let first = segments.first {
            throw .storage(
                .damaged(
                    path: location.checkpointPath, offset: 0,
                    reason: "the file is empty, but there is a log at \(location.log.path(ofSegment: first))"))
        }
        return try store { () throws(StorageProblem) in
            let place = try StorePlace(file, at: location.checkpointPath, in: files)
            return try replaceCheckpoint(
                GraphState(), .random(), number: 0, location, files, at: place, access: place.access)
        }
    }

    private init(
        _ graph: StoredGraph, _ file: any StorageFile, _ segment: (any StorageFile)?, _ location: StoreLocation,
        _ options: Options
    ) throws(StorageProblem) {
        place = try StorePlace(file, at: location.checkpointPath, in: options.files)
        self.location = location
        files = options.files
        noteClosing = options.noteClosing
        storeID = graph.checkpoint.storeID
        image = graph.image
        log = try WriteAheadLog(
            location.log, at: place, of: storeID, contents: graph.log, held: segment, number: graph.number,
            segmentBytes: options.segmentBytes, roomMaker: options.segmentMaker, in: files)
        known = ChangeRecord.KnownNames(graph.state.shared)
        knownAtOpen = known
        checkpointNumber = graph.checkpoint.number
        schedule = CheckpointSchedule(
            intervalMs: options.checkpointIntervalMs, logBytes: options.checkpointLogBytes,
            loggedBytes: graph.log.byteCount)
    }

    // MARK: Commits

    var generation: Int { log.generation }

    func submit(_ writeSet: WriteSet, state: GraphState, number: UInt64, generation: Int) throws(EngineError) {
        if generation != knownGeneration {
            // Names may have been in records that were lost. Telling one twice does no harm.
            known = knownAtOpen
            knownGeneration = generation
        }
        var next = known
        let record = try ChangeRecord.encode(writeSet, in: state, timeMs: Self.nowMs(), known: &next)
        guard image.isIntact else { throw .storeChanged(location.checkpointPath) }
        guard record.count <= Limits.commitRecordBytesLimit else { throw .transactionTooLarge(record.count) }
        do throws(LogFailure) {
            try log.submit(record, number: number, generation: generation)
        } catch {
            throw Self.error(error)
        }
        known = next
        // The log grows by whole blocks.
        schedule.noteCommit(byteCount: max(record.count, LogFormat.blockSize))
    }

    func submitWhole(_ state: GraphState, number: UInt64, generation: Int) throws(EngineError) {
        // So the log is at rest, and a commit that is refused takes none of those before it along.
        try waitUntilDurable(number - 1, generation: generation)
        let path = location.checkpointPath
        guard image.isIntact else { throw .storeChanged(path) }
        try checkpointing.withLock { () throws(EngineError) in
            do throws(StorageProblem) {
                try place.check()
                let new = try Self.writeCheckpoint(
                    state, storeID, number: number, location, files, access: place.access, from: image, isPatient: false
                )
                try Self.nameCheckpoint(new, location, files, at: place)
            } catch {
                guard case .io(let problem, let path) = error else {
                    noteReplacement(error)
                    throw Self.error(LogFailure(error, at: path))
                }
                throw .commitFailed(LogFailure(outcome: .undone, error: problem, path: path, action: "writing"))
            }
            do throws(FileError) {
                try files.syncFolder(of: path)
            } catch {
                let failure = LogFailure(outcome: .unknown, error: error, path: path, action: "syncing the folder of")
                log.end(failure)
                throw .storePoisoned(failure)
            }
            checkpointNumber = number
            schedule.noteCheckpoint()
            // What cannot be removed of the log says nothing that the checkpoint does not hold.
            try? log.pass(number)
        }
    }

    func waitUntilDurable(_ number: UInt64, generation: Int) throws(EngineError) {
        do throws(LogFailure) {
            try log.waitUntilDurable(number, generation: generation)
        } catch {
            throw Self.error(error)
        }
    }

    func durableNumber(of generation: Int) -> UInt64 { log.durableNumber(of: generation) }

    private static func error(_ failure: LogFailure) -> EngineError {
        switch failure.outcome {
        case .undone: .commitFailed(failure)
        case .unknown: .storePoisoned(failure)
        case .replaced(let replacement): .storeReplaced(replacement, failure.path)
        }
    }

    private static func nowMs() -> UInt64 {
        let now = TemporalClock.realtime()
        return UInt64(clamping: now.epochSecond * 1000 + Int64(now.nanosecond) / 1_000_000)
    }

    // MARK: Checkpoints

    /// Writes checkpoints of what `manager` has committed, from time to time, until the store closes.
    func startCheckpoints(of manager: TransactionManager) {
        schedule.start { [unowned self] in
            do {
                manager.snapshot.state.finishIndexes()
                return try checkpoint(manager) ? .written : .nothingLasts
            } catch {
                return .failed
            }
        }
    }

    /// Writes the committed state as a checkpoint, and removes what of the log it makes superfluous. Commits go on.
    ///
    /// - Parameter isPatient: whether others use the store meanwhile, and go first.
    /// - Returns: false where the last one holds that state already.
    @discardableResult
    func checkpoint(_ manager: TransactionManager, isPatient: Bool = true) throws(StoreError) -> Bool {
        try checkpointing.withLock { () throws(StoreError) in
            let (state, number) = manager.snapshot
            guard number > checkpointNumber else { return false }
            schedule.noteCheckpoint()
            try store { () throws(StorageProblem) in
                do throws(StorageProblem) {
                    try place.check()
                    try replaceCheckpoint(state, number, isPatient: isPatient)
                } catch {
                    noteReplacement(error)
                    throw error
                }
            }
            return true
        }
    }

    /// Under `checkpointing`.
    private func replaceCheckpoint(
        _ state: GraphState, _ number: UInt64, isPatient: Bool
    ) throws(StorageProblem) {
        // Locks that others wait for are taken outside of the patient thread, which may not come to give them back.
        let write = { @Sendable [storeID, location, files, image, place] () throws(StorageProblem) in
            let old = place.file
            _ = try Self.replaceCheckpoint(
                state, storeID, number: number, location, files, at: place, access: place.access,
                from: image, isPatient: isPatient)
            if isPatient, !image.lies(in: old) { old.giveBackRoom() }
        }
        try isPatient ? BackgroundThread.runPatiently(write) : write()
        checkpointNumber = number
        try log.removeSegments(through: number)
    }

    /// Where the path leads to something else, no commit would be found there any more.
    private func noteReplacement(_ problem: StorageProblem) {
        guard case .replaced(let path, _) = problem else { return }
        log.end(LogFailure(problem, at: path))
    }

    /// Puts a checkpoint in the place of the one that is there.
    ///
    /// - Parameters:
    ///   - place: where that is; `nil` where nothing is there yet.
    ///   - access: who may read and write it.
    ///   - image: what parts of the state may lie in; where it is not what it was, nothing is replaced.
    ///   - isPatient: whether others use the store meanwhile, and go first.
    /// - Returns: its file, locked.
    static func replaceCheckpoint(
        _ state: GraphState, _ storeID: StoreID, number: UInt64, _ location: StoreLocation, _ files: any FileSystem,
        at place: StorePlace?, access: FileAccess?, from image: FileImage? = nil, isPatient: Bool = true
    ) throws(StorageProblem) -> any StorageFile {
        let file = try writeCheckpoint(
            state, storeID, number: number, location, files, access: access, from: image, isPatient: isPatient)
        try nameCheckpoint(file, location, files, at: place)
        try onFile(location.checkpointPath) { () throws(FileError) in
            try files.syncFolder(of: location.checkpointPath)
        }
        return file
    }

    /// Writes a checkpoint beside the one that is there, and makes it last; where that fails, nothing is left of it.
    private static func writeCheckpoint(
        _ state: GraphState, _ storeID: StoreID, number: UInt64, _ location: StoreLocation, _ files: any FileSystem,
        access: FileAccess?, from image: FileImage?, isPatient: Bool
    ) throws(StorageProblem) -> any StorageFile {
        let temporary = location.temporaryPath
        do throws(StorageProblem) {
            let file = try onFile(temporary) { () throws(FileError) in
                let file = try files.open(temporary, .createAnew)
                if let access { file.setAccess(access) }
                _ = try CheckpointWriter.write(
                    state, storeID: storeID, number: number, timeMs: nowMs(), to: file, isPatient: isPatient)
                // Whoever opens the new file shall find it locked, at any moment.
                _ = try file.lock(exclusive: true)
                return file
            }
            if let image, !image.isIntact {
                throw .replaced(path: location.checkpointPath, .content)
            }
            return file
        } catch {
            try? files.remove(temporary)
            throw error
        }
    }

    /// Gives the checkpoint that was written beside the store's its name.
    private static func nameCheckpoint(
        _ file: any StorageFile, _ location: StoreLocation, _ files: any FileSystem, at place: StorePlace?
    ) throws(StorageProblem) {
        let temporary = location.temporaryPath
        guard try onFile(temporary, { () throws(FileError) in try files.identity(of: temporary) }) == file.identity
        else {
            throw .replaced(path: temporary, .file)
        }
        do throws(StorageProblem) {
            try place?.check()
        } catch {
            try? files.remove(temporary)
            throw error
        }
        try onFile(temporary) { () throws(FileError) in
            do throws(FileError) {
                if place == nil {
                    try files.name(temporary, location.checkpointPath)
                } else {
                    try files.rename(temporary, to: location.checkpointPath)
                }
            } catch {
                try? files.remove(temporary)
                throw error
            }
        }
        try place?.hold(file)
    }

    /// Ends the store: with a checkpoint, after which no log is left; where that fails the log stays, and the next open
    /// reads it.
    ///
    /// - Parameter isHealthy: after a failure that nobody understands, nothing more is written.
    func close(_ manager: TransactionManager, isHealthy: Bool) {
        schedule.stop()
        guard isHealthy else { return }
        do throws(StoreError) {
            try checkpoint(manager, isPatient: false)
            try store { () throws(StorageProblem) in
                try checkpointing.withLock { () throws(StorageProblem) in
                    try log.close(through: checkpointNumber)
                    try onFile(location.log.folder) { () throws(FileError) in
                        try files.syncFolder(of: location.checkpointPath)
                    }
                }
            }
        } catch {
            // All that was acknowledged is in the log, wherever that is.
            let commitCount = manager.snapshot.number - checkpointing.withLock { checkpointNumber }
            let logPaths = log.segmentPaths.filter { files.exists($0) }
            noteClosing(
                ClosingProblem(
                    path: location.checkpointPath, reason: error,
                    commitCount: commitCount, logPaths: logPaths))
        }
    }
}
