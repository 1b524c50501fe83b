import MinigrafKit
import Relate

/// What the command line binds, for the language of the store.
struct RequestDefaults {
    var cypher: [String: CypherValue] = [:]
    var datalog: [String: MiniGrafBindValue] = [:]
}

/// One thing to do, as a line of `--input jsonl` or a statement of a script asks for it.
enum Request {
    case statement(String, [String: CypherValue])
    /// The same with the engine's own values: those of a long list need not be made twice.
    case statementOfValues(String, [String: Value])
    case datalog(String, [String: MiniGrafBindValue])
    /// Statements that are calls of the connection, not of the engine.
    case begin
    case commit
    case rollback
    /// A fresh, empty store in memory.
    case reset
    case checkpoint

    /// A statement of a script.
    init(statement text: String, _ parameters: [String: CypherValue]) {
        self = Self.control(text) ?? .statement(text, parameters)
    }

    private init(statement text: String, _ values: [String: Value]) {
        self = Self.control(text) ?? .statementOfValues(text, values)
    }

    /// A line of `--input jsonl`.
    init(line: [UInt8], defaults: RequestDefaults) throws(Failure) {
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONReader.value(in: line, makesRows: true)
        } catch {
            throw .usage("no JSON: \(error.message), at byte \(error.offset)")
        }
        guard case .object(let members) = json else { throw .usage("a request is a JSON object, not \(json.kindName)") }
        var shape = Shape()
        for member in members { try shape.take(member) }
        self = try shape.request(defaults)
    }

    /// `BEGIN` and its like; `nil` for other statements.
    private static func control(_ text: String) -> Request? {
        switch TransactionStep(statement: text) {
        case .begin: .begin
        case .commit: .commit
        case .rollback: .rollback
        case nil: nil
        }
    }

    /// The members of a request as they come in.
    private struct Shape {
        var statement: String?
        var parameters: [JSONMember]?
        var command: String?
        var datalog: String?

        mutating func take(_ member: JSONMember) throws(Failure) {
            switch (member.name, member.value) {
            case ("statement", .string(let text)): statement = text
            case ("command", .string(let text)): command = text
            case ("parameters", .object(let members)): parameters = members
            case ("parameters", .null): parameters = nil
            case ("datalog", .string(let text)): datalog = text
            case ("statement", _), ("command", _), ("datalog", _): throw .usage("\(member.name) must be a string")
            case ("parameters", _): throw .usage("parameters must be an object")
            default:
                throw .usage(
                    "a request has the members statement, parameters, datalog or command, and none called "
                        + "\(member.name.prefix(60))")
            }
        }

        func request(_ defaults: RequestDefaults) throws(Failure) -> Request {
            switch (statement, command, datalog) {
            case (nil, nil, let datalog?):
                var parameters = defaults.datalog
                for member in self.parameters ?? [] {
                    parameters[member.name] = try DatalogParameters.value(member.value.expanded)
                }
                return .datalog(datalog, parameters)
            case (let statement?, nil, nil):
                if defaults.cypher.isEmpty, let members = self.parameters, members.contains(where: \.value.isArray),
                    let values = PlainValueReader.parameters(members)
                {
                    return Request(statement: statement, values)
                }
                var parameters = defaults.cypher
                for member in self.parameters ?? [] {
                    parameters[member.name] = try TypedValueReader.value(member.value.expanded)
                }
                return Request(statement: statement, parameters)
            case (nil, let command?, nil):
                guard parameters == nil else { throw .usage("a command takes no parameters") }
                switch command {
                case "reset": return .reset
                case "checkpoint": return .checkpoint
                default: throw .usage("there is no command \(command.prefix(60)); there are reset and checkpoint")
                }
            case (nil, nil, nil): throw .usage("a request has a member statement, datalog or command")
            default: throw .usage("a request has one of statement, datalog and command")
            }
        }
    }
}
