/// A version of a fact before it has numbers.
struct Fact: Hashable, Sendable {
    var entity: EntityID
    var attribute: String
    var value: Value
    var validFrom: Int64
    var validTo: Int64
    var isAssertion: Bool
}

/// Checks the facts of a statement; all of them or none are written.
enum FactWriter {
    private struct Triple: Hashable {
        let entity: EntityID
        let attribute: String
        let value: Value
    }

    static func facts(
        of forms: [FactForm], isAssertion: Bool, now: Int64
    ) throws(MiniGrafError) -> [Fact] {
        var facts: [Fact] = []
        facts.reserveCapacity(forms.count)
        var windows: [Triple: (from: Int64, to: Int64)] = [:]
        for form in forms {
            let fact = try fact(form, isAssertion: isAssertion, now: now)
            if isAssertion, fact.validTo <= fact.validFrom {
                throw .coded(
                    "API-019",
                    "the valid-time window of \(fact.attribute) ends at or before it starts; give :valid-from and a "
                        + "later :valid-to")
            }
            let triple = Triple(entity: fact.entity, attribute: fact.attribute, value: fact.value)
            if let known = windows[triple] {
                if known.from == fact.validFrom, known.to == fact.validTo { continue }
                throw .coded(
                    "API-011",
                    "one (transact ...) asserts the same value of \(fact.attribute) with two valid-time windows; "
                        + "assert it once with its final window")
            }
            windows[triple] = (fact.validFrom, fact.validTo)
            facts.append(fact)
        }
        return facts
    }

    private static func fact(_ form: FactForm, isAssertion: Bool, now: Int64) throws(MiniGrafError) -> Fact {
        let entity: EntityID
        switch form.entity {
        case .keyword(let name): entity = EntityID(keyword: name)
        case .uuid(let id): entity = id
        default:
            throw .coded("INT-002", "invalid entity: Expected keyword or UUID for entity, got \(form.entity)")
        }
        guard case .keyword(let attribute) = form.attribute else {
            throw .coded("API-003", "attribute must be a keyword")
        }
        let value = try ClauseParser.value(form.value)
        return Fact(
            entity: entity, attribute: attribute, value: value,
            validFrom: isAssertion ? form.validFrom ?? now : 0,
            validTo: isAssertion ? form.validTo ?? Timestamp.forever : Timestamp.forever, isAssertion: isAssertion)
    }
}

extension FactTable {
    mutating func append(_ facts: [Fact], txCount: Int64, txID: Int64) {
        if facts.isEmpty {
            lastTxCount = max(lastTxCount, txCount)
            return
        }
        beginTransaction(count: txCount, id: txID)
        for fact in facts {
            let entity = values.intern(.ref(fact.entity))
            let attribute = values.intern(.keyword(fact.attribute))
            let object = values.intern(fact.value)
            append(
                entity: entity, attribute: attribute, object: object, from: fact.validFrom, to: fact.validTo,
                isAssertion: fact.isAssertion)
        }
    }
}
