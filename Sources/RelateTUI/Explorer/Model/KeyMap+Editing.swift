extension KeyMap {
    /// What the query pane does beside moving and changing text.
    static let editing: [Binding] = [
        Binding(
            .complete, .query, [Key(.character(" "), .control)],
            "Complete the word: names of the store, functions, variables; Tab does too behind a word"),
        Binding(.search, .query, [.alt("/")], "Find a text in the query"),
        Binding(.searchNext, .query, [.alt("m")], "Go to the next match"),
        Binding(.searchPrevious, .query, [.alt("M")], "Go to the previous match"),
        Binding(.format, .anywhere, [.alt("q")], "Lay the text out: a line a clause, comments stay"),
        Binding(
            .externalEditor, .anywhere, [.character("e").prefixed, Key.control("e").prefixed],
            "Edit the query in $VISUAL or $EDITOR"),
        Binding(.saveBuffer, .anywhere, [.control("s"), Key.control("s").prefixed], "Write the query to its file"),
        Binding(.showOperator, .query, [.alt("p")], "Go to the plan's operator for what the cursor is on"),
        Binding(
            .previousBuffer, .anywhere, [.alt(","), Key(.left, .prefixed), Key(.pageUp, .control)],
            "Go to the previous buffer"),
        Binding(.chooseBuffer, .anywhere, [.alt("g"), .character("b").prefixed], "Choose a buffer"),
        Binding(.savedQueries, .anywhere, [.control("o")], "Choose a saved query"),
        Binding(.closeBuffer, .anywhere, [.character("k").prefixed], "Close the buffer"),
    ]

    static let plan: [Binding] = [
        Binding(.showText, .plan, [Key(.enter)], "Go to the operator's place in the query", short: "query"),
        Binding(.planListReverse, .plan, [.character("O")], "List by the column before"),
        Binding(.pinPlan, .plan, [.character("P")], "Pin this plan, to compare later ones with it", short: "pin"),
        Binding(.planDiff, .plan, [.character("D")], "Compare with the pinned plan", short: "diff"),
        Binding(.copyAs, .plan, [.alt("y")], "Copy the plan as text, JSON, Markdown, SVG or DOT"),
    ]
}
