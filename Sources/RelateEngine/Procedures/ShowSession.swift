/// The rows of `SHOW SETTINGS` and `SHOW DATABASES`.
enum ShowSession {
    private struct Setting {
        var name: String
        var value: String?
        var isSet = false
        var description: String
    }

    private static func settings(_ context: ExecutionContext) -> [Setting] {
        [
            Setting(
                name: "csv.directory", value: context.csvDirectory, isSet: context.csvDirectory != nil,
                description: "Where LOAD CSV may read: the environment's RELATE_LOAD_CSV_DIR when the store was opened."
            ),
            Setting(
                name: "statement.bytes_limit", value: "\(Limits.statementBytesLimit)",
                description: "The longest statement, in bytes."),
            Setting(
                name: "statement.memory_bytes_limit", value: "\(Limits.statementMemoryBytesLimit)",
                description: "What the operators of one statement may hold together, in bytes."),
            Setting(
                name: "value.list_elements_limit", value: "\(Limits.listElementsLimit)",
                description: "The longest list that an expression makes."),
            Setting(
                name: "value.text_bytes_limit", value: "\(Limits.textBytesLimit)",
                description: "The longest text that an expression makes, in bytes."),
        ]
    }

    /// - Parameter names: those wanted, or none for all.
    static func settings(_ names: [Value], _ context: ExecutionContext) throws(EngineError) -> [[Value]] {
        let wanted = try texts(names)
        return settings(context).filter { wanted.isEmpty || wanted.contains($0.name) }.map { setting in
            let value = setting.value.map { Value.string($0) } ?? .null
            return [
                .string(setting.name), value, .bool(false), setting.isSet ? .null : value, .string(setting.description),
                value, .bool(setting.isSet), .null, .bool(false),
            ]
        }
    }

    /// The columns of `dbms.listConfig`.
    static func configuration(_ search: String, _ context: ExecutionContext) -> [[Value]] {
        settings(context).filter { search.isEmpty || $0.name.contains(search) }.map { setting in
            let value = setting.value.map { Value.string($0) } ?? .null
            return [
                .string(setting.name), .string(setting.description), value, .bool(false),
                setting.isSet ? .null : value, value, .bool(setting.isSet), .null,
            ]
        }
    }

    /// - Parameter arguments: none, `DEFAULT`, `HOME`, or `NAMED` and a name.
    static func databases(_ arguments: [Value], _ context: ExecutionContext) throws(EngineError) -> [[Value]] {
        let words = try texts(arguments)
        let shown = [Namespace.neo4j, .system, .systemOntologies].filter { namespace in
            switch words.first {
            case "DEFAULT", "HOME": return namespace == .neo4j
            case "NAMED": return words.count > 1 && namespace.rawValue == words[1].lowercased()
            default: return true
            }
        }
        return shown.map { namespace in
            let isDefault = namespace == .neo4j
            return [
                .string(namespace.rawValue), .string(isDefault ? "standard" : "system"), .list([]),
                .string(isDefault && !context.isReadOnly ? "read-write" : "read-only"), .string(""),
                .string("primary"), .bool(isDefault && !context.isReadOnly), .string("online"), .string("online"),
                .string(""), .bool(isDefault), .bool(isDefault), .list([]),
                // One copy, on no server; what was asked for of either is nothing.
                .null, .null, .int(1), .int(0), .null, .null, .null, .null, .null, .null,
                isDefault ? .int(Int64(context.transaction.baseNumber)) : .null, .int(0), .string("CYPHER 25"),
                .map(MapValue.empty),
            ]
        }
    }

    /// Strings, or one list of them.
    static func texts(_ values: [Value]) throws(EngineError) -> [String] {
        var result: [String] = []
        for value in values {
            switch value {
            case .string(let text): result.append(text)
            case .list(let elements): result += try texts(elements)
            default: throw .invalidArgument("expected a STRING or a list of them, got \(value.typeName)")
            }
        }
        return result
    }
}
