import Relate

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The program without its explorer: statements in, results out.
struct Headless {
    private let arguments: Arguments
    private let session: any RequestSession
    private let parameters: RequestDefaults
    private let interruption: Interruption?
    private var writer: ResultWriter
    private var hasFailed = false

    /// - Parameters:
    ///   - style: What `output` can show.
    ///   - interruption: Lets Ctrl-C end the writing of a result, as it ends a statement.
    init(
        _ arguments: Arguments, session: any RequestSession, parameters: RequestDefaults, style: OutputStyle,
        interruption: Interruption? = nil,
        output: Output = Output(descriptor: STDOUT_FILENO), errors: Output = Output(descriptor: STDERR_FILENO)
    ) {
        self.arguments = arguments
        self.session = session
        self.parameters = parameters
        self.interruption = interruption
        let format = arguments.format ?? (style.isTerminal ? .table : .csv)
        writer = ResultWriter(format, output: output, errors: errors, style: style)
    }

    /// Runs all that the command line asks for.
    ///
    /// - Returns: Whether no statement failed, and no transaction was left open.
    /// - Throws: `OutputClosed` when nobody reads the results any more, `IOFailure` when a source cannot be read.
    mutating func run() throws -> Bool {
        if arguments.sources.allSatisfy({ $0 == .file("-") }), isatty(STDIN_FILENO) == 1 {
            let scripts = arguments.isDatalogStore ? "forms" : "statements, each up to its semicolon,"
            let what = arguments.input == .jsonl ? "requests, one a line," : scripts
            try writer.warn("\(what) are read from the terminal; Ctrl-D ends them")
        }
        if arguments.sources.isEmpty {
            let source = ByteSource(descriptor: STDIN_FILENO, name: "stdin")
            if arguments.input == .jsonl { try runRequests(source) } else { _ = try runScript(source, isNamed: false) }
        }
        for source in arguments.sources {
            let goesOn =
                switch source {
                case .text(let text): try runText(text)
                case .file("-"): try runScript(ByteSource(descriptor: STDIN_FILENO, name: "stdin"), isNamed: true)
                case .file(let path): try runScript(try ByteSource(path: path), isNamed: true)
                }
            guard goesOn else { break }
        }
        if session.isInTransaction {
            hasFailed = true
            try writer.warn("the input ended without COMMIT: what its transaction changed is dropped")
        }
        return !hasFailed
    }

    /// `--input jsonl`: each line has its answer. Only where failures are no answers does the first one end the session.
    private mutating func runRequests(_ source: ByteSource) throws {
        let parameters = parameters
        var reader = LineReader(source)
        var number = 0
        while let line = try reader.next() {
            number += 1
            let place = InputPlace(source: "stdin", line: number)
            let succeeded =
                switch line {
                case .bytes(let bytes):
                    try answer(at: place) { try Request(line: bytes, defaults: parameters) }
                case .tooLong:
                    try answer(at: place) {
                        throw Failure.usage("a line is longer than \(LineReader.lineBytesLimit) bytes")
                    }
                }
            guard succeeded || arguments.keepsGoing || writer.answersFailures else { return }
        }
    }

    /// `-c TEXT`: one statement or several.
    private mutating func runText(_ text: String) throws -> Bool {
        let statements =
            try arguments.isDatalogStore ? FormScriptReader.forms(in: text) : ScriptReader.statements(in: text)
        for statement in statements {
            // Of several, it is said which one failed.
            let place =
                statements.count == 1
                ? nil : InputPlace(source: "-c", line: statement.line, column: statement.column)
            guard try runStatement(statement.text, at: place) else { return false }
        }
        return true
    }

    private mutating func runScript(_ source: ByteSource, isNamed: Bool) throws -> Bool {
        var reader: any StatementReader = arguments.isDatalogStore ? FormScriptReader(source) : ScriptReader(source)
        while let statement = try reader.next() {
            let place = InputPlace(source: source.name, line: statement.line, column: statement.column)
            guard try runStatement(statement.text, at: place) else { return false }
        }
        return true
    }

    /// Whether the script goes on.
    private mutating func runStatement(_ text: String, at place: InputPlace?) throws -> Bool {
        let parameters = parameters
        let isDatalog = arguments.isDatalogStore
        let succeeded = try answer(at: place) {
            if isDatalog { return .datalog(text, parameters.datalog) }
            return Request(statement: text, parameters.cypher)
        }
        return succeeded || arguments.keepsGoing
    }

    /// Does one request and writes what came of it; whether it succeeded.
    private mutating func answer(at place: InputPlace?, _ request: () throws -> Request) throws -> Bool {
        defer { session.answered() }
        let outcome: Result<RequestAnswer, Failure>
        do {
            outcome = .success(try session.perform(request()))
        } catch {
            outcome = .failure(Failure(error))
        }
        do {
            try write(outcome.get())
        } catch let failure as Failure {
            hasFailed = true
            try writer.write(failure, at: place)
            return false
        }
        return true
    }

    /// - Throws: `Failure.outputInterrupted` after a Ctrl-C; else as `Output` does.
    private mutating func write(_ answer: RequestAnswer) throws {
        guard let interruption else { return try write(uninterrupted: answer) }
        let isInterrupted = writer.output.isInterrupted
        isInterrupted.withLock { $0 = false }
        try interruption.guarding({ isInterrupted.withLock { $0 = true } }) { try write(uninterrupted: answer) }
    }

    private mutating func write(uninterrupted answer: RequestAnswer) throws {
        switch answer {
        case .result(let result): try writer.write(result)
        case .datalog(let outcome): try writer.write(outcome)
        case .done: try writer.writeDone()
        }
    }
}
