/// Where copied text goes.
enum ClipboardRoute: Hashable, Sendable {
    /// By OSC 52, which reaches the user's own machine through SSH; nobody answers.
    case terminal
    /// To a helper, which tells whether it has it; to the terminal as well where the user left the choice to us.
    case helper(ClipboardHelper, alsoTerminal: Bool)
    case off
}

/// What became of a text to be copied.
enum CopyOutcome: Hashable, Sendable {
    /// The terminal may take it or not: nobody says.
    case sentToTerminal
    /// No terminal takes so much.
    case tooLong
    case copied(by: String)
    case failed(by: String, reason: String, isSentToTerminal: Bool)
    case off

    /// What may be said of it, and no more.
    func message(of what: String) -> StatusMessage {
        switch self {
        case .sentToTerminal: .information("\(what) sent to the terminal's clipboard")
        case .tooLong: .error("\(what) is too long for the terminal's clipboard: :export writes a file")
        case .copied(let helper): .success("\(what) copied by \(helper)")
        case .failed(let helper, let reason, false): .error("\(what) is not copied by \(helper): \(reason)")
        case .failed(let helper, let reason, true):
            .warning("\(what) sent to the terminal's clipboard; \(helper) failed: \(reason)")
        case .off: .warning("Copying is off: ui.clipboard in config.toml turns it on")
        }
    }
}

extension ClipboardRoute {
    /// - Parameters:
    ///   - setting: `auto`, `osc52`, `helper`, `off`, or a command that reads the text.
    ///   - isRemote: The terminal is another machine's, whose clipboard no helper here reaches.
    init(_ setting: String?, helper: () -> ClipboardHelper?, isRemote: Bool) {
        switch setting ?? "auto" {
        case "off": self = .off
        case "osc52": self = .terminal
        case "helper": self = helper().map { ClipboardRoute.helper($0, alsoTerminal: false) } ?? .terminal
        case "auto":
            self = isRemote ? .terminal : helper().map { ClipboardRoute.helper($0, alsoTerminal: true) } ?? .terminal
        case let command: self = .helper(ClipboardHelper(command: command), alsoTerminal: false)
        }
    }
}
