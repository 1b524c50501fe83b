import Foundation
import Relate
import Testing

@testable import Render

@Suite struct GraphTests {
    /// Films and their people.
    static let scene: GraphScene = {
        let people = ["Keanu Reeves", "Carrie-Anne Moss", "Laurence Fishburne", "Hugo Weaving", "Lana Wachowski"]
            .enumerated().map { Fixtures.person(Int64($0.offset), $0.element, born: 1960 + Int64($0.offset)) }
        let movies = [("The Matrix", 1999), ("The Matrix Reloaded", 2003), ("Speed", 1994), ("Cloud Atlas", 2012)]
            .enumerated().map { Fixtures.movie(100 + Int64($0.offset), $0.element.0, Int64($0.element.1)) }
        let studio = CypherValue.Node(
            id: 200, elementId: "4:relate-neo4j:n200", labels: ["Studio"], properties: ["name": "Warner Bros."])
        var scene = GraphScene()
        var id: Int64 = 0
        func link(_ start: CypherValue.Node, _ type: String, _ end: CypherValue.Node) {
            id += 1
            scene.add(start)
            scene.add(end)
            scene.add(Fixtures.relationship(id, type, start, end))
        }
        for person in people.prefix(4) { link(person, "ACTED_IN", movies[0]) }
        for person in people.prefix(4) { link(person, "ACTED_IN", movies[1]) }
        link(people[4], "DIRECTED", movies[0])
        link(people[4], "DIRECTED", movies[1])
        link(people[4], "WROTE", movies[0])
        link(people[0], "ACTED_IN", movies[2])
        link(people[3], "ACTED_IN", movies[3])
        link(people[4], "DIRECTED", movies[3])
        for movie in movies.prefix(2) { link(movie, "MADE_BY", studio) }
        link(movies[1], "SEQUEL_OF", movies[0])
        return scene
    }()

    @Test("The card of a film at every size", arguments: ScreenSize.all)
    func cards(size: ScreenSize) throws {
        var cards = try #require(GraphCards(Self.scene, focus: "4:relate-neo4j:n100"))
        cards.incoming[0].count = 12_480
        cards.trail = ["Keanu Reeves", "Speed"]
        cards.cursor = .row(.incoming, 2)
        var frame = Frame(rows: size.rows, columns: size.columns)
        frame.box(frame.bounds, title: StyledLine("Graph", .titleFocused, .bold), focused: true)
        cards.draw(into: &frame, frame.bounds.inner.inset(rows: 0, columns: 1))
        expectSnapshot(frame, suite: "Cards", test: "\(size)")
    }

    @Test("The map of films and people, whole and in windows", arguments: ScreenSize.all)
    func map(size: ScreenSize) throws {
        let map = GraphMap(Self.scene)
        if size.columns == 120 { expectSnapshot(map.frame, suite: "Map", test: "whole") }
        let place = try #require(Self.scene.place(of: "4:relate-neo4j:n100"))
        var frame = Frame(rows: size.rows, columns: size.columns)
        frame.box(frame.bounds, title: StyledLine("Graph", .titleFocused, .bold), focused: true)
        let area = frame.bounds.inner
        let offset = map.offset(showing: place, rows: area.rows, columns: area.columns, from: (0, 0))
        map.draw(into: &frame, area, offset: offset, selected: place)
        expectSnapshot(frame, suite: "Map", test: "\(size)")
    }

    /// A graph of random links, the same for the same seed.
    static func random(_ seed: UInt64, nodes: Int, links: Int) -> GraphScene {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        var scene = GraphScene()
        let all = (0..<nodes).map { Fixtures.person(Int64($0), "node \($0)") }
        for node in all { scene.add(node) }
        for id in 0..<links {
            scene.add(Fixtures.relationship(Int64(id), "TYPE_\(next(4))", all[next(nodes)], all[next(nodes)]))
        }
        return scene
    }

