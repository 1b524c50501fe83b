/// Why a call failed. Every message starts with the failure's code, such as `[API-015]`.
public enum MiniGrafError: Error, Equatable, Sendable {
    /// A text that cannot be read (`PRS`).
    case Parse(msg: String)
    /// A query that cannot be run (`QRY`).
    case Query(msg: String)
    /// A file that cannot be opened, read or written (`STG`, `WAL`).
    case Storage(msg: String)
    /// A bad argument, a closed object, a bind mistake (`API`).
    case Api(msg: String)
    /// Anything else (`INT`).
    case Other(msg: String)

    public var message: String {
        switch self {
        case .Parse(let msg), .Query(let msg), .Storage(let msg), .Api(let msg), .Other(let msg): msg
        }
    }

    /// The error of a code, of the kind that the code's first letters name.
    static func coded(_ code: String, _ text: String) -> MiniGrafError {
        let message = "[\(code)] \(text)"
        return switch code.prefix(3) {
        case "PRS": .Parse(msg: message)
        case "QRY": .Query(msg: message)
        case "STG", "WAL": .Storage(msg: message)
        case "API": .Api(msg: message)
        default: .Other(msg: message)
        }
    }

    static func parser(_ text: String) -> MiniGrafError { .coded("INT-019", "datalog parser: \(text)") }
    static func timestamp(_ text: String) -> MiniGrafError { .coded("INT-004", "invalid timestamp: \(text)") }
    static func argument(_ text: String) -> MiniGrafError { .coded("API-017", "invalid argument: \(text)") }
    static func evaluator(_ text: String) -> MiniGrafError { .coded("INT-022", "datalog evaluator: \(text)") }
}

extension MiniGrafError: CustomStringConvertible {
    public var description: String { message }
}

/// What a user function throws to choose the text of the failure.
public enum MiniGrafUdfError: Error, Equatable, Sendable {
    case Failed(msg: String)
}
