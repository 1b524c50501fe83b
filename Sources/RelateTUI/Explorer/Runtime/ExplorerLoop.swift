import Render

/// Waits for events, lets `update` change the model, has its effects done, and draws.
///
/// Sleeps without a timeout unless a statement runs, so an idle explorer uses no time at all.
final class ExplorerLoop {
    private var model: Model
    private let terminal: any Terminal
    private let mailbox: Mailbox
    private let runner: EffectRunner
    private let sessionFile: SessionFile?
    private let sessionStart: SessionFile.Content
    private let followsBackground: Bool
    private let clipboard: ClipboardRoute
    /// When running statements began, by their numbers.
    private var runStarts: [Int: Double] = [:]
    private var shownRows = ShownRows()

    /// How often the display of a running statement is brought up to date.
    private static let progressMs = 100
    private var lastProgressMs = 0.0
    private var questionWatch = QuestionWatch()
    private let clock: () -> Double
    private let wakePipe: WakePipe
    /// What is to be said once the terminal is given back.
    private(set) var lastWords: String?

    /// - Parameter clock: Milliseconds, for how long a question has been on the screen.
    init(
        configuration: ExplorerConfiguration, terminal: any Terminal, wakePipe: WakePipe,
        clock: @escaping () -> Double = { MonotonicClock.milliseconds }
    ) {
        self.clock = clock
        self.wakePipe = wakePipe
        self.terminal = terminal
        mailbox = Mailbox(wakePipe: wakePipe)
        model = Model(configuration: configuration, size: terminal.size)
        model.isASCII = terminal.isASCII
        runner = EffectRunner(configuration: configuration, mailbox: mailbox)
        sessionFile = configuration.sessionFile
        sessionStart = configuration.restoredSession ?? SessionFile.Content()
        followsBackground = configuration.followsBackground
        clipboard = configuration.clipboard
    }

    /// Keeps the session for the next time, where that is wanted.
    ///
    /// - Returns: Why that did not go.
    func keepSession() -> StatementFailure? { sessionFile?.write(model.kept, since: sessionStart) }

    /// - Returns: The signal that ended it, if one did.
    func run() -> Int32? {
        if followsBackground { terminal.askForBackground() }
        terminal.draw(view(model))
        perform(initialEffects(of: model), connection: model.session.number)
        while !model.hasEnded {
            let events = terminal.nextEvents(
                isBusy: model.isBusy, timeoutMs: waitsForProgress ? Self.progressMs : nil)
            for event in events {
                if case .ended(let signal) = event { return signal }
                take(event)
            }
            progress()
            for event in mailbox.takeAll() {
                shownRows.note(event)
                apply(event)
            }
            guard !model.hasEnded else { break }
            terminal.draw(view(model))
            questionWatch.drew(model.question, atMs: clock())
            shownRows.letGo(of: model, runner.disposal)
        }
        return nil
    }

    /// Closes the stores, once the terminal is given back.
    ///
    /// - Parameter keepsMemory: The process ends next, and frees what large results and stores leave behind.
    func finish(keepsMemory: Bool) {
        // Not the loop itself: whoever opens stores may hold one, and stores have to close.
        if keepsMemory { UntilExit.keep((model, mailbox.takeAll())) }
        runner.finish(keepsMemory: keepsMemory)
    }

    private func take(_ event: TerminalEvent) {
        switch event {
        case .input(.key(let key)):
            switch questionWatch.verdict(on: key, to: model.question, atMs: clock()) {
            case .passes: apply(.key(key))
            case .isTooSoon: apply(.answeredTooSoon)
            case .isUnseen: break
            }
        case .input(.mouse(let action)): apply(.mouse(action))
        case .input(.paste(let text)): apply(.paste(text))
        case .input(.background(let isLight)):
            if isLight, followsBackground, model.session.themeName == ThemeFiles.darkName {
                loadTheme(ThemeFiles.lightName)
            }
        case .resized(let size): apply(.resized(size))
        case .suspensionAsked: apply(.suspensionAsked)
        case .closed: apply(.inputClosed)
        case .woken, .resumed, .ended: break
        }
    }

    private func apply(_ event: Event) {
        perform(update(&model, event), connection: model.session.number)
        questionWatch.isAsked(model.question)
    }

    /// Something runs whose time is shown, or limited.
    private var waitsForProgress: Bool {
        model.running != nil || model.rowWork != nil
            || model.settings.timeoutSeconds != nil && model.parked.contains { $0.running != nil }
    }

    /// Keys that come one after the other do not keep it back.
    private func progress() {
        guard waitsForProgress else { return }
        let now = MonotonicClock.milliseconds
        guard now - lastProgressMs >= Double(Self.progressMs) else { return }
        lastProgressMs = now
        if model.rowWork != nil { apply(.rowsProgressed(runner.rowFraction)) }
        for workspace in [model.workspace] + model.parked {
            guard let running = workspace.running, let start = runStarts[running.request.number] else { continue }
            let number = workspace.session.number
            apply(.of(connection: number, .progressed(elapsedMs: now - start, runner.progress(of: number))))
        }
    }

    /// What concerns the terminal is done here, the rest by the runner.
    private func perform(_ effects: [Effect], connection: Int) {
        for effect in effects {
            switch effect {
            case .of(let connection, let effects): perform(effects, connection: connection)
            case .copy(let text, let what): copy(text, what)
            case .loadTheme(let name): loadTheme(name)
            case .session(.useMouse(let isOn)): terminal.useMouse(isOn)
            case .editor(.editExternally(let text, let buffer)):
                let result = terminal.lend { ExternalEditor.edit(text, endingSignal: wakePipe.endingSignal) }
                if case .failure(let failure) = result, wakePipe.endingSignal() != nil { lastWords = failure.message }
                apply(.editor(.editedExternally(buffer: buffer, result)))
            case .suspend: terminal.suspend()
            case .repaint: terminal.invalidate()
            case .run(let request):
                runStarts[request.number] = MonotonicClock.milliseconds
                runner.perform(effect, connection: connection)
            default: runner.perform(effect, connection: connection)
            }
        }
    }

    private func copy(_ text: String, _ what: String) {
        switch clipboard {
        case .off: apply(.copied(what: what, .off))
        case .terminal: apply(.copied(what: what, terminal.copy(text) ? .sentToTerminal : .tooLong))
        case .helper(let helper, let alsoTerminal):
            let isSent = alsoTerminal && terminal.copy(text)
            runner.copy(text, what: what, by: helper, isSentToTerminal: isSent)
        }
    }

    private func loadTheme(_ name: String) {
        switch ThemeFiles.theme(named: name) {
        case .failure(let failure): apply(.themeLoaded(name, failure: failure.message))
        case .success(let theme):
            terminal.use(model.settings.painting(theme))
            apply(.themeLoaded(name, failure: nil))
        }
    }
}
