import CypherSyntax

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
