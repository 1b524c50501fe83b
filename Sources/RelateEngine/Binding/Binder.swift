import CypherSyntax

/// Resolves the names of a syntax tree and checks what can be known before any row exists.
package enum Binder {
    /// The bound statement: every variable a slot, every parameter an index, no semantic error left.
    ///
    /// Time and memory grow with the tree's size; nesting costs no stack of the caller beyond a fixed amount.
    package static func bind(
        _ tree: Statement, catalog: some BinderCatalog
    ) throws(EngineError) -> BoundStatement {
        let shallow = StatementBinder(catalog: catalog, nestingLimit: DeepStack.shallowNestingLimit)
        do throws(EngineError) {
            return try shallow.statement(tree)
        } catch {
            guard shallow.isNestingLimitReached else { throw error }
        }
        return try DeepStack.onLargeStack { () throws(EngineError) -> BoundStatement in
            try StatementBinder(catalog: catalog, nestingLimit: .max).statement(tree)
        }
    }
}

/// The work of one `bind`: what has been bound so far, and where in the statement it stands.
///
/// A class, since the walk is one long mutation of it; its extensions hold a kind of clause or expression each.
final class StatementBinder {
    let catalog: any BinderCatalog

    // What the statement is made of.
    var slots: [SlotInfo] = []
    var parameters: [String] = []
    var parameterIndices: [String: Int] = [:]
    var mentions: [BoundMention] = []
    var deprecations: [BoundDeprecation] = []
    var places = PatternPlaces()
    /// Inside what writes: names that stand here become known by it.
    var isInWrittenPattern = false
    /// The first slot of the `CREATE` around, whose patterns had better not read what it makes.
    var createBase: Int?
    /// Inside an `INSERT`, which takes less than `CREATE`.
    var isInserting = false
    /// The target of every `USE` met.
    var namespace: Namespace?
    /// Whether a `USE` rules this place, and whether the graph is read or written where none does.
    var isUnderUse = false
    var readsSessionGraph = false
    /// Where the latest `USE` stands.
    var useSpan: SourceSpan?
    /// Where a pattern is first looked for.
    var matchSpan: SourceSpan?
    var hasCall = false
    var isUpdating = false

    // Where the walk stands.
    var scope = Scope()
    /// Subqueries and matches around this place that gather which slots of outside they read.
    var frames: [ReadFrame] = []
    var aggregation = AggregationMode.forbidden(.here)
    var collector = AggregateCollector()
    /// What a projection's `ORDER BY` and `WHERE` may say again instead of naming the column.
    var projected: [ProjectedItem] = []
    /// Slots that stand for others after a grouping.
    var substitution: [Slot: Slot] = [:]
    /// Set for the next expression alone: a path pattern may stand there as a predicate.
    var allowsPattern = false
    var caseOperand: Slot?
    /// In an arm of a `UNION`.
    var isInUnion = false
    /// Names that are there and cannot be read at this place.
    var hidden: HiddenNames?
    /// What the graph pattern at hand binds, its paths and what stands behind included.
    var openNames: Set<String> = []
    /// Variables around a `CALL { … }` which it does not see, and hides where it takes their names.
    var unseen: [String: Slot] = [:]
    /// The name that the latest error missed.
    var lastUndefined: (name: Name, isInAggregate: Bool)?

    private let nestingLimit: Int
    private var nesting = 0
    private var nestingReached = 0
    private(set) var isNestingLimitReached = false

    init(catalog: any BinderCatalog, nestingLimit: Int) {
        self.catalog = catalog
        self.nestingLimit = nestingLimit
    }

    func statement(_ tree: Statement) throws(EngineError) -> BoundStatement {
        try checkLanguage(tree)
        var columns: [BoundColumn] = []
        let body: BoundStatement.Body
        var queryType: QueryType
        if let clause = tree.use { try use(clause) }
        switch tree.body {
        case .query(let query):
            let outcome = try topLevelQuery(query)
            columns = outcome.columns
            body = .query(outcome.query)
            queryType = !isUpdating ? .read : columns.isEmpty ? .write : .readWrite
        case .schema(let command):
            body = .command(try schemaCommand(command))
            queryType = .schema
        case .administration(let command):
            throw unsupportedAdministration(command)
        }
        return BoundStatement(
            body: body, mode: executionMode(tree.mode), columns: columns, slots: slots, parameters: parameters,
            queryType: queryType, namespace: namespace, sessionGraphConflict: readsSessionGraph ? useSpan : nil,
            matchSpan: matchSpan, hasCall: hasCall, mentions: mentions, deprecations: deprecations,
            places: places, nesting: nestingReached)
    }

