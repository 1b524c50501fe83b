/// Why commits were not made durable.
package struct LogFailure: Error, Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// Nothing of them is on disk; later ones may succeed.
        case undone
        /// Nobody knows what is on disk until the store is opened again.
        case unknown
        /// Another program put something else in the place of the store: nothing of them will be found there.
        case replaced(StoreReplacement)

        /// Whether later commits may succeed.
        package var isFinal: Bool { self != .undone }
    }

    package var outcome: Outcome
    package var error: FileError
    package var path: String
    /// What was tried, as in "writing to".
    package var action: String

    package init(outcome: Outcome, error: FileError, path: String, action: String) {
        self.outcome = outcome
        self.error = error
        self.path = path
        self.action = action
    }

    /// A look at the store's place ended with `problem`, before anything was written.
    package init(_ problem: StorageProblem, at path: String) {
        switch problem {
        case .replaced(let path, let replacement): self = .replaced(replacement, path)
        case .io(let error, let path): self.init(outcome: .undone, error: error, path: path, action: "looking at")
        default: self = .replaced(.content, path)
        }
    }

    package static func replaced(_ replacement: StoreReplacement, _ path: String) -> LogFailure {
        LogFailure(
            outcome: .replaced(replacement), error: FileError(errorNumber: 0, text: "it was replaced"), path: path,
            action: "looking at")
    }
}

/// Writes frames to the segments of a log. Used by one thread at a time.
struct LogWriter {
    private let files: any FileSystem
    private let location: LogLocation
    private let place: StorePlace
    private let storeID: StoreID
    /// The first segments of a log are small, for stores that are opened for a moment.
    private var segmentBlocks: Int
    private let segmentBlocksLimit: Int
    private var nextSequence: UInt64
    private var current: Segment?
    private let roomMaker: SegmentRoom.Maker
    /// For the segment after the current one.
    private var room: SegmentRoom?

    private struct Segment {
        var file: any StorageFile
        var path: String
        var header: LogSegmentHeader
        var nextBlock: Int
        var blockCount: Int { Int(header.fileSize) / LogFormat.blockSize }
    }

    init(
        files: any FileSystem, location: LogLocation, place: StorePlace, storeID: StoreID, segmentBytes: Int,
        roomMaker: SegmentRoom.Maker, after last: LogSegment?, held file: (any StorageFile)?, number: UInt64
    ) throws(StorageProblem) {
        self.files = files
        self.location = location
        self.place = place
        self.storeID = storeID
        self.roomMaker = roomMaker
        segmentBlocksLimit = max(2, segmentBytes / LogFormat.blockSize)
        segmentBlocks = max(2, segmentBlocksLimit / 16)
        nextSequence = (last?.header.sequence ?? 0) &+ 1
        let temporary = location.temporaryPath
        try onFile(temporary) { () throws(FileError) in try files.remove(temporary) }
        guard let last else { return }
        guard let file,
            try onFile(last.path, { () throws(FileError) in try files.identity(of: last.path) }) == file.identity
        else { throw .replaced(path: last.path, .log) }
        try onFile(last.path) { () throws(FileError) in
            // Reading the last frame does not prove that it lasts: its sync may have failed. Every earlier one does, or
            // the next would not have been written. Dirtied again, it is synced now; a frame by half goes.
            try file.write(Array(last.lastFrame.bytes), at: last.lastFrame.block * LogFormat.blockSize)
            if last.tornBlocks > 0 {
                let zeros = [UInt8](repeating: 0, count: last.tornBlocks * LogFormat.blockSize)
                try file.write(zeros, at: last.endBlock * LogFormat.blockSize)
            }
            try file.sync()
            try files.syncFolder(of: last.path)
            file.bypassCache()
        }
        // A segment that a checkpoint has made superfluous, and that could not be removed, is not gone on with.
        guard last.lastNumber == number else { return }
        current = Segment(file: file, path: last.path, header: last.header, nextBlock: last.endBlock)
    }

    /// The sequence number of the segment that is written to, if there is one.
    var currentSequence: UInt64? { current?.header.sequence }

    /// Lets the next frame begin a new segment, and lets go of the room for it.
    mutating func close() throws(StorageProblem) {
        current = nil
        guard let room else { return }
        self.room = nil
        guard let file = room.take() else { return }
        let path = location.temporaryPath
        guard (try? files.identity(of: path)) == file.identity else { return }
        try onFile(path) { () throws(FileError) in try files.remove(path) }
    }

    /// Writes a frame and sees that it lasts.
    ///
    /// - Returns: whether it began a new segment.
    mutating func append(firstNumber: UInt64, records: [[UInt8]]) throws(LogFailure) -> Bool {
        let frame = LogFormat.frame(firstNumber: firstNumber, records: records)
        let blockCount = LogFormat.blockCount(ofFrame: frame.count)
        guard var segment = current, segment.nextBlock + blockCount <= segment.blockCount else {
            try beginSegment(with: frame, firstNumber: firstNumber)
            return true
        }
        let bytes = LogFormat.blocks(of: frame, salt: segment.header.salt, firstBlock: segment.nextBlock)
        let offset = segment.nextBlock * LogFormat.blockSize
        do throws(FileError) {
            try segment.file.write(bytes, at: offset)
        } catch {
            throw undo(byteCount: bytes.count, at: offset, in: segment, after: error)
        }
        do throws(FileError) {
            try segment.file.sync()
        } catch {
            // The system may have given up pages that it could not write: reading them now proves nothing.
            throw LogFailure(outcome: .unknown, error: error, path: segment.path, action: "syncing")
        }
        // A frame in a file that no path leads to is gone with the process.
        if (try? segment.file.hasName()) == false { throw .replaced(.log, segment.path) }
        segment.nextBlock += blockCount
        current = segment
        makeRoom()
        return false
    }

