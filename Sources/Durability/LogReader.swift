/// Where the segments of a log lie: `<folder>/<prefix><sequence, 16 hexadecimal digits>`.
package struct LogLocation: Hashable, Sendable {
    package var folder: String
    package var prefix: String

    package init(folder: String, prefix: String) {
        self.folder = folder
        self.prefix = prefix
    }

    /// The path of what has that name in the folder.
    package func path(of name: String) -> String { folder == "/" ? "/" + name : "\(folder)/\(name)" }

    package func path(ofSegment sequence: UInt64) -> String {
        let digits = String(sequence, radix: 16)
        return path(of: prefix + String(repeating: "0", count: 16 - digits.count) + digits)
    }

    /// Where a segment is made, until it gets its name.
    package var temporaryPath: String { path(of: prefix + "new") }

    /// Whether a file of this name in the folder is one of the log's.
    package func owns(_ name: String) -> Bool {
        sequence(of: name) != nil || path(of: name) == temporaryPath
    }

    package func sequence(of name: String) -> UInt64? {
        // Byte by byte, as file systems compare names.
        guard name.utf8.starts(with: prefix.utf8) else { return nil }
        let digits = name.utf8.dropFirst(prefix.utf8.count)
        guard digits.count == 16, digits.allSatisfy(Self.digits.contains) else { return nil }
        let sequence = UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
        return sequence.flatMap { $0 < Self.sequenceLimit ? $0 : nil }
    }

    private static let digits = Array("0123456789abcdef".utf8)
    /// So many no log comes to, and there is always a next one.
    private static let sequenceLimit: UInt64 = 1 << 63

    /// Sequence numbers of the segments that are there, ascending.
    package func segments(in files: any FileSystem) throws(StorageProblem) -> [UInt64] {
        let names = try onFile(folder) { () throws(FileError) in try files.names(in: folder) }
        return names.compactMap { sequence(of: $0) }.sorted()
    }

    /// The last segment, locked; `nil` where there is none.
    ///
    /// - Throws: `.inUse` where another writer goes on with it, whatever path or file it came in by.
    package func lockLastSegment(in files: any FileSystem) throws(StorageProblem) -> (any StorageFile)? {
        guard let sequence = try segments(in: files).last else { return nil }
        let path = path(ofSegment: sequence)
        let (file, isLocked) = try onFile(path) { () throws(FileError) in
            let file = try files.open(path, .write)
            return (file, try file.lock(exclusive: true))
        }
        guard isLocked else { throw .inUse(path: path, file.identity) }
        return file
    }
}

