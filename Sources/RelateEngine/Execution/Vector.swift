import CKernels

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The memory of a typed vector: owned, or lent by a chunk of the store that `lender` keeps alive.
final class VectorMemory: @unchecked Sendable {
    private let owned: UnsafeMutableRawPointer?
    /// Of what is owned.
    private let byteCount: Int
    let lender: AnyObject?

    /// - Parameter owned: of `VectorBlocks`, for so many bytes.
    init(owned: UnsafeMutableRawPointer, byteCount: Int) {
        self.owned = owned
        self.byteCount = byteCount
        lender = nil
    }

    init(lender: AnyObject) {
        owned = nil
        byteCount = 0
        self.lender = lender
    }

    deinit {
        if let owned { VectorBlocks.deallocate(owned, byteCount) }
    }
}

/// Values of one unboxed type, one a row of its batch. A row whose validity bit is clear is null; its element is garbage.
struct TypedVector<Element: BitwiseCopyable>: @unchecked Sendable {
    let base: UnsafeMutablePointer<Element>
    /// A bit a row; `nil` where no row is null.
    let validity: UnsafeMutablePointer<UInt64>?
    let memory: VectorMemory

    /// Room for `capacity` rows. With `isNullable` every row begins as null.
    init(capacity: Int, isNullable: Bool = false) {
        let elementBytes = (max(capacity, 1) &* MemoryLayout<Element>.stride &+ 7) & ~7
        let validityWords = isNullable ? (max(capacity, 1) &+ 63) >> 6 : 0
        let byteCount = elementBytes &+ validityWords &* 8
        let raw = VectorBlocks.allocate(byteCount)
        base = raw.bindMemory(to: Element.self, capacity: max(capacity, 1))
        if isNullable {
            let words = (raw + elementBytes).bindMemory(to: UInt64.self, capacity: validityWords)
            words.initialize(repeating: 0, count: validityWords)
            validity = words
        } else {
            validity = nil
        }
        memory = VectorMemory(owned: raw, byteCount: byteCount)
    }

    /// A copy of the first `count` elements at `source`, of which none is null.
    init(copying source: UnsafePointer<Element>, count: Int) {
        self.init(capacity: count)
        base.update(from: source, count: count)
    }

    /// A view of memory that `lender` owns; nobody writes to it.
    init(lent base: UnsafePointer<Element>, validity: UnsafePointer<UInt64>?, by lender: AnyObject) {
        self.base = UnsafeMutablePointer(mutating: base)
        self.validity = validity.map { UnsafeMutablePointer(mutating: $0) }
        memory = VectorMemory(lender: lender)
    }

    /// What integers that a chunk of the store lends lie between; `nil` of others.
    var lentBounds: ClosedRange<Int64>? {
        guard Element.self == Int64.self, let lender = memory.lender else { return nil }
        return (lender as? PropertyChunk)?.integerBounds
    }

    /// What the integers in `rows`, all of which are there, lie between; `nil` where that would have to be searched for one by one.
    func bounds(of rows: Selection) -> ClosedRange<Int64>? where Element == Int64 {
        if let lentBounds { return lentBounds }
        guard rows.rows == nil, rows.count > 0 else { return nil }
        var (low, high): (Int64, Int64) = (0, 0)
        relate_bounds(base, rows.count, &low, &high)
        return low...high
    }

    @inline(__always) subscript(row: Int) -> Element { base[row] }

    @inline(__always) func isValid(_ row: Int) -> Bool {
        guard let validity else { return true }
        return validity[row >> 6] >> UInt64(row & 63) & 1 != 0
    }

    @inline(__always) func setValid(_ row: Int) {
        if let validity { validity[row >> 6] |= 1 << UInt64(row & 63) }
    }

    /// The elements at `rows`, in their order, as rows `0 ..< rows.count`.
    func gathered(_ rows: UnsafeBufferPointer<UInt16>) -> TypedVector {
        let out = TypedVector(capacity: rows.count, isNullable: validity != nil)
        var target = 0
        for row in rows {
            out.base[target] = base[Int(row)]
            target &+= 1
        }
        if validity != nil {
            for target in 0..<rows.count where isValid(Int(rows[target])) { out.setValid(target) }
        }
        return out
    }
}

