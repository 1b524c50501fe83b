import MinigrafKit

/// The user functions that shared cases name.
enum CaseFunctions {
    static func predicate(_ name: String) -> any MiniGrafPredicate { CasePredicate(name) }
    static func aggregate(_ name: String) -> any MiniGrafAggregate { CaseAggregate(name) }
}

private final class CasePredicate: MiniGrafPredicate {
    private let name: String

    init(_ name: String) { self.name = name }

    func test(value: MiniGrafValue) throws -> Bool {
        switch (name, value) {
        case ("int_ge_18", .int64(let number)): return number >= 18
        case ("int_ge_18", _): throw MiniGrafUdfError.Failed(msg: "age is not an integer")
        case ("int_even_else_false", .int64(let number)): return number % 2 == 0
        case ("is_text", .text): return true
        default: return false
        }
    }
}

private final class CaseAggregate: MiniGrafAggregate {
    private let name: String

    init(_ name: String) { self.name = name }

    func accumulator() throws -> any MiniGrafAccumulator { Accumulator(name) }

    private final class Accumulator: MiniGrafAccumulator, @unchecked Sendable {
        private let name: String
        private var total: Int64

        init(_ name: String) {
            self.name = name
            total = name == "int_product" ? 1 : 0
        }

        func step(value: MiniGrafValue) throws {
            guard case .int64(let number) = value else { return }
            total = name == "int_product" ? total &* number : total &+ number
        }

        func finish(count: Int64) throws -> MiniGrafValue {
            name == "ref_not_a_uuid" ? .ref(value: "x") : .int64(value: total)
        }
    }
}
