import Durability

/// Lays a B+tree out in pages: leaves in the order of their keys, then inner levels from the bottom up, the root last.
///
/// | Leaf | Field |
/// |---|---|
/// | 0 | `21`, 0, u16 entry count, u64 next leaf (0 in the last) |
/// | 12 | slots: u16 offset, u16 length, in key order |
/// | … | entries from the page's end downwards: key, page and slot of the record as varints |
///
/// | Inner | Field |
/// |---|---|
/// | 0 | `22`, 0, u16 separator count n, u64 rightmost child |
/// | 12 | children 0 … n-1: u64; then slots of the separators |
/// | … | separators from the page's end downwards: the first key below the child after |
struct IndexPages {
    /// A page is closed when the next item would bring it over this.
    private static let fillByteCount = 3072

    private(set) var bytes: [UInt8] = []
    private(set) var root: UInt64 = 0
    /// Where the key of an item could not be laid out without overlap; the tree must not be used.
    private(set) var isDamaged = false

    private var nextPage: UInt64

    /// The children of the level being built: page, and where its first key is in `keys`.
    private struct Child {
        var page: UInt64
        var firstKey: [UInt8]
    }

    /// - Parameters:
    ///   - firstPage: The number of the tree's first page.
    ///   - entry: Appends the key of entry `index` to the writer; returns its page and slot.
    init(
        firstPage: UInt64, entryCount: Int,
        entry: (_ index: Int, _ writer: inout ByteWriter) -> (page: UInt64, slot: UInt64)
    ) {
        nextPage = firstPage
        var level = leaves(entryCount, entry)
        while level.count > 1 { level = inner(level) }
        root = level.first?.page ?? firstPage
    }

    private mutating func leaves(
        _ count: Int, _ entry: (_ index: Int, _ writer: inout ByteWriter) -> (page: UInt64, slot: UInt64)
    ) -> [Child] {
        var children: [Child] = []
        var items: [[UInt8]] = []
        var used = 12
        var firstKey: [UInt8] = []
        func close(isLast: Bool) {
            children.append(Child(page: nextPage, firstKey: firstKey))
            append(kind: 0x21, link: isLast ? 0 : nextPage + 1, children: [], items: items)
            items = []
            used = 12
        }
        for index in 0..<count {
            var writer = ByteWriter()
            let place = entry(index, &writer)
            let keyCount = writer.bytes.count
            writer.varint(place.page)
            writer.varint(place.slot)
            if !items.isEmpty, used + 4 + writer.bytes.count > Self.fillByteCount { close(isLast: false) }
            if items.isEmpty { firstKey = Array(writer.bytes[..<keyCount]) }
            used += 4 + writer.bytes.count
            items.append(writer.bytes)
        }
        close(isLast: true)
        return children
    }

    private mutating func inner(_ level: [Child]) -> [Child] {
        var parents: [Child] = []
        var group: [Child] = []
        var used = 12
        func close() {
            guard let first = group.first, let last = group.last else { return }
            parents.append(Child(page: nextPage, firstKey: first.firstKey))
            append(
                kind: 0x22, link: last.page, children: group.dropLast().map(\.page),
                items: group.dropFirst().map(\.firstKey))
            group = []
            used = 12
        }
        for child in level {
            // The first child of a page has no separator there.
            let size = group.isEmpty ? 0 : 12 + child.firstKey.count
            if group.count > 1, used + size > Self.fillByteCount {
                close()
                group.append(child)
                continue
            }
            used += size
            group.append(child)
        }
        close()
        return parents
    }

    private mutating func append(kind: UInt8, link: UInt64, children: [UInt64], items: [[UInt8]]) {
        var head = ByteWriter()
        head.append([kind, 0])
        head.fixed(UInt16(truncatingIfNeeded: items.count))
        head.fixed(link)
        for child in children { head.fixed(child) }
        var end = GraphHeader.pageSize
        for item in items {
            end -= item.count
            head.fixed(UInt16(truncatingIfNeeded: max(0, end)))
            head.fixed(UInt16(truncatingIfNeeded: item.count))
        }
        nextPage += 1
        guard end >= head.bytes.count else {
            isDamaged = true
            return
        }
        bytes += head.bytes
        bytes += [UInt8](repeating: 0, count: end - head.bytes.count)
        for item in items.reversed() { bytes += item }
    }
}