    private func executionMode(_ mode: Statement.ExecutionMode) -> BoundStatement.ExecutionMode {
        switch mode {
        case .run: .run
        case .explain: .explain
        case .profile: .profile
        }
    }

    // MARK: Nesting

    /// Goes down; the shallow walk gives up where the caller's stack may not do. A query within another one takes the stack
    /// of many expressions.
    @inline(__always)
    func enter(weight: Int = 1) throws(EngineError) {
        nesting += weight
        if nesting > nestingReached {
            nestingReached = nesting
            if nesting > nestingLimit {
                isNestingLimitReached = true
                throw .nestingTooDeep()
            }
        }
    }

    @inline(__always)
    func leave(weight: Int = 1) { nesting -= weight }

    /// What a subquery counts for.
    static let queryWeight = 8

    // MARK: Slots

    func newSlot(_ name: String, _ type: StaticType, isAnonymous: Bool = false) -> Slot {
        slots.append(SlotInfo(name: name, type: type, isAnonymous: isAnonymous))
        return Slot(slots.count - 1)
    }

    func anonymousSlot(_ type: StaticType) -> Slot {
        newSlot("anon_\(slots.count)", type, isAnonymous: true)
    }

    func type(of slot: Slot) -> StaticType { slots[slot.index].type }

    /// Binds a name that must be new here.
    func declare(_ name: Name, _ type: StaticType) throws(EngineError) -> Slot {
        if scope[name.text] != nil { throw .variableAlreadyBound(name.text, at: name.span) }
        let slot = newSlot(name.text, type)
        noteShadowing(by: slot, named: name.text, at: name.span)
        scope.variables[name.text] = slot
        return slot
    }

    /// The slot a name stands for here; notes the read for the subqueries around.
    func resolve(_ name: Name) throws(EngineError) -> Slot {
        guard let slot = scope[name.text] else { throw undefined(name) }
        let target = substitution.isEmpty ? slot : substitution[slot] ?? slot
        if case .inside = aggregation, collector.aggregatedColumns.contains(target) {
            throw .nestedAggregation(at: name.span)
        }
        noteRead(target)
        return target
    }

    func undefined(_ name: Name) -> EngineError {
        if case .inside = aggregation { lastUndefined = (name, true) } else { lastUndefined = (name, false) }
        if let hidden, hidden.contains(name.text) { return .hiddenVariable(name.text, hidden.reason, at: name.span) }
        return .undefinedVariable(name.text, nearest: scope.nearest(to: name.text), at: name.span)
    }

    /// Runs `body` where some names cannot be read that others might expect there.
    func hiding<Result>(
        _ names: HiddenNames?, _ body: () throws(EngineError) -> Result
    ) throws(EngineError) -> Result {
        let outer = hidden
        hidden = names ?? outer
        defer { hidden = outer }
        return try body()
    }

    func parameter(_ name: String) -> BoundExpression {
        if let index = parameterIndices[name] { return .parameter(index) }
        parameters.append(name)
        parameterIndices[name] = parameters.count - 1
        return .parameter(parameters.count - 1)
    }

    // MARK: Reads of outside

    /// Gathers the slots below `base` which a subquery or a match reads.
    struct ReadFrame {
        let base: Int
        var reads: [Slot] = []
        var seen: Set<Slot> = []
    }

    func noteRead(_ slot: Slot) {
        var index = frames.count - 1
        while index >= 0, slot.index < frames[index].base {
            // What an inner frame has seen, the frames around it have seen as well.
            guard frames[index].seen.insert(slot).inserted else { return }
            frames[index].reads.append(slot)
            index -= 1
        }
    }

    func pushFrame() { frames.append(ReadFrame(base: slots.count)) }

    func popFrame() -> [Slot] { frames.removeLast().reads }

    func mention(_ kind: BoundMention.Kind, _ name: String, at span: SourceSpan, isWritten: Bool = false) {
        mentions.append(
            BoundMention(kind: kind, name: name, span: span, isWritten: isWritten || isInWrittenPattern))
    }
}
