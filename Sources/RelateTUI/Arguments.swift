/// What the command line asks for, checked as far as that is possible without opening anything.
struct Arguments: Equatable {
    /// How stdin is read.
    enum Input: String, CaseIterable {
        case cypher, datalog, jsonl
    }

    /// How results are written.
    enum Format: String, CaseIterable {
        case table, csv, json, jsonl
        case typedJSONLines = "typed-jsonl"
        case markdown, plan
    }

    /// Statements that do not come from stdin, in the order given.
    enum Source: Equatable {
        /// `-c TEXT`
        case text(String)
        /// `-f PATH`; `-` is stdin.
        case file(String)
    }

    /// A parameter as it was written, not yet read.
    enum Parameter: Equatable {
        /// `--param NAME=VALUE`
        case literal(name: String, text: String)
        /// `--params JSON`
        case json(String)
        /// `--params @FILE`
        case jsonFile(String)
    }

    /// `--screenshot COLSxROWS`
    struct ScreenSize: Equatable {
        var columns: Int
        var rows: Int
    }

    /// `--sample NAME[=PATH]`
    struct Sample: Equatable {
        var name: String
        var path: String?
    }

    var store = ":memory:"
    var isReadOnly = false
    /// No store is made where there is none.
    var mustExist = false
    var namespace: String?
    var sample: Sample?
    var sources: [Source] = []
    var parameters: [Parameter] = []
    /// `nil`: by the store's kind.
    var input: Input?
    /// `nil`: `table` on a terminal, `csv` elsewhere.
    var format: Format?
    var keepsGoing = false
    var screenshot: ScreenSize?
    var keys: String?
    var output: String?
    /// By name, or the path of a file.
    var theme: String?
    var keepsHistory = true

    /// The store holds facts for Datalog, not a graph for Cypher.
    var isDatalogStore: Bool { store == ":datalog:" || store.hasSuffix(".graph") }

    /// What to do: most often to run, with these arguments.
    enum Invocation: Equatable {
        case help
        case version
        case listSamples
        case printConfiguration
        case run(Arguments)
        case storeCommand(StoreCommand)
        case storeCommandHelp(String)
        case importFiles(ImportArguments)
        case importHelp
        case exportStore(ExportArguments)
        case exportHelp
    }
}

/// The command line cannot be understood. Ends the program with status 2.
struct UsageError: Error, Equatable {
    let message: String

    init(_ message: String) { self.message = message }
}
