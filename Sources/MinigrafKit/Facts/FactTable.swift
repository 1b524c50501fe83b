/// Every fact version ever written, and the indexes over the facts.
///
/// A fact is a triple of value numbers, held once; its versions (assertions and retractions) hang on it, newest first.
/// A value, so that a query keeps the state it started with.
struct FactTable: Sendable {
    static let none = UInt32.max

    var values = ValueTable()

    // Triples, in order of first appearance.
    private(set) var entities = PagedArray<ValueID>()
    private(set) var attributes = PagedArray<ValueID>()
    private(set) var objects = PagedArray<ValueID>()
    /// The numbers under which the objects match.
    private(set) var matches = PagedArray<ValueID>()
    private(set) var lastVersion = PagedArray<UInt32>()
    /// The triples of which an entity has many with one attribute; the others are found through `byEntityAttribute`.
    private var crowded = HashSlots()
    private static let crowdedFrom = 8

    // Versions, in order of transactions.
    private(set) var versionTriple = PagedArray<UInt32>()
    private(set) var versionTransaction = PagedArray<UInt32>()
    private(set) var previousVersion = PagedArray<UInt32>()
    private(set) var validFrom = PagedArray<Int64>()
    private(set) var validTo = PagedArray<Int64>()
    private(set) var isAssertion = PagedArray<Bool>()

    // Transactions that hold versions.
    private(set) var txCounts = PagedArray<Int64>()
    private(set) var txIDs = PagedArray<Int64>()
    /// The number of the last transaction, also of an empty one.
    var lastTxCount: Int64 = 0

    private var byEntity = TripleIndex()
    private var byEntityAttribute = TripleIndex()
    private var byAttributeValue = TripleIndex()
    /// For each attribute's triple the attribute's next one; behind the last one the first.
    private var nextOfAttribute = PagedArray<UInt32>()

    /// What is known of an attribute.
    struct Attribute: Sendable {
        let id: ValueID
        fileprivate(set) var lastTriple = FactTable.none
        fileprivate(set) var tripleCount = 0
        fileprivate(set) var entityCount = 0
        fileprivate(set) var valueCount = 0
    }

    /// In order of first appearance.
    private(set) var attributeList: [Attribute] = []
    /// By the number under which the attribute's keyword matches.
    private var attributePlaces: [ValueID: Int] = [:]

    var tripleCount: Int { entities.count }
    var versionCount: Int { versionTriple.count }
    var entityCount: Int { byEntity.groupCount }

    /// The attribute of a keyword, or of the entity that the keyword names.
    func attribute(_ id: ValueID) -> Attribute? {
        guard Int(id) < values.count else { return nil }
        return attributePlaces[values.matchIDs[Int(id)]].map { attributeList[$0] }
    }

    // MARK: writing

    /// Starts a transaction; versions added next belong to it. Counts must ascend.
    mutating func beginTransaction(count: Int64, id: Int64) {
        if let last = txCounts.last, last == count { return }
        txCounts.append(count)
        txIDs.append(id)
        lastTxCount = max(lastTxCount, count)
    }

    /// The place of an attribute in `attributeList`.
    mutating func place(ofAttribute id: ValueID) -> Int {
        let match = values.matchIDs[Int(id)]
        if let known = attributePlaces[match] { return known }
        return addAttribute(id, match: match)
    }

    /// Adds an attribute that is not there yet. Returns its place.
    @discardableResult
    mutating func addAttribute(_ id: ValueID, match: ValueID) -> Int {
        attributeList.append(Attribute(id: id))
        attributePlaces[match] = attributeList.count - 1
        return attributeList.count - 1
    }

    /// - Parameters:
    ///   - place: the attribute's place in `attributeList`.
    ///   - match: the number under which the object matches.
    mutating func append(
        entity: ValueID, attribute place: Int, object: ValueID, match: ValueID, from: Int64, to: Int64,
        isAssertion asserted: Bool
    ) {
        let triple = intern(entity, place, object, match)
        let version = UInt32(truncatingIfNeeded: versionTriple.count)
        versionTriple.append(triple)
        versionTransaction.append(UInt32(truncatingIfNeeded: txCounts.count - 1))
        previousVersion.append(lastVersion[Int(triple)])
        validFrom.append(from)
        validTo.append(to)
        isAssertion.append(asserted)
        lastVersion[Int(triple)] = version
    }

