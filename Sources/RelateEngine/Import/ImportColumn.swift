/// One column of an import file, as its header names it: `name`, `age:int`, `tags:string[]`, `id:ID(Person)`, `:LABEL`,
/// `:START_ID`, `:END_ID(Person)`, `:TYPE`, `:IGNORE`, `at:point{crs:WGS-84}`.
///
/// - Source: Neo4j's import tool, header format.
struct ImportColumn: Hashable, Sendable {
    enum Role: Hashable, Sendable {
        /// Of the node in this row; ids are told apart within their space. As a property it is of that type, where the header
        /// says one.
        case id(space: String, ImportType?)
        case labels
        case start(space: String)
        case end(space: String)
        case type
        case ignored
        case property(ImportFormat, isList: Bool)
    }

    var role: Role
    /// Of the property; empty where the column is none.
    var name: String

    /// - Parameter text: A field of the header.
    /// - Throws: What is wrong with it, as a sentence without its end.
    init(_ text: String) throws(ImportFailure) {
        var field = Substring(text)
        var options: [(key: String, value: String)] = []
        if field.hasSuffix("}"), let brace = field.lastIndex(of: "{"), field[..<brace].contains(":") {
            options = try Self.options(field[field.index(after: brace)...].dropLast(), of: text)
            field = field[..<brace]
        }
        let colon = field.lastIndex(of: ":")
        name = String(field[..<(colon ?? field.endIndex)])
        var type = colon.map { String(field[field.index(after: $0)...]) } ?? "string"
        var space = ""
        if let open = type.firstIndex(of: "("), type.hasSuffix(")") {
            space = String(type[type.index(after: open)...].dropLast())
            type = String(type[..<open])
        }
        switch type.uppercased() {
        case "ID": role = .id(space: space, try Self.idType(options, of: text))
        case "LABEL": role = .labels
        case "START_ID": role = .start(space: space)
        case "END_ID": role = .end(space: space)
        case "TYPE": role = .type
        case "IGNORE": role = .ignored
        default:
            let isList = type.hasSuffix("[]")
            let element = (isList ? String(type.dropLast(2)) : type).lowercased()
            guard let kind = ImportType(name: element), !(kind == .vector && isList) else {
                throw ImportFailure(
                    "the header's '\(text)' has the unknown type '\(type)'; there are "
                        + ImportType.names.joined(separator: ", ")
                        + ", each but vector also with [], and ID, LABEL, START_ID, END_ID, TYPE, IGNORE")
            }
            guard !name.isEmpty else { throw ImportFailure("the header's '\(text)' names no property") }
            do throws(ImportFailure) {
                role = .property(try ImportFormat(kind, options: options), isList: isList)
            } catch {
                throw ImportFailure("the header's '\(text)': \(error.message)")
            }
        }
    }

    /// `{key:value, key:value}`; a value may hold colons and stand in quotes.
    private static func options(
        _ text: Substring, of field: String
    ) throws(ImportFailure) -> [(key: String, value: String)] {
        var options: [(key: String, value: String)] = []
        for part in text.split(separator: ",") {
            let pair = part.split(separator: ":", maxSplits: 1)
            guard pair.count == 2 else {
                throw ImportFailure("the header's '\(field)' has '\(part)' where an option key:value belongs")
            }
            let blanksAndQuotes: (Character) -> Bool = { " '\"".contains($0) }
            func trimmed(_ text: Substring) -> String {
                var rest = text.drop(while: blanksAndQuotes)
                while rest.last.map(blanksAndQuotes) == true { rest.removeLast() }
                return String(rest)
            }
            options.append((trimmed(pair[0]), trimmed(pair[1])))
        }
        return options
    }

    /// `id:ID(Person){id-type:long}`. The option `label` is one of incremental imports, where ids are looked up by it.
    private static func idType(
        _ options: [(key: String, value: String)], of field: String
    ) throws(ImportFailure) -> ImportType? {
        var type: ImportType?
        for (key, value) in options {
            switch key.lowercased() {
            case "id-type":
                switch value.lowercased() {
                case "string": type = .string
                case "int", "long", "integer": type = ImportType(name: value.lowercased())
                default: throw ImportFailure("the header's '\(field)': ids are string, int or long, not '\(value)'")
                }
            case "label": break
            default: throw ImportFailure("the header's '\(field)': ID has no option '\(key)'")
            }
        }
        return type
    }
}

/// Why an import cannot go on, or why a row is no good: a sentence without its end.
package struct ImportFailure: Error, Hashable, Sendable {
    package let message: String

    package init(_ message: String) { self.message = message }
}
