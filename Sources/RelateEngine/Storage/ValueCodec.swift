import Durability

/// Stored values as bytes: a tag, then
///
///     0 null, 1 false, 2 true     nothing
///     3 INTEGER                   zigzag varint
///     4 FLOAT                     8 bytes
///     5 STRING                    varint length, UTF-8
///     6 LIST                      varint count, values that are no lists
///     7 DATE                      zigzag day since 1970
///     8 LOCAL TIME                varint nanosecond of the day
///     9 ZONED TIME                the same, zigzag offset in seconds
///     10 LOCAL DATETIME           zigzag second, varint nanosecond
///     11 ZONED DATETIME           the same, zigzag offset in seconds
///     12 ZONED DATETIME           the same, and the zone's name as a STRING without tag
///     13 DURATION                 zigzag months, days, seconds; varint nanosecond
///     14, 15 POINT                zigzag srid; 2 or 3 times 8 bytes
///     16 VECTOR of floats         a byte for the coordinate type, varint count, 8 bytes each
///     17 VECTOR of integers       the same, zigzag varints
///     18 VECTOR of floats         as 16, 4 bytes each where none loses by it
enum ValueCodec {
    static func encode(_ value: Value, to writer: inout ByteWriter) throws(EngineError) {
        switch value {
        case .null: writer.byte(0)
        case .bool(let bool): writer.byte(bool ? 2 : 1)
        case .int(let int):
            writer.byte(3)
            writer.signedVarint(int)
        case .float(let double):
            writer.byte(4)
            writer.fixed(double.bitPattern)
        case .string(let string):
            writer.byte(5)
            writer.text(string)
        case .list(let values):
            writer.byte(6)
            writer.varint(UInt64(values.count))
            for value in values { try encode(value, to: &writer) }
        case .point(let point): encode(point, to: &writer)
        case .vector(let vector): encode(vector, to: &writer)
        case .date, .localTime, .time, .localDateTime, .dateTime, .duration: encodeTemporal(value, to: &writer)
        case .map, .node, .relationship, .path:
            throw .internalError("a \(value.typeName) stands in a property")
        }
    }

    private static func encodeTemporal(_ value: Value, to writer: inout ByteWriter) {
        switch value {
        case .date(let date):
            writer.byte(7)
            writer.signedVarint(date.epochDay)
        case .localTime(let time):
            writer.byte(8)
            writer.varint(UInt64(bitPattern: time.nanosecondOfDay))
        case .time(let time):
            writer.byte(9)
            writer.varint(UInt64(bitPattern: time.nanosecondOfDay))
            writer.signedVarint(Int64(time.offsetSeconds))
        case .localDateTime(let moment):
            writer.byte(10)
            writer.signedVarint(moment.localSecond)
            writer.varint(UInt64(UInt32(bitPattern: moment.nanosecond)))
        case .dateTime(let moment):
            writer.byte(moment.zone == nil ? 11 : 12)
            writer.signedVarint(moment.epochSecond)
            writer.varint(UInt64(UInt32(bitPattern: moment.nanosecond)))
            writer.signedVarint(Int64(moment.offsetSeconds))
            if let zone = moment.zone { writer.text(zone) }
        case .duration(let duration):
            writer.byte(13)
            writer.signedVarint(duration.months)
            writer.signedVarint(duration.days)
            writer.signedVarint(duration.seconds)
            writer.varint(UInt64(UInt32(bitPattern: duration.nanoseconds)))
        default: break
        }
    }

    private static func encode(_ point: PointValue, to writer: inout ByteWriter) {
        writer.byte(point.z == nil ? 14 : 15)
        writer.signedVarint(Int64(point.srid))
        writer.fixed(point.x.bitPattern)
        writer.fixed(point.y.bitPattern)
        if let z = point.z { writer.fixed(z.bitPattern) }
    }

    private static func encode(_ vector: VectorValue, to writer: inout ByteWriter) {
        switch vector {
        case .floats(let type, let doubles):
            // Bit by bit, so that a NaN keeps its payload.
            let isNarrow = doubles.allSatisfy { Double(Float($0)).bitPattern == $0.bitPattern }
            writer.byte(isNarrow ? 18 : 16)
            writer.byte(number(of: type))
            writer.varint(UInt64(doubles.count))
            for double in doubles {
                if isNarrow { writer.fixed(Float(double).bitPattern) } else { writer.fixed(double.bitPattern) }
            }
        case .integers(let type, let integers):
            writer.byte(17)
            writer.byte(number(of: type))
            writer.varint(UInt64(integers.count))
            for integer in integers { writer.signedVarint(integer) }
        }
    }

    private static let coordinateTypes: [VectorValue.CoordinateType] = [
        .integer8, .integer16, .integer32, .integer, .float16, .bfloat16, .float32, .float,
    ]

    private static func number(of type: VectorValue.CoordinateType) -> UInt8 {
        UInt8(coordinateTypes.firstIndex(of: type) ?? 0)
    }

    // MARK: Decoding

