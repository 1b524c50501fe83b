/// The functions and procedures that are built in.
package struct BuiltInCatalog: BinderCatalog {
    package init() {}

    package func function(named name: String) -> FunctionDefinition? { FunctionCatalog.function(named: name) }

    package var functionNames: [String] { FunctionCatalog.names }

    package func procedure(named name: String) -> ProcedureSignature? {
        ProcedureSignatures.byName[name.lowercased()]
    }

    package var procedureNames: [String] { ProcedureSignatures.all.map(\.name) }
}
