import Durability
import Testing

struct BytesTests {
    @Test("The checksums are the published ones, whole and in pieces")
    func checksums() {
        let digits = Array("123456789".utf8)
        #expect(Checksum.crc32.of(digits) == 0xCBF4_3926)
        #expect(Checksum.crc32C.of(digits) == 0xE306_9283)
        for cut in 0...digits.count {
            #expect(Checksum.crc32.of(digits[cut...], after: Checksum.crc32.of(digits[..<cut])) == 0xCBF4_3926)
        }
    }

    @Test("Numbers come back as they were written", arguments: [0, 1, -1, 63, 64, -64, -65, .max, .min] as [Int64])
    func numbers(number: Int64) throws {
        var writer = ByteWriter()
        writer.signedVarint(number)
        writer.varint(UInt64(bitPattern: number))
        writer.fixed(UInt64(bitPattern: number))
        writer.text("né\(number)")
        var reader = ByteReader(writer.bytes)
        #expect(try reader.signedVarint() == number)
        #expect(try reader.varint() == UInt64(bitPattern: number))
        #expect(try reader.fixed(UInt64.self) == UInt64(bitPattern: number))
        #expect(try reader.text() == "né\(number)")
        #expect(reader.remaining == 0)
    }

    @Test("A text cut anywhere is refused")
    func cutText() {
        var writer = ByteWriter()
        writer.text("twelve bytes")
        for count in 0..<writer.bytes.count {
            var reader = ByteReader(Array(writer.bytes.prefix(count)))
            #expect(throws: ByteError.self) { try reader.text() }
        }
    }
}
