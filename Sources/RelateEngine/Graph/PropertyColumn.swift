import CKernels

/// The values of one property key over all nodes, or over all relationships.
package struct PropertyColumn: Sendable {
    private var spine = Spine<PropertyChunk>()
    /// Elements that have the property.
    package private(set) var count = 0

    /// An upper bound of chunk indices, exclusive.
    package var chunkCapacity: Int { spine.chunkCapacity }

    /// `nil` where no element of the chunk ever had the property.
    @inline(__always)
    package func chunk(at index: Int) -> PropertyChunk? { spine.chunk(at: index) }

    /// As `chunk(at:)`, without a change of the reference count: valid while this column, or a copy, lives unchanged.
    @inline(__always)
    package func unmanagedChunk(at index: Int) -> Unmanaged<PropertyChunk>? { spine.unmanagedChunk(at: index) }

    package var reader: PropertyColumnReader {
        @inline(__always) get { PropertyColumnReader(spine: spine.reader) }
    }

    package func value(atRow row: UInt32, pool: StringPool) -> Value { reader.value(atRow: row, pool: pool) }
    package func isPresent(_ row: UInt32) -> Bool { reader.isPresent(row) }

    mutating func set(_ value: Value, atRow row: UInt32, pool: StringPool) {
        let chunk = spine.uniqueChunk(at: Int(row >> 10)) {
            PropertyChunk(kind: PropertyChunk.Kind(of: value), toHold: Int(row & 1023))
        }
        if chunk._withUnsafeGuaranteedRef({ $0.set(value, atRow: Int(row & 1023), pool: pool) }) { count += 1 }
    }

    /// Values of rows that follow each other and have none yet.
    mutating func setFirst(_ values: FirstValues, from row: UInt32, pool: StringPool) {
        switch values {
        case .integers(let integers, let absent):
            integers.withUnsafeBufferPointer {
                setFirst($0, of: .int, from: row, absent: absent, pool: pool) { .int($0) }
            }
        case .strings(let numbers, let absent):
            numbers.withUnsafeBufferPointer {
                setFirst($0, of: .string, from: row, absent: absent, pool: pool) { .string(pool.string(of: $0)) }
            }
        case .values(let values):
            for (place, value) in values.enumerated() where !value.isNull {
                set(value, atRow: row + UInt32(truncatingIfNeeded: place), pool: pool)
            }
        }
    }

    /// - Parameters:
    ///   - values: a word of `kind` each; of those that are absent, zero.
    ///   - absent: places among them without a value, ascending.
    ///   - value: of a word, for chunks that hold other kinds.
    private mutating func setFirst<Word>(
        _ values: UnsafeBufferPointer<Word>, of kind: PropertyChunk.Kind, from row: UInt32, absent: [Int],
        pool: StringPool, _ value: (Word) -> Value
    ) {
        var place = 0
        var passed = absent.startIndex
        while place < values.count {
            let first = Int(row) + place
            let end = min(values.count, place + GraphState.chunkRows - first & 1023)
            var next = passed
            while next < absent.count, absent[next] < end { next += 1 }
            let missing = absent[passed..<next]
            passed = next
            defer { place = end }
            guard missing.count < end - place else { continue }
            let chunk = spine.uniqueChunk(at: first >> 10) {
                PropertyChunk(kind: kind, toHold: (first & 1023) + end - place - 1)
            }
            let isSet = chunk._withUnsafeGuaranteedRef {
                $0.setFirst(
                    UnsafeBufferPointer(rebasing: values[place..<end]), of: kind, from: first & 1023,
                    absent: missing.lazy.map { $0 - place })
            }
            if isSet {
                count += end - place - missing.count
            } else {
                var rest = missing
                for other in place..<end {
                    if rest.first == other {
                        rest.removeFirst()
                    } else {
                        set(value(values[other]), atRow: row + UInt32(other), pool: pool)
                    }
                }
            }
        }
    }

    /// - Returns: whether there was a value.
    mutating func remove(atRow row: UInt32) -> Bool {
        guard isPresent(row) else { return false }
        let chunk = spine.uniqueChunk(at: Int(row >> 10)) { PropertyChunk(kind: .int, toHold: 0) }
        chunk._withUnsafeGuaranteedRef { $0.remove(atRow: Int(row & 1023)) }
        count -= 1
        return true
    }

    /// Puts a chunk where there is none yet.
    mutating func load(_ chunk: PropertyChunk, at index: Int) {
        _ = spine.uniqueChunk(at: index) { chunk }
        count += chunk.presentCount
    }

    /// Bytes of all chunks, without what boxed values point to.
    var byteCount: Int {
        var total = 0
        spine.forEachChunk { _, chunk in total += chunk.byteCount }
        return total
    }
}

/// A column without its reference counts, for loops over single rows: plain words, valid while the state lives
/// unchanged that the column was asked of.
package struct PropertyColumnReader: Sendable {
    fileprivate let spine: SpineReader<PropertyChunk>

    @inline(__always)
    package func chunk(at index: Int) -> Unmanaged<PropertyChunk>? { spine.chunk(at: index) }

    /// Has brought near what a loop over all chunks finds behind this one.
    func prefetch(after index: Int, isNarrow: Bool = false) {
        if let chunk = chunk(at: index + 2) {
            relate_prefetch(chunk.toOpaque())
            relate_prefetch(chunk.toOpaque() + 64)
        }
        chunk(at: index + 1)?._withUnsafeGuaranteedRef { $0.prefetch(isNarrow: isNarrow) }
    }

    @inline(__always)
    package func value(atRow row: UInt32, pool: StringPool) -> Value {
        guard let chunk = spine.chunk(at: Int(row >> 10)) else { return .null }
        return chunk._withUnsafeGuaranteedRef { $0.value(atRow: Int(row & 1023), pool: pool) }
    }

    /// The value where it lies in a chunk of integers alone.
    @inline(__always)
    func integer(atRow row: UInt32) -> Int64? {
        guard let chunk = spine.chunk(at: Int(row >> 10)) else { return nil }
        return chunk._withUnsafeGuaranteedRef { chunk in
            let row = Int(row & 1023)
            return chunk.kind == .int && chunk.isPresent(row) ? chunk.ints[row] : nil
        }
    }

    @inline(__always)
    package func isPresent(_ row: UInt32) -> Bool {
        guard let chunk = spine.chunk(at: Int(row >> 10)) else { return false }
        return chunk._withUnsafeGuaranteedRef { $0.isPresent(Int(row & 1023)) }
    }
}
