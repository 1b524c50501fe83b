import Durability
import Synchronization

/// Set once nobody wants the rest of what threads are working on.
final class AbandonFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set(_ isAbandoned: Bool) { flag.store(isAbandoned, ordering: .relaxed) }
}

/// One thread's own copy of the operators that threads share the work of.
struct MorselLane<Output> {
    let context: ExecutionContext
    let feed: MorselFeed
    /// The uppermost of its operators; the feed itself where there is none.
    let root: Operator
    /// Nested plans of expressions that are evaluated over it.
    var above: [Operator] = []
    /// Goes on with the morsel that `root` is open for, and may stop once it has made so many batches.
    let work: (_ batchesLimit: Int) throws(EngineError) -> Part

    struct Part {
        let output: Output
        /// The morsel has no more.
        let isFinished: Bool
    }
}

/// What a statement has to end before its transaction may change.
protocol SharedWork: AnyObject {
    func stop()
}

/// Runs copies of some operators over the morsels of a source: on the caller's thread, and on others as soon as there is a
/// second morsel. What they make is handed out in the order of morsels.
final class MorselRun<Output>: SharedWork, @unchecked Sendable {
    typealias Lane = MorselLane<Output>

    private let source: MorselSource
    private let threads: Int
    private let help: HelpPolicy
    private let abandoned: AbandonFlag
    private let makeLane: () throws(EngineError) -> Lane
    private let byteCount: (Output) -> Int
    /// Of the caller's thread the first.
    private(set) var lanes: [Lane]
    private var arguments: RowBatch?

    // Of the caller's thread.
    /// The lane behind the last that is at work.
    private var spareLane: Lane?
    /// Its morsel, as long as it is not finished.
    private var own: Int?
    private var isRunning = false
    /// When the first morsel was asked for.
    private var startNanoseconds: UInt64 = 0
    /// When the last one was asked for.
    private var lastNanoseconds: UInt64 = 0

    private let monitor = Monitor()
    // Under the monitor, but that the caller's thread alone changes `wanted`.
    private var outcomes: [Int: Outcome] = [:]
    /// The morsel whose output is handed out next.
    private var wanted = 0
    private var claimedCount = 0
    /// How many morsels there are, once that is known.
    private var end: Int?
    private var helperCount = 0
    private var isStopped = false

    /// What was made of a morsel and not handed out yet.
    private struct Outcome {
        var parts: [(result: Result<Output, EngineError>, bytes: Int)] = []
        var isFinished = false
        /// Time of another thread than the caller's.
        var nanoseconds: UInt64 = 0
    }

    /// Morsels that are begun before an earlier one is handed out.
    private var window: Int { 4 * threads }
    /// Batches that are made of a morsel before its turn comes.
    private static var partBatches: Int { 32 }

    /// - Parameters:
    ///   - first: the caller's lane.
    ///   - help: when to call other threads.
    ///   - makeLane: another one; called by the caller's thread.
    ///   - abandoned: what the contexts of the lanes were made with.
    ///   - byteCount: what an output holds and nobody has charged.
    init(
        _ source: MorselSource, threads: Int, help: HelpPolicy, abandoned: AbandonFlag, first: Lane,
        byteCount: @escaping (Output) -> Int, makeLane: @escaping () throws(EngineError) -> Lane
    ) {
        self.source = source
        self.threads = max(1, threads)
        self.help = help
        self.abandoned = abandoned
        self.makeLane = makeLane
        self.byteCount = byteCount
        lanes = [first]
    }

    func begin(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        stop()
        abandoned.set(false)
        isStopped = false
        wanted = 0
        claimedCount = 0
        end = nil
        self.arguments = arguments
        context.note(self)
        isRunning = true
        try source.open(arguments)
    }

    // MARK: The caller's thread

    private enum Step {
        case take(Result<Output, EngineError>, bytes: Int, nanoseconds: UInt64)
        case work
        case wait
        case end
    }

