/// The options by their long names, with what `--help` says of them.
enum Option: String, CaseIterable {
    case database = "--database"
    case readOnly = "--read-only"
    case mustExist = "--must-exist"
    case namespace = "--namespace"
    case sample = "--sample"
    case command = "--command"
    case file = "--file"
    case param = "--param"
    case params = "--params"
    case input = "--input"
    case format = "--format"
    case keepGoing = "--keep-going"
    case screenshot = "--screenshot"
    case keys = "--keys"
    case output = "--output"
    case theme = "--theme"
    case noHistory = "--no-history"
    case printConfig = "--print-config"
    case version = "--version"
    case help = "--help"

    /// The one-letter names.
    static let short: [String: Option] = ["-c": .command, "-f": .file, "-h": .help]

    /// What stands for the value; `nil` for an option without one.
    var placeholder: String? {
        switch self {
        case .database: "STORE"
        case .namespace, .sample: "NAME"
        case .command: "TEXT"
        case .file: "PATH"
        case .param: "NAME=VALUE"
        case .params: "JSON"
        case .input: "KIND"
        case .format: "FORMAT"
        case .screenshot: "COLSxROWS"
        case .keys: "KEYS"
        case .output: "FILE"
        case .theme: "THEME"
        case .readOnly, .mustExist, .keepGoing, .noHistory, .printConfig, .version, .help: nil
        }
    }

    private var sentence: String {
        switch self {
        case .database: "the store, the same as STORE"
        case .readOnly: "open the store for reading only"
        case .mustExist: "make no store where there is none"
        case .namespace: "the session's namespace: neo4j, system or system_ontologies"
        case .sample: "load a sample graph into an empty store; list names them"
        case .command: "run these statements, print, exit; may repeat"
        case .file: "the same from a file, - for stdin; may repeat"
        case .param: "bind $NAME to a Cypher literal, else to the text; may repeat"
        case .params: "bind the members of a JSON object, or of @FILE"
        case .input: "how stdin is read: cypher, datalog or jsonl"
        case .format: "table, csv, json, jsonl, typed-jsonl, markdown or plan"
        case .keepGoing: "go on with a script after a statement that failed"
        case .screenshot: "draw the explorer on a virtual screen and print it"
        case .keys: "the keys typed before that, such as '\"RETURN 1\" F5 wait'"
        case .output: "write the screen to FILE.txt, FILE.ansi or FILE.svg"
        case .theme: "the explorer's colours: a name, or a base16 file"
        case .noHistory: "keep no history of statements"
        case .printConfig: "print the configuration that holds, and where it is from"
        case .version: "print the version"
        case .help: "print this help"
        }
    }

    /// The text of `--help`.
    static var helpText: String {
        var text = """
            relate-tui: a graph database that speaks Cypher, one that speaks Datalog, and an explorer

            relate-tui [STORE] [options]                 the explorer, on a terminal
            relate-tui [STORE] -c "MATCH (n) RETURN n"   statements from the command line
            relate-tui [STORE] < script.cypher           statements from a script
            relate-tui info STORE                        what a store on disk holds
            relate-tui check STORE                       whether all of it is as it should be
            relate-tui clone STORE FILE.rl               a copy in one file, also of a store in use
            relate-tui import STORE …                    files into a store; --help says which
            relate-tui export STORE TARGET               a store into files

            STORE is :memory: (the default), a directory or a .rl file for Cypher;
            :datalog: or a .graph file for Datalog. Where there is none, one is made.

            The explorer runs where stdin and stdout are a terminal and none of -c, -f, --input and
            --format is given; else statements come from -c and -f, or from stdin.

            Examples:
              relate-tui --sample movies
              relate-tui --sample movies -c "MATCH (p:Person)-[:DIRECTED]->(m) RETURN p.name, m.title"
              relate-tui --param name=Ada -c 'RETURN $name' --format json
              relate-tui --input jsonl --format typed-jsonl < requests.jsonl
              relate-tui a.graph --param who=:ada -c '(query [:find ?n :where [$who :name ?n]])'

            Options:

            """
        let names = allCases.map { option in
            let letter = short.first { $0.value == option }.map { $0.key + ", " } ?? "    "
            return letter + option.rawValue + (option.placeholder.map { " " + $0 } ?? "")
        }
        let width = names.map(\.count).max() ?? 0
        for (name, option) in zip(names, allCases) {
            text += "  " + name + String(repeating: " ", count: width - name.count + 2) + option.sentence + "\n"
        }
        text += """

            Environment: RELATE_LOAD_CSV_DIR is the directory that LOAD CSV may read from,
            RELATE_THREADS the most threads of a statement; NO_COLOR switches colours off.

            Results go to stdout, everything else to stderr. Exit status: 0 all well; 1 a statement
            failed, a script ended in an open transaction, files could not be read or written, a check
            found damage, the terminal cannot show the explorer, or another program replaced the store
            while it was open; 2 bad usage; 3 the store could not be opened.

            """
        return text
    }

    /// `; did you mean --format?`, or nothing when no option looks like `name`.
    static func suggestion(for name: String) -> String {
        let close = allCases.min { distance($0.rawValue, name) < distance($1.rawValue, name) }
        guard let close, name.utf8.count < 40, distance(close.rawValue, name) <= 2 else { return "; see --help" }
        return "; did you mean \(close.rawValue)?"
    }

    /// How many bytes to insert, delete or exchange to get from one word to the other.
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right.utf8)
        var row = Array(0...right.count)
        for (i, byte) in left.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in right.indices {
                let exchange = diagonal + (byte == right[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(exchange, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[right.count]
    }
}
