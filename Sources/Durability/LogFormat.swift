/// A segment of a write-ahead log is a file of blocks of 512 bytes, as large from its beginning as it will ever be.
///
///     0    500  payload, zeros behind its length
///     500    2  length of the payload
///     502    1  flags: 1 first block of a frame, 2 last one, 4 the segment's header
///     503    1  zero
///     504    4  CRC-32C of bytes 0 ..< 504, then the segment's salt (8 bytes) and the block's number (4 bytes)
///     508    4  the mark 52 4C 42 A5; a block whose last byte is zero was not, or not wholly, written
///
/// Block 0 is the header; its checksum is made with salt 0. The payloads of a frame's blocks in a row are the frame: the
/// commits that one write made durable.
///
///     0    8  number of the first commit
///     8    4  commits
///     12      for each: 4 bytes of length, and the record
package enum LogFormat {
    package static let blockSize = 512
    static let payloadSize = 500
    static let magic = Array("RELATEWL".utf8)
    package static let version: UInt32 = 1
    static let mark: [UInt8] = [0x52, 0x4C, 0x42, 0xA5]

    struct Flags: OptionSet {
        let rawValue: UInt8
        static let first = Flags(rawValue: 1)
        static let last = Flags(rawValue: 2)
        static let header = Flags(rawValue: 4)
    }

    static func checksum(of block: some Collection<UInt8>, salt: UInt64, number: Int) -> UInt32 {
        var tail = ByteWriter()
        tail.fixed(salt)
        tail.fixed(UInt32(truncatingIfNeeded: number))
        return Checksum.crc32C.of(tail.bytes, after: Checksum.crc32C.of(block))
    }

    static func blockCount(ofFrame byteCount: Int) -> Int { max(1, (byteCount + payloadSize - 1) / payloadSize) }

    /// Cuts a frame into blocks, the first of which has the number `firstBlock`.
    static func blocks(of frame: [UInt8], salt: UInt64, firstBlock: Int) -> [UInt8] {
        let count = blockCount(ofFrame: frame.count)
        var writer = ByteWriter(reserving: count * blockSize)
        for index in 0..<count {
            var flags: Flags = index == 0 ? .first : []
            if index == count - 1 { flags.insert(.last) }
            let payload = frame[(index * payloadSize)..<min(frame.count, (index + 1) * payloadSize)]
            writeBlock(payload, flags, salt: salt, number: firstBlock + index, to: &writer)
        }
        return writer.bytes
    }

    static func writeBlock(
        _ payload: ArraySlice<UInt8>, _ flags: Flags, salt: UInt64, number: Int, to writer: inout ByteWriter
    ) {
        let start = writer.bytes.count
        writer.append(payload)
        writer.zeros(payloadSize - payload.count)
        writer.fixed(UInt16(payload.count))
        writer.byte(flags.rawValue)
        writer.byte(0)
        writer.fixed(checksum(of: writer.bytes[start...], salt: salt, number: number))
        writer.append(mark)
    }

    static func frame(firstNumber: UInt64, records: [[UInt8]]) -> [UInt8] {
        var writer = ByteWriter(reserving: 12 + records.reduce(0) { $0 + 4 + $1.count })
        writer.fixed(firstNumber)
        writer.fixed(UInt32(truncatingIfNeeded: records.count))
        for record in records {
            writer.fixed(UInt32(truncatingIfNeeded: record.count))
            writer.append(record)
        }
        return writer.bytes
    }
}

/// The header of a segment: payload of its block 0.
///
///     0    8  "RELATEWL"
///     8    4  version of the format
///     12   4  lowest version of a reader that understands it
///     16  16  identity of the store
///     32   8  sequence number of the segment, also in its name
///     40   8  number of its first commit
///     48   8  size of the file
///     56   8  salt of its blocks
package struct LogSegmentHeader: Hashable, Sendable {
    package var storeID: StoreID
    package var sequence: UInt64
    package var firstNumber: UInt64
    package var fileSize: UInt64
    package var salt: UInt64

    var block: [UInt8] {
        var payload = ByteWriter()
        payload.append(LogFormat.magic)
        payload.fixed(LogFormat.version)
        payload.fixed(LogFormat.version)
        payload.append(storeID.bytes)
        payload.fixed(sequence)
        payload.fixed(firstNumber)
        payload.fixed(fileSize)
        payload.fixed(salt)
        var writer = ByteWriter()
        LogFormat.writeBlock(payload.bytes[...], .header, salt: 0, number: 0, to: &writer)
        return writer.bytes
    }

    init(storeID: StoreID, sequence: UInt64, firstNumber: UInt64, fileSize: UInt64, salt: UInt64) {
        self.storeID = storeID
        self.sequence = sequence
        self.firstNumber = firstNumber
        self.fileSize = fileSize
        self.salt = salt
    }

    /// - Parameter bytes: a segment's first bytes.
    init(_ bytes: [UInt8], path: String) throws(StorageProblem) {
        func damage(_ offset: Int, _ reason: String) -> StorageProblem {
            .damaged(path: path, offset: offset, reason: reason)
        }
        guard bytes.count >= LogFormat.blockSize else { throw damage(bytes.count, "the file ends within its header") }
        guard bytes.starts(with: LogFormat.magic) else { throw damage(0, "this is no segment of a log") }
        guard bytes[511] == LogFormat.mark[3],
            LogFormat.checksum(of: bytes[..<504], salt: 0, number: 0) == Self.number(bytes[504..<508])
        else { throw damage(0, "the header's checksum is wrong") }
        let readerVersion = Self.number(bytes[12..<16], as: UInt32.self)
        guard readerVersion <= LogFormat.version else {
            throw .newerVersion(path: path, version: Self.number(bytes[8..<12]))
        }
        storeID = StoreID(bytes: Array(bytes[16..<32]))
        sequence = Self.number(bytes[32..<40])
        firstNumber = Self.number(bytes[40..<48])
        fileSize = Self.number(bytes[48..<56])
        salt = Self.number(bytes[56..<64])
    }

    private static func number<Number: FixedWidthInteger>(
        _ bytes: ArraySlice<UInt8>, as _: Number.Type = Number.self
    ) -> Number {
        bytes.reversed().reduce(0) { $0 << 8 | Number($1) }
    }
}

/// 16 random bytes that tell stores apart.
package struct StoreID: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package static func random() -> StoreID {
        StoreID(bytes: (0..<16).map { _ in UInt8.random(in: 0 ... .max) })
    }
}
