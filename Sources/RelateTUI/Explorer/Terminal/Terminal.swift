import Render

/// Rows and columns of a screen.
struct ScreenSize: Hashable, Sendable {
    var rows: Int
    var columns: Int
}

/// What a terminal tells the loop.
enum TerminalEvent: Sendable {
    case input(InputDecoder.Input)
    case resized(ScreenSize)
    /// A worker left something in the mailbox.
    case woken
    /// The program is asked to stop itself (SIGTSTP).
    case suspensionAsked
    /// It goes on after a stop; the screen was drawn over.
    case resumed
    /// A signal asks the program to end.
    case ended(signal: Int32)
    /// No more input will come.
    case closed
}

/// A screen and its keyboard. The loop knows nothing else of the outside.
protocol Terminal: AnyObject {
    var size: ScreenSize { get }
    /// The screen has no characters beyond ASCII.
    var isASCII: Bool { get }

    /// Sleeps until something happens, at most `timeoutMs`; an empty answer is the timeout.
    ///
    /// - Parameter isBusy: Something runs whose end will be told by the mailbox.
    func nextEvents(isBusy: Bool, timeoutMs: Int?) -> [TerminalEvent]
    func draw(_ frame: Frame)
    func use(_ theme: Theme)
    /// Puts text into the user's clipboard; `false` where that cannot be done.
    func copy(_ text: String) -> Bool
    /// Asks what the background is; an answer comes as an input, sooner or later or never.
    func askForBackground()
    /// Asks for clicks and the wheel, or leaves them to the terminal.
    func useMouse(_ isOn: Bool)
    /// Stops the process as Ctrl-Z does, and returns when it goes on.
    func suspend()
    /// Gives the terminal to what `body` starts, and takes it back.
    func lend<Answer>(_ body: () -> Result<Answer, StatementFailure>) -> Result<Answer, StatementFailure>
    /// Repaints everything at the next `draw`.
    func invalidate()
    /// Gives the terminal back.
    func close()
}