    private static func hash(_ entity: ValueID, _ attribute: ValueID, _ object: ValueID) -> UInt64 {
        TableHash.of(UInt64(entity) << 32 | UInt64(attribute), UInt64(object))
    }

    private static func hash(_ first: ValueID, _ second: ValueID) -> UInt64 {
        TableHash.mix((UInt64(first) << 32 | UInt64(second)) ^ TableHash.seed)
    }

    /// The number of the triple, which may be new.
    private mutating func intern(_ entity: ValueID, _ place: Int, _ object: ValueID, _ match: ValueID) -> UInt32 {
        let attribute = attributeList[place].id
        let ring = byEntityAttribute.place(Self.hash(entity, attribute)) {
            entities[$0] == entity && attributes[$0] == attribute
        }
        let triple = UInt32(truncatingIfNeeded: entities.count)
        if let last = ring.index {
            let (known, isCrowded) = find(object, in: UInt32(truncatingIfNeeded: last), entity, attribute)
            if let known { return known }
            if isCrowded {
                let hash = Self.hash(entity, attribute, object)
                crowded.put(Int(triple), at: crowded.find(hash) { _ in false })
            }
        }
        entities.append(entity)
        attributes.append(attribute)
        objects.append(object)
        matches.append(match)
        lastVersion.append(Self.none)
        addToIndexes(triple, entity, place, match, ring)
        return triple
    }

    /// The triple of a ring of an entity and attribute that has this object; and whether so many are there that the next
    /// one goes into `crowded`.
    private func find(
        _ object: ValueID, in last: UInt32, _ entity: ValueID, _ attribute: ValueID
    ) -> (triple: UInt32?, isCrowded: Bool) {
        var triple = last
        for step in 1...Self.crowdedFrom {
            triple = byEntityAttribute.after(triple)
            if objects[Int(triple)] == object { return (triple, false) }
            if triple == last { return (nil, step == Self.crowdedFrom) }
        }
        let place = crowded.find(Self.hash(entity, attribute, object)) {
            entities[$0] == entity && objects[$0] == object && attributes[$0] == attribute
        }
        return (place.index.map { UInt32(truncatingIfNeeded: $0) }, true)
    }

    private mutating func addToIndexes(
        _ triple: UInt32, _ entity: ValueID, _ place: Int, _ match: ValueID, _ ring: HashSlots.Place
    ) {
        let attribute = attributeList[place].id
        byEntity.append(triple, at: byEntity.place(Self.hash(entity, 0)) { entities[$0] == entity })
        let isNewEntity = byEntityAttribute.append(triple, at: ring)
        let isNewValue = byAttributeValue.append(
            triple,
            at: byAttributeValue.place(Self.hash(attribute, match)) {
                matches[$0] == match && attributes[$0] == attribute
            })
        let last = attributeList[place].lastTriple
        if last == Self.none {
            nextOfAttribute.append(triple)
        } else {
            nextOfAttribute.append(nextOfAttribute[Int(last)])
            nextOfAttribute[Int(last)] = triple
        }
        attributeList[place].lastTriple = triple
        attributeList[place].tripleCount += 1
        attributeList[place].entityCount += isNewEntity ? 1 : 0
        attributeList[place].valueCount += isNewValue ? 1 : 0
    }

    /// As `HashSlots.touch`, of the slots that a fact of these parts is looked for in.
    @inline(__always)
    func touch(entity: ValueID, attribute place: Int, match: ValueID) -> UInt64 {
        let attribute = attributeList[place].id
        return byEntityAttribute.touch(Self.hash(entity, attribute)) ^ byEntity.touch(Self.hash(entity, 0))
            ^ byAttributeValue.touch(Self.hash(attribute, match))
    }

    /// Makes room for about so many facts, apart from their values.
    mutating func reserve(_ count: Int) {
        byEntityAttribute.reserve(count)
        byEntity.reserve(count / 3)
        byAttributeValue.reserve(count / 3)
    }

