/// Reads the records of fact pages straight into a table, without making a fact of each.
struct FactLoader {
    enum Problem: Error {
        /// A record of this page cannot be read.
        case damaged(page: Int)
        /// Records do not ascend by transaction; they must be sorted first.
        case unsorted
        /// The file cannot be read.
        case unreadable(MiniGrafError)
    }

    private(set) var table = FactTable()
    /// How many records each page holds.
    private(set) var recordCounts: [Int] = []
    private var lastTxCount = Int64.min
    /// Places of attributes, by a few bits of their names.
    private var places = [(id: ValueID, place: Int)](repeating: (.max, 0), count: 64)
    /// The records of a page.
    private var records: [Record] = []
    /// Takes what was only read to be in the cache.
    private var touched: UInt64 = 0

    /// A record whose values have no numbers yet.
    private struct Record {
        let entity: EntityID
        let entityHash: UInt64
        let attribute: Int
        let object: Object
        let objectHash: UInt64
        let txCount: Int64
        let txID: Int64
        let from: Int64
        let to: Int64
        let isAssertion: Bool
        var numbers: (entity: ValueID, object: ValueID) = (0, 0)
    }

    private enum Object {
        case text(UnsafeRawBufferPointer)
        case keyword(UnsafeRawBufferPointer)
        case int(Int64)
        case float(UInt64)
        case ref(EntityID)
        /// One that has its number.
        case other(ValueID)
    }

    /// - Parameter expectedCount: How many facts there may be, at most.
    init(expectedCount: Int) {
        table.reserve(expectedCount)
    }

    /// - Parameter first: The number of the first page, for errors.
    mutating func load(pages: [UInt8], first: Int) throws(Problem) {
        let size = GraphHeader.pageSize
        let problem: Problem? = pages.withUnsafeBytes { bytes in
            for page in 0..<(bytes.count / size) {
                do throws(Problem) {
                    try load(
                        UnsafeRawBufferPointer(rebasing: bytes[(page * size)..<(page * size + size)]), first + page)
                } catch {
                    return error
                }
            }
            return nil
        }
        if let problem { throw problem }
    }

    private mutating func load(_ page: UnsafeRawBufferPointer, _ number: Int) throws(Problem) {
        guard page[0] == 2 else { return recordCounts.append(0) }
        let count = Int(page.loadUnaligned(fromByteOffset: 2, as: UInt16.self).littleEndian)
        guard 12 + 4 * count <= page.count else { throw .damaged(page: number) }
        records.removeAll(keepingCapacity: true)
        for slot in 0..<count {
            let offset = Int(page.loadUnaligned(fromByteOffset: 12 + 4 * slot, as: UInt16.self).littleEndian)
            let length = Int(page.loadUnaligned(fromByteOffset: 14 + 4 * slot, as: UInt16.self).littleEndian)
            guard offset + length <= page.count else { throw .damaged(page: number) }
            var bytes = RecordBytes(page, from: offset, to: offset + length)
            guard let record = record(&bytes) else { throw .damaged(page: number) }
            if record.txCount < lastTxCount { throw .unsorted }
            lastTxCount = record.txCount
            records.append(record)
        }
        guard append() else { throw .damaged(page: number) }
        recordCounts.append(count)
    }

    /// Puts the records into the table, step by step: each step touches for all what the next looks up. False where a text is
    /// no UTF-8.
    private mutating func append() -> Bool {
        for record in records {
            touched ^= table.values.touch(record.entityHash) ^ table.values.touch(record.objectHash)
        }
        var last: EntityID?
        var entity: ValueID = 0
        for index in records.indices {
            let record = records[index]
            if last != record.entity {
                entity = table.values.intern(.ref(record.entity), hash: record.entityHash)
                last = record.entity
            }
            guard let object = number(record.object, record.objectHash) else { return false }
            records[index].numbers = (entity, object)
        }
        for record in records {
            touched ^= table.touch(
                entity: record.numbers.entity, attribute: record.attribute, object: record.numbers.object)
        }
        for record in records {
            table.beginTransaction(count: record.txCount, id: record.txID)
            table.append(
                entity: record.numbers.entity, attribute: record.attribute, object: record.numbers.object,
                from: record.from, to: record.to, isAssertion: record.isAssertion)
        }
        return true
    }