    /// The next output in the order of morsels, `nil` when there are no more. Works itself until it is there.
    func next(_ context: ExecutionContext) throws(EngineError) -> Output? {
        while true {
            switch nextStep(context) {
            case .take(let result, let bytes, let nanoseconds):
                context.release(bytes)
                context.addTime(nanoseconds)
                return try result.get()
            case .work:
                if let result = workOnce(context) { return try result.get() }
            case .end, .wait: return nil
            }
        }
    }

    /// What to do, once there is something.
    private func nextStep(_ context: ExecutionContext) -> Step {
        monitor.withLock {
            var next = step()
            guard case .wait = next else { return next }
            let start = Clock.nanoseconds()
            while case .wait = next {
                monitor.wait()
                next = step()
            }
            // Whoever was waited for counts that time.
            context.addTime(0 &- (Clock.nanoseconds() &- start))
            return next
        }
    }

    /// Under the monitor.
    private func step() -> Step {
        if let part = outcomes[wanted]?.parts.first {
            var outcome = outcomes.removeValue(forKey: wanted) ?? Outcome()
            let nanoseconds = outcome.nanoseconds
            outcome.nanoseconds = 0
            outcome.parts.removeFirst()
            if outcome.isFinished, outcome.parts.isEmpty { wanted += 1 } else { outcomes[wanted] = outcome }
            // Others may wait for room.
            monitor.wakeAll()
            return .take(part.result, bytes: part.bytes, nanoseconds: nanoseconds)
        }
        if let own { return own == wanted ? .work : .wait }
        if let end { return wanted == end ? .end : .wait }
        return claimedCount - wanted < window ? .work : .wait
    }

    /// Works on the caller's morsel, or on a new one.
    ///
    /// - Returns: what it made where it is to be handed out now.
    private func workOnce(_ context: ExecutionContext) -> Result<Output, EngineError>? {
        let lane = lanes[0]
        var failure: EngineError?
        if own == nil {
            switch source.next() {
            case .end(let count):
                monitor.withLock { end = count }
                return nil
            case .morsel(let morsel):
                own = morsel.number
                monitor.withLock { claimedCount = max(claimedCount, morsel.number + 1) }
                if morsel.number == 0 {
                    startNanoseconds = Clock.nanoseconds()
                    lastNanoseconds = startNanoseconds
                } else if !morsel.isLast {
                    callHelp(context, doneCount: morsel.number)
                }
                failure = open(morsel, lane)
            }
        }
        guard let number = own else { return nil }
        let isNext = number == wanted
        let (result, isFinished) = run(lane, failure, batchesLimit: isNext || threads == 1 ? 1 : Self.partBatches)
        if isFinished { own = nil }
        guard isNext else {
            monitor.withLock { keep(result, isFinished, of: number, lane, nanoseconds: 0) }
            return nil
        }
        if isFinished {
            monitor.withLock {
                wanted += 1
                monitor.wakeAll()
            }
        }
        return result
    }

    private func callHelp(_ context: ExecutionContext, doneCount: Int) {
        guard lanes.count < threads else { return }
        let now = Clock.nanoseconds()
        let last = now &- lastNanoseconds
        lastNanoseconds = now
        guard help.isWorthwhile(doneCount, now &- startNanoseconds, last: last) else { return }
        // A lane that cannot be made is one thread less; what is wrong comes up in the caller's.
        guard let lane = spareLane ?? (try? makeLane()) else { return }
        spareLane = lane
        monitor.withLock { helperCount += 1 }
        if WorkerPool.shared.lend(limit: threads - 1, { [self, helper = Helper(lane: lane)] in help(helper.lane) }) {
            lanes.append(lane)
            spareLane = nil
        } else {
            monitor.withLock { helperCount -= 1 }
        }
    }

    /// Carries a lane to its thread.
    private struct Helper: @unchecked Sendable {
        let lane: Lane
    }

