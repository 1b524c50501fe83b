import CKernels

/// 32-bit numbers to groups: a hash table while they are few, then an array in pages, of which those alone exist that a number
/// was met in.
///
/// Element and string numbers lie close together where they were made together, and are as high as the store is large: many fill
/// their pages, but of a few nodes here and there each would have a page to itself.
final class NumberTable {
    /// group + 1, 0 is free.
    typealias Place = UnsafeMutablePointer<Int32>

    private typealias Pages = UnsafeMutablePointer<Place?>

    fileprivate struct Entry {
        var number: UInt32
        var value: Int32
    }

    private static let pageShift: UInt32 = 9
    private static let pageSize = 1 << Int(pageShift)
    /// Of the hash table: half of that many numbers are few.
    private static let entriesLimit = 4096

    /// A power of two of them, half full at most; none once there are pages.
    @exclusivity(unchecked) private var entries: UnsafeMutablePointer<Entry>?
    @exclusivity(unchecked) private var entryCapacity = 0
    @exclusivity(unchecked) private var entryCount = 0
    @exclusivity(unchecked) private var pages: Pages?
    @exclusivity(unchecked) private var pageCapacity = 0
    /// The first pages, where they lie one behind the other.
    @exclusivity(unchecked) private var flat: Place?
    @exclusivity(unchecked) private var flatPageCount = 0

    deinit { removeAll() }

    func removeAll() {
        entries?.deallocate()
        entries = nil
        entryCapacity = 0
        entryCount = 0
        for index in flatPageCount..<max(flatPageCount, pageCapacity) { pages?[index]?.deallocate() }
        flat?.deallocate()
        flat = nil
        flatPageCount = 0
        pages?.deallocate()
        pages = nil
        pageCapacity = 0
    }

    /// It has no pages.
    var isHashed: Bool { pages == nil }

    func noteMemory(_ memory: inout TouchedMemory) {
        memory.note(self)
        if let entries { memory.note(entries, byteCount: entryCapacity * MemoryLayout<Entry>.stride) }
    }

    /// Frees the places of all numbers that were met; memory is kept.
    func clear(_ numbers: [UInt32]) {
        if let entries {
            entries.update(repeating: Entry(number: 0, value: 0), count: entryCapacity)
            entryCount = 0
        } else {
            for number in numbers { place(of: number)?.pointee = 0 }
        }
    }

    /// What stands in the table, for a loop: until a place is made.
    struct Reader {
        fileprivate let entries: UnsafeMutablePointer<Entry>?
        fileprivate let mask: Int
        fileprivate let pages: UnsafeMutablePointer<Place?>?
        fileprivate let pageCapacity: Int
        fileprivate let flat: Place?
        fileprivate let flatCount: Int

        /// Writes the group of each of `count` numbers from `start` on.
        ///
        /// - Returns: the first that has none, `count` where all have one.
        @inline(__always)
        func find(
            from start: Int, to count: Int, into groups: UnsafeMutablePointer<Int32>, _ number: (Int) -> UInt32
        ) -> Int {
            if let entries {
                for index in start..<count {
                    let known = entries[NumberTable.entry(of: number(index), entries, mask)].value
                    guard known != 0 else { return index }
                    groups[index] = known &- 1
                }
                return count
            }
            guard let pages else { return start }
            for index in start..<count {
                let number = Int(number(index))
                let known: Int32
                if let flat, number < flatCount {
                    known = flat[number]
                } else {
                    let page = number >> Int(NumberTable.pageShift)
                    guard page < pageCapacity, let found = pages[page] else { return index }
                    known = found[number & (NumberTable.pageSize &- 1)]
                }
                guard known != 0 else { return index }
                groups[index] = known &- 1
            }
            return count
        }
    }

    /// As `Reader.find`, of numbers that lie one behind the other, where all places do too; `nil` where they do not.
    @inline(__always)
    func find(
        _ numbers: UnsafePointer<UInt32>, from start: Int, to count: Int, into groups: UnsafeMutablePointer<Int32>
    ) -> Int? {
        guard let flat else { return nil }
        let placeCount = UInt32(truncatingIfNeeded: flatPageCount &* Self.pageSize)
        let end = start &+ relate_find_groups(numbers + start, count &- start, flat, placeCount, groups + start)
        // One that lies beyond may have its page all the same.
        guard end < count, numbers[end] >= placeCount else { return end }
        return reader.find(from: end, to: count, into: groups) { numbers[$0] }
    }

    /// Adds up the totals of groups (`relate_add_groups`) of numbers from `start` on, up to the first without a group.
    ///
    /// - Returns: that one; `nil` where numbers have no places one behind the other.
    @inline(__always)
    func addUp(
        _ numbers: UnsafePointer<UInt32>, from start: Int, to count: Int, _ values: NarrowIntegers?, _ offset: UInt64,
        into totals: UnsafeMutablePointer<UInt64>
    ) -> Int? {
        guard let flat else { return nil }
        let width = values?.width ?? 0
        return start
            &+ relate_add_groups(
                numbers + start, count &- start, flat, UInt32(truncatingIfNeeded: flatPageCount &* Self.pageSize),
                values.map { $0.base + start &* width }, width, offset, totals)
    }

    var reader: Reader {
        Reader(
            entries: entries, mask: entryCapacity &- 1, pages: pages, pageCapacity: pageCapacity, flat: flat,
            flatCount: flatPageCount &* Self.pageSize)
    }

