/// What of the graph a clause looks at and what it changes, by names: whether another clause's rows must be collected
/// before it, so that each sees the graph as the clauses before it left it.
package struct ClauseEffects: Sendable {
    package var reads = GraphParts()
    package var writes = GraphParts()
    /// The same graph and variables give the same outcome.
    package var isDeterministic = true
    /// Something is drawn anew each time that it is evaluated, as by `rand()`.
    package var draws = false

    /// What a clause does, subqueries and nested clauses included.
    package init(of clause: BoundClause) {
        var collector = EffectCollector()
        collector.visit(clause)
        self = collector.effects
    }

    /// What all clauses of a query do.
    package init(of query: BoundQuery) {
        var collector = EffectCollector()
        collector.visit(query)
        self = collector.effects
    }

    init() {}

    /// Those of both.
    mutating func formUnion(_ other: ClauseEffects) {
        reads.formUnion(other.reads)
        writes.formUnion(other.writes)
        isDeterministic = isDeterministic && other.isDeterministic
        draws = draws || other.draws
    }

    /// Why `self`, working row by row before `later`, would see what `later` writes, or `later` would miss what `self`
    /// is still to write; `nil` where the two can take turns. Such as `read/set conflict for property: seen`.
    package func conflict(before later: ClauseEffects) -> String? {
        if let part = later.writes.touched(by: reads) { return "read/\(part)" }
        if let part = writes.touched(by: later.reads) { return "write-read/\(part)" }
        return nil
    }
}

/// Parts of the graph by name.
package struct GraphParts: Sendable {
    /// Reads: nodes with one of the labels. Writes: created nodes by their labels, and labels set and removed.
    package var labels = NameSet.none
    /// Reads: relationships of one of the types. Writes: those created.
    package var types = NameSet.none
    /// Property keys.
    package var keys = NameSet.none
    /// Reads: nodes whatever their labels. Writes: nodes are created.
    package var nodes = false
    /// Writes: elements are deleted. Reads of anything meet it.
    package var deletes = false
    /// Reads: an element is looked at in some way, be it that it exists.
    package var anything = false

    mutating func formUnion(_ other: GraphParts) {
        labels.formUnion(other.labels)
        types.formUnion(other.types)
        keys.formUnion(other.keys)
        nodes = nodes || other.nodes
        deletes = deletes || other.deletes
        anything = anything || other.anything
    }

    /// The first part of these writes that the reads meet, in words.
    func touched(by reads: GraphParts) -> String? {
        if deletes, reads.anything { return "delete conflict" }
        if nodes, reads.nodes { return "create conflict" }
        if let label = labels.common(with: reads.labels) { return "set conflict for label: \(label)" }
        if let type = types.common(with: reads.types) { return "create conflict for relationship type: \(type)" }
        if let key = keys.common(with: reads.keys) { return "set conflict for property: \(key)" }
        return nil
    }
}

/// No name, some, or all there are.
package enum NameSet: Sendable, Equatable {
    case none
    case some(Set<String>)
    case all

    mutating func insert(_ name: String) { formUnion(.some([name])) }

    mutating func formUnion(_ other: NameSet) {
        switch (self, other) {
        case (.all, _), (_, .none): break
        case (.none, _), (_, .all): self = other
        case (.some(let a), .some(let b)): if !b.isSubset(of: a) { self = .some(a.union(b)) }
        }
    }

    /// A name in both, `*` for any; `nil` where there is none.
    func common(with other: NameSet) -> String? {
        switch (self, other) {
        case (.none, _), (_, .none): return nil
        case (.all, .all): return "*"
        case (.all, .some(let names)), (.some(let names), .all): return names.min()
        case (.some(let a), .some(let b)): return a.intersection(b).min()
        }
    }
}

/// Walks a clause and notes its effects.
private struct EffectCollector {
    var effects = ClauseEffects()