    @Test("On any map no box meets another, no label is dropped, no line runs on another", arguments: 0..<24)
    func randomMaps(seed: Int) {
        let nodes = 2 + seed * 5 / 2
        let scene = Self.random(UInt64(seed), nodes: nodes, links: nodes + seed % 7 * 3)
        let focus = seed % 3 == 0 ? scene.nodes[0].elementId : nil
        let map = GraphMap(scene, focus: focus)
        for (index, box) in map.boxes.enumerated() {
            #expect(box.intersection(map.frame.bounds) == box)
            for other in map.boxes[..<index] { #expect(box.intersection(other).isEmpty) }
        }
        let text = map.frame.plainText
        for node in scene.nodes { #expect(text.contains(node.caption + " ")) }
        var trunks = Set<String>()
        for relationship in scene.relationships where relationship.start != relationship.end {
            trunks.insert(relationship.type)
        }
        for type in trunks { #expect(text.contains(" \(type) ")) }
        #expect(GraphMap(scene, focus: focus).frame == map.frame)
        let routing = GraphRouting(GraphLayout(scene, focus: focus.flatMap { scene.place(of: $0) }))
        for (gutter, bundles) in routing.gutters.enumerated() {
            #expect(routing.overlapCount(in: gutter) == 0, "gutter \(gutter)")
            #expect(Set(bundles.map(\.trunkRow)).count == bundles.count)
        }
    }

    @Test(
        "A view of the map shows the node, and of those around it as many as may be",
        arguments: [(20, 60), (34, 88), (12, 38)])
    func aims(rows: Int, columns: Int) throws {
        for seed in 0..<12 {
            let scene = Self.random(UInt64(seed), nodes: 30, links: 45)
            let map = GraphMap(scene)
            for node in scene.nodes.indices {
                let others = scene.neighbours(of: node)
                let offset = map.offset(showing: node, with: others, rows: rows, columns: columns)
                func isSeen(_ place: Int, _ offset: (row: Int, column: Int)) -> Bool {
                    let box = map.boxes[place]
                    return box.row >= offset.row && box.endRow <= offset.row + rows && box.column >= offset.column
                        && box.endColumn <= offset.column + columns
                }
                #expect(isSeen(node, offset))
                let old = map.offset(showing: node, rows: rows, columns: columns, from: (0, 0))
                #expect(others.count { isSeen($0, offset) } >= others.count { isSeen($0, old) })
                // With one neighbour there is nothing to choose: it is seen where both fit.
                guard let other = others.first, Set(others).count == 1, other != node else { continue }
                let (one, two) = (map.boxes[node], map.boxes[other])
                let fits =
                    max(one.endRow, two.endRow) - min(one.row, two.row) <= rows
                    && max(one.endColumn, two.endColumn) - min(one.column, two.column) <= columns
                #expect(isSeen(other, offset) == fits)
            }
        }
    }

    @Test("Arrows lead to a neighbour on the map, and back")
    func moving() throws {
        let map = GraphMap(Self.scene)
        let keanu = try #require(Self.scene.place(of: "4:relate-neo4j:n0"))
        let right = try #require(map.node(from: keanu, .right))
        #expect(map.boxes[right].column > map.boxes[keanu].column)
        #expect(map.node(from: keanu, .left) == nil)
        let down = try #require(map.node(from: keanu, .down))
        #expect(map.node(from: down, .up) == keanu)
    }

    @Test("An empty scene, a lone node, a loop, parallel relationships")
    func small() {
        #expect(GraphMap(GraphScene()).frame.rows == 0)
        var scene = GraphScene([.node(Fixtures.keanu)])
        #expect(GraphMap(scene).frame.plainText.contains("Keanu Reeves"))
        scene.add(Fixtures.relationship(1, "KNOWS", Fixtures.keanu, Fixtures.keanu))
        #expect(GraphMap(scene).frame.plainText.contains("↺ KNOWS"))
        for id in 2..<9 { scene.add(Fixtures.relationship(Int64(id), "RATED", Fixtures.keanu, Fixtures.matrix)) }
        #expect(GraphMap(scene).frame.plainText.contains("RATED ×7"))
        #expect(scene.nodes[1].caption == "#n10")
        scene.add(.node(Fixtures.matrix))
        #expect(scene.nodes[1].caption == "The Matrix")
        #expect(scene.nodes.count == 2)
    }

    @Test("A scene is found at any depth of values, each element once")
    func collecting() {
        let values: [CypherValue] = [
            .list([.map(["p": .path(Fixtures.path)]), .node(Fixtures.keanu)]),
            .relationship(Fixtures.path.relationships[1]),
        ]
        let scene = GraphScene(values)
        #expect(scene.nodes.map(\.caption) == ["Keanu Reeves", "The Matrix", "Carrie-Anne Moss"])
        #expect(scene.relationships.map(\.type) == ["ACTED_IN", "ACTED_IN"])
    }

    @Test("The overview of a hundred nodes keeps them apart and in the picture", arguments: ScreenSize.all)
    func overview(size: ScreenSize) {
        let scene = Self.clusters()
        let overview = GraphOverview(scene)
        #expect(overview.places == GraphOverview(scene).places)
        #expect(Set(overview.places).count == scene.nodes.count)
        for place in overview.places { #expect((0...1).contains(place.x) && (0...1).contains(place.y)) }
        var frame = Frame(rows: size.rows, columns: size.columns)
        frame.box(frame.bounds, title: StyledLine("Graph", .titleFocused, .bold), focused: true)
        overview.draw(into: &frame, frame.bounds.inner, selected: 0)
        #expect(frame.plainText.contains(scene.nodes[0].caption))
        #expect(frame.asciiOnly.plainText.utf8.allSatisfy { $0 < 0x80 })
        // The places come from floating point, whose last digits are the machine's own: no snapshot of the dots.
        if let folder = ProcessInfo.processInfo.environment["RENDER_PREVIEW"] {
            try? Data(frame.svg(theme: .standard).utf8).write(
                to: URL(fileURLWithPath: "\(folder)/Overview-\(size).svg"))
        }
    }

    /// Five hubs with twenty nodes each, the hubs in a ring.
    static func clusters() -> GraphScene {
        var scene = GraphScene()
        var id: Int64 = 0
        let hubs = (0..<5).map { Fixtures.movie(Int64($0), "Hub \($0)", 2000) }
        for (index, hub) in hubs.enumerated() {
            scene.add(hub)
            for leaf in 0..<20 {
                let node = Fixtures.person(Int64(100 + index * 20 + leaf), "leaf \(index).\(leaf)")
                scene.add(node)
                scene.add(Fixtures.relationship(id, "ACTED_IN", node, hub))
                id += 1
            }
        }
        for index in 0..<5 {
            scene.add(Fixtures.relationship(id, "NEAR", hubs[index], hubs[(index + 1) % 5]))
            id += 1
        }
        return scene
    }

    @Test("An overview of nothing, of one node, and in no room")
    func smallOverviews() {
        var frame = Frame(rows: 2, columns: 2)
        GraphOverview(GraphScene()).draw(into: &frame, frame.bounds)
        GraphOverview(GraphScene([.node(Fixtures.keanu)])).draw(into: &frame, frame.bounds, selected: 0)
        GraphOverview(Self.scene).draw(into: &frame, Rect(row: 0, column: 0, rows: 1, columns: 1), selected: 3)
        #expect(GraphOverview(GraphScene()).node(from: 0, .up) == nil)
    }
}
