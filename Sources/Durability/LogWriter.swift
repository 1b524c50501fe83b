/// Why commits were not made durable.
package struct LogFailure: Error, Hashable, Sendable {
    package enum Outcome: Sendable {
        /// Nothing of them is on disk; later ones may succeed.
        case undone
        /// Nobody knows what is on disk until the store is opened again.
        case unknown
    }

    package var outcome: Outcome
    package var error: FileError
    package var path: String
    /// What was tried, as in "writing to".
    package var action: String
}

/// Writes frames to the segments of a log. Used by one thread at a time.
struct LogWriter {
    private let files: any FileSystem
    private let location: LogLocation
    private let storeID: StoreID
    /// The first segments of a log are small, for stores that are opened for a moment.
    private var segmentBlocks: Int
    private let segmentBlocksLimit: Int
    private var nextSequence: UInt64
    private var current: Segment?

    private struct Segment {
        var file: any StorageFile
        var path: String
        var header: LogSegmentHeader
        var nextBlock: Int
        var blockCount: Int { Int(header.fileSize) / LogFormat.blockSize }
    }

    init(
        files: any FileSystem, location: LogLocation, storeID: StoreID, segmentBytes: Int,
        after last: LogSegment?, number: UInt64
    ) throws(StorageProblem) {
        self.files = files
        self.location = location
        self.storeID = storeID
        segmentBlocksLimit = max(2, segmentBytes / LogFormat.blockSize)
        segmentBlocks = max(2, segmentBlocksLimit / 16)
        nextSequence = (last?.header.sequence ?? 0) &+ 1
        let temporary = location.temporaryPath
        try onFile(temporary) { () throws(FileError) in try files.remove(temporary) }
        guard let last else { return }
        let file = try onFile(last.path) { () throws(FileError) in
            let file = try files.open(last.path, .write)
            // Reading the last frame does not prove that it lasts: its sync may have failed. Every earlier one does, or
            // the next would not have been written. Dirtied again, it is synced now; a frame by half goes.
            try file.write(Array(last.lastFrame.bytes), at: last.lastFrame.block * LogFormat.blockSize)
            if last.tornBlocks > 0 {
                let zeros = [UInt8](repeating: 0, count: last.tornBlocks * LogFormat.blockSize)
                try file.write(zeros, at: last.endBlock * LogFormat.blockSize)
            }
            try file.sync()
            try files.syncFolder(of: last.path)
            return file
        }
        // A segment that a checkpoint has made superfluous, and that could not be removed, is not gone on with.
        guard last.lastNumber == number else { return }
        current = Segment(file: file, path: last.path, header: last.header, nextBlock: last.endBlock)
    }

    /// The sequence number of the segment that is written to, if there is one.
    var currentSequence: UInt64? { current?.header.sequence }

    /// Lets the next frame begin a new segment.
    mutating func closeSegment() { current = nil }

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
            throw LogFailure(outcome: .unknown, error: error, path: segment.path, action: "making last")
        }
        segment.nextBlock += blockCount
        current = segment
        return false
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
        let blockCount = max(segmentBlocks, 1 + LogFormat.blockCount(ofFrame: frame.count))
        let header = LogSegmentHeader(
            storeID: storeID, sequence: nextSequence, firstNumber: firstNumber,
            fileSize: UInt64(blockCount * LogFormat.blockSize), salt: UInt64.random(in: 0 ... .max))
        let blocks = LogFormat.blocks(of: frame, salt: header.salt, firstBlock: 1)
        let path = location.path(ofSegment: nextSequence)
        let temporary = location.temporaryPath
        let file: any StorageFile
        do throws(FileError) {
            file = try files.open(temporary, .create)
            try file.truncate(to: 0)
            try file.write(header.block + blocks, at: 0)
            var place = LogFormat.blockSize + blocks.count
            let end = Int(header.fileSize)
            // Zeros are written, not merely reserved: a later commit then changes no bookkeeping of the file system.
            while place < end {
                let count = min(1 << 20, end - place)
                try file.write([UInt8](repeating: 0, count: count), at: place)
                place += count
            }
            try file.sync()
            try files.rename(temporary, to: path)
        } catch {
            try? files.remove(temporary)
            throw LogFailure(outcome: .undone, error: error, path: path, action: "making room in")
        }
        do throws(FileError) {
            try files.syncFolder(of: path)
        } catch {
            throw LogFailure(outcome: .unknown, error: error, path: path, action: "making last the name of")
        }
        current = Segment(file: file, path: path, header: header, nextBlock: 1 + blocks.count / LogFormat.blockSize)
        nextSequence += 1
        segmentBlocks = min(segmentBlocksLimit, segmentBlocks * 4)
    }
}
