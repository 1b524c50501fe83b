import CypherSyntax
import Foundation
import Testing

@Suite struct NestingTests {
    /// Opening and closing of one level of each construct that recurses, around `1` or a clause.
    static let constructs: [(name: String, open: String, inner: String, close: String)] = [
        ("parentheses", "(", "1", ")"),
        ("lists", "[", "1", "]"),
        ("maps", "{a: ", "1", "}"),
        ("calls", "f(", "1", ")"),
        ("NOT", "NOT ", "true", ""),
        ("minus", "- ", "x", ""),
        ("plus", "+ ", "x", ""),
        ("subscripts", "l[", "1", "]"),
        ("CASE", "CASE WHEN true THEN ", "1", " END"),
        ("CASE operands", "CASE ", "1", " WHEN 1 THEN 1 END"),
        ("list comprehensions", "[x IN ", "l", " WHERE x > 1 | x]"),
        ("lists that begin like comprehensions", "[x IN ", "l", ", 1]"),
        ("projections of comprehensions", "[x IN l | ", "x", "]"),
        ("pattern comprehensions", "[(a)-->(b) | ", "b", "]"),
        ("quantifiers", "all(x IN ", "l", " WHERE x)"),
        ("reductions", "reduce(a = 0, x IN l | ", "x", ")"),
        ("map projections", "n {a: ", "1", "}"),
        ("EXISTS", "EXISTS { RETURN ", "1", " }"),
        ("EXISTS with patterns", "EXISTS { (n) WHERE ", "true", " }"),
        ("pattern predicates", "(n {a: ", "1", "})-->()"),
        ("interpolated strings", "s'${", "1", "}'"),
        ("mixed", "(1 + [x IN CASE WHEN ", "true", " THEN [1] END | x][0])"),
    ]

    private static func nested(_ construct: (name: String, open: String, inner: String, close: String), _ depth: Int)
        -> String
    {
        "RETURN " + String(repeating: construct.open, count: depth) + construct.inner
            + String(repeating: construct.close, count: depth)
    }

    /// Runs on a thread with a stack of 512 KiB, as secondary threads have on some systems.
    private static func onSmallStack(_ body: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            body()
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
    }

    @Test(arguments: constructs.indices)
    func fiveHundredLevelsParsePrintAndGoOnASmallStack(_ index: Int) {
        let construct = Self.constructs[index]
        let levels = construct.name == "mixed" ? 100 : construct.name == "pattern predicates" ? 240 : 490
        Self.onSmallStack {
            let text = Self.nested(construct, levels)
            do throws(SyntaxError) {
                let statement = try Parser.statement(in: text)
                let printed = StatementPrinter.text(of: statement)
                #expect(printed.hasPrefix("RETURN "))
            } catch {
                Issue.record("\(construct.name): \(error.detail)")
            }
        }
    }

    @Test(arguments: constructs.indices)
    func deeperNestingIsAClearErrorOnASmallStack(_ index: Int) {
        let construct = Self.constructs[index]
        Self.onSmallStack {
            for levels in [502, 20_000] {
                do throws(SyntaxError) {
                    _ = try Parser.statement(in: Self.nested(construct, levels))
                    Issue.record("\(construct.name) parsed")
                } catch {
                    #expect(error.kind == .nestingTooDeep || construct.name == "interpolated strings")
                }
            }
        }
    }

    @Test(arguments: [
        ("CALL () { ", "RETURN 1 AS a", " } RETURN 1 AS a"), ("{ ", "RETURN 1", " }"),
        ("FOREACH (x IN [1] | ", "CREATE (n)", ")"), ("WHEN true THEN { ", "RETURN 1", " }"),
    ])
    func clausesNestToTheSameDepth(_ open: String, _ inner: String, _ close: String) {
        Self.onSmallStack {
            func text(_ depth: Int) -> String {
                String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
            }
            #expect(throws: Never.self) { try Parser.statement(in: text(490)) }
            #expect(throws: SyntaxError.self) { try Parser.statement(in: text(510)) }
        }
    }

    @Test(arguments: [
        "RETURN " + String(repeating: "!", count: 10_000), "RETURN n:" + String(repeating: "!", count: 10_000) + "A",
        "RETURN n" + String(repeating: "[0]", count: 10_000), "RETURN n" + String(repeating: ".a", count: 10_000),
        "RETURN n" + String(repeating: " IS NULL", count: 10_000),
        "RETURN n::INT" + String(repeating: " LIST", count: 10_000),
        "MATCH " + String(repeating: "(", count: 100_000), "RETURN n:" + String(repeating: "(", count: 100_000),
        "RETURN n::" + String(repeating: "LIST<", count: 100_000),
    ])
    func longRunsOfPrefixesAndPostfixesAreRefused(_ text: String) {
        Self.onSmallStack {
            #expect(throws: SyntaxError.self) { try Parser.statement(in: text) }
        }
    }
}
