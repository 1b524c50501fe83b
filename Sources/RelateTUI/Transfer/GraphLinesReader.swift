import Relate

/// Reads a graph from JSON Lines: `{"type":"node","id":"1","labels":[…],"properties":{…}}` and
/// `{"type":"relationship","label":"KNOWS","start":{"id":"1"},"end":{"id":"2"},"properties":{…}}`, nodes before the
/// relationships between them. Properties are plain JSON, or typed as at the pipe.
enum GraphLinesReader {
    private static let progressLines = 4096

    static func load(_ path: String, into load: BulkImport) throws {
        let file = try ImportFile(path: path)
        let source = ByteSource(name: path) { () throws(IOFailure) in
            do throws(EngineError) {
                defer { load.noteRead(file.bytesReadSince()) }
                return try file.next()
            } catch {
                throw IOFailure(error.message.withoutErrorKind)
            }
        }
        var reader = LineReader(source)
        var number = 0
        while let line = try reader.next() {
            number += 1
            do {
                guard case .bytes(let bytes) = line else { throw ImportFailure("the line is too long") }
                if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
                try take(bytes, load)
            } catch let failure as ImportFailure {
                load.note(.init(file: path, line: number, message: failure.message))
            } catch let failure as Failure {
                load.note(.init(file: path, line: number, message: failure.message))
            }
        }
    }

    private static func take(_ bytes: [UInt8], _ load: BulkImport) throws {
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONReader.value(in: bytes)
        } catch {
            throw ImportFailure("no JSON: \(error.message), at byte \(error.offset)")
        }
        guard case .object(let members) = json else { throw ImportFailure("a line is a JSON object") }
        let properties = try properties(members)
        switch member("type", members) {
        case .string("node"):
            try load.node(id: try id(members, of: "the node"), labels: try labels(members), properties: properties)
        case .string("relationship"):
            guard case .string(let type) = member("label", members), !type.isEmpty else {
                throw ImportFailure("a relationship needs its type as the string \"label\"")
            }
            try load.relationship(
                type: type, from: try end("start", members), to: try end("end", members), properties: properties)
        default: throw ImportFailure("\"type\" is \"node\" or \"relationship\"")
        }
    }

    private static func member(_ name: String, _ members: [JSONMember]) -> JSONValue? {
        members.last { $0.name == name }?.value
    }

    private static func id(_ members: [JSONMember], of what: String) throws -> String {
        switch member("id", members) {
        case .string(let text): return text
        case .integer(let number): return String(number)
        default: throw ImportFailure("\(what) needs an \"id\", a string or an integer")
        }
    }

    private static func end(_ name: String, _ members: [JSONMember]) throws -> String {
        guard case .object(let end) = member(name, members) else {
            throw ImportFailure("a relationship needs \"\(name)\": {\"id\": …}")
        }
        return try id(end, of: "the \(name)")
    }

    private static func labels(_ members: [JSONMember]) throws -> [String] {
        guard let value = member("labels", members) else { return [] }
        guard case .array(let items) = value else { throw ImportFailure("\"labels\" is an array of strings") }
        return try items.map { item in
            guard case .string(let label) = item, !label.isEmpty else {
                throw ImportFailure("\"labels\" is an array of strings")
            }
            return label
        }
    }

    private static func properties(_ members: [JSONMember]) throws -> [String: CypherValue] {
        guard let value = member("properties", members) else { return [:] }
        guard case .object(let entries) = value else { throw ImportFailure("\"properties\" is an object") }
        return try TypedValueReader.parameters(entries)
    }
}
