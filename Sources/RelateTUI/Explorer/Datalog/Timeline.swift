import MinigrafKit

/// What a history is asked of.
enum TimelineSubject: Hashable, Sendable {
    /// By UUID.
    case entity(String)
    case attribute(String)
}

/// The history of an entity or an attribute: how long each value held, counted in transactions.
struct Timeline: Sendable {
    struct Entry: Hashable, Sendable {
        /// The attribute of an entity's history, the entity of an attribute's.
        var name: String
        var value: String
        var window: String
        var txCount: Int64
        /// `nil` while it holds.
        var endTxCount: Int64?
    }

    let title: String
    let entries: [Entry]
    let firstTxCount: Int64
    let lastTxCount: Int64

    private static let entriesLimit = 10_000

    init(_ subject: TimelineSubject, _ facts: FactView, _ entities: DatalogEntities) {
        let periods: [FactView.Period]
        switch subject {
        case .entity(let id):
            let entity = facts.entity(id)
            title = entity.map { entities.title(of: $0) } ?? id
            periods = entity.map { facts.history(entity: $0, attribute: nil, limit: Self.entriesLimit) } ?? []
        case .attribute(let name):
            title = name
            periods = facts.history(entity: nil, attribute: name, limit: Self.entriesLimit)
        }
        entries = periods.map { period in
            let name: String
            if case .attribute = subject { name = entities.title(of: period.entity) } else { name = period.attribute }
            return Entry(
                name: name, value: Self.text(period.value, entities),
                window: InstantText.text(period.validFrom)
                    + (period.validTo == validTimeForever ? " on" : " to " + InstantText.text(period.validTo)),
                txCount: period.txCount, endTxCount: period.endTxCount)
        }
        firstTxCount = facts.transactionCount > 0 ? facts.transaction(0).txCount : 0
        lastTxCount = facts.transactionCount > 0 ? facts.transaction(facts.transactionCount - 1).txCount : 0
    }

    private static func text(_ value: MiniGrafValue, _ entities: DatalogEntities) -> String {
        if case .ref = value, let entity = entities.facts.entity(of: value) { return entities.title(of: entity) }
        return EDNText.text(value)
    }

    /// Where a transaction stands on an axis of so many columns.
    func column(of txCount: Int64, width: Int) -> Int {
        let span = max(1, lastTxCount - firstTxCount)
        let place = Double(min(max(txCount, firstTxCount), lastTxCount) - firstTxCount) / Double(span)
        return Int((place * Double(max(0, width - 1))).rounded())
    }
}

/// The timeline's layer: where its cursor is.
struct TimelineState: Sendable {
    let timeline: Timeline
    var cursor = 0
    var top = 0
}

enum DatalogEffect: Sendable {
    case loadRulers
    case loadTimeline(TimelineSubject)
}

enum DatalogEvent: Sendable {
    case rulersLoaded(TimeRulers)
    case timelineLoaded(Timeline)
}
