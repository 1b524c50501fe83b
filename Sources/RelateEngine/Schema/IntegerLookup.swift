import CKernels

/// The elements of an ordered index by integer: a hash table beside the tree, for whoever looks up many keys one by one.
///
/// A descent through the tree waits for about twenty comparisons, a look here for one line of memory, and those of many
/// keys come at once. It stands for the integers of one state of an index, each with one element; other keys are left
/// out. Never changed once made.
final class IntegerLookup: Sendable {
    /// No element has this number.
    static let absent = UInt32.max

    private let capacity: Int
    /// `absent` where a place is free.
    nonisolated(unsafe) private let elements: UnsafeMutablePointer<UInt32>
    /// What the keys are beyond `base`; wide ones where the greatest is too far from it.
    nonisolated(unsafe) private let narrowKeys: UnsafeMutablePointer<UInt32>?
    nonisolated(unsafe) private let wideKeys: UnsafeMutablePointer<UInt64>?
    private let base: Int64

    /// - Returns: `nil` where an integer has several elements.
    init?(_ index: OrderedIndex) {
        var count = 0
        var lowest = Int64.max
        var highest = Int64.min
        var previous: Int64?
        var isUnique = true
        index.forEachInteger { integer, _ in
            // They come in order.
            if integer == previous { isUnique = false }
            previous = integer
            count += 1
            lowest = min(lowest, integer)
            highest = max(highest, integer)
            return isUnique
        }
        guard isUnique else { return nil }
        base = count == 0 ? 0 : lowest
        capacity = count + count / 4 + 8
        elements = .allocate(capacity: capacity)
        elements.initialize(repeating: Self.absent, count: capacity)
        if count == 0 || UInt64(bitPattern: highest &- lowest) <= UInt64(UInt32.max) {
            narrowKeys = .allocate(capacity: capacity)
            narrowKeys?.initialize(repeating: 0, count: capacity)
            wideKeys = nil
        } else {
            narrowKeys = nil
            wideKeys = .allocate(capacity: capacity)
            wideKeys?.initialize(repeating: 0, count: capacity)
        }
        index.forEachInteger { integer, element in
            let distance = UInt64(bitPattern: integer &- base)
            var place = place(of: distance)
            while elements[place] != Self.absent { place = place &+ 1 == capacity ? 0 : place &+ 1 }
            elements[place] = element
            narrowKeys?[place] = UInt32(truncatingIfNeeded: distance)
            wideKeys?[place] = distance
            return true
        }
    }

    deinit {
        elements.deallocate()
        narrowKeys?.deallocate()
        wideKeys?.deallocate()
    }

    var byteCount: Int { capacity * (wideKeys == nil ? 8 : 12) + 64 }

    /// The elements of the integers, `absent` for each that has none.
    func look(_ integers: UnsafeBufferPointer<Int64>, into found: UnsafeMutablePointer<UInt32>) {
        if let narrowKeys {
            look(integers, narrowKeys, into: found)
        } else if let wideKeys {
            look(integers, wideKeys, into: found)
        }
    }

    @inline(__always)
    private func look<Key: FixedWidthInteger & UnsignedInteger>(
        _ integers: UnsafeBufferPointer<Int64>, _ keys: UnsafeMutablePointer<Key>,
        into found: UnsafeMutablePointer<UInt32>
    ) {
        for integer in integers {
            let place = place(of: UInt64(bitPattern: integer &- base))
            relate_prefetch(elements + place)
            relate_prefetch(keys + place)
        }
        for index in 0..<integers.count {
            let distance = UInt64(bitPattern: integers[index] &- base)
            found[index] = Self.absent
            guard let key = Key(exactly: distance) else { continue }
            var place = place(of: distance)
            while elements[place] != Self.absent {
                if keys[place] == key {
                    found[index] = elements[place]
                    break
                }
                place = place &+ 1 == capacity ? 0 : place &+ 1
            }
        }
    }

    /// Integers in a row, or with a common factor, are spread by the upper bits of the product.
    @inline(__always)
    private func place(of distance: UInt64) -> Int {
        Int(truncatingIfNeeded: (distance &* 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: UInt64(capacity)).high)
    }
}
