/// The number that stands for a value: equal values have one number.
typealias ValueID = UInt32

/// All values of a store, each once, numbered in order of arrival.
///
/// A keyword brings the reference it stands for along, so that `matchID` is one array read.
struct ValueTable: Sendable {
    private(set) var values: [Value] = []
    private(set) var matchIDs: [ValueID] = []
    private var ids: [Value: ValueID] = [:]

    func id(of value: Value) -> ValueID? {
        ids[value]
    }

    mutating func intern(_ value: Value) -> ValueID {
        if let known = ids[value] { return known }
        let matching = value.matching
        let match: ValueID? = matching == value ? nil : intern(matching)
        let id = ValueID(truncatingIfNeeded: values.count)
        values.append(value)
        matchIDs.append(match ?? id)
        ids[value] = id
        return id
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
    let store: [Value]
    let local: [Value]

    func value(_ id: ValueID) -> Value {
        let bit = QueryValues.localBit
        return id & bit == 0 ? store[Int(id)] : local[Int(id & ~bit)]
    }
}