    mutating func visit(_ clause: BoundClause) {
        switch clause {
        case .match(let match): read(match)
        case .unwind(let list, _): read(list)
        case .project(let projection): read(projection)
        case .create(let elements): elements.forEach { write($0) }
        case .merge(let merge):
            read(merge.pattern)
            merge.elements.forEach { write($0) }
            merge.onCreate.forEach { write($0) }
            merge.onMatch.forEach { write($0) }
        case .set(let items): items.forEach { write($0) }
        case .remove(let items): items.forEach { write($0) }
        case .delete(let expressions, _):
            expressions.forEach { read($0) }
            effects.writes.deletes = true
        case .foreach(_, let list, let clauses):
            read(list)
            clauses.forEach { visit($0) }
        case .callSubquery(let call): visit(call.query)
        case .callProcedure(let call):
            readEverything(after: call.arguments + call.predicates)
            effects.isDeterministic = false
        case .loadCSV(let load): read(load.url)
        case .finish: break
        }
    }

    mutating func visit(_ query: BoundQuery) {
        switch query {
        case .single(let clauses): clauses.forEach { visit($0) }
        case .union(let left, _, let right, _, _, _):
            visit(left)
            visit(right)
        }
    }

    private mutating func readEverything(after expressions: [BoundExpression]) {
        expressions.forEach { read($0) }
        effects.reads = GraphParts(labels: .all, types: .all, keys: .all, nodes: true, deletes: false, anything: true)
    }

    private mutating func read(_ projection: BoundProjection) {
        projection.items.forEach { read($0.expression) }
        projection.orderBy.forEach { read($0.expression) }
        projection.predicates.forEach { read($0) }
        projection.aggregation?.keys.forEach { read($0.expression) }
        projection.aggregation?.aggregates.forEach { $0.call.arguments.forEach { read($0) } }
        // A path or element that is returned is shown with all it has, but that is after the last clause.
    }

    // MARK: Patterns

    private mutating func read(_ match: BoundMatch) {
        read(match.pattern)
        match.predicates.forEach { read($0) }
        if let search = match.search {
            readEverything(after: [search.query] + search.filters.compactMap(\.value))
        }
    }

    private mutating func read(_ graph: QueryGraph) {
        if !graph.nodes.isEmpty { effects.reads.anything = true }
        for node in graph.nodes {
            node.properties.forEach { entry in
                effects.reads.keys.insert(entry.key)
                read(entry.value)
            }
            node.propertyMap.map { read($0) }
            node.labels?.forEachExpression { read($0) }
            if let labels = node.labels { effects.reads.labels.formUnion(Self.names(labels)) }
            // Bound nodes and ends of relationships come from elements that are there.
            let isEnd = graph.relationships.contains { relationship in
                graph.nodes[relationship.left].slot == node.slot || graph.nodes[relationship.right].slot == node.slot
            }
            if !node.isBound, !isEnd, node.labels.map({ !Self.isRequired($0) }) ?? true { effects.reads.nodes = true }
        }
        for relationship in graph.relationships { read(relationship) }
        graph.paths.forEach { $0.predicates.forEach { read($0) } }
    }

    private mutating func read(_ relationship: PatternRelationship) {
        relationship.properties.forEach { entry in
            effects.reads.keys.insert(entry.key)
            read(entry.value)
        }
        relationship.propertyMap.map { read($0) }
        relationship.types?.forEachExpression { read($0) }
        if case .quantified(let inner) = relationship.length {
            read(inner.pattern)
            inner.predicates.forEach { read($0) }
        } else {
            effects.reads.types.formUnion(relationship.types.map { Self.names($0, ofTypes: true) } ?? .all)
        }
        // A repetition of none is a node alone.
        switch relationship.length {
        case .variable(minimum: 0, _): effects.reads.nodes = true
        case .quantified(let inner) where inner.minimum == 0: effects.reads.nodes = true
        default: break
        }
    }

