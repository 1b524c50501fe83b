import CypherSyntax

/// `CALL procedure(…) YIELD …`: for each row the procedure's rows.
final class ProcedureCallOperator: RowByRowOperator {
    private let procedure: Procedure
    private let arguments: [VectorExpression]
    private let yields: [(column: Int, slot: Slot)]
    private let isOptional: Bool
    private let isVoid: Bool
    private let span: SourceSpan
    /// Of the arguments, for the present batch.
    private var vectors: [Vector] = []

    init(
        _ call: BoundProcedureCall, _ compiler: ExpressionCompiler, _ input: Operator, carried: [Int]
    ) throws(EngineError) {
        guard let procedure = Procedure.named(call.name) else {
            throw .unsupported("the procedure \(call.name)")
        }
        self.procedure = procedure
        arguments = try compiler.compile(call.arguments)
        yields = call.yields
        isOptional = call.isOptional
        span = call.span
        isVoid = procedure.isVoid
        super.init([input], carried: carried)
    }

    override func prepare(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        vectors = []
        for argument in arguments { vectors.append(try argument.evaluate(batch, batch.selection, context)) }
    }

    override func answer(_ row: Int, of batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try call(vectors.map { $0.value(at: row, context.strings) }, whole(row, of: batch, context), context)
    }

    private func rows(_ values: [Value], _ context: ExecutionContext) throws(EngineError) -> [[Value]] {
        do throws(EngineError) {
            return try procedure.body(values, context)
        } catch {
            throw error.at(span)
        }
    }

    private func call(_ values: [Value], _ outer: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let rows = try rows(values, context)
        if isVoid { return try packer.append(outer, context) }
        var start = 0
        while start < rows.count {
            let part = rows[start..<min(rows.count, start + RowBatch.rowsLimit)]
            let batch = RowBatch(columns: outer.columns, rowCount: part.count)
            for yield in yields { batch[yield.slot] = .values(part.map { $0[yield.column] }) }
            try packer.append(batch, context)
            start += part.count
        }
        if rows.isEmpty, isOptional {
            for yield in yields { outer[yield.slot] = .constant(.null) }
            try packer.append(outer, context)
        }
    }
}

/// A built-in procedure: the rows it gives for its arguments.
struct Procedure: Sendable {
    var isVoid = false
    var body: @Sendable (_ arguments: [Value], _ context: ExecutionContext) throws(EngineError) -> [[Value]]

    /// Without regard to case.
    static func named(_ name: String) -> Procedure? {
        let name = name.lowercased()
        return all[name] ?? information[name] ?? search[name] ?? store[name]
    }

    private static let all: [String: Procedure] = [
        "db.labels": Procedure { _, context in
            let state = context.transaction.state
            return state.labelNames.filter { name in
                state.labelID(named: name).map { state.nodeCount(of: $0) > 0 } ?? false
            }.map { [.string($0)] }
        },
        "db.relationshiptypes": Procedure { _, context in
            let state = context.transaction.state
            return state.relationshipTypeNames.filter { name in
                state.relationshipTypeID(named: name).map { state.relationshipCount(of: $0) > 0 } ?? false
            }.map { [.string($0)] }
        },
        "db.propertykeys": Procedure { _, context in
            context.transaction.state.propertyKeyNames.map { [.string($0)] }
        },
        "show indexes": Procedure { arguments, context throws(EngineError) in
            try ShowSchema.indexes(arguments, context)
        },
        "show constraints": Procedure { arguments, context in
            ShowSchema.constraints(arguments, context.transaction.state.schema)
        },
        "show current graph type": Procedure { _, context in
            [[.string(context.transaction.state.schema.graphTypeText)]]
        },
        "show current graph type as graph": Procedure { _, context in
            [GraphTypeGraph.row(context.transaction.state.schema)]
        },
        "db.ping": Procedure { _, _ in [[.bool(true)]] },
        "dbms.components": Procedure { _, _ in
            [[.string("Relate"), .list([.string(EngineVersion.text)]), .string("embedded")]]
        },
        "db.createlabel": Procedure(isVoid: true) { arguments, context throws(EngineError) in
            _ = context.transaction.internLabel(try name(arguments))
            return []
        },
        "db.createrelationshiptype": Procedure(isVoid: true) { arguments, context throws(EngineError) in
            _ = context.transaction.internRelationshipType(try name(arguments))
            return []
        },
        "db.createproperty": Procedure(isVoid: true) { arguments, context throws(EngineError) in
            _ = context.transaction.internPropertyKey(try name(arguments))
            return []
        },
    ]

    /// What tells of the engine, its catalogues and the graph's make-up.
    private static let information: [String: Procedure] = [
        "show functions": Procedure { arguments, _ throws(EngineError) in
            ShowCatalog.functions(try arguments.first?.string(for: "SHOW FUNCTIONS") ?? "ALL")
        },
        "show procedures": Procedure { _, _ in ShowCatalog.procedures() },
        "show settings": Procedure { arguments, context throws(EngineError) in
            try ShowSession.settings(arguments, context)
        },
        "show databases": Procedure { arguments, context throws(EngineError) in
            try ShowSession.databases(arguments, context)
        },
        "show transactions": Procedure { arguments, context throws(EngineError) in
            try TransactionCommands.show(arguments, context)
        },
        "terminate transactions": Procedure { arguments, context throws(EngineError) in
            try TransactionCommands.terminate(arguments, context)
        },
        "db.schema.nodetypeproperties": Procedure { _, context throws(EngineError) in
            try SchemaProcedures.nodeTypeProperties(context)
        },
        "db.schema.reltypeproperties": Procedure { _, context throws(EngineError) in
            try SchemaProcedures.relTypeProperties(context)
        },
        "db.schema.visualization": Procedure { _, context throws(EngineError) in
            try SchemaProcedures.visualization(context)
        },
        "dbms.listconfig": Procedure { arguments, context throws(EngineError) in
            ShowSession.configuration(try arguments.first?.string(for: "dbms.listConfig") ?? "", context)
        },
    ]

    static func name(_ arguments: [Value]) throws(EngineError) -> String {
        guard case .string(let name)? = arguments.first, !name.isEmpty else {
            throw .invalidArgument("A name is a STRING that is not empty")
        }
        return name
    }
}

/// The engine's version, as `dbms.components` and `relate-tui --version` show it: that of the API it follows.
public enum EngineVersion {
    public static let text = "0.1.2"
}
