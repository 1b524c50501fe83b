/// Finding text in the query.
extension Model {
    /// What is marked in the query: what is being typed to be found, else what was sought last.
    var shownEditorSearch: String {
        if focus == .query, case .prompt(let prompt) = layers.last, prompt.purpose == .search {
            return prompt.line.text
        }
        return editorSearch
    }

    /// An empty text seeks again what was sought last.
    mutating func searchEditor(_ text: String) -> [Effect] {
        if !text.isEmpty { editorSearch = text } else if editorSearch.isEmpty { editorSearch = lastEditorSearch }
        return findInEditor(backward: false, includesPlace: !text.isEmpty)
    }

    /// The next place, or the one before, of what was sought last.
    mutating func findInEditor(backward: Bool, includesPlace: Bool = false) -> [Effect] {
        if editorSearch.isEmpty { editorSearch = lastEditorSearch }
        guard !editorSearch.isEmpty else {
            message = .information("Nothing was searched for yet: M-/ searches")
            return []
        }
        lastEditorSearch = editorSearch
        let start = editor.cursor
        guard
            let place = editor.place(of: editorSearch, from: start, backward: backward, includesPlace: includesPlace)
        else {
            message = .warning("“\(editorSearch)” is not found")
            return []
        }
        editor.move(to: place, selecting: vim.mode.isVisual)
        if backward ? place > start : place < start {
            message = .information(backward ? "From the end again" : "From the start again")
        }
        keepInView()
        return []
    }
}
