import Relate
import Render
import Testing

@testable import RelateTUI

/// The graph pane over a real store in memory.
@Suite("Graph pane") struct GraphPaneTests {
    /// An explorer whose effects are done at once by a session on this graph.
    private struct Explorer {
        var model: Model
        let session: any ExplorerSession

        init(_ statement: String, columns: Int = 120, rows: Int = 40) throws {
            let store = try RelateStore(StoreRequest(path: ":memory:", isReadOnly: false, namespace: nil))
            session = try store.connect()
            _ = try session.run(statement, mode: .run, parameters: [:])
            model = Model(
                configuration: ExplorerConfiguration(), size: ScreenSize(rows: rows, columns: columns))
            _ = update(&model, .storeOpened(store.info))
        }

        mutating func press(_ keys: String) throws {
            for step in try KeyWords.parse(keys) {
                if case .press(let key) = step { perform(update(&model, .key(key))) }
            }
        }

        mutating func run(_ statement: String) throws {
            model.editor.replaceAll(with: statement)
            try press("F5")
        }

        mutating func perform(_ effects: [Effect]) {
            for effect in effects {
                guard let event = answer(effect) else { continue }
                perform(update(&model, event))
            }
        }

        private func attempt<Answer>(
            _ body: () throws(StatementFailure) -> Answer
        ) -> Result<Answer, StatementFailure> {
            do throws(StatementFailure) { return .success(try body()) } catch { return .failure(error) }
        }

        private func answer(_ effect: Effect) -> Event? {
            switch effect {
            case .run(let request):
                return .statementEnded(
                    request,
                    attempt { () throws(StatementFailure) in
                        try session.run(request.text, mode: request.mode, parameters: [:])
                    })
            case .graph(.loadFocus(let id, let limit, _)):
                return .graph(
                    .focusLoaded(
                        elementID: id,
                        attempt { () throws(StatementFailure) in
                            try GraphFocus.load(id, limit: limit, from: session)
                        }))
            case .graph(.loadPage(let page, _)):
                return .graph(
                    .pageLoaded(page, attempt { () throws(StatementFailure) in try session.neighbours(page) }))
            case .graph(.connect(let ids, _)):
                return .graph(
                    .connected(attempt { () throws(StatementFailure) in try session.links(among: ids, limit: 4_000) }))
            case .graph(.expand(let id, let limit, let known, _)):
                return .graph(
                    .expanded(
                        elementID: id,
                        attempt { () throws(StatementFailure) in
                            let around = try session.neighbourhood(of: id, limit: limit)
                            let new = around.groups.flatMap { $0.neighbours.map(\.node.elementId) }
                            return GraphExpansion(
                                neighbourhood: around, links: try session.links(among: known + new, limit: 4_000))
                        }))
            case .graph(.collect(let table, let order)):
                return (try? GraphSet(collecting: table, order: order)).map {
                    .graph(.collected(resultNumber: table.number, $0))
                }
            case .graph(.proposeIndex):
                return .graph(
                    .indexProposed(attempt { () throws(StatementFailure) in try session.fullTextStatement() }))
            case .graph(.layOut(let scene, let revision)):
                return .graph(.laidOut(revision: revision, GraphOverview(scene, steps: 10)))
            default: return nil
            }
        }

        var shown: Set<String> { Set(model.graph.scene.nodes.map(\.caption)) }
    }

    private static let family = """
        CREATE (a:Person {name: 'Ada'})-[:KNOWS]->(b:Person {name: 'Bea'})-[:KNOWS]->(c:Person {name: 'Cy'}),
               (a)-[:LIVES_IN]->(t:Town {name: 'Ulm'}), (b)-[:LIVES_IN]->(t), (c)-[:LIKES]->(d:Person {name: 'Di'})
        """

    private static let hub =
        "CREATE (h:Hub {name: 'hub'}) WITH h UNWIND range(1, 200) AS i "
        + "CREATE (:Leaf {name: 'leaf ' + toString(i)})-[:ON {i: i}]->(h)"

