import CypherSyntax

/// The engine's classified error: why a statement, a commit or an open was refused.
///
/// - Source: Swift API page, "Errors".
public struct EngineError: Error, Hashable, Sendable {
    /// When the error was found.
    public enum Stage: String, Sendable, Hashable {
        /// Parse or plan.
        case compile
        /// Execution.
        case runtime
        /// The boundary: a poisoned handle, a refused argument, a failed open.
        case `internal`
    }

    /// The Neo4j status code, such as `Neo.ClientError.Statement.ArithmeticError`.
    public let code: String
    /// The five-character GQLSTATUS, such as `22G03`.
    public let gqlStatus: String
    public let stage: Stage
    /// Running the same work again can succeed.
    public let retryable: Bool
    public let message: String

    /// Where in the statement's text the error lies, where that is known. An addition to the API page.
    public let position: Position?

    /// A place in a statement's text.
    public struct Position: Hashable, Sendable {
        /// In UTF-8 bytes from the text's start.
        public let offset: Int
        /// From 1.
        public let line: Int
        /// From 1, in characters.
        public let column: Int
        /// In UTF-8 bytes; 0 marks a place between characters.
        public let length: Int

        public init(offset: Int, line: Int, column: Int, length: Int) {
            self.offset = offset
            self.line = line
            self.column = column
            self.length = length
        }
    }

    /// What a factory knows: `span` is turned into `position` by the one place that has the text.
    package let span: SourceSpan?

    /// The name that was probably meant by the one at `span`, as it is written in a statement.
    package let suggestion: String?

    /// Made by the factories alone, one file of them a stage: status and wording stand in one place.
    init(
        _ status: Status, stage: Stage, retryable: Bool = false, at span: SourceSpan? = nil,
        suggestion: String? = nil, _ message: String
    ) {
        code = status.code
        gqlStatus = status.gqlStatus
        self.stage = stage
        self.retryable = retryable
        self.message = message
        self.span = span
        self.suggestion = suggestion
        position = nil
    }

    private init(
        _ error: EngineError, span: SourceSpan?, message: String, position: Position?, stage: Stage? = nil
    ) {
        code = error.code
        gqlStatus = error.gqlStatus
        self.stage = stage ?? error.stage
        retryable = error.retryable
        suggestion = error.suggestion
        self.span = span
        self.message = message
        self.position = position
    }

    /// This error with its place, unless it has one: for errors of code that knows values and no text.
    package func at(_ span: SourceSpan?) -> EngineError {
        self.span == nil ? EngineError(self, span: span, message: message, position: position) : self
    }

    /// This error of a run where it is known from the plan, and nothing is run.
    func foundInPlan() -> EngineError {
        let phase = "runtime error: "
        guard stage == .runtime, message.hasPrefix(phase) else { return self }
        return EngineError(
            self, span: span, message: "semantic error: " + message.dropFirst(phase.count), position: position,
            stage: .compile)
    }

    /// This error with its span where it stands in another text.
    func moved(_ place: (SourceSpan) -> SourceSpan) -> EngineError {
        guard let span, position == nil else { return self }
        return EngineError(self, span: place(span), message: message, position: nil)
    }

    /// This error with the place of its span in `text`: line, column and an excerpt with a caret under it.
    package func located(in text: String) -> EngineError {
        guard let span, position == nil else { return self }
        let excerpt = SourceExcerpt(of: span, in: text)
        let position = Position(
            offset: span.lowerBound, line: excerpt.line, column: excerpt.column,
            length: span.upperBound - span.lowerBound)
        let place = "(line \(excerpt.line), column \(excerpt.column) (offset: \(excerpt.characterOffset)))"
        return EngineError(self, span: span, message: "\(message) \(place)\n\(excerpt.text)", position: position)
    }

    /// A code and its GQLSTATUS: the pairs the engine uses, in one table.
    ///
    /// - Source: status codes as Neo4j documents them, where the API page says nothing.
    struct Status: Sendable {
        let code: String
        let gqlStatus: String

        static let syntaxError = Status("ClientError.Statement.SyntaxError", "42N06")
        static let semanticError = Status("ClientError.Statement.SemanticError", "42000")
        static let parameterMissing = Status("ClientError.Statement.ParameterMissing", "42N02")
        static let typeError = Status("ClientError.Statement.TypeError", "22G03")
        static let argumentError = Status("ClientError.Statement.ArgumentError", "22N11")
        static let arithmeticError = Status("ClientError.Statement.ArithmeticError", "22003")
        static let divisionByZero = Status("ClientError.Statement.ArithmeticError", "22012")
        static let entityNotFound = Status("ClientError.Statement.EntityNotFound", "25N13")
        static let procedureNotFound = Status("ClientError.Procedure.ProcedureNotFound", "42N08")
        static let procedureCallFailed = Status("ClientError.Procedure.ProcedureCallFailed", "52N02")
        static let constraintValidationFailed = Status("ClientError.Schema.ConstraintValidationFailed", "22N79")
        static let nodeHasRelationships = Status("ClientError.Schema.ConstraintValidationFailed", "G1001")
        static let databaseNotFound = Status("ClientError.Database.DatabaseNotFound", "42N00")
        static let unsupportedAdministration = Status(
            "ClientError.Statement.UnsupportedAdministrationCommand", "51N27")
        static let unsupportedRequest = Status(
            "ClientError.Statement.UnsupportedAdministrationCommand", "42N17")
        static let readOnly = Status("ClientError.Statement.SemanticError", "42N18")
        static let externalResourceFailed = Status("ClientError.Statement.ExternalResourceFailed", "22N43")
        static let outdated = Status("TransientError.Transaction.Outdated", "25N11")
        static let terminated = Status("ClientError.Transaction.Terminated", "25N14")
        static let memoryLimit = Status("TransientError.General.TransactionOutOfMemoryError", "51N73")
        static let unknownError = Status("DatabaseError.General.UnknownError", "50N42")
        static let commitFailed = Status("DatabaseError.Transaction.TransactionCommitFailed", "2DN01")
        static let checkpointFailed = Status("DatabaseError.General.UnknownError", "50N42")
        static let failedOpen = Status("DatabaseError.General.UnknownError", "42000")

        init(_ code: String, _ gqlStatus: String) {
            self.code = "Neo." + code
            self.gqlStatus = gqlStatus
        }

        /// The same code with a more exact status.
        func with(gqlStatus: String) -> Status { Status(code: code, gqlStatus: gqlStatus) }

        private init(code: String, gqlStatus: String) {
            self.code = code
            self.gqlStatus = gqlStatus
        }
    }
}
