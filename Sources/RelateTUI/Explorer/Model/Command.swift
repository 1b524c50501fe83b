/// What a key, a palette line or a `:` command can ask for. Its sentence stands in `KeyMap`.
enum Command: String, Hashable, Sendable, CaseIterable {
    // Statements
    case run, runAll, explain, profile, cancel
    case begin, commit, rollback
    // The program
    case quit, help, palette, commandLine, suspend, repaint, history, parameters, theme
    case export, goToElement, prefix
    case nextPane, previousPane, zoom, sidebar
    case focusQuery, focusResult, focusGraph, focusPlan, focusNotes, focusSchema
    case close, messages, taller, lessTall, broader, lessBroad, usualSizes
    // Moving in any pane but the editor
    case up, down, left, right, pageUp, pageDown, halfPageUp, halfPageDown, first, last, lineStart, lineEnd
    case open, back, forward, copy, copyRow
    case search, searchNext, searchPrevious, searchStore
    // Editor
    case cursorUp, cursorDown, cursorLeft, cursorRight, wordLeft, wordRight, cursorHome, cursorEnd
    case cursorPageUp, cursorPageDown, textStart, textEnd
    case newline, indent, outdent, deleteBackward, deleteForward, deleteWordBackward, deleteWordForward
    case killLine, killLineBackward, yank, undo, redo, selectAll, copySelection, cutSelection, comment, clearEditor
    case nextBuffer, newBuffer, previousBuffer, closeBuffer, chooseBuffer, saveBuffer, savedQueries
    case complete, format, externalEditor, showOperator
    // Grid
    case sort, filter, hideColumn, showColumns, chooseColumns, freeze, narrower, wider, fitWidths, columnLeft,
        columnRight
    // Tree of a plan or a value
    case fold, foldAll, planTree, planList, planListReverse, planBars, planDiff, pinPlan, copyAs, showText
    case textView
    // Notes
    case applyRemedy, hideCode, showCodes, retry, reopen
    // Graph
    case expand, collapse, undoGraph, pin, removeNode, graphTypes, groupAsQuery
    case connectNodes, showAround
    case showCards, showMap, showOverview, inspectNode, inspectRelationship, resultGraph, copyTrail
    case copyJSON, copyLiteral
    // Time
    case timeBack, timeForward, validBack, validForward, anyValidTime, timeNow, entityHistory, attributeHistory
    // Connections
    case connections, nextConnection, closeConnection, checkpoint
}

extension Command {
    /// Moves and single characters: what nobody looks for in a list of commands.
    var isElementary: Bool {
        switch self {
        case .up, .down, .left, .right, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last, .lineStart,
            .lineEnd, .cursorUp, .cursorDown, .cursorLeft, .cursorRight, .wordLeft, .wordRight, .cursorHome,
            .cursorEnd, .cursorPageUp, .cursorPageDown, .textStart, .textEnd, .newline, .deleteBackward,
            .deleteForward, .deleteWordBackward, .deleteWordForward:
            true
        default: false
        }
    }
}

/// Where the keyboard goes.
enum Pane: Int, Hashable, Sendable, CaseIterable {
    case query, result, graph, plan, notes, schema

    var title: String {
        switch self {
        case .query: "Query"
        case .result: "Result"
        case .graph: "Graph"
        case .plan: "Plan"
        case .notes: "Notes"
        case .schema: "Schema"
        }
    }

    /// The digit that leads here, as the tabs show it.
    var digit: Int { rawValue + 1 }

    /// The panes that take turns below the query.
    static let tabs: [Pane] = [.query, .result, .graph, .plan, .notes]
}