    @Test(
        "Of a box that is higher than the pane, the rows around its name show; a low pane tells where the map goes on")
    func showsNamesOfHighBoxes() throws {
        let graph = """
            CREATE (h:Hub {name: 'middle'}) WITH h UNWIND range(1, 20) AS i
            CREATE (:Leaf {name: 'leaf ' + toString(i)})-[:R]->(h) CREATE (:Leaf {name: 'other ' + toString(i)})-[:Q]->(h)
            """
        var explorer = try Explorer(graph, columns: 80, rows: 24)
        try explorer.run("MATCH (h:Hub) RETURN h")
        try explorer.press("F3 m m e")
        let text = view(explorer.model).plainText
        #expect(text.contains("3 Graph  map") && text.contains("│ middle "))
        explorer = try Explorer(graph, columns: 40, rows: 10)
        try explorer.run("MATCH (h:Hub) RETURN h")
        try explorer.press("F3 m m e")
        #expect(view(explorer.model).plainText.contains(/more [◀▲▼▶]+/))
    }

    @Test("Of a result with more nodes than can be drawn it is said how many there are")
    func countsLeftOut() throws {
        let rows = (0..<5_000).map { [CypherValue.node(Fixtures.person($0, "P", born: 1_900))] }
        let set = try GraphSet(collecting: GridTable(number: 1, columns: ["n"], rows: ArrayRows(rows)), order: nil)
        #expect(set.isCut && set.nodes.count == GraphSet.nodesLimit)
        #expect(set.nodesText(set.nodes.count) == "2 000 of 5 000 nodes")
        // A node that is there twice is one.
        let some = ArrayRows(Array(rows[..<2_000] + rows[..<2_000]))
        let whole = try GraphSet(collecting: GridTable(number: 1, columns: ["n"], rows: some), order: nil)
        #expect(!whole.isCut && whole.nodesText(7) == "7 nodes")
    }

