/// The variables that can be read at a place.
struct Scope {
    /// Those that the current query has bound: what `WITH *` passes on, what a `WITH` drops.
    var variables: [String: Slot] = [:]
    /// Those of the queries around a subquery, outermost first. They stay visible whatever the subquery projects.
    var outer: [[String: Slot]] = []
    /// Names that `CALL (x) { … }` passed in: nothing inside may take them anew.
    var imported: Set<String> = []

    /// Where the line and the file of the latest `LOAD CSV` stand.
    var csv: (line: Slot, file: Slot)?

    subscript(name: String) -> Slot? {
        if let slot = variables[name] { return slot }
        for level in outer.reversed() {
            if let slot = level[name] { return slot }
        }
        return nil
    }

    var isEmpty: Bool { variables.isEmpty && outer.allSatisfy(\.isEmpty) }

    /// The scope a subquery starts with when it sees all of this one.
    var inner: Scope {
        Scope(variables: [:], outer: variables.isEmpty ? outer : outer + [variables], imported: imported, csv: csv)
    }

    /// By name, in code point order.
    var sorted: [(name: String, slot: Slot)] {
        variables.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
    }

    /// The visible name that a misspelt one was most likely meant to be.
    func nearest(to name: String) -> String? {
        var names: [String] = Array(variables.keys)
        for level in outer { names.append(contentsOf: level.keys) }
        return NameSuggestion.nearest(to: name, among: names)
    }
}

/// Names that a reader may expect at a place and that have no value there, and why.
struct HiddenNames {
    enum Reason {
        /// Behind `DISTINCT` or an aggregation.
        case projection
        /// Within a repetition of the graph pattern that binds them.
        case repetition
        /// Within the pattern of the `MERGE` that binds them.
        case merge
        /// In `GROUP BY`: columns that are named behind it.
        case grouping
    }

    let reason: Reason
    private let scope: Scope?
    private let names: Set<String>

    init(_ reason: Reason, _ scope: Scope?, names: Set<String> = []) {
        self.reason = reason
        self.scope = scope
        self.names = names
    }

    func contains(_ name: String) -> Bool { names.contains(name) || scope?[name] != nil }
}

/// Which of the known names a misspelt one may stand for.
enum NameSuggestion {
    private static let candidatesLimit = 5_000
    /// Fewer letters begin too much.
    private static let beginningLetters = 3

    private static func begun(by wanted: [UInt8], among candidates: [String]) -> String? {
        guard wanted.count >= beginningLetters else { return nil }
        return candidates.prefix(candidatesLimit)
            .filter { $0.utf8.count <= wanted.count * 2 && $0.lowercased().utf8.starts(with: wanted) }
            .min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    /// The name at the least edit distance, at most a third of the letters; case counts little. Else the shortest that the
    /// name is the beginning of, at least its half. `nil` where none is near.
    static func nearest(to name: String, among candidates: [String]) -> String? {
        let wanted = Array(name.lowercased().utf8)
        guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
        let limit = max(1, wanted.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates.prefix(candidatesLimit) where candidate != name {
            let bytes = Array(candidate.lowercased().utf8)
            guard abs(bytes.count - wanted.count) <= limit else { continue }
            let distance = editDistance(wanted, bytes)
            // A one-letter name is near to every other one-letter name: only its other case counts.
            guard distance <= limit, distance < max(wanted.count, bytes.count) else { continue }
            if let known = best, (known.distance, known.name) <= (distance, candidate) { continue }
            best = (candidate, distance)
        }
        return best?.name ?? begun(by: wanted, among: candidates)
    }

    /// Insertions, deletions, replacements and swaps of neighbours.
    static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for j in 0..<b.count {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
