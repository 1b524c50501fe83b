import MinigrafKit
import Relate

/// Why a statement, or a line of input, came to nothing.
struct Failure: Error {
    /// An engine's code, such as `Neo.ClientError.Statement.SyntaxError` or `PRS-011`, or one of `Relate.InvalidParameter`, `Relate.Decoding`, `Relate.Interrupted` and `Relate.Usage`.
    let code: String
    let message: String
    /// The engine's classified error, where it is one.
    let engine: EngineError?

    /// The message where the code stands before it already.
    var text: String {
        message.hasPrefix("[\(code)] ") ? String(message.dropFirst(code.count + 3)) : message
    }

    private init(code: String, message: String, engine: EngineError? = nil) {
        self.code = code
        self.message = message
        self.engine = engine
    }

    /// The request itself cannot be understood.
    static func usage(_ message: String) -> Failure { Failure(code: "Relate.Usage", message: message) }

    /// Ctrl-C came when the statement had ended, and its rows were being written.
    static let outputInterrupted = Failure(
        code: "Relate.Interrupted", message: "the statement has ended, but not all of its rows were written")

    static func invalidParameter(_ message: String) -> Failure {
        Failure(code: "Relate.InvalidParameter", message: message)
    }

    /// What a call of the engine threw.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as MiniGrafError: self.init(code: error.parts.code, message: error.message)
        case RelateError.engine(let error): self.init(code: error.code, message: error.message, engine: error)
        case let error as EngineError: self.init(code: error.code, message: error.message, engine: error)
        case let error as ImportFailure: self.init(code: "Relate.Decoding", message: error.message)
        case RelateError.invalidParameter(let message):
            self.init(code: "Relate.InvalidParameter", message: message)
        case RelateError.decoding(let message): self.init(code: "Relate.Decoding", message: message)
        default: self.init(code: "Relate.Decoding", message: String(describing: error))
        }
    }
}