    @Test("A result draws as a map, with the relationships that join its nodes though they were not returned")
    func resultAsMap() throws {
        var explorer = try Explorer(Self.family, rows: 60)
        try explorer.run("MATCH (n) RETURN n")
        try explorer.press("F3 m F10")
        #expect(explorer.model.graph.presentation == .map)
        #expect(explorer.model.graph.scene.nodes.count == 5)
        #expect(explorer.model.graph.scene.relationships.count == 5)
        let text = view(explorer.model).plainText
        for name in ["Ada", "Bea", "Cy", "Di", "Ulm", "LIVES_IN", "LIKES"] { #expect(text.contains(name)) }
    }

    @Test("The map grows by a node's neighbours, shrinks by those that hang on it alone, and takes back both")
    func expandCollapseUndo() throws {
        var explorer = try Explorer(Self.family)
        try explorer.run("MATCH (n {name: 'Ada'}) RETURN n")
        try explorer.press("F3 m m")
        #expect(explorer.shown == ["Ada", "Bea", "Ulm"])
        explorer.model.select(explorer.model.graph.scene.nodes.first { $0.caption == "Bea" }?.elementId)
        #expect(explorer.model.graph.scene.nodes.first { $0.caption == "Bea" }?.hiddenCount == 1)
        try explorer.press("e")
        #expect(explorer.shown == ["Ada", "Bea", "Ulm", "Cy"])
        try explorer.press("e")
        #expect(explorer.model.message?.text == "All its neighbours are on the map")
        try explorer.press("x")
        #expect(explorer.shown == ["Ada", "Bea", "Ulm"])
        try explorer.press("u")
        #expect(explorer.shown == ["Ada", "Bea", "Ulm", "Cy"])
        try explorer.press("u")
        #expect(explorer.shown == ["Ada", "Bea", "Ulm"])
    }

    @Test("A pinned node stays when its neighbour collapses or its types are hidden; d takes a node off")
    func pins() throws {
        var explorer = try Explorer(Self.family)
        try explorer.run("MATCH p = (:Person {name: 'Ada'})-->()-->(:Person) RETURN p")
        try explorer.press("F3 m")
        explorer.model.select(explorer.model.graph.scene.nodes.first { $0.caption == "Cy" }?.elementId)
        try explorer.press("p")
        explorer.model.select(explorer.model.graph.scene.nodes.first { $0.caption == "Bea" }?.elementId)
        try explorer.press("x")
        #expect(explorer.shown.contains("Cy"))
        _ = explorer.model.toggle(.graphType("KNOWS"))
        #expect(explorer.shown.contains("Cy"))
        #expect(explorer.model.graph.scene.relationships.isEmpty)
        _ = explorer.model.toggle(.graphType("KNOWS"))
        explorer.model.select(explorer.model.graph.scene.nodes.first { $0.caption == "Bea" }?.elementId)
        try explorer.press("d")
        #expect(!explorer.shown.contains("Bea"))
    }

    @Test("A supernode comes by pages, each neighbour once, in an order that stays")
    func pages() throws {
        var explorer = try Explorer(Self.hub)
        try explorer.run("MATCH (h:Hub) RETURN h")
        try explorer.press("F3 m")
        var stop = try #require(explorer.model.graph.current)
        #expect(stop.groups(.incoming)[0].count == 200)
        #expect(stop.groups(.incoming)[0].neighbours.count == 20)
        for _ in 0..<6 { try explorer.press("e") }
        stop = try #require(explorer.model.graph.current)
        let ids = stop.groups(.incoming)[0].neighbours.map(\.node.elementId)
        #expect(ids.count == 200)
        #expect(Set(ids).count == 200)
        try explorer.press("e")
        #expect(explorer.model.message?.text == "All neighbours of this group are shown")
        #expect(view(explorer.model).plainText.contains("▼"))
    }

    @Test("A relationship beyond the first page is shown by its id, and paging does not lose a neighbour for it")
    func gotoRelationship() throws {
        var explorer = try Explorer(
            "CREATE (h:Hub {name: 'hub'}) WITH h UNWIND range(1, 90) AS i CREATE (h)-[:HAS {i: i}]->(:Leaf {name: toString(i)})"
        )
        let outcome = try explorer.session.run(
            "MATCH ()-[r:HAS {i: 77}]->() RETURN elementId(r)", mode: .run, parameters: [:])
        guard case .string(let id) = outcome.rows.cell(row: 0, column: 0) else { throw Missing() }
        explorer.perform(explorer.model.goTo(elementID: id))
        #expect(explorer.model.graph.current?.selectedNeighbour?.relationship.elementId == id)
        for _ in 0..<3 { try explorer.press("e") }
        let neighbours = try #require(explorer.model.graph.current).groups(.outgoing)[0].neighbours
        #expect(Set(neighbours.map(\.relationship.elementId)).count == 90)
        #expect(neighbours.count == 90)
    }

    private struct Missing: Error {}

    @Test("What an open transaction wrote is walked through with its eyes")
    func uncommitted() throws {
        var explorer = try Explorer(Self.family)
        try explorer.session.begin()
        explorer.model.session.transaction = .open(statementCount: 0)
        try explorer.run("MATCH (a {name: 'Ada'}) CREATE (a)-[:OWNS]->(n:Cat {name: 'Tom'}) RETURN n")
        #expect(explorer.model.graphSight == .transaction)
        try explorer.press("F3 m")
        #expect(explorer.model.graph.current?.cards.focus.caption == "Tom")
        #expect(view(explorer.model).plainText.contains("with uncommitted changes"))
    }

    @Test("A path is a chain from its start, whichever way its relationships point")
    func chains() throws {
        var explorer = try Explorer(Self.family)
        try explorer.run("MATCH p = (:Person {name: 'Ada'})-->(:Town)<--(:Person {name: 'Bea'})-->(:Person) RETURN p")
        try explorer.press("F3 Enter Enter F10")
        let map = try #require(explorer.model.graph.map)
        #expect(map.scene.nodes.map(\.caption) == ["Ada", "Ulm", "Bea", "Cy"])
        #expect(map.boxes.map(\.column) == map.boxes.map(\.column).sorted())
        #expect(Set(map.boxes.map(\.column)).count == 4)
    }

    @Test("Paths in a result are drawn as they are, what else joins their nodes is asked for, and goes again")
    func drawsPathsAsTheyAre() throws {
        for result in ["p", "nodes(p) AS n, relationships(p) AS r", "p LIMIT 1"] {
            var explorer = try Explorer(Self.family)
            try explorer.run(
                "MATCH p = (:Person {name: 'Ada'})-[:LIVES_IN]->(:Town)<-[:LIVES_IN]-(:Person) RETURN \(result)")
            try explorer.press("F3 m")
            #expect(explorer.model.graph.scene.relationships.map(\.type) == ["LIVES_IN", "LIVES_IN"], "\(result)")
            #expect(explorer.model.graph.scene.nodes.first { $0.caption == "Ada" }?.hiddenCount == 1)
            try explorer.press("a")
            #expect(explorer.model.graph.scene.relationships.count == 3)
            #expect(explorer.model.message?.text == "1 relationship more; u takes them away again")
            try explorer.press("u")
            #expect(explorer.model.graph.scene.relationships.count == 2)
            try explorer.press("a a")
            #expect(explorer.model.message?.text == "All relationships among these nodes show")
        }
    }

    @Test("A path that no row has room for stands a hop a line, and in a row where there is room")
    func breaksLongPaths() throws {
        var explorer = try Explorer(
            "UNWIND range(0, 80) AS i CREATE (s:Stop {name: 'stop ' + toString(i)}) WITH collect(s) AS stops "
                + "UNWIND range(1, 80) AS i WITH i, stops[i - 1] AS a, stops[i] AS b "
                + "FOREACH (_ IN CASE WHEN i % 2 = 1 THEN [1] ELSE [] END | CREATE (a)-[:NEXT]->(b)) "
                + "FOREACH (_ IN CASE WHEN i % 2 = 0 THEN [1] ELSE [] END | CREATE (b)-[:CALLED_BEFORE]->(a))",
            columns: 80, rows: 30)
        try explorer.run("MATCH p = (:Stop {name: 'stop 0'})-[*8]-(:Stop {name: 'stop 8'}) RETURN p")
        try explorer.press("F3 m F10")
        var map = try #require(explorer.model.graph.map)
        #expect(map.frame.columns <= 78 && map.boxes.map(\.row) == Array(0...8))
        #expect(Set(map.boxes.map(\.column)).count == 1)
        let lines = view(explorer.model).plainText.split(separator: "\n")
        #expect(lines.contains { $0.contains("↓  NEXT") && $0.contains("stop 1 ") })
        #expect(lines.contains { $0.contains("↑  CALLED_BEFORE") && $0.contains("stop 2 ") })
        try explorer.press("Down Down")
        #expect(explorer.model.graph.selectedNode?.properties["name"] == .string("stop 2"))
        _ = update(&explorer.model, .resized(ScreenSize(rows: 30, columns: 400)))
        map = try #require(explorer.model.graph.map)
        #expect(map.boxes.map(\.column) == map.boxes.map(\.column).sorted() && Set(map.boxes.map(\.row)).count == 1)
        _ = update(&explorer.model, .resized(ScreenSize(rows: 30, columns: 80)))
        #expect(explorer.model.graph.map?.boxes.map(\.row) == Array(0...8))
        // However long it is.
        try explorer.run("MATCH p = (:Stop {name: 'stop 0'})-[*80]-(:Stop {name: 'stop 80'}) RETURN p")
        try explorer.press("F3 m G")
        #expect(explorer.model.graph.presentation == .map && explorer.model.graph.map?.boxes.count == 81)
        #expect(view(explorer.model).plainText.contains("stop 80"))
    }

    @Test("What shows is searched by all that nodes and relationships hold; without an index F shows the one to make")
    func searchesTexts() throws {
        var explorer = try Explorer(
            "CREATE (:City {name: 'Ulm', motto: 'high spire'})<-[:BORN_IN {note: 'a clear day'}]-(:Person {name: 'Al'})"
                + "-[:LIVED_IN]->(:City {name: 'Bern', zip: 3011})")
        try explorer.run("MATCH (n) RETURN n")
        try explorer.press("F3 m / \"SPIRE\" Enter")
        #expect(explorer.model.graph.selectedNode?.properties["name"] == .string("Ulm"))
        try explorer.press("/ \"3011\" Enter")
        #expect(explorer.model.graph.selectedNode?.properties["name"] == .string("Bern"))
        try explorer.press("/ \"al\" Enter c / \"clear\" Enter")
        #expect(explorer.model.graph.current?.selectedNeighbour?.node.properties["name"] == .string("Ulm"))
        try explorer.press("/ \"lived\" Enter")
        #expect(explorer.model.graph.current?.selectedGroup != nil)
        _ = update(&explorer.model, .schemaLoaded(try explorer.session.schema()))
        try explorer.press("/ \"nowhere\" Enter")
        let hits = try explorer.session.search("nowhere", limit: 10)
        _ = update(&explorer.model, .graph(.found(text: "nowhere", .success(hits))))
        #expect(
            explorer.model.message?.text
                == "“nowhere” is not among what shows, nor in a name or title of the store: "
                + "F tells how to search all texts")
        try explorer.press("F")
        #expect(view(explorer.model).plainText.contains("CREATE FULLTEXT INDEX texts FOR (n:City|Person)"))
        try explorer.press("y")
        let statement = explorer.model.editor.text
        #expect(statement == "CREATE FULLTEXT INDEX texts FOR (n:City|Person)\nON EACH [n.motto, n.name]")
        _ = try explorer.session.run(statement, mode: .run, parameters: [:])
        #expect(try explorer.session.search("spire", limit: 5).count == 1)
        // The name is another's now.
        #expect(try explorer.session.fullTextStatement()?.hasPrefix("CREATE FULLTEXT INDEX texts2 ") == true)
    }

