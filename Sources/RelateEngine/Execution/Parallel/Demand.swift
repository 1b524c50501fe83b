/// What becomes of an operator's rows.
enum Demand {
    /// All are read, once.
    case whole
    /// Read once, perhaps not to the end.
    case some
    /// The operator is opened again and again, as on the inner side of an apply.
    case repeated

    func ofChild(_ index: Int, of operation: LogicalPlan.Operation) -> Demand {
        if self == .repeated { return .repeated }
        switch operation {
        case .aggregate, .sort, .top, .eager: return .whole
        case .limit(_, isExhaustive: false): return .some
        case .produceResults, .emptyResult, .skip, .filter, .project, .distinct, .unwind, .unionAll, .expandAll,
            .expandInto, .optionalExpand,
            .countExpand, .expandIntersect, .variableLengthExpand, .projectEndpoints:
            return self
        case .apply, .optionalApply: return index == 0 ? self : .repeated
        // The second side is read by itself, as a whole.
        case .cartesianProduct, .valueHashJoin, .semiHashJoin: return index == 0 ? self : .whole
        default: return .repeated
        }
    }
}
