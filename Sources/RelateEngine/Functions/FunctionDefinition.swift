/// One built-in function: the row of the table that drives binding, evaluation, completion and `SHOW FUNCTIONS`.
package struct FunctionDefinition: Sendable {
    /// As documented, such as `toUpper` or `point.distance`; looked up without regard to case.
    package var name: String
    package var category: Category
    package var parameters: [Parameter]
    /// The last parameter may repeat.
    package var isVariadic: Bool
    package var result: StaticType
    /// One sentence for help and `SHOW FUNCTIONS`.
    package var summary: String
    /// A null argument makes the result null without a call.
    package var isNullPropagating: Bool
    /// Same arguments, same result: may be evaluated once at planning.
    package var isDeterministic: Bool
    /// Same arguments, same result within one statement, such as the clocks that stand still meanwhile.
    package var isFixedInStatement = false
    /// What to use in its place.
    package var replacement: String?
    package var body: Body

    /// Each call may give another value, as of `rand()`.
    package var draws: Bool { !isDeterministic && !isFixedInStatement }

    /// The same function, as one that stands still within a statement.
    var fixedInStatement: FunctionDefinition {
        var copy = self
        copy.isFixedInStatement = true
        return copy
    }

    package struct Parameter: Sendable {
        package var name: String
        package var type: StaticType
        package var isOptional: Bool

        package init(_ name: String, _ type: StaticType, isOptional: Bool = false) {
            self.name = name
            self.type = type
            self.isOptional = isOptional
        }
    }

    package enum Category: String, Sendable, CaseIterable {
        case aggregating = "Aggregating"
        case list = "List"
        case logarithmic = "Logarithmic"
        case numeric = "Numeric"
        case predicate = "Predicate"
        case scalar = "Scalar"
        case spatial = "Spatial"
        case string = "String"
        case temporal = "Temporal"
        case trigonometric = "Trigonometric"
        case vector = "Vector"
    }

    package enum Body: Sendable {
        case scalar(@Sendable (_ arguments: [Value], _ context: EvaluationContext) throws(EngineError) -> Value)
        case aggregate(@Sendable () -> any Accumulator)
    }
}

/// What one group of an aggregation gathers.
///
/// `add` gets the call's arguments, nulls included; `byteCount` is what it holds, for the statement's memory budget.
package protocol Accumulator: AnyObject {
    func add(_ arguments: [Value], _ context: EvaluationContext) throws(EngineError)
    func finish(_ context: EvaluationContext) throws(EngineError) -> Value
    var byteCount: Int { get }
}
