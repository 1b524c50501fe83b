import Relate
import Render

/// Finding a part of a value by its key or its text.
extension Model {
    /// The next part, round the end; with `step` 0 beginning at the chosen one itself.
    mutating func searchInspector(step: Int) -> [Effect] {
        guard case .inspector(var state) = layers.last else { return [] }
        guard !state.searchText.isEmpty else {
            message = .information("Nothing was searched for yet: / searches")
            return []
        }
        if state.text != nil { return searchText(state, step: step) }
        let found = Self.places(of: state.searchText, in: state.value)
        let place = state.selectedRow?.path ?? []
        guard let next = Self.next(in: found, from: place, step: step) else {
            message = .warning("“\(state.searchText)” is not in this value")
            return []
        }
        for count in 0..<next.count { state.unfolded.insert(Array(next.prefix(count))) }
        let rows = ValueTree.rows(of: state.value, expanded: state.unfolded, in: 0..<state.rowCount)
        state.cursor = rows.firstIndex { $0.path == next } ?? state.cursor
        let page = InspectorLayout(state, size).tree.rows
        state.top = Self.scrolled(state.top, cursor: state.cursor, count: state.rowCount, page: page)
        replaceTop(.inspector(state))
        return []
    }

    /// In a string that stands alone: the next place, round the ends. The line that has it comes into view.
    private mutating func searchText(_ state: InspectorState, step: Int) -> [Effect] {
        var state = state
        let layout = InspectorLayout(state, size)
        guard let pages = layout.pages(state) else { return [] }
        let here = state.foundOffset ?? state.textPlace.piece
        let start = step > 0 && state.foundOffset != nil ? here + 1 : here
        guard let found = pages.offset(of: state.searchText, from: start, isBackward: step < 0) else {
            message = .warning("“\(state.searchText)” is not in this value")
            return []
        }
        state.foundOffset = found
        let page = max(1, layout.text.rows)
        let place = pages.place(ofByte: found)
        if place < state.textPlace || place >= pages.moved(state.textPlace, by: page) {
            state.textPlace = max(.start, min(pages.moved(place, by: -page / 3), pages.last(page: page)))
        }
        replaceTop(.inspector(state))
        return []
    }

    /// So many parts are looked at: a list may have millions.
    private static let searchedPartsLimit = 200_000

    /// Parts with the text in their keys or, where they have no parts themselves, in what they are; in the order of rows.
    private static func places(of text: String, in value: CypherValue) -> [[Int]] {
        let matcher = CellMatcher(text)
        var places: [[Int]] = []
        ValueTree.forEachPart(of: value, limit: searchedPartsLimit) { path, step, part in
            let key: String? =
                switch step {
                case .key(let name): name
                case .part(let name): name
                case .index, nil: nil
                }
            let isFound =
                key.map { matcher.matches(.string($0)) } ?? false
                || ValueTree.childCount(of: part) == 0 && matcher.matches(part)
            if isFound { places.append(path) }
        }
        return places
    }

    private static func next(in places: [[Int]], from place: [Int], step: Int) -> [Int]? {
        func isBehind(_ path: [Int]) -> Bool { place.lexicographicallyPrecedes(path) }
        if step < 0 { return places.last { $0.lexicographicallyPrecedes(place) } ?? places.last }
        return places.first { isBehind($0) || step == 0 && $0 == place } ?? places.first
    }
}