/// One column of a batch.
enum Vector: Sendable {
    /// The slot has no value in this batch.
    case absent
    /// The same value in every row.
    case constant(Value)
    /// Node `start + row` in every row: what a scan gives, without memory of its own.
    case nodeSequence(start: UInt32)
    case nodes(TypedVector<UInt32>)
    case relationships(TypedVector<UInt32>)
    case ints(TypedVector<Int64>)
    case doubles(TypedVector<Double>)
    case bools(TypedVector<UInt8>)
    /// Strings by their number in the store's pool.
    case pooled(TypedVector<UInt32>)
    case values([Value])
    /// Maps, as rows of a table.
    case rows(RowTable, TypedVector<UInt32>)

    /// The value of one row.
    func value(at row: Int, _ strings: StringPool) -> Value {
        switch self {
        case .absent: return .null
        case .constant(let value): return value
        case .nodeSequence(let start): return .node(NodeID(start &+ UInt32(truncatingIfNeeded: row)))
        case .nodes(let vector): return vector.isValid(row) ? .node(NodeID(vector[row])) : .null
        case .relationships(let vector):
            return vector.isValid(row) ? .relationship(RelationshipID(vector[row])) : .null
        case .ints(let vector): return vector.isValid(row) ? .int(vector[row]) : .null
        case .doubles(let vector): return vector.isValid(row) ? .float(vector[row]) : .null
        case .bools(let vector): return vector.isValid(row) ? .bool(vector[row] != 0) : .null
        case .pooled(let vector): return vector.isValid(row) ? .string(strings.string(of: vector[row])) : .null
        case .values(let values): return row < values.count ? values[row] : .null
        case .rows(let table, let places): return places.isValid(row) ? .map(table.map(Int(places[row]))) : .null
        }
    }

    @inline(__always) func isNull(at row: Int) -> Bool {
        switch self {
        case .absent: return true
        case .constant(.null): return true
        case .constant, .nodeSequence: return false
        case .nodes(let vector), .relationships(let vector), .pooled(let vector), .rows(_, let vector):
            return !vector.isValid(row)
        case .ints(let vector): return !vector.isValid(row)
        case .doubles(let vector): return !vector.isValid(row)
        case .bools(let vector): return !vector.isValid(row)
        case .values(let values):
            guard row < values.count else { return true }
            if case .null = values[row] { return true }
            return false
        }
    }

    /// The integer in `row`, `nil` where there is another value.
    @inline(__always) func integer(at row: Int) -> Int64? {
        switch self {
        case .ints(let vector): return vector.isValid(row) ? vector[row] : nil
        case .constant(.int(let integer)): return integer
        case .values(let values):
            guard row < values.count, case .int(let integer) = values[row] else { return nil }
            return integer
        default: return nil
        }
    }

    /// The node's number in `row`, `nil` where there is none (null).
    @inline(__always) func node(at row: Int) -> UInt32? {
        switch self {
        case .nodeSequence(let start): return start &+ UInt32(truncatingIfNeeded: row)
        case .nodes(let vector): return vector.isValid(row) ? vector[row] : nil
        case .constant(.node(let id)): return id.rawValue
        case .values(let values):
            guard row < values.count, case .node(let id) = values[row] else { return nil }
            return id.rawValue
        default: return nil
        }
    }

    @inline(__always) func relationship(at row: Int) -> UInt32? {
        switch self {
        case .relationships(let vector): return vector.isValid(row) ? vector[row] : nil
        case .constant(.relationship(let id)): return id.rawValue
        case .values(let values):
            guard row < values.count, case .relationship(let id) = values[row] else { return nil }
            return id.rawValue
        default: return nil
        }
    }

    /// The rows `rows`, in their order, as a vector of `rows.count` rows.
    func gathered(_ rows: UnsafeBufferPointer<UInt16>) -> Vector {
        switch self {
        case .absent, .constant: return self
        case .nodeSequence(let start):
            let out = TypedVector<UInt32>(capacity: rows.count)
            var target = 0
            for row in rows {
                out.base[target] = start &+ UInt32(row)
                target &+= 1
            }
            return .nodes(out)
        case .nodes(let vector): return .nodes(vector.gathered(rows))
        case .relationships(let vector): return .relationships(vector.gathered(rows))
        case .ints(let vector): return .ints(vector.gathered(rows))
        case .doubles(let vector): return .doubles(vector.gathered(rows))
        case .bools(let vector): return .bools(vector.gathered(rows))
        case .pooled(let vector): return .pooled(vector.gathered(rows))
        case .rows(let table, let places): return .rows(table, places.gathered(rows))
        case .values(let values):
            var out: [Value] = []
            out.reserveCapacity(rows.count)
            for row in rows { out.append(Int(row) < values.count ? values[Int(row)] : .null) }
            return .values(out)
        }
    }
}
