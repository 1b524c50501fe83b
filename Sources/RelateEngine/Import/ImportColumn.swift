/// One column of an import file, as its header names it: `name`, `age:int`, `tags:string[]`, `id:ID(Person)`, `:LABEL`,
/// `:START_ID`, `:END_ID(Person)`, `:TYPE`, `:IGNORE`.
///
/// - Source: Neo4j's import tool, header format.
struct ImportColumn: Hashable, Sendable {
    enum Role: Hashable, Sendable {
        /// Of the node in this row; ids are told apart within their space.
        case id(space: String)
        case labels
        case start(space: String)
        case end(space: String)
        case type
        case ignored
        case property(ImportType, isList: Bool)
    }

    var role: Role
    /// Of the property; empty where the column is none.
    var name: String

    /// - Parameter text: A field of the header.
    /// - Throws: What is wrong with it, as a sentence without its end.
    init(_ text: String) throws(ImportFailure) {
        let colon = text.lastIndex(of: ":")
        name = String(text[..<(colon ?? text.endIndex)])
        var type = colon.map { String(text[text.index(after: $0)...]) } ?? "string"
        var space = ""
        if let open = type.firstIndex(of: "("), type.hasSuffix(")") {
            space = String(type[type.index(after: open)...].dropLast())
            type = String(type[..<open])
        }
        switch type.uppercased() {
        case "ID": role = .id(space: space)
        case "LABEL": role = .labels
        case "START_ID": role = .start(space: space)
        case "END_ID": role = .end(space: space)
        case "TYPE": role = .type
        case "IGNORE": role = .ignored
        default:
            let isList = type.hasSuffix("[]")
            let element = (isList ? String(type.dropLast(2)) : type).lowercased()
            guard let kind = ImportType(name: element) else {
                throw ImportFailure(
                    "the header's '\(text)' has the unknown type '\(type)'; there are "
                        + ImportType.names.joined(separator: ", ")
                        + ", each also with [], and ID, LABEL, START_ID, END_ID, TYPE, IGNORE")
            }
            guard !name.isEmpty else { throw ImportFailure("the header's '\(text)' names no property") }
            role = .property(kind, isList: isList)
        }
    }
}

/// Why an import cannot go on, or why a row is no good: a sentence without its end.
package struct ImportFailure: Error, Hashable, Sendable {
    package let message: String

    package init(_ message: String) { self.message = message }
}
