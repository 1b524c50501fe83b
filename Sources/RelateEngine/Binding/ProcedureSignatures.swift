/// The built-in procedures: what they take and yield. Their execution finds them by the same names.
///
/// - Source: Cypher and operations manuals, built-in procedures.
package enum ProcedureSignatures {
    package static let all: [ProcedureSignature] = (schema + indexes + database).sorted {
        $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }

    static let byName: [String: ProcedureSignature] = Dictionary(
        all.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

    private typealias Parameter = FunctionDefinition.Parameter
    private typealias Column = ProcedureSignature.Column

    private static let schema: [ProcedureSignature] = [
        ProcedureSignature(
            name: "db.labels", columns: [Column("label", .string)], summary: "All labels in the graph."),
        ProcedureSignature(
            name: "db.relationshipTypes", columns: [Column("relationshipType", .string)],
            summary: "All relationship types in the graph."),
        ProcedureSignature(
            name: "db.propertyKeys", columns: [Column("propertyKey", .string)],
            summary: "All property keys in the graph."),
        ProcedureSignature(
            name: "db.schema.visualization",
            columns: [Column("nodes", .list(.map)), Column("relationships", .list(.map))],
            summary: "Labels and how relationship types join them."),
        ProcedureSignature(
            name: "db.schema.nodeTypeProperties",
            columns: [
                Column("nodeType", .string), Column("nodeLabels", .list(.string)), Column("propertyName", .string),
                Column("propertyTypes", .list(.string)), Column("mandatory", .boolean),
            ], summary: "The properties of nodes by their labels."),
        ProcedureSignature(
            name: "db.schema.relTypeProperties",
            columns: [
                Column("relType", .string), Column("propertyName", .string), Column("propertyTypes", .list(.string)),
                Column("mandatory", .boolean),
            ], summary: "The properties of relationships by their types."),
        ProcedureSignature(
            name: "db.createLabel", parameters: [Parameter("newLabel", .string)], isUpdating: true,
            summary: "Makes a label known."),
        ProcedureSignature(
            name: "db.createRelationshipType", parameters: [Parameter("newRelationshipType", .string)],
            isUpdating: true,
            summary: "Makes a relationship type known."),
        ProcedureSignature(
            name: "db.createProperty", parameters: [Parameter("newProperty", .string)], isUpdating: true,
            summary: "Makes a property key known."),
    ]

    private static let indexes: [ProcedureSignature] = [
        ProcedureSignature(
            name: "db.awaitIndex", parameters: [Parameter("indexName", .string), timeout],
            summary: "Waits until an index is online."),
        ProcedureSignature(
            name: "db.awaitIndexes", parameters: [timeout], summary: "Waits until all indexes are online."),
        ProcedureSignature(
            name: "db.resampleIndex", parameters: [Parameter("indexName", .string)],
            summary: "Counts an index's entries anew; they are exact at any time."),
        ProcedureSignature(
            name: "db.resampleOutdatedIndexes", summary: "Counts entries anew; they are exact at any time."),
        ProcedureSignature(
            name: "db.index.fulltext.queryNodes",
            parameters: [Parameter("indexName", .string), Parameter("queryString", .string), options],
            columns: [Column("node", .node), Column("score", .float)], summary: "Nodes that a full-text index finds."),
        ProcedureSignature(
            name: "db.index.fulltext.queryRelationships",
            parameters: [Parameter("indexName", .string), Parameter("queryString", .string), options],
            columns: [Column("relationship", .relationship), Column("score", .float)],
            summary: "Relationships that a full-text index finds."),
        ProcedureSignature(
            name: "db.index.fulltext.listAvailableAnalyzers",
            columns: [
                Column("analyzer", .string), Column("description", .string), Column("stopwords", .list(.string)),
            ], summary: "The analyzers a full-text index can have."),
        ProcedureSignature(
            name: "db.index.fulltext.awaitEventuallyConsistentIndexRefresh",
            summary: "Waits until eventually consistent full-text indexes are up to date."),
        ProcedureSignature(
            name: "db.index.vector.queryNodes", parameters: vectorQuery,
            columns: [Column("node", .node), Column("score", .float)], replacement: "SEARCH",
            summary: "Nodes nearest to a vector."),
        ProcedureSignature(
            name: "db.index.vector.queryRelationships", parameters: vectorQuery,
            columns: [Column("relationship", .relationship), Column("score", .float)], replacement: "SEARCH",
            summary: "Relationships nearest to a vector."),
        ProcedureSignature(
            name: "db.create.setNodeVectorProperty",
            parameters: [Parameter("node", .node), Parameter("key", .string), Parameter("vector", .any)],
            isUpdating: true, summary: "Sets a vector property of a node."),
        ProcedureSignature(
            name: "db.create.setRelationshipVectorProperty",
            parameters: [
                Parameter("relationship", .relationship), Parameter("key", .string), Parameter("vector", .any),
            ],
            isUpdating: true, summary: "Sets a vector property of a relationship."),
    ]

    private static let timeout = Parameter("timeOutSeconds", .integer, isOptional: true)
    private static let options = Parameter("options", .map, isOptional: true)
    private static let vectorQuery = [
        Parameter("indexName", .string), Parameter("numberOfNearestNeighbours", .integer), Parameter("query", .any),
    ]

    private static let database: [ProcedureSignature] = [
        ProcedureSignature(
            name: "db.info",
            columns: [Column("id", .string), Column("name", .string), Column("creationDate", .string)],
            summary: "What the store is called."),
        ProcedureSignature(
            name: "db.checkpoint", columns: [Column("success", .boolean), Column("message", .string)],
            summary: "Writes a checkpoint, where the store is on disk."),
        ProcedureSignature(
            name: "db.clearQueryCaches", columns: [Column("value", .string)], summary: "Forgets all plans."),
        ProcedureSignature(
            name: "db.prepareForReplanning", parameters: [timeout],
            summary: "Forgets all plans, so that statements are planned for today's counts."),
        ProcedureSignature(
            name: "dbms.listConnections",
            columns: [
                Column("connectionId", .string), Column("connectTime", .zonedDateTime), Column("connector", .string),
                Column("username", .string), Column("userAgent", .string), Column("serverAddress", .string),
                Column("clientAddress", .string),
            ], summary: "The connections of this database."),
        ProcedureSignature(
            name: "dbms.showCurrentUser",
            columns: [
                Column("username", .string), Column("roles", .list(.string)), Column("flags", .list(.string)),
            ], summary: "Who asks: nobody by name, since an embedded engine knows no users."),
        ProcedureSignature(
            name: "tx.getMetaData", columns: [Column("metadata", .map)], summary: "What tx.setMetaData said."),
        ProcedureSignature(
            name: "tx.setMetaData", parameters: [Parameter("data", .map)],
            summary: "Says something about the transaction, which SHOW TRANSACTIONS shows."),
        ProcedureSignature(name: "db.ping", columns: [Column("success", .boolean)], summary: "Answers."),
        ProcedureSignature(
            name: "dbms.components",
            columns: [Column("name", .string), Column("versions", .list(.string)), Column("edition", .string)],
            summary: "The engine and its version."),
        ProcedureSignature(
            name: "dbms.info",
            columns: [Column("id", .string), Column("name", .string), Column("creationDate", .string)],
            summary: "What the store is called."),
        ProcedureSignature(
            name: "dbms.listConfig", parameters: [Parameter("searchString", .string, isOptional: true)],
            columns: [
                Column("name", .string), Column("description", .string), Column("value", .string),
                Column("dynamic", .boolean), Column("defaultValue", .string), Column("startupValue", .string),
                Column("explicitlySet", .boolean), Column("validValues", .string),
            ], summary: "The engine's settings."),
    ]
}
