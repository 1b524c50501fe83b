import CypherSyntax

/// Whether an aggregate function may stand at a place of the walk.
enum AggregationMode {
    case forbidden(Place)
    /// In a projection's item or its `ORDER BY`.
    case collecting
    /// In the argument of an aggregate.
    case inside

    enum Place {
        case here, listComprehension, orderBy, `where`

        var detail: String {
            switch self {
            case .here: "Invalid use of aggregating function in this context"
            case .listComprehension: "Aggregate functions cannot be used per element of a list"
            case .orderBy:
                "Cannot use aggregation in ORDER BY if there are no aggregate expressions in the projection before"
            case .where: "Cannot use aggregation in WHERE; aggregate in a WITH before and test its column"
            }
        }
    }
}

/// What a projection's items aggregate, and which variables they read beside their aggregates.
struct AggregateCollector {
    /// Slots from here on belong to expressions: elements of comprehensions and the like.
    var base = 0
    var calls: [(slot: Slot, call: AggregateCall)] = []
    /// An aggregate that was met, and where its value is: two of the same are computed once.
    var slots: [Expression: Slot] = [:]
    /// The item at hand has an aggregate.
    var hasAggregate = false
    /// The walk is in an item and outside of aggregates.
    var isRecording = false
    var looseReads: [LooseRead] = []
    /// In a projection that groups: property accesses that are keys.
    var groupedProperties: [Expression: Slot] = [:]
    /// The walk is in `ORDER BY` or `WHERE`, after the items.
    var isTail = false
    /// Some item aggregates.
    var isGrouping = false
    /// Columns with an aggregate, which no other aggregate can take.
    var aggregatedColumns: Set<Slot> = []

    /// A variable read outside of every aggregate.
    struct LooseRead {
        var slot: Slot
        var name: String
        var span: SourceSpan
    }
}

/// An item of a projection as its `ORDER BY` and `WHERE` may repeat it.
struct ProjectedItem {
    var expression: Expression
    var slot: Slot
    var type: StaticType
    /// It has no aggregate: in a projection that groups, one of the keys.
    var isKey: Bool
}

extension StatementBinder {
    func noteLooseRead(_ slot: Slot, _ name: String, at span: SourceSpan) {
        // What a subquery gets from outside is the same for all its rows: no key is needed for it.
        guard collector.isRecording, slot.index < collector.base, scope.variables[name] == slot else { return }
        collector.looseReads.append(AggregateCollector.LooseRead(slot: slot, name: name, span: span))
    }

    /// The key slot of a property access that is a grouping key, where the walk is in an item that aggregates.
    func groupedProperty(_ expression: Expression) -> Typed? {
        guard collector.isRecording, !collector.groupedProperties.isEmpty,
            let root = Self.rootVariable(of: expression), let variable = scope[root.text],
            variable.index < collector.base, let slot = collector.groupedProperties[expression]
        else { return nil }
        noteRead(slot)
        return Typed(.slot(slot), type(of: slot))
    }

    /// `a` of `a.b.c`; `nil` for anything but property accesses upon a variable.
    static func rootVariable(of expression: Expression) -> Name? {
        var current = expression
        while case .property(let base, _) = current.kind { current = base }
        if case .variable(let name) = current.kind { return name }
        return nil
    }

    /// The column that an expression of `ORDER BY` or `WHERE` repeats.
    func projectedMatch(_ expression: Expression) -> Typed? {
        switch expression.kind {
        case .variable, .null, .boolean, .integer, .float, .string, .parameter: return nil
        default: break
        }
        for item in projected where item.expression.kind == expression.kind {
            noteRead(item.slot)
            return Typed(.slot(item.slot), item.type)
        }
        return nil
    }

    /// The column that a chain of operators begins with, and how many of its links that covers.
    func projectedChain(
        _ first: Expression, _ links: [Expression.ArithmeticLink]
    ) -> (typed: Typed, linksUsed: Int)? {
        for item in projected {
            guard case .arithmetic(let itemFirst, let itemLinks) = item.expression.kind, itemLinks.count < links.count,
                itemFirst == first, itemLinks.elementsEqual(links.prefix(itemLinks.count))
            else { continue }
            noteRead(item.slot)
            return (Typed(.slot(item.slot), item.type), itemLinks.count)
        }
        return nil
    }
}
