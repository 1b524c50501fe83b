#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The number that stands for a value: equal values have one number.
typealias ValueID = UInt32

/// All values of a store, each once, numbered in order of arrival.
///
/// A keyword brings the reference it stands for along, so that `matchID` is one array read.
struct ValueTable: Sendable {
    private(set) var values = PagedArray<Value>()
    private(set) var matchIDs = PagedArray<ValueID>()
    private var slots = HashSlots()

    var count: Int { values.count }
    /// As of `PagedArray`.
    var isExclusive: Bool {
        get { values.isExclusive }
        set {
            values.isExclusive = newValue
            matchIDs.isExclusive = newValue
            slots.isExclusive = newValue
        }
    }

    func id(of value: Value) -> ValueID? {
        slots.find(value.tableHash) { values[$0] == value }.index.map { ValueID(truncatingIfNeeded: $0) }
    }

    mutating func intern(_ value: Value) -> ValueID {
        intern(value, hash: value.tableHash)
    }

    /// - Parameter hash: the value's `tableHash`.
    mutating func intern(_ value: Value, hash: UInt64) -> ValueID {
        let place = slots.find(hash) { values[$0] == value }
        return place.index.map { ValueID(truncatingIfNeeded: $0) } ?? add(value, at: place)
    }

    /// As `HashSlots.touch`.
    @inline(__always)
    func touch(_ hash: UInt64) -> UInt64 { slots.touch(hash) }

    /// The number of a text or keyword of these bytes, which must be UTF-8; `nil` where they are not.
    mutating func intern(_ bytes: UnsafeRawBufferPointer, isKeyword: Bool) -> ValueID? {
        intern(bytes, isKeyword: isKeyword, hash: Value.hash(TableHash.of(bytes), isKeyword: isKeyword))
    }

    mutating func intern(_ bytes: UnsafeRawBufferPointer, isKeyword: Bool, hash: UInt64) -> ValueID? {
        let place = place(of: bytes, isKeyword: isKeyword, hash: hash)
        if let index = place.index { return ValueID(truncatingIfNeeded: index) }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return add(isKeyword ? .keyword(text) : .text(text), at: place)
    }

    /// The number of a text or keyword of these bytes, where it is there.
    func id(of bytes: UnsafeRawBufferPointer, isKeyword: Bool) -> ValueID? {
        place(of: bytes, isKeyword: isKeyword, hash: Value.hash(TableHash.of(bytes), isKeyword: isKeyword)).index
            .map { ValueID(truncatingIfNeeded: $0) }
    }

    @inline(__always)
    private func place(of bytes: UnsafeRawBufferPointer, isKeyword: Bool, hash: UInt64) -> HashSlots.Place {
        slots.find(hash) { index in
            switch (values[index], isKeyword) {
            case (.text(let text), false), (.keyword(let text), true): Self.isEqual(text, bytes)
            default: false
            }
        }
    }

    /// Whether a value is the keyword, or text, of these bytes.
    func isText(_ id: ValueID, _ bytes: UnsafeRawBufferPointer) -> Bool {
        switch values[Int(id)] {
        case .text(let text), .keyword(let text): Self.isEqual(text, bytes)
        default: false
        }
    }

    private static func isEqual(_ text: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard text.utf8.count == bytes.count else { return false }
        let isEqual = text.utf8.withContiguousStorageIfAvailable { text in
            guard let left = text.baseAddress, let right = bytes.baseAddress else { return text.isEmpty }
            return memcmp(left, right, bytes.count) == 0
        }
        return isEqual ?? text.utf8.elementsEqual(bytes)
    }

    /// - Parameter place: Where the value was looked for.
    private mutating func add(_ value: Value, at place: HashSlots.Place) -> ValueID {
        let id = ValueID(truncatingIfNeeded: values.count)
        values.append(value)
        matchIDs.append(id)
        slots.put(Int(id), at: place)
        let matching = value.matching
        if matching != value { matchIDs[Int(id)] = intern(matching) }
        return id
    }

    /// Makes room for so many values.
    mutating func reserve(_ count: Int) { slots.reserve(count) }
}

extension Value {
    /// Equal for equal values.
    var tableHash: UInt64 {
        switch self {
        case .null: TableHash.of(0, 6)
        case .bool(let flag): TableHash.of(flag ? 1 : 0, 1)
        case .int(let number): TableHash.of(UInt64(bitPattern: number), 2)
        case .float(let bits): TableHash.of(bits, 3)
        case .text(let text): Self.hash(TableHash.of(text), isKeyword: false)
        case .keyword(let text): Self.hash(TableHash.of(text), isKeyword: true)
        case .ref(let id): TableHash.of(id.high, id.low)
        case .set(let members): members.reduce(7) { TableHash.of($0, $1.tableHash) }
        }
    }

    /// The hash of a text or keyword, of that of its bytes.
    static func hash(_ bytes: UInt64, isKeyword: Bool) -> UInt64 {
        TableHash.mix(bytes ^ (isKeyword ? 5 : 4))
    }
}

/// The values one query sees: those of the store, and its own beside them, which vanish with it.
final class QueryValues {
    /// Marks the ids of the query's own values.
    static let localBit: ValueID = 0x8000_0000

    private let facts: FactSnapshot
    /// Made for the first value that the store does not have.
    private var local: ValueTable?

    init(_ facts: FactSnapshot) {
        self.facts = facts
    }

    /// The values so far, as a value that can leave the query.
    var snapshot: ValueSnapshot { ValueSnapshot(store: facts.table.values.values, local: local?.values) }

    func value(_ id: ValueID) -> Value {
        if id & Self.localBit == 0 { return facts.table.values.values[Int(id)] }
        return local?.values[Int(id & ~Self.localBit)] ?? .null
    }

    func id(of value: Value) -> ValueID {
        facts.table.values.id(of: value) ?? ownID(of: value)
    }

    private func ownID(of value: Value) -> ValueID {
        var own = local.take() ?? ValueTable()
        defer { local = own }
        return own.intern(value) | Self.localBit
    }

    /// The id of a keyword or text of these bytes. In place of a keyword that the store does not have it may be that of its
    /// entity, which matches the same.
    func matchingID(of bytes: UnsafeRawBufferPointer, isKeyword: Bool) -> ValueID {
        if let known = facts.table.values.id(of: bytes, isKeyword: isKeyword) { return known }
        if isKeyword, let entity = facts.table.values.id(of: .ref(EntityID(keyword: bytes))) { return entity }
        let text = String(decoding: bytes, as: UTF8.self)
        return ownID(of: isKeyword ? .keyword(text) : .text(text))
    }

    /// The id under which `id` matches others.
    func matchID(_ id: ValueID) -> ValueID {
        if id & Self.localBit == 0 { return facts.table.values.matchIDs[Int(id)] }
        guard let local else { return id }
        let match = local.matchIDs[Int(id & ~Self.localBit)]
        if match | Self.localBit == id { return id }
        let value = local.values[Int(match)]
        return facts.table.values.id(of: value) ?? match | Self.localBit
    }
}

/// The values behind the numbers of an answer.
struct ValueSnapshot: Sendable {
    let store: PagedArray<Value>
    let local: PagedArray<Value>?

    func value(_ id: ValueID) -> Value {
        let bit = QueryValues.localBit
        if id & bit == 0 { return store[Int(id)] }
        return local?[Int(id & ~bit)] ?? .null
    }
}
