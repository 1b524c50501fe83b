import CypherSyntax

// The bound tree: the syntax tree with every name resolved. A variable is a slot, a property key, label or type is a
// name with its number where the store knows it, a parameter is an index. What the tree says is checked: later stages
// find no semantic error in it.

/// A variable's place in every row of its statement. Slots are unique in the whole statement, subqueries included, and
/// never used twice for different variables: a projection that passes a variable on keeps its slot.
package struct Slot: Hashable, Sendable {
    package var index: Int

    package init(_ index: Int) { self.index = index }
}

/// What is known of a slot at compile time.
package struct SlotInfo: Sendable {
    /// As written, or `anon_3` for an element without a variable.
    package var name: String
    package var type: StaticType
    package var isAnonymous: Bool
}

/// A name of the graph and its number, `nil` where the store does not know the name (yet): then nothing matches it, and
/// a write creates it.
package struct BoundName: Hashable, Sendable {
    package var name: String
}

/// One statement, ready for planning.
package struct BoundStatement: Sendable {
    package var body: Body
    package var mode: ExecutionMode
    /// The result's columns in order; empty where the statement returns nothing.
    package var columns: [BoundColumn]
    package var slots: [SlotInfo]
    /// The parameters the statement reads, in the order of `BoundExpression.parameter`'s indices.
    package var parameters: [String]
    package var queryType: QueryType
    /// The `USE` target, where there is one.
    package var namespace: Namespace?
    /// The place of a `USE`, where other parts of the statement read the graph of the session: both must be one graph.
    package var sessionGraphConflict: SourceSpan?
    /// The place of the first pattern that is looked for, where there is one.
    package var matchSpan: SourceSpan?
    /// It calls a procedure, or shows something.
    package var hasCall = false
    /// Names of the graph that the statement reads or writes, each place of them, for notifications.
    package var mentions: [BoundMention] = []
    /// Deprecated and doubtful forms met, for notifications.
    package var deprecations: [BoundDeprecation] = []
    /// Where elements of patterns and the matches they belong to stand, for notifications.
    package var places = PatternPlaces()
    /// How deep expressions and subqueries nest: who walks the tree by recursion may need room (`DeepStack`).
    package var nesting = 0

    package enum Body: Sendable {
        case query(BoundQuery)
        /// Schema and administration commands; their forms stand in `BoundCommand`.
        case command(BoundCommand)
    }

    package enum ExecutionMode: Sendable { case run, explain, profile }

    /// The namespace `system` takes it: a command, `SHOW` or calls of procedures, and nothing that looks for elements.
    var isOfSystem: Bool {
        if case .command = body { return true }
        return hasCall && matchSpan == nil
    }
}

/// A label, type or property key where it stands in the text.
package struct BoundMention: Sendable {
    package var kind: Kind
    package var name: String
    package var span: SourceSpan
    /// The statement makes the name known itself.
    package var isWritten = false

    package enum Kind: Sendable { case label, relationshipType, propertyKey }
}

/// Where the patterns of a statement stand in its text.
package struct PatternPlaces: Sendable {
    /// By slot: a node or relationship as first written.
    package var elements: [Int: SourceSpan] = [:]
    /// Each match with the slots it introduces; inner ones before those around them.
    package var matches: [(slots: Range<Int>, span: SourceSpan)] = []

    /// The innermost match that introduces a slot of each.
    func match(joining left: [Int], _ right: [Int]) -> SourceSpan? {
        matches.first { match in
            left.contains(where: match.slots.contains) && right.contains(where: match.slots.contains)
        }?.span
    }
}

