/// A point of view in time. `nil` leaves to the query what it says, or to the present.
package struct QueryTime: Hashable, Sendable {
    package enum ValidAt: Hashable, Sendable {
        /// Milliseconds since 1970.
        case instant(Int64)
        case anyTime
    }

    /// The last transaction that counts.
    package var txCount: Int64?
    package var validAt: ValidAt?

    package init(txCount: Int64? = nil, validAt: ValidAt? = nil) {
        self.txCount = txCount
        self.validAt = validAt
    }

    package var isPresent: Bool { txCount == nil && validAt == nil }
}

/// The facts of a database at a point in time, for programs that browse them. It keeps its state, whatever is written.
package struct FactView: Sendable {
    private let table: FactTable
    private let view: TimeView

    init(_ table: FactTable, at time: QueryTime, now: Int64) {
        self.table = table
        var view = TimeView(validAt: now)
        if let count = time.txCount { view.txCount = count }
        switch time.validAt {
        case .instant(let instant): view.validAt = instant
        case .anyTime: view.validAt = nil
        case nil: break
        }
        self.view = view
    }

    // MARK: what there is

    package struct Attribute: Hashable, Sendable {
        package let name: String
        /// Facts that were ever asserted or retracted.
        package let factCount: Int
        package let entityCount: Int
    }

    package var attributes: [Attribute] {
        table.attributeList.map { Attribute(name: text($0.id), factCount: $0.tripleCount, entityCount: $0.entityCount) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    package var factCount: Int { table.tripleCount }
    package var entityCount: Int { table.entityCount }

    package var transactionCount: Int { table.txCounts.count }

    /// The number and the wall clock, in milliseconds since 1970, of a transaction with facts.
    package func transaction(_ index: Int) -> (txCount: Int64, txID: Int64) {
        (table.txCounts[index], table.txIDs[index])
    }

    /// The distinct instants at which a window of a fact begins or ends, in order; of many, some in even steps.
    package func validInstants(limit: Int) -> [Int64] {
        var instants: Set<Int64> = []
        for version in 0..<table.versionCount where table.isAssertion[version] {
            instants.insert(table.validFrom[version])
            if table.validTo[version] != Timestamp.forever { instants.insert(table.validTo[version]) }
        }
        let sorted = instants.sorted()
        guard sorted.count > limit, limit > 1 else { return sorted }
        return (0..<limit).map { sorted[$0 * (sorted.count - 1) / (limit - 1)] }
    }

    // MARK: entities

    /// An entity, by its number within this view.
    package struct Entity: Hashable, Sendable {
        fileprivate let id: ValueID
        package let uuid: String
        /// Tells entities of one store apart, while it is open.
        package var number: Int64 { Int64(id) }
    }

    /// The entity of a UUID or of a keyword; `nil` where neither facts nor references know it.
    package func entity(_ text: String) -> Entity? {
        let id = text.hasPrefix(":") ? EntityID(keyword: text) : EntityID(text: text)
        guard let id, let number = table.values.id(of: .ref(id)) else { return nil }
        return Entity(id: number, uuid: id.description)
    }

    /// The entity that a value refers to: a reference, or a keyword whose entity has facts; else `nil`.
    package func entity(of value: MiniGrafValue) -> Entity? {
        switch value {
        case .ref(let text): return entity(text)
        case .keyword(let text):
            guard let entity = entity(text), table.last(of: .entity(entity.id)) != TripleIndex.end else { return nil }
            return entity
        default: return nil
        }
    }

    package struct Fact: Hashable, Sendable {
        package let attribute: String
        package let value: MiniGrafValue
        /// The entity that the value refers to.
        package let target: Entity?
        package let validFrom: Int64
        package let validTo: Int64
        package let txCount: Int64
    }

    /// The facts of an entity that hold in this view, at most `limit`.
    package func facts(of entity: Entity, limit: Int = .max) -> [Fact] {
        var facts: [Fact] = []
        table.forEach(in: .entity(entity.id)) { triple in
            guard facts.count < limit else { return }
            let version = table.visibleVersion(of: triple, in: view)
            if version != FactTable.none { facts.append(fact(Int(triple), Int(version))) }
        }
        return facts
    }

    private func fact(_ triple: Int, _ version: Int) -> Fact {
        let value = MiniGrafValue(table.values.values[Int(table.objects[triple])])
        return Fact(
            attribute: text(table.attributes[triple]), value: value, target: entity(of: value),
            validFrom: table.validFrom[version], validTo: table.validTo[version],
            txCount: table.txCounts[Int(table.versionTransaction[version])])
    }

    /// The entities that refer to this one, by attribute.
    package func references(to entity: Entity) -> [(attribute: String, sources: [Entity])] {
        var groups: [(attribute: String, sources: [Entity])] = []
        for attribute in table.attributeList {
            var sources: [Entity] = []
            table.forEach(in: .attributeValue(attribute.id, entity.id)) { triple in
                guard table.visibleVersion(of: triple, in: view) != FactTable.none,
                    case .ref(let id) = table.values.values[Int(table.entities[Int(triple)])]
                else { return }
                sources.append(Entity(id: table.entities[Int(triple)], uuid: id.description))
            }
            if !sources.isEmpty { groups.append((text(attribute.id), sources)) }
        }
        return groups.sorted { $0.attribute.utf8.lexicographicallyPrecedes($1.attribute.utf8) }
    }

    private func text(_ id: ValueID) -> String {
        if case .keyword(let text) = table.values.values[Int(id)] { text } else { "" }
    }

    /// The keywords that facts mention as values or attributes, by the entity each of them names. Costs all values.
    package func keywordNames() -> [Entity: String] {
        var names: [Entity: String] = [:]
        for index in 0..<table.values.values.count {
            guard case .keyword(let text) = table.values.values[index],
                case .ref(let id) = table.values.values[Int(table.values.matchIDs[index])]
            else { continue }
            names[Entity(id: table.values.matchIDs[index], uuid: id.description)] = text
        }
        return names
    }

    // MARK: history

    /// How long one value of an attribute held: from a transaction up to the one that ended it.
    package struct Period: Hashable, Sendable {
        package let entity: Entity
        package let attribute: String
        package let value: MiniGrafValue
        package let validFrom: Int64
        package let validTo: Int64
        package let txCount: Int64
        package let txID: Int64
        /// The transaction that retracted the value or gave it another window; `nil` where it still holds.
        package let endTxCount: Int64?
    }

    /// All that an entity, or an attribute of whichever entity, ever said, in the order of transactions.
    package func history(entity: Entity?, attribute: String?, limit: Int) -> [Period] {
        let wanted = attribute.flatMap { table.values.id(of: .keyword($0)) }
        if attribute != nil, wanted == nil { return [] }
        var versions: [Int] = []
        func take(_ triple: UInt32) {
            guard wanted == nil || table.attributes[Int(triple)] == wanted, versions.count < limit else { return }
            var version = table.lastVersion[Int(triple)]
            while version != FactTable.none {
                if table.isAssertion[Int(version)] { versions.append(Int(version)) }
                version = table.previousVersion[Int(version)]
            }
        }
        if let entity {
            table.forEach(in: .entity(entity.id), take)
        } else if let wanted {
            table.forEach(in: .attribute(wanted), take)
        }
        return versions.sorted().map { period($0) }
    }

    private func period(_ version: Int) -> Period {
        let triple = Int(table.versionTriple[version])
        var end: Int64?
        var later = table.lastVersion[triple]
        while later != FactTable.none, Int(later) != version {
            end = table.txCounts[Int(table.versionTransaction[Int(later)])]
            later = table.previousVersion[Int(later)]
        }
        var uuid = ""
        if case .ref(let id) = table.values.values[Int(table.entities[triple])] { uuid = id.description }
        let transaction = Int(table.versionTransaction[version])
        return Period(
            entity: Entity(id: table.entities[triple], uuid: uuid), attribute: text(table.attributes[triple]),
            value: MiniGrafValue(table.values.values[Int(table.objects[triple])]), validFrom: table.validFrom[version],
            validTo: table.validTo[version], txCount: table.txCounts[transaction], txID: table.txIDs[transaction],
            endTxCount: end)
    }
}

extension MiniGrafDb {
    package func factView(at time: QueryTime = QueryTime()) -> FactView {
        FactView(core.table, at: time, now: Timestamp.now())
    }

    /// The names of the handle's rules and registered functions, in order; rules with their arguments.
    package var knownNames: (rules: [(name: String, argumentCount: Int)], predicates: [String], aggregates: [String]) {
        core.knownNames
    }
}

/// Milliseconds since 1970 as a date, with the time where it is not midnight: `2024-05-06T09:30:00Z`.
package enum InstantText {
    package static func text(_ instant: Int64) -> String {
        if instant == Timestamp.forever { return "forever" }
        let day = 86_400_000 as Int64
        // Rounded down; a log writer may be given any instant there is.
        let rest = (instant % day + day) % day
        let (year, month, date) = civil(instant / day - (instant % day < 0 ? 1 : 0))
        var text = (year < 0 ? "-" : "") + padded(abs(year), 4) + "-" + padded(month, 2) + "-" + padded(date, 2)
        if rest != 0 {
            let second = rest / 1000
            text += "T" + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2)
            if rest % 1000 != 0 { text += "." + padded(rest % 1000, 3) }
            text += "Z"
        }
        return text
    }

    private static func padded(_ number: Int64, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// The date of the proleptic Gregorian calendar that is so many days after 1970-01-01.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthIndex + 2) / 5 + 1)
    }
}
