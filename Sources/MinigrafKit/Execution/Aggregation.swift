/// One aggregate of one group. Nulls are skipped.
struct AggregateState {
    private enum Kind {
        case count, countDistinct, sum, sumDistinct, minimum, maximum
        case user(any MiniGrafAccumulator)
    }

    private let function: String
    private let kind: Kind
    private var count: Int64 = 0
    private var integerSum: Int64 = 0
    private var floatSum = 0.0
    private var isFloat = false
    private var seen: Set<ValueID> = []
    private var extreme: Value?

    init(function: String, user: (any MiniGrafAggregate)?) throws(MiniGrafError) {
        self.function = function
        if let user {
            kind = .user(try UserFunctions.call(function) { try user.accumulator() })
            return
        }
        kind =
            switch function {
            case "count": .count
            case "count-distinct": .countDistinct
            case "sum": .sum
            case "sum-distinct": .sumDistinct
            case "min": .minimum
            default: .maximum
            }
    }

    /// - Parameter id: the number of a value that is not null; numbers of values that count as one are one.
    mutating func add(_ id: ValueID, in values: QueryValues, budget: MemoryBudget) throws(MiniGrafError) {
        switch kind {
        case .count: count += 1
        case .countDistinct:
            if seen.insert(id).inserted { try budget.hold(8) }
        case .sum: try sum(values.value(id))
        case .sumDistinct:
            if seen.insert(id).inserted {
                try budget.hold(8)
                try sum(values.value(id))
            }
        case .minimum, .maximum: try compare(values.value(id))
        case .user(let accumulator):
            count += 1
            let value = values.value(id)
            try UserFunctions.call(function) { try accumulator.step(value: MiniGrafValue(value)) }
        }
    }

    private mutating func sum(_ value: Value) throws(MiniGrafError) {
        switch value {
        case .int(let number):
            integerSum = integerSum.addingSaturated(number)
            floatSum += Double(number)
        case .float(let bits):
            isFloat = true
            floatSum += Double(bitPattern: bits)
        default:
            throw .coded("INT-041", "sum: expected Integer, Float, or Null, got \(value.typeName)")
        }
    }

    private mutating func compare(_ value: Value) throws(MiniGrafError) {
        guard let extreme else {
            switch value {
            case .int, .float, .text: self.extreme = value
            default:
                throw .coded(
                    "INT-044", "\(function): expected Integer, Float, String, or Null, got \(value.typeName)")
            }
            return
        }
        guard value.typeName == extreme.typeName, let order = ExpressionEvaluator.compare(value, extreme) else {
            throw .coded("INT-043", "\(function): cannot compare \(value.typeName) and \(extreme.typeName) values")
        }
        if case .minimum = kind, order >= 0 { return }
        if case .maximum = kind, order <= 0 { return }
        self.extreme = value
    }

    /// `nil` where the group has no answer: a minimum of nothing.
    func result() throws(MiniGrafError) -> Value? {
        switch kind {
        case .count: return .int(count)
        case .countDistinct: return .int(Int64(seen.count))
        case .sum, .sumDistinct: return isFloat ? .float(floatSum) : .int(integerSum)
        case .minimum, .maximum: return extreme
        case .user(let accumulator): return try UserFunctions.finish(function, accumulator, count: count)
        }
    }
}

/// Rows to result rows: grouping, aggregates, windows, in the order of `:find`.
struct Projection {
    let query: Query
    let slots: [String: Int]
    let values: QueryValues
    let aggregates: [String: any MiniGrafAggregate]
    let budget: MemoryBudget

    /// Names are resolved before any row is read.
    static func check(_ query: Query, _ aggregates: [String: any MiniGrafAggregate]) throws(MiniGrafError) {
        for specification in query.find {
            switch specification {
            case .variable: break
            case .aggregate(let name, _):
                if !FindParser.aggregateNames.contains(name), aggregates[name] == nil {
                    throw .coded("QRY-010", "unknown aggregate function: '\(name)'")
                }
            case .window(let window):
                let name = window.function
                let isKnown = FindParser.windowNames.contains(name) || FindParser.rankNames.contains(name)
                if !isKnown, aggregates[name] == nil {
                    throw .coded(
                        "QRY-011",
                        "unknown window function '\(name)' — register it with register_aggregate() before querying")
                }
            }
        }
    }

