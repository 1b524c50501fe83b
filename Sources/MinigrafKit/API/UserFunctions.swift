/// A test called in Datalog as `[(name ?v)]`.
public protocol MiniGrafPredicate: AnyObject, Sendable {
    func test(value: MiniGrafValue) throws -> Bool
}

/// An aggregate called as `(name ?v)` in `:find`, or with `:over`.
public protocol MiniGrafAggregate: AnyObject, Sendable {
    /// A new accumulator, for one group or window partition.
    func accumulator() throws -> MiniGrafAccumulator
}

public protocol MiniGrafAccumulator: AnyObject, Sendable {
    func step(value: MiniGrafValue) throws
    /// - Parameter count: the values stepped.
    func finish(count: Int64) throws -> MiniGrafValue
}

/// Calls into user code: whatever it throws becomes `QRY-014`.
enum UserFunctions {
    static func call<Result>(_ name: String, _ body: () throws -> Result) throws(MiniGrafError) -> Result {
        do {
            return try body()
        } catch MiniGrafUdfError.Failed(let msg) {
            throw failure(name, msg)
        } catch {
            let text = String(describing: error)
            throw failure(
                name, text.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init) ?? "")
        }
    }

    static func failure(_ name: String, _ text: String) -> MiniGrafError {
        .coded("QRY-014", "user function '\(name)' failed: \(text)")
    }

    static func finish(
        _ name: String, _ accumulator: any MiniGrafAccumulator, count: Int64
    ) throws(MiniGrafError) -> Value {
        let result = try call(name) { try accumulator.finish(count: count) }
        do {
            return try result.stored()
        } catch {
            throw failure(name, error.message)
        }
    }
}

/// What is registered at a handle, by name.
struct FunctionRegistry: Sendable {
    var predicates: [String: any MiniGrafPredicate] = [:]
    var aggregates: [String: any MiniGrafAggregate] = [:]
}
