import Render

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The interactive program.
enum Explorer {
    /// Runs until the user quits.
    ///
    /// - Returns: The program's exit status. After a signal that ends programs it does not return: the process ends by
    ///   that signal, with the terminal as it was.
    static func run(_ configuration: ExplorerConfiguration) -> Int32 {
        guard let wakePipe = WakePipe() else { return complain("no file descriptors left") }
        let theme = configuration.settings.painting(theme(named: configuration.themeName))
        let terminal: CursesTerminal
        do throws(CursesTerminal.Unusable) {
            terminal = try CursesTerminal(
                wakePipe: wakePipe, theme: theme, wantsColor: configuration.usesColor, isASCII: configuration.usesASCII)
        } catch {
            return complain(error.reason)
        }
        var configuration = configuration
        if let fitting = configuration.fitTheme(to: terminal.colorCapability) {
            terminal.use(configuration.settings.painting(fitting))
        }
        if !configuration.settings.usesMouse { terminal.useMouse(false) }
        let loop = ExplorerLoop(configuration: configuration, terminal: terminal, wakePipe: wakePipe)
        let signal = loop.run()
        terminal.close()
        if let words = loop.lastWords { _ = complain(words) }
        if let failure = loop.keepSession() { _ = complain("the session is not kept: \(failure.message)") }
        loop.finish(keepsMemory: true)
        // Of what did not end in time.
        PartialFiles.removeAll()
        if let signal { end(by: signal) }
        return 0
    }

    /// The screen after these keys were typed, on a terminal of this size that exists only in memory.
    ///
    /// - Parameter keys: As `KeyWords.parse` read them.
    static func screenshot(
        _ configuration: ExplorerConfiguration, columns: Int, rows: Int, keys: [KeyWords.Step]
    ) -> Screenshot {
        guard let wakePipe = WakePipe() else { return Screenshot(frame: Frame(rows: rows, columns: columns)) }
        var configuration = configuration
        // Nobody types on here.
        configuration.checkDelayMs = 0
        let terminal = VirtualTerminal(
            size: ScreenSize(rows: rows, columns: columns), keys: keys, isASCII: configuration.usesASCII ?? false,
            wakePipe: wakePipe)
        // Whoever wrote the list of keys has read what is asked.
        var now = 0.0
        let loop = ExplorerLoop(configuration: configuration, terminal: terminal, wakePipe: wakePipe) {
            now += QuestionWatch.readingMs
            return now
        }
        _ = loop.run()
        loop.finish(keepsMemory: false)
        return Screenshot(
            frame: terminal.isASCII ? terminal.frame.asciiOnly : terminal.frame, theme: terminal.theme)
    }

    /// A screen in memory.
    struct Screenshot {
        var frame: Frame
        /// What the keys chose; `nil` where they left the theme as it was configured.
        var theme: Theme?
    }

    /// The theme that a configuration names, or the default one.
    static func theme(named name: String?) -> Theme {
        guard let name, !name.isEmpty else { return Theme.standard }
        return (try? ThemeFiles.theme(named: name).get()) ?? Theme.standard
    }

    private static func complain(_ reason: String) -> Int32 {
        let text = Array(ErrorText.lines("relate-tui: \(reason)").utf8)
        _ = write(STDERR_FILENO, text, text.count)
        return App.Status.statementFailed
    }
}
