import Foundation
import Relate
import Testing

/// Statements at the limits, from text to rows.
///
/// - Source: Swift API page, "Limits".
@Suite("Statements as long and as deep as they may be")
struct LimitTests {
    static let chains: [(name: String, text: String, value: CypherValue)] = [
        ("AND", "RETURN " + String(repeating: "true AND ", count: 100_000) + "true AS x", true),
        ("OR", "RETURN " + String(repeating: "false OR ", count: 100_000) + "true AS x", true),
        ("XOR", "RETURN " + String(repeating: "true XOR ", count: 100_000) + "true AS x", true),
        ("+", "RETURN " + String(repeating: "1 + ", count: 100_000) + "1 AS x", 100_001),
        ("-", "RETURN " + String(repeating: "1 - ", count: 100_000) + "1 AS x", -99_999),
        ("*", "RETURN " + String(repeating: "1 * ", count: 100_000) + "2 AS x", 2),
        ("||", "RETURN size(" + String(repeating: "'a' || ", count: 100_000) + "'a') AS x", 100_001),
        ("<=", "RETURN " + String(repeating: "1 <= ", count: 100_000) + "1 AS x", true),
        ("list", "RETURN size([" + String(repeating: "1, ", count: 100_000) + "1]) AS x", 100_001),
        (
            "WHEN",
            "RETURN CASE 7 " + String(repeating: "WHEN 1 THEN 2 ", count: 20_000) + "ELSE 3 END AS x", 3
        ),
    ]

    @Test("a chain of 100,000 operands runs, also on a stack of 512 KiB", arguments: chains.indices)
    func chain(index: Int) throws {
        let (name, text, value) = Self.chains[index]
        #expect(try Database.inMemory().connect().query(text).scalar() == value, "\(name)")
        #expect(Self.outcomeOnSmallStack(of: text) == .success(value), "\(name)")
    }

    static let nested: [(name: String, open: String, inner: String, close: String)] = [
        ("parentheses", "(", "1", ")"), ("lists", "[", "1", "]"), ("maps", "{a: ", "1", "}"),
        ("calls", "coalesce(", "1", ")"), ("NOT", "NOT ", "true", ""), ("minus", "- ", "(1)", ""),
        ("CASE", "CASE WHEN true THEN ", "1", " END"), ("list comprehensions", "[x IN ", "[1]", " WHERE true | x]"),
        ("quantifiers", "all(x IN [1] WHERE ", "true", ")"), ("reductions", "reduce(a = 0, x IN [1] | ", "1", ")"),
        ("subscripts", "[0][", "0", "]"),
    ]

    @Test("480 levels run on a stack of 512 KiB, and more than 500 are refused by name", arguments: nested.indices)
    func nesting(index: Int) throws {
        let (name, open, inner, close) = Self.nested[index]
        func text(_ levels: Int) -> String {
            "RETURN " + String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
                + " AS x"
        }
        guard case .success = Self.outcomeOnSmallStack(of: text(480)) else {
            Issue.record("\(name): \(Self.outcomeOnSmallStack(of: text(480)))")
            return
        }
        for levels in [502, 5_000] {
            guard case .failure(let error) = Self.outcomeOnSmallStack(of: text(levels)) else {
                Issue.record("\(name) of \(levels) levels runs")
                continue
            }
            #expect(error.engineError?.stage == .compile, "\(name)")
            #expect(error.message.contains("NestingTooDeep"), "\(name): \(error.message.prefix(100))")
        }
    }

    @Test("480 levels run in a task of the cooperative pool, again and again", arguments: nested.indices)
    func tasks(index: Int) async throws {
        let (name, open, inner, close) = Self.nested[index]
        let text =
            "RETURN " + String(repeating: open, count: 480) + inner + String(repeating: close, count: 480) + " AS x"
        let rowCounts = try await Task.detached {
            let connection = try Database.inMemory().connect()
            return [try connection.query(text).rows.count, try connection.query(text).rows.count]
        }.value
        #expect(rowCounts == [1, 1], "\(name)")
    }

    @Test("values of 500 levels go in and out on a stack of 512 KiB, and no deeper ones")
    func values() {
        func value(_ levels: Int, isMap: Bool) -> CypherValue {
            (0..<levels).reduce(1) { value, _ in isMap ? ["k": value] : [value] }
        }
        for isMap in [false, true] {
            let outcome = Self.outcomeOnSmallStack(of: "RETURN $value AS x", ["value": value(500, isMap: isMap)])
            guard case .success = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            let refused = Self.outcomeOnSmallStack(of: "RETURN $value AS x", ["value": value(501, isMap: isMap)])
            guard case .failure(let error) = refused else {
                Issue.record("501 levels go in")
                continue
            }
            #expect(error.message.contains("more than 500 levels"), "\(error.message)")
        }
    }

    @Test("subqueries nest to the limit and run")
    func subqueries() throws {
        let text =
            "RETURN " + String(repeating: "EXISTS { RETURN ", count: 200) + "1 AS x"
            + String(repeating: " }", count: 200) + " AS x"
        guard case .success(let value) = Self.outcomeOnSmallStack(of: text) else {
            Issue.record("\(Self.outcomeOnSmallStack(of: text))")
            return
        }
        #expect(value == true)
    }

    /// The one value, from a thread with 512 KiB of stack as secondary threads have on some systems.
    private static func outcomeOnSmallStack(
        of text: String, _ parameters: [String: CypherValue] = [:]
    ) -> Result<CypherValue, RelateError> {
        final class Outcome: @unchecked Sendable {
            var result = Result<CypherValue, RelateError>.failure(.decoding("did not run"))
        }
        let outcome = Outcome()
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            do {
                outcome.result = .success(try Database.inMemory().connect().query(text, parameters).scalar())
            } catch let error as RelateError {
                outcome.result = .failure(error)
            } catch {
                outcome.result = .failure(.decoding("\(error)"))
            }
            isDone.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        isDone.wait()
        return outcome.result
    }
}
