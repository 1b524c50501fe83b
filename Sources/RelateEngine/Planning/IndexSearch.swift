import CypherSyntax

extension LogicalPlan {
    /// What a full-text or vector index finds for each row of the input, up to a number of elements, with scores.
    package struct IndexSearch: Sendable {
        package var target: IndexSeek.Target
        package var isFulltext: Bool
        /// The index's name, which the run resolves.
        package var index: BoundExpression
        package var query: BoundExpression
        package var analyzer: BoundExpression?
        package var filters: [BoundSearchFilter]
        package var skip: BoundExpression?
        package var limit: BoundExpression?
        package var score: Slot?
        package var span: SourceSpan

        /// Slots that have an element in what is found.
        var elementSlots: [Slot] {
            switch target {
            case .node(let slot): [slot]
            case .relationship(let slot, let from, let to, _): [slot, from, to]
            }
        }

        /// What it reads of its input.
        var expressions: [BoundExpression] {
            [index, query] + [analyzer, skip, limit].compactMap { $0 } + filters.compactMap(\.value)
        }

        /// Neo4j's name of the operator.
        var operatorName: String {
            let kind = isFulltext ? "FulltextIndexSearch" : "VectorIndexSearch"
            switch target {
            case .node: return "Node\(kind)"
            case .relationship(_, _, _, let isDirected):
                return (isDirected ? "Directed" : "Undirected") + "Relationship\(kind)"
            }
        }

        /// `VECTOR INDEX n IN moviePlots FOR $query LIMIT 5 SCORE AS score`
        func details(_ text: BoundText, name: (Slot) -> String) -> String {
            let element: String
            switch target {
            case .node(let slot): element = name(slot)
            case .relationship(let slot, let from, let to, let isDirected):
                element = "(\(name(from)))-[\(name(slot))]-\(isDirected ? ">" : "")(\(name(to)))"
            }
            let indexName: String
            if case .literal(.string(let word)) = index.unplaced {
                indexName = BoundText.quoted(word)
            } else {
                indexName = text.text(index)
            }
            var parts = ["\(isFulltext ? "FULLTEXT" : "VECTOR") INDEX \(indexName): \(element) FOR \(text.text(query))"]
            if let analyzer { parts.append("WITH ANALYZER \(text.text(analyzer))") }
            if !filters.isEmpty {
                parts.append(
                    "WHERE " + filters.map { Self.text($0, name, elementSlots, text) }.joined(separator: " AND "))
            }
            if let skip { parts.append("SKIP \(text.text(skip))") }
            if let limit { parts.append("LIMIT \(text.text(limit))") }
            if let score { parts.append("SCORE AS \(name(score))") }
            return parts.joined(separator: " ")
        }

        private static func text(
            _ filter: BoundSearchFilter, _ name: (Slot) -> String, _ slots: [Slot], _ text: BoundText
        ) -> String {
            let property = BoundExpression.property(of: .slot(slots[0]), key: filter.key, span: SourceSpan(0, 0))
            switch filter.test {
            case .compare(let comparison, let value): return text.text(.compare(property, comparison, value))
            case .isIn(let list): return text.text(.isIn(property, list))
            case .isNull(let negated): return text.text(.isNull(property, negated: negated))
            }
        }
    }
}

extension Planner {
    /// A pattern begins with what an index finds, on each row of `input`.
    mutating func search(
        _ search: BoundSearch, _ work: inout PatternWork, on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        var nested: [LogicalPlan] = []
        var filters = search.filters
        for index in filters.indices {
            switch filters[index].test {
            case .compare(let comparison, let value):
                filters[index].test = .compare(comparison, try prepare(value, &nested))
            case .isIn(let list): filters[index].test = .isIn(try prepare(list, &nested))
            case .isNull: break
            }
        }
        var available = input.available
        let target: LogicalPlan.IndexSeek.Target
        if let relationship = work.pattern.relationships.indices.first(where: {
            work.pattern.relationships[$0].slot == search.variable
        }) {
            let pattern = work.pattern.relationships[relationship]
            let (left, right) = (work.pattern.nodes[pattern.left].slot, work.pattern.nodes[pattern.right].slot)
            let isTurned = pattern.direction == .rightToLeft
            target = .relationship(
                search.variable, from: isTurned ? right : left, to: isTurned ? left : right,
                isDirected: pattern.direction != .either)
            work.solvedRelationships.insert(relationship)
            work.solvedNodes.formUnion([pattern.left, pattern.right])
            if let types = pattern.types {
                work.pending.append(PatternWork.Pending(.hasLabels(.slot(search.variable), types)))
            }
        } else {
            target = .node(search.variable)
            work.solvedNodes.formUnion(
                work.pattern.nodes.indices.filter { work.pattern.nodes[$0].slot == search.variable })
        }
        let found = LogicalPlan.IndexSearch(
            target: target, isFulltext: search.isFulltext, index: search.index,
            query: try prepare(search.query, &nested), analyzer: search.analyzer, filters: filters, skip: search.skip,
            limit: search.limit, score: search.score, span: search.span)
        for slot in found.elementSlots { available.insert(slot) }
        if let score = search.score { available.insert(score) }
        var rows = 10.0
        if case .literal(.int(let limit))? = search.limit { rows = Double(limit) }
        var plan = LogicalPlan(
            .indexSearch(found), [input], estimatedRows: input.estimatedRows * rows, available: available)
        plan.nested = nested
        if case .literal(.string(let name)) = search.index.unplaced {
            var entity = EntityKind.relationship
            if case .node = target { entity = .node }
            do throws(EngineError) {
                try estimator.state.schema.searchIndex(named: name, search.isFulltext ? .fulltext : .vector, entity)
            } catch {
                throw error.at(search.index.place)
            }
            plan.start = PlanStart(
                element: slots[search.variable.index].name, backward: false,
                reason: "index \(name): what it finds, the best first")
        }
        return plan
    }
}
