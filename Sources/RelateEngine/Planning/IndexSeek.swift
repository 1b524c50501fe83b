extension LogicalPlan {
    /// Elements of a label or type by the values of an index's properties: for the one row of the arguments, or for each
    /// row of the input.
    package struct IndexSeek: Sendable {
        package var index: IndexDefinition
        package var target: Target
        /// Of the index's first properties, in their order; those behind have only to be there.
        package var conditions: [Condition]
        /// What of the statement this answers, for the plan's text.
        package var predicates: [BoundExpression]
        /// What is found comes in the order of a property's values: a sort that the index does.
        package var order: Order?

        package struct Order: Sendable {
            package var property: String
            package var isDescending: Bool
        }

        package enum Target: Sendable {
            case node(Slot)
            /// Where not directed, from both its ends.
            case relationship(Slot, from: Slot, to: Slot, isDirected: Bool)
        }

        package enum Condition: Sendable {
            case equal(BoundExpression)
            case isIn(BoundExpression)
            case range(lower: Bound?, upper: Bound?)
            case startsWith(BoundExpression)
            case endsWith(BoundExpression)
            case contains(BoundExpression)
            /// A point that lies within a box, or near another: what is found may lie beyond, and is tested again.
            case within(lower: BoundExpression, upper: BoundExpression)
            case near(BoundExpression, distance: BoundExpression)
            /// The property is there.
            case exists
        }

        package struct Bound: Sendable {
            package var value: BoundExpression
            package var isInclusive: Bool
        }

        /// Slots that have a value in what is found.
        package var slots: [Slot] {
            switch target {
            case .node(let slot): [slot]
            case .relationship(let slot, let from, let to, _): [slot, from, to]
            }
        }

        /// What the search values read.
        var expressions: [BoundExpression] { conditions.flatMap(\.expressions) }

        /// No two elements have the same values, and all values are given: one element at the most.
        var isUnique: Bool {
            guard index.owningConstraint != nil, conditions.count == index.properties.count else { return false }
            return conditions.allSatisfy { condition in
                switch condition {
                case .equal, .isIn: true
                default: false
                }
            }
        }
    }
}

extension LogicalPlan.IndexSeek.Condition {
    var expressions: [BoundExpression] {
        switch self {
        case .equal(let value), .isIn(let value), .startsWith(let value), .endsWith(let value), .contains(let value):
            [value]
        case .range(let lower, let upper): [lower, upper].compactMap { $0?.value }
        case .within(let lower, let upper): [lower, upper]
        case .near(let center, let distance): [center, distance]
        case .exists: []
        }
    }

    /// Behind it in a composite index a further property narrows the search.
    var isExactMatch: Bool {
        switch self {
        case .equal, .isIn: true
        default: false
        }
    }
}

extension LogicalPlan.IndexSeek {
    /// Neo4j's name of the operator.
    var operatorName: String {
        let kind: String
        switch conditions.first {
        case nil, .exists: kind = "IndexScan"
        case .range, .startsWith, .within, .near: kind = "IndexSeekByRange"
        case .contains: kind = "IndexContainsScan"
        case .endsWith: kind = "IndexEndsWithScan"
        case .equal, .isIn: kind = isUnique && index.entity == .node ? "UniqueIndexSeek" : "IndexSeek"
        }
        switch target {
        case .node: return "Node\(kind)"
        case .relationship(_, _, _, let isDirected):
            return (isDirected ? "Directed" : "Undirected") + "Relationship\(kind)"
        }
    }

    /// As Neo4j words it: `RANGE INDEX n:Person(name) WHERE n.name = $name`.
    func details(_ text: BoundText, name: (Slot) -> String) -> String {
        let kind = isUnique ? "UNIQUE" : "\(index.kind.rawValue) INDEX"
        let token = BoundText.quoted(index.labelsOrTypes.joined(separator: "|"))
        let keys = index.properties.map { BoundText.quoted($0) }.joined(separator: ", ")
        let element: String
        switch target {
        case .node(let slot): element = "\(name(slot)):\(token)(\(keys))"
        case .relationship(let slot, let from, let to, let isDirected):
            element = "(\(name(from)))-[\(name(slot)):\(token)(\(keys))]-\(isDirected ? ">" : "")(\(name(to)))"
        }
        let condition = predicates.map { text.text($0) }.joined(separator: " AND ")
        var orderText = ""
        if let order {
            orderText = ", ordered by \(BoundText.quoted(order.property)) \(order.isDescending ? "DESC" : "ASC")"
        }
        return "\(kind) \(element)" + (condition.isEmpty ? "" : " WHERE \(condition)") + orderText
    }
}
