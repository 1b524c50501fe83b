import CypherSyntax

/// Elements by a full-text or vector index, for each row of the input: the best first, with their scores.
final class IndexSearchOperator: RowByRowOperator {
    private let search: LogicalPlan.IndexSearch
    private let index: VectorExpression
    private let query: VectorExpression
    private let analyzer: VectorExpression?
    private let filters: [(filter: BoundSearchFilter, value: VectorExpression?)]
    private let skip: VectorExpression?
    private let limit: VectorExpression?

    init(
        _ search: LogicalPlan.IndexSearch, _ compiler: ExpressionCompiler, _ input: Operator, carried: [Int]
    ) throws(EngineError) {
        func compiled(_ expression: BoundExpression?) throws(EngineError) -> VectorExpression? {
            guard let expression else { return nil }
            return try compiler.compile(expression)
        }
        self.search = search
        index = try compiler.compile(search.index)
        query = try compiler.compile(search.query)
        analyzer = try compiled(search.analyzer)
        var filters: [(BoundSearchFilter, VectorExpression?)] = []
        for filter in search.filters { filters.append((filter, try compiled(filter.value))) }
        self.filters = filters
        skip = try compiled(search.skip)
        limit = try compiled(search.limit)
        super.init([input], carried: carried)
    }

    override func answer(_ row: Int, of batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try find(whole(row, of: batch, context), context)
    }

    private func find(_ row: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let state = context.transaction.state
        let hits: [IndexSearcher.Hit]
        do throws(EngineError) {
            hits = try self.hits(row, state, context)
        } catch {
            throw error.at(search.span)
        }
        context.statistics.nodeReads &+= hits.count
        var start = 0
        while start < hits.count {
            let part = hits[start..<min(hits.count, start + RowBatch.rowsLimit / 2)]
            try packer.append(batch(part, row, state), context)
            start += part.count
        }
    }

    private func hits(
        _ row: RowBatch, _ state: GraphState, _ context: ExecutionContext
    ) throws(EngineError) -> [IndexSearcher.Hit] {
        let name = try text(index, row, context, "The name of an index") ?? ""
        let wanted = try query.value(row, row: 0, context)
        let skipped = try RowCount.value(of: skip, "SKIP", row, context) ?? 0
        let count = try RowCount.value(of: limit, "LIMIT", row, context) ?? 0
        guard count <= Int(Int32.max), skipped <= Int(Int32.max) else {
            throw .invalidArgument("SKIP and LIMIT of SEARCH are at most \(Int32.max)")
        }
        let searcher = IndexSearcher(state: state) { () throws(EngineError) in try context.checkInterrupt() }
        let entity: EntityKind
        if case .node = search.target { entity = .node } else { entity = .relationship }
        let filters = try self.filters(row, context)
        guard search.isFulltext else {
            guard !wanted.isNull else { return [] }
            return try searcher.vector(
                name, entity, query: wanted, skip: skipped, limit: count, filters: filters)
        }
        let analyzer = try self.analyzer.map { (value) throws(EngineError) in
            try text(value, row, context, "The name of an analyzer")
        }
        guard filters.isEmpty else { throw .filterOfFulltextSearch() }
        guard let words = try text(query, row, context, "A full-text query") else { return [] }
        return try searcher.fulltext(
            name, entity, query: words, analyzer: analyzer ?? nil, skip: skipped, limit: count)
    }

    private func text(
        _ expression: VectorExpression, _ row: RowBatch, _ context: ExecutionContext, _ what: String
    ) throws(EngineError) -> String? {
        switch try expression.value(row, row: 0, context) {
        case .string(let text): return text
        case .null: return nil
        case let other: throw .wrongType(of: other, for: what, expected: "a STRING")
        }
    }

    private func filters(_ row: RowBatch, _ context: ExecutionContext) throws(EngineError) -> [SearchFilter] {
        var result: [SearchFilter] = []
        for (filter, expression) in filters {
            let value = try expression?.value(row, row: 0, context) ?? .null
            let condition: SearchFilter.Condition
            switch filter.test {
            case .isNull(let negated): condition = negated ? .index(.exists) : .isNull
            case .isIn:
                condition = .index(.isIn(try ElementBatches.elements(value, of: "IN", at: expression?.span) ?? []))
            case .compare(let comparison, _):
                let bound = IndexCondition.Bound(
                    value: value, isInclusive: comparison == .lessOrEqual || comparison == .greaterOrEqual)
                switch comparison {
                case .equal, .notEqual: condition = .index(.equal(value))
                case .less, .lessOrEqual: condition = .index(.range(lower: nil, upper: bound))
                case .greater, .greaterOrEqual: condition = .index(.range(lower: bound, upper: nil))
                }
            }
            result.append(SearchFilter(key: filter.key, condition: condition))
        }
        return result
    }

    /// Hits as a batch of the row: relationships with their ends, where not directed from both.
    private func batch(_ hits: ArraySlice<IndexSearcher.Hit>, _ row: RowBatch, _ state: GraphState) -> RowBatch {
        var elements: [Value] = []
        var scores: [Value] = []
        var starts: [Value] = []
        var ends: [Value] = []
        switch search.target {
        case .node:
            elements = hits.map { .node(NodeID($0.element)) }
            scores = hits.map { .float($0.score) }
        case .relationship(_, _, _, let isDirected):
            for hit in hits {
                let relationship = RelationshipID(hit.element)
                let (start, end) = (state.start(of: relationship), state.end(of: relationship))
                for (from, to) in isDirected || start == end ? [(start, end)] : [(start, end), (end, start)] {
                    elements.append(.relationship(relationship))
                    scores.append(.float(hit.score))
                    starts.append(.node(from))
                    ends.append(.node(to))
                }
            }
        }
        let batch = RowBatch(columns: row.columns, rowCount: elements.count)
        switch search.target {
        case .node(let slot): batch[slot] = .values(elements)
        case .relationship(let slot, let from, let to, _):
            batch[slot] = .values(elements)
            batch[from] = .values(starts)
            batch[to] = .values(ends)
        }
        if let score = search.score { batch[score] = .values(scores) }
        return batch
    }
}
