/// `relate-tui import …`: files into a store.
struct ImportArguments: Equatable {
    /// Files whose rows follow one another under the first one's header.
    struct Table: Equatable {
        /// Labels of the nodes, or the type of the relationships; may be empty.
        var names: [String]
        var files: [String]
    }

    var store = ""
    var nodes: [Table] = []
    var relationships: [Table] = []
    /// JSON Lines, a node or a relationship each.
    var lines: [String] = []
    /// Folders that an export wrote; their tables are among `nodes` and `relationships`.
    var folders: [String] = []
    var delimiter = ","
    var listDelimiter: Character = ";"
    var hasIntegerIDs = false

    static let helpText = """
        relate-tui import STORE [FILE.jsonl …] [FOLDER] [--nodes [LABEL[:LABEL]=]FILE[,FILE …]]
                                [--relationships [TYPE=]FILE[,FILE …]] [options]

        Loads files into a store, all or nothing, beside what it holds already: the same file twice makes all nodes twice.
        Relationships find nodes by the ids of this import, not those of an earlier one. FOLDER is one that an export wrote.
        - is stdin. CSV files begin with a header, in the first file of a group:
          id:ID,name,born:int,tags:string[],:LABEL        of nodes
          :START_ID,:END_ID,:TYPE,since:date              of relationships
        ID, START_ID and END_ID may name a space of ids: :ID(Person). Several ID columns make up one id; relationships then
        have as many START_ID and END_ID. Types may have options, in quotes where they are several:
          :ID,at:point{crs:WGS-84},t:datetime{timezone:Europe/Paris},"v:vector{coordinateType:float,dimensions:3}"
        A byte, a short, an int and a long have 8, 16, 32 and 64 bits. Files may be compressed by gzip.
        A line of JSON is {"type":"node","id":"1","labels":["A"],"properties":{…}} or
        {"type":"relationship","label":"KNOWS","start":{"id":"1"},"end":{"id":"2"},"properties":{…}}.

          --nodes [LABELS=]FILES            may repeat; commas join files under one header, and CSV files that follow in
                                            words of their own, as a shell makes of *.csv, have their own headers
          --relationships [TYPE=]FILES      likewise
          --delimiter C                     between fields; TAB stands for a tab; a comma by default
          --array-delimiter C               between elements of lists and labels; a semicolon by default, a comma where
                                            a semicolon ends fields
          --id-type string|integer          what ids are, and are stored as where they have a name: 01 and 1 are two
                                            strings and one integer; string by default

        """

