/// 32-bit numbers to groups: an array in pages, of which those alone exist that a number was met in.
///
/// Element and string numbers lie close together where they were made together, and are as high as the store is large.
final class NumberTable {
    private static let pageShift: UInt32 = 9
    private static let pageSize = 1 << Int(pageShift)

    /// group + 1, 0 is free.
    typealias Place = UnsafeMutablePointer<Int32>

    @exclusivity(unchecked) private var pages: UnsafeMutablePointer<Place?>?
    @exclusivity(unchecked) private var pageCapacity = 0

    deinit { removeAll() }

    func removeAll() {
        for index in 0..<pageCapacity { pages?[index]?.deallocate() }
        pages?.deallocate()
        pages = nil
        pageCapacity = 0
    }

    /// Where the number's group stands, `nil` where no number near it ever had one.
    @inline(__always)
    func place(of number: UInt32) -> Place? {
        let page = Int(number >> Self.pageShift)
        guard page < pageCapacity, let pages, let found = pages[page] else { return nil }
        return found + (Int(number) & (Self.pageSize - 1))
    }

    /// Where the number's group stands, or is to stand.
    @inline(never)
    func madePlace(of number: UInt32) -> Place {
        let page = Int(number >> Self.pageShift)
        let pages = pages(toHold: page)
        if let found = pages[page] { return found + (Int(number) & (Self.pageSize - 1)) }
        let made = Place.allocate(capacity: Self.pageSize)
        made.initialize(repeating: 0, count: Self.pageSize)
        pages[page] = made
        return made + (Int(number) & (Self.pageSize - 1))
    }

    private func pages(toHold page: Int) -> UnsafeMutablePointer<Place?> {
        if page < pageCapacity, let pages { return pages }
        let capacity = max(page + 1, pageCapacity * 2, 8)
        let larger = UnsafeMutablePointer<Place?>.allocate(capacity: capacity)
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