    private mutating func number(_ object: Object, _ hash: UInt64) -> ValueID? {
        switch object {
        case .text(let bytes): table.values.intern(bytes, isKeyword: false, hash: hash)
        case .keyword(let bytes): table.values.intern(bytes, isKeyword: true, hash: hash)
        case .int(let number): table.values.intern(.int(number), hash: hash)
        case .float(let bits): table.values.intern(.float(bits: bits), hash: hash)
        case .ref(let id): table.values.intern(.ref(id), hash: hash)
        case .other(let id): id
        }
    }

    /// `nil` where it cannot be read.
    private mutating func record(_ bytes: inout RecordBytes) -> Record? {
        guard let entity = bytes.entity(), let name = bytes.text(), let attribute = place(ofAttribute: name),
            let (object, objectHash) = object(&bytes), let txID = bytes.varint(), let txCount = bytes.varint(),
            let from = bytes.signedVarint(), let to = bytes.signedVarint(), let flag = bytes.byte(), flag <= 1
        else { return nil }
        return Record(
            entity: entity, entityHash: Value.ref(entity).tableHash, attribute: attribute, object: object,
            objectHash: objectHash, txCount: Int64(bitPattern: txCount), txID: Int64(bitPattern: txID), from: from,
            to: to, isAssertion: flag == 1)
    }

    private mutating func place(ofAttribute name: UnsafeRawBufferPointer) -> Int? {
        let key = name.isEmpty ? 0 : name.count &* 7 &+ Int(name[name.count - 1]) &+ Int(name[name.count / 2]) &* 3
        let cached = places[key & 63]
        if cached.id != .max, table.values.isText(cached.id, name) { return cached.place }
        guard let id = table.values.intern(name, isKeyword: true) else { return nil }
        let place = table.place(ofAttribute: id)
        places[key & 63] = (id, place)
        return place
    }

    private mutating func object(_ bytes: inout RecordBytes) -> (object: Object, hash: UInt64)? {
        switch bytes.varint() {
        case 0: bytes.text().map { (.text($0), Value.hash(TableHash.of($0), isKeyword: false)) }
        case 1: bytes.signedVarint().map { (.int($0), Value.int($0).tableHash) }
        case 2: bytes.fixed().map { (.float($0), Value.float(bits: $0).tableHash) }
        case 3: bytes.byte().flatMap { $0 <= 1 ? (.other(table.values.intern(.bool($0 == 1))), 0) : nil }
        case 4: bytes.entity().map { (.ref($0), Value.ref($0).tableHash) }
        case 5: bytes.text().map { (.keyword($0), Value.hash(TableHash.of($0), isKeyword: true)) }
        case 6: (.other(table.values.intern(.null)), 0)
        case FactRecordCodec.setTag:
            bytes.text().flatMap { FactRecordCodec.members(Array($0)) }.map { (.other(table.values.intern($0)), 0) }
        default: nil
        }
    }
}

/// The bytes of one record; every length is checked, and `nil` says that it cannot be.
struct RecordBytes {
    private let bytes: UnsafeRawBufferPointer
    private let end: Int
    private var place: Int

    init(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) {
        self.bytes = bytes
        self.end = end
        place = start
    }

    @inline(__always)
    mutating func byte() -> UInt8? {
        guard place < end else { return nil }
        place += 1
        return bytes[place - 1]
    }

    @inline(__always)
    mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while place < end {
            let byte = bytes[place]
            place += 1
            if shift == 63, byte > 1 { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
            if shift > 63 { return nil }
        }
        return nil
    }

    @inline(__always)
    mutating func signedVarint() -> Int64? {
        varint().map { Int64(bitPattern: $0 >> 1) ^ (0 &- Int64(bitPattern: $0 & 1)) }
    }

    mutating func fixed() -> UInt64? {
        guard end - place >= 8 else { return nil }
        defer { place += 8 }
        return bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
    }

    @inline(__always)
    mutating func text() -> UnsafeRawBufferPointer? {
        guard let count = varint(), count <= UInt64(end - place) else { return nil }
        defer { place += Int(count) }
        return UnsafeRawBufferPointer(rebasing: bytes[place..<(place + Int(count))])
    }

    @inline(__always)
    mutating func entity() -> EntityID? {
        guard varint() == 16, end - place >= 16 else { return nil }
        defer { place += 16 }
        return EntityID(
            high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)))
    }
}
