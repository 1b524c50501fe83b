import Relate
import Testing

/// Which operators a plan has where indexes serve, and what notifications say of the schema.
@Suite struct IndexPlanTests {
    private static let schema = [
        "CREATE INDEX person_id FOR (n:Person) ON (n.id)",
        "CREATE INDEX person_name FOR (n:Person) ON (n.name, n.born)",
        "CREATE CONSTRAINT film_key FOR (n:Film) REQUIRE n.title IS KEY",
        "CREATE TEXT INDEX film_text FOR (n:Film) ON (n.plot)",
        "CREATE POINT INDEX place FOR (n:Place) ON (n.at)",
        "CREATE INDEX role FOR ()-[r:PLAYED]-() ON (r.role)",
        "UNWIND range(1, 200) AS i CREATE (:Person {id: i, name: 'p' + i, born: 1900 + i})-[:PLAYED {role: 'r' + i}]->"
            + "(:Film {title: 't' + i, plot: 'plot of ' + i}) CREATE (:Place {at: point({x: i, y: i})})",
    ]

    private static func connection() throws -> Connection {
        let connection = try Database.inMemory().connect()
        for statement in schema { try connection.query(statement) }
        return connection
    }

    private static func nodes(_ connection: Connection, _ statement: String) throws -> [PlanNode] {
        guard let plan = try connection.query("EXPLAIN \(statement)").plan else { return [] }
        var nodes: [PlanNode] = []
        var open = [plan.root]
        while let node = open.popLast() {
            nodes.append(node)
            open += node.children.reversed()
        }
        return nodes
    }

