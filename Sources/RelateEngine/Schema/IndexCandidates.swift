// What indexes of one kind of value find for a condition: elements among which are all that it holds of, or `nil` where the
// condition asks for a value of another kind, of which such an index knows nothing.

extension TextIndex {
    func candidates(_ condition: IndexCondition?) -> [UInt32]? {
        switch condition {
        case .contains(.string(let part)): return candidates(part, .anywhere)
        case .startsWith(.string(let prefix)): return candidates(prefix, .atBegin)
        case .endsWith(.string(let suffix)): return candidates(suffix, .atEnd)
        case .equal(.string(let whole)): return candidates(whole, .whole)
        case .equal: return nil
        case .isIn(let values):
            var found: Set<UInt32> = []
            for value in values where !value.isNull {
                guard case .string(let whole) = value else { return nil }
                found.formUnion(candidates(whole, .whole))
            }
            return found.sorted()
        default: return []
        }
    }
}

extension PointIndex {
    func candidates(_ condition: IndexCondition?) -> [UInt32]? {
        switch condition {
        case .boxes(let boxes): return candidates(boxes)
        case .equal(let value): return candidates(.isIn([value]))
        case .isIn(let values):
            var boxes: [PointBox] = []
            for value in values where !value.isNull {
                guard case .point(let point) = value else { return nil }
                boxes.append(PointBox(srid: point.srid, lower: point.coordinates, upper: point.coordinates))
            }
            return candidates(boxes)
        default: return []
        }
    }
}