    @Test("On the map a relationship is found by its type and properties, at the node where it starts; n goes on")
    func searchesRelationshipsOnMap() throws {
        var explorer = try Explorer(
            "CREATE (a:P {name: 'Al'})-[:KNOWS {since: 1997}]->(b:P {name: 'Bo'})-[:KNOWS {since: 2011}]->(c:P {name: 'Cy'}),"
                + " (b)-[:LIKES]->(a)")
        func selected() -> CypherValue? { explorer.model.graph.selectedNode?.properties["name"] }
        try explorer.run("MATCH (n) RETURN n")
        try explorer.press("F3 m / \"2011\" Enter")
        #expect(selected() == .string("Bo"))
        #expect(explorer.model.message?.text.contains("KNOWS") == true)
        #expect(explorer.model.message?.text.contains("2011") == true)
        #expect(explorer.model.message?.text.hasSuffix(" Cy") == true)
        try explorer.press("/ \"knows\" Enter n")
        #expect(selected() == .string("Al"))
        try explorer.press("n")
        #expect(selected() == .string("Bo"))
        _ = explorer.model.toggle(.graphType("LIKES"))
        try explorer.press("/ \"likes\" Enter")
        #expect(explorer.model.message?.text == "searching the store…")
        try explorer.press("n")
        #expect(explorer.model.message?.text == "“likes” is not among what shows: / and Enter look in the store")
    }

