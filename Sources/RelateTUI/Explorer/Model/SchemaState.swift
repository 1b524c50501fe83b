/// The sidebar.
struct SchemaState: Sendable {
    typealias Kind = SchemaSummary.Kind

    enum Row: Hashable, Sendable {
        case section(Kind)
        case entry(Kind, SchemaSummary.Entry)
    }

    var summary: SchemaSummary?
    /// What the language brings along is long, and is looked up seldom.
    var folded: Set<Kind> = [.procedures, .functions]
    var cursor = 0
    var top = 0
    /// Only entries with this text show, those of folded sections too; empty for all.
    var filter = ""

    func entries(_ kind: Kind) -> [SchemaSummary.Entry] { summary?.entries(kind) ?? [] }

    /// Every section with its entries; indexes and the like only where there are any.
    var rows: [Row] {
        (summary?.sections ?? []).flatMap { section -> [Row] in
            if !filter.isEmpty {
                let fitting = section.entries.filter {
                    $0.name.lowercased().contains(filter) || $0.title?.lowercased().contains(filter) == true
                }
                return fitting.isEmpty ? [] : [Row.section(section.kind)] + fitting.map { Row.entry(section.kind, $0) }
            }
            if section.entries.isEmpty, !Self.alwaysShown.contains(section.kind) { return [] }
            let entries = folded.contains(section.kind) ? [] : section.entries.map { Row.entry(section.kind, $0) }
            return [.section(section.kind)] + entries
        }
    }

    private static let alwaysShown: Set<Kind> = [.labels, .relationshipTypes, .propertyKeys, .attributes]

    var selectedEntry: SchemaSummary.Entry? {
        let rows = self.rows
        guard rows.indices.contains(cursor), case .entry(_, let entry) = rows[cursor] else { return nil }
        return entry
    }
}
