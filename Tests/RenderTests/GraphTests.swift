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
}
