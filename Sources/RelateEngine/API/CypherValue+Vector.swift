extension CypherValue {
    /// A vector: coordinates of one type. The initializers take any numbers: a coordinate that does not fit its type is
    /// refused when the vector is bound to a statement.
    public enum Vector: Hashable, Sendable {
        /// Of type `.float16`, `.bfloat16`, `.float32` or `.float`.
        case floats(dtype: DType, values: [Double])
        /// Of type `.integer8`, `.integer16`, `.integer32` or `.integer`.
        case ints(dtype: DType, values: [Int64])

        /// A coordinate's type; the raw value is the engine's name.
        public enum DType: String, Sendable, Hashable, CaseIterable {
            case integer8 = "INTEGER8"
            case integer16 = "INTEGER16"
            case integer32 = "INTEGER32"
            case integer = "INTEGER"
            case float16 = "FLOAT16"
            case bfloat16 = "BFLOAT16"
            case float32 = "FLOAT32"
            case float = "FLOAT"
        }
    }
}
