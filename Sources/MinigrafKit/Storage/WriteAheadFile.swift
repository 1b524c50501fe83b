import Durability

/// `<path>.wal`: `MWAL`, u32 version 1, 24 zero bytes; then an entry a transaction: crc32 of the rest, u64 tx_count,
/// u64 fact count, and for each fact a u32 length and its record.
struct WriteAheadFile: Sendable {
    static let headerSize = 32
    static let factsLimit: UInt64 = 1_000_000

    /// Zeros to write behind an entry that ends here: as much again, within bounds.
    static func spareByteCount(after end: Int) -> Int { min(max(end, 1 << 14), 1 << 20) }

    static var header: [UInt8] {
        var writer = ByteWriter()
        writer.append(Array("MWAL".utf8))
        writer.fixed(UInt32(1))
        writer.append([UInt8](repeating: 0, count: 24))
        return writer.bytes
    }

    struct Entry: Sendable {
        let txCount: UInt64
        let facts: [StoredFact]
    }

    /// The entries up to the first that is torn, and where they end.
    static func entries(in bytes: [UInt8]) throws(MiniGrafError) -> (entries: [Entry], end: Int) {
        if bytes.count < headerSize { return ([], 0) }
        guard bytes.starts(with: Array("MWAL".utf8)) else {
            throw .coded("WAL-001", "Invalid WAL magic number: not a .wal file")
        }
        var reader = ByteReader(bytes, from: 4)
        let version = (try? reader.fixed(UInt32.self)) ?? 0
        if version != 1 { throw .coded("WAL-002", "Unsupported WAL version: \(version) (expected 1)") }
        var entries: [Entry] = []
        var end = headerSize
        while end < bytes.count, let (entry, next) = try? entry(in: bytes, at: end) {
            entries.append(entry)
            end = next
        }
        return (entries, end)
    }

    private static func entry(in bytes: [UInt8], at start: Int) throws(ByteError) -> (Entry, Int) {
        var reader = ByteReader(bytes, from: start)
        let checksum = try reader.fixed(UInt32.self)
        let txCount = try reader.fixed(UInt64.self)
        let count = try reader.fixed(UInt64.self)
        if count > factsLimit { throw ByteError(offset: start) }
        var facts: [StoredFact] = []
        for _ in 0..<count {
            let length = Int(try reader.fixed(UInt32.self))
            let from = reader.offset
            _ = try reader.take(length)
            var record = ByteReader(bytes, from: from, to: from + length)
            facts.append(try FactRecordCodec.decode(&record))
        }
        if Checksum.crc32.of(bytes[(start + 4)..<reader.offset]) != checksum { throw ByteError(offset: start) }
        return (Entry(txCount: txCount, facts: facts), reader.offset)
    }

    /// The bytes of an entry; its checksum stands before them.
    static func encode(
        _ facts: [NumberedFact], values: borrowing ValueTable, txCount: Int64, txID: Int64
    ) throws(MiniGrafError) -> [UInt8] {
        if facts.count > factsLimit {
            throw .coded(
                "WAL-005",
                "one transaction holds at most \(factsLimit) facts, got \(facts.count); write them in several")
        }
        var writer = ByteWriter()
        writer.reserve(24 + facts.count * 96)
        writer.fixed(UInt32(0))
        writer.fixed(UInt64(bitPattern: txCount))
        writer.fixed(UInt64(facts.count))
        for fact in facts {
            guard case .ref(let entity) = values.values[Int(fact.entity)],
                case .keyword(let attribute) = values.values[Int(fact.attribute)]
            else { preconditionFailure("a fact has an entity and an attribute") }
            let start = writer.bytes.count
            writer.fixed(UInt32(0))
            try FactRecordCodec.encode(
                entity: entity, attribute: attribute, value: values.values[Int(fact.object)], from: fact.window.from,
                to: fact.window.to, isAssertion: fact.isAssertion, txCount: txCount, txID: txID, to: &writer)
            writer.overwrite(UInt32(truncatingIfNeeded: writer.bytes.count - start - 4), at: start)
        }
        writer.overwrite(Checksum.crc32.of(writer.bytes[4...]), at: 0)
        return writer.bytes
    }
}