    /// Waits for the other threads, which leave off soon; what they counted is in the caller's lane then.
    func stop() {
        guard isRunning else { return }
        isRunning = false
        abandoned.set(true)
        monitor.withLock {
            isStopped = true
            monitor.wakeAll()
            while helperCount > 0 { monitor.wait() }
        }
        for lane in lanes { lane.root.close(lane.context) }
        source.close()
        let isWhole = end == wanted
        outcomes = [:]
        own = nil
        arguments = nil
        let first = lanes[0]
        for lane in lanes.dropFirst() {
            first.root.takeStatistics(of: lane.root)
            for (own, other) in zip(first.above, lane.above) { own.takeStatistics(of: other) }
            first.context.statistics.takeWork(of: lane.context.statistics)
        }
        if !isWhole {
            first.root.markLeftOff()
            for part in first.above { part.markLeftOff() }
        }
        // Its operators are gone with what they counted; another run makes them anew.
        lanes.removeSubrange(1...)
        spareLane = nil
    }

    // MARK: Every thread

    private func open(_ morsel: MorselSource.Morsel, _ lane: Lane) -> EngineError? {
        do throws(EngineError) {
            lane.feed.fill(try morsel.rows.get())
            if let arguments { try lane.root.open(arguments, lane.context) }
            return nil
        } catch {
            return error
        }
    }

    private func run(
        _ lane: Lane, _ failure: EngineError?, batchesLimit: Int
    ) -> (result: Result<Output, EngineError>, isFinished: Bool) {
        if let failure { return (.failure(failure), true) }
        defer { lane.context.tellRows() }
        do throws(EngineError) {
            let part = try lane.work(batchesLimit)
            return (.success(part.output), part.isFinished)
        } catch {
            return (.failure(error), true)
        }
    }

    /// Under the monitor.
    private func keep(
        _ result: Result<Output, EngineError>, _ isFinished: Bool, of number: Int, _ lane: Lane, nanoseconds: UInt64
    ) {
        var kept = result
        var bytes = 0
        if case .success(let output) = result {
            bytes = byteCount(output)
            do throws(EngineError) { try lane.context.charge(bytes) } catch { kept = .failure(error) }
        }
        outcomes[number, default: Outcome()].parts.append((kept, bytes))
        outcomes[number]?.isFinished = isFinished
        outcomes[number]?.nanoseconds &+= nanoseconds
        monitor.wakeAll()
    }

    // MARK: Other threads

    private func help(_ lane: Lane) {
        while hasRoom() {
            let start = Clock.nanoseconds()
            guard case .morsel(let morsel) = source.next() else { break }
            monitor.withLock { claimedCount = max(claimedCount, morsel.number + 1) }
            guard work(on: morsel, lane, since: start) else { break }
        }
        monitor.withLock {
            helperCount -= 1
            monitor.wakeAll()
        }
    }

    /// Waits until the next morsel may be begun.
    private func hasRoom() -> Bool {
        monitor.withLock {
            while !isStopped, end == nil, claimedCount - wanted >= window { monitor.wait() }
            return !isStopped && end == nil
        }
    }

    /// - Returns: whether to go on.
    private func work(on morsel: MorselSource.Morsel, _ lane: Lane, since begin: UInt64) -> Bool {
        var start = begin
        let failure = open(morsel, lane)
        while true {
            let (result, isFinished) = run(lane, failure, batchesLimit: Self.partBatches)
            let now = Clock.nanoseconds()
            let goesOn = monitor.withLock {
                keep(result, isFinished, of: morsel.number, lane, nanoseconds: now &- start)
                while !isStopped, !isFinished, (outcomes[morsel.number]?.parts.count ?? 0) > 1 { monitor.wait() }
                return !isStopped
            }
            guard goesOn, !isFinished else { return goesOn }
            start = Clock.nanoseconds()
        }
    }
}
