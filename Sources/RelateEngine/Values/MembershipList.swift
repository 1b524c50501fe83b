/// A list made ready for many `IN` tests: a hash table of its plain values, so that a test does not walk the list.
///
/// Answers as `Equality.isIn` does. Worth its making from a handful of elements and tests on.
package struct MembershipList: Sendable {
    /// Elements whose equality is their equivalence.
    private var plain: Set<EquivalenceKey> = []
    /// Lists, maps and whatever may hold a null or NaN: compared one by one, and only with their like.
    private var compound: [Value] = []
    private var hasNull = false
    private let isEmpty: Bool

    package init(_ elements: [Value]) { self.init(elements, {}) }

    /// - Parameter check: called every few milliseconds; what it throws ends the work.
    init<Failure: Error>(_ elements: [Value], _ check: () throws(Failure) -> Void) throws(Failure) {
        isEmpty = elements.isEmpty
        plain.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            if index & 0x3fff == 0 { try check() }
            switch Self.shape(of: element) {
            case .null: hasNull = true
            case .unequal: break
            case .plain: plain.insert(EquivalenceKey(element))
            case .compound: compound.append(element)
            }
        }
    }

    /// `element IN list`; `nil` is unknown.
    package func contains(_ element: Value) -> Bool? {
        switch Self.shape(of: element) {
        case .null: return isEmpty ? false : nil
        case .unequal: return hasNull ? nil : false
        case .plain: return plain.contains(EquivalenceKey(element)) ? true : hasNull ? nil : false
        case .compound:
            switch Equality.isIn(element, compound) {
            case true?: return true
            case false?: return hasNull ? nil : false
            case nil: return nil
            }
        }
    }

    private enum Shape {
        case null
        /// Equal to nothing: NaN.
        case unequal
        case plain
        case compound
    }

    private static func shape(of value: Value) -> Shape {
        switch value {
        case .null: .null
        case .float(let number): number.isNaN ? .unequal : .plain
        case .list, .map, .path, .point, .vector: .compound
        default: .plain
        }
    }
}