    func run(over rows: RowSet) throws(MiniGrafError) -> RowSet {
        let hasAggregate = query.find.contains { if case .aggregate = $0 { true } else { false } }
        var result = hasAggregate ? try grouped(rows) : projected(rows)
        for (column, specification) in query.find.enumerated() {
            guard case .window(let window) = specification else { continue }
            try annotate(&result.rows, column, window, key: result.key)
        }
        return result.rows
    }

    /// Result rows with the windows still open, and the value of a variable in the row behind a result row.
    private typealias Answer = (rows: RowSet, key: (_ row: Int, _ variable: String) -> ValueID?)

    private func projected(_ rows: RowSet) -> Answer {
        var result = RowSet(width: query.find.count)
        let slots = slots
        // Windows are filled in later.
        let columns = query.find.map { specification -> Int? in
            if case .variable(let name) = specification { return slots[name] }
            return nil
        }
        let null = columns.contains(nil) ? values.id(of: .null) : 0
        result.data.reserveCapacity(rows.count * columns.count)
        for index in 0..<rows.count {
            let start = index * rows.width
            result.appendRow { column in columns[column].map { rows.data[start + $0] } ?? null }
        }
        return (result, { row, name in slots[name].map { rows.data[row * rows.width + $0] } })
    }

    /// 0.0 and -0.0 are one value in groups and counts; a keyword and its reference are two.
    private func groupID(_ id: ValueID) -> ValueID {
        let match = values.matchID(id)
        if match == id { return id }
        if case .float = values.value(id) { return match }
        return id
    }

    private func grouped(_ rows: RowSet) throws(MiniGrafError) -> Answer {
        var keyNames: [String] = []
        for case .variable(let name) in query.find where !keyNames.contains(name) { keyNames.append(name) }
        let shown = keyNames.count
        for name in query.with where !keyNames.contains(name) { keyNames.append(name) }
        let keySlots = keyNames.compactMap { slots[$0] }
        var calls: [(column: Int, function: String, slot: Int, isDistinct: Bool)] = []
        for (column, specification) in query.find.enumerated() {
            if case .aggregate(let function, let variable) = specification {
                calls.append((column, function, slots[variable] ?? 0, function.hasSuffix("-distinct")))
            }
        }
        var groups = TupleTable(width: keySlots.count)
        // Of one key, the group of each value as it stands in the rows.
        var known = IDMap()
        let single = keySlots.count == 1 ? keySlots[0] : nil
        var states: [AggregateState] = []
        var key = [ValueID](repeating: 0, count: keySlots.count)
        /// The keys of the groups as they stand in the first row of each.
        var shownKeys: [ValueID] = []
        let null = values.id(of: .null)
        for index in 0..<rows.count {
            let start = index * rows.width
            let group: Int
            if let single, let number = known[rows.data[start + single]] {
                group = Int(number)
            } else {
                for (place, slot) in keySlots.enumerated() { key[place] = groupID(rows.data[start + slot]) }
                let (number, isNew) = groups.insert(key[...])
                group = number
                if let single { known.insert(rows.data[start + single], UInt32(truncatingIfNeeded: group)) }
                if isNew {
                    for slot in keySlots { shownKeys.append(rows.data[start + slot]) }
                    try budget.hold(keySlots.count * 4 + calls.count * 64)
                    for call in calls {
                        states.append(try AggregateState(function: call.function, user: aggregates[call.function]))
                    }
                }
            }
            for (place, call) in calls.enumerated() {
                let id = rows.data[start + call.slot]
                if id == null { continue }
                try states[group * calls.count + place].add(
                    call.isDistinct ? groupID(id) : id, in: values, budget: budget)
            }
        }
        var result = RowSet(width: query.find.count)
        var groupOfRow: [Int] = []
        if groups.count == 0 {
            let countsOnly = query.find.allSatisfy { specification in
                if case .aggregate(let name, _) = specification { return name == "count" || name == "count-distinct" }
                return false
            }
            if countsOnly {
                let zero = values.id(of: .int(0))
                result.append(ArraySlice([ValueID](repeating: zero, count: query.find.count)))
            }
        }
        for group in 0..<groups.count {
            var row = [ValueID](repeating: null, count: query.find.count)
            for (column, specification) in query.find.enumerated() {
                if case .variable(let name) = specification, let place = keyNames.firstIndex(of: name) {
                    row[column] = shownKeys[group * groups.width + place]
                }
            }
            var isComplete = true
            for (place, call) in calls.enumerated() {
                if let value = try states[group * calls.count + place].result() {
                    row[call.column] = values.id(of: value)
                } else {
                    isComplete = false
                }
            }
            if isComplete {
                result.append(row[...])
                groupOfRow.append(group)
            }
        }
        let visible = Array(keyNames.prefix(shown))
        return (
            result,
            { row, name in
                guard row < groupOfRow.count, let place = visible.firstIndex(of: name) else { return nil }
                return shownKeys[groupOfRow[row] * groups.width + place]
            }
        )
    }