    static func parse(_ words: [String]) throws(UsageError) -> ImportArguments {
        var arguments = ImportArguments()
        var listDelimiter: Character?
        var words = words[...]
        /// The last word named a table, and those that a shell made of `nodes-*.csv` follow.
        var last: (isOfNodes: Bool, names: [String])?
        while let word = words.popFirst() {
            guard word.hasPrefix("--") else {
                if arguments.store.isEmpty {
                    arguments.store = word
                } else if word == "-" || word.hasSuffix(".jsonl") || word.hasSuffix(".jsonl.gz") {
                    arguments.lines.append(word)
                } else if let last, word.hasSuffix(".csv") || word.hasSuffix(".csv.gz") {
                    let table = Table(names: last.names, files: [word])
                    if last.isOfNodes { arguments.nodes.append(table) } else { arguments.relationships.append(table) }
                } else if NewStore.isFolder(word) {
                    arguments.add(folder: word)
                } else if word.hasSuffix(".cypher") {
                    throw UsageError(
                        "\(word) is a script, whose statements commit one by one: relate-tui \(arguments.store) < \(word)"
                    )
                } else {
                    throw UsageError(
                        "\(word) is neither a .jsonl file nor the folder of an export; name CSV files by --nodes and "
                            + "--relationships")
                }
                continue
            }
            let (name, attached) = TransferWords.split(word)
            guard options.contains(name) else {
                throw UsageError("import has no option \(name); see relate-tui import --help")
            }
            guard let value = attached ?? words.popFirst() else { throw UsageError("\(name) needs a value") }
            last = nil
            switch name {
            case "--nodes":
                let table = try table(value, separator: ":")
                arguments.nodes.append(table)
                last = (true, table.names)
            case "--relationships":
                let table = try table(value, separator: nil)
                arguments.relationships.append(table)
                last = (false, table.names)
            case "--delimiter":
                arguments.delimiter = value == "TAB" || value == "\\t" ? "\t" : value
                guard arguments.delimiter.count == 1, !"\"\n\r".contains(arguments.delimiter) else {
                    throw UsageError("--delimiter takes one character, or TAB")
                }
            case "--array-delimiter":
                listDelimiter = try TransferWords.listDelimiter(value)
            case "--id-type":
                guard ["string", "integer"].contains(value) else {
                    throw UsageError("--id-type is string or integer, not \(value)")
                }
                arguments.hasIntegerIDs = value == "integer"
            default: break
            }
        }
        // Fields that a semicolon ends have lists with commas, as a rule.
        arguments.listDelimiter = listDelimiter ?? (arguments.delimiter == ";" ? "," : ";")
        guard arguments.delimiter != String(arguments.listDelimiter) else {
            throw UsageError(
                "--delimiter and --array-delimiter are one character, and fields would end within lists: give another "
                    + "--array-delimiter")
        }
        guard !arguments.store.isEmpty else { throw UsageError("import needs a store: relate-tui import STORE …") }
        try TransferWords.refuseDatalog(arguments.store, "import loads into")
        guard arguments.store != ":memory:" else {
            throw UsageError("import needs a store on disk: what is in :memory: ends with the program")
        }
        let tables = arguments.nodes + arguments.relationships
        guard !(tables.isEmpty && arguments.lines.isEmpty && arguments.folders.isEmpty) else {
            throw UsageError("import needs files: --nodes FILE, --relationships FILE, FILE.jsonl or an export's folder")
        }
        guard (tables.flatMap(\.files) + arguments.lines).count(where: { $0 == "-" }) < 2 else {
            throw UsageError("stdin can be read once only: - is there twice")
        }
        return arguments
    }

    private static let options = ["--nodes", "--relationships", "--delimiter", "--array-delimiter", "--id-type"]

    /// The tables of an export, in the order in which it wrote them.
    private mutating func add(folder: String) {
        folders.append(folder)
        let files = UserFolders.names(in: folder)
        func tables(_ kind: String) -> [Table] {
            let numbers = files.compactMap { name in
                name.hasPrefix(kind) && name.hasSuffix(".csv") ? Int(name.dropFirst(kind.count).dropLast(4)) : nil
            }
            return numbers.sorted().map { Table(names: [], files: ["\(folder)/\(kind)\($0).csv"]) }
        }
        nodes += tables("nodes-")
        relationships += tables("relationships-")
    }

    /// `Person:Author=people.csv,more.csv`, or the files alone.
    private static func table(_ text: String, separator: Character?) throws(UsageError) -> Table {
        var files = text
        var names: [String] = []
        if let equals = text.firstIndex(of: "=") {
            let name = text[..<equals]
            names = separator.map { name.split(separator: $0).map(String.init) } ?? [String(name)]
            files = String(text[text.index(after: equals)...])
        }
        let paths = files.split(separator: ",").map(String.init)
        guard !paths.isEmpty else { throw UsageError("'\(text)' names no file") }
        return Table(names: names.filter { !$0.isEmpty }, files: paths)
    }
}

/// `relate-tui export …`: a store into files.
struct ExportArguments: Equatable {
    enum Format: String, CaseIterable { case csv, jsonl, cypher }

    var store = ""
    /// A file, a directory for CSV, or `-` for stdout.
    var target = ""
    var format: Format = .jsonl
    /// A file that is there already is replaced.
    var isForced = false
    /// Of CSV files.
    var listDelimiter: Character = ";"

