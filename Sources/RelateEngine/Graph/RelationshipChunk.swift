/// Type, start and end of 1,024 relationships. A deleted one keeps them: `type(r)` may still be asked of it.
final class RelationshipChunk: SpineChunk, @unchecked Sendable {
    @exclusivity(unchecked) private(set) var types: UnsafeMutablePointer<UInt32>
    @exclusivity(unchecked) private(set) var starts: UnsafeMutablePointer<UInt32>
    @exclusivity(unchecked) private(set) var ends: UnsafeMutablePointer<UInt32>
    @exclusivity(unchecked) private(set) var rowCapacity: Int
    /// The type of all its relationships, deleted ones included; `nil` where they have several, or there is none yet.
    @exclusivity(unchecked) private(set) var onlyType: UInt32?
    @exclusivity(unchecked) private var isEmpty = true

    /// With memory for that many rows, zeroed.
    init(rowCapacity: Int = 8) {
        self.rowCapacity = rowCapacity
        types = .allocate(capacity: 3 * rowCapacity)
        types.initialize(repeating: 0, count: 3 * rowCapacity)
        starts = types + rowCapacity
        ends = starts + rowCapacity
    }

    private init(copying other: RelationshipChunk) {
        rowCapacity = other.rowCapacity
        types = .allocate(capacity: 3 * rowCapacity)
        types.initialize(from: other.types, count: 3 * rowCapacity)
        starts = types + rowCapacity
        ends = starts + rowCapacity
        onlyType = other.onlyType
        isEmpty = other.isEmpty
    }

    deinit { types.deallocate() }

    func copied() -> RelationshipChunk { RelationshipChunk(copying: self) }

    func set(row: Int, type: UInt32, start: UInt32, end: UInt32) {
        if row >= rowCapacity { grow(toHold: row) }
        types[row] = type
        starts[row] = start
        ends[row] = end
        note(type)
    }

    /// That one has the type: whoever writes into the columns by itself says so.
    func note(_ type: UInt32) {
        if isEmpty {
            onlyType = type
            isEmpty = false
        } else if onlyType != type {
            onlyType = nil
        }
    }

    /// Rows that follow each other, one for each place of the three.
    func set(
        from row: Int, types newTypes: ArraySlice<UInt32>, starts newStarts: ArraySlice<UInt32>,
        ends newEnds: ArraySlice<UInt32>
    ) {
        guard !newTypes.isEmpty else { return }
        if row + newTypes.count > rowCapacity { grow(toHold: row + newTypes.count - 1) }
        for type in newTypes { note(type) }
        for (column, new) in [(types, newTypes), (starts, newStarts), (ends, newEnds)] {
            new.withUnsafeBufferPointer { new in
                if let start = new.baseAddress { (column + row).update(from: start, count: new.count) }
            }
        }
    }

    private func grow(toHold row: Int) {
        var newCapacity = rowCapacity
        while newCapacity <= row { newCapacity *= 2 }
        let block = UnsafeMutablePointer<UInt32>.allocate(capacity: 3 * newCapacity)
        block.initialize(repeating: 0, count: 3 * newCapacity)
        block.update(from: types, count: rowCapacity)
        (block + newCapacity).update(from: starts, count: rowCapacity)
        (block + 2 * newCapacity).update(from: ends, count: rowCapacity)
        types.deallocate()
        types = block
        starts = block + newCapacity
        ends = starts + newCapacity
        rowCapacity = newCapacity
    }
}

/// The relationships of one chunk for a scan: which live, and the columns of type, start and end.
///
/// The memory is the graph's own: valid while the state it was asked of, or a copy, lives unchanged. Every live row lies
/// within the columns; rows beyond the last live one may not.
package struct RelationshipChunkColumns {
    package let live: ElementChunk
    /// The type of all of them where it is known.
    package let onlyType: UInt32?
    package let types: UnsafePointer<UInt32>
    package let starts: UnsafePointer<UInt32>
    package let ends: UnsafePointer<UInt32>
}
