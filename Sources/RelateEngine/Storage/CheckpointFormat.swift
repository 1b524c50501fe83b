import Durability

/// A checkpoint is a file that holds the whole graph as one commit left it, in sections of columns.
///
///     0    8  "RELATEST"
///     8    4  version of the format
///     12   4  lowest version of a reader that understands it
///     16  16  identity of the store
///     32   8  number of the last commit in it
///     40   8  time it was made, in milliseconds since 1970
///     48   8  size of the file
///     56   8  offset of the section table
///     64   4  sections
///     68   4  size of an entry of the table (40)
///     72   4  node rows
///     76   4  relationship rows
///     80   8  nodes
///     88   8  relationships
///     96   8  XXH64 of the section table
///     104     zeros
///     504  8  XXH64 of bytes 0 ..< 504
///     512     sections, each at a multiple of 64, zeros between them; the section table at the end
///
/// An entry of the table:
///
///     0    2  kind
///     2    1  codec of the stored bytes: 0 as they are
///     3    1  zero
///     4    4  number of the label, relationship type or property key that it belongs to, else 0
///     8    8  offset
///     16   8  stored bytes
///     24   8  bytes when decoded
///     32   8  XXH64 of the stored bytes
enum CheckpointFormat {
    static let magic = Array("RELATEST".utf8)
    static let version: UInt32 = 1
    static let notACheckpoint = "the file does not begin as a store does"
    static let headerSize = 512
    static let entrySize = 40
    static let alignment = 64

    /// What a section holds. A reader leaves out kinds of 0x8000 and above that it does not know.
    enum Kind: UInt16 {
        case labelNames = 1
        case relationshipTypeNames
        case propertyKeyNames
        case strings
        case nodes
        case relationships
        case label
        case nodeProperty
        case relationshipProperty
        case outgoing
        case incoming
        case schema
    }

    enum Codec: UInt8 {
        case raw = 0
        case zstd = 1
    }

    struct Header: Hashable, Sendable {
        var version = CheckpointFormat.version
        var storeID: StoreID
        var number: UInt64
        var timeMs: UInt64
        var fileSize: UInt64 = 0
        var tableOffset: UInt64 = 0
        var sectionCount: UInt32 = 0
        var nodeRows: UInt32
        var relationshipRows: UInt32
        var nodeCount: UInt64
        var relationshipCount: UInt64
        var tableChecksum: UInt64 = 0

        var bytes: [UInt8] {
            var writer = ByteWriter(reserving: CheckpointFormat.headerSize)
            writer.append(CheckpointFormat.magic)
            writer.fixed(version)
            writer.fixed(CheckpointFormat.version)
            writer.append(storeID.bytes)
            writer.fixed(number)
            writer.fixed(timeMs)
            writer.fixed(fileSize)
            writer.fixed(tableOffset)
            writer.fixed(sectionCount)
            writer.fixed(UInt32(CheckpointFormat.entrySize))
            writer.fixed(nodeRows)
            writer.fixed(relationshipRows)
            writer.fixed(nodeCount)
            writer.fixed(relationshipCount)
            writer.fixed(tableChecksum)
            writer.zeros(504 - writer.bytes.count)
            writer.fixed(Checksum64.of(writer.bytes))
            return writer.bytes
        }
    }

    struct Entry: Hashable, Sendable {
        var kind: UInt16
        var codec: UInt8
        var id: UInt32
        var offset: UInt64
        var storedBytes: UInt64
        var decodedBytes: UInt64
        var checksum: UInt64

        func write(to writer: inout ByteWriter) {
            writer.fixed(kind)
            writer.byte(codec)
            writer.byte(0)
            writer.fixed(id)
            writer.fixed(offset)
            writer.fixed(storedBytes)
            writer.fixed(decodedBytes)
            writer.fixed(checksum)
        }

        init(
            kind: CheckpointFormat.Kind, codec: Codec, id: UInt32, offset: UInt64, storedBytes: UInt64,
            decodedBytes: UInt64, checksum: UInt64
        ) {
            self.kind = kind.rawValue
            self.codec = codec.rawValue
            self.id = id
            self.offset = offset
            self.storedBytes = storedBytes
            self.decodedBytes = decodedBytes
            self.checksum = checksum
        }

        init(_ reader: inout ByteReader) throws(ByteError) {
            kind = try reader.fixed(UInt16.self)
            codec = try reader.byte()
            _ = try reader.byte()
            id = try reader.fixed(UInt32.self)
            offset = try reader.fixed(UInt64.self)
            storedBytes = try reader.fixed(UInt64.self)
            decodedBytes = try reader.fixed(UInt64.self)
            checksum = try reader.fixed(UInt64.self)
        }
    }
}

extension CheckpointFormat.Header {
    /// There is always a next number.
    private static let numberLimit: UInt64 = 1 << 62

    /// - Parameter bytes: the file's first bytes.
    init(_ bytes: [UInt8], path: String) throws(StorageProblem) {
        guard bytes.starts(with: CheckpointFormat.magic) else {
            throw .damaged(path: path, offset: 0, reason: CheckpointFormat.notACheckpoint)
        }
        guard bytes.count >= CheckpointFormat.headerSize else {
            throw .damaged(path: path, offset: bytes.count, reason: "the file ends within its header")
        }
        do throws(ByteError) {
            var trailer = ByteReader(bytes, from: 504)
            let checksum = try trailer.fixed(UInt64.self)
            var reader = ByteReader(bytes, from: 8, to: 504)
            version = try reader.fixed(UInt32.self)
            let readerVersion = try reader.fixed(UInt32.self)
            storeID = StoreID(bytes: Array(try reader.take(16)))
            number = try reader.fixed(UInt64.self)
            timeMs = try reader.fixed(UInt64.self)
            fileSize = try reader.fixed(UInt64.self)
            tableOffset = try reader.fixed(UInt64.self)
            sectionCount = try reader.fixed(UInt32.self)
            let entrySize = try reader.fixed(UInt32.self)
            nodeRows = try reader.fixed(UInt32.self)
            relationshipRows = try reader.fixed(UInt32.self)
            nodeCount = try reader.fixed(UInt64.self)
            relationshipCount = try reader.fixed(UInt64.self)
            tableChecksum = try reader.fixed(UInt64.self)
            guard checksum == Checksum64.of(Array(bytes[..<504])), entrySize == CheckpointFormat.entrySize else {
                throw ByteError(offset: 0)
            }
            if number > Self.numberLimit { throw ByteError(offset: -2) }
            if readerVersion > CheckpointFormat.version { throw ByteError(offset: -1) }
        } catch {
            if error.offset == -1 {
                throw .newerVersion(path: path, version: UInt32(bytes[8]) | UInt32(bytes[9]) << 8)
            }
            if error.offset == -2 {
                throw .damaged(path: path, offset: 32, reason: "no store has had so many commits")
            }
            throw .damaged(path: path, offset: 0, reason: "the header's checksum is wrong")
        }
    }
}