/// Something that works but should be written otherwise.
package struct BoundDeprecation: Sendable {
    package var kind: Kind
    package var span: SourceSpan

    package enum Kind: Sendable {
        case function(String, replacement: String?)
        case procedure(String, replacement: String?)
        /// `CALL { WITH x … }` for `CALL (x) { … }`.
        case callSubqueryWithoutScope
        /// A subquery's own variable hides one of outside.
        case subqueryVariableShadowing(String)
        /// A `CREATE` pattern reads what it creates.
        case createSelfReference(String)
        /// `UNION` with columns in another order.
        case unionColumnOrder
        /// A name in `ORDER BY` or `WHERE` means the new column, and a variable of before has it too.
        case ambiguousSubclauseReference(String)
        /// `ORDER BY` repeats an expression that the column named here holds.
        case complexSubclauseReference(column: String)
        /// `SEARCH` names an index as a variable is named.
        case searchIdentifierShadowing(String)
        /// `OPTIONAL CALL` of a procedure that yields nothing.
        case redundantOptionalProcedure(String)
        /// `OPTIONAL CALL` of a subquery that returns nothing.
        case redundantOptionalSubquery
        /// No type satisfies the expression of types.
        case unsatisfiableTypes
        /// `USING INDEX`.
        case indexHint(entity: EntityKind, label: String, properties: [String], kind: String?)
        /// `USING JOIN ON`.
        case joinHint([String])
    }
}

package struct BoundColumn: Sendable {
    package var name: String
    package var slot: Slot
}

/// One part, or several joined by `UNION`; every part ends with the same number of columns.
package indirect enum BoundQuery: Sendable {
    case single([BoundClause])
    /// `columns[i]` of the outcome takes `leftColumns[i]` and `rightColumns[i]` of the two sides.
    case union(
        left: BoundQuery, leftColumns: [Slot], right: BoundQuery, rightColumns: [Slot], columns: [Slot], isAll: Bool)
}

/// A clause of a query. Rows flow from one to the next; a clause's slots are live from there on.
package indirect enum BoundClause: Sendable {
    case match(BoundMatch)
    case unwind(list: BoundExpression, element: Slot)
    case project(BoundProjection)
    case create([BoundCreateElement])
    case merge(BoundMerge)
    case set([BoundSetItem])
    case remove([BoundRemoveItem])
    case delete([BoundExpression], isDetach: Bool)
    case foreach(element: Slot, list: BoundExpression, [BoundClause])
    case callSubquery(BoundSubqueryCall)
    case callProcedure(BoundProcedureCall)
    case loadCSV(BoundLoadCSV)
    /// `FINISH`: rows end here, the result has no columns.
    case finish
}

/// `RETURN`, `WITH` and what is sugar for them (`LET`, `FILTER`, `ORDER BY` as a clause).
///
/// `orderBy` and `predicates` read item slots. Without `isDistinct` and `aggregation` they may read slots of before the
/// projection too; with `aggregation` its key and aggregate slots. `skip` and `limit` read no slot.
package struct BoundProjection: Sendable {
    package var items: [Item]
    package var isDistinct: Bool
    /// Set where an item aggregates: then items without an aggregate are the grouping keys, `aggregates` are computed a
    /// group, and `items[i].expression` reads keys and aggregates by slot.
    package var aggregation: BoundAggregation?
    package var orderBy: [(expression: BoundExpression, isDescending: Bool)]
    package var skip: BoundExpression?
    package var limit: BoundExpression?
    /// `WITH … WHERE`: after the projection.
    package var predicates: [BoundExpression]
    /// Ends the query (`RETURN`).
    package var isReturn: Bool
    package var span: SourceSpan

    package struct Item: Sendable {
        package var slot: Slot
        package var name: String
        package var expression: BoundExpression
    }
}

package struct BoundAggregation: Sendable {
    /// Computed once a row, before grouping.
    package var keys: [(slot: Slot, expression: BoundExpression)]
    package var aggregates: [(slot: Slot, call: AggregateCall)]

    /// Nothing but the number of rows matters.
    var countsRowsAlone: Bool { keys.isEmpty && aggregates.allSatisfy(\.call.countsRows) }

    /// A key or what is aggregated is drawn, as by `rand()`.
    var draws: Bool {
        keys.contains { $0.expression.draws } || aggregates.contains { $0.call.arguments.contains(where: \.draws) }
    }
}

