/// Loads files of nodes and of relationships into one open transaction: nothing of it is seen before the commit, and a caller
/// that finds `problemCount` above zero rolls back.
///
/// Lines without quotes are read in blocks, which threads take apart, column by column; a block in which anything is out of the
/// ordinary, and lines with quotes, are read row by row. A row costs one look-up in a table of ids and the writes of its element;
/// the table holds every id until the end, in 16 bytes where ids are integers. Relationships come into the adjacencies a table
/// at once, up to four million.
package final class BulkImport {
    package struct Options: Sendable {
        /// Between fields.
        package var delimiter = ","
        /// Between the elements of a list, and between labels.
        package var listDelimiter: Character = ";"
        /// Ids that are properties too are stored as integers.
        package var hasIntegerIDs = false
        /// Of a file, read at once.
        var bufferBytes = 1 << 20

        package init() {}
    }

    /// A row that is no good.
    package struct Problem: Hashable, Sendable {
        package let file: String
        /// Where its record begins, from 1.
        package let line: Int
        package let message: String

        package init(file: String, line: Int, message: String) {
            self.file = file
            self.line = line
            self.message = message
        }
    }

    /// How many problems are kept to be told; the rest is counted.
    package static let problemsKept = 20
    /// Rows between two calls of `progress`.
    static let progressRows = 4096

    package private(set) var problems: [Problem] = []
    package private(set) var problemCount = 0
    package internal(set) var nodeCount = 0
    package internal(set) var relationshipCount = 0
    /// Of the files, as they lie on the disk.
    package internal(set) var bytesRead = 0

    let transaction: Transaction
    let options: Options
    let progress: (BulkImport) throws -> Void
    private var spaces: [String: ImportIDs] = [:]
    private var labels: [String: LabelID] = [:]
    private var types: [String: RelationshipTypeID] = [:]
    /// Read and not created yet.
    var waiting = RelationshipBatch()
    /// So many are created at once: then a chunk of nodes is merged a few times in a file, not once for every few rows.
    static let batchRows = 1 << 18
    /// Created, and not put into the adjacencies yet.
    var unconnected = Unconnected()
    /// So many at most, at 16 bytes each: a whole table, as a rule.
    static let unconnectedLimit = 1 << 22

    /// - Parameters:
    ///   - connection: With an open transaction.
    ///   - progress: Called now and then; what it throws ends the import.
    package init(
        _ connection: Connection, _ options: Options, progress: @escaping (BulkImport) throws -> Void
    ) throws {
        guard let transaction = connection.openTransaction else {
            throw ImportFailure("an import needs an open transaction")
        }
        self.transaction = transaction
        self.options = options
        self.progress = progress
    }

    // MARK: Elements

    /// A node that does not come from a table.
    package func node(id: String, labels: [String], properties: [String: CypherValue]) throws {
        let ids = ids("")
        guard ids[id] == nil else { throw Self.standsTwice(id, "") }
        let node = try transaction.createNode(labels: labels.map(label), properties: stored(properties))
        _ = ids.insert(id, node)
        nodeCount += 1
        if nodeCount % Self.progressRows == 0 { try progress(self) }
    }

    /// A relationship that does not come from a table.
    package func relationship(
        type: String, from start: String, to end: String, properties: [String: CypherValue]
    ) throws {
        _ = try transaction.createRelationship(
            type: relationshipType(type), from: node(start, ""), to: node(end, ""), properties: stored(properties))
        relationshipCount += 1
        if relationshipCount % Self.progressRows == 0 { try progress(self) }
    }

    private func stored(_ properties: [String: CypherValue]) throws -> [(PropertyKeyID, Value)] {
        try properties.map { name, value in
            do {
                let value = try PropertyValue.stored(try ParameterConversion.value(of: value, parameter: name))
                return (transaction.internPropertyKey(name), value)
            } catch {
                let reason = (error as? RelateError)?.message ?? (error as? EngineError)?.message ?? "\(error)"
                throw ImportFailure("\(name): \(reason)")
            }
        }
    }

    /// Counts bytes of a file that is no table.
    package func noteRead(_ bytes: Int) { bytesRead += bytes }

    /// Counts a problem, and keeps it where there is room.
    package func note(_ problem: Problem) {
        problemCount += 1
        if problems.count < Self.problemsKept { problems.append(problem) }
    }

    // MARK: Names

    func ids(_ space: String) -> ImportIDs {
        if let known = spaces[space] { return known }
        let ids = ImportIDs()
        spaces[space] = ids
        return ids
    }

    private func node(_ id: String, _ space: String) throws(ImportFailure) -> NodeID {
        guard let node = spaces[space]?[id] else { throw Self.unknown(id, space) }
        return node
    }

    static func unknown(_ id: String, _ space: String) -> ImportFailure {
        ImportFailure("there is no node with the id '\(id)'\(Self.inSpace(space))")
    }

    func label(_ name: String) -> LabelID {
        if let known = labels[name] { return known }
        let label = transaction.internLabel(name)
        labels[name] = label
        return label
    }

    func relationshipType(_ name: String) -> RelationshipTypeID {
        if let known = types[name] { return known }
        let type = transaction.internRelationshipType(name)
        types[name] = type
        return type
    }

    static func inSpace(_ space: String) -> String { space.isEmpty ? "" : " in the space '\(space)'" }
}
