// Notifications that come up with an index or a constraint there, or at a given operator.
extension NotificationTests {
    private static let titleIndex = "CREATE INDEX title FOR (m:Movie) ON (m.title)"

    static let raisedOfOperators: [Expected] = [
        Expected(
            statement: "MATCH (a:Person) WHERE EXISTS { MATCH (m:Movie), (o:Movie) WHERE m.title < o.title } RETURN a",
            code: "Statement.CartesianProduct", status: "03N90", severity: "INFORMATION",
            place: "MATCH (m:Movie), (o:Movie) WHERE m.title < o.title", at: "CartesianProduct"),
        Expected(
            statement: "MATCH (a:Person)-[:KNOWS]->(b), (m:Movie) RETURN a, m", code: "Statement.CartesianProduct",
            status: "03N90", severity: "INFORMATION", place: "MATCH (a:Person)-[:KNOWS]->(b), (m:Movie)",
            at: "CartesianProduct"),
        Expected(
            statement: "MATCH (a:Person) WHERE (a)-[:KNOWS*]->(:Movie) RETURN a",
            code: "Statement.UnboundedVariableLengthPattern", status: "03N91", severity: "INFORMATION",
            place: "-[:KNOWS*]->", fixed: "MATCH (a:Person) WHERE (a)-[:KNOWS*..5]->(:Movie) RETURN a",
            at: "VarLengthExpand(Pruning,BFS,All)"),
        Expected(
            given: [titleIndex], statement: "MATCH (n) WHERE n.title = 'The Matrix' RETURN n",
            code: "Statement.AllNodesScan", status: "03NR1", severity: "INFORMATION", place: "n.title",
            fixed: "MATCH (n:Movie) WHERE n.title = 'The Matrix' RETURN n", at: "AllNodesScan"),
        Expected(
            given: [titleIndex], statement: "MATCH ({title: 'The Matrix'}) RETURN count(*) AS c",
            code: "Statement.AllNodesScan", status: "03NR1", severity: "INFORMATION",
            fixed: "MATCH (:Movie{title: 'The Matrix'}) RETURN count(*) AS c", at: "AllNodesScan"),
        Expected(
            statement: "UNWIND ['Ada', 'Bob'] AS name MATCH (n:Person {name: name}) RETURN n",
            code: "Statement.MissingIndex", status: "03NR3", severity: "INFORMATION",
            fixed: "CREATE INDEX FOR (n:Person) ON (n.name)", at: "NodeByLabelScan"),
        Expected(
            statement: "MATCH (n:Person) WHERE $name = n.name RETURN n", code: "Statement.MissingIndex",
            status: "03NR3", severity: "INFORMATION", place: "n.name",
            fixed: "CREATE INDEX FOR (n:Person) ON (n.name)", at: "NodeByLabelScan"),
        Expected(
            given: ["CREATE INDEX FOR (n:Person) ON (n.name, n.born)"],
            statement: "MATCH (n:Person) WHERE n.name = 'Ada' RETURN n", code: "Statement.MissingIndex",
            status: "03NR3", severity: "INFORMATION", place: "n.name",
            fixed: "CREATE INDEX FOR (n:Person) ON (n.name)", at: "NodeByLabelScan"),
        Expected(
            statement: "MATCH (n:Person) RETURN count(DISTINCT n.name) AS c", code: "Statement.EagerAggregation",
            status: "03NR4", severity: "INFORMATION", place: "count(DISTINCT n.name)", at: "EagerAggregation"),
        Expected(
            statement: "MATCH (n:Person) CALL { MATCH (n:Movie) RETURN n.title AS t } RETURN t",
            code: "Statement.SubqueryVariableShadowing", status: "03N60", severity: "INFORMATION", place: "n"),
        Expected(
            statement: "MATCH (n:Person) CALL () { MATCH ()-[n:KNOWS]->() RETURN n.since AS t } RETURN t",
            code: "Statement.SubqueryVariableShadowing", status: "03N60", severity: "INFORMATION", place: "n"),
        Expected(
            statement: "MATCH (n:Person) CALL { WITH 1 AS n RETURN n + 1 AS t } RETURN t",
            code: "Statement.SubqueryVariableShadowing", status: "03N60", severity: "INFORMATION", place: "n"),
        Expected(
            statement: "MATCH (n:Person) WHERE EXISTS { WITH 1 AS n RETURN n } RETURN n.name",
            code: "Statement.SubqueryVariableShadowing", status: "03N60", severity: "INFORMATION", place: "n"),
        Expected(
            given: [titleIndex], statement: "MATCH (m:Movie) WHERE m[$key] = 'x' RETURN m",
            code: "Statement.DynamicProperty", status: "03N95", severity: "INFORMATION", at: "NodeByLabelScan"),
        Expected(
            given: [titleIndex], statement: "MATCH (m:Movie) WHERE m[$key] IN ['x'] RETURN m",
            code: "Statement.DynamicProperty", status: "03N95", severity: "INFORMATION", at: "NodeByLabelScan"),
        Expected(
            statement: "MATCH p = shortestPath((a:Person)-[:KNOWS*..5]-(b:Movie)) WHERE length(p) > 2 RETURN p",
            code: "Statement.ExhaustiveShortestPath", status: "03N92", severity: "INFORMATION",
            place: "-[:KNOWS*..5]-", at: "ShortestPath"),
        Expected(
            given: ["CREATE FULLTEXT INDEX titles FOR (m:Movie) ON EACH [m.title]"],
            statement:
                "WITH 1 AS titles MATCH (m:Movie) SEARCH m IN (FULLTEXT INDEX titles FOR 'matrix' LIMIT 3) RETURN m",
            code: "Statement.IdentifierShadowingVariable", status: "03N63", severity: "INFORMATION", place: "titles"),
        Expected(
            given: ["CREATE VECTOR INDEX v FOR (m:Movie) ON (m.v) OPTIONS {indexConfig: {`vector.dimensions`: 2}}"],
            statement: "CALL db.index.vector.queryNodes('v', 1, [1.0, 2.0]) YIELD node RETURN node",
            code: "Statement.FeatureDeprecationWarning", status: "01N01"),
        Expected(
            given: [titleIndex], statement: "CREATE INDEX IF NOT EXISTS FOR (m:Movie) ON (m.title)",
            code: "Schema.IndexOrConstraintAlreadyExists", status: "00NA0", severity: "INFORMATION", at: "CreateIndex"),
        Expected(
            given: [titleIndex], statement: "CREATE INDEX title IF NOT EXISTS FOR (p:Person) ON (p.name)",
            code: "Schema.IndexOrConstraintAlreadyExists", status: "00NA0", severity: "INFORMATION", at: "CreateIndex"),
        Expected(
            given: ["CREATE CONSTRAINT c FOR (m:Movie) REQUIRE m.title IS UNIQUE"],
            statement: "CREATE CONSTRAINT c IF NOT EXISTS FOR (m:Movie) REQUIRE m.title IS UNIQUE",
            code: "Schema.IndexOrConstraintAlreadyExists", status: "00NA0", severity: "INFORMATION",
            at: "CreateConstraint"),
        Expected(
            statement: "DROP INDEX nobody IF EXISTS", code: "Schema.IndexOrConstraintDoesNotExist", status: "00NA1",
            severity: "INFORMATION", at: "DropIndex"),
        Expected(
            statement: "DROP CONSTRAINT nobody IF EXISTS", code: "Schema.IndexOrConstraintDoesNotExist",
            status: "00NA1", severity: "INFORMATION", at: "DropConstraint"),
        Expected(
            statement: "CREATE VECTOR INDEX v FOR (m:Movie) ON (m.v)",
            code: "Schema.VectorIndexDimensionsNotSpecified", status: "00NA2", severity: "INFORMATION",
            place: "CREATE VECTOR INDEX v FOR (m:Movie) ON (m.v)", at: "CreateIndex"),
        Expected(
            given: ["MATCH (m:Movie) SET m.v = [1.0, 2.0, 3.0]"],
            statement: "CREATE VECTOR INDEX v FOR (m:Movie) ON (m.v)",
            code: "Schema.VectorIndexDimensionsNotSpecified", status: "00NA2", severity: "INFORMATION",
            place: "CREATE VECTOR INDEX v FOR (m:Movie) ON (m.v)",
            fixed: "CREATE VECTOR INDEX v FOR (m:Movie) ON (m.v) OPTIONS {indexConfig: {`vector.dimensions`: 3}}",
            at: "CreateIndex"),
        Expected(
            statement: "MATCH ()-[r:KNOWS]->() USING INDEX r:KNOWS(since) WHERE r.since = 1833 RETURN r",
            code: "Schema.HintedIndexNotFound", status: "01N31", place: "USING INDEX r:KNOWS(since)",
            fixed: "CREATE INDEX FOR ()-[n:KNOWS]-() ON (n.since)"),
        Expected(
            given: [titleIndex],
            statement: "MATCH (m:Movie) USING TEXT INDEX m:Movie(title) WHERE m.title CONTAINS 'x' RETURN m",
            code: "Schema.HintedIndexNotFound", status: "01N31", place: "USING TEXT INDEX m:Movie(title)",
            fixed: "CREATE TEXT INDEX FOR (n:Movie) ON (n.title)"),
        Expected(
            statement: "MATCH (a)-[:!%]->(b) RETURN a", code: "Statement.UnsatisfiableRelationshipTypeExpression",
            status: "01N61", place: "!%"),
    ]
}