    /// Once the current segment is half full, the next one is made ready.
    private mutating func makeRoom() {
        guard room == nil, let current, current.nextBlock * 2 > current.blockCount else { return }
        room = SegmentRoom(
            segmentBlocks, at: location.temporaryPath, access: place.access, in: files, by: roomMaker)
        segmentBlocks = min(segmentBlocksLimit, segmentBlocks * 4)
    }

    /// Room that was made ready, where the frame fits it, or is made now.
    private mutating func takeRoom(for neededBlocks: Int) throws(FileError) -> (file: any StorageFile, blocks: Int) {
        let ready = room
        room = nil
        if let ready, let file = ready.take(), ready.blockCount >= neededBlocks { return (file, ready.blockCount) }
        let wantedBlocks = max(segmentBlocks, neededBlocks)
        do throws(FileError) {
            let file = try makeRoom(of: wantedBlocks)
            segmentBlocks = min(segmentBlocksLimit, segmentBlocks * 4)
            return (file, wantedBlocks)
        } catch {
            guard error.isNoRoom else { throw error }
            segmentBlocks = max(2, segmentBlocksLimit / 16)
            var blockCount = wantedBlocks
            while blockCount > neededBlocks {
                blockCount = max(neededBlocks, blockCount / 4)
                if let file = try? makeRoom(of: blockCount) { return (file, blockCount) }
            }
            let byteCount = neededBlocks * LogFormat.blockSize
            throw FileError(errorNumber: error.errorNumber, text: "\(error.text) (\(byteCount) bytes are needed)")
        }
    }

    private func makeRoom(of blockCount: Int) throws(FileError) -> any StorageFile {
        try SegmentRoom.make(blockCount, at: location.temporaryPath, access: place.access, in: files)
    }

    /// After a write that failed: what may be half there is zeroed, for certain.
    private func undo(byteCount: Int, at offset: Int, in segment: Segment, after error: FileError) -> LogFailure {
        var failure = LogFailure(outcome: .undone, error: error, path: segment.path, action: "writing to")
        do throws(FileError) {
            try segment.file.write([UInt8](repeating: 0, count: byteCount), at: offset)
            try segment.file.sync()
        } catch {
            failure.outcome = .unknown
        }
        return failure
    }

    /// A segment comes into being with its first frame: written beside, made to last, and named.
    private mutating func beginSegment(with frame: [UInt8], firstNumber: UInt64) throws(LogFailure) {
        let path = location.path(ofSegment: nextSequence)
        let temporary = location.temporaryPath
        let segment: Segment
        try checkPlace()
        // What follows it would be found without it.
        if let current, (try? current.file.hasName()) == false { throw .replaced(.log, current.path) }
        do throws(FileError) {
            let room = try takeRoom(for: 1 + LogFormat.blockCount(ofFrame: frame.count))
            let header = LogSegmentHeader(
                storeID: storeID, sequence: nextSequence, firstNumber: firstNumber,
                fileSize: UInt64(room.blocks * LogFormat.blockSize), salt: UInt64.random(in: 0 ... .max))
            let blocks = LogFormat.blocks(of: frame, salt: header.salt, firstBlock: 1)
            room.file.bypassCache()
            // Whoever opens the store finds it locked, whatever leads there.
            guard try room.file.lock(exclusive: true) else { throw Self.taken }
            try room.file.write(header.block + blocks, at: 0)
            try room.file.sync()
            guard try files.identity(of: temporary) == room.file.identity else { throw Self.taken }
            try files.name(temporary, path)
            segment = Segment(
                file: room.file, path: path, header: header, nextBlock: 1 + blocks.count / LogFormat.blockSize)
        } catch {
            if error.isTaken { throw .replaced(.log, path) }
            try? files.remove(temporary)
            throw LogFailure(outcome: .undone, error: error, path: path, action: "making room in")
        }
        // Who has come in through another file meanwhile either found this segment, which is locked, or is seen now.
        do throws(LogFailure) {
            guard (try? files.identity(of: path)) == segment.file.identity else { throw .replaced(.log, path) }
            try checkPlace()
        } catch {
            if (try? files.identity(of: path)) == segment.file.identity { try? files.remove(path) }
            throw error
        }
        do throws(FileError) {
            try files.syncFolder(of: path)
        } catch {
            throw LogFailure(outcome: .unknown, error: error, path: path, action: "syncing the folder of")
        }
        current = segment
        nextSequence += 1
        makeRoom()
    }

    private static let taken = FileError(errorNumber: 17, text: "another program wrote it")

    private func checkPlace() throws(LogFailure) {
        do throws(StorageProblem) {
            try place.check()
        } catch {
            throw LogFailure(error, at: place.path)
        }
    }
}
