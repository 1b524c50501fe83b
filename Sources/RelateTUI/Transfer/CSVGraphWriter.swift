import Relate

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A graph as CSV files that `relate-tui import` takes: one for each set of labels and each relationship type, with typed
/// headers, and `schema.cypher` for indexes and constraints.
struct CSVGraphWriter {
    private let graph: WholeGraph
    private let directory: String
    /// Between elements of lists, coordinates of vectors and labels; an import needs the same.
    var listDelimiter: Character = ";"

    init(_ graph: WholeGraph, directory: String) {
        self.graph = graph
        self.directory = directory
    }

    /// - Throws: `IOFailure` where the directory is not empty or cannot be written, and for values that a column of one
    ///   type does not hold.
    func write() throws {
        let isNew = mkdir(directory, 0o777) == 0
        guard isNew || errno == EEXIST else { throw IOFailure("cannot make the directory \(directory)", errno) }
        guard UserFolders.names(in: directory).allSatisfy({ $0 == "." || $0 == ".." }) else {
            throw IOFailure(
                "\(directory) is not empty: files of another export would be taken for this one's; name another folder, or "
                    + "remove that one (--force replaces single files only)")
        }
        var tables = Tables()
        do {
            try write(&tables)
        } catch {
            // The directory was empty: half an export would be taken for a whole one.
            for table in tables.inOrder { unlink(path(of: table)) }
            unlink(schemaPath)
            if isNew { rmdir(directory) }
            throw error
        }
    }

    private func write(_ tables: inout Tables) throws {
        var row = 0
        try graph.forEachNode { node in
            guard !node.labels.contains(where: { $0.contains(listDelimiter) }) else {
                throw IOFailure(
                    "a label holds '\(listDelimiter)', which CSV cannot tell: \(Self.remedy)")
            }
            try tables.note(
                row, in: node.labels.joined(separator: String(listDelimiter)), isNode: true, node.properties)
            row += 1
        }
        row = 0
        try graph.forEachRelationship { relationship in
            try tables.note(row, in: relationship.type, isNode: false, relationship.properties)
            row += 1
        }
        var numbers = ExportNumbers()
        for table in tables.inOrder { try write(table, &numbers) }
        if !graph.schemaStatements.isEmpty {
            try ExportFile.writing(to: schemaPath) { output in
                for statement in graph.schemaStatements { output.text(statement + ";\n") }
            }
        }
    }

    private var schemaPath: String { directory + "/schema.cypher" }

    private func path(of table: Table) -> String {
        "\(directory)/\(table.isNode ? "nodes" : "relationships")-\(table.number).csv"
    }

    private func write(_ table: Table, _ numbers: inout ExportNumbers) throws {
        try ExportFile.writing(to: path(of: table)) { output in
            let columns = table.types.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            let ids = table.isNode ? [":ID", ":LABEL"] : [":START_ID", ":END_ID", ":TYPE"]
            let header = columns.map { Self.quoted($0 + ":" + (table.types[$0] ?? "string")) }
            output.text((ids + header).joined(separator: ",") + "\n")
            let name = Self.quoted(table.name)
            func row(_ lead: [String], _ properties: WholeGraph.Properties) throws {
                try output.write { json in
                    for field in lead {
                        json.append(field)
                        json.raw(",")
                    }
                    json.append(name)
                    // Columns and properties are in the same order, but for names that are one in other bytes.
                    var place = 0
                    for column in columns {
                        json.raw(",")
                        if place < properties.count, properties[place].name == column {
                            json.append(try field(properties[place].value))
                            place += 1
                        } else if let property = properties.last(where: { $0.name == column }) {
                            json.append(try field(property.value))
                        }
                    }
                    json.newline()
                    try output.flushIfFull(&json)
                }
            }
            if table.isNode {
                try graph.forEachNode(in: table.rows.lazy.map(Int.init)) { node in
                    try row([numbers.add(node.number)], node.properties)
                }
            } else {
                try graph.forEachRelationship(in: table.rows.lazy.map(Int.init)) { relationship in
                    try row([numbers[relationship.start], numbers[relationship.end]], relationship.properties)
                }
            }
        }
    }

    // MARK: Tables

    private struct Table {
        let name: String
        let isNode: Bool
        let number: Int
        /// By property key.
        var types: [String: String] = [:]
        /// Places of its elements among all nodes or relationships.
        var rows: [Int32] = []

        mutating func add(_ row: Int, _ properties: WholeGraph.Properties) throws {
            rows.append(Int32(truncatingIfNeeded: row))
            for (key, value) in properties {
                let type = try CSVGraphWriter.type(of: value, key)
                guard let known = types[key] else {
                    types[key] = type
                    continue
                }
                if known != type { types[key] = try CSVGraphWriter.common(known, type, key, name) }
            }
        }
    }

