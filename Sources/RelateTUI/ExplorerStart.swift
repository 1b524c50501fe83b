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

    /// - Parameters:
    ///   - session: The open store. It goes to the explorer's worker, which loads the sample into it, so that the first
    ///     screen waits for neither. Nothing else holds it then, so that it can be closed, and opened anew.
    ///   - isNew: The store was made just now.
    init(
        _ arguments: Arguments, _ session: Session, _ parameters: [String: CypherValue], _ sample: Samples.Sample?,
        isNew: Bool
    ) throws {
        self.arguments = arguments
        let namespace = session.connection.currentNamespace
        let path = arguments.sample?.path
        var configuration = Self.configuration(arguments, session.database) { database, name throws(StatementFailure) in
            do {
                if let sample { try SampleLoader.load(try sample.graph(path), into: try database.connect()) }
            } catch {
                throw StatementFailure(error)
            }
            return RelateStore(database, name: name, namespace: namespace, isNew: isNew && sample == nil)
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
    init(
        _ arguments: Arguments, _ session: DatalogSession, _ parameters: [String: MiniGrafBindValue], isNew: Bool
    ) throws {
        self.arguments = arguments
        let isReadOnly = arguments.isReadOnly
        var configuration = Self.configuration(arguments, session.database) { database, name throws(StatementFailure) in
            DatalogStore(database, name: name, isReadOnly: isReadOnly, isNew: isNew)
        }
        configuration.storePath = arguments.store
        configuration.isReadOnly = arguments.isReadOnly
        configuration.parameters = parameters.compactMapValues { DatalogParameterValue.value(of: $0) }
        try configuration.takeChoices(of: arguments)
        self.configuration = configuration
    }

    /// - Parameter store: Makes the explorer's store of the open one; on a worker's thread, once.
    private static func configuration<Opened: Sendable>(
        _ arguments: Arguments, _ opened: Opened,
        _ store: @escaping @Sendable (Opened, _ name: String) throws(StatementFailure) -> any ExplorerStore
    ) -> ExplorerConfiguration {
        // Handed out once: what is opened again is read anew.
        let first = Guarded<Opened?>(opened)
        return ExplorerConfiguration { asked throws(StatementFailure) in
            let held = first.withLock { held -> Opened? in
                guard asked.path == arguments.store else { return nil }
                defer { held = nil }
                return held
            }
            guard let held else { return try StoreOpening.open(asked) }
            return try store(held, asked.path)
        }
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
