import MinigrafKit
import Relate
import Render

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// From the command line to the explorer, on a terminal or on a screen in memory.
struct ExplorerStart {
    private let arguments: Arguments
    private let configuration: ExplorerConfiguration

    /// - Parameter session: The open store. It goes to the explorer's worker, which loads the sample into it, so that the
    ///   first screen waits for neither.
    init(
        _ arguments: Arguments, _ session: Session, _ parameters: [String: CypherValue], _ sample: Samples.Sample?
    ) throws {
        self.arguments = arguments
        let database = session.database
        let namespace = session.connection.currentNamespace
        let path = arguments.sample?.path
        let request = StoreRequest(
            path: arguments.store, isReadOnly: arguments.isReadOnly, namespace: arguments.namespace)
        // Handed out once: a store on disk that is opened again is read anew, one in memory stays what it is.
        let first = Guarded<Database?>(database)
        let memory = arguments.store == ":memory:" ? database : nil
        var configuration = ExplorerConfiguration { asked throws(StatementFailure) in
            guard asked == request else { return try StoreOpening.open(asked) }
            let held = first.withLock { held in
                defer { held = nil }
                return held
            }
            guard let database = held else {
                guard let memory else { return try StoreOpening.open(asked) }
                return RelateStore(memory, name: asked.path, namespace: namespace)
            }
            do {
                if let sample { try SampleLoader.load(try sample.graph(path), into: try database.connect()) }
            } catch {
                throw StatementFailure(error)
            }
            return RelateStore(database, name: asked.path, namespace: namespace)
        }
        configuration.storePath = arguments.store
        configuration.isReadOnly = arguments.isReadOnly
        configuration.namespace = arguments.namespace
        configuration.parameters = parameters
        configuration.initialText = sample?.firstQueries ?? ""
        try configuration.takeChoices(of: arguments)
        self.configuration = configuration
    }

    /// On a Datalog store.
    init(_ arguments: Arguments, _ session: DatalogSession, _ parameters: [String: MiniGrafBindValue]) throws {
        self.arguments = arguments
        let store = DatalogStore(session.database, name: arguments.store, isReadOnly: arguments.isReadOnly)
        let request = StoreRequest(path: arguments.store, isReadOnly: arguments.isReadOnly, namespace: nil)
        var configuration = ExplorerConfiguration { asked throws(StatementFailure) in
            asked == request ? store : try StoreOpening.open(asked)
        }
        configuration.storePath = arguments.store
        configuration.isReadOnly = arguments.isReadOnly
        configuration.parameters = parameters.compactMapValues { DatalogParameterValue.value(of: $0) }
        try configuration.takeChoices(of: arguments)
        self.configuration = configuration
    }

    func run() throws -> Int32 {
        guard let size = arguments.screenshot else { return Explorer.run(configuration) }
        let keys: [KeyWords.Step]
        do {
            keys = try KeyWords.parse(arguments.keys ?? "")
        } catch {
            throw UsageError("--keys: \(error)")
        }
        try write(Explorer.screenshot(configuration, columns: size.columns, rows: size.rows, keys: keys))
        return App.Status.success
    }

    private func write(_ screenshot: Explorer.Screenshot) throws {
        let frame = screenshot.frame
        let theme = screenshot.theme ?? Explorer.theme(named: configuration.themeName)
        guard let path = arguments.output else {
            let style = OutputStyle.of(STDOUT_FILENO)
            let output = Output(descriptor: STDOUT_FILENO)
            output.text(
                style.capability == .monochrome
                    ? frame.plainText : frame.ansiText(theme: theme, capability: style.capability))
            return try output.flush()
        }
        let text =
            if path.hasSuffix(".svg") {
                frame.svg(theme: theme, options: .init(windowTitle: "relate-tui \(arguments.store)"))
            } else if path.hasSuffix(".ansi") {
                frame.ansiText(theme: theme)
            } else {
                frame.plainText
            }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw IOFailure("cannot write \(path)", errno) }
        defer { close(descriptor) }
        let file = Output(descriptor: descriptor)
        file.text(text)
        try file.flush()
    }
}

extension ExplorerConfiguration {
    /// What the environment, the user's files and the command line say of the explorer itself.
    fileprivate mutating func takeChoices(of arguments: Arguments) throws {
        usesColor = getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
        // A picture is the same whoever draws it.
        let isPicture = arguments.screenshot != nil
        try take(
            isPicture ? Settings() : ConfigurationFile.read(),
            themeArgument: arguments.theme ?? (isPicture ? ThemeFiles.darkName : nil),
            keepsHistory: arguments.keepsHistory && !isPicture)
        guard !isPicture else { return }
        let isRemote = UserFolders.variable("SSH_CONNECTION") != nil || UserFolders.variable("SSH_TTY") != nil
        clipboard = ClipboardRoute(settings.clipboard, helper: { ClipboardHelper.found() }, isRemote: isRemote)
    }
}
