import CypherSyntax
import Relate

/// What the word at the cursor could become.
struct CompletionState: Hashable, Sendable {
    var items: [CompletionItem]
    /// A place among `items`; `nil` until one is chosen, where nobody asked for the list.
    var selection: Int?
    /// What is replaced, in UTF-8 bytes of the buffer's text.
    var replacing: Range<Int>
    /// The user asked for it; else it came by typing, and leaves Enter alone.
    var isAsked: Bool
    /// Keys of this label or type are being looked up.
    var isLoading = false

    var selectedItem: CompletionItem? { selection.flatMap { items.indices.contains($0) ? items[$0] : nil } }

    mutating func move(by step: Int) {
        guard !items.isEmpty else { return }
        guard let selection else {
            self.selection = step > 0 ? 0 : items.count - 1
            return
        }
        self.selection = (selection + step + items.count) % items.count
    }
}

struct CompletionItem: Hashable, Sendable {
    enum Kind: Int, Hashable, Sendable {
        case variable, propertyKey, parameter, label, relationshipType, function, procedure, keyword
    }

    var kind: Kind
    var name: String
    /// What is put into the text; the name in backticks where it needs them, a function with its brackets.
    var text: String
    /// Characters of `text` behind the cursor afterwards.
    var cursorBack = 0
    /// A count, a signature.
    var detail = ""
}

/// What completion has learned of the store beside its schema.
struct CompletionCache: Sendable {
    /// Property keys by label or relationship type.
    var keys: [String: [String]] = [:]
    /// Asked for and not there yet.
    var asked: Set<String> = []
}

/// Makes the list for a place.
struct CompletionSource {
    let context: CompletionContext
    let schema: SchemaSummary?
    let cache: CompletionCache
    let parameters: [String]
    /// Keywords are written small.
    let usesSmallKeywords: Bool
    /// `(` follows already.
    let hasBracket: Bool

    private static let itemsLimit = 500

    var items: [CompletionItem] { Self.ranked(all, by: context.prefix) }

    /// Those that begin with the prefix first, then those that hold it; each by kind.
    static func ranked(_ all: [CompletionItem], by prefix: String) -> [CompletionItem] {
        let wanted = prefix.lowercased()
        var heads: [CompletionItem] = []
        var others: [CompletionItem] = []
        for item in all {
            let name = item.name.lowercased()
            if wanted.isEmpty || name.hasPrefix(wanted) {
                heads.append(item)
            } else if wanted.utf8.count >= 2, item.kind != .keyword, name.contains(wanted) {
                others.append(item)
            }
        }
        return Array((heads + others).prefix(itemsLimit))
    }

    private var all: [CompletionItem] {
        var items: [CompletionItem] = []
        let expected = context.expected
        if expected.contains(.variable) {
            items += context.variables.map { name in
                CompletionItem(kind: .variable, name: name, text: StatementPrinter.name(name), detail: "variable")
            }
        }
        if expected.contains(.propertyKey) { items += propertyKeys }
        if expected.contains(.label) { items += names(schema?.labels, .label) }
        if expected.contains(.relationshipType) { items += names(schema?.relationshipTypes, .relationshipType) }
        if expected.contains(.parameter), !context.prefix.isEmpty || expected == [.parameter] || !items.isEmpty {
            items += parameters.map { name in
                CompletionItem(kind: .parameter, name: name, text: "$" + StatementPrinter.name(name), detail: "")
            }
        }
        if expected.contains(.function) { items += calls(schema?.entries(.functions), .function) }
        if expected.contains(.procedure) { items += calls(schema?.entries(.procedures), .procedure) }
        if expected.contains(.keyword) {
            items += context.keywords.map { word in
                CompletionItem(
                    kind: .keyword, name: word, text: usesSmallKeywords ? word.lowercased() : word, detail: "")
            }
        }
        return items
    }

    private func names(_ entries: [SchemaSummary.Entry]?, _ kind: CompletionItem.Kind) -> [CompletionItem] {
        (entries ?? []).map { entry in
            CompletionItem(
                kind: kind, name: entry.name, text: StatementPrinter.name(entry.name),
                detail: entry.count.map(Counts.grouped) ?? "")
        }
    }

    /// Those of the element's labels first, as often as they are there; then the store's others.
    private var propertyKeys: [CompletionItem] {
        var seen: Set<String> = []
        var items: [CompletionItem] = []
        for label in context.labels {
            for key in cache.keys[label] ?? [] where seen.insert(key).inserted {
                items.append(
                    CompletionItem(kind: .propertyKey, name: key, text: StatementPrinter.name(key), detail: ":" + label)
                )
            }
        }
        // Other keys are rarely meant where those of the label are known.
        if !items.isEmpty, context.prefix.isEmpty { return items }
        for entry in schema?.propertyKeys ?? [] where seen.insert(entry.name).inserted {
            items.append(
                CompletionItem(kind: .propertyKey, name: entry.name, text: StatementPrinter.name(entry.name)))
        }
        return items
    }

    private func calls(_ entries: [SchemaSummary.Entry]?, _ kind: CompletionItem.Kind) -> [CompletionItem] {
        (entries ?? []).map { entry in
            let takesNothing = entry.detail.contains("()")
            return CompletionItem(
                kind: kind, name: entry.name, text: hasBracket ? entry.name : entry.name + "()",
                cursorBack: hasBracket || takesNothing ? 0 : 1, detail: entry.detail)
        }
    }
}
