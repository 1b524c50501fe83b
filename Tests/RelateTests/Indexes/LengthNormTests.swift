import Testing

@testable import Relate

@Suite struct LengthNormTests {
    @Test func lengthsBelowFortyAreExact() {
        for length in 0..<40 { #expect(LengthNorm.decode(LengthNorm.encode(length)) == length) }
    }

    @Test func aLongerLengthIsRoundedDownToFourBits() {
        // Source: Lucene's SmallFloat.intToByte4 and byte4ToInt.
        for (length, kept) in [(40, 40), (41, 40), (42, 42), (55, 54), (56, 56), (59, 56), (100, 96), (1000, 984)] {
            #expect(LengthNorm.decode(LengthNorm.encode(length)) == kept)
        }
        #expect(LengthNorm.encode(Int.max) == 255)
    }

    @Test func everyByteIsTheNormOfItsLength() {
        for byte in UInt8.min...UInt8.max { #expect(LengthNorm.encode(LengthNorm.decode(byte)) == byte) }
    }
}
