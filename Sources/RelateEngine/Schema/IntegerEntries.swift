/// The entries of an index of integers, as they are found: keys are made of them when they are in order.
struct IntegerEntries {
    private(set) var integers: [Int64] = []
    private(set) var elements: [UInt32] = []
    private var least = Int64.max
    private var greatest = Int64.min
    private var isInOrder = true

    var count: Int { integers.count }

    mutating func reserve(_ count: Int) {
        integers.reserveCapacity(count)
        elements.reserveCapacity(count)
    }

    /// - Precondition: the element's number is above all before.
    @inline(__always)
    mutating func append(_ integer: Int64, _ element: UInt32) {
        // Elements were often made in the order of their keys.
        if integer < greatest { isInOrder = false }
        least = min(least, integer)
        greatest = max(greatest, integer)
        integers.append(integer)
        elements.append(element)
    }

    /// Puts the entries in order of their integers, those of equal ones in order of their elements.
    mutating func sort() {
        guard !isInOrder else { return }
        isInOrder = true
        let distance = UInt64(bitPattern: greatest &- least)
        let bits = UInt64.bitWidth - distance.leadingZeroBitCount
        if bits <= 32 {
            // An entry is one word.
            sort(bits: bits) {
                $0 << 32 | UInt64($1)
            } distance: {
                $0 >> 32
            } element: {
                UInt32(truncatingIfNeeded: $0)
            }
        } else {
            sort(bits: bits) {
                ($0, $1)
            } distance: {
                $0.0
            } element: {
                $0.1
            }
        }
    }

    private static let digitBits = 11

    /// Sorts by the distance to the least integer, digit by digit from the lowest. Entries of equal digits stay in their order.
    @inline(__always)
    private mutating func sort<Entry: BitwiseCopyable>(
        bits: Int, _ entry: (UInt64, UInt32) -> Entry, distance: (Entry) -> UInt64, element: (Entry) -> UInt32
    ) {
        let count = integers.count
        withUnsafeTemporaryAllocation(of: Entry.self, capacity: 2 * count) { memory in
            guard var source = memory.baseAddress else { return }
            var target = source + count
            for index in 0..<count {
                source[index] = entry(UInt64(bitPattern: integers[index] &- least), elements[index])
            }
            for shift in stride(from: UInt64(0), to: UInt64(bits), by: Self.digitBits) {
                Self.distribute(source, to: target, count: count) { distance($0) &>> shift }
                swap(&source, &target)
            }
            for index in 0..<count {
                integers[index] = least &+ Int64(bitPattern: distance(source[index]))
                elements[index] = element(source[index])
            }
        }
    }

    @inline(__always)
    private static func distribute<Entry: BitwiseCopyable>(
        _ source: UnsafeMutablePointer<Entry>, to target: UnsafeMutablePointer<Entry>, count: Int,
        _ digit: (Entry) -> UInt64
    ) {
        let mask = UInt64(1 << digitBits) - 1
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 1 << digitBits) { places in
            places.initialize(repeating: 0)
            for index in 0..<count { places[Int(digit(source[index]) & mask)] += 1 }
            var place = 0
            for value in places.indices { (places[value], place) = (place, place + places[value]) }
            for index in 0..<count {
                let value = Int(digit(source[index]) & mask)
                target[places[value]] = source[index]
                places[value] += 1
            }
        }
    }
}

extension OrderedIndex {
    /// Entries whose keys are integers alone.
    init(_ entries: consuming IntegerEntries) {
        entries.sort()
        var packer = Packer()
        entries.integers.withUnsafeBufferPointer { integers in
            entries.elements.withUnsafeBufferPointer { elements in
                packer.add(integers: integers, elements)
            }
        }
        self = packer.finished()
    }
}
