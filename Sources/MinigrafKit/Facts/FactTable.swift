/// Every fact version ever written, and the indexes over the facts.
///
/// A fact is a triple of value numbers, held once; its versions (assertions and retractions) hang on it, newest first.
/// A value, so that a query keeps the state it started with.
struct FactTable: Sendable {
    static let none = UInt32.max

    var values = ValueTable()

    // Triples, in order of first appearance.
    private(set) var entities: [ValueID] = []
    private(set) var attributes: [ValueID] = []
    private(set) var objects: [ValueID] = []
    private(set) var lastVersion: [UInt32] = []
    private var triples = TupleTable(width: 3)

    // Versions, in order of transactions.
    private(set) var versionTriple: [UInt32] = []
    private(set) var versionTransaction: [UInt32] = []
    private(set) var previousVersion: [UInt32] = []
    private(set) var validFrom: [Int64] = []
    private(set) var validTo: [Int64] = []
    private(set) var isAssertion: [Bool] = []

    // Transactions that hold versions.
    private(set) var txCounts: [Int64] = []
    private(set) var txIDs: [Int64] = []
    /// The number of the last transaction, also of an empty one.
    var lastTxCount: Int64 = 0

    /// Triples by entity; by entity and attribute; by attribute and matched value.
    private(set) var byEntity = ChainIndex()
    private(set) var byEntityAttribute = ChainIndex()
    private(set) var byAttributeValue = ChainIndex()
    private(set) var byAttribute = ChainIndex()
    private(set) var attributeList: [ValueID] = []
    private(set) var distinctEntities: [ValueID: Int] = [:]
    private(set) var distinctValues: [ValueID: Int] = [:]

    var tripleCount: Int { entities.count }
    var versionCount: Int { versionTriple.count }

    /// Starts a transaction; versions added next belong to it. Counts must ascend.
    mutating func beginTransaction(count: Int64, id: Int64) {
        if let last = txCounts.last, last == count { return }
        txCounts.append(count)
        txIDs.append(id)
        lastTxCount = max(lastTxCount, count)
    }

    func triple(entity: ValueID, attribute: ValueID, object: ValueID) -> UInt32? {
        triples.index(of: [entity, attribute, object]).map { UInt32(truncatingIfNeeded: $0) }
    }

    mutating func append(
        entity: ValueID, attribute: ValueID, object: ValueID, from: Int64, to: Int64, isAssertion asserted: Bool
    ) {
        let (index, isNew) = triples.insert([entity, attribute, object])
        let triple = UInt32(truncatingIfNeeded: index)
        if isNew { addTriple(triple, entity, attribute, object) }
        let version = UInt32(truncatingIfNeeded: versionTriple.count)
        versionTriple.append(triple)
        versionTransaction.append(UInt32(truncatingIfNeeded: txCounts.count - 1))
        previousVersion.append(lastVersion[index])
        validFrom.append(from)
        validTo.append(to)
        isAssertion.append(asserted)
        lastVersion[index] = version
    }

    private mutating func addTriple(_ triple: UInt32, _ entity: ValueID, _ attribute: ValueID, _ object: ValueID) {
        entities.append(entity)
        attributes.append(attribute)
        objects.append(object)
        lastVersion.append(Self.none)
        byEntity.append(triple, key: UInt64(entity))
        if byAttribute.append(triple, key: UInt64(attribute)).isNew { attributeList.append(attribute) }
        if byEntityAttribute.append(triple, key: ChainIndex.key(entity, attribute)).isNew {
            distinctEntities[attribute, default: 0] += 1
        }
        let match = values.matchIDs[Int(object)]
        if byAttributeValue.append(triple, key: ChainIndex.key(attribute, match)).isNew {
            distinctValues[attribute, default: 0] += 1
        }
    }

    /// The version of `triple` that holds under a view, or `none`.
    @inline(__always)
    func visibleVersion(of triple: UInt32, in view: TimeView) -> UInt32 {
        var version = lastVersion[Int(triple)]
        while version != Self.none {
            let transaction = Int(versionTransaction[Int(version)])
            if txCounts[transaction] <= view.txCount, txIDs[transaction] <= view.txID { break }
            version = previousVersion[Int(version)]
        }
        if version == Self.none || !isAssertion[Int(version)] { return Self.none }
        if let instant = view.validAt {
            if validFrom[Int(version)] > instant || validTo[Int(version)] <= instant { return Self.none }
        }
        return version
    }
}

/// Which transactions count, and at which instant a fact must be valid; no instant takes them all.
struct TimeView: Sendable {
    var txCount = Int64.max
    var txID = Int64.max
    var validAt: Int64?
}
