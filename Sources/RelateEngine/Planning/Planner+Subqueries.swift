// `CALL { … }`, `CALL procedure(…)`, `LOAD CSV`.
extension Planner {
    mutating func plan(_ call: BoundSubqueryCall, on input: LogicalPlan) throws(EngineError) -> LogicalPlan {
        var arguments = SlotSet(call.arguments).intersection(input.available)
        let rowNumber = call.isUnit || ClauseEffects(of: call.query).draws ? nil : addRowNumber(to: &arguments)
        var inner = try plan(call.query, arguments: arguments)
        var available = input.available
        for column in call.columns { available.insert(column) }
        if call.isUnit { inner = LogicalPlan(.emptyResult, [inner], estimatedRows: 0, available: SlotSet()) }
        if let transactions = call.transactions {
            if let status = transactions.status { available.insert(status) }
            return LogicalPlan(
                .transactionApply(
                    LogicalPlan.TransactionApply(
                        batchRows: transactions.batchRows, onError: transactions.onError, status: transactions.status,
                        columns: call.columns, isUnit: call.isUnit, isOptional: call.isOptional,
                        span: transactions.span)),
                [input, inner], estimatedRows: input.estimatedRows * (call.isUnit ? 1 : max(1, inner.estimatedRows)),
                available: available)
        }
        if call.isUnit {
            return LogicalPlan(
                .foreachSubquery, [input, inner], estimatedRows: input.estimatedRows, available: input.available)
        }
        inner = inner.batched(by: rowNumber) ?? inner
        return LogicalPlan(
            call.isOptional ? .optionalApply(introduced: call.columns) : .apply, [input, inner],
            estimatedRows: input.estimatedRows * max(1, inner.estimatedRows), available: available)
    }

    mutating func plan(_ call: BoundProcedureCall, on input: LogicalPlan) throws(EngineError) -> LogicalPlan {
        var nested: [LogicalPlan] = []
        var prepared = call
        for index in prepared.arguments.indices {
            prepared.arguments[index] = try prepare(prepared.arguments[index], &nested)
        }
        // An index that is named in the text is known to be there, or not, before anything runs.
        if case .literal(.string(let name))? = prepared.arguments.first?.unplaced {
            do throws(EngineError) {
                try Procedure.check(index: name, of: call.name, estimator.state.schema)
            } catch {
                throw error.at(call.span)
            }
        }
        let predicates = prepared.predicates.flatMap(\.conjuncts)
        prepared.predicates = []
        var available = input.available
        for yield in call.yields { available.insert(yield.slot) }
        var plan = LogicalPlan(
            .procedureCall(prepared), [input], estimatedRows: input.estimatedRows * 10, available: available)
        plan.nested = nested
        return try filter(predicates, on: plan)
    }

    mutating func plan(_ load: BoundLoadCSV, on input: LogicalPlan) throws(EngineError) -> LogicalPlan {
        var available = input.available
        for slot in [load.row, load.line, load.file] { available.insert(slot) }
        return LogicalPlan(.loadCSV(load), [input], estimatedRows: input.estimatedRows * 1000, available: available)
    }
}
