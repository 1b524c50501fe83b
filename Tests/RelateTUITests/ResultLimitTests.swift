import Relate
import Render
import Testing

@testable import RelateTUI

/// A result of which not all is kept: what is said of it, and how the rest comes.
@Suite("Results that are cut") struct ResultLimitTests {
    private let database: RelateStore
    private let session: any ExplorerSession

    init() throws {
        database = RelateStore(try Database.inMemory(), name: ":memory:", namespace: .neo4j)
        session = try database.connect()
    }

    /// Runs the text of the query as a worker would.
    @discardableResult
    private func run(_ effects: [Effect], _ model: inout Model) throws -> [Effect] {
        let request = try #require(effects.runRequest)
        let outcome = try session.run(
            request.text, mode: request.mode, parameters: request.parameters, time: request.time,
            keeping: request.limit)
        return update(&model, .statementEnded(request, .success(outcome)))
    }

    private func model(_ text: String, _ settings: String = "[grid]\nmax_rows = 1200") -> Model {
        .opened(text, columns: 120) {
            $0.settings = Settings(parsing: settings)
            $0.guardsWrites = false
        }
    }

    @Test("Title, place and messages count the rows that are kept, and say that there are more")
    func counts() throws {
        var model = model("UNWIND range(1, 1000000000) AS i RETURN i")
        try run(press("F5", &model), &model)
        let first = "the first \(Counts.of(1_200, "row"))"
        #expect(model.message?.text.hasPrefix("\(first) kept in ") == true)
        #expect(model.message?.text.hasSuffix("; :limit off keeps all") == true)
        #expect(model.grid?.table.rowCount == 1_200 && model.grid?.table.cell(1_200, 0) == .null)
        try press("F3", &model)
        let screen = view(model).plainText
        #expect(screen.contains(" of \(first)  more were left out: :limit off"))
        #expect(screen.contains("row 1 of \(first)"))
        let filtering = try press("& \"77\" Enter", &model)
        guard case .arrange(let table, let sort, let filter)? = filtering.first else {
            Issue.record("nothing is filtered")
            return
        }
        let order = try GridSearch.order(of: table, sort: sort, filter: filter)
        _ = update(
            &model,
            .rowsArranged(resultNumber: table.number, RowArrangement(sort: sort, filter: filter, order: order)))
        #expect(model.message?.text.hasPrefix("21 rows with “77” among \(first); ") == true)
        #expect(view(model).plainText.contains("21 rows"))
        #expect(model.grid?.selection(isWhole: false).scope.text == "21 of \(first) with “77”")
        _ = update(&model, .rowFound(resultNumber: table.number, row: nil))
        #expect(model.message?.text.hasSuffix("is not found among rows with “77” in \(first)") == true)
    }

    @Test("A file and a copy say that they have the first rows alone")
    func exports() throws {
        var model = model("UNWIND range(1, 5000) AS i RETURN i")
        try run(press("F5", &model), &model)
        let effects = model.perform(commandLine: "export -a /nowhere/a.csv")
        guard case .export(let table, let order, let path, _)? = effects.first else {
            Issue.record("nothing is exported")
            return
        }
        #expect(table.rowCount == 1_200 && order == nil)
        _ = update(&model, .exported(path: path, .success(1_200)))
        #expect(
            model.message?.text
                == "the first \(Counts.of(1_200, "row")) written (:limit off keeps all) to /nowhere/a.csv")
    }

    @Test("All rows come when they are asked for, and from then on; the limit comes back as well")
    func keepsAll() throws {
        var model = model("UNWIND range(1, 5000) AS i RETURN i")
        try run(press("F5", &model), &model)
        let again = model.perform(commandLine: "limit off")
        #expect(again.runRequest?.limit == ResultLimit())
        try run(again, &model)
        #expect(model.grid?.table.rowCount == 5_000 && model.grid?.firstRows == nil)
        #expect(!view(model).plainText.contains("left out"))
        // Nothing is missing now, so nothing is run.
        #expect(model.perform(commandLine: "limit off").isEmpty)
        #expect(model.perform(commandLine: "limit on").isEmpty)
        #expect(
            model.message?.text == "Results keep \(Counts.of(1_200, "row")) or 512 MiB; :limit off keeps all")
        try run(press("F5", &model), &model)
        #expect(model.grid?.table.rowCount == 1_200)
        #expect(model.perform(commandLine: "limit some").isEmpty && model.message?.role == .error)
    }

    @Test("A statement that writes does all of its work, counts its rows, and is not run again for them")
    func writes() throws {
        var model = model("UNWIND range(1, 3000) AS i CREATE (n:N {i: i}) RETURN n.i")
        try run(press("F5", &model), &model)
        #expect(model.grid?.firstRows == "the first \(Counts.grouped(1_200)) of \(Counts.of(3_000, "row"))")
        #expect(model.message?.text.hasPrefix("\(Counts.of(3_000, "node")) created, ") == true)
        #expect(model.perform(commandLine: "limit off").isEmpty)
        #expect(model.message?.text.contains("is not run again") == true && model.keepsAllRows)
    }

    @Test("A result of exactly the limit is whole")
    func fits() throws {
        var model = model("UNWIND range(1, 1200) AS i RETURN i")
        try run(press("F5", &model), &model)
        #expect(model.grid?.table.rowCount == 1_200 && model.grid?.firstRows == nil)
        #expect(model.message?.text.hasPrefix("\(Counts.of(1_200, "row")) in ") == true)
    }

    @Test("Rows end at the bytes that may be kept too")
    func bytes() throws {
        var model = model(
            "UNWIND range(1, 100000) AS i RETURN toString(i) + reduce(s = '', x IN range(1, 300) | s + 'abc') AS s",
            "[grid]\nmax_bytes = 1000000")
        try run(press("F5", &model), &model)
        let count = try #require(model.grid?.table.rowCount)
        #expect((900...1_100).contains(count) && model.grid?.firstRows != nil, "\(count)")
    }

    @Test("A store that gives all of its rows has the first of them shown, and how many more there are")
    func datalog() throws {
        let outcome = Fixtures.outcome(columns: ["n"], rows: (1...10).map { [.int($0)] })
        let kept = outcome.keeping(ResultLimit(rowCount: 4))
        #expect(kept.rows.rowCount == 4 && kept.rest == .rows(6))
        #expect(kept.rest.firstRows(4) == "the first 4 of 10 rows")
        #expect(outcome.keeping(ResultLimit(rowCount: 10)).rest == .none)
        #expect(outcome.keeping(ResultLimit()).rows.rowCount == 10)
    }
}