    @Test(
        "A search that an index serves is done by it, under Neo4j's name",
        arguments: [
            ("MATCH (n:Person {id: 7}) RETURN n", "NodeIndexSeek", "RANGE INDEX n:Person(id) WHERE n.id = 7"),
            (
                "MATCH (n:Person) WHERE n.id IN [1, 2] RETURN n", "NodeIndexSeek",
                "RANGE INDEX n:Person(id) WHERE n.id IN [1, 2]"
            ),
            (
                "MATCH (n:Person) WHERE n.id = 1 OR 2 = n.id RETURN n", "NodeIndexSeek",
                "RANGE INDEX n:Person(id) WHERE n.id = 1 OR 2 = n.id"
            ),
            ("MATCH (n:Person) WHERE 3 < n.id RETURN n.id LIMIT 1", "NodeByLabelScan", "n:Person"),
            (
                "MATCH (n:Person) WHERE n.id < 9 RETURN n", "NodeIndexSeekByRange",
                "RANGE INDEX n:Person(id) WHERE n.id < 9"
            ),
            (
                "MATCH (n:Person {name: 'p5', born: 1905}) RETURN n", "NodeIndexSeek",
                "RANGE INDEX n:Person(name, born) WHERE n.name = 'p5' AND n.born = 1905"
            ),
            (
                "MATCH (n:Person) WHERE n.name STARTS WITH 'p1' AND n.born IS NOT NULL RETURN n",
                "NodeIndexSeekByRange",
                "RANGE INDEX n:Person(name, born) WHERE n.name STARTS WITH 'p1' AND n.born IS NOT NULL"
            ),
            (
                "MATCH (n:Film {title: 't5'}) RETURN n", "NodeUniqueIndexSeek",
                "UNIQUE n:Film(title) WHERE n.title = 't5'"
            ),
            (
                "MATCH (n:Film) WHERE n.plot CONTAINS 'of 17' RETURN n", "NodeIndexContainsScan",
                "TEXT INDEX n:Film(plot) WHERE n.plot CONTAINS 'of 17'"
            ),
            (
                "MATCH (n:Film) WHERE n.plot ENDS WITH '17' RETURN n", "NodeIndexEndsWithScan",
                "TEXT INDEX n:Film(plot) WHERE n.plot ENDS WITH '17'"
            ),
            (
                "MATCH (n:Place) WHERE point.distance(n.at, point({x: 1, y: 2})) < 3 RETURN n", "NodeIndexSeekByRange",
                "POINT INDEX n:Place(at) WHERE point.distance(n.at, point({x: 1, y: 2})) < 3"
            ),
            (
                "MATCH (a)-[r:PLAYED {role: 'r3'}]->(b) RETURN a", "DirectedRelationshipIndexSeek",
                "RANGE INDEX (a)-[r:PLAYED(role)]->(b) WHERE r.role = 'r3'"
            ),
            (
                "MATCH (a)-[r:PLAYED]-(b) WHERE r.role STARTS WITH 'r3' RETURN a",
                "UndirectedRelationshipIndexSeekByRange",
                "RANGE INDEX (a)-[r:PLAYED(role)]-(b) WHERE r.role STARTS WITH 'r3'"
            ),
            (
                "UNWIND $rows AS row MATCH (n:Person {id: row.id}) RETURN n", "NodeIndexSeek",
                "RANGE INDEX n:Person(id) WHERE n.id = row.id"
            ),
            ("MERGE (n:Film {title: $t})", "NodeUniqueIndexSeek", "UNIQUE n:Film(title) WHERE n.title = $t"),
        ])
    func names(statement: String, name: String, details: String) throws {
        let nodes = try Self.nodes(try Self.connection(), statement)
        let node = nodes.first { $0.operator == name }
        #expect(node?.details == details, "\(nodes.map { "\($0.operator) \($0.details)" })")
        if name != "NodeByLabelScan" { #expect(!nodes.contains { $0.operator == "NodeByLabelScan" }) }
    }

    @Test(
        "What an index serves is never found by a scan",
        arguments: [
            "MATCH (n:Person {id: 3}) RETURN n", "MATCH (n:Person {id: $id}) RETURN n",
            "MATCH (n:Person) WHERE n.id IN $ids RETURN n", "MATCH (n:Person) WHERE n.id = 3 OR n.id = 4 RETURN n",
            "MATCH (n:Person) WHERE n.id > 190 RETURN n",
            "MATCH (n:Person) WHERE 10 <= n.id < 20 AND n.born > 0 RETURN n",
            "MATCH (n:Person) WHERE n.id < $id RETURN n", "MATCH (n:Person) WHERE n.id = 3 SET n.seen = true",
            "MATCH (n:Person {id: 3}) DETACH DELETE n",
            "MATCH (n:Person {id: 1}), (m:Person {id: 2}) CREATE (n)-[:R]->(m)",
            "MATCH (n:Person {name: 'p7', born: 1907}) RETURN n",
            "MATCH (n:Person) WHERE n.name = 'p7' AND n.born > 1900 RETURN n",
            "MATCH (n:Person) WHERE n.name STARTS WITH 'p19' AND n.born IS NOT NULL RETURN n",
            "MATCH (n:Person) WHERE n.nick IS NOT NULL RETURN n",
            "MATCH (n:Person) WHERE n.nick IS NOT NULL RETURN count(*)",
            "MATCH (n:Person) WHERE n.id > 150 RETURN n.id ORDER BY n.id DESC LIMIT 5",
            "MATCH (n:Film {title: 't5'}) RETURN n", "MATCH (n:Film) WHERE n.title STARTS WITH 't19' RETURN n",
            "MATCH (n:Film) WHERE n.plot CONTAINS '17' RETURN n",
            "MATCH (n:Film) WHERE n.plot STARTS WITH 'plot of 19' RETURN n",
            "MATCH (n:Film) WHERE n.plot ENDS WITH 'of 17' RETURN n",
            "MATCH (n:Film) WHERE n.plot CONTAINS $part RETURN n",
            "MATCH (n:Place) WHERE point.distance(n.at, point({x: 1, y: 2})) < 3 RETURN n",
            "MATCH (n:Place) WHERE point.withinBBox(n.at, point({x: 1, y: 2}), point({x: 3, y: 4})) RETURN n",
            "MATCH ()-[r:PLAYED {role: 'r3'}]->() RETURN r",
            "MATCH ()-[r:PLAYED]-() WHERE r.role IN ['r3', 'r4'] RETURN r",
            "MATCH ()-[r:PLAYED]->() WHERE r.role STARTS WITH 'r19' RETURN r",
            "MATCH (n:Person {id: 3})-[:PLAYED]->(m) RETURN m", "MATCH (m:Film)<-[:PLAYED]-(n:Person {id: 3}) RETURN m",
            "MERGE (n:Person {id: 3})", "MERGE (n:Film {title: 't3'}) ON MATCH SET n.seen = true",
            "UNWIND $ids AS i MATCH (n:Person {id: i}) RETURN n", "UNWIND $ids AS i MERGE (n:Person {id: i})",
            "MATCH (n:Person {id: 3}) CALL (n) { MATCH (m:Person {id: n.id + 1}) RETURN m } RETURN m",
            "MATCH (n:Person {id: 3}) WHERE EXISTS { MATCH (m:Person {id: n.id + 1}) } RETURN n",
            "OPTIONAL MATCH (n:Person {id: 3}) RETURN n",
            "MATCH (n) SEARCH n IN (FULLTEXT INDEX words FOR 'plot' LIMIT 3) RETURN n",
            "MATCH (n:Person) WHERE n.id = 3 OR n.nick = 'k1' RETURN n", "MATCH (n:Person|Film {id: 3}) RETURN n",
            "MATCH (n:Person) WHERE n.id = 3 OR n.id > 195 OR (n.nick STARTS WITH 'k' AND n.born > 0) RETURN n",
            "MATCH (n:Person) WHERE n.id > 2 RETURN n.id ORDER BY n.id LIMIT 5",
            "MATCH (n:Person) WHERE n.id IS NOT NULL AND n.born > 1950 RETURN n ORDER BY n.id DESC SKIP 1 LIMIT 3",
            "MATCH (n:Film) WHERE n.plot = $part RETURN n", "MATCH (n:Film {plot: 'plot of 3'}) RETURN n",
            "MATCH (n:Film) WHERE n.plot IN ['plot of 3', 'plot of 4'] RETURN n",
            "MATCH (n:Film) WHERE n.plot IN $parts RETURN n", "UNWIND $parts AS p MATCH (n:Film {plot: p}) RETURN n",
            "MATCH (n:Place) WHERE n.at = point({x: 1, y: 1}) RETURN n", "MATCH (n:Place {at: $place}) RETURN n",
            "UNWIND $places AS p MATCH (n:Place) WHERE n.at = p RETURN n",
            "UNWIND $places AS p MATCH (n:Place) WHERE point.distance(n.at, p) <= $far RETURN n",
            "MATCH ()-[r:PLAYED]->() WHERE r.role = 'r3' OR r.note = 'n5' RETURN r",
            "MATCH ()-[r:PLAYED|DREW {role: 'r3'}]-() RETURN r",
            "MATCH ()-[r:PLAYED]->() WHERE r.note CONTAINS '17' RETURN r",
            "MATCH ()-[r:PLAYED]-() WHERE r.note ENDS WITH '17' RETURN r",
            "MATCH ()-[r:PLAYED {note: $part}]->() RETURN r",
            "MATCH ()-[r:PLAYED]->() WHERE r.spot = $place RETURN r",
            "MATCH ()-[r:PLAYED]->() WHERE point.distance(r.spot, point({x: 1, y: 2})) < 3 RETURN r",
            "MATCH ()-[r:PLAYED]->() WHERE point.withinBBox(r.spot, point({x: 1, y: 2}), point({x: 3, y: 4})) RETURN r",
            "MATCH ()-[r:PLAYED]->() WHERE r.role > 'r' RETURN r.role ORDER BY r.role LIMIT 5",
            "UNWIND $ids AS i MATCH ()-[r:PLAYED {role: 'r' + i}]->() RETURN r",
            "MATCH (p:Person {id: 5}) MATCH (f:Film) WHERE f.title = 't' + p.id RETURN f",
        ])
    func neverScans(statement: String) throws {
        let connection = try Self.connection()
        try connection.query("CREATE INDEX nick FOR (n:Person) ON (n.nick)")
        try connection.query("CREATE FULLTEXT INDEX words FOR (n:Film) ON EACH [n.plot]")
        try connection.query("CREATE INDEX film_id FOR (n:Film) ON (n.id)")
        try connection.query("CREATE INDEX drew FOR ()-[r:DREW]-() ON (r.role)")
        try connection.query("CREATE TEXT INDEX note FOR ()-[r:PLAYED]-() ON (r.note)")
        try connection.query("CREATE POINT INDEX spot FOR ()-[r:PLAYED]-() ON (r.spot)")
        try connection.query("MATCH (n)-[r:PLAYED]->() SET r.note = 'n' + n.id, r.spot = point({x: n.id, y: 0})")
        try connection.query("MATCH (n:Person) WHERE n.id < 4 SET n.nick = 'k' + n.id")
        let names = try Self.nodes(connection, statement).map(\.operator)
        let scans = names.filter { $0.hasSuffix("LabelScan") || $0.hasSuffix("NodesScan") || $0.hasSuffix("TypeScan") }
        #expect(scans == [], "\(names)")
        #expect(names.contains { $0.contains("Index") }, "\(names)")
    }

    @Test(
        "A join hint joins the sides of a pattern, which each begin at the cheapest place",
        arguments: [
            ("MATCH (a:Person {id: 3})-[:PLAYED]->(b)<-[:PLAYED]-(c:Person {id: 4}) USING JOIN ON b RETURN b", "b", 1),
            ("MATCH (a:Person)-[:PLAYED]->(b:Film)<-[:PLAYED]-(c:Person) USING JOIN ON b RETURN count(*)", "b", 1),
            ("MATCH (a)-->(b)-->(c)-->(d)-->(e) USING JOIN ON b USING JOIN ON d RETURN a", "b", 2),
            (
                "MATCH (a:Person {id: 3})-[:PLAYED]->(b)<-[:PLAYED]-(c:Person {id: 4}) USING INDEX a:Person(id) "
                    + "USING INDEX c:Person(id) USING JOIN ON b RETURN b", "b", 1
            ),
            ("MATCH (a)-->(b)-->(c)-->(d), (a)-->(x)-->(d) USING JOIN ON a, d RETURN b", "a, d", 1),
        ])
    func joinHints(statement: String, variable: String, count: Int) throws {
        let connection = try Self.connection()
        let joins = try Self.nodes(connection, statement).filter { $0.operator == "NodeHashJoin" }
        #expect(joins.count == count)
        #expect(joins.contains { $0.details == variable })
        #expect(try !Self.nodes(connection, statement).contains { $0.operator == "CartesianProduct" })
        #expect(try connection.query("EXPLAIN \(statement)").notifications.allSatisfy { $0.gqlStatus != "01N30" })
    }

    @Test(
        "An expand hint says from which end a relationship is followed",
        arguments: [
            ("MATCH (a:Person)-[r:PLAYED]->(b:Film) USING EXPAND ALL FROM b TO a RETURN a", "(b)<-[r:PLAYED]-(a)"),
            (
                "MATCH (a:Person {id: 3})-[r:PLAYED]->(b:Film) USING EXPAND FROM b TO a RETURN count(*)",
                "(b)<-[r:PLAYED]-(a)"
            ),
            (
                "MATCH (a:Person)-[r:PLAYED]->(b:Film) USING EXPAND FROM a TO b VIA r RETURN count(*)",
                "(a)-[r:PLAYED]->(b)"
            ),
            (
                "MATCH (a:Person {id: 3})-[r:PLAYED]->(b:Film) USING EXPAND INTO FROM b TO a RETURN r",
                "(b)<-[r:PLAYED]-(a)"
            ),
        ])
    func expandHints(statement: String, details: String) throws {
        let nodes = try Self.nodes(try Self.connection(), statement)
        let name = statement.contains("INTO") ? "Expand(Into)" : "Expand(All)"
        #expect(
            nodes.contains { $0.operator == name && $0.details == details },
            "\(nodes.map { "\($0.operator) \($0.details)" })")
    }

