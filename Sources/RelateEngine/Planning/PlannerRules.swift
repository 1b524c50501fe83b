/// What the planner may do to make a plan faster. All of it is on; tests leave rules out, one at a time, to see that the rows
/// stay the same.
package struct PlannerRules: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A label that every end of a relationship type has is not tested behind an expand.
    package static let impliedLabels = PlannerRules(rawValue: 1 << 0)
    /// Counts that the store keeps are read instead of counted.
    package static let storeCounts = PlannerRules(rawValue: 1 << 1)
    /// Relationships of which only the number matters are counted by degree.
    package static let degreeCounts = PlannerRules(rawValue: 1 << 2)
    /// `EXISTS` and `COUNT` of a node's relationships are read from its degree.
    package static let degreePredicates = PlannerRules(rawValue: 1 << 3)
    /// Two expands that meet intersect their sorted neighbours.
    package static let intersections = PlannerRules(rawValue: 1 << 4)
    /// Where duplicates do not matter, they are dropped early, and each node is reached once.
    package static let pruning = PlannerRules(rawValue: 1 << 5)
    /// Inner plans run on many outer rows at once.
    package static let batchedApply = PlannerRules(rawValue: 1 << 6)
    /// `MERGE` looks for a batch of rows at once.
    package static let batchedMerge = PlannerRules(rawValue: 1 << 7)
    /// Rows are collected only where a clause could see another's writes.
    package static let exactBarriers = PlannerRules(rawValue: 1 << 8)

    /// An index's order is a sort's.
    package static let indexOrder = PlannerRules(rawValue: 1 << 9)

    /// Disconnected parts of a pattern that an equality ties are looked up in an index, row by row.
    package static let indexJoins = PlannerRules(rawValue: 1 << 10)
    /// Any shortest path between two given nodes is searched for from both.
    package static let twoSidedSearch = PlannerRules(rawValue: 1 << 11)

    /// A variable that nobody reads is not made.
    package static let unreadVariables = PlannerRules(rawValue: 1 << 12)
    /// A repeated pattern of one relationship is a variable-length one.
    package static let repeatedSteps = PlannerRules(rawValue: 1 << 13)

    /// An `OPTIONAL MATCH` of one hop is an expand that keeps every row.
    package static let optionalExpands = PlannerRules(rawValue: 1 << 14)

    /// A join of which only the first side's rows matter, each once, stops at the first partner.
    package static let semiJoins = PlannerRules(rawValue: 1 << 15)

    /// A node two relationships from one that an index finds is found by an index too, and both are followed to what is between.
    package static let farEnds = PlannerRules(rawValue: 1 << 16)

    /// How many rules there are.
    package static let count = 17
    package static let all = PlannerRules(rawValue: 1 << count - 1)
}

/// What a database's statements are planned by and run with.
package struct EngineTuning: Sendable {
    package var rules = PlannerRules.all
    /// Statements that differ in literals alone share a plan.
    package var liftsLiterals = true
    package var parallelism = Parallelism()
    /// What the operators of one statement may hold together.
    package var statementMemoryBytesLimit = Limits.statementMemoryBytesLimit

    package init() {}
}
