import Relate

/// A list to choose from, narrowed by typing.
struct Picker: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case palette, history, theme, saved, buffers, planFormats
        /// Stays open when something was chosen.
        case graphTypes, columns
        case relationships, connections, found, copyFormats
    }

    struct Item: Hashable, Sendable {
        enum Choice: Hashable, Sendable {
            case command(Command)
            case text(String)
            case theme(String)
            case graphType(String)
            case graphLabel(String)
            /// To be looked into, by a name.
            case value(String, CypherValue)
            case connection(Int)
            /// To be gone to, by its id.
            case element(String)
            case copyFormat(RowsText.Format)
            /// Of the result, by its number.
            case column(Int)
            /// Behind the colon, to be completed.
            case commandLine(String)
            case file(String)
            case buffer(Int)
            case planFormat(PlanExport.Format)
        }

        var title: String
        /// At the right, dim: a key, a place.
        var detail: String
        var choice: Choice
        /// Other names that it is found by.
        var names: [String] = []
    }

    var kind: Kind
    var title: String
    var query = LineInput()
    let items: [Item]
    /// Items that fit the query, as indices.
    private(set) var shown: [Int]
    /// A place among `shown`.
    private(set) var selection = 0

    init(_ kind: Kind, title: String, items: [Item]) {
        self.kind = kind
        self.title = title
        self.items = items
        shown = Array(items.indices)
    }

    var selectedItem: Item? { shown.indices.contains(selection) ? items[shown[selection]] : nil }

    /// The same list anew, narrowed as `other` is, with the cursor on the same item, or where that is gone in the same place.
    func like(_ other: Picker) -> Picker {
        var picker = self
        picker.query = other.query
        picker.narrow()
        picker.selection = min(other.selection, max(0, picker.shown.count - 1))
        if let choice = other.selectedItem?.choice { picker.select(choice) }
        return picker
    }

    /// The cursor goes to the item of this choice, where it shows.
    mutating func select(_ choice: Item.Choice) {
        selection = shown.firstIndex { items[$0].choice == choice } ?? selection
    }

    mutating func move(by count: Int) {
        selection = min(max(0, selection + count), max(0, shown.count - 1))
    }

    /// Every word of the query must stand in the title, the detail or a name, whatever the case; best are those that go by
    /// this name, then those of which something begins with it.
    mutating func narrow() {
        let words = query.text.lowercased().split(separator: " ")
        var exact: [Int] = []
        var heads: [Int] = []
        var others: [Int] = []
        for (index, item) in items.enumerated() {
            let title = item.title.lowercased()
            let names = item.names.map { $0.lowercased() }
            let text = ([title, item.detail.lowercased()] + names).joined(separator: " ")
            guard words.allSatisfy({ text.contains($0) }) else { continue }
            guard let first = words.first else {
                others.append(index)
                continue
            }
            if names.contains(where: { $0 == first }) {
                exact.append(index)
            } else if title.hasPrefix(first) || names.contains(where: { $0.hasPrefix(first) }) {
                heads.append(index)
            } else {
                others.append(index)
            }
        }
        shown = exact + heads + others
        selection = 0
    }
}
