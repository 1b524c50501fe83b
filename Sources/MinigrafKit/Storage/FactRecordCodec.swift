import Durability

/// One fact version with its transaction, as files hold it.
struct StoredFact: Sendable {
    var fact: Fact
    var txCount: Int64
    var txID: Int64
}

/// | Field | Encoding |
/// |---|---|
/// | entity | `10`, 16 bytes |
/// | attribute | text: varint length, UTF-8 |
/// | value | varint tag, payload: 0 text, 1 signed varint, 2 eight bytes, 3 one byte, 4 entity, 5 text, 6 nothing; 7 a set: |
/// | | varint length of the values that follow. Minigraf 2.x has no sets and refuses files that hold one |
/// | tx_id, tx_count | varints |
/// | valid_from, valid_to | signed varints |
/// | asserted | one byte |
enum FactRecordCodec {
    /// Bytes of a record that fits a page.
    static let bytesLimit = 4080
    static let setTag: UInt64 = 7

    static func encode(_ stored: StoredFact) throws(MiniGrafError) -> [UInt8] {
        let fact = stored.fact
        var writer = ByteWriter()
        try encode(
            entity: fact.entity, attribute: fact.attribute, value: fact.value, from: fact.validFrom, to: fact.validTo,
            isAssertion: fact.isAssertion, txCount: stored.txCount, txID: stored.txID, to: &writer)
        return writer.bytes
    }

    static func encode(
        entity: EntityID, attribute: String, value: Value, from: Int64, to: Int64, isAssertion: Bool, txCount: Int64,
        txID: Int64, to writer: inout ByteWriter
    ) throws(MiniGrafError) {
        let start = writer.bytes.count
        write(entity, to: &writer)
        writer.text(attribute)
        write(value, to: &writer)
        writer.varint(UInt64(bitPattern: txID))
        writer.varint(UInt64(bitPattern: txCount))
        writer.signedVarint(from)
        writer.signedVarint(to)
        writer.byte(isAssertion ? 1 : 0)
        let count = writer.bytes.count - start
        if count > bytesLimit {
            throw .coded(
                "WAL-003",
                "Fact serialised size \(count) bytes exceeds maximum \(bytesLimit) bytes. Store large payloads "
                    + "externally and reference them with a Value::String URL/path or Value::Ref entity ID.")
        }
    }

    private static func write(_ id: EntityID, to writer: inout ByteWriter) {
        writer.byte(16)
        writer.fixed(id.high.byteSwapped)
        writer.fixed(id.low.byteSwapped)
    }

    private static func write(_ value: Value, to writer: inout ByteWriter) {
        switch value {
        case .text(let text):
            writer.varint(0)
            writer.text(text)
        case .int(let number):
            writer.varint(1)
            writer.signedVarint(number)
        case .float(let bits):
            writer.varint(2)
            writer.fixed(bits)
        case .bool(let flag):
            writer.varint(3)
            writer.byte(flag ? 1 : 0)
        case .ref(let id):
            writer.varint(4)
            write(id, to: &writer)
        case .keyword(let text):
            writer.varint(5)
            writer.text(text)
        case .null: writer.varint(6)
        case .set(let members):
            var inner = ByteWriter()
            for member in members { write(member, to: &inner) }
            writer.varint(setTag)
            writer.varint(UInt64(inner.bytes.count))
            writer.append(inner.bytes)
        }
    }

    static func decode(_ reader: inout ByteReader) throws(ByteError) -> StoredFact {
        let entity = try entity(&reader)
        let attribute = try reader.text()
        let value = try value(&reader, mayBeSet: true)
        let txID = Int64(bitPattern: try reader.varint())
        let txCount = Int64(bitPattern: try reader.varint())
        let from = try reader.signedVarint()
        let to = try reader.signedVarint()
        let fact = Fact(
            entity: entity, attribute: attribute, value: value, validFrom: from, validTo: to,
            isAssertion: try flag(&reader))
        return StoredFact(fact: fact, txCount: txCount, txID: txID)
    }

    private static func value(_ reader: inout ByteReader, mayBeSet: Bool) throws(ByteError) -> Value {
        let start = reader.offset
        switch try reader.varint() {
        case 0: return .text(try reader.text())
        case 1: return .int(try reader.signedVarint())
        case 2: return .float(bits: try reader.fixed(UInt64.self))
        case 3: return .bool(try flag(&reader))
        case 4: return .ref(try Self.entity(&reader))
        case 5: return .keyword(try reader.text())
        case 6: return .null
        case setTag where mayBeSet:
            let count = try reader.varint()
            guard count <= UInt64(reader.remaining), let set = members(Array(try reader.take(Int(count)))) else {
                throw ByteError(offset: start)
            }
            return set
        default: throw ByteError(offset: start)
        }
    }

    /// The set whose members these bytes hold, one after another; `nil` where they do not.
    static func members(_ bytes: [UInt8]) -> Value? {
        var reader = ByteReader(bytes)
        var members: [Value] = []
        while reader.remaining > 0 {
            guard let member = try? value(&reader, mayBeSet: false) else { return nil }
            members.append(member)
        }
        return Value.set(of: members)
    }

    private static func flag(_ reader: inout ByteReader) throws(ByteError) -> Bool {
        let byte = try reader.byte()
        if byte > 1 { throw ByteError(offset: reader.offset) }
        return byte == 1
    }

    private static func entity(_ reader: inout ByteReader) throws(ByteError) -> EntityID {
        let start = reader.offset
        guard try reader.varint() == 16, let id = EntityID(bytes: try reader.take(16)) else {
            throw ByteError(offset: start)
        }
        return id
    }
}
