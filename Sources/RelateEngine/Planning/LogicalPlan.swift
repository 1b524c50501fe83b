import CypherSyntax

/// What to do, as a tree of operators over slots and parameters. It holds nothing of an execution, so that it can be kept
/// and run again with other parameters.
package struct LogicalPlan: Sendable {
    /// Shared until one of the copies changes: a plan is handed on as one reference, however much it says.
    private var node: Node

    private final class Node: @unchecked Sendable {
        // Whoever changes one has it for itself, as the plan it belongs to is checked for.
        @exclusivity(unchecked) var operation: Operation
        @exclusivity(unchecked) var children: [LogicalPlan]
        @exclusivity(unchecked) var nested: [LogicalPlan] = []
        @exclusivity(unchecked) var estimatedRows: Double
        @exclusivity(unchecked) var available: SlotSet
        @exclusivity(unchecked) var carried: [Int] = []
        let containsWrites: Bool
        let depth: Int
        @exclusivity(unchecked) var start: PlanStart?
        @exclusivity(unchecked) var rowNumber: Slot?
        @exclusivity(unchecked) var perRow: Slot?
        @exclusivity(unchecked) var isSteady = false

        init(_ operation: Operation, _ children: [LogicalPlan], _ estimatedRows: Double, _ available: SlotSet) {
            self.operation = operation
            self.children = children
            self.estimatedRows = estimatedRows
            self.available = available
            depth = 1 + (children.map(\.depth).max() ?? 0)
            containsWrites = operation.writesGraph || children.contains(where: \.containsWrites)
        }

        init(copying other: Node) {
            operation = other.operation
            children = other.children
            nested = other.nested
            estimatedRows = other.estimatedRows
            available = other.available
            carried = other.carried
            containsWrites = other.containsWrites
            depth = other.depth
            start = other.start
            rowNumber = other.rowNumber
            perRow = other.perRow
            isSteady = other.isSteady
        }
    }

    package init(
        _ operation: Operation, _ children: [LogicalPlan] = [], estimatedRows: Double, available: SlotSet
    ) {
        node = Node(operation, children, estimatedRows, available)
    }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&node) { node = Node(copying: node) }
    }

    package var operation: Operation {
        _read { yield node.operation }
        _modify {
            makeUnique()
            yield &node.operation
        }
    }

    /// Inputs first (a join's left before its right, an apply's outer before its inner), in the order of `PlanNode`.
    package var children: [LogicalPlan] {
        _read { yield node.children }
        _modify {
            makeUnique()
            yield &node.children
        }
    }

    /// Plans of subqueries inside this operation's expressions, by the index in `BoundExpression.nested`.
    package var nested: [LogicalPlan] {
        _read { yield node.nested }
        _modify {
            makeUnique()
            yield &node.nested
        }
    }

    package var estimatedRows: Double {
        _read { yield node.estimatedRows }
        _modify {
            makeUnique()
            yield &node.estimatedRows
        }
    }

    /// Slots that have a value in this plan's rows.
    package var available: SlotSet {
        _read { yield node.available }
        _modify {
            makeUnique()
            yield &node.available
        }
    }

    /// Those of `available` that somebody above reads; others are dropped early. Set by `SlotLiveness`.
    package var carried: [Int] {
        _read { yield node.carried }
        _modify {
            makeUnique()
            yield &node.carried
        }
    }

    /// This operation or one below it changes the graph.
    package var containsWrites: Bool { node.containsWrites }
    /// Operators one above the other, this one included.
    package var depth: Int { node.depth }

    /// Where and why a match began here; set on its first operator.
    package var start: PlanStart? {
        _read { yield node.start }
        _modify {
            makeUnique()
            yield &node.start
        }
    }

    /// Of the inner side of an apply, or of a subquery in an expression, that may be run on many rows at once: the slot in
    /// which each of its rows carries the number of the outer row it belongs to.
    package var rowNumber: Slot? {
        _read { yield node.rowNumber }
        _modify {
            makeUnique()
            yield &node.rowNumber
        }
    }

    /// Of an aggregation, an order, a `SKIP` or a `LIMIT` in such a plan: the slot of that number, and the operator works on the
    /// rows of each outer row by themselves. An aggregation groups, and an order goes, by it first; where an aggregation
    /// groups by nothing else, each outer row has a group.
    package var perRow: Slot? {
        _read { yield node.perRow }
        _modify {
            makeUnique()
            yield &node.perRow
        }
    }

    /// Of a subquery in an expression: nothing outside of it decides what it gives, so that one run serves until something is
    /// written.
    package var isSteady: Bool {
        _read { yield node.isSteady }
        _modify {
            makeUnique()
            yield &node.isSteady
        }
    }

    /// Each with its fields in a box, so that to look at one copies none of them.
    package indirect enum Operation: Sendable {
        /// The rows that the plan is run on: one empty row at the root, the outer rows inside an apply.
        case argument
        case allNodesScan(Slot)
        case nodeByLabelScan(Slot, label: String)
        /// Nodes with any of the labels, each once.
        case nodeByLabelsScan(Slot, labels: [String])
        /// All relationships of the types (any where `nil`), each once, or where not directed once for each of its ends.
        case relationshipScan(relationship: Slot, from: Slot, to: Slot, types: [String]?, isDirected: Bool)
        case indexSeek(IndexSeek)
        /// For each row of the input, what a full-text or vector index finds, the best first.
        case indexSearch(IndexSearch)
        case expandAll(Expand)
        case expandInto(Expand)
        /// Rows stay one a row of the input, with how many relationships there are instead of each of them.
        case countExpand(Expand, Multiplicity)
        /// Two expands that meet in the same new node: by intersection of the two lists of neighbours.
        case expandIntersect(ExpandIntersect)
        case variableLengthExpand(VariableLengthExpand)
        case projectEndpoints(ProjectEndpoints)
        case repeatTrail(RepeatTrail)
        case shortestPath(ShortestPath)
        /// Its children behind the first are the patterns of its segments.
        case pathSearch(PathSearch)
        case filter([BoundExpression])
        case project([BoundProjection.Item])
        case distinct([Slot])
        /// With `multiplicity` an input row stands for as many rows as that slot says.
        case aggregate(BoundAggregation, multiplicity: Slot?)
        /// One row, with a count that the store keeps in each of the slots.
        case countStore(StoreCount, [Slot])
        case sort([SortKey])
        /// Sort and keep the first rows after skipping.
        case top([SortKey], skip: BoundExpression?, limit: BoundExpression)
        case skip(BoundExpression)
        /// With `isExhaustive` the input is still used up: it writes.
        case limit(BoundExpression, isExhaustive: Bool)
        case unwind(list: BoundExpression, element: Slot)
        /// `columns[i]` is `left[i]` of the first child's rows, then `right[i]` of the second's.
        case unionAll(left: [Slot], right: [Slot], columns: [Slot])
        case cartesianProduct
        case valueHashJoin(ValueHashJoin)
        /// Rows of the first child that have a partner in the second, each once.
        case semiHashJoin(ValueHashJoin, [BoundExpression])
        /// The second child is run on each row of the first.
        case apply
        /// Likewise; a row without a match is kept, with nulls in `introduced`.
        case optionalApply(introduced: [Slot])
        /// An expand that keeps a row without a match, with nulls.
        case optionalExpand(OptionalExpand)
        case create([BoundCreateElement])
        /// With `batched` the rows of a batch are looked for at once.
        case merge(BoundMerge, batched: BatchedMerge?)
        case set([BoundSetItem])
        case remove([BoundRemoveItem])
        case delete([BoundExpression], isDetach: Bool)
        /// The second child is run for its writes on each element of the list, each row.
        case foreach(element: Slot, list: BoundExpression)
        /// The second child is run for its writes on each row.
        case foreachSubquery
        /// The second child is run on each row of the first, and what it writes is committed batch by batch.
        case transactionApply(TransactionApply)
        case procedureCall(BoundProcedureCall)
        /// Changes the schema and gives no row.
        case schemaCommand(BoundCommand)
        case loadCSV(BoundLoadCSV)
        /// All rows are read before the first goes on.
        case eager(reason: String)
        case produceResults([BoundColumn])
        /// Rows are used up, none is given.
        case emptyResult
    }

    package struct Expand: Sendable {
        package var from: Slot
        package var relationship: Slot
        package var to: Slot
        /// Seen from `from`.
        package var direction: PatternRelationship.Direction
        package var types: [String]?
        /// Relationships that this one must differ from, alone or in a list.
        package var distinctFrom: [Slot]
    }

    package struct OptionalExpand: Sendable {
        package var expand: Expand
        /// `expand.to` has a value already.
        package var isInto: Bool
        /// What a match must be like.
        package var predicates: [BoundExpression]
        /// Null in a row without a match.
        package var introduced: [Slot]
    }

    /// A `MERGE` whose rows can be told from each other by keys: those of the pattern's map, and the ends.
    package struct BatchedMerge: Sendable {
        /// The node, or the relationship where there are `ends`.
        package var element: Slot
        package var ends: (from: Slot, to: Slot, isDirected: Bool)?
        /// Nothing that is set depends on the order of rows.
        package var isCreatedAtOnce: Bool
    }

    /// The slot that says for how many rows a row stands, and the one that said so before, by which it is multiplied.
    package struct Multiplicity: Sendable {
        package var slot: Slot
        package var earlier: Slot?
    }

    package struct ExpandIntersect: Sendable {
        /// `first.to` is the new node, which `second.to` is as well; the neighbours of `second.from` change less often.
        package var first: Expand
        package var second: Expand
        /// Where set, the matches are counted.
        package var multiplicity: Multiplicity?
        /// The nodes at the ends of all relationships that these must differ from, where the pattern knows them.
        package var matchedEnds: [Slot]?
    }

    package enum StoreCount: Sendable {
        /// Nodes with the label, all where `nil`.
        case nodes(label: String?)
        /// Relationships of the types (any where `nil`) that start, or else end, at a node with the label.
        case relationships(types: [String]?, label: String?, isLabelAtStart: Bool)
    }

    package struct VariableLengthExpand: Sendable {
        package var expand: Expand
        /// Only which nodes are reached matters: each is found once, breadth first.
        package var isPruning = false
        package var minimum: Int
        package var maximum: Int?
        /// `to` has a value already: only paths that end there.
        package var isInto: Bool
        /// The path runs from the pattern's right end to its left: the list of relationships is turned round.
        package var isReversed: Bool
        /// What each step of the path must be like: read with `element` as the relationship's slot, and where a repeated
        /// pattern names its nodes, with `stepFrom` and `stepTo` as those that the step comes from and goes to.
        package var predicates: [BoundExpression]
        package var element: Slot?
        package var stepFrom: Slot?
        package var stepTo: Slot?
    }

    /// The relationship has a value already: its ends are found or checked.
    package struct ProjectEndpoints: Sendable {
        package var relationship: Slot
        package var start: Slot
        package var end: Slot
        package var isStartBound: Bool
        package var isEndBound: Bool
        package var isDirected: Bool
        package var types: [String]?
        /// A list of relationships, with the bounds of its length.
        package var length: (minimum: Int, maximum: Int?)?
        package var distinctFrom: [Slot]
    }

    package struct RepeatTrail: Sendable {
        package var from: Slot
        package var to: Slot
        package var minimum: Int
        package var maximum: Int?
        package var isInto: Bool
        package var isReversed: Bool
        /// The ends of one repetition, in the second child's slots, from where the walk comes and where it goes.
        package var innerFrom: Slot
        package var innerTo: Slot
        package var innerRelationships: [Slot]
        package var groupVariables: [(inner: Slot, outer: Slot)]
        package var distinctFrom: [Slot]
        /// The outer list of the relationships, in order, where a path needs it.
        package var relationships: Slot
        /// What is read of the second child's rows.
        package var needed: SlotSet
        /// As it was written.
        package var pattern: BoundQuantifiedPattern
    }

    package struct ShortestPath: Sendable {
        package var expand: VariableLengthExpand
        package var path: Slot?
        package var selector: PatternPath.Selector
        /// A circle is a path from a node to itself.
        package var findsCircles = false
        /// Tested on each candidate: only paths that hold count.
        package var predicates: [BoundExpression]
    }

    /// What is equal in a row of the first child and one of the second: at least one pair.
    package struct ValueHashJoin: Sendable {
        package var left: [BoundExpression]
        package var right: [BoundExpression]
    }

    package struct TransactionApply: Sendable {
        package var batchRows: BoundExpression?
        package var onError: BoundTransactions.ErrorHandling
        /// Takes what became of the row's batch.
        package var status: Slot?
        package var columns: [Slot]
        package var isUnit: Bool
        package var isOptional: Bool
        package var span: SourceSpan
    }

    package struct SortKey: Sendable {
        package var expression: BoundExpression
        package var isDescending: Bool
    }
}

extension LogicalPlan.Operation {
    var writesGraph: Bool {
        switch self {
        case .create, .merge, .set, .remove, .delete, .foreach, .schemaCommand: return true
        case .procedureCall(let call): return ProcedureSignatures.byName[call.name.lowercased()]?.isUpdating ?? false
        default: return false
        }
    }
}