    /// Where the number's group stands, `nil` where no number near it ever had one.
    @inline(__always)
    func place(of number: UInt32) -> Place? {
        if let entries { return Self.value(entries + Self.entry(of: number, entries, entryCapacity &- 1)) }
        let page = Int(number >> Self.pageShift)
        guard page < pageCapacity, let pages, let found = pages[page] else { return nil }
        return found + (Int(number) & (Self.pageSize - 1))
    }

    /// Where the group of a number that has none is to stand.
    @inline(never)
    func madePlace(of number: UInt32) -> Place {
        guard pages == nil, let entries = entriesForOneMore() else { return pagedPlace(of: number) }
        let place = Self.entry(of: number, entries, entryCapacity - 1)
        entries[place].number = number
        entryCount += 1
        return Self.value(entries + place)
    }

    // MARK: Few

    /// Where the number is, or a free entry.
    @inline(__always)
    private static func entry(of number: UInt32, _ entries: UnsafeMutablePointer<Entry>, _ mask: Int) -> Int {
        var place = Int(truncatingIfNeeded: (number &* 0x9E37_79B1) >> 16) & mask
        while entries[place].value != 0, entries[place].number != number { place = (place &+ 1) & mask }
        return place
    }

    @inline(__always)
    private static func value(_ entry: UnsafeMutablePointer<Entry>) -> Place {
        UnsafeMutableRawPointer(entry).advanced(by: 4).assumingMemoryBound(to: Int32.self)
    }

    /// Room for a first batch of so many numbers, which are often all different.
    func reserve(_ count: Int) {
        guard entries == nil, pages == nil, count > 32 else { return }
        var capacity = 64
        while capacity < count * 2, capacity < Self.entriesLimit { capacity *= 4 }
        let made = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        made.initialize(repeating: Entry(number: 0, value: 0), count: capacity)
        entries = made
        entryCapacity = capacity
    }

    /// `nil` once numbers are many: they have moved to pages.
    private func entriesForOneMore() -> UnsafeMutablePointer<Entry>? {
        if let entries, (entryCount + 1) * 2 <= entryCapacity { return entries }
        let (old, oldCapacity) = (entries, entryCapacity)
        defer { old?.deallocate() }
        let capacity = max(64, oldCapacity * 4)
        guard capacity <= Self.entriesLimit else {
            entries = nil
            entryCapacity = 0
            if let old { movePaged(old, oldCapacity) }
            return nil
        }
        let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        larger.initialize(repeating: Entry(number: 0, value: 0), count: capacity)
        for index in 0..<oldCapacity {
            guard let old, old[index].value != 0 else { continue }
            larger[Self.entry(of: old[index].number, larger, capacity - 1)] = old[index]
        }
        entries = larger
        entryCapacity = capacity
        return larger
    }

    // MARK: Many

    /// Numbers are found in pages from now on, where those take no more than so many bytes: a look-up there is cheaper.
    func preferPages(bytesLimit: Int) {
        guard let old = entries else { return }
        let oldCapacity = entryCapacity
        var highest: UInt32 = 0
        for index in 0..<oldCapacity where old[index].value != 0 { highest = max(highest, old[index].number) }
        let pageCount = Int(highest >> Self.pageShift) + 1
        guard min(pageCount, entryCount) * Self.pageSize * 4 + pageCount * 8 <= bytesLimit else { return }
        entries = nil
        entryCapacity = 0
        if pageCount * (Self.pageSize * 4 + 8) <= bytesLimit { makeFlat(pageCount) }
        movePaged(old, oldCapacity)
        old.deallocate()
    }

    /// Pages of which none is left out, so that the place of a number is found without a look at which page it is in.
    ///
    /// - Precondition: there are no pages.
    private func makeFlat(_ pageCount: Int) {
        let places = Place.allocate(capacity: pageCount * Self.pageSize)
        places.initialize(repeating: 0, count: pageCount * Self.pageSize)
        let pages = pages(toHold: pageCount - 1)
        for page in 0..<pageCount { pages[page] = places + page * Self.pageSize }
        flat = places
        flatPageCount = pageCount
    }

    private func movePaged(_ entries: UnsafeMutablePointer<Entry>, _ capacity: Int) {
        for index in 0..<capacity where entries[index].value != 0 {
            pagedPlace(of: entries[index].number).pointee = entries[index].value
        }
    }

    private func pagedPlace(of number: UInt32) -> Place {
        let page = Int(number >> Self.pageShift)
        let pages = pages(toHold: page)
        if let found = pages[page] { return found + (Int(number) & (Self.pageSize - 1)) }
        let made = Place.allocate(capacity: Self.pageSize)
        made.initialize(repeating: 0, count: Self.pageSize)
        pages[page] = made
        return made + (Int(number) & (Self.pageSize - 1))
    }

    private func pages(toHold page: Int) -> Pages {
        if page < pageCapacity, let pages { return pages }
        let capacity = max(page + 1, pageCapacity * 2, 8)
        let larger = Pages.allocate(capacity: capacity)
        larger.initialize(repeating: nil, count: capacity)
        if let pages {
            larger.update(from: pages, count: pageCapacity)
            pages.deallocate()
        }
        pages = larger
        pageCapacity = capacity
        return larger
    }
}
