#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Every string that a property of the store ever held, once: equal strings have equal numbers.
///
/// The pool only grows. Bytes lie in blocks and entries in segments that never move, so a reader of a snapshot needs no
/// lock to read an entry: its number came to it through a commit (a lock), after the entry was written, and nothing
/// writes to that memory again. Only the hash table moves; `intern` and `find` use it under the pool's lock. Numbers are
/// store-wide and may be given out by a transaction that is later rolled back: such an entry is merely unused.
package final class StringPool: @unchecked Sendable {
    private struct Entry {
        var bytes: UnsafePointer<UInt8>
        var length: UInt32
    }

    /// Segment k holds 256 << k entries; 25 of them hold more than 32-bit numbers can name.
    private static let segmentCount = 25
    private static let firstSegmentShift = 8
    /// Where strings without a byte may lie.
    nonisolated(unsafe) private static let noBytes = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

    private let lock = Lock()
    private let segments: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
    private let byteHash = ByteHash()

    // Under the lock.
    @exclusivity(unchecked) private var entryCount = 0
    @exclusivity(unchecked) private var stringBytes = 0
    @exclusivity(unchecked) private var blocks: [UnsafeMutablePointer<UInt8>] = []
    @exclusivity(unchecked) private var blockBytes = 0
    @exclusivity(unchecked) private var blockCursor: UnsafeMutablePointer<UInt8>?
    @exclusivity(unchecked) private var blockRemaining = 0
    /// Upper half: hash, lower half: number + 1; 0 is free. A power of two of them.
    @exclusivity(unchecked) private var table: UnsafeMutablePointer<UInt64>
    @exclusivity(unchecked) private var tableCapacity = 64
    /// Keeps the bytes of the strings that were loaded.
    @exclusivity(unchecked) private var loadedBytes: (AnyObject & Sendable)?
    /// The table lacks the strings that were loaded.
    @exclusivity(unchecked) private var isTableStale = false

    package init() {
        segments = .allocate(capacity: Self.segmentCount)
        segments.initialize(repeating: nil, count: Self.segmentCount)
        table = .allocate(capacity: tableCapacity)
        table.initialize(repeating: 0, count: tableCapacity)
    }

    deinit {
        for index in 0..<Self.segmentCount { segments[index]?.deallocate() }
        segments.deallocate()
        for block in blocks { block.deallocate() }
        table.deallocate()
    }

    /// Distinct strings.
    package var count: Int { lock.withLock { entryCount } }
    /// UTF-8 bytes of all strings.
    package var byteCount: Int { lock.withLock { stringBytes } }
    /// Memory of bytes, entries and hash table.
    package var memoryBytes: Int {
        lock.withLock {
            var total = blockBytes + tableCapacity * 8
            for index in 0..<Self.segmentCount where segments[index] != nil { total += (256 << index) * 16 }
            return total
        }
    }

    /// The string's number, given now where it has none yet.
    package func intern(_ string: String) -> UInt32 {
        var string = string
        return string.withUTF8 { intern(utf8: $0) }
    }

    package func intern(utf8 bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let hash = byteHash(bytes)
        return lock.withLock {
            ensureTable()
            var slot = Int(hash) & (tableCapacity - 1)
            while table[slot] != 0 {
                if let number = match(table[slot], hash, bytes) { return number }
                slot = (slot + 1) & (tableCapacity - 1)
            }
            let number = append(bytes)
            table[slot] = UInt64(hash) << 32 | (UInt64(number) + 1)
            if entryCount * 10 > tableCapacity * 6 { growTable() }
            return number
        }
    }

    /// The string's number, or `nil` where no property ever held it.
    package func find(_ string: String) -> UInt32? {
        var string = string
        return string.withUTF8 { find(utf8: $0) }
    }

    package func find(utf8 bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
        let hash = byteHash(bytes)
        return lock.withLock {
            ensureTable()
            var slot = Int(hash) & (tableCapacity - 1)
            while table[slot] != 0 {
                if let number = match(table[slot], hash, bytes) { return number }
                slot = (slot + 1) & (tableCapacity - 1)
            }
            return nil
        }
    }

    /// The bytes stay where they are while the pool lives.
    @inline(__always)
    package func utf8(of number: UInt32) -> UnsafeBufferPointer<UInt8> {
        let (segment, index) = Self.place(of: number)
        guard let entries = segments[segment] else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: entries[index].bytes, count: Int(entries[index].length))
    }

    @inline(__always)
    package func withBytes<Result>(of number: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(utf8(of: number))
    }

    /// Below, at or above 0 as the first string comes before, is, or comes after the second by its bytes.
    func compare(_ left: UInt32, _ right: UInt32) -> Int {
        if left == right { return 0 }
        let (one, other) = (utf8(of: left), utf8(of: right))
        if let start = one.baseAddress, let otherStart = other.baseAddress {
            let order = memcmp(start, otherStart, min(one.count, other.count))
            if order != 0 { return Int(order) }
        }
        return one.count - other.count
    }

    package func string(of number: UInt32) -> String { String(decoding: utf8(of: number), as: UTF8.self) }

    /// Fills an empty pool with the strings of a file: numbers are their places. The hash table is made when it is first
    /// asked for.
    ///
    /// - Parameters:
    ///   - lengths: a little-endian `UInt32` for each.
    ///   - bytes: their UTF-8, one behind the other, as long as all lengths together: memory of `owner`.
    func load(lengths: UnsafeRawBufferPointer, bytes: UnsafeRawBufferPointer, owner: AnyObject & Sendable) {
        lock.withLock {
            precondition(entryCount == 0, "a pool is loaded before it is used")
            let count = lengths.count / 4
            guard count > 0 else { return }
            loadedBytes = owner
            blockBytes += bytes.count
            var cursor = bytes.baseAddress.map { $0.assumingMemoryBound(to: UInt8.self) } ?? Self.noBytes
            var number = 0
            while number < count {
                let (segment, _) = Self.place(of: UInt32(number))
                let capacity = 256 << segment
                let entries = LoadedMemory.allocate(capacity * MemoryLayout<Entry>.stride)
                    .bindMemory(to: Entry.self, capacity: capacity)
                segments[segment] = entries
                for index in 0..<min(capacity, count - number) {
                    let length = lengths.loadUnaligned(fromByteOffset: (number + index) * 4, as: UInt32.self)
                    (entries + index).initialize(to: Entry(bytes: cursor, length: length))
                    cursor += Int(length)
                }
                number += capacity
            }
            entryCount = count
            stringBytes = bytes.count
            isTableStale = true
        }
    }

    /// A sentence where equal strings have several numbers, which a file might bring about.
    func brokenInvariants() -> [String] {
        let count = self.count
        var capacity = 64
        while capacity < count * 2 { capacity *= 2 }
        // Numbers + 1 by their strings' hashes; 0 is free.
        var seen = [UInt32](repeating: 0, count: capacity)
        for number in 0..<UInt32(count) {
            var slot = Int(byteHash(utf8(of: number))) & (capacity - 1)
            while seen[slot] != 0 {
                if compare(seen[slot] - 1, number) == 0 { return ["string \(number) stands in the pool twice"] }
                slot = (slot + 1) & (capacity - 1)
            }
            seen[slot] = number + 1
        }
        return []
    }

    // MARK: Inside

    /// Under the lock, before the table is used.
    @inline(__always)
    private func ensureTable() {
        if isTableStale { makeTable() }
    }

    @inline(never)
    private func makeTable() {
        isTableStale = false
        var capacity = tableCapacity
        while entryCount * 10 > capacity * 6 { capacity *= 2 }
        table.deallocate()
        table = .allocate(capacity: capacity)
        table.initialize(repeating: 0, count: capacity)
        tableCapacity = capacity
        for number in 0..<UInt32(entryCount) {
            let hash = byteHash(utf8(of: number))
            var slot = Int(hash) & (capacity - 1)
            while table[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
            table[slot] = UInt64(hash) << 32 | (UInt64(number) + 1)
        }
    }

    @inline(__always)
    private static func place(of number: UInt32) -> (segment: Int, index: Int) {
        let shifted = Int(number) + (1 << firstSegmentShift)
        let segment = Int.bitWidth - 1 - shifted.leadingZeroBitCount - firstSegmentShift
        return (segment, shifted - (1 << (segment + firstSegmentShift)))
    }

    @inline(__always)
    private func match(_ slot: UInt64, _ hash: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
        guard UInt32(truncatingIfNeeded: slot >> 32) == hash else { return nil }
        let number = UInt32(truncatingIfNeeded: slot) &- 1
        let stored = utf8(of: number)
        guard stored.count == bytes.count else { return nil }
        guard let left = stored.baseAddress, let right = bytes.baseAddress else { return number }
        return memcmp(left, right, bytes.count) == 0 ? number : nil
    }

    private func append(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        precondition(entryCount < Int(UInt32.max) - 1, "a string pool holds at most 2^32 - 2 strings")
        let number = UInt32(entryCount)
        let (segment, index) = Self.place(of: number)
        if segments[segment] == nil { segments[segment] = .allocate(capacity: 256 << segment) }
        (segments[segment].map { $0 + index })?
            .initialize(to: Entry(bytes: store(bytes), length: UInt32(bytes.count)))
        entryCount += 1
        stringBytes += bytes.count
        return number
    }

    private func store(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<UInt8> {
        if bytes.count > blockRemaining || blockCursor == nil {
            // Blocks double from 1 KiB to 1 MiB; a string longer than a block has one of its own size.
            let size = max(bytes.count, min(1 << 20, 1024 << min(blocks.count, 10)))
            let block = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
            blocks.append(block)
            blockBytes += size
            blockCursor = block
            blockRemaining = size
        }
        guard let cursor = blockCursor else { preconditionFailure("a block was just made") }
        if let source = bytes.baseAddress { cursor.initialize(from: source, count: bytes.count) }
        blockCursor = cursor + bytes.count
        blockRemaining -= bytes.count
        return UnsafePointer(cursor)
    }

    private func growTable() {
        let newCapacity = tableCapacity * 2
        let newTable = UnsafeMutablePointer<UInt64>.allocate(capacity: newCapacity)
        newTable.initialize(repeating: 0, count: newCapacity)
        for old in 0..<tableCapacity where table[old] != 0 {
            var slot = Int(table[old] >> 32) & (newCapacity - 1)
            while newTable[slot] != 0 { slot = (slot + 1) & (newCapacity - 1) }
            newTable[slot] = table[old]
        }
        table.deallocate()
        table = newTable
        tableCapacity = newCapacity
    }
}
