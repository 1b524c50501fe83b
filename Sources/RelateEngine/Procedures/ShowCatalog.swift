/// The rows of `SHOW FUNCTIONS` and `SHOW PROCEDURES`: the tables that binding uses.
enum ShowCatalog {
    /// - Parameter scope: `ALL`, `BUILT IN` or `USER DEFINED`, of which there are none.
    static func functions(_ scope: String) -> [[Value]] {
        guard scope != "USER DEFINED" else { return [] }
        let functions = FunctionCatalog.all.map { ($0.name, row($0)) }
        let forms = FunctionCatalog.syntaxForms.map { ($0.name, row($0)) }
        return (functions + forms).sorted { $0.0.compareBytes(to: $1.0) < 0 }.map(\.1)
    }

    private static func row(_ function: FunctionDefinition) -> [Value] {
        var isAggregating = false
        if case .aggregate = function.body { isAggregating = true }
        return [
            .string(function.name), .string(function.category.rawValue), .string(function.summary),
            .string(function.signature), .bool(true), arguments(function.parameters), .string(function.result.text),
            .bool(isAggregating), .null, .null, .bool(function.replacement != nil),
            function.replacement.map { .string($0) } ?? .null,
        ]
    }

    private static func row(_ form: FunctionCatalog.SyntaxForm) -> [Value] {
        [
            .string(form.name), .string(form.category.rawValue), .string(form.summary), .string(form.signature),
            .bool(true), .list([]), .null, .bool(false), .null, .null, .bool(false), .null,
        ]
    }

    static func procedures() -> [[Value]] {
        ProcedureSignatures.all.filter { Procedure.named($0.name) != nil }.map { procedure in
            let columns = procedure.columns.map { "\($0.name) :: \($0.type.text)" }.joined(separator: ", ")
            let parameters = procedure.parameters.map { parameter in
                "\(parameter.name) :: \(parameter.type.text)" + (parameter.isOptional ? "?" : "")
            }
            return [
                .string(procedure.name), .string(procedure.summary), .string(mode(procedure)), .bool(true),
                .string("\(procedure.name)(\(parameters.joined(separator: ", "))) :: (\(columns))"),
                arguments(procedure.parameters),
                .list(procedure.columns.map { described($0.name, $0.type, isDeprecated: false) }), .bool(false), .null,
                .null, .bool(procedure.replacement != nil), procedure.replacement.map { .string($0) } ?? .null,
                .map(MapValue([("deprecated", .bool(procedure.replacement != nil))])),
            ]
        }
    }

    private static func mode(_ procedure: ProcedureSignature) -> String {
        if procedure.isUpdating { return "WRITE" }
        let isOfServer = ["dbms.", "tx.", "db.checkpoint", "db.clearQueryCaches"].contains {
            procedure.name.hasPrefix($0)
        }
        return isOfServer ? "DBMS" : "READ"
    }

    private static func arguments(_ parameters: [FunctionDefinition.Parameter]) -> Value {
        .list(parameters.map { described($0.name, $0.type, isDeprecated: false) })
    }

    private static func described(_ name: String, _ type: StaticType, isDeprecated: Bool) -> Value {
        .map(
            MapValue([
                ("name", .string(name)), ("type", .string(type.text)), ("isDeprecated", .bool(isDeprecated)),
                ("description", .string("\(name) :: \(type.text)")),
            ]))
    }
}
