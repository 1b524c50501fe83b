import Relate
import Render

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Writes a whole store to files, as it was at one moment.
struct ExportCommand {
    let arguments: ExportArguments

    /// - Returns: The exit status.
    /// - Throws: A `StoreError`, which says why the store cannot be opened; `IOFailure` for files.
    func run() throws -> Int32 {
        let ending = ExportEnding()
        let database = try Database(reading: arguments.store)
        let connection = try database.connect()
        try connection.begin()
        let progress = TransferProgress()
        progress.check = ending.check
        defer { progress.clear() }
        let graph = try WholeGraph(connection, progress)
        if arguments.target == "-" {
            let output = Output(descriptor: STDOUT_FILENO)
            try write(graph, to: output)
            try output.flush()
            return App.Status.success
        }
        try ending.whileWriting {
            if arguments.format == .csv {
                var writer = CSVGraphWriter(graph, directory: arguments.target)
                writer.listDelimiter = arguments.listDelimiter
                try writer.write()
            } else {
                let existing: ExportFile.Existing = arguments.isForced ? .isReplaced : .isKept(replacedBy: "--force")
                try ExportFile.writing(to: arguments.target, existing) { output in try write(graph, to: output) }
            }
        }
        progress.clear()
        let errors = Output(descriptor: STDERR_FILENO)
        errors.text(
            "\(Counts.of(graph.nodeCount, "node")) and \(Counts.of(graph.relationshipCount, "relationship")) written in "
                + Quantities.duration(ms: progress.elapsed / .milliseconds(1)) + "\n")
        if arguments.format == .jsonl, !graph.schemaStatements.isEmpty {
            errors.text("indexes and constraints are no part of JSON Lines; a .cypher file or CSV holds them too\n")
        }
        try errors.flush()
        return App.Status.success
    }

    private func write(_ graph: WholeGraph, to output: Output) throws {
        switch arguments.format {
        case .jsonl: try GraphLinesWriter(output).write(graph)
        case .cypher: try CypherGraphWriter(output).write(graph)
        case .csv: break
        }
    }
}

/// All nodes and relationships of a store, handed out one by one.
struct WholeGraph {
    private let nodes: QueryResult
    private let relationships: QueryResult
    /// What makes indexes and constraints anew.
    let schemaStatements: [String]
    private let progress: TransferProgress

    var nodeCount: Int { nodes.rowCount }
    var relationshipCount: Int { relationships.rowCount }

    /// - Parameter connection: With an open transaction, so that all is of one moment.
    init(_ connection: Connection, _ progress: TransferProgress) throws {
        nodes = try connection.query("MATCH (n) RETURN n")
        relationships = try connection.query("MATCH ()-[r]->() RETURN r ORDER BY id(r)")
        let indexes = try connection.query(
            "SHOW INDEXES YIELD type, owningConstraint, createStatement "
                + "WHERE owningConstraint IS NULL AND type <> 'LOOKUP' RETURN createStatement")
        // Those of the graph type's elements are part of these, and cannot be made one by one.
        let constraints = try connection.query(
            "SHOW CONSTRAINTS YIELD classification, createStatement WHERE classification <> 'dependent' "
                + "RETURN createStatement")
        var statements = (indexes.rows + constraints.rows).compactMap { $0.first?.stringValue }
        let state = connection.openTransaction?.state ?? connection.database.snapshot
        let elements = state.schema.graphTypeElements
        if !elements.isEmpty {
            statements.append("ALTER CURRENT GRAPH TYPE ADD {\n   \(elements.joined(separator: ",\n   "))\n}")
        }
        schemaStatements = statements
        self.progress = progress
    }

    /// - Parameter rows: Those to hand out, each below `nodeCount`; all by default.
    func forEachNode(in rows: some Sequence<Int>, _ body: (CypherValue.Node) throws -> Void) throws {
        for row in rows {
            if case .node(let node) = nodes.cell(row: row, column: 0) { try body(node) }
            if row % 1024 == 0 { try show(row) }
        }
    }

    func forEachNode(_ body: (CypherValue.Node) throws -> Void) throws {
        try forEachNode(in: 0..<nodeCount, body)
    }

    /// - Parameter rows: Those to hand out, each below `relationshipCount`; all by default.
    func forEachRelationship(
        in rows: some Sequence<Int>, _ body: (CypherValue.Relationship) throws -> Void
    ) throws {
        for row in rows {
            if case .relationship(let relationship) = relationships.cell(row: row, column: 0) { try body(relationship) }
            if row % 1024 == 0 { try show(nodeCount + row) }
        }
    }

    func forEachRelationship(_ body: (CypherValue.Relationship) throws -> Void) throws {
        try forEachRelationship(in: 0..<relationshipCount, body)
    }

    private func show(_ done: Int) throws {
        try progress.show(done, "element", share: Double(done) / Double(max(1, nodeCount + relationshipCount)))
    }
}

/// A graph as JSON Lines: see `GraphLinesReader`.
struct GraphLinesWriter {
    private let output: Output

    init(_ output: Output) { self.output = output }

    func write(_ graph: WholeGraph) throws {
        var numbers = ExportNumbers()
        var count = 0
        try graph.forEachNode { node in
            try output.write { json in
                json.raw("{\"type\":\"node\",\"id\":")
                json.string(numbers.add(node.elementId))
                json.raw(",\"labels\":")
                json.strings(node.labels.inOrder)
                json.portable(properties: node.properties)
                json.raw("}\n")
                try output.flushIfFull(&json)
            }
        }
        try graph.forEachRelationship { relationship in
            try output.write { json in
                json.raw("{\"type\":\"relationship\",\"id\":")
                json.string("r\(count)")
                count += 1
                json.raw(",\"label\":")
                json.string(relationship.type)
                json.raw(",\"start\":{\"id\":")
                json.string(numbers[relationship.startElementId])
                json.raw("},\"end\":{\"id\":")
                json.string(numbers[relationship.endElementId])
                json.raw("}")
                json.portable(properties: relationship.properties)
                json.raw("}\n")
                try output.flushIfFull(&json)
            }
        }
        try output.flush()
    }
}

extension [String] {
    /// Labels as every export writes them: a store has them in the order in which they became known.
    var inOrder: [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

extension JSONWriter {
    fileprivate mutating func portable(properties: [String: CypherValue]) {
        guard !properties.isEmpty else { return }
        raw(",\"properties\":{")
        for (index, name) in Array(properties.keys).inOrder.enumerated() {
            if index > 0 { raw(",") }
            string(name)
            raw(":")
            portable(properties[name] ?? .null)
        }
        raw("}")
    }

    /// Plain JSON where that says all, typed JSON elsewhere. A property holds no list of lists.
    private mutating func portable(_ value: CypherValue) {
        switch value {
        case .null, .bool, .int, .string: plain(value)
        case .float(let number) where number.isFinite: plain(value)
        case .list(let elements):
            raw("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { raw(",") }
                if case .list = element { typed(element) } else { portable(element) }
            }
            raw("]")
        default: typed(value)
        }
    }
}
