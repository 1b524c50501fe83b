/// An array in pages: a copy shares them, and a write copies no more than the page it touches, so that a snapshot of a large
/// store costs a writer little.
///
/// An element is reached without a look at its page's header: of a table much larger than the caches, that would be a second
/// miss for each. Sendable, since a page that others see is never written to.
struct PagedArray<Element: Sendable>: @unchecked Sendable {
    private var pages: [Page] = []
    private(set) var count = 0
    /// Elements that the last page has room for; the others have room for all.
    private var lastCapacity = 0
    /// No page is shared, so that writes need not ask. Set only while nobody can copy the array, as when a file is loaded.
    var isExclusive = false

    /// The elements stand behind the object; its header is how many there are.
    private final class Page: ManagedBuffer<Int, Element> {
        deinit {
            _ = withUnsafeMutablePointers { $1.deinitialize(count: $0.pointee) }
        }

        static func make(capacity: Int) -> Page {
            unsafeDowncast(create(minimumCapacity: capacity) { _ in 0 }, to: Page.self)
        }

        func copy(capacity: Int) -> Page {
            let copy = Page.make(capacity: capacity)
            withUnsafeMutablePointers { count, elements in
                copy.withUnsafeMutablePointers { $1.initialize(from: elements, count: count.pointee) }
                copy.header = count.pointee
            }
            return copy
        }
    }

    init() {}

    init(repeating element: Element, count: Int) {
        self.count = count
        for first in stride(from: 0, to: count, by: pagedArrayPageSize) {
            let size = min(count - first, pagedArrayPageSize)
            let page = Page.make(capacity: size)
            page.withUnsafeMutablePointerToElements { $0.initialize(repeating: element, count: size) }
            page.header = size
            pages.append(page)
            lastCapacity = size
        }
    }

    @inline(__always)
    private func check(_ index: Int) {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index beyond the array")
    }

    subscript(index: Int) -> Element {
        @inline(__always) get {
            check(index)
            return pages[index >> pagedArrayPageBits].withUnsafeMutablePointerToElements {
                $0[index & (pagedArrayPageSize - 1)]
            }
        }
        @inline(__always) set {
            check(index)
            let page = index >> pagedArrayPageBits
            if !isExclusive, !isKnownUniquelyReferenced(&pages[page]) { copyPage(page) }
            pages[page].withUnsafeMutablePointerToElements { $0[index & (pagedArrayPageSize - 1)] = newValue }
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        let place = count & (pagedArrayPageSize - 1)
        if place == 0 || place == lastCapacity { makeRoom() }
        let page = count >> pagedArrayPageBits
        if !isExclusive, !isKnownUniquelyReferenced(&pages[page]) { copyPage(page) }
        pages[page].withUnsafeMutablePointers { count, elements in
            (elements + place).initialize(to: element)
            count.pointee = place + 1
        }
        count += 1
    }

    @inline(never)
    private mutating func copyPage(_ page: Int) {
        pages[page] = pages[page].copy(capacity: page == pages.count - 1 ? lastCapacity : pagedArrayPageSize)
    }

    /// Adds a page, or makes the first one larger: it grows as it fills, since most stores in tests and scripts are tiny.
    @inline(never)
    private mutating func makeRoom() {
        if count & (pagedArrayPageSize - 1) == 0 {
            lastCapacity = count == 0 ? 16 : pagedArrayPageSize
            pages.append(Page.make(capacity: lastCapacity))
        } else {
            lastCapacity = min(pagedArrayPageSize, lastCapacity * 2)
            pages[pages.count - 1] = pages[pages.count - 1].copy(capacity: lastCapacity)
        }
    }

    var last: Element? { count > 0 ? self[count - 1] : nil }
}

private let pagedArrayPageBits = 12
private let pagedArrayPageSize = 1 << pagedArrayPageBits
