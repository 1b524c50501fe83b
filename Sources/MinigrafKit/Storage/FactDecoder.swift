/// The records of some fact pages, by the numbers of their parts.
struct DecodedFacts: Sendable {
    struct Item: Sendable {
        let entity: ValueID
        /// The attribute's place among the attributes so far.
        let attribute: UInt32
        let object: ValueID
        /// The number under which the object matches.
        let match: ValueID
        let txCount: Int64
        let txID: Int64
        let from: Int64
        let to: Int64
        let isAssertion: Bool
    }

    var items: [Item] = []
    /// The attributes that come here first, in order.
    var newAttributes: [(id: ValueID, match: ValueID)] = []
    /// How many records each page holds.
    var recordCounts: [Int] = []
}

/// Reads the records of fact pages and gives their values numbers, without making a fact of each.
struct FactDecoder {
    enum Problem: Error {
        /// A record of this page cannot be read.
        case damaged(page: Int)
        /// Records do not ascend by transaction; they must be sorted first.
        case unsorted
        /// The file cannot be read.
        case unreadable(MiniGrafError)
    }

    private(set) var values = ValueTable()
    private var facts = DecodedFacts()
    private var attributePlaces: [ValueID: UInt32] = [:]
    /// Places of attributes, by a few bits of their names.
    private var recent = [(id: ValueID, place: UInt32)](repeating: (.max, 0), count: 64)
    private var lastTxCount = Int64.min
    /// The records of a page.
    private var records: [Record] = []
    /// Takes what was only read to be in the cache.
    private var touched: UInt64 = 0

    /// A record whose values have no numbers yet.
    private struct Record {
        let entity: EntityID
        let entityHash: UInt64
        let attribute: UInt32
        let object: Object
        let objectHash: UInt64
        let txCount: Int64
        let txID: Int64
        let from: Int64
        let to: Int64
        let isAssertion: Bool
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
        values.isExclusive = true
        values.reserve(expectedCount / 2)
    }

    /// The values of all pages so far.
    consuming func finish() -> ValueTable {
        values.isExclusive = false
        return values
    }

    /// - Parameter first: The number of the first page, for errors.
    mutating func decode(_ pages: UnsafeRawBufferPointer, first: Int) throws(Problem) -> DecodedFacts {
        let size = GraphHeader.pageSize
        for page in 0..<(pages.count / size) {
            try decode(UnsafeRawBufferPointer(rebasing: pages[(page * size)..<(page * size + size)]), first + page)
        }
        let decoded = facts
        facts = DecodedFacts()
        facts.items.reserveCapacity(decoded.items.count + decoded.items.count / 8)
        return decoded
    }

    private mutating func decode(_ page: UnsafeRawBufferPointer, _ number: Int) throws(Problem) {
        guard page[0] == 2 else { return facts.recordCounts.append(0) }
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
        guard numberRecords() else { throw .damaged(page: number) }
        facts.recordCounts.append(count)
    }

    /// Gives the records' values their numbers; what each is looked for in is touched for all before. False where a text is no
    /// UTF-8.
    private mutating func numberRecords() -> Bool {
        for record in records {
            touched ^= values.touch(record.entityHash) ^ values.touch(record.objectHash)
        }
        var last: EntityID?
        var entity: ValueID = 0
        for record in records {
            if last != record.entity {
                entity = values.intern(.ref(record.entity), hash: record.entityHash)
                last = record.entity
            }
            guard let object = number(record.object, record.objectHash) else { return false }
            facts.items.append(
                DecodedFacts.Item(
                    entity: entity, attribute: record.attribute, object: object, match: values.matchIDs[Int(object)],
                    txCount: record.txCount, txID: record.txID, from: record.from, to: record.to,
                    isAssertion: record.isAssertion))
        }
        return true
    }

    private mutating func number(_ object: Object, _ hash: UInt64) -> ValueID? {
        switch object {
        case .text(let bytes): values.intern(bytes, isKeyword: false, hash: hash)
        case .keyword(let bytes): values.intern(bytes, isKeyword: true, hash: hash)
        case .int(let number): values.intern(.int(number), hash: hash)
        case .float(let bits): values.intern(.float(bits: bits), hash: hash)
        case .ref(let id): values.intern(.ref(id), hash: hash)
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

    private mutating func place(ofAttribute name: UnsafeRawBufferPointer) -> UInt32? {
        let key = name.isEmpty ? 0 : name.count &* 7 &+ Int(name[name.count - 1]) &+ Int(name[name.count / 2]) &* 3
        let cached = recent[key & 63]
        if cached.id != .max, values.isText(cached.id, name) { return cached.place }
        guard let id = values.intern(name, isKeyword: true) else { return nil }
        let match = values.matchIDs[Int(id)]
        let place = attributePlaces[match] ?? UInt32(truncatingIfNeeded: attributePlaces.count)
        if attributePlaces.updateValue(place, forKey: match) == nil { facts.newAttributes.append((id, match)) }
        recent[key & 63] = (id, place)
        return place
    }

    private mutating func object(_ bytes: inout RecordBytes) -> (object: Object, hash: UInt64)? {
        switch bytes.varint() {
        case 0: bytes.text().map { (.text($0), Value.hash(TableHash.of($0), isKeyword: false)) }
        case 1: bytes.signedVarint().map { (.int($0), Value.int($0).tableHash) }
        case 2: bytes.fixed().map { (.float($0), Value.float(bits: $0).tableHash) }
        case 3: bytes.byte().flatMap { $0 <= 1 ? (.other(values.intern(.bool($0 == 1))), 0) : nil }
        case 4: bytes.entity().map { (.ref($0), Value.ref($0).tableHash) }
        case 5: bytes.text().map { (.keyword($0), Value.hash(TableHash.of($0), isKeyword: true)) }
        case 6: (.other(values.intern(.null)), 0)
        case FactRecordCodec.setTag:
            bytes.text().flatMap { FactRecordCodec.members(Array($0)) }.map { (.other(values.intern($0)), 0) }
        default: nil
        }
    }
}
