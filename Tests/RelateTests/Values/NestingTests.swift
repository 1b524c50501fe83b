import Testing

@testable import Relate

@Suite("Nesting of values")
struct NestingTests {
    @Test("levels are counted through lists and maps")
    func levels() {
        #expect(Nesting.levels(of: 1, elementsLimit: 10) == 0)
        #expect(Nesting.levels(of: [], elementsLimit: 10) == 1)
        #expect(Nesting.levels(of: [1, ["a": [2]]], elementsLimit: 10) == 3)
        #expect(Nesting.levels(of: [1, 2, 3], elementsLimit: 2) == nil)
    }

    @Test("a watched value cannot grow far past the limit", arguments: [1, 2, 7, 100])
    func watch(levelsAStep: Int) {
        var watch = NestingWatch()
        var value: Value = 1
        var levels = 0
        let error = caughtError { () throws(EngineError) in
            for _ in 0..<20_000 {
                for _ in 0..<levelsAStep { value = .list([value, 1]) }
                levels += levelsAStep
                try watch.step(to: value)
            }
        }
        #expect(errorKind(of: error) == "InvalidArgumentValue")
        #expect(levels > Nesting.levelsLimit && levels <= Nesting.levelsLimit + 16 * levelsAStep)
    }

    @Test("a watched value may grow wide")
    func wide() throws {
        var watch = NestingWatch()
        var elements: [Value] = []
        for number in 0..<20_000 as Range<Int64> {
            elements.append([.int(number)])
            try watch.step(to: .list(elements))
        }
    }

    @Test("reduce cannot nest a value without end")
    func reduce() throws {
        let connection = try Database.inMemory().connect()
        let deep = "RETURN reduce(a = [], x IN range(1, 100000) | [a]) AS v"
        let error = #expect(throws: RelateError.self) { try connection.query(deep) }
        #expect(errorKind(of: error?.engineError) == "InvalidArgumentValue")
        let shallow = try connection.query("RETURN size(reduce(a = [], x IN range(1, 5000) | a + x)) AS v")
        #expect(try shallow.scalar() == 5_000)
    }

    @Test("a list that differs from row to row is looked up anew")
    func membershipByRow() throws {
        let connection = try Database.inMemory().connect()
        let result = try connection.query(
            """
            UNWIND [[1, 2, 3, 4, 5, 6, 7, 8, 9], [11, 12, 13, 14, 15, 16, 17, 18, 19]] AS l
            CALL (l) { UNWIND [1, 11] AS x WITH x WHERE x IN l RETURN x }
            RETURN x
            """)
        #expect(result.rows == [[1], [11]])
    }

    @Test("counting a value that stands for more than memory holds takes bounded time")
    func doubling() {
        var value: Value = "a text of more than fifteen bytes"
        for _ in 0..<60 { value = [value, value] }
        let count = value.heapByteCount(limit: 1_000_000)
        #expect(count > 1_000_000 && count < 1_001_000)
        #expect(Ordering.compare(value, value) == 0)
        #expect(Equivalence.hash(value) == Equivalence.hash(value))
    }

    @Test("a value nested too deep counts as larger than any memory")
    func depthOfSize() {
        var value: Value = 1
        for _ in 0..<(Nesting.levelsLimit + 1) { value = [value] }
        #expect(value.heapByteCount > Limits.statementMemoryBytesLimit)
    }

    @Test(
        "an expression makes no text beyond the limit",
        arguments: [
            "RETURN reduce(a = 'a', x IN range(1, 60) | a + a) AS v",
            "RETURN reduce(a = 'aa', x IN range(1, 9) | replace(a, 'a', a)) AS v",
        ])
    func longTexts(statement: String) throws {
        let connection = try Database.inMemory().connect()
        let error = #expect(throws: RelateError.self) { try connection.query(statement) }
        #expect(error?.engineError?.code.hasSuffix("OutOfMemoryError") == true, "\(String(describing: error))")
    }
}