    private struct Tables {
        private var nodes: [String: Table] = [:]
        private var relationships: [String: Table] = [:]

        var inOrder: [Table] {
            nodes.values.sorted { $0.number < $1.number } + relationships.values.sorted { $0.number < $1.number }
        }

        /// Takes note of an element, by its place among all nodes or relationships.
        mutating func note(_ row: Int, in name: String, isNode: Bool, _ properties: WholeGraph.Properties) throws {
            if isNode {
                let empty = Table(name: name, isNode: true, number: nodes.count + 1)
                try nodes[name, default: empty].add(row, properties)
            } else {
                let empty = Table(name: name, isNode: false, number: relationships.count + 1)
                try relationships[name, default: empty].add(row, properties)
            }
        }
    }

    /// The header's type for both values. An empty list has any list's.
    private static func common(_ left: String, _ right: String, _ key: String, _ name: String) throws -> String {
        if left == right || right == "[]" && left.hasSuffix("[]") { return left }
        if left == "[]", right.hasSuffix("[]") { return right }
        throw IOFailure(
            "the property \(key) of \(name) holds values of several types, \(left) and \(right), and a CSV column only "
                + "one: export to a .jsonl file instead")
    }

    private static func type(of value: CypherValue, _ key: String) throws -> String {
        switch value {
        case .bool: "boolean"
        case .int: "long"
        case .float: "double"
        case .string: "string"
        case .date: "date"
        case .time: "time"
        case .localTime: "localtime"
        case .dateTime: "datetime"
        case .localDateTime: "localdatetime"
        case .duration: "duration"
        case .point: "point"
        case .list(let elements):
            try elements.first.map { try type(of: $0, key) + "[]" } ?? "[]"
        case .vector(let vector): try vectorType(vector, key)
        case .null, .map, .node, .relationship, .path:
            throw IOFailure(
                "the property \(key) holds a value that CSV has no type for: export to a .jsonl file instead")
        }
    }

    private static func vectorType(_ vector: CypherValue.Vector, _ key: String) throws -> String {
        let (type, count): (CypherValue.Vector.DType, Int) =
            switch vector {
            case .floats(let type, let values): (type, values.count)
            case .ints(let type, let values): (type, values.count)
            }
        return "vector{coordinateType:\(type.rawValue),dimensions:\(count)}"
    }

    // MARK: Fields

    private func field(_ value: CypherValue) throws -> String {
        guard case .list(let elements) = value else {
            if case .vector(let vector) = value { try check(vector) }
            return Self.quoted(text(value), isText: value.isText)
        }
        let parts = elements.map(text)
        guard !parts.isEmpty, parts != [""], !parts.contains(where: { $0.contains(listDelimiter) }) else {
            throw IOFailure(
                "a list is empty or holds '\(listDelimiter)', which CSV cannot tell: \(Self.remedy)")
        }
        return Self.quoted(parts.joined(separator: String(listDelimiter)), isText: true)
    }

    private static let remedy = "choose another --array-delimiter, or export to a .jsonl file instead"

    private func check(_ vector: CypherValue.Vector) throws {
        let parts =
            switch vector {
            case .floats(_, let values): values.map(\.description)
            case .ints(_, let values): values.map(String.init)
            }
        guard parts.contains(where: { $0.contains(listDelimiter) }) else { return }
        throw IOFailure("a vector's coordinate holds '\(listDelimiter)': \(Self.remedy)")
    }

    private func text(_ value: CypherValue) -> String {
        switch value {
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .float(let value): value.description
        case .string(let value): value
        case .date(let value): value.description
        case .time(let value): value.description
        case .localTime(let value): value.description
        case .dateTime(let value): value.description
        case .localDateTime(let value): value.description
        case .duration(let value): value.isoText
        case .vector(.floats(_, let values)):
            values.map(\.description).joined(separator: String(listDelimiter))
        case .vector(.ints(_, let values)): values.map(String.init).joined(separator: String(listDelimiter))
        case .point(let point):
            "{srid: \(point.srid), x: \(point.x), y: \(point.y)" + (point.z.map { ", z: \($0)" } ?? "") + "}"
        default: ""
        }
    }

    /// In quotes where a reader would take it for something else; a text always, so that '' is not nothing.
    private static func quoted(_ text: String, isText: Bool = true) -> String {
        let special = text.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
        guard isText || special else { return text }
        guard text.utf8.contains(0x22) else { return "\"" + text + "\"" }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}

extension CypherValue {
    fileprivate var isText: Bool { if case .string = self { true } else { false } }
}
