/// Frees large values on a thread of its own: a million rows take a tenth of a second, and no key waits for them.
final class Disposal: Sendable {
    private let worker = Worker(prepare: CursesTerminal.prepareWorker)

    private final class Held<Value: Sendable>: @unchecked Sendable {
        /// The disposing thread's alone, once it was handed over.
        var value: Value?

        init(_ value: Value?) { self.value = value }
    }

    /// Takes the value over; the caller has to hold no other reference to it.
    func drop<Value: Sendable>(_ value: inout Value?) {
        guard value != nil else { return }
        let held = Held(value.take())
        worker.submit { held.value = nil }
    }

    /// Something else that may take long, in its turn.
    func perform(_ job: @escaping @Sendable () -> Void) { worker.submit(job) }

    func stop() { worker.stop() }
}

/// The process's end frees all memory at once, and fast. What would be freed piece by piece before is kept for that.
enum UntilExit {
    static func keep<Value>(_ value: Value) {
        _ = Unmanaged.passRetained(Kept(value))
    }

    private final class Kept<Value> {
        let value: Value

        init(_ value: Value) { self.value = value }
    }
}

/// Rows of results that are shown, by the numbers of the results: their last reference is never dropped in passing.
struct ShownRows {
    private var rows: [Int: any RowSource] = [:]

    /// To be called before the model has the event.
    mutating func note(_ event: Event) {
        switch event {
        case .of(_, let event): note(event)
        case .statementEnded(let request, .success(let outcome)): rows[request.number] = outcome.rows
        default: break
        }
    }

    /// Lets go of those that the model does not show any more.
    mutating func letGo(of model: borrowing Model, _ disposal: Disposal) {
        guard !rows.isEmpty else { return }
        for number in Array(rows.keys) where !model.shows(result: number) {
            var gone = rows.removeValue(forKey: number)
            disposal.drop(&gone)
        }
    }
}

extension Model {
    /// The result with this number is that of some connection.
    fileprivate func shows(result number: Int) -> Bool {
        grid?.table.number == number || parked.contains { $0.grid?.table.number == number }
    }
}
