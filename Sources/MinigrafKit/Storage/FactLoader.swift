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
    private var lastEntity: (id: EntityID, value: ValueID)?
    /// Places of attributes by the last bits of their number.
    private var places = [(id: ValueID, place: Int)](repeating: (.max, 0), count: 64)

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
        for slot in 0..<count {
            let offset = Int(page.loadUnaligned(fromByteOffset: 12 + 4 * slot, as: UInt16.self).littleEndian)
            let length = Int(page.loadUnaligned(fromByteOffset: 14 + 4 * slot, as: UInt16.self).littleEndian)
            guard offset + length <= page.count else { throw .damaged(page: number) }
            var record = RecordBytes(page, from: offset, to: offset + length)
            guard try load(&record) else { throw .damaged(page: number) }
        }
        recordCounts.append(count)
    }

    /// Whether the record could be read.
    private mutating func load(_ record: inout RecordBytes) throws(Problem) -> Bool {
        guard let entityID = record.entity(), let attributeBytes = record.text() else { return false }
        let entity: ValueID
        if let lastEntity, lastEntity.id == entityID {
            entity = lastEntity.value
        } else {
            entity = table.values.intern(.ref(entityID))
            lastEntity = (entityID, entity)
        }
        guard let attribute = table.values.intern(attributeBytes, isKeyword: true), let object = value(&record),
            let txID = record.varint(), let txCount = record.varint(), let from = record.signedVarint(),
            let to = record.signedVarint(), let flag = record.byte(), flag <= 1
        else { return false }
        let count = Int64(bitPattern: txCount)
        if count < lastTxCount { throw .unsorted }
        lastTxCount = count
        table.beginTransaction(count: count, id: Int64(bitPattern: txID))
        table.append(
            entity: entity, attribute: place(ofAttribute: attribute), object: object, from: from, to: to,
            isAssertion: flag == 1)
        return true
    }

    private mutating func place(ofAttribute id: ValueID) -> Int {
        let cached = places[Int(id) & 63]
        if cached.id == id { return cached.place }
        let place = table.place(ofAttribute: id)
        places[Int(id) & 63] = (id, place)
        return place
    }

    private mutating func value(_ record: inout RecordBytes) -> ValueID? {
        switch record.varint() {
        case 0: record.text().flatMap { table.values.intern($0, isKeyword: false) }
        case 1: record.signedVarint().map { table.values.intern(.int($0)) }
        case 2: record.fixed().map { table.values.intern(.float(bits: $0)) }
        case 3: record.byte().flatMap { $0 <= 1 ? table.values.intern(.bool($0 == 1)) : nil }
        case 4: record.entity().map { table.values.intern(.ref($0)) }
        case 5: record.text().flatMap { table.values.intern($0, isKeyword: true) }
        case 6: table.values.intern(.null)
        case FactRecordCodec.setTag:
            record.text().flatMap { FactRecordCodec.members(Array($0)) }.map { table.values.intern($0) }
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
