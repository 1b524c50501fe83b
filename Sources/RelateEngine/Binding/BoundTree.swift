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

    /// Running it changes elements of the graph.
    var changesData: Bool { mode != .explain && (queryType == .write || queryType == .readWrite) }
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

    /// The innermost match that introduces all of the slots.
    func match(introducing slots: [Int]) -> SourceSpan? {
        matches.first { match in !slots.isEmpty && slots.allSatisfy(match.slots.contains) }?.span
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
        case indexHint(label: String, properties: [String], kind: String?)
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

/// `[OPTIONAL] MATCH pattern, … WHERE …`: the whole graph pattern and its predicates.
package struct BoundMatch: Sendable {
    package var isOptional: Bool
    package var pattern: QueryGraph
    /// Everything of `WHERE` and of inline `WHERE`s, split at `AND`; property maps and labels stand in the pattern.
    package var predicates: [BoundExpression]
    /// Slots bound before this clause that the pattern or the predicates read: what ties the match to its rows.
    package var arguments: [Slot]
    package var hints: [BoundHint]
    package var span: SourceSpan
    package var search: BoundSearch? = nil
}

/// `SEARCH v IN (VECTOR|FULLTEXT INDEX name FOR query … LIMIT n) [SCORE AS s]`: `variable` takes what the index finds.
package struct BoundSearch: Sendable {
    package var variable: Slot
    package var isFulltext: Bool
    package var index: BoundExpression
    package var query: BoundExpression
    package var analyzer: BoundExpression?
    /// `WHERE` within: what the index looks at while it searches. All must hold.
    package var filters: [BoundSearchFilter]
    package var skip: BoundExpression?
    package var limit: BoundExpression?
    package var score: Slot?
    package var span: SourceSpan
}

/// A test of one property of what is searched for.
package struct BoundSearchFilter: Sendable {
    package var key: String
    package var test: Test

    package enum Test: Sendable {
        case compare(ComparisonOperator, BoundExpression)
        case isIn(BoundExpression)
        case isNull(negated: Bool)
    }

    package var value: BoundExpression? {
        switch test {
        case .compare(_, let value), .isIn(let value): value
        case .isNull: nil
        }
    }
}

/// A graph pattern as nodes and relationships between slots, free of the order it was written in.
package struct QueryGraph: Sendable {
    package var nodes: [PatternNode]
    package var relationships: [PatternRelationship]
    /// Named paths, and those with a selector: made of the elements above, in order.
    package var paths: [PatternPath]
    /// No relationship may stand for two of these (indices into `relationships`): the rule of one `MATCH`.
    package var distinctRelationships: [[Int]]

    package init(
        nodes: [PatternNode] = [], relationships: [PatternRelationship] = [], paths: [PatternPath] = [],
        distinctRelationships: [[Int]] = []
    ) {
        self.nodes = nodes
        self.relationships = relationships
        self.paths = paths
        self.distinctRelationships = distinctRelationships
    }
}

package struct PatternNode: Sendable {
    package var slot: Slot
    /// Bound by an earlier clause: the match starts from it or checks against it.
    package var isBound: Bool
    package var labels: LabelExpression?
    /// Property equalities of the pattern's map, `{key: expression}`.
    package var properties: [(key: String, value: BoundExpression)]
    /// A map parameter in the place of the properties, `(n $map)`.
    package var propertyMap: BoundExpression?
    package var span: SourceSpan
}

package struct PatternRelationship: Sendable {
    /// A relationship, or for a variable-length one the list of them.
    package var slot: Slot
    package var isBound: Bool
    /// Indices into `QueryGraph.nodes`, as written from left to right.
    package var left: Int
    package var right: Int
    package var direction: Direction
    /// `nil`: any type.
    package var types: LabelExpression?
    package var properties: [(key: String, value: BoundExpression)]
    package var propertyMap: BoundExpression?
    package var length: Length
    package var span: SourceSpan

    package enum Direction: Sendable { case leftToRight, rightToLeft, either }

    package enum Length: Sendable {
        case one
        /// `*min..max`, `max == nil` without end.
        case variable(minimum: Int, maximum: Int?)
        /// A quantified path pattern or relationship: an inner pattern repeated.
        case quantified(BoundQuantifiedPattern)
    }
}

/// `((a)-[r]->(b) WHERE p){min,max}`; outside, inner variables are lists, one element a repetition.
package struct BoundQuantifiedPattern: Sendable {
    package var pattern: QueryGraph
    package var predicates: [BoundExpression]
    package var minimum: Int
    package var maximum: Int?
    /// Indices into `pattern.nodes` of the ends that join one repetition to the next.
    package var first: Int
    package var last: Int
    /// Inner slot → outer slot that holds its list.
    package var groupVariables: [(inner: Slot, outer: Slot)]
}

/// A path through the pattern: `elements` alternates node, relationship, node, as indices.
package struct PatternPath: Sendable {
    /// The path variable; `nil` where only the selector matters.
    package var slot: Slot?
    package var nodes: [Int]
    package var relationships: [Int]
    package var selector: Selector
    /// `ACYCLIC`: no node twice in the path; `SIMPLE`: but for the first, which may be the last as well.
    package var mode = Mode.trail
    /// Of a path with a selector: what inner `WHERE`s ask of the candidates it selects from.
    package var predicates: [BoundExpression] = []

    package enum Mode: Sendable { case walk, trail, acyclic, simple }

    package enum Selector: Sendable {
        case all
        /// `shortestPath(…)`: one a pair of ends; `allShortestPaths(…)`: all of the least length.
        case shortestPath, allShortestPaths
        /// `ANY k`, `SHORTEST k`, `SHORTEST k GROUPS`, `ALL SHORTEST` (one group).
        case any(BoundExpression)
        case shortest(BoundExpression)
        case shortestGroups(BoundExpression)
    }
}

/// What labels a node, or types a relationship, must have.
package indirect enum LabelExpression: Sendable {
    case label(String)
    /// `$(expression)`: a string, or a list of them of which `all` or any must hold.
    case dynamic(BoundExpression, isAll: Bool)
    /// `%`: at least one.
    case wildcard
    case not(LabelExpression)
    case and([LabelExpression])
    case or([LabelExpression])
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
}

package struct AggregateCall: Sendable {
    package var function: FunctionDefinition
    /// Empty for `count(*)`.
    package var arguments: [BoundExpression]
    package var isDistinct: Bool
    package var span: SourceSpan
}

package enum BoundCreateElement: Sendable {
    case node(slot: Slot, labels: [BoundLabelName], properties: BoundExpression?)
    case relationship(slot: Slot, type: BoundLabelName, from: Slot, to: Slot, properties: BoundExpression?)
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
    case scan(variable: Slot, label: String)
    case join([Slot])
}

/// An expression over slots. Operators keep their operands' order; `AND` and `OR` are flat, so that a chain of 100,000
/// is no deeper than one.
package indirect enum BoundExpression: Sendable {
    case literal(Value)
    case parameter(Int)
    case slot(Slot)
    case property(of: BoundExpression, key: String, span: SourceSpan)
    /// `a[b]` on a list, map, node or relationship.
    case subscriptOf(BoundExpression, index: BoundExpression, span: SourceSpan)
    case slice(BoundExpression, from: BoundExpression?, to: BoundExpression?)
    case list([BoundExpression])
    case map([(key: String, value: BoundExpression)])
    case and([BoundExpression])
    case or([BoundExpression])
    case xor([BoundExpression])
    case not(BoundExpression)
    case isNull(BoundExpression, negated: Bool)
    case compare(BoundExpression, ComparisonOperator, BoundExpression)
    /// `a < b <= c`: each pair once.
    case comparisonChain(first: BoundExpression, [(ComparisonOperator, BoundExpression)])
    case arithmetic(BoundExpression, ArithmeticOperator, BoundExpression, span: SourceSpan)
    /// `a + b + c …` of one operator kind with left grouping: flat, for the same reason.
    case arithmeticChain(first: BoundExpression, [(ArithmeticOperator, BoundExpression, SourceSpan)])
    case negate(BoundExpression, span: SourceSpan)
    case string(BoundExpression, StringOperator, BoundExpression)
    case isIn(BoundExpression, BoundExpression)
    case hasLabels(BoundExpression, LabelExpression)
    case isType(BoundExpression, StaticType, negated: Bool)
    case isNormalized(BoundExpression, form: String, negated: Bool)
    case function(FunctionDefinition, [BoundExpression], span: SourceSpan)
    case caseWhen(
        operand: BoundExpression?, branches: [(test: BoundCaseTest, value: BoundExpression)],
        otherwise: BoundExpression?)
    case listComprehension(
        element: Slot, list: BoundExpression, predicate: BoundExpression?, projection: BoundExpression?)
    case quantifier(QuantifierKind, element: Slot, list: BoundExpression, predicate: BoundExpression)
    case reduce(
        accumulator: Slot, initial: BoundExpression, element: Slot, list: BoundExpression, step: BoundExpression)
    /// `allReduce(acc = initial, x IN list | step, predicate)`: the predicate holds after every step.
    case allReduce(
        accumulator: Slot, initial: BoundExpression, element: Slot, list: BoundExpression, step: BoundExpression,
        predicate: BoundExpression)
    case mapProjection(BoundExpression, [MapProjectionItem])
    /// Subqueries; `arguments` are the outer slots read inside.
    case exists(BoundQuery, arguments: [Slot])
    case count(BoundQuery, arguments: [Slot])
    case collect(BoundQuery, column: Slot, arguments: [Slot])
    /// `[(a)-->(b) WHERE p | e]` in document order of matches: a match and what is collected of it.
    case patternComprehension(BoundMatch, projection: BoundExpression)
    /// A named path made of pattern elements: node and relationship slots in order.
    case path([Slot])
    /// A subquery that Planning has planned: `plan` is its place among the operation's nested plans. Not made by Binding.
    case nested(NestedKind, plan: Int, column: Slot?, arguments: [Slot])
    /// How many relationships a node has, 0 for null. Made by Planning of subqueries that ask for no more.
    case degree(of: Slot, types: [String]?, direction: PatternRelationship.Direction)

    package enum NestedKind: Sendable { case exists, count, collect }

    package enum QuantifierKind: Sendable { case all, any, none, single }
}

package enum BoundCaseTest: Sendable {
    /// `WHEN value` of a simple `CASE`, or a predicate of a generic one.
    case value(BoundExpression)
    /// `WHEN < 3`, `WHEN IS NULL`: a predicate over the operand, which it reads from this slot.
    case predicate(BoundExpression, operand: Slot)
}

package enum MapProjectionItem: Sendable {
    case property(String)
    case allProperties
    case entry(key: String, value: BoundExpression)
}

package enum ComparisonOperator: Sendable { case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual }

package enum ArithmeticOperator: Sendable { case add, subtract, multiply, divide, modulo, power, concatenate }

package enum StringOperator: Sendable { case startsWith, endsWith, contains, matches }

/// Schema and administration commands. Cases arrive with the features that serve them.
package enum BoundCommand: Sendable {
    case createIndex(BoundIndexDefinition)
    case dropIndex(name: BoundExpression, isIfExists: Bool)
    case createConstraint(BoundConstraintDefinition)
    case dropConstraint(name: BoundExpression, isIfExists: Bool)
    case alterGraphType(BoundGraphType)
}

/// `CREATE CONSTRAINT … FOR … REQUIRE …`
package struct BoundConstraintDefinition: Sendable {
    package var name: BoundExpression?
    package var kind: Kind
    package var isRelationship: Bool
    package var labelOrType: String
    package var properties: [String]
    package var options: BoundExpression?
    package var isIfNotExists: Bool
    package var span: SourceSpan

    package enum Kind: Sendable {
        case unique, key, exists
        case type(StaticType)
        /// `REQUIRE v:Label`
        case label(String)
        /// Of the ends of a graph type's relationships.
        case sourceLabel(String), targetLabel(String)
    }
}

package struct BoundIndexDefinition: Sendable {
    /// A string: a literal or a parameter.
    package var name: BoundExpression?
    /// `RANGE`, `TEXT`, `POINT`, `LOOKUP`, `FULLTEXT` or `VECTOR`.
    package var kind: String
    package var isRelationship: Bool
    package var labelsOrTypes: [String]
    package var properties: [String]
    /// `WITH [v.q, …]` of a vector index.
    package var additionalProperties: [String] = []
    package var options: BoundExpression?
    package var isIfNotExists: Bool
    package var span: SourceSpan
}
