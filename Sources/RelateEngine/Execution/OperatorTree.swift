/// The operators of a plan, with the parameters that their expressions read.
///
/// To make them takes longer than a look-up does, so that those of a plan which is run again and again are kept beside it.
final class OperatorTree {
    let root: Operator
    private let parameters: ParameterValues
    /// What they are opened with.
    let arguments: RowBatch

    init(root: Operator, parameters: ParameterValues, slotCount: Int) {
        self.root = root
        self.parameters = parameters
        arguments = .unit(slotCount: slotCount)
    }

    /// It may be run in another execution of the plan: by what its operators and their expressions are.
    var isReusable: Bool { Self.isReusable(root) }

    private static func isReusable(_ part: Operator) -> Bool {
        part.isReusable && part.nested.isEmpty && part.inputs.allSatisfy(isReusable)
    }

    /// Before a run.
    func bind(_ values: [Value]) { parameters.values = values }

    private var touched = TouchedMemory()
    private var runCount = 0

    /// Behind a run: what the next one will look at. Memory moves as it grows, so that it is noted anew now and then.
    fileprivate func noteMemory() {
        runCount &+= 1
        // At the first run, the eighth, the 64th, …
        guard runCount & (runCount &- 1) == 0, runCount.trailingZeroBitCount % 3 == 0 else { return }
        touched = TouchedMemory()
        touched.note(parameters)
        touched.note(arguments)
        touched.note(arguments.columns.vectors)
        root.noteMemory(&touched)
    }

    /// Has that brought near.
    func fetch() { touched.fetch() }

    /// Lets go of all that belongs to the execution that is over.
    func forget(_ context: ExecutionContext) {
        root.forget(context)
        parameters.values = []
    }
}

/// Where the operators of a plan lie between its executions, each for one of them at a time.
///
/// The first execution leaves none behind: most plans have only that one.
final class OperatorShelf: @unchecked Sendable {
    private let lock = Lock()
    private var trees: [OperatorTree] = []
    private var executions = 0
    /// What the first tree that came back was.
    private var isReusable: Bool?

    /// How many lie here now.
    var count: Int { lock.withLock { trees.count } }

    /// More executions at a time make their own.
    private static let countLimit = 4

    /// - Returns: `nil` where none is there, and new ones are to be made.
    func take() -> OperatorTree? {
        lock.withLock {
            executions &+= 1
            return trees.popLast()
        }
    }

    /// Keeps operators that were run and closed without an error, where they can be run again.
    ///
    /// - Parameter context: of that run.
    func give(_ tree: OperatorTree, _ context: ExecutionContext) {
        let (isWanted, known) = lock.withLock {
            (executions > 1 && isReusable != false && trees.count < Self.countLimit, isReusable)
        }
        guard isWanted else { return }
        let serves = known ?? tree.isReusable
        if serves {
            tree.forget(context)
            tree.noteMemory()
        }
        lock.withLock {
            isReusable = serves
            if serves, trees.count < Self.countLimit { trees.append(tree) }
        }
    }
}
