import CCurses

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program that has the terminal for a while, with all that it starts: a group of processes of its own, as a shell makes of
/// each of its jobs.
///
/// What is called may be a script, or a shell's line, that waits for another program: signals come to all of them. Where this
/// program does not have the terminal itself, the other one stays in its group, and gets signals alone.
struct TerminalJob {
    /// The terminal, where it is this program's to give.
    private let terminal: Int32?
    /// Whether what is started has a group of its own.
    let hasGroup: Bool
    private var process: pid_t = 0
    private var hasTerminal = false

    /// - Parameter usesTerminal: Whether what is started is to have the terminal; else it only has a group.
    init(usesTerminal: Bool = true) {
        let descriptor = usesTerminal ? open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC) : -1
        let isForeground = descriptor >= 0 && tcgetpgrp(descriptor) == getpgrp()
        hasGroup = descriptor < 0 || isForeground
        terminal = isForeground ? descriptor : nil
        if !isForeground, descriptor >= 0 { close(descriptor) }
        ccurses_guard_adopts(1)
    }

    /// The process has been started, as the first of its group where it has one.
    mutating func begin(_ process: pid_t) {
        self.process = process
        giveTerminal()
    }

    /// Nothing of it is waited for any more.
    mutating func end() {
        takeTerminal()
        if let terminal { close(terminal) }
        ccurses_guard_adopts(0)
    }

    /// It may go on: with the terminal, where that is this program's again.
    ///
    /// - Returns: `false` while the terminal is another's, as that of a program in the background is.
    mutating func goOn() -> Bool {
        if let terminal, !hasTerminal, tcgetpgrp(terminal) != getpgrp() { return false }
        giveTerminal()
        send(SIGCONT)
        return true
    }

    func send(_ signal: Int32) { kill(hasGroup ? -process : process, signal) }

    /// Whether something of the group is there still, when its first process has ended.
    var hasOthers: Bool {
        guard hasGroup else { return false }
        while waitpid(-process, nil, WNOHANG) > 0 {}
        return kill(-process, 0) == 0 || errno != ESRCH
    }

    private mutating func giveTerminal() {
        if let terminal { hasTerminal = tcsetpgrp(terminal, process) == 0 }
    }

    mutating func takeTerminal() {
        guard let terminal, hasTerminal else { return }
        _ = tcsetpgrp(terminal, getpgrp())
        hasTerminal = false
    }
}
