/// A version of a fact before it has numbers.
struct Fact: Hashable, Sendable {
    var entity: EntityID
    var attribute: String
    var value: Value
    var validFrom: Int64
    var validTo: Int64
    var isAssertion: Bool
}

/// A version of a fact by the numbers of its parts.
struct NumberedFact: Sendable {
    let entity: ValueID
    let attribute: ValueID
    let object: ValueID
    let window: FactWriter.Window
    let isAssertion: Bool
}

/// Checks the facts of a statement; all of them or none are written.
enum FactWriter {
    /// When a fact is valid: up to `to`, which is not part of it.
    struct Window: Hashable, Sendable {
        var from: Int64
        var to: Int64

        static let ofRetraction = Window(from: 0, to: Timestamp.forever)
    }

    /// - Parameter values: takes the values of the facts; those of a statement that is refused stay without facts.
    static func facts(
        of forms: [FactForm], isAssertion: Bool, now: Int64, values: inout ValueTable
    ) throws(MiniGrafError) -> [NumberedFact] {
        var facts: [NumberedFact] = []
        facts.reserveCapacity(forms.count)
        // What a fact is refused for comes in the order of the facts, so repeats are looked for as they come.
        var repeats = FactRepeats(expecting: forms.count)
        for form in forms {
            let entity = try entityID(form.entity)
            guard case .keyword(let attribute) = form.attribute else {
                throw .coded("API-003", "attribute must be a keyword")
            }
            let value = try ClauseParser.value(form.value)
            let window =
                isAssertion
                ? Window(from: form.validFrom ?? now, to: form.validTo ?? Timestamp.forever) : .ofRetraction
            if window.to <= window.from {
                throw .coded(
                    "API-019",
                    "the valid-time window of \(attribute) ends at or before it starts; give :valid-from and a later "
                        + ":valid-to")
            }
            let fact = NumberedFact(
                entity: values.intern(.ref(entity)), attribute: values.intern(.keyword(attribute)),
                object: values.intern(value), window: window, isAssertion: isAssertion)
            if let known = facts.withUnsafeBufferPointer({ repeats.earlier(fact, in: $0) }) {
                if known.window == window { continue }
                throw .coded(
                    "API-011",
                    "one (transact ...) asserts the same value of \(attribute) with two valid-time windows; assert it once "
                        + "with its final window")
            }
            facts.append(fact)
        }
        return facts
    }

    /// Takes out what stands there twice. Returns a fact that stands there with two windows, where there is one.
    static func removeRepeats(_ facts: inout [NumberedFact]) -> NumberedFact? {
        if facts.count < 2 { return nil }
        var repeats = FactRepeats(expecting: facts.count)
        var kept = 0
        let contradiction: NumberedFact? = facts.withUnsafeMutableBufferPointer { facts in
            for fact in facts {
                if let known = repeats.earlier(fact, in: UnsafeBufferPointer(facts)) {
                    if known.window == fact.window { continue }
                    return fact
                }
                facts[kept] = fact
                kept += 1
            }
            return nil
        }
        if contradiction == nil { facts.removeLast(facts.count - kept) }
        return contradiction
    }

    private static func entityID(_ form: Form) throws(MiniGrafError) -> EntityID {
        switch form {
        case .keyword(let name): return EntityID(keyword: name)
        case .uuid(let id): return id
        default: throw .coded("INT-002", "invalid entity: Expected keyword or UUID for entity, got \(form)")
        }
    }
}

/// The triples of a statement's facts, to find those that stand there twice.
private struct FactRepeats {
    /// Places in the list of facts, plus one; 0 is free.
    private var slots: [UInt32] = []
    private var count = 0

    init(expecting capacity: Int) {
        if capacity < 2 { return }
        var size = 8
        while size < capacity * 2 { size *= 2 }
        slots = [UInt32](repeating: 0, count: size)
    }

    /// The fact among `facts` with the triple of this one; where there is none, it counts as the next of them.
    mutating func earlier(_ fact: NumberedFact, in facts: UnsafeBufferPointer<NumberedFact>) -> NumberedFact? {
        if slots.isEmpty { return nil }
        let mask = slots.count - 1
        let key = UInt64(fact.entity) << 32 | UInt64(fact.attribute)
        var slot = Int(truncatingIfNeeded: TableHash.of(key, UInt64(fact.object))) & mask
        while slots[slot] != 0 {
            let known = facts[Int(slots[slot]) - 1]
            if known.object == fact.object, known.entity == fact.entity, known.attribute == fact.attribute {
                return known
            }
            slot = (slot + 1) & mask
        }
        count += 1
        slots[slot] = UInt32(truncatingIfNeeded: count)
        return nil
    }
}

extension FactTable {
    mutating func append(_ facts: [NumberedFact], txCount: Int64, txID: Int64) {
        if facts.isEmpty {
            lastTxCount = max(lastTxCount, txCount)
            return
        }
        beginTransaction(count: txCount, id: txID)
        for fact in facts {
            append(
                entity: fact.entity, attribute: place(ofAttribute: fact.attribute), object: fact.object,
                match: values.matchIDs[Int(fact.object)], from: fact.window.from, to: fact.window.to,
                isAssertion: fact.isAssertion)
        }
    }

    mutating func append(_ stored: StoredFact) {
        let fact = stored.fact
        beginTransaction(count: stored.txCount, id: stored.txID)
        let object = values.intern(fact.value)
        append(
            entity: values.intern(.ref(fact.entity)),
            attribute: place(ofAttribute: values.intern(.keyword(fact.attribute))), object: object,
            match: values.matchIDs[Int(object)], from: fact.validFrom, to: fact.validTo, isAssertion: fact.isAssertion)
    }
}