package struct AggregateCall: Sendable {
    package var function: FunctionDefinition
    /// Empty for `count(*)`.
    package var arguments: [BoundExpression]
    package var isDistinct: Bool
    package var span: SourceSpan

    /// `count(*)`.
    var countsRows: Bool { function.name == "count" && !isDistinct && arguments.isEmpty }
}

package enum BoundCreateElement: Sendable {
    case node(slot: Slot, labels: [BoundLabelName], properties: BoundExpression?)
    case relationship(
        slot: Slot, type: BoundLabelName, from: Slot, to: Slot, properties: BoundExpression?, span: SourceSpan)
    /// A named path over elements of this clause, in order: node, relationship, node …
    case path(slot: Slot, elements: [Slot])
}

/// A label or type to write: fixed, or computed (`$(expression)`: a string or list of them).
package enum BoundLabelName: Sendable {
    case name(String)
    case dynamic(BoundExpression)
}

package struct BoundMerge: Sendable {
    /// What is looked for; also what is created where nothing is found, in the order of `elements`.
    package var pattern: QueryGraph
    package var elements: [BoundCreateElement]
    package var onCreate: [BoundSetItem]
    package var onMatch: [BoundSetItem]
    package var arguments: [Slot]
    package var span: SourceSpan
}

package enum BoundSetItem: Sendable {
    case property(of: BoundExpression, key: String, value: BoundExpression)
    case dynamicProperty(of: BoundExpression, key: BoundExpression, value: BoundExpression)
    /// `n = map`: all properties, or with `isMerging` (`+=`) those in the map.
    case properties(of: BoundExpression, value: BoundExpression, isMerging: Bool)
    case labels(of: BoundExpression, [BoundLabelName])
}

package enum BoundRemoveItem: Sendable {
    case property(of: BoundExpression, key: String)
    case dynamicProperty(of: BoundExpression, key: BoundExpression)
    case labels(of: BoundExpression, [BoundLabelName])
}

package struct BoundSubqueryCall: Sendable {
    package var query: BoundQuery
    /// Outer slots the subquery reads.
    package var arguments: [Slot]
    /// What it adds to each row; empty for a unit subquery.
    package var columns: [Slot]
    package var isOptional: Bool
    package var isUnit: Bool
    package var transactions: BoundTransactions? = nil
}

/// `IN TRANSACTIONS …` of a subquery.
package struct BoundTransactions: Sendable {
    package var batchRows: BoundExpression?
    package var onError: ErrorHandling
    package var status: Slot?
    package var span: SourceSpan

    package enum ErrorHandling: String, Sendable { case fail = "FAIL", `continue` = "CONTINUE", `break` = "BREAK" }
}

/// A procedure call, and `SHOW` with its `YIELD` and `WHERE`: then the name is the command, such as `SHOW INDEXES`.
package struct BoundProcedureCall: Sendable {
    package var name: String
    package var arguments: [BoundExpression]
    /// Procedure column by position → slot.
    package var yields: [(column: Int, slot: Slot)]
    package var isOptional: Bool
    package var isStandalone: Bool
    package var predicates: [BoundExpression]
    package var span: SourceSpan
}

package struct BoundLoadCSV: Sendable {
    package var url: BoundExpression
    package var row: Slot
    /// What `linenumber()` and `file()` give behind the clause.
    package var line: Slot
    package var file: Slot
    package var hasHeaders: Bool
    package var fieldTerminator: String?
    package var span: SourceSpan
}

package enum BoundHint: Sendable {
    case index(variable: Slot, label: String, properties: [String], kind: String?, isSeek: Bool)
    /// Of a node's label, or of a relationship's type.
    case scan(variable: Slot, label: String)
    case join([Slot])
    case expand(isInto: Bool?, from: Slot, to: Slot, via: Slot?)
}
