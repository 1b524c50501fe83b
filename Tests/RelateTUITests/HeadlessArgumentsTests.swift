import Testing

@testable import RelateTUI

@Suite struct HeadlessArgumentsTests {
    private func run(_ words: String...) throws -> Arguments {
        guard case .run(let arguments) = try Arguments.parse(words) else { throw UsageError("not a run") }
        return arguments
    }

    @Test func `nothing on the command line means an empty store in memory`() throws {
        #expect(try run() == Arguments())
        #expect(Arguments().store == ":memory:")
    }

    @Test func `the order of the machine interface is understood`() throws {
        let arguments = try run("--database", ":memory:", "--input", "jsonl", "--format", "typed-jsonl")
        #expect(arguments.store == ":memory:")
        #expect(arguments.input == .jsonl)
        #expect(arguments.format == .typedJSONLines)
    }

    @Test func `every option is taken, with its value in the next word or after an equals sign`() throws {
        let spaced = try run(
            "graph.rl", "--read-only", "--namespace", "system", "--keep-going", "-c", "RETURN 1", "--file", "-",
            "--command", "RETURN 2", "--param", "a=1", "--params", "{}", "--params", "@p.json", "--format", "csv")
        let attached = try run(
            "--database=graph.rl", "--read-only", "--namespace=system", "--keep-going", "-cRETURN 1", "-",
            "--command=RETURN 2", "--param=a=1", "--params={}", "--params=@p.json", "--format=csv")
        #expect(spaced == attached)
        #expect(spaced.sources == [.text("RETURN 1"), .file("-"), .text("RETURN 2")])
        #expect(spaced.parameters == [.literal(name: "a", text: "1"), .json("{}"), .jsonFile("p.json")])
    }

    @Test func `a screenshot takes its size, keys and file`() throws {
        let arguments = try run("--screenshot", "120x40", "--keys", "F5 wait", "--output", "a.svg", "--sample=movies")
        #expect(arguments.screenshot == .init(columns: 120, rows: 40))
        #expect(arguments.keys == "F5 wait")
        #expect(arguments.output == "a.svg")
        #expect(arguments.sample == .init(name: "movies", path: nil))
    }

    @Test func `a sample may name its file`() throws {
        #expect(try run("--sample", "packages=/a=b").sample == .init(name: "packages", path: "/a=b"))
    }

    @Test func `a parameter's value may hold equals signs, and its name may have its dollar`() throws {
        #expect(try run("--param", "$q=a=b").parameters == [.literal(name: "q", text: "a=b")])
        #expect(try run("--param", "q=").parameters == [.literal(name: "q", text: "")])
    }

    @Test func `a store that must exist has a path`() throws {
        #expect(try run("a.rl", "--must-exist").mustExist)
        for words in [["--must-exist"], [":datalog:", "--must-exist"]] {
            #expect(throws: UsageError.self) { try Arguments.parse(words) }
        }
    }

    @Test func `two dashes end the options`() throws {
        #expect(try run("--read-only", "--", "--odd").store == "--odd")
    }

    @Test(arguments: ["--help", "-h", "--version"])
    func `help and version win over what follows`(_ word: String) throws {
        #expect(try Arguments.parse([word, "--nonsense"]) == (word == "--version" ? .version : .help))
    }

    @Test func `the list of samples is asked for by its name`() throws {
        #expect(try Arguments.parse(["--sample", "list"]) == .listSamples)
    }

    @Test(arguments: [
        (["--nonsense"], "there is no option --nonsense; see --help"),
        (["--fromat", "csv"], "there is no option --fromat; did you mean --format?"),
        (["-x"], "there is no option -x; see --help"),
        (["--format"], "--format needs a value: --format FORMAT"),
        (["--format", "xml"], "--format takes one of table, csv, json, jsonl, typed-jsonl, markdown, plan, not xml"),
        (["--input", "sql"], "--input takes one of cypher, datalog, jsonl, not sql"),
        (["--read-only=yes"], "--read-only takes no value"),
        (["a.rl", "b.rl"], "one store at a time: both a.rl and b.rl are named"),
        (["a.rl", "--database", "b.rl"], "one store at a time: both a.rl and b.rl are named"),
        (["--database="], "the store's path is empty"),
        (["--param", "x"], "--param takes NAME=VALUE, not x"),
        (["--param", "=x"], "--param takes NAME=VALUE, not =x"),
        (["--screenshot", "80"], "--screenshot takes COLSxROWS, such as 120x40, not 80"),
        (["--screenshot", "0x24"], "--screenshot takes 1 to 1000 columns and rows, not 0x24"),
        (
            ["--screenshot", "99999999999999999999x2"],
            "--screenshot takes COLSxROWS, such as 120x40, not 99999999999999999999x2"
        ),
        (["--screenshot", "80x24", "-c", "x"], "--screenshot shows the explorer: it takes --keys, not -c or -f"),
        (["--keys", "F5"], "--keys types into a --screenshot, which is missing"),
        (["--output", "a.svg"], "--output takes a --screenshot, which is missing"),
        (
            ["--screenshot", "80x24", "--output", "a.png"],
            "--output names a file that ends in .txt, .ansi or .svg, not a.png"
        ),
        (["-f", "-", "-f", "-"], "stdin can be read once only: -f - is there twice"),
        (["--input", "datalog"], "--input datalog needs a Datalog store: a .graph file or :datalog:"),
        ([":datalog:", "--input", "cypher"], "--input cypher needs a Cypher store, not :datalog:"),
        (["--sample", "movies", "--read-only"], "--sample writes to the store, which --read-only forbids"),
    ])
    func `bad usage is refused with a sentence that says what to write`(_ words: [String], _ message: String) {
        #expect(throws: UsageError(message)) { try Arguments.parse(words) }
    }

    @Test func `the help names every option and fits 100 columns`() {
        for option in Option.allCases { #expect(Option.helpText.contains(option.rawValue)) }
        #expect(Option.helpText.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
}