    static let helpText = """
        relate-tui export STORE TARGET [--format csv|jsonl|cypher] [--force] [--array-delimiter C]

        Writes a whole store: TARGET.jsonl holds a node or a relationship a line, TARGET.cypher is a script,
        any other TARGET is a directory of CSV files that relate-tui import takes. - is stdout.
        A file that is there already stays, unless --force is given; a folder that is not empty stays in any case.

          --array-delimiter C    between elements of lists and labels in CSV files; a semicolon by default. An import
                                 of these files needs the same

        """

    static func parse(_ words: [String]) throws(UsageError) -> ExportArguments {
        var arguments = ExportArguments()
        var format: Format?
        var listDelimiter: Character?
        var words = words[...]
        while let word = words.popFirst() {
            guard word.hasPrefix("--") else {
                if arguments.store.isEmpty {
                    arguments.store = word
                } else if arguments.target.isEmpty {
                    arguments.target = word
                } else {
                    throw UsageError("export takes a store and a target, and '\(word)' is one more")
                }
                continue
            }
            let (name, attached) = TransferWords.split(word)
            if word == "--force" {
                arguments.isForced = true
                continue
            }
            if name == "--array-delimiter" {
                let delimiter = try TransferWords.listDelimiter(attached ?? words.popFirst() ?? "")
                guard delimiter != "," else {
                    throw UsageError("--array-delimiter is no comma, which stands between the fields of an export")
                }
                listDelimiter = delimiter
                continue
            }
            guard name == "--format" else {
                throw UsageError("export has no option \(name); see relate-tui export --help")
            }
            let value = attached ?? words.popFirst() ?? ""
            format = Format(rawValue: value)
            guard format != nil else { throw UsageError("--format is csv, jsonl or cypher, not '\(value)'") }
        }
        guard !arguments.store.isEmpty, !arguments.target.isEmpty else {
            throw UsageError("export needs a store and a target: relate-tui export STORE TARGET")
        }
        try TransferWords.refuseDatalog(arguments.store, "export writes")
        let name = arguments.target.split(separator: "/").last ?? ""
        let ending = name.lastIndex(of: ".").map { name[$0...] } ?? ""
        // A directory has a plain name; with an ending, a file is meant.
        guard format != nil || ["", ".", ".jsonl", ".cypher", ".csv"].contains(ending) || name.hasPrefix(".") else {
            throw UsageError(
                "\(arguments.target) ends in neither .jsonl nor .cypher; for a directory of CSV files give --format csv"
            )
        }
        let byName: Format =
            arguments.target.hasSuffix(".cypher") ? .cypher : arguments.target.hasSuffix(".jsonl") ? .jsonl : .csv
        arguments.format = format ?? (arguments.target == "-" ? .jsonl : byName)
        guard arguments.target != "-" || arguments.format != .csv else {
            throw UsageError("a store is several CSV files: name a directory instead of -")
        }
        if let listDelimiter {
            guard arguments.format == .csv else {
                throw UsageError("--array-delimiter is one of CSV files, and this export writes \(arguments.format)")
            }
            arguments.listDelimiter = listDelimiter
        }
        return arguments
    }
}

enum TransferWords {
    /// - Parameter what: The command and what it does with a store.
    static func refuseDatalog(_ store: String, _ what: String) throws(UsageError) {
        guard StoreOpening.isDatalog(store) else { return }
        throw UsageError(
            "\(store) is a Datalog store by its name, and \(what) Cypher stores: a directory or a .rl file")
    }

    /// The value of `--array-delimiter`.
    static func listDelimiter(_ value: String) throws(UsageError) -> Character {
        guard let delimiter = value == "TAB" || value == "\\t" ? "\t" : value.first,
            value.count == 1 || delimiter == "\t", !"\"\n\r".contains(delimiter)
        else { throw UsageError("--array-delimiter takes one character, or TAB") }
        return delimiter
    }

    /// `--name=value` in two.
    static func split(_ word: String) -> (name: String, value: String?) {
        guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }
}
