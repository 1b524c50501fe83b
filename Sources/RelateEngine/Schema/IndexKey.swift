/// A row of property values as bytes that `memcmp` orders as `Ordering` orders the values: the key of a range index.
///
/// A component is a byte for its type, then its value, and ends where the bytes say so: keys of several properties are
/// components one after the other, and a key of the first few is a prefix of all that begin with them. INTEGER and FLOAT
/// share a type; equal numbers have equal bytes.
struct IndexKey: Sendable {
    /// Longer keys are cut here: a value of any size may be stored, and a leaf of an index has an end.
    static let bytesLimit = 1000

    private(set) var bytes: [UInt8] = []
    /// Equal bytes mean equal values, and the bytes' order is that of `<`. Otherwise what an index finds must be compared
    /// with the value again: lists, points and vectors have equalities of their own, and a long key is cut.
    private(set) var isExact = true

    /// It may be as long as it is because it was cut.
    var isCut: Bool { bytes.count >= Self.bytesLimit }

    init() {}

    /// `nil` where a value is null: such a row is in no range index.
    init?(_ values: some Sequence<Value>) {
        bytes.reserveCapacity(24)
        for value in values {
            if value.isNull { return nil }
            append(value)
        }
        finish()
    }

    /// Cuts what is too long.
    mutating func finish() {
        guard bytes.count >= Self.bytesLimit else { return }
        bytes.removeLast(bytes.count - Self.bytesLimit)
        isExact = false
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        isExact = true
    }

    mutating func append(_ value: Value) {
        let tag = Tag(of: value)
        bytes.append(tag.rawValue)
        switch value {
        case .int(let number): append(number)
        case .float(let number): append(number)
        case .string(let text): append(text)
        case .bool(let bool): bytes.append(bool ? 1 : 0)
        case .date(let date): append(signed: date.epochDay)
        case .localTime(let time): append(signed: time.nanosecondOfDay)
        case .time(let time):
            append(signed: time.utcNanoseconds)
            append(signed: time.offsetSeconds)
        case .localDateTime(let time):
            append(signed: time.localSecond)
            append(signed: time.nanosecond)
        case .dateTime(let time):
            append(signed: time.epochSecond)
            append(signed: time.nanosecond)
            append(signed: time.offsetSeconds)
            append(time.zone ?? "")
        case .duration(let duration):
            let key = duration.orderingKey
            append(signed: key.seconds)
            append(signed: key.nanoseconds)
            append(signed: duration.months)
            append(signed: duration.days)
            append(signed: duration.seconds)
        case .point(let point): append(point)
        case .vector(let vector): append(vector)
        case .list(let elements):
            isExact = false
            for element in elements where bytes.count < Self.bytesLimit {
                bytes.append(1)
                append(element)
            }
            bytes.append(0)
        case .null, .map, .node, .relationship, .path: isExact = false
        }
    }

    /// The beginning of a string's component: all strings with this prefix begin with it, and others do not.
    mutating func append(prefix text: String) {
        bytes.append(Tag.string.rawValue)
        append(bytesOf: text)
    }

    /// The beginning of all components of the type.
    mutating func append(tag: Tag) { bytes.append(tag.rawValue) }

    /// Bytes that come behind all keys which begin with these.
    var successor: IndexKey {
        var copy = self
        while let last = copy.bytes.popLast() {
            guard last < .max else { continue }
            copy.bytes.append(last + 1)
            break
        }
        return copy
    }

    /// NaN's component: behind all numbers.
    static var notANumber: IndexKey {
        var key = IndexKey()
        key.append(.float(.nan))
        return key
    }

    /// The first byte of a component, in the order of types.
    enum Tag: UInt8 {
        case list = 0x10
        case vector, point, dateTime, localDateTime, date, time, localTime, duration, string, bool, number
        /// Of what no property holds.
        case other = 0x40

        init(of value: Value) {
            switch value {
            case .int, .float: self = .number
            case .string: self = .string
            case .bool: self = .bool
            case .list: self = .list
            case .vector: self = .vector
            case .point: self = .point
            case .dateTime: self = .dateTime
            case .localDateTime: self = .localDateTime
            case .date: self = .date
            case .time: self = .time
            case .localTime: self = .localTime
            case .duration: self = .duration
            case .null, .map, .node, .relationship, .path: self = .other
            }
        }
    }

