/// The number that stands for a value: equal values have one number.
typealias ValueID = UInt32

/// All values of a store, each once, numbered in order of arrival.
///
/// A keyword brings the reference it stands for along, so that `matchID` is one array read.
struct ValueTable: Sendable {
    private(set) var values = PagedArray<Value>()
    private(set) var matchIDs = PagedArray<ValueID>()
    private var slots = HashSlots()

    func id(of value: Value) -> ValueID? {
        slots.find(value.tableHash) { values[$0] == value }.index.map { ValueID(truncatingIfNeeded: $0) }
    }

    mutating func intern(_ value: Value) -> ValueID {
        let place = slots.find(value.tableHash) { values[$0] == value }
        return place.index.map { ValueID(truncatingIfNeeded: $0) } ?? add(value, at: place)
    }

    /// The number of a text or keyword of these bytes, which must be UTF-8; `nil` where they are not.
    mutating func intern(_ bytes: UnsafeRawBufferPointer, isKeyword: Bool) -> ValueID? {
        let hash = Value.hash(TableHash.of(bytes), isKeyword: isKeyword)
        let place = slots.find(hash) { index in
            switch (values[index], isKeyword) {
            case (.text(let text), false), (.keyword(let text), true): Self.isEqual(text, bytes)
            default: false
            }
        }
        if let index = place.index { return ValueID(truncatingIfNeeded: index) }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return add(isKeyword ? .keyword(text) : .text(text), at: place)
    }

    private static func isEqual(_ text: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard text.utf8.count == bytes.count else { return false }
        return text.utf8.withContiguousStorageIfAvailable { $0.elementsEqual(bytes) } ?? text.utf8.elementsEqual(bytes)
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

    private let store: ValueTable
    private var local = ValueTable()

    init(store: ValueTable) {
        self.store = store
    }

    /// The values so far, as a value that can leave the query.
    var snapshot: ValueSnapshot { ValueSnapshot(store: store.values, local: local.values) }

    func value(_ id: ValueID) -> Value {
        id & Self.localBit == 0 ? store.values[Int(id)] : local.values[Int(id & ~Self.localBit)]
    }

    func id(of value: Value) -> ValueID {
        if let known = store.id(of: value) { return known }
        return local.intern(value) | Self.localBit
    }

    /// The id under which `id` matches others.
    func matchID(_ id: ValueID) -> ValueID {
        if id & Self.localBit == 0 { return store.matchIDs[Int(id)] }
        let match = local.matchIDs[Int(id & ~Self.localBit)]
        if match | Self.localBit == id { return id }
        let value = local.values[Int(match)]
        return store.id(of: value) ?? match | Self.localBit
    }
}

/// The values behind the numbers of an answer.
struct ValueSnapshot: Sendable {
    let store: PagedArray<Value>
    let local: PagedArray<Value>

    func value(_ id: ValueID) -> Value {
        let bit = QueryValues.localBit
        return id & bit == 0 ? store[Int(id)] : local[Int(id & ~bit)]
    }
}
