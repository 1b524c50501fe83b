/// Base64 with padding (RFC 4648).
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var result: [UInt8] = []
        var group: UInt32 = 0
        var count = 0
        func flush(_ digitCount: Int) {
            for index in 0..<digitCount { result.append(digits[Int(group >> (18 - 6 * UInt32(index))) & 63]) }
        }
        for byte in bytes {
            group |= UInt32(byte) << (16 - 8 * UInt32(count))
            count += 1
            if count == 3 {
                flush(4)
                group = 0
                count = 0
            }
        }
        if count > 0 {
            flush(count + 1)
            result += Array(repeating: UInt8(ascii: "="), count: 3 - count)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
