/// Loads files of nodes and of relationships into one open transaction, row by row: nothing of it is seen before the
/// commit, and a caller that finds `problemCount` above zero rolls back.
///
/// A row costs one look-up in a table of ids and the writes of its element; the table holds every id until the end.
package final class BulkImport {
    package struct Options: Sendable {
        /// Between fields.
        package var delimiter = ","
        /// Between the elements of a list, and between labels.
        package var listDelimiter: Character = ";"
        /// Ids that are properties too are stored as integers.
        package var hasIntegerIDs = false

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
    private static let progressRows = 4096

    package private(set) var problems: [Problem] = []
    package private(set) var problemCount = 0
    package private(set) var nodeCount = 0
    package private(set) var relationshipCount = 0
    /// Of the files, as they lie on the disk.
    package private(set) var bytesRead = 0

    private let transaction: Transaction
    private let options: Options
    private let progress: (BulkImport) throws -> Void
    private var spaces: [String: IDSpace] = [:]
    private var labels: [String: LabelID] = [:]
    private var types: [String: RelationshipTypeID] = [:]

    /// The nodes of one space of ids.
    private struct IDSpace {
        /// Ids that are the shortest way to write an integer: hashing those is far cheaper.
        private var byInteger: [Int64: NodeID] = [:]
        private var byText: [String: NodeID] = [:]

        subscript(id: String) -> NodeID? {
            get { Self.integer(id).map { byInteger[$0] } ?? byText[id] }
            set { if let number = Self.integer(id) { byInteger[number] = newValue } else { byText[id] = newValue } }
        }

        private static func integer(_ text: String) -> Int64? {
            guard let first = text.utf8.first, first <= UInt8(ascii: "9"), let number = Int64(text) else { return nil }
            // 7 and 007 are two ids, and so are 0 and -0.
            let isShortest =
                first == UInt8(ascii: "0")
                ? text.utf8.count == 1
                : first != UInt8(ascii: "+")
                    && !(first == UInt8(ascii: "-") && text.utf8.dropFirst().first == UInt8(ascii: "0"))
            return isShortest ? number : nil
        }
    }

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

    /// Nodes, a row each.
    ///
    /// - Parameters:
    ///   - files: Their rows follow one another; the first one's first record is the header.
    ///   - labels: Given to every node, beside those of its `:LABEL` column.
    package func nodes(from files: [String], labels: [String]) throws {
        let common = labels.map(label)
        try rows(of: files) { columns, keys, fields in
            var id: (space: String, text: String)?
            var labels = common
            var properties: [(PropertyKeyID, Value)] = []
            properties.reserveCapacity(columns.count)
            for (place, column) in columns.enumerated() where place < fields.count {
                guard case .string(let text) = fields[place] else { continue }
                switch column.role {
                case .id(let space):
                    id = (space, text)
                    guard let key = keys[place] else { continue }
                    let type: ImportType = options.hasIntegerIDs ? .integer : .string
                    properties.append((key, try type.value(of: text)))
                case .labels: labels += text.split(separator: options.listDelimiter).map { label(String($0)) }
                case .property(let type, let isList):
                    guard let key = keys[place] else { continue }
                    properties.append((key, try value(text, type, isList: isList, column)))
                case .ignored: continue
                case .start, .end, .type: throw ImportFailure("a file of nodes has no :START_ID, :END_ID or :TYPE")
                }
            }
            if let id, spaces[id.space]?[id.text] != nil {
                throw ImportFailure("the id '\(id.text)' stands twice\(Self.inSpace(id.space))")
            }
            let node = try transaction.createNode(labels: labels, properties: properties)
            if let id { spaces[id.space, default: IDSpace()][id.text] = node }
            nodeCount += 1
        }
    }

    /// Relationships between nodes loaded before, a row each.
    ///
    /// - Parameter type: Of those whose row has none in a `:TYPE` column.
    package func relationships(from files: [String], type: String?) throws {
        try rows(of: files) { columns, keys, fields in
            var start: NodeID?
            var end: NodeID?
            var name = type
            var properties: [(PropertyKeyID, Value)] = []
            properties.reserveCapacity(columns.count)
            for (place, column) in columns.enumerated() where place < fields.count {
                guard case .string(let text) = fields[place] else { continue }
                switch column.role {
                case .start(let space): start = try node(text, space)
                case .end(let space): end = try node(text, space)
                case .type: name = text
                case .property(let type, let isList):
                    guard let key = keys[place] else { continue }
                    properties.append((key, try value(text, type, isList: isList, column)))
                case .ignored: continue
                case .id, .labels: throw ImportFailure("a file of relationships has no :ID or :LABEL")
                }
            }
            guard let start else { throw ImportFailure("the row has no :START_ID") }
            guard let end else { throw ImportFailure("the row has no :END_ID") }
            guard let name, !name.isEmpty else { throw ImportFailure("the relationship has no type") }
            _ = try transaction.createRelationship(
                type: relationshipType(name), from: start, to: end, properties: properties)
            relationshipCount += 1
        }
    }

    // MARK: Elements

    /// A node that does not come from a table.
    package func node(id: String, labels: [String], properties: [String: CypherValue]) throws {
        guard spaces[""]?[id] == nil else { throw ImportFailure("the id '\(id)' stands twice") }
        let node = try transaction.createNode(labels: labels.map(label), properties: stored(properties))
        spaces["", default: IDSpace()][id] = node
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

    // MARK: Rows

    private func rows(
        of files: [String],
        _ load: (_ columns: [ImportColumn], _ keys: [PropertyKeyID?], _ fields: [Value]) throws -> Void
    ) throws {
        var columns: [ImportColumn]?
        var keys: [PropertyKeyID?] = []
        for file in files {
            let source = try CSVFile(path: file)
            let bytesBefore = bytesRead
            var reader = CSVReader(source, terminator: options.delimiter)
            var fields: [Value] = []
            var count = 0
            while try reader.next(&fields) {
                guard let columns else {
                    let header = try header(fields, file)
                    keys = header.map { column in
                        column.name.isEmpty ? nil : transaction.internPropertyKey(column.name)
                    }
                    columns = header
                    continue
                }
                do {
                    guard fields.count <= columns.count || fields[columns.count...].allSatisfy(\.isNull) else {
                        throw ImportFailure("the row has \(fields.count) fields, the header \(columns.count)")
                    }
                    try load(columns, keys, fields)
                } catch let failure as ImportFailure {
                    note(Problem(file: file, line: reader.line, message: failure.message))
                }
                count += 1
                if count % Self.progressRows == 0 {
                    bytesRead = bytesBefore + source.byteOffset
                    try progress(self)
                }
            }
            bytesRead = bytesBefore + source.byteOffset
        }
        try progress(self)
    }

    private func header(_ fields: [Value], _ file: String) throws -> [ImportColumn] {
        let columns = try fields.map { field throws(ImportFailure) -> ImportColumn in
            guard case .string(let text) = field else { throw ImportFailure("\(file): a field of the header is empty") }
            do throws(ImportFailure) {
                return try ImportColumn(text)
            } catch {
                throw ImportFailure("\(file): \(error.message)")
            }
        }
        var seen: Set<String> = []
        for column in columns where !column.name.isEmpty && !seen.insert(column.name).inserted {
            throw ImportFailure("\(file): the header names the property '\(column.name)' twice")
        }
        return columns
    }

    /// Counts a problem, and keeps it where there is room.
    package func note(_ problem: Problem) {
        problemCount += 1
        if problems.count < Self.problemsKept { problems.append(problem) }
    }

    // MARK: Fields

    private func value(
        _ text: String, _ type: ImportType, isList: Bool, _ column: ImportColumn
    ) throws(ImportFailure) -> Value {
        do throws(ImportFailure) {
            guard isList else { return try type.value(of: text) }
            var elements: [Value] = []
            for part in text.split(separator: options.listDelimiter, omittingEmptySubsequences: false) {
                elements.append(try type.value(of: String(part)))
            }
            return .list(elements)
        } catch {
            throw ImportFailure("\(column.name): \(error.message)")
        }
    }

    private func node(_ id: String, _ space: String) throws(ImportFailure) -> NodeID {
        guard let node = spaces[space]?[id] else {
            throw ImportFailure("there is no node with the id '\(id)'\(Self.inSpace(space))")
        }
        return node
    }

    private func label(_ name: String) -> LabelID {
        if let known = labels[name] { return known }
        let label = transaction.internLabel(name)
        labels[name] = label
        return label
    }

    private func relationshipType(_ name: String) -> RelationshipTypeID {
        if let known = types[name] { return known }
        let type = transaction.internRelationshipType(name)
        types[name] = type
        return type
    }

    private static func inSpace(_ space: String) -> String { space.isEmpty ? "" : " in the space '\(space)'" }
}
