/// A version of a fact before it has numbers.
struct Fact: Hashable, Sendable {
    var entity: EntityID
    var attribute: String
    var value: Value
    var validFrom: Int64
    var validTo: Int64
    var isAssertion: Bool
}

/// A fact with the numbers of its parts.
struct NumberedFact: Sendable {
    let fact: Fact
    let entity: ValueID
    let attribute: ValueID
    let object: ValueID
}

/// Checks the facts of a statement; all of them or none are written.
enum FactWriter {
    /// - Parameter values: takes the values of the facts; those of a statement that is refused stay without facts.
    static func facts(
        of forms: [FactForm], isAssertion: Bool, now: Int64, values: inout ValueTable
    ) throws(MiniGrafError) -> [NumberedFact] {
        var facts: [NumberedFact] = []
        facts.reserveCapacity(forms.count)
        var triples = TupleTable(width: 3)
        // Facts of one entity mostly stand together, and a name's id takes a digest.
        var last: (name: String, id: EntityID, value: ValueID)?
        for form in forms {
            let id: EntityID
            let entity: ValueID
            if case .keyword(let name) = form.entity, let known = last, Value.sameText(known.name, name) {
                (id, entity) = (known.id, known.value)
            } else {
                id = try entityID(form.entity)
                entity = values.intern(.ref(id))
                if case .keyword(let name) = form.entity { last = (name, id, entity) }
            }
            let fact = try fact(form, id, isAssertion: isAssertion, now: now)
            if isAssertion, fact.validTo <= fact.validFrom {
                throw .coded(
                    "API-019",
                    "the valid-time window of \(fact.attribute) ends at or before it starts; give :valid-from and a "
                        + "later :valid-to")
            }
            let numbered = NumberedFact(
                fact: fact, entity: entity,
                attribute: values.intern(.keyword(fact.attribute)),
                object: values.intern(fact.value))
            if forms.count > 1 {
                let (index, isNew) = triples.insert(numbered.entity, numbered.attribute, numbered.object)
                if !isNew {
                    let known = facts[index].fact
                    if known.validFrom == fact.validFrom, known.validTo == fact.validTo { continue }
                    throw .coded(
                        "API-011",
                        "one (transact ...) asserts the same value of \(fact.attribute) with two valid-time windows; "
                            + "assert it once with its final window")
                }
            }
            facts.append(numbered)
        }
        return facts
    }

    private static func entityID(_ form: Form) throws(MiniGrafError) -> EntityID {
        switch form {
        case .keyword(let name): return EntityID(keyword: name)
        case .uuid(let id): return id
        default: throw .coded("INT-002", "invalid entity: Expected keyword or UUID for entity, got \(form)")
        }
    }

    private static func fact(
        _ form: FactForm, _ entity: EntityID, isAssertion: Bool, now: Int64
    ) throws(MiniGrafError) -> Fact {
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
    mutating func append(_ facts: [NumberedFact], txCount: Int64, txID: Int64) {
        if facts.isEmpty {
            lastTxCount = max(lastTxCount, txCount)
            return
        }
        beginTransaction(count: txCount, id: txID)
        for numbered in facts {
            append(
                entity: numbered.entity, attribute: place(ofAttribute: numbered.attribute), object: numbered.object,
                from: numbered.fact.validFrom, to: numbered.fact.validTo, isAssertion: numbered.fact.isAssertion)
        }
    }

    mutating func append(_ stored: StoredFact) {
        let fact = stored.fact
        beginTransaction(count: stored.txCount, id: stored.txID)
        append(
            entity: values.intern(.ref(fact.entity)),
            attribute: place(ofAttribute: values.intern(.keyword(fact.attribute))),
            object: values.intern(fact.value), from: fact.validFrom, to: fact.validTo, isAssertion: fact.isAssertion)
    }
}
