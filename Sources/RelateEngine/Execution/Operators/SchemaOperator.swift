import CypherSyntax

/// `CREATE` and `DROP` of an index or constraint: changes the schema once, and gives no row.
final class SchemaOperator: Operator {
    private let command: BoundCommand
    private let name: VectorExpression?
    private let options: VectorExpression?
    private var isDone = false
    /// What it did, once it has run.
    private(set) var effect: SchemaCommands.Effect?

    init(_ command: BoundCommand, _ compiler: ExpressionCompiler) throws(EngineError) {
        self.command = command
        name = try command.name.map { (name) throws(EngineError) in try compiler.compile(name) }
        options = try command.options.map { (options) throws(EngineError) in try compiler.compile(options) }
        super.init([], carried: [])
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) { isDone = false }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard !isDone else { return nil }
        isDone = true
        let row = RowBatch.unit(slotCount: context.slotCount)
        let name = try self.name?.value(row, row: 0, context)
        let options = try self.options?.value(row, row: 0, context) ?? .null
        let transaction = context.transaction
        if transaction.writeSet.hasDataChanges { throw .schemaAndDataInOneTransaction(isSchema: true) }
        do throws(EngineError) {
            let effect = try SchemaCommands(schema: transaction.state.schema).effect(
                of: command, name: name, options: options)
            switch effect {
            case .change(let change): try make([change], context)
            case .changes(let changes): try make(changes, context)
            case .exists, .isMissing: break
            }
            self.effect = effect
        } catch {
            throw error.at(command.span ?? self.name?.span)
        }
        return nil
    }
}

extension SchemaOperator {
    /// Large stores take a while: whoever asked for it may stop it.
    private func make(_ changes: [SchemaChange], _ context: ExecutionContext) throws(EngineError) {
        let check = { () throws(EngineError) in try context.checkInterrupt() }
        for change in changes { try context.transaction.change(change, check) }
        for case .createConstraint(let constraint, _) in changes {
            try ConstraintCheck(context.transaction.state).all(of: constraint, check)
        }
    }
}

extension BoundCommand {
    var name: BoundExpression? {
        switch self {
        case .createIndex(let index): index.name
        case .createConstraint(let constraint): constraint.name
        case .dropIndex(let name, _), .dropConstraint(let name, _): name
        case .alterGraphType: nil
        }
    }

    var options: BoundExpression? {
        switch self {
        case .createIndex(let index): index.options
        case .createConstraint(let constraint): constraint.options
        case .dropIndex, .dropConstraint, .alterGraphType: nil
        }
    }

    /// Where it stands; `nil` where its name says that.
    var span: SourceSpan? {
        switch self {
        case .createIndex(let index): index.span
        case .createConstraint(let constraint): constraint.span
        case .alterGraphType(let graphType): graphType.span
        case .dropIndex, .dropConstraint: nil
        }
    }

    /// Neo4j's name of the operator.
    var operatorName: String {
        switch self {
        case .createIndex: "CreateIndex"
        case .dropIndex: "DropIndex"
        case .createConstraint: "CreateConstraint"
        case .dropConstraint: "DropConstraint"
        case .alterGraphType: "AlterCurrentGraphType"
        }
    }
}
