/// What the binder asks of the engine: which functions and procedures there are.
package protocol BinderCatalog {
    /// Without regard to case.
    func function(named name: String) -> FunctionDefinition?
    /// For suggestions.
    var functionNames: [String] { get }
    func procedure(named name: String) -> ProcedureSignature?
    var procedureNames: [String] { get }
}

/// What a call of a procedure, or a `SHOW` command, takes and yields.
package struct ProcedureSignature: Sendable {
    package var name: String
    package var parameters: [FunctionDefinition.Parameter]
    /// Empty for a procedure that yields nothing.
    package var columns: [Column]
    /// It changes data: then the statement does.
    package var isUpdating: Bool
    /// What to use in its place.
    package var replacement: String?
    /// One sentence for help and `SHOW PROCEDURES`.
    package var summary: String

    package struct Column: Sendable {
        package var name: String
        package var type: StaticType
        /// A `SHOW` without `YIELD` returns it.
        package var isDefault: Bool

        package init(_ name: String, _ type: StaticType, isDefault: Bool = true) {
            self.name = name
            self.type = type
            self.isDefault = isDefault
        }
    }

    package init(
        name: String, parameters: [FunctionDefinition.Parameter] = [], columns: [Column] = [], isUpdating: Bool = false,
        replacement: String? = nil, summary: String = ""
    ) {
        self.name = name
        self.parameters = parameters
        self.columns = columns
        self.isUpdating = isUpdating
        self.replacement = replacement
        self.summary = summary
    }
}
