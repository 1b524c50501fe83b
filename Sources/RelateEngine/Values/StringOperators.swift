/// `STARTS WITH`, `ENDS WITH` and `CONTAINS`: unknown (`nil`) unless both sides are strings. By bytes, so case counts.
package enum StringOperators {
    package static func holds(_ left: Value, _ operation: StringOperator, _ right: Value) throws(EngineError) -> Bool? {
        guard case .string(let left) = left, case .string(let right) = right else { return nil }
        switch operation {
        case .startsWith: return left.hasPrefixBytes(right)
        case .endsWith: return left.hasSuffixBytes(right)
        case .contains: return left.containsBytes(right)
        case .matches: return try RegularExpression(right).matches(left)
        }
    }
}
