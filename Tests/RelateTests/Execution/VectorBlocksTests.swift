import Testing

@testable import Relate

/// Memory of vectors that comes from earlier ones.
@Suite struct VectorBlocksTests {
    @Test("a block holds as many bytes as were asked for, whoever had it before, and nobody else has it")
    func exclusive() {
        for byteCount in [1, 511, 512, 513, 1024, 1152, 1153, 2176, 2177, 4224, 8320, 8321, 100_000] {
            var blocks: [UnsafeMutableRawPointer] = []
            for round in 0..<3 {
                for number in 0..<40 {
                    let block = VectorBlocks.allocate(byteCount)
                    block.initializeMemory(as: UInt8.self, repeating: UInt8(number), count: byteCount)
                    blocks.append(block)
                }
                #expect(Set(blocks).count == blocks.count)
                for (number, block) in blocks.enumerated() {
                    let bytes = UnsafeRawBufferPointer(start: block, count: byteCount)
                    #expect(bytes.allSatisfy { $0 == UInt8(number) }, "\(byteCount) bytes, round \(round)")
                    VectorBlocks.deallocate(block, byteCount)
                }
                blocks = []
            }
        }
    }
}
