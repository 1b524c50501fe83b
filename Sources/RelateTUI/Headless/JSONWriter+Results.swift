import Relate

/// Results, plans and errors as the objects that `typed-jsonl` answers with.
extension JSONWriter {
    /// The object of a statement that succeeded, up to its rows.
    mutating func beginResult(_ result: QueryResult) {
        raw(#"{"columns":"#)
        strings(result.columns)
        raw(#","rows":["#)
    }

    /// What follows the rows.
    mutating func endResult(_ result: QueryResult) {
        raw(#"],"queryType":"#)
        string(result.queryType.rawValue)
        raw(#","namespace":"#)
        string(result.namespace.rawValue)
        raw(#","stats":"#)
        stats(result.stats)
        raw(#","notifications":"#)
        notifications(result.notifications)
        raw(#","plan":"#)
        if let document = result.plan { plan(document) } else { raw("null") }
        raw(#","bookmark":"#)
        if let bookmark = result.bookmark { string(bookmark) } else { raw("null") }
        raw(#","elapsedMs":"#)
        number(result.elapsedMs)
        raw(#","parseMs":"#)
        number(result.parseMs)
        raw(#","planMs":"#)
        number(result.planMs)
        raw(#","executeMs":"#)
        number(result.executeMs)
        raw("}")
    }

    /// `"error":{…}`
    mutating func error(_ failure: Failure) {
        raw(#""error":{"code":"#)
        string(failure.code)
        if let engine = failure.engine {
            raw(#","gqlStatus":"#)
            string(engine.gqlStatus)
            raw(#","stage":"#)
            string(engine.stage.rawValue)
            raw(#","retryable":"#)
            bool(engine.retryable)
        }
        raw(#","message":"#)
        string(failure.message)
        raw("}")
    }

    mutating func plan(_ document: PlanDocument) {
        raw(#"{"schema":"#)
        string(document.schema)
        raw(#","profiled":"#)
        bool(document.profiled)
        raw(#","statement":"#)
        if let statement = document.statement { string(statement) } else { raw("null") }
        raw(#","root":"#)
        planNode(document.root)
        raw("}")
    }

    private mutating func planNode(_ node: PlanNode) {
        raw(#"{"operator":"#)
        string(node.operator)
        raw(#","details":"#)
        string(node.details)
        raw(#","identifiers":"#)
        strings(node.identifiers)
        raw(#","estimatedRows":"#)
        if let rows = node.estimatedRows { integer(rows) } else { raw("null") }
        raw(#","actual":"#)
        if let actual = node.actual { planActual(actual) } else { raw("null") }
        raw(#","children":["#)
        for (index, child) in node.children.enumerated() {
            if index > 0 { raw(",") }
            planNode(child)
        }
        raw(#"],"warnings":"#)
        notifications(node.warnings)
        raw("}")
    }

    private mutating func planActual(_ actual: PlanActual) {
        raw(#"{"rows":"#)
        integer(actual.rows)
        raw(#","timeMs":"#)
        number(actual.timeMs)
        raw(#","dbHits":"#)
        integer(actual.dbHits)
        raw(#","memoryBytes":"#)
        integer(actual.memoryBytes)
        raw(#","hops":"#)
        integer(actual.hops)
        raw(#","neighborWalks":"#)
        integer(actual.neighborWalks)
        raw(#","nodeReads":"#)
        integer(actual.nodeReads)
        raw(#","start":"#)
        if let start = actual.start {
            raw(#"{"element":"#)
            string(start.element)
            raw(#","backward":"#)
            bool(start.backward)
            raw(#","reason":"#)
            string(start.reason)
            raw("}")
        } else {
            raw("null")
        }
        raw("}")
    }

    private mutating func notifications(_ notifications: [Notification]) {
        raw("[")
        for (index, notification) in notifications.enumerated() {
            if index > 0 { raw(",") }
            raw(#"{"code":"#)
            string(notification.code)
            raw(#","gqlStatus":"#)
            string(notification.gqlStatus)
            raw(#","severity":"#)
            string(notification.severity)
            raw(#","category":"#)
            string(notification.category)
            raw(#","title":"#)
            string(notification.title)
            raw(#","description":"#)
            string(notification.description)
            raw(#","remedy":"#)
            string(notification.remedy)
            raw(#","operatorId":"#)
            if let id = notification.operatorId { integer(id) } else { raw("null") }
            raw("}")
        }
        raw("]")
    }

    private mutating func stats(_ stats: QueryStats) {
        raw("{")
        for (index, counter) in stats.counters.enumerated() {
            if index > 0 { raw(",") }
            name(counter.name)
            integer(counter.value)
        }
        raw("}")
    }
}

extension QueryStats {
    /// The 11 counters under their API names.
    var counters: [(name: String, value: Int)] {
        [
            ("nodesCreated", nodesCreated), ("nodesDeleted", nodesDeleted),
            ("relationshipsCreated", relationshipsCreated), ("relationshipsDeleted", relationshipsDeleted),
            ("propertiesSet", propertiesSet), ("labelsAdded", labelsAdded), ("labelsRemoved", labelsRemoved),
            ("indexesAdded", indexesAdded), ("indexesRemoved", indexesRemoved),
            ("constraintsAdded", constraintsAdded), ("constraintsRemoved", constraintsRemoved),
        ]
    }
}