    /// As of `PagedArray`, but for the values.
    mutating func setExclusive(_ isExclusive: Bool) {
        entities.isExclusive = isExclusive
        attributes.isExclusive = isExclusive
        objects.isExclusive = isExclusive
        matches.isExclusive = isExclusive
        lastVersion.isExclusive = isExclusive
        crowded.isExclusive = isExclusive
        versionTriple.isExclusive = isExclusive
        versionTransaction.isExclusive = isExclusive
        previousVersion.isExclusive = isExclusive
        validFrom.isExclusive = isExclusive
        validTo.isExclusive = isExclusive
        self.isAssertion.isExclusive = isExclusive
        byEntity.isExclusive = isExclusive
        byEntityAttribute.isExclusive = isExclusive
        byAttributeValue.isExclusive = isExclusive
        nextOfAttribute.isExclusive = isExclusive
    }

    // MARK: reading

    /// Triples that share something, in order of first appearance.
    enum Ring {
        case entity(ValueID)
        case entityAttribute(ValueID, ValueID)
        /// The value by the number it matches under.
        case attributeValue(ValueID, ValueID)
        case attribute(ValueID)
    }

    /// The last triple of a ring, or `TripleIndex.end` of an empty one.
    func last(of ring: Ring) -> UInt32 {
        switch ring {
        case .entity(let entity): byEntity.last(Self.hash(entity, 0)) { entities[$0] == entity }
        case .entityAttribute(let entity, let attribute):
            byEntityAttribute.last(Self.hash(entity, attribute)) {
                entities[$0] == entity && attributes[$0] == attribute
            }
        case .attributeValue(let attribute, let match):
            byAttributeValue.last(Self.hash(attribute, match)) {
                matches[$0] == match && attributes[$0] == attribute
            }
        case .attribute(let attribute): self.attribute(attribute)?.lastTriple ?? TripleIndex.end
        }
    }

    /// Calls `body` with each triple of a ring.
    @inline(__always)
    func forEach(in ring: Ring, _ body: (UInt32) -> Void) {
        let last = last(of: ring)
        if last == TripleIndex.end { return }
        var triple = last
        switch ring {
        case .entity:
            repeat {
                triple = byEntity.after(triple)
                body(triple)
            } while triple != last
        case .entityAttribute: forEachOfEntityAttribute(endingAt: last, body)
        case .attributeValue:
            repeat {
                triple = byAttributeValue.after(triple)
                body(triple)
            } while triple != last
        case .attribute:
            repeat {
                triple = nextOfAttribute[Int(triple)]
                body(triple)
            } while triple != last
        }
    }

    /// Calls `body` with each triple of the ring of an entity and attribute, by its last one.
    @inline(__always)
    func forEachOfEntityAttribute(endingAt last: UInt32, _ body: (UInt32) -> Void) {
        var triple = last
        repeat {
            triple = byEntityAttribute.after(triple)
            body(triple)
        } while triple != last
    }

    /// How many triples a ring has, counted no further than `limit`; exact for an attribute.
    func count(of ring: Ring, upTo limit: Int) -> Int {
        switch ring {
        case .entity: byEntity.count(of: last(of: ring), upTo: limit)
        case .entityAttribute: byEntityAttribute.count(of: last(of: ring), upTo: limit)
        case .attributeValue: byAttributeValue.count(of: last(of: ring), upTo: limit)
        case .attribute(let attribute): self.attribute(attribute)?.tripleCount ?? 0
        }
    }

    /// The version of `triple` that holds under a view, or `none`.
    @inline(__always)
    func visibleVersion(of triple: UInt32, in view: TimeView) -> UInt32 {
        var version = lastVersion[Int(triple)]
        if view.isPast {
            while version != Self.none {
                let transaction = Int(versionTransaction[Int(version)])
                if txCounts[transaction] <= view.txCount, txIDs[transaction] <= view.txID { break }
                version = previousVersion[Int(version)]
            }
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
    /// Some transaction may not count.
    var isPast: Bool { txCount != .max || txID != .max }
}
