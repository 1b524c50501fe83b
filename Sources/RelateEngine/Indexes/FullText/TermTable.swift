/// Terms by number, from 0 in the order of their first use.
struct TermTable {
    private(set) var bytes: [UInt8] = []
    /// Where each begins; one more at the end.
    private(set) var starts: [UInt32] = [0]
    private var hashes: [UInt32] = []
    /// Number plus 1 by hash; 0 where free.
    private var table = [UInt32](repeating: 0, count: 1024)

    var count: Int { hashes.count }

    mutating func intern(_ term: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let hash = Self.hash(term)
        var place = Int(hash) & (table.count - 1)
        while table[place] != 0 {
            let number = table[place] - 1
            if hashes[Int(number)] == hash, isTerm(number, term) { return number }
            place = (place + 1) & (table.count - 1)
        }
        let number = UInt32(truncatingIfNeeded: hashes.count)
        bytes.append(contentsOf: term)
        starts.append(UInt32(truncatingIfNeeded: bytes.count))
        hashes.append(hash)
        table[place] = number + 1
        if hashes.count * 2 > table.count { grow() }
        return number
    }

    private func isTerm(_ number: UInt32, _ term: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = Int(starts[Int(number)])
        guard Int(starts[Int(number) + 1]) - start == term.count else { return false }
        for index in 0..<term.count where bytes[start + index] != term[index] { return false }
        return true
    }

    private mutating func grow() {
        table = [UInt32](repeating: 0, count: table.count * 2)
        for (number, hash) in hashes.enumerated() {
            var place = Int(hash) & (table.count - 1)
            while table[place] != 0 { place = (place + 1) & (table.count - 1) }
            table[place] = UInt32(truncatingIfNeeded: number) + 1
        }
    }

    private static func hash(_ term: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in term { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        hash ^= hash >> 29
        return UInt32(truncatingIfNeeded: hash)
    }

    /// Numbers in the order of the terms' bytes.
    func sortedNumbers<Failure: Error>(_ check: () throws(Failure) -> Void) throws(Failure) -> [UInt32] {
        var numbers = Array(0..<UInt32(truncatingIfNeeded: count))
        try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            try RunSort.sort(&numbers, check) { IndexBytes.compare(term($0, bytes), term($1, bytes)) < 0 }
        }
        return numbers
    }

    func term(_ number: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])])
    }
}
