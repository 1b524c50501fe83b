import Foundation
import Relate
import TestSupport
import Testing

@testable import RelateTUI

/// Sorting, filtering, searching and writing many rows: how far they are, and that they can be given up.
@Suite("Work on rows") struct RowWorkTests {
    private func table(_ values: [CypherValue]) -> GridTable {
        GridTable(number: 1, columns: ["v"], rows: ArrayRows(values.map { [$0] }))
    }

    /// As many as take several runs and merges.
    private func numbers(_ count: Int) -> [CypherValue] { (0..<count).map { .int(Int64($0 * 7_919 % 10_007)) } }

    @Test("A column of whole numbers, and one with others among them, is sorted alike, and equal ones keep their order")
    func sorts() throws {
        for isDescending in [false, true] {
            let values = numbers(60_000)
            let order = try ValueOrder.sorted(
                Array(0..<60_000), by: 0, of: table(values), isDescending: isDescending)
            let other = try ValueOrder.sorted(
                Array(0..<60_001), by: 0, of: table(values + [.null]), isDescending: isDescending)
            #expect(order == Array(other.dropLast()))
            #expect(other.last == 60_000)
            let expected = (0..<Int32(60_000)).sorted { left, right in
                let (one, two) = (Int(left) * 7_919 % 10_007, Int(right) * 7_919 % 10_007)
                return one == two ? left < right : isDescending ? one > two : one < two
            }
            #expect(order == expected)
        }
    }

    @Test("A cancelled job ends sorting, filtering, searching, collecting and writing, and the file does not appear")
    func cancels() throws {
        let table = table(numbers(50_000))
        let job = RowJob()
        job.cancel()
        let sort = RowArrangement.Sort(column: 0, isDescending: false)
        #expect(throws: RowJob.Cancelled.self) { try GridSearch.order(of: table, sort: sort, filter: "", job) }
        #expect(throws: RowJob.Cancelled.self) { try GridSearch.order(of: table, sort: nil, filter: "x", job) }
        #expect(throws: RowJob.Cancelled.self) {
            try GridSearch.place(of: "x", in: table, order: nil, from: 0, step: 1, job)
        }
        #expect(throws: RowJob.Cancelled.self) { try GraphSet(collecting: table, order: nil, job) }
        let folder = try TemporaryDirectory()
        for ending in ResultExport.endings {
            let path = folder.path + "/rows" + ending
            #expect(throws: RowJob.Cancelled.self) {
                try ResultExport.write(table, order: nil, to: path, .isReplaced, job)
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("A job says how far it is, from nothing to all")
    func tellsProgress() throws {
        let job = RowJob()
        #expect(job.fraction == 0)
        _ = try ValueOrder.sorted(Array(0..<100_000), by: 0, of: table(numbers(100_000)), isDescending: false, job)
        #expect(job.fraction > 0.9 && job.fraction <= 1)
    }

    @Test("What is exported is what is shown, in each format")
    func exports() throws {
        let folder = try TemporaryDirectory()
        let table = GridTable(
            number: 1, columns: ["a", "b"], rows: ArrayRows([[1, "x"], [nil, "y,\"z\""], [3, ""]]))
        func text(_ ending: String) throws -> String {
            let path = folder.path + "/rows" + ending
            #expect(try ResultExport.write(table, order: [2, 1], to: path).get() == 2)
            return try String(contentsOfFile: path, encoding: .utf8)
        }
        #expect(try text(".csv") == "a,b\n3,\"\"\n,\"y,\"\"z\"\"\"\n")
        #expect(try text(".json") == "[\n{\"a\":3,\"b\":\"\"},\n{\"a\":null,\"b\":\"y,\\\"z\\\"\"}\n]\n")
        #expect(try text(".jsonl") == "{\"a\":3,\"b\":\"\"}\n{\"a\":null,\"b\":\"y,\\\"z\\\"\"}\n")
        #expect(try text(".md").contains("| y,\"z\" |"))
        #expect(try text(".cypher").hasPrefix("UNWIND [\n  {a: 3, b: ''},"))
    }

    @Test("A file that is there stays what it is, unless it is to be replaced")
    func keepsFiles() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/rows.csv"
        let table = table([1])
        let kept = ExportFile.Existing(isForced: false, ":export")
        #expect(try ResultExport.write(table, order: nil, to: path, kept).get() == 1)
        let failure = try #require(try ResultExport.write(self.table([2]), order: nil, to: path, kept).failure)
        #expect(failure.message == "\(path) exists already; :export! replaces it")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "v\n1\n")
        #expect(
            try ResultExport.write(self.table([2]), order: nil, to: path, .init(isForced: true, ":export")).get() == 1)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "v\n2\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["rows.csv"])
    }
}

/// Which cells have what is sought.
@Suite("Cell matcher") struct CellMatcherTests {
    @Test(
        "Text, numbers, dates and whatever else has what the grid shows of it, whatever the case",
        arguments: [
            ("Matrix", .string("The MATRIX"), true), ("matrix", .string("matri"), false),
            ("ß", .string("STRAßE"), true),
            ("É", .string("café"), true), ("x", .string(""), false), ("99", .int(-1_990), true),
            ("-1", .int(-12), true),
            ("a", .int(10), false), ("1e", .float(1e300), true), ("0.5", .float(0.5), true),
            ("nan", .float(.nan), true),
            ("TRUE", .bool(true), true), ("fal", .bool(true), false), ("2, 3", [1, 2, 3], true), ("x", .null, false),
            ("KEANU", .node(Fixtures.keanu), true), ("", .int(1), true),
        ] as [(String, CypherValue, Bool)])
    func matches(text: String, value: CypherValue, isMatch: Bool) {
        #expect(CellMatcher(text).matches(value) == isMatch)
    }

    @Test("A date has its digits, and a search for letters passes over it")
    func matchesDates() throws {
        let connection = try Database.inMemory().connect()
        let date = try connection.query("RETURN date('2020-05-17') AS d").rows[0][0]
        #expect(CellMatcher("05-17").matches(date) && !CellMatcher("may").matches(date))
    }
}
