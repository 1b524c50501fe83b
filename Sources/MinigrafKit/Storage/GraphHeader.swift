import Durability

/// Page 0 of a `.graph` file.
///
/// | Offset | Field |
/// |---|---|
/// | 0 | `MGRF`, u32 version 7 |
/// | 8 | page_count, fact_count, checkpointed_tx_count: u64 |
/// | 32 | roots of the EAVT, AEVT, AVET and VAET trees: u64, 0 = none |
/// | 64 | data_crc u32, fact page format 2, three reserved bytes |
/// | 72 | fact_page_count u64, header_crc u32 (0 = not checked) |
struct GraphHeader: Sendable {
    static let pageSize = 4096
    static let magic: [UInt8] = Array("MGRF".utf8)

    var pageCount: UInt64 = 1
    var factCount: UInt64 = 0
    var checkpointedTxCount: UInt64 = 0
    var factPageCount: UInt64 = 0
    var dataChecksum: UInt32 = 0
    /// The roots of the EAVT, AEVT, AVET and VAET trees; 0 = none.
    var roots: [UInt64] = [0, 0, 0, 0]

    init() {}

    init(page: [UInt8]) throws(MiniGrafError) {
        guard page.starts(with: Self.magic) else {
            throw .coded("STG-032", "No valid meta page: the file is not a Minigraf database or its header is damaged")
        }
        do {
            var reader = ByteReader(page, from: 4)
            let version = try reader.fixed(UInt32.self)
            if version != 7 {
                if (1...5).contains(version) {
                    throw MiniGrafError.coded(
                        "STG-028", "format version \(version) is too old; open the file once with minigraf 2.x")
                }
                if version != 6 {
                    throw MiniGrafError.coded(
                        "STG-006", "Unsupported format version: \(version) (supported: 1-7)")
                }
            }
            pageCount = try reader.fixed(UInt64.self)
            factCount = try reader.fixed(UInt64.self)
            checkpointedTxCount = try reader.fixed(UInt64.self)
            roots = [
                try reader.fixed(UInt64.self), try reader.fixed(UInt64.self), try reader.fixed(UInt64.self),
                try reader.fixed(UInt64.self),
            ]
            dataChecksum = try reader.fixed(UInt32.self)
            _ = try reader.take(4)
            factPageCount = try reader.fixed(UInt64.self)
            let checksum = version == 7 ? try reader.fixed(UInt32.self) : 0
            try check(checksum, page)
            if factPageCount == 0, let first = roots.filter({ $0 > 0 }).min() { factPageCount = first - 1 }
        } catch let error as MiniGrafError {
            throw error
        } catch {
            throw .coded("STG-005", "Invalid v7 header: expected 84 bytes, got \(page.count)")
        }
    }

    private func check(_ checksum: UInt32, _ page: [UInt8]) throws(MiniGrafError) {
        if pageCount == 0 { throw .coded("STG-007", "page_count must be greater than 0") }
        if roots[0] >= pageCount, roots[0] > 0 {
            throw .coded("STG-008", "eavt_root_page (\(roots[0])) must be less than page_count (\(pageCount))")
        }
        if factPageCount > pageCount {
            throw .coded("STG-009", "fact_page_count (\(factPageCount)) cannot exceed page_count (\(pageCount))")
        }
        if checksum != 0, Checksum.crc32.of(page[0..<80]) != checksum {
            throw .coded("INT-053", "Header checksum mismatch: possible file corruption. Database may be damaged.")
        }
    }

    var page: [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.magic)
        writer.fixed(UInt32(7))
        writer.fixed(pageCount)
        writer.fixed(factCount)
        writer.fixed(checkpointedTxCount)
        for root in roots { writer.fixed(root) }
        writer.fixed(dataChecksum)
        writer.append([2, 0, 0, 0])
        writer.fixed(factPageCount)
        writer.fixed(factPageCount == 0 && checkpointedTxCount == 0 ? UInt32(0) : Checksum.crc32.of(writer.bytes))
        writer.append([UInt8](repeating: 0, count: Self.pageSize - writer.bytes.count))
        return writer.bytes
    }
}

/// Fact pages: `02`, 0, u16 count, u64 0, slots (u16 offset, u16 length), records from the page's end downwards.
enum FactPages {
    static func decode(_ page: ArraySlice<UInt8>, into facts: inout [StoredFact]) throws(ByteError) {
        let bytes = Array(page)
        guard bytes.first == 2 else { return }
        var slots = ByteReader(bytes, from: 2)
        let count = try slots.fixed(UInt16.self)
        _ = try slots.take(8)
        for _ in 0..<count {
            let offset = Int(try slots.fixed(UInt16.self))
            let length = Int(try slots.fixed(UInt16.self))
            guard offset + length <= bytes.count else { throw ByteError(offset: offset) }
            var reader = ByteReader(bytes, from: offset, to: offset + length)
            facts.append(try FactRecordCodec.decode(&reader))
        }
    }

    /// At least one page, also for no records; and how many records each page has.
    static func encode(_ records: [[UInt8]]) -> (pages: [UInt8], recordCounts: [Int]) {
        var pages: [UInt8] = []
        var counts: [Int] = []
        var current: [[UInt8]] = []
        var lowest = GraphHeader.pageSize
        func flush() {
            var page = [UInt8](repeating: 0, count: GraphHeader.pageSize)
            page[0] = 2
            page[2] = UInt8(truncatingIfNeeded: current.count)
            page[3] = UInt8(truncatingIfNeeded: current.count >> 8)
            var end = page.count
            for (index, record) in current.enumerated() {
                let start = end - record.count
                page.replaceSubrange(start..<end, with: record)
                let slot = 12 + index * 4
                page[slot] = UInt8(truncatingIfNeeded: start)
                page[slot + 1] = UInt8(truncatingIfNeeded: start >> 8)
                page[slot + 2] = UInt8(truncatingIfNeeded: record.count)
                page[slot + 3] = UInt8(truncatingIfNeeded: record.count >> 8)
                end = start
            }
            pages += page
            counts.append(current.count)
            current = []
            lowest = GraphHeader.pageSize
        }
        for record in records {
            if lowest - record.count < 12 + 4 * (current.count + 1) { flush() }
            current.append(record)
            lowest -= record.count
        }
        flush()
        return (pages, counts)
    }
}
