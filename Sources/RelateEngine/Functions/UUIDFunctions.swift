/// UUIDs, which are strings here: 32 lower-case hexadecimal digits in five groups.
///
/// - Source: Swift API page, "Values" ("UUIDs arrive as .string"); Cypher manual, "UUID functions".
enum UUIDFunctions {
    static let all: [FunctionDefinition] = [
        .scalar(
            "uuid", .scalar,
            [
                .init("value", .union([.string, .integer]), isOptional: true),
                .init("leastSignificantBits", .integer, isOptional: true),
            ],
            .string, "A UUID from text, or from its upper and lower 64 bits; without arguments a random one.",
            isDeterministic: false
        ) { (arguments, context) throws(EngineError) in
            switch (arguments.first, arguments.dropFirst().first) {
            case (nil, _): return .string(text(random()))
            case (.string(let value)?, nil): return .string(text(try bits(value)))
            case (.int(let high)?, .int(let low)?):
                return .string(text((UInt64(bitPattern: high), UInt64(bitPattern: low))))
            case (let value?, _):
                throw .wrongType(of: value, for: "uuid()", expected: "a STRING, or two INTEGERs")
            }
        },
        .scalar(
            "uuid.mostSignificantBits", .scalar, [.init("uuid", .string)], .integer, "The upper 64 bits of a UUID."
        ) { (arguments, context) throws(EngineError) in
            .int(Int64(bitPattern: try bits(try arguments[0].string(for: "uuid.mostSignificantBits")).high))
        },
        .scalar(
            "uuid.leastSignificantBits", .scalar, [.init("uuid", .string)], .integer, "The lower 64 bits of a UUID."
        ) { (arguments, context) throws(EngineError) in
            .int(Int64(bitPattern: try bits(try arguments[0].string(for: "uuid.leastSignificantBits")).low))
        },
    ]

    /// Version 4 of RFC 9562: 122 random bits.
    static func random() -> (high: UInt64, low: UInt64) {
        var generator = SystemRandomNumberGenerator()
        return (
            generator.next() & ~0xf000 | 0x4000,
            generator.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        )
    }

    static func text(_ bits: (high: UInt64, low: UInt64)) -> String {
        var text = ""
        for (index, digit) in (hexadecimal(bits.high) + hexadecimal(bits.low)).enumerated() {
            if index == 8 || index == 12 || index == 16 || index == 20 { text.append("-") }
            text.append(digit)
        }
        return text
    }

    private static func bits(_ text: String) throws(EngineError) -> (high: UInt64, low: UInt64) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        let digits = groups.joined()
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
            digits.utf8.allSatisfy({
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 | 0x20
            }),
            let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.dropFirst(16), radix: 16)
        else { throw .invalidArgument("'\(text)' is no UUID, such as 123e4567-e89b-12d3-a456-426614174000") }
        return (high, low)
    }

    private static func hexadecimal(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