    /// The names that decide whether an element fits: a change of any other one does not matter.
    ///
    /// A label that must be missing is such a name, for labels come and go, and a new node is told by `nodes`. A new
    /// relationship fits `!T` by any other type.
    private static func names(_ labels: LabelExpression, ofTypes: Bool = false) -> NameSet {
        switch labels {
        case .label(let name): return .some([name])
        case .dynamic, .wildcard: return .all
        case .not(let inner): return ofTypes ? .all : names(inner)
        case .and(let parts), .or(let parts):
            var names = NameSet.none
            for part in parts { names.formUnion(Self.names(part, ofTypes: ofTypes)) }
            return names
        }
    }

    /// Nothing without one of the names fits.
    private static func isRequired(_ labels: LabelExpression) -> Bool {
        switch labels {
        case .label, .dynamic, .wildcard: true
        case .not: false
        case .and(let parts): parts.contains(where: isRequired)
        case .or(let parts): parts.allSatisfy(isRequired)
        }
    }

    // MARK: Expressions

    private mutating func read(_ expression: BoundExpression) {
        switch expression {
        case .property(_, let key, _):
            effects.reads.keys.insert(key)
            effects.reads.anything = true
        case .subscriptOf, .mapProjection:
            effects.reads.keys = .all
            effects.reads.anything = true
        case .hasLabels(_, let labels):
            effects.reads.labels.formUnion(Self.names(labels))
            effects.reads.anything = true
        case .exists(let query, _), .count(let query, _), .collect(let query, _, _): visit(query)
        case .patternComprehension(let match, let projection):
            read(match)
            read(projection)
        case .nested:
            readEverything(after: [])
        case .function(let definition, _, _): read(definition)
        default: break
        }
        var parts: [BoundExpression] = []
        expression.forEachChild { parts.append($0) }
        parts.forEach { read($0) }
    }

    private mutating func read(_ function: FunctionDefinition) {
        if !function.isDeterministic { effects.isDeterministic = false }
        if function.draws { effects.draws = true }
        switch function.name {
        case "labels":
            effects.reads.labels = .all
            effects.reads.anything = true
        case "keys", "properties":
            effects.reads.keys = .all
            effects.reads.anything = true
        case "type", "startNode", "endNode": effects.reads.anything = true
        default: break
        }
    }

    // MARK: Writes

    private mutating func write(_ element: BoundCreateElement) {
        switch element {
        case .node(_, let labels, let properties):
            effects.writes.nodes = true
            write(labels)
            writeProperties(properties)
        case .relationship(_, let type, _, _, let properties, _):
            switch type {
            case .name(let name): effects.writes.types.insert(name)
            case .dynamic(let expression):
                read(expression)
                effects.writes.types = .all
            }
            writeProperties(properties)
        case .path: break
        }
    }

    private mutating func write(_ labels: [BoundLabelName]) {
        for label in labels {
            switch label {
            case .name(let name): effects.writes.labels.insert(name)
            case .dynamic(let expression):
                read(expression)
                effects.writes.labels = .all
            }
        }
    }

    /// Properties of an element that is made here: nobody else has read them.
    private mutating func writeProperties(_ properties: BoundExpression?) {
        if let properties { read(properties) }
    }

    private mutating func write(_ item: BoundSetItem) {
        switch item {
        case .property(let target, let key, let value):
            read(target)
            read(value)
            effects.writes.keys.insert(key)
        case .dynamicProperty(let target, let key, let value):
            [target, key, value].forEach { read($0) }
            effects.writes.keys = .all
        case .properties(let target, let value, let isMerging):
            read(target)
            read(value)
            if case .map(let entries) = value.unplaced, isMerging {
                for entry in entries { effects.writes.keys.insert(entry.key) }
            } else {
                effects.writes.keys = .all
                // The map may be an element, whose properties are read.
                if case .parameter = value.unplaced {} else { effects.reads.keys = .all }
            }
        case .labels(let target, let labels):
            read(target)
            write(labels)
        }
    }

    private mutating func write(_ item: BoundRemoveItem) {
        switch item {
        case .property(let target, let key):
            read(target)
            effects.writes.keys.insert(key)
        case .dynamicProperty(let target, let key):
            read(target)
            read(key)
            effects.writes.keys = .all
        case .labels(let target, let labels):
            read(target)
            write(labels)
        }
    }
}
