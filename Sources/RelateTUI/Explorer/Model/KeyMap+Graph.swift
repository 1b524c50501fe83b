extension KeyMap {
    static let graph: [Binding] = [
        Binding(
            .expand, .graph, [.character("e"), .character("+")], "Show more neighbours: of the group, or of the node",
            short: "expand"),
        Binding(
            .collapse, .graph, [.character("x"), .character("-")],
            "Fold the group; on the map, take away what hangs on the node alone"),
        Binding(.fold, .graph, [.character(" ")], "Fold or unfold the group"),
        Binding(.undoGraph, .graph, [.character("u")], "Take the last change of the map back", short: "undo"),
        Binding(
            .showCards, .graph, [.character("c")], "Show the node as a card with what is around it", short: "cards"),
        Binding(.showMap, .graph, [.character("m")], "Show the map: boxes and lines", short: "map"),
        Binding(.showOverview, .graph, [.character("o")], "Show the overview: the shape of it all", short: "overview"),
        Binding(.graphTypes, .graph, [.character("t")], "Hide or show relationship types and labels", short: "types"),
        Binding(.pin, .graph, [.character("p")], "Pin the node to the map, or let it go"),
        Binding(.removeNode, .graph, [.character("d"), Key(.delete)], "Take the node off the map"),
        Binding(.inspectNode, .graph, [.character("v")], "Look into the node"),
        Binding(.inspectRelationship, .graph, [.character("r")], "Look into the relationship that leads to it"),
        Binding(
            .groupAsQuery, .graph, [.character("w")], "List the whole group in the result, to sort and filter it",
            short: "list"),
        Binding(.copyTrail, .graph, [.character("T")], "Copy the way over the cards as a pattern"),
        Binding(
            .search, .graph, [.character("/")],
            "Find a node by its caption, label or id; what does not show is sought in the store", short: "find"),
        Binding(.searchStore, .graph, [.character("F")], "Search the whole store by its full-text indexes"),
        Binding(.searchNext, .graph, [.character("n")], "Go to the next match"),
        Binding(.searchPrevious, .graph, [.character("N")], "Go to the previous match"),
        Binding(
            .connectNodes, .graph, [.character("a")], "Draw all relationships among the nodes that show"),
        Binding(.showAround, .result, [.character("e")], "Show the node with what is around it"),
        Binding(.resultGraph, .result, [.character("m")], "Draw the result as a graph", short: "graph"),
        Binding(.resultGraph, .inspector, [.character("m")], "Draw the value as a graph"),
    ]

    static let copying: [Binding] = [
        Binding(.copyAs, .result, [.alt("y")], "Copy the column, or all rows, as text, CSV, JSON, Markdown or Cypher"),
        Binding(.copyJSON, .result, [.character("J")], "Copy the row as JSON"),
        Binding(.copyLiteral, .result, [.character("C")], "Copy the cell as Cypher writes it"),
        Binding(.copyJSON, .inspector, [.character("J")], "Copy the value as JSON"),
        Binding(.copyLiteral, .inspector, [.character("C")], "Copy the value as Cypher writes it"),
        Binding(.copyRow, .inspector, [.character("Y")], "Copy the way to the value, as Cypher writes it"),
    ]

    static let connections: [Binding] = [
        Binding(.connections, .anywhere, [.alt("o")], "Choose among the open stores"),
        Binding(.nextConnection, .anywhere, [.alt("`")], "Go to the next open store"),
        Binding(.closeConnection, .anywhere, [], "Close this store"),
        Binding(.checkpoint, .anywhere, [], "Write a checkpoint of the store"),
    ]
}