    @Test("An index's order is a sort's, in both directions, also of values too long for their keys")
    func order() throws {
        let connection = try Self.connection()
        let statement = "MATCH (n:Person) WHERE n.id < 100 RETURN n.id AS id ORDER BY id DESC LIMIT 3"
        let nodes = try Self.nodes(connection, statement)
        #expect(!nodes.contains { $0.operator == "Top" || $0.operator == "Sort" })
        #expect(
            nodes.last?.details == "RANGE INDEX n:Person(id) WHERE n.id < 100, ordered by id DESC",
            "\(nodes.map(\.details))")
        #expect(try connection.query(statement).rows.map { $0[0].intValue } == [99, 98, 97])
        let profile = try connection.query("PROFILE \(statement)").plan
        var node = profile?.root
        while let child = node?.children.first { node = child }
        #expect((node?.actual?.rows ?? 0) <= 1024)
        for tail in ["b", "a", "c"] {
            try connection.query(
                "CREATE (:Person {id: $text})", ["text": .string(String(repeating: "x", count: 2000) + tail)])
        }
        let ends = "MATCH (n:Person) WHERE n.id STARTS WITH 'x' RETURN right(n.id, 1) AS tail ORDER BY n.id"
        #expect(try connection.query(ends).rows.map { $0[0].stringValue } == ["a", "b", "c"])
        #expect(try connection.query(ends + " DESC").rows.map { $0[0].stringValue } == ["c", "b", "a"])
    }

    @Test("Estimates come from the index where values are known")
    func estimates() throws {
        let connection = try Self.connection()
        func estimate(_ statement: String) throws -> Int64? {
            try Self.nodes(connection, statement).first { $0.operator.contains("Index") }?.estimatedRows
        }
        #expect(try estimate("MATCH (n:Person) WHERE n.id < 11 RETURN n") == 10)
        #expect(try estimate("MATCH (n:Person) WHERE 5 <= n.id < 8 RETURN n") == 3)
        #expect(try estimate("MATCH (n:Person) WHERE n.id IN [1, 2, 999] RETURN n") == 2)
        #expect(try estimate("MATCH (n:Person {id: $id}) RETURN n") == 1)
    }

    @Test("A profile says where it began and why")
    func start() throws {
        let connection = try Self.connection()
        let plan = try connection.query("PROFILE MATCH (n:Person {id: 7}) RETURN n.id").plan
        var node = plan?.root
        while let child = node?.children.first { node = child }
        #expect(node?.actual?.start?.element == "n")
        #expect(node?.actual?.start?.reason == "index person_id: about 1 of 200 entries")
        #expect(node?.actual?.rows == 1)
    }

    @Test(
        "Notifications tell of commands without effect and of hints that cannot be followed",
        arguments: [
            ("CREATE INDEX x IF NOT EXISTS FOR (n:Person) ON (n.id)", "00NA0"),
            ("CREATE CONSTRAINT x IF NOT EXISTS FOR (n:Film) REQUIRE n.title IS KEY", "00NA0"),
            ("DROP INDEX nothing IF EXISTS", "00NA1"), ("DROP CONSTRAINT nothing IF EXISTS", "00NA1"),
            ("CREATE VECTOR INDEX v FOR (n:Film) ON (n.e)", "00NA2"),
            ("MATCH (n:Person {id: 1}) USING INDEX n:Person(age) RETURN n", "01N31"),
            ("MATCH (a:Person)-->(b:Film) USING JOIN ON b RETURN a", "01N30"),
            ("MATCH (a:Person)-->(b:Film)<--(a) USING JOIN ON b RETURN a", "01N30"),
            ("MATCH (a:Person) MATCH (a)-->(b:Film)<--(c) USING JOIN ON a RETURN b", "01N30"),
            ("MATCH (n {id: 1}) RETURN n", "03NR1"),
            ("MATCH (n:Person) WHERE n[$key] = 1 RETURN n", "03N95"),
        ])
    func notifications(statement: String, status: String) throws {
        let connection = try Self.connection()
        let explained = try connection.query("EXPLAIN \(statement)").notifications
        #expect(explained.map(\.gqlStatus).contains(status), "\(explained.map(\.gqlStatus))")
        let profiled = try connection.query("PROFILE \(statement)", ["key": "id"]).notifications
        #expect(profiled.map(\.gqlStatus).contains(status), "\(profiled.map(\.gqlStatus))")
    }

    @Test(
        "No notification speaks up where the schema gives no cause",
        arguments: [
            "CREATE INDEX x IF NOT EXISTS FOR (n:Person) ON (n.shoes)", "DROP INDEX person_id IF EXISTS",
            "CREATE VECTOR INDEX v FOR (n:Film) ON (n.e) OPTIONS {indexConfig: {`vector.dimensions`: 3}}",
            "MATCH (n:Person {id: 1}) USING INDEX n:Person(id) RETURN n", "MATCH (n:Person {id: 1}) RETURN n",
            "MATCH (a:Person {id: 1})-->(b:Film {title: 't1'}) USING INDEX a:Person(id) USING INDEX b:Film(title) RETURN a",
        ])
    func silence(statement: String) throws {
        #expect(try Self.connection().query("EXPLAIN \(statement)").notifications.map(\.title) == [])
    }
}