    @Test("e in the result shows what is around the cell's node")
    func showsAround() throws {
        var explorer = try Explorer(Self.family)
        try explorer.run("MATCH (n:Town) RETURN n, 1 AS one")
        try explorer.press("F3 $ e")
        #expect(explorer.model.message?.text == "The cell has no node")
        try explorer.press("0 e")
        #expect(explorer.model.graph.current?.cards.focus.caption == "Ulm")
    }

    @Test("More nodes than a map holds show as an overview, and the way back is the card")
    func overview() throws {
        var explorer = try Explorer(Self.hub)
        try explorer.run("MATCH (n)-[r]->(m) RETURN n, r, m")
        try explorer.press("F3 m")
        #expect(explorer.model.graph.presentation == .overview)
        #expect(explorer.model.graph.overview?.scene.nodes.count == 201)
        try explorer.press("/ \"hub\" Enter Enter")
        #expect(explorer.model.graph.presentation == .cards)
        #expect(explorer.model.graph.current?.cards.focus.caption == "hub")
    }

    @Test("Below the map are the properties of what has no label too")
    func detailsOfUnlabelled() throws {
        var explorer = try Explorer("CREATE ({name: 'Ada', age: 36})-[:KNOWS]->(:Person {name: 'Bob', age: 7})")
        try explorer.run("MATCH (n) RETURN n")
        try explorer.press("F3 m")
        for (name, text) in [("Ada", "({age: 36, name: 'Ada'})"), ("Bob", "(:Person {age: 7, name: 'Bob'})")] {
            let node = try #require(explorer.model.graph.scene.nodes.first { $0.caption == name })
            explorer.model.select(node.elementId)
            let screen = view(explorer.model).plainText
            #expect(screen.contains(text), "\(screen)")
        }
    }

