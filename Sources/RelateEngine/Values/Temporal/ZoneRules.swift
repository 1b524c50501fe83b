/// The offsets of one zone through time, to the second.
///
/// Immutable, so that one copy serves every thread.
package final class ZoneRules: Sendable {
    /// From `at` on, the offset is `offset`.
    struct Transition: Hashable, Sendable {
        var at: Int64
        var offset: Int32
    }

    /// Ascending.
    let transitions: [Transition]
    /// Before the first transition.
    let firstOffset: Int32
    /// From the last transition on; `nil` keeps the last offset.
    let footer: ZoneFooter?

    init(firstOffset: Int32, transitions: [Transition], footer: ZoneFooter?) {
        self.firstOffset = firstOffset
        self.transitions = transitions
        self.footer = footer
    }

    static let utc = ZoneRules(firstOffset: 0, transitions: [], footer: nil)

    /// The offset in seconds at an instant.
    package func offset(at epochSecond: Int64) -> Int32 {
        let count = countOfTransitions(upTo: epochSecond)
        if count == transitions.count, let footer {
            return footer.offset(at: epochSecond) ?? firstOffset
        }
        return count == 0 ? firstOffset : transitions[count - 1].offset
    }

    /// The offset that a local time has: where the clock shows it twice, `preferred` if that is one of the two, otherwise
    /// the earlier; where the clock skips it, the offset before the gap, which moves the time forward by the gap.
    package func offset(forLocal localSecond: Int64, preferred: Int32? = nil) -> Int32 {
        // No offset is larger than this, so the instant lies in between.
        let margin: Int64 = 100_000
        var before = offset(at: localSecond - margin)
        let changes = changes(after: localSecond - margin, through: localSecond + margin)
        if changes.isEmpty { return before }
        if let preferred, offset(at: localSecond - Int64(preferred)) == preferred { return preferred }
        for change in changes {
            // The first offset under which the time comes before the change: earlier instants are tried first.
            if localSecond - Int64(before) < change.at { return before }
            // In a gap it comes after the change with the old offset and before it with the new one.
            if localSecond - Int64(change.offset) < change.at { return before }
            before = change.offset
        }
        return before
    }

    /// Transitions in `start < at <= end`, those of the footer included.
    private func changes(after start: Int64, through end: Int64) -> [Transition] {
        var changes: [Transition] = []
        var index = countOfTransitions(upTo: start)
        while index < transitions.count, transitions[index].at <= end {
            changes.append(transitions[index])
            index += 1
        }
        guard index == transitions.count, let footer else { return changes }
        let last = transitions.last?.at ?? Int64.min
        for change in footer.transitions(around: end) where change.at > max(start, last) && change.at <= end {
            changes.append(change)
        }
        return changes
    }

    /// How many transitions lie at or before the instant.
    private func countOfTransitions(upTo epochSecond: Int64) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].at <= epochSecond { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
