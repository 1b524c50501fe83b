import Relate
import Testing

@testable import RelateTUI

/// Finding elements by the store's full-text indexes, and what the sidebar says of indexes and constraints.
@Suite("Search in the store") struct StoreSearchTests {
    private func session(_ statements: String...) throws -> RelateSession {
        let connection = try Database.inMemory().connect()
        for statement in statements { _ = try connection.query(statement) }
        return RelateSession(connection)
    }

    private static let films = """
        CREATE (:Movie {title: 'The Matrix'})<-[:ACTED_IN {role: 'matrix hacker'}]-(:Person {name: 'Keanu Reeves'}),
               (:Movie {title: 'Matrices of Rotation'}), (:Movie {title: 'Heat'})
        """

    private func titles(_ hits: [GraphHit]) -> [String] {
        hits.map { hit in
            switch hit.element {
            case .node(let node): node.properties["title"]?.plainText ?? node.properties["name"]?.plainText ?? ""
            case .relationship(let relationship): ":" + relationship.type
            default: "?"
            }
        }
    }

    @Test("Words find nodes and relationships of all indexes, and the last one may be cut short")
    func finds() throws {
        let session = try session(
            Self.films, "CREATE FULLTEXT INDEX titles FOR (m:Movie) ON EACH [m.title]",
            "CREATE FULLTEXT INDEX roles FOR ()-[r:ACTED_IN]-() ON EACH [r.role]")
        #expect(Set(titles(try session.search("matrix", limit: 10))) == ["The Matrix", ":ACTED_IN"])
        #expect(
            Set(titles(try session.search("matri", limit: 10))) == ["The Matrix", "Matrices of Rotation", ":ACTED_IN"])
        #expect(titles(try session.search("\"of rotation\"", limit: 10)) == ["Matrices of Rotation"])
        #expect(try session.search("matri", limit: 2).count == 2)
        #expect(try session.search("nothing", limit: 10).isEmpty)
        #expect(throws: StatementFailure.self) { try session.search("\"open", limit: 10) }
    }

    @Test("Without an index names and titles are searched, whatever the case, and nothing else")
    func searchesNames() throws {
        let session = try session(Self.films, "CREATE (:Odd {name: 42}), (:Odd {title: ['matrix']}), (:Odd)")
        #expect(Set(titles(try session.search("MATRI", limit: 10))) == ["The Matrix", "Matrices of Rotation"])
        #expect(try session.search("matri", limit: 1).count == 1)
        #expect(try session.search("42", limit: 10).count == 1)
        #expect(try session.search("nothing", limit: 10).isEmpty)
    }

    @Test("The sidebar says of an index that it is online, how many entries it has, and of what it is")
    func tellsStates() throws {
        let session = try session(
            Self.films, "CREATE INDEX titles FOR (m:Movie) ON (m.title)",
            "CREATE CONSTRAINT names FOR (p:Person) REQUIRE p.name IS UNIQUE")
        let summary = try session.schema()
        let titles = try #require(summary.entries(.indexes).first { $0.name == "titles" })
        #expect(titles.title == "titles :Movie(title)")
        #expect(titles.detail == "titles  ONLINE  RANGE NODE :Movie (title)  3 entries")
        #expect(titles.count == 3 && titles.isOnline == true)
        let names = try #require(summary.entries(.constraints).first)
        #expect(names.detail.hasPrefix("names  ENFORCED  ") && names.detail.contains(":Person (name)"))
        #expect(!summary.hasFullTextIndex)
        let madeUp = summary.entries(.indexes).filter { $0.name.hasPrefix("index_") }.map(\.title)
        #expect(madeUp == ["nodes by token", "relationships by token"])
    }

    // MARK: - By keys

    @Test("What does not show is sought in the store, chosen from a list, and gone to")
    func walks() throws {
        var configuration = ExplorerConfiguration { _ throws(StatementFailure) in FakeStore() }
        configuration.initialText = ""
        var model = Model(configuration: configuration, size: ScreenSize(rows: 40, columns: 120))
        _ = update(&model, .storeOpened(StoreInfo(name: "m", isReadOnly: false, namespace: "neo4j")))
        func press(_ keys: String) throws -> [Effect] {
            try KeyWords.parse(keys).flatMap { step -> [Effect] in
                guard case .press(let key) = step else { return [] }
                return update(&model, .key(key))
            }
        }
        var summary = Fixtures.schema
        _ = update(&model, .schemaLoaded(summary))
        guard case .graph(.search("matrix", .committed))? = try press("F4 / \"matrix\" Enter").first else {
            Issue.record("names are not sought")
            return
        }
        _ = update(&model, .graph(.found(text: "matrix", .success([]))))
        #expect(model.message?.role == .warning)
        summary.hasFullTextIndex = true
        _ = update(&model, .schemaLoaded(summary))
        guard case .graph(.search("matrix", .committed))? = try press("F4 / \"matrix\" Enter").first else {
            Issue.record("the store is not asked")
            return
        }
        let hit = GraphHit(element: .node(Fixtures.matrix), score: 1, index: "titles")
        _ = update(&model, .graph(.found(text: "matrix", .success([hit]))))
        #expect(view(model).plainText.contains("Found in the store: matrix"))
        guard case .graph(.loadFocus(let elementID, _, _))? = try press("Enter").first else {
            Issue.record("not gone to")
            return
        }
        #expect(elementID == Fixtures.matrix.elementId)
        guard case .graph(.search("heat", .committed))? = try press("F \"heat\" Enter").first else {
            Issue.record("the store is not asked")
            return
        }
    }
}
