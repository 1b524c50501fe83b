extension LogicalPlan {
    /// A path pattern that is searched for as a whole from one of its ends: what a path selector or a path mode asks for.
    package struct PathSearch: Sendable {
        package var selector: PatternPath.Selector
        package var mode: PatternPath.Mode
        /// Where the walk begins; it has a value.
        package var start: Slot
        /// The last segment's end has a value as well: only paths that end there.
        package var isInto: Bool
        /// The walk goes from the pattern's right end to its left.
        package var isReversed: Bool
        /// In the order of the walk.
        package var segments: [Segment]
        /// What of the pattern's own conditions reads more than one step: tested on whole paths, before the selection.
        package var predicates: [BoundExpression]
        /// Relationships matched elsewhere in the clause, which the path may not use.
        package var distinctFrom: [Slot]
        /// What is read of the rows of the plan's children behind the first.
        package var needed: SlotSet

        /// From one node of the pattern to the next.
        package struct Segment: Sendable {
            /// The node at its end; read from the row where the search is into it.
            package var end: Slot
            /// What that node must be like.
            package var endPredicates: [BoundExpression]
            package var minimum: Int
            package var maximum: Int?
            /// Takes the relationship where `isSingle`, else the list of all of them in the pattern's order.
            package var relationship: Slot
            package var isSingle: Bool
            package var step: Step
            package var groupVariables: [(inner: Slot, outer: Slot)]
            /// As a repeated pattern was written.
            package var pattern: BoundQuantifiedPattern?
        }

        /// One repetition of a segment.
        package enum Step: Sendable {
            /// One relationship; `predicates` may read the three slots.
            case relationship(Expand, predicates: [BoundExpression])
            /// What the plan's child number `child` finds, run on each node that the walk reaches.
            case pattern(child: Int, from: Slot, to: Slot, relationships: [Slot])
        }
    }
}