    static func decode(_ reader: inout ByteReader, isElement: Bool = false) throws(ByteError) -> Value {
        let offset = reader.offset
        let tag = try reader.byte()
        switch tag {
        case 0: return .null
        case 1, 2: return .bool(tag == 2)
        case 3: return .int(try reader.signedVarint())
        case 4: return .float(Double(bitPattern: try reader.fixed(UInt64.self)))
        case 5: return .string(try reader.text())
        case 6:
            guard !isElement else { throw ByteError(offset: offset) }
            let count = try self.count(&reader)
            var values: [Value] = []
            values.reserveCapacity(count)
            for _ in 0..<count { values.append(try decode(&reader, isElement: true)) }
            return .list(values)
        case 7...13: return try decodeTemporal(tag, &reader)
        case 14, 15:
            let srid = try int32(&reader)
            let x = Double(bitPattern: try reader.fixed(UInt64.self))
            let y = Double(bitPattern: try reader.fixed(UInt64.self))
            let z = tag == 15 ? Double(bitPattern: try reader.fixed(UInt64.self)) : nil
            return .point(PointValue(srid: srid, x: x, y: y, z: z))
        case 16...18: return .vector(try decodeVector(tag, &reader))
        default: throw ByteError(offset: offset)
        }
    }

    private static func decodeTemporal(_ tag: UInt8, _ reader: inout ByteReader) throws(ByteError) -> Value {
        switch tag {
        case 7: return .date(DateValue(epochDay: try within(&reader, daysLimit)))
        case 8: return .localTime(LocalTimeValue(nanosecondOfDay: try nanosecondOfDay(&reader)))
        case 9:
            let nanosecond = try nanosecondOfDay(&reader)
            return .time(TimeValue(nanosecondOfDay: nanosecond, offsetSeconds: try offsetSeconds(&reader)))
        case 10:
            let second = try within(&reader, daysLimit * 86_400)
            return .localDateTime(LocalDateTimeValue(localSecond: second, nanosecond: try nanosecond(&reader)))
        case 11, 12:
            let second = try within(&reader, daysLimit * 86_400)
            let nanosecond = try nanosecond(&reader)
            let offset = try offsetSeconds(&reader)
            return .dateTime(
                DateTimeValue(
                    epochSecond: second, nanosecond: nanosecond, offsetSeconds: offset,
                    zone: tag == 12 ? try reader.text() : nil))
        default:
            let months = try reader.signedVarint()
            let days = try reader.signedVarint()
            let seconds = try reader.signedVarint()
            return .duration(
                DurationValue(months: months, days: days, seconds: seconds, nanoseconds: try nanosecond(&reader)))
        }
    }

    private static func decodeVector(_ tag: UInt8, _ reader: inout ByteReader) throws(ByteError) -> VectorValue {
        let offset = reader.offset
        let number = Int(try reader.byte())
        guard number < coordinateTypes.count else { throw ByteError(offset: offset) }
        let type = coordinateTypes[number]
        let count = try self.count(&reader)
        if tag == 17 {
            var integers: [Int64] = []
            for _ in 0..<count { integers.append(try reader.signedVarint()) }
            return .integers(type: type, integers)
        }
        var doubles: [Double] = []
        for _ in 0..<count {
            doubles.append(
                tag == 18
                    ? Double(Float(bitPattern: try reader.fixed(UInt32.self)))
                    : Double(bitPattern: try reader.fixed(UInt64.self)))
        }
        return .floats(type: type, doubles)
    }

    /// Every element takes a byte at the least.
    private static func count(_ reader: inout ByteReader) throws(ByteError) -> Int {
        let offset = reader.offset
        let count = try reader.varint()
        guard count <= UInt64(reader.remaining) else { throw ByteError(offset: offset) }
        return Int(count)
    }

    /// Beyond any year that a temporal value can have.
    private static let daysLimit: Int64 = 366_000_000_000

    private static func within(_ reader: inout ByteReader, _ limit: Int64) throws(ByteError) -> Int64 {
        let offset = reader.offset
        let number = try reader.signedVarint()
        guard (-limit...limit).contains(number) else { throw ByteError(offset: offset) }
        return number
    }

    private static func int32(_ reader: inout ByteReader) throws(ByteError) -> Int32 {
        Int32(truncatingIfNeeded: try within(&reader, Int64(Int32.max)))
    }

    private static func offsetSeconds(_ reader: inout ByteReader) throws(ByteError) -> Int32 {
        Int32(truncatingIfNeeded: try within(&reader, 86_400))
    }

    private static func nanosecond(_ reader: inout ByteReader) throws(ByteError) -> Int32 {
        let offset = reader.offset
        let number = try reader.varint()
        guard number < 1_000_000_000 else { throw ByteError(offset: offset) }
        return Int32(number)
    }

    private static func nanosecondOfDay(_ reader: inout ByteReader) throws(ByteError) -> Int64 {
        let offset = reader.offset
        let number = try reader.varint()
        guard number < 86_400_000_000_000 else { throw ByteError(offset: offset) }
        return Int64(number)
    }
}