    // MARK: windows

    private func annotate(
        _ rows: inout RowSet, _ column: Int, _ window: WindowSpecification,
        key: (_ row: Int, _ variable: String) -> ValueID?
    ) throws(MiniGrafError) {
        try budget.hold(rows.count * 32)
        var partitions: [ValueID: [Int]] = [:]
        var order: [ValueID] = []
        for row in 0..<rows.count {
            let partition = window.partition.flatMap { key(row, $0) }.map { groupID($0) } ?? 0
            if partitions[partition] == nil { order.append(partition) }
            partitions[partition, default: []].append(row)
        }
        for partition in order {
            let members = partitions[partition] ?? []
            let keys = members.map { row in key(row, window.order).map { values.value($0) } ?? .null }
            let sorted = members.indices.sorted { left, right in
                let order = ExpressionEvaluator.compare(keys[left], keys[right]) ?? 0
                if order == 0 { return left < right }
                return window.isDescending ? order > 0 : order < 0
            }
            var state = try WindowState(window.function, user: aggregates[window.function])
            var previous: Value?
            for (position, place) in sorted.enumerated() {
                let argument = window.variable.flatMap { key(members[place], $0) }.map { values.value($0) } ?? .null
                // 3 and 3.0 compare as equal and are no tie.
                let isTie = previous?.isTie(with: keys[place]) ?? false
                previous = keys[place]
                let value = try state.next(argument, position: position, isTie: isTie)
                rows.data[members[place] * rows.width + column] = values.id(of: value)
            }
        }
    }
}

/// A window function over one partition, from its first row to the current one.
struct WindowState {
    private let function: String
    private let user: (any MiniGrafAccumulator)?
    private var count: Int64 = 0
    private var integerSum: Int64 = 0
    private var floatSum = 0.0
    private var isFloat = false
    private var numbers: Int64 = 0
    private var extreme: Value?
    private var rank = 0

    init(_ function: String, user: (any MiniGrafAggregate)?) throws(MiniGrafError) {
        self.function = function
        let isBuiltIn = FindParser.windowNames.contains(function) || FindParser.rankNames.contains(function)
        if let user, !isBuiltIn {
            self.user = try UserFunctions.call(function) { try user.accumulator() }
        } else {
            self.user = nil
        }
    }

    mutating func next(_ value: Value, position: Int, isTie: Bool) throws(MiniGrafError) -> Value {
        let isNull = value == .null
        if let user {
            if !isNull {
                count += 1
                try UserFunctions.call(function) { try user.step(value: MiniGrafValue(value)) }
            }
            return try UserFunctions.finish(function, user, count: count)
        }
        switch function {
        case "row-number": return .int(Int64(position + 1))
        case "rank":
            if !isTie { rank = position + 1 }
            return .int(Int64(rank))
        case "count":
            if !isNull { count += 1 }
            return .int(count)
        case "sum", "avg":
            add(value)
            if function == "sum" { return isFloat ? .float(floatSum) : .int(integerSum) }
            return numbers == 0 ? .null : .float(floatSum / Double(numbers))
        default:
            if !isNull {
                if let current = extreme {
                    let order = ExpressionEvaluator.compare(value, current) ?? 0
                    if function == "min" ? order < 0 : order > 0 { extreme = value }
                } else {
                    extreme = value
                }
            }
            return extreme ?? .null
        }
    }

    private mutating func add(_ value: Value) {
        switch value {
        case .int(let number):
            integerSum = integerSum.addingSaturated(number)
            floatSum += Double(number)
            numbers += 1
        case .float(let bits):
            isFloat = true
            floatSum += Double(bitPattern: bits)
            numbers += 1
        default: break
        }
    }
}

extension Int64 {
    /// The sum, or the limit that it would pass, as the original has it.
    fileprivate func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other < 0 ? .min : .max) : sum
    }
}