    @Test("Taking back a whole new map says that another one shows")
    func mapBefore() throws {
        var explorer = try Explorer(Self.family)
        try explorer.run("MATCH (n:Person) RETURN n")
        try explorer.press("F3 m")
        let first = explorer.model.graph.set.elementIDs
        try explorer.run("MATCH (n) RETURN n")
        try explorer.press("F3 m")
        #expect(explorer.model.graph.set.elementIDs != first)
        try explorer.press("d u")
        #expect(explorer.model.message?.text != "The map that was shown before this one")
        try explorer.press("u")
        #expect(explorer.model.graph.set.elementIDs == first)
        #expect(explorer.model.message?.text == "The map that was shown before this one")
    }

    @Test("The node selected in the graph is marked in the result, and the result's in the graph")
    func linked() throws {
        var explorer = try Explorer(Self.family, columns: 200, rows: 50)
        try explorer.run("MATCH (n:Person) RETURN n ORDER BY n.name")
        try explorer.press("F3 m")
        let cy = try #require(explorer.model.graph.scene.nodes.first { $0.caption == "Cy" })
        explorer.model.select(cy.elementId)
        let frame = view(explorer.model)
        let marked = (0..<frame.rows).filter { row in
            (0..<frame.columns / 2).contains { frame[row, $0].backdrop == .match }
        }
        #expect(marked.count == 1)
        let line = (0..<frame.columns).map { frame[marked.first ?? 0, $0].text }.joined()
        #expect(line.contains("Cy"))
    }

    @Test("What shows is copied as a CREATE that makes it anew, and the way as a pattern that finds it")
    func scripts() throws {
        var explorer = try Explorer(Self.family)
        try explorer.run("MATCH (n) RETURN n")
        try explorer.press("F3 m")
        let set = explorer.model.shownSet
        let other = try Explorer(GraphScripts.create(set.nodes, set.relationships))
        let summary = try other.session.schema()
        #expect(summary.nodeCount == 5)
        #expect(summary.relationshipCount == 5)
        try explorer.press("/ \"ada\" Enter Enter Enter")
        let steps = explorer.model.graph.trail.map { (node: $0.neighbourhood.focus, via: $0.via) }
        #expect(steps.count == 2)
        let found = try explorer.session.run(GraphScripts.match(trail: steps), mode: .run, parameters: [:])
        #expect(found.rows.rowCount == 1)
        let dot = GraphScripts.dot(set.nodes, set.relationships, ValueOptions())
        #expect(dot.contains("[label=\"Ada\\n:Person\"];"))
        #expect(dot.contains("[label=\"LIVES_IN\"];"))
    }

    @Test("Hostile names reach neither screen, DOT nor script as controls")
    func hostile() throws {
        var explorer = try Explorer(
            "CREATE (:`L\\u001b[2J` {name: 'x\\u001b]0;t\\u0007\\u202e\"\\\\'})-[:`R\\u009b`]->(:B {name: 'b'})")
        try explorer.run("MATCH (n) RETURN n")
        try explorer.press("F3 m")
        for keys in ["", "c", "m", "o", "t", "Esc v"] {
            try explorer.press(keys)
            let controls = view(explorer.model).plainText.unicodeScalars.filter {
                $0.value != 0x0A && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E)
            }
            #expect(controls.isEmpty, "\(keys)")
        }
        let set = explorer.model.graph.set
        let dot = GraphScripts.dot(set.nodes, set.relationships, ValueOptions())
        #expect(dot.unicodeScalars.allSatisfy { $0.value == 0x0A || ($0.value >= 0x20 && $0.value != 0x202E) })
        #expect(dot.contains("\\\"\\\\"))
    }
}
