/// Which values fall into one group: for `DISTINCT`, grouping keys and hash joins.
///
/// As equality, but that null is equivalent to null and NaN to NaN, at any depth; so it is two-valued and an equivalence
/// relation, and `1` falls together with `1.0`.
package enum Equivalence {
    package static func holds(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.int(let left), .int(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        default: Ordering.compare(left, right) == 0
        }
    }

    /// Equivalent values have the same hash. Not for storage: it may change with the program.
    package static func hash(_ value: Value) -> UInt64 {
        var hasher = ValueHasher()
        hasher.add(value)
        return hasher.finish()
    }

    /// The hash of a row of keys.
    package static func hash(_ values: some Sequence<Value>) -> UInt64 {
        var hasher = ValueHasher()
        for value in values { hasher.add(value) }
        return hasher.finish()
    }
}

/// A value as a key of a `Dictionary` or a member of a `Set`, by equivalence.
package struct EquivalenceKey: Hashable, Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }

    package static func == (left: EquivalenceKey, right: EquivalenceKey) -> Bool {
        Equivalence.holds(left.value, right.value)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(Equivalence.hash(value)) }
}

/// A multiply-and-fold hash over values, far cheaper than Swift's keyed `Hasher`. An attacker who picks values can make
/// them collide, which costs time, never a wrong group; a `Dictionary` over `EquivalenceKey` mixes a random key in.
package struct ValueHasher {
    private var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    /// Elements of lists and maps that are still looked at: a huge value's hash is that of its beginning.
    private var elementsLeft = 65_536

    package init() {}

    @inline(__always)
    package mutating func add(bits: UInt64) {
        let product = (state ^ bits).multipliedFullWidth(by: 0xd6e8_feb8_6659_fd93)
        state = product.high ^ product.low ^ 0x2545_f491_4f6c_dd1d
    }

    package func finish() -> UInt64 {
        var mixed = state
        mixed ^= mixed >> 32
        mixed = mixed &* 0xd6e8_feb8_6659_fd93
        return mixed ^ (mixed >> 32)
    }

    package mutating func add(_ text: String) {
        var copy = self
        text.withBytes { copy.add(bytes: $0) }
        self = copy
    }

    package mutating func add(bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        if let start = UnsafeRawPointer(bytes.baseAddress) {
            while index + 8 <= bytes.count {
                add(bits: start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                index += 8
            }
        }
        // The rest, with the count above it, so that "a" and "a\0" differ.
        var rest = UInt64(truncatingIfNeeded: bytes.count) << 56
        var shift: UInt64 = 0
        while index < bytes.count {
            rest ^= UInt64(bytes[index]) << shift
            shift += 8
            index += 1
        }
        add(bits: rest)
    }

    package mutating func add(_ number: Double) {
        if let integer = NumberComparison.integer(equalTo: number) {
            add(bits: UInt64(bitPattern: integer))
        } else {
            // All NaNs are one.
            add(bits: number.isNaN ? 0x7ff8_0000_0000_0000 : number.bitPattern)
        }
    }

    package mutating func add(_ value: Value) {
        switch value {
        case .null: add(bits: 0x4e)
        case .bool(let value): add(bits: value ? 0x54 : 0x46)
        case .int(let value): add(bits: UInt64(bitPattern: value))
        case .float(let value): add(value)
        case .string(let text): add(text)
        case .list(let elements):
            add(bits: 0x4c00 &+ UInt64(elements.count))
            for element in elements where hasElementsLeft() { add(element) }
        case .map(let map):
            add(bits: 0x4d00 &+ UInt64(map.count))
            for key in map.keys where hasElementsLeft() { add(key) }
            for value in map.values where hasElementsLeft() { add(value) }
        case .node(let node): add(bits: 1 << 40 | UInt64(node.rawValue))
        case .relationship(let relationship): add(bits: 2 << 40 | UInt64(relationship.rawValue))
        case .path(let path):
            add(bits: 0x5000 &+ UInt64(path.nodes.count))
            for node in path.nodes { add(bits: UInt64(node.rawValue)) }
            for relationship in path.relationships { add(bits: UInt64(relationship.rawValue)) }
        default: addScalar(value)
        }
    }

    private mutating func hasElementsLeft() -> Bool {
        elementsLeft -= 1
        return elementsLeft > 0
    }

    private mutating func addScalar(_ value: Value) {
        switch value {
        case .date(let date): add(bits: UInt64(bitPattern: date.epochDay) ^ 0x44)
        case .time(let time):
            add(bits: UInt64(bitPattern: time.nanosecondOfDay))
            add(bits: UInt64(bitPattern: Int64(time.offsetSeconds)))
        case .localTime(let time): add(bits: UInt64(bitPattern: time.nanosecondOfDay))
        case .localDateTime(let dateTime):
            add(bits: UInt64(bitPattern: dateTime.localSecond))
            add(bits: UInt64(bitPattern: Int64(dateTime.nanosecond)))
        case .dateTime(let dateTime):
            add(bits: UInt64(bitPattern: dateTime.epochSecond))
            add(bits: UInt64(bitPattern: Int64(dateTime.nanosecond)))
            add(bits: UInt64(bitPattern: Int64(dateTime.offsetSeconds)))
        case .duration(let duration):
            add(bits: UInt64(bitPattern: duration.months))
            add(bits: UInt64(bitPattern: duration.days))
            add(bits: UInt64(bitPattern: duration.seconds))
            add(bits: UInt64(bitPattern: Int64(duration.nanoseconds)))
        case .point(let point):
            add(bits: UInt64(bitPattern: Int64(point.srid)))
            add(point.x)
            add(point.y)
            if let z = point.z { add(z) }
        case .vector(.floats(_, let values)): for value in values { add(value) }
        case .vector(.integers(_, let values)): for value in values { add(bits: UInt64(bitPattern: value)) }
        default: break
        }
    }
}
