import Relate

/// What the grid has seen of large cells: their beginnings, so that a cell is made out of the store once and not at every
/// key. A text of a megabyte then costs what its place on the screen does.
final class CellGlances: Sendable {
    private struct Place: Hashable {
        var row: Int
        var column: Int
    }

    private let seen = Guarded<[Place: CypherValue]>([:])
    /// What a place on the screen may show of a text, in bytes of UTF-8: many times the widest screen.
    static let textBytes = 4_096
    private static let countLimit = 2_000

    /// - Parameter make: The whole cell.
    func value(row: Int, column: Int, _ make: () -> CypherValue) -> CypherValue {
        let place = Place(row: row, column: column)
        if let known = seen.withLock({ $0[place] }) { return known }
        let whole = make()
        guard let short = whole.beginning(textBytes: Self.textBytes) else { return whole }
        seen.withLock { seen in
            if seen.count >= Self.countLimit { seen = [:] }
            seen[place] = short
        }
        return short
    }
}

extension CypherValue {
    /// The value with its long texts cut, those of its own and of the properties or elements right below; `nil` where none is
    /// long.
    fileprivate func beginning(textBytes limit: Int) -> CypherValue? {
        switch self {
        case .string(let text): return text.beginning(limit).map { .string($0) }
        case .node(let node):
            guard let properties = Self.beginnings(node.properties, limit) else { return nil }
            return .node(
                Node(id: node.id, elementId: node.elementId, labels: node.labels, properties: properties))
        case .relationship(let whole):
            guard let properties = Self.beginnings(whole.properties, limit) else { return nil }
            return .relationship(
                Relationship(
                    id: whole.id, elementId: whole.elementId, type: whole.type, startId: whole.startId,
                    endId: whole.endId, startElementId: whole.startElementId, endElementId: whole.endElementId,
                    properties: properties))
        case .map(let entries): return Self.beginnings(entries, limit).map { .map($0) }
        case .list(let elements):
            // More of them show nowhere.
            let head = Array(elements.prefix(limit))
            let cut = head.map { element -> CypherValue? in
                if case .string(let text) = element { text.beginning(limit).map { .string($0) } } else { nil }
            }
            guard cut.contains(where: { $0 != nil }) else { return nil }
            return .list(zip(head, cut).map { $1 ?? $0 })
        default: return nil
        }
    }

    private static func beginnings(_ entries: [String: CypherValue], _ limit: Int) -> [String: CypherValue]? {
        var cut: [String: CypherValue]?
        for (key, value) in entries {
            guard case .string(let text) = value, let short = text.beginning(limit) else { continue }
            cut = cut ?? entries
            cut?[key] = .string(short)
        }
        return cut
    }
}

extension String {
    fileprivate func beginning(_ byteLimit: Int) -> String? {
        utf8.count > byteLimit ? String(decoding: utf8.prefix(byteLimit), as: UTF8.self) : nil
    }
}