    // MARK: Scalars

    private mutating func append(bigEndian word: UInt64, byteCount: Int = 8) {
        let leading = (word << UInt64((8 - byteCount) * 8)).bigEndian
        withUnsafeBytes(of: leading) { bytes.append(contentsOf: $0.prefix(byteCount)) }
    }

    private mutating func append(signed number: Int64) {
        append(bigEndian: UInt64(bitPattern: number) ^ (1 << 63))
    }

    private mutating func append(signed number: Int32) {
        append(bigEndian: UInt64(UInt32(bitPattern: number) ^ (1 << 31)), byteCount: 4)
    }

    /// The greatest `Double` not above the integer, then what is left: below 1,024, since doubles up to 2^63 lie no further
    /// apart.
    @inline(__always)
    private static func parts(of integer: Int64) -> (double: Double, rest: UInt16) {
        if integer.magnitude < 1 << 53 { return (Double(integer), 0) }
        var double = Double(integer)
        if NumberComparison.order(integer, double) == -1 { double = double.nextDown }
        return (double, UInt16(truncatingIfNeeded: integer &- Int64(double)))
    }

    private mutating func append(_ integer: Int64) {
        let (double, rest) = Self.parts(of: integer)
        appendOrdered(double)
        append(bigEndian: UInt64(rest), byteCount: 2)
    }

    /// Of an integer's key: the type's byte, the double's and what is left.
    static let integerBytes = 11

    /// The bytes of the integer's key, zeros behind them, and how many they are.
    @inline(__always)
    static func words(of integer: Int64) -> (words: (UInt64, UInt64), length: UInt32) {
        let (double, rest) = parts(of: integer)
        let ordered = ordered(double)
        let words = (UInt64(Tag.number.rawValue) << 56 | ordered >> 8, ordered << 56 | UInt64(rest) << 40)
        return (words, UInt32(integerBytes))
    }

    /// The integer that a key of one number stands for; `nil` for other keys.
    static func integer(of key: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard key.count == 11, key[0] == Tag.number.rawValue else { return nil }
        var word: UInt64 = 0
        for place in 1..<9 { word = word << 8 | UInt64(key[place]) }
        let double = Double(bitPattern: word >> 63 == 1 ? word ^ (1 << 63) : ~word)
        guard let floor = Int64(exactly: double) else { return nil }
        let (integer, overflows) = floor.addingReportingOverflow(Int64(key[9]) << 8 | Int64(key[10]))
        return overflows ? nil : integer
    }

    private mutating func append(_ float: Double) {
        appendOrdered(float)
        append(bigEndian: 0, byteCount: 2)
    }

    private mutating func appendOrdered(_ double: Double) {
        append(bigEndian: Self.ordered(double))
    }

    /// A word that has the order of the number. NaN is behind all.
    private static func ordered(_ double: Double) -> UInt64 {
        if double.isNaN { return .max }
        let bits = (double == 0 ? 0.0 : double).bitPattern
        return bits >> 63 == 0 ? bits ^ (1 << 63) : ~bits
    }

    private mutating func append(_ text: String) {
        append(bytesOf: text)
        bytes.append(0)
    }

    /// Each byte one higher, so that 0 is free to end the string: no byte of UTF-8 is above 0xF4.
    private mutating func append(bytesOf text: String) {
        text.withBytes { source in
            let room = max(0, Self.bytesLimit - bytes.count)
            bytes.reserveCapacity(bytes.count + min(room, source.count) + 1)
            for byte in source.prefix(room) { bytes.append(byte &+ 1) }
        }
    }

    private mutating func append(_ point: PointValue) {
        isExact = false
        append(signed: point.srid)
        appendOrdered(point.x)
        appendOrdered(point.y)
        bytes.append(point.z == nil ? 0 : 1)
        if let z = point.z { appendOrdered(z) }
    }

    private mutating func append(_ vector: VectorValue) {
        isExact = false
        bytes.append(UInt8(truncatingIfNeeded: vector.type.rank))
        append(bigEndian: UInt64(vector.dimension), byteCount: 4)
        switch vector {
        case .floats(_, let values):
            for value in values where bytes.count < Self.bytesLimit { appendOrdered(value) }
        case .integers(_, let values):
            for value in values where bytes.count < Self.bytesLimit { append(signed: value) }
        }
    }
}
