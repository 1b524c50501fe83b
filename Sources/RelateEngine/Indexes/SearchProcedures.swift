import CypherSyntax

// Procedures over full-text and vector indexes.
extension Procedure {
    static let search: [String: Procedure] = [
        "db.index.fulltext.querynodes": Procedure { arguments, context throws(EngineError) in
            try fulltext(arguments, .node, context)
        },
        "db.index.fulltext.queryrelationships": Procedure { arguments, context throws(EngineError) in
            try fulltext(arguments, .relationship, context)
        },
        "db.index.fulltext.listavailableanalyzers": Procedure { _, _ in
            AnalyzerCatalog.all.map { analyzer in
                [.string(analyzer.name), .string(analyzer.description), .list(analyzer.stopWords.map { .string($0) })]
            }
        },
        // A commit's texts are in the index when it is done.
        "db.index.fulltext.awaiteventuallyconsistentindexrefresh": Procedure(isVoid: true) { _, _ in [] },
        "db.index.vector.querynodes": Procedure { arguments, context throws(EngineError) in
            try vector(arguments, .node, context)
        },
        "db.index.vector.queryrelationships": Procedure { arguments, context throws(EngineError) in
            try vector(arguments, .relationship, context)
        },
        "db.create.setnodevectorproperty": Procedure(isVoid: true) { arguments, context throws(EngineError) in
            try setVector(arguments, context)
        },
        "db.create.setrelationshipvectorproperty": Procedure(isVoid: true) { arguments, context throws(EngineError) in
            try setVector(arguments, context)
        },
    ]

    private static func rows(_ hits: [IndexSearcher.Hit], _ entity: EntityKind) -> [[Value]] {
        hits.map { hit in
            let element: Value =
                entity == .node ? .node(NodeID(hit.element)) : .relationship(RelationshipID(hit.element))
            return [element, .float(hit.score)]
        }
    }

    private static func searcher(_ context: ExecutionContext) -> IndexSearcher {
        IndexSearcher(state: context.transaction.state) { () throws(EngineError) in try context.checkInterrupt() }
    }

    private static func argument(_ arguments: [Value], _ place: Int) -> Value {
        place < arguments.count ? arguments[place] : .null
    }

    private static func fulltext(
        _ arguments: [Value], _ entity: EntityKind, _ context: ExecutionContext
    ) throws(EngineError) -> [[Value]] {
        let name = try argument(arguments, 0).string(for: "db.index.fulltext.query")
        let query = argument(arguments, 1)
        var (skip, limit, analyzer) = (0, Int?.none, String?.none)
        if case .map(let options) = argument(arguments, 2) {
            for (key, value) in zip(options.keys, options.values) where !value.isNull {
                switch (key, value) {
                case ("skip", .int(let count)) where count >= 0: skip = Int(min(count, Int64(Int32.max)))
                case ("limit", .int(let count)) where count >= 0: limit = Int(min(count, Int64(Int32.max)))
                case ("analyzer", .string(let name)): analyzer = name
                case ("skip", _), ("limit", _):
                    throw .invalidArgument("`\(key)` of a full-text query is a non-negative INTEGER")
                case ("analyzer", _): throw .wrongType(of: value, for: "`analyzer`", expected: "a STRING")
                default:
                    throw .invalidArgument("A full-text query has the options skip, limit and analyzer, not `\(key)`")
                }
            }
        }
        guard !query.isNull else { return [] }
        let hits = try searcher(context).fulltext(
            name, entity, query: try query.string(for: "db.index.fulltext.query"), analyzer: analyzer, skip: skip,
            limit: limit)
        return rows(hits, entity)
    }

    private static func vector(
        _ arguments: [Value], _ entity: EntityKind, _ context: ExecutionContext
    ) throws(EngineError) -> [[Value]] {
        let name = try argument(arguments, 0).string(for: "db.index.vector.query")
        let count = try argument(arguments, 1).integer(for: "db.index.vector.query")
        guard count > 0, count <= Int64(Int32.max) else {
            throw .invalidArgument("The number of nearest neighbours is from 1 to \(Int32.max), got \(count)")
        }
        let query = argument(arguments, 2)
        guard !query.isNull else { return [] }
        return rows(try searcher(context).vector(name, entity, query: query, limit: Int(count)), entity)
    }

    private static func setVector(_ arguments: [Value], _ context: ExecutionContext) throws(EngineError) -> [[Value]] {
        let key = try argument(arguments, 1).string(for: "db.create.setVectorProperty")
        let value = argument(arguments, 2)
        guard !key.isEmpty else { throw .invalidArgument("A property's name is not empty") }
        guard let coordinates = VectorIndex.coordinates(of: value), !coordinates.isEmpty,
            coordinates.allSatisfy(\.isFinite)
        else {
            throw .wrongType(
                of: value, for: "A vector property", expected: "a VECTOR or a LIST of finite numbers that is not empty")
        }
        let stored: Value
        if case .vector = value { stored = value } else { stored = .list(coordinates.map { .float($0) }) }
        let id = context.transaction.internPropertyKey(key)
        switch argument(arguments, 0) {
        case .node(let node): context.transaction.setProperty(id, of: node, to: stored)
        case .relationship(let relationship): context.transaction.setProperty(id, of: relationship, to: stored)
        default: break
        }
        return []
    }
}
