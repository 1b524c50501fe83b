#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One step of a running plan: hands out batches of rows until there are none.
///
/// `open` begins a run and may be called again after `close`; the rows inside an apply are run so, once an outer row. One that is
/// reusable may be run again in another execution of its plan too, behind `forget`.
class Operator {
    let statistics = OperatorStatistics()
    /// In the order of the plan's children.
    let inputs: [Operator]
    /// Slots to hand on, by index: those of the input and its own.
    let carried: [Int]
    /// Nested plans of its expressions, for `PROFILE`.
    var nested: [Operator] = []
    /// Of the root of an inner plan that runs on many rows at once: `LogicalPlan.rowNumber`.
    var rowNumber: Slot?
    /// Of the root of an inner plan: `LogicalPlan.isSteady`.
    var isSteady = false
    /// What stands in the plan where this operator does: another one where this is a means of sharing work.
    var shown: Operator { self }
    /// In the order of a plan's children: its inputs, then the nested plans of its expressions.
    final var planChildren: [Operator] { inputs.map(\.shown) + nested }

    init(_ inputs: [Operator], carried: [Int]) {
        self.inputs = inputs
        self.carried = carried
    }

    /// - Parameter arguments: one row, constants in every column: what a leaf's rows have beside its own slots.
    func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        for input in inputs { try input.open(arguments, context) }
    }

    /// The next rows, `nil` when there are no more; a batch may have no row selected.
    func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        preconditionFailure("an Operator produces")
    }

    func close(_ context: ExecutionContext) {
        for input in inputs { input.close(context) }
    }

    /// By itself, its inputs left out: nothing of one execution is in it once that is closed and forgotten.
    var isReusable: Bool { false }

    /// Behind the last `close` of an execution: lets go of what was kept from run to run, and of memory beyond a little.
    func forget(_ context: ExecutionContext) {
        for input in inputs { input.forget(context) }
    }

    /// What each execution looks at of it and of those below it.
    func noteMemory(_ memory: inout TouchedMemory) {
        memory.note(self)
        memory.note(statistics)
        memory.note(carried)
        for input in inputs { input.noteMemory(&memory) }
    }

    /// How many rows the next ones are, where nothing else is asked of them; may be 0.
    func produceCount(_ context: ExecutionContext) throws(EngineError) -> Int? {
        try produce(context)?.selection.count
    }

    /// `produce`, counted and timed, tested for interruption; never a batch without rows.
    final func next(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        try timed(context) { () throws(EngineError) -> RowBatch? in
            while true {
                try context.checkInterrupt()
                guard let batch = try produce(context) else {
                    statistics.hasEnded = true
                    return nil
                }
                guard !batch.selection.isEmpty else { continue }
                count(batch.selection.count, context)
                return batch
            }
        }
    }

    /// As `next`, where only the number of rows is asked for; may be 0.
    final func nextCount(_ context: ExecutionContext) throws(EngineError) -> Int? {
        try timed(context) { () throws(EngineError) -> Int? in
            try context.checkInterrupt()
            guard let rows = try produceCount(context) else {
                statistics.hasEnded = true
                return nil
            }
            count(rows, context)
            return rows
        }
    }

    @inline(__always)
    final func timed<Result>(
        _ context: ExecutionContext, _ body: () throws(EngineError) -> Result
    ) throws(EngineError) -> Result {
        let caller = context.statistics
        context.statistics = statistics
        let start = context.isProfiling ? context.nanoseconds() : 0
        defer {
            context.statistics = caller
            if context.isProfiling { statistics.inclusiveNanoseconds &+= context.nanoseconds() &- start }
        }
        return try body()
    }

    final func count(_ rows: Int, _ context: ExecutionContext) {
        statistics.rows &+= rows
        // What stands for another operator hands on rows that were counted there.
        if shown === self { context.addRows(rows) }
    }

    /// Of this operator and all below it: its rows were not asked for to the last.
    final func markLeftOff() {
        statistics.hasEnded = false
        for part in inputs + nested { part.markLeftOff() }
    }

    /// Takes over what another thread's copy of this operator, and of all below it, did.
    final func takeStatistics(of copy: Operator) {
        statistics.take(copy.statistics)
        for (own, other) in zip(inputs, copy.inputs) { own.takeStatistics(of: other) }
        for (own, other) in zip(nested, copy.nested) { own.takeStatistics(of: other) }
    }
}

enum Clock {
    /// Monotonic.
    static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    }

    /// Since the epoch in UTC.
    static func now() -> (epochSecond: Int64, nanosecond: Int32) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return (Int64(time.tv_sec), Int32(truncatingIfNeeded: time.tv_nsec))
    }
}
