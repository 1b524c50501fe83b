import Relate
import Render

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The program: from the command line to an exit status.
enum App {
    /// Of the program; the engine's is that of the API it follows.
    static let version = "0.1.0"

    /// What the program ends with.
    enum Status {
        static let success: Int32 = 0
        static let statementFailed: Int32 = 1
        static let badUsage: Int32 = 2
        static let storeNotOpened: Int32 = 3
    }

    static func run() -> Int32 {
        // A closed pipe, or a file that grows too large, shall be an error of the write, so that the store is left in order.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let closing = Guarded<[ClosingProblem]>([])
        ClosingProblem.listener.withLock { $0 = { problem in closing.withLock { $0.append(problem) } } }
        let status = runInvocation()
        // Said last, once no screen is in the way.
        let problems = closing.withLock { $0 }
        for problem in problems { _ = complain("\(problem)", status) }
        return status == Status.success && !problems.allSatisfy(\.isWhole) ? Status.statementFailed : status
    }

    private static func runInvocation() -> Int32 {
        do {
            let words = try CommandLineWords.validated(
                UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)))
            let invocation = try Arguments.parse(Array(words.dropFirst()))
            switch invocation {
            case .help: try printOut(Option.helpText)
            case .version: try printOut("relate-tui \(version), engine \(EngineVersion.text)\n")
            case .listSamples: try printOut(Samples.list)
            case .printConfiguration: try printOut(ConfigurationFile.printed)
            case .run(let arguments):
                // A wrong name is told where the theme would not be seen, too.
                if let theme = arguments.theme, case .failure(let failure) = ThemeFiles.theme(named: theme) {
                    throw UsageError("--theme: \(failure.message)")
                }
                return try run(arguments)
            case .storeCommand(let command): return try run(command)
            case .storeCommandHelp(let text): try printOut(text)
            case .importFiles(let arguments):
                let ending = ExportEnding()
                return try ending.whileWriting { try ImportCommand(arguments: arguments, check: ending.check).run() }
            case .importHelp: try printOut(ImportArguments.helpText)
            case .exportStore(let arguments): return try ExportCommand(arguments: arguments).run()
            case .exportHelp: try printOut(ExportArguments.helpText)
            }
            return Status.success
        } catch let error as UsageError {
            return complain(error.message, Status.badUsage)
        } catch let failure as StoreFailure {
            return complain(failure.message, Status.storeNotOpened)
        } catch let error as StoreError {
            return complain("\(error)", Status.storeNotOpened)
        } catch let failure as IOFailure {
            return complain(failure.message, Status.statementFailed)
        } catch let ended as ExportEnding.Ended {
            end(by: ended.signal)
        } catch is OutputClosed {
            end(by: SIGPIPE)
        } catch {
            return complain(Failure(error).message, Status.statementFailed)
        }
    }

    private static func run(_ arguments: Arguments) throws -> Int32 {
        if arguments.screenshot != nil || wantsExplorer(arguments) { return try explorer(arguments).run() }
        if arguments.isDatalogStore { return try runDatalog(arguments) }
        let parameters = try ParameterArguments.values(of: arguments.parameters)
        let interruption = Interruption()
        let isNew = StoreOpening.holdsNothing(arguments.store)
        let session = try opening(arguments) { try Session(arguments, interruption: interruption) }
        if isNew { tellNew(arguments.store) }
        let sample = try arguments.sample.map { try Samples.named($0.name) }
        if let sample { try SampleLoader.load(try sample.graph(arguments.sample?.path), into: session.connection) }
        var headless = Headless(
            arguments, session: session, parameters: RequestDefaults(cypher: parameters), style: .of(STDOUT_FILENO),
            interruption: interruption)
        return try headless.run() ? Status.success : Status.statementFailed
    }

    private static func run(_ command: StoreCommand) throws -> Int32 {
        let report = try command.run()
        try printOut(ErrorText.lines(report.text))
        return report.isWell ? Status.success : Status.statementFailed
    }

    private static func runDatalog(_ arguments: Arguments) throws -> Int32 {
        let parameters = try DatalogParameters.values(of: arguments.parameters)
        let interruption = Interruption()
        let isNew = StoreOpening.holdsNothing(arguments.store)
        let session = try opening(arguments) { try DatalogSession(arguments, interruption: interruption) }
        if isNew { tellNew(arguments.store) }
        var headless = Headless(
            arguments, session: session, parameters: RequestDefaults(datalog: parameters),
            style: .of(STDOUT_FILENO), interruption: interruption)
        return try headless.run() ? Status.success : Status.statementFailed
    }

    /// The explorer with the store that the command line names. No session of ours stays behind to hold it: what the
    /// explorer closes is closed.
    private static func explorer(_ arguments: Arguments) throws -> ExplorerStart {
        let isNew = StoreOpening.holdsNothing(arguments.store)
        if arguments.isDatalogStore {
            let parameters = try DatalogParameters.values(of: arguments.parameters)
            let session = try opening(arguments) { try DatalogSession(arguments, interruption: nil) }
            return try ExplorerStart(arguments, session, parameters, isNew: isNew)
        }
        let parameters = try ParameterArguments.values(of: arguments.parameters)
        let session = try opening(arguments) { try Session(arguments, interruption: nil) }
        let sample = try arguments.sample.map { try Samples.named($0.name) }
        return try ExplorerStart(arguments, session, parameters, sample, isNew: isNew)
    }

    private static func opening<Opened>(_ arguments: Arguments, _ open: () throws -> Opened) throws -> Opened {
        if arguments.mustExist, StoreOpening.holdsNothing(arguments.store) {
            throw StoreFailure(message: "there is no store at '\(arguments.store)', and --must-exist makes none")
        }
        do { return try open() } catch let error as UsageError {
            throw error
        } catch {
            throw StoreFailure(opening: arguments, error)
        }
    }

    private static func wantsExplorer(_ arguments: Arguments) -> Bool {
        arguments.sources.isEmpty && arguments.input == nil && arguments.format == nil && isatty(STDIN_FILENO) == 1
            && isatty(STDOUT_FILENO) == 1
    }

    /// A mistyped path makes a store, too: who meant another one shall see it.
    private static func tellNew(_ store: String) {
        _ = complain("\(store) is a new store: there was none", Status.success)
    }

    private static func printOut(_ text: String) throws {
        let output = Output(descriptor: STDOUT_FILENO)
        output.text(text)
        try output.flush()
    }

    private static func complain(_ message: String, _ status: Int32) -> Int32 {
        let errors = Output(descriptor: STDERR_FILENO)
        errors.text(ErrorText.lines("relate-tui: \(message)"))
        try? errors.flush()
        return status
    }
}

/// The store could not be opened. Ends the program with status 3.
struct StoreFailure: Error {
    let message: String

    init(message: String) { self.message = message }

    init(opening arguments: Arguments, _ error: any Error) {
        var message = "cannot open '\(arguments.store)': "
        if arguments.isReadOnly, access(arguments.store, F_OK) != 0, errno == ENOENT,
            !Self.isFound(error)
        {
            message += "there is no such store. Check the path, or leave --read-only out to begin a new store there"
        } else {
            message += Failure(error).message
        }
        self.message = message
    }

    /// Something of the store is there.
    private static func isFound(_ error: any Error) -> Bool {
        switch error as? StoreError {
        case .checkpointMissing, .deadLink: true
        default: false
        }
    }
}
