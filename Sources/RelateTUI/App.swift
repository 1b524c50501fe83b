#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The program: from the command line to an exit status.
enum App {
    static let version = "0.1.0"

    /// What the program ends with.
    enum Status {
        static let success: Int32 = 0
        static let statementFailed: Int32 = 1
        static let badUsage: Int32 = 2
        static let storeNotOpened: Int32 = 3
    }

    static func run() -> Int32 {
        do throws(UsageError) {
            switch try Arguments.parse(Array(CommandLine.arguments.dropFirst())) {
            case .help: printOut(Option.helpText)
            case .version: printOut("relate-tui \(version)\n")
            case .listSamples: break
            case .run(let arguments): return run(arguments)
            }
            return Status.success
        } catch {
            complain(error.message)
            return Status.badUsage
        }
    }

    private static func run(_ arguments: Arguments) -> Int32 {
        if arguments.isDatalogStore {
            complain("Datalog stores are not supported yet")
            return Status.storeNotOpened
        }
        return Status.success
    }

    private static func printOut(_ text: String) {
        let output = Output(descriptor: STDOUT_FILENO)
        output.text(text)
        try? output.flush()
    }

    private static func complain(_ message: String) {
        let errors = Output(descriptor: STDERR_FILENO)
        errors.text("relate-tui: \(message)\n")
        try? errors.flush()
    }
}