/// One segment as it was read: whole frames, and where they end.
package struct LogSegment: Sendable {
    package var header: LogSegmentHeader
    package var path: String
    package var records: [Record] = []
    /// The first block without a whole frame.
    package var endBlock = 1
    /// Blocks from `endBlock` on that hold something: what a crash left of a frame.
    package var tornBlocks = 0
    /// Of its last whole frame; before its first one where it has none.
    package private(set) var lastNumber: UInt64 = 0
    /// The block that the last whole frame begins with, and the frame's bytes.
    var lastFrame: (block: Int, bytes: ArraySlice<UInt8>) = (1, [])

    package struct Record: Sendable {
        package var number: UInt64
        package var payload: [UInt8]
        /// Of the frame's first block.
        package var offset: Int
    }

    package var blockCount: Int { Int(header.fileSize) / LogFormat.blockSize }

    /// Reads a segment of a log.
    ///
    /// - Throws: `.damaged` where bytes stand that no crash leaves.
    package init(_ path: String, in files: any FileSystem) throws(StorageProblem) {
        let bytes = try onFile(path) { () throws(FileError) in
            let file = try files.open(path, .read)
            return try file.read(at: 0, count: try file.size())
        }
        try self.init(bytes, path: path)
    }

    init(_ bytes: [UInt8], path: String) throws(StorageProblem) {
        self.path = path
        header = try LogSegmentHeader(bytes, path: path)
        guard header.fileSize == UInt64(bytes.count), bytes.count % LogFormat.blockSize == 0 else {
            throw damage(
                min(bytes.count, Int(clamping: header.fileSize)),
                "the file has \(bytes.count) bytes, and its header says \(header.fileSize)")
        }
        var expected = header.firstNumber
        lastNumber = expected &- 1
        while endBlock < blockCount, let (frame, next) = try frame(at: endBlock, in: bytes) {
            try take(frame, at: endBlock, expecting: &expected)
            lastFrame = (endBlock, bytes[(endBlock * LogFormat.blockSize)..<(next * LogFormat.blockSize)])
            endBlock = next
            lastNumber = expected &- 1
        }
        try findTorn(in: bytes)
    }

    /// For who needs its end alone.
    fileprivate var withoutRecords: LogSegment {
        var copy = self
        copy.records = []
        return copy
    }

    private func damage(_ offset: Int, _ reason: String) -> StorageProblem {
        .damaged(path: path, offset: offset, reason: reason)
    }

    private enum Block {
        case unwritten
        case whole(LogFormat.Flags, payload: ArraySlice<UInt8>)
    }

    private func block(_ number: Int, in bytes: [UInt8]) throws(StorageProblem) -> Block {
        let start = number * LogFormat.blockSize
        guard bytes[start + 511] != 0 else { return .unwritten }
        let stored = bytes[(start + 504)..<(start + 508)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let sum = LogFormat.checksum(of: bytes[start..<(start + 504)], salt: header.salt, number: number)
        guard bytes[(start + 508)..<(start + 512)].elementsEqual(LogFormat.mark), stored == sum else {
            throw damage(start, "the checksum of block \(number) is wrong")
        }
        let length = Int(bytes[start + 500]) | Int(bytes[start + 501]) << 8
        guard length <= LogFormat.payloadSize else { throw damage(start + 500, "a block's length is too large") }
        return .whole(LogFormat.Flags(rawValue: bytes[start + 502]), payload: bytes[start..<(start + length)])
    }

    /// The frame that begins there, and the block behind it; `nil` where it was not wholly written.
    private func frame(at first: Int, in bytes: [UInt8]) throws(StorageProblem) -> (frame: [UInt8], next: Int)? {
        var frame: [UInt8] = []
        for number in first..<blockCount {
            guard case .whole(let flags, let payload) = try block(number, in: bytes) else { return nil }
            guard flags.contains(.first) == (number == first), !flags.contains(.header) else {
                throw damage(number * LogFormat.blockSize, "block \(number) is out of place")
            }
            frame += payload
            if flags.contains(.last) { return (frame, number + 1) }
        }
        throw damage(first * LogFormat.blockSize, "a frame goes on beyond the end of the segment")
    }

    private mutating func take(
        _ frame: [UInt8], at block: Int, expecting expected: inout UInt64
    ) throws(StorageProblem) {
        let offset = block * LogFormat.blockSize
        var reader = ByteReader(frame)
        do throws(ByteError) {
            let first = try reader.fixed(UInt64.self)
            let count = try reader.fixed(UInt32.self)
            guard first == expected else { throw ByteError(offset: 0) }
            for index in 0..<UInt64(count) {
                let length = Int(try reader.fixed(UInt32.self))
                records.append(
                    Record(number: first &+ index, payload: Array(try reader.take(length)), offset: offset))
            }
            guard reader.remaining == 0, count > 0 else { throw ByteError(offset: reader.offset) }
            expected = first &+ UInt64(count)
        } catch {
            throw damage(offset, "the frame cannot be read, at its byte \(error.offset)")
        }
    }

    /// A frame is written only after all before it have lasted: a whole block that begins one, beyond the end, means that
    /// something before it was lost.
    private mutating func findTorn(in bytes: [UInt8]) throws(StorageProblem) {
        for number in endBlock..<max(endBlock, blockCount) {
            let start = number * LogFormat.blockSize
            if case .whole(let flags, _) = try block(number, in: bytes) {
                if flags.contains(.first), number > endBlock {
                    throw damage(
                        endBlock * LogFormat.blockSize, "commits are missing: others follow at offset \(start)")
                }
                tornBlocks = number - endBlock + 1
            } else if bytes[start..<(start + LogFormat.blockSize)].contains(where: { $0 != 0 }) {
                tornBlocks = number - endBlock + 1
            }
        }
    }
}

/// All of a log that a store needs: the commits after the one its checkpoint holds.
package struct LogContents: Sendable {
    /// In order, without gaps, from the commit after the checkpoint's.
    package var records: [(record: LogSegment.Record, path: String)] = []
    /// Every segment that is there: sequence, and the last commit it holds.
    package var segments: [(sequence: UInt64, lastNumber: UInt64)] = []
    package var last: LogSegment?
    package var byteCount = 0

    /// - Parameter number: of the checkpoint's last commit.
    /// - Throws: `.gap` where commits are missing; while a writer is at work that may be because it removed segments that
    ///   a newer checkpoint has made superfluous.
    package init(
        _ location: LogLocation, of storeID: StoreID, after number: UInt64, in files: any FileSystem
    ) throws(StorageProblem) {
        var reached = number
        var previous: LogSegment?
        for sequence in try location.segments(in: files) {
            let path = location.path(ofSegment: sequence)
            let segment = try LogSegment(path, in: files)
            guard segment.header.storeID == storeID else { throw .foreignLog(path: path) }
            guard segment.header.sequence == sequence else {
                throw .damaged(path: path, offset: 32, reason: "its sequence number is not that of its name")
            }
            if let previous, previous.tornBlocks > 0, !segment.records.isEmpty {
                throw .damaged(
                    path: previous.path, offset: previous.endBlock * LogFormat.blockSize,
                    reason: "commits are missing: others follow in \(path)")
            }
            for record in segment.records where record.number > number {
                guard record.number == reached + 1 else {
                    throw .gap(path: path, expected: reached + 1, found: record.number)
                }
                reached = record.number
                records.append((record, path))
            }
            byteCount += Int(segment.header.fileSize)
            segments.append((sequence, segment.lastNumber))
            previous = segment.withoutRecords
        }
        last = previous
    }

    package var lastNumber: UInt64? { records.last?.record.number }
}
