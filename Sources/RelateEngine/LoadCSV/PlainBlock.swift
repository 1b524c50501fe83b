import CKernels

/// Lines of a file, each a record without quotes: what any thread can take apart.
struct PlainBlock: Sendable {
    private let bytes: [UInt8]
    private let separator: UInt8
    /// Of the file, from 1.
    let firstLine: Int
    let lineCount: Int
    /// Of lines that end with a carriage return before their line feed.
    let returnCount: Int

    /// - Precondition: the bytes end with a line feed, and have no quote, nor a carriage return elsewhere than before one.
    init(bytes: [UInt8], separator: UInt8, firstLine: Int) {
        self.bytes = bytes
        self.separator = separator
        self.firstLine = firstLine
        lineCount = bytes.withUnsafeBufferPointer { relate_count_byte($0.baseAddress, $0.count, UInt8(ascii: "\n")) }
        returnCount = bytes.withUnsafeBufferPointer { relate_count_byte($0.baseAddress, $0.count, UInt8(ascii: "\r")) }
    }

    @inline(__always)
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer(body)
    }

    /// The places behind all fields: of separators and line feeds.
    var fieldEnds: [UInt32] {
        [UInt32](unsafeUninitializedCapacity: bytes.count) { places, count in
            count = withBytes { relate_field_ends($0.baseAddress, $0.count, separator, places.baseAddress) }
        }
    }

    var isUTF8: Bool {
        withBytes { bytes in
            UnsafeRawBufferPointer(bytes).isASCII || String(validating: bytes, as: UTF8.self) != nil
        }
    }

    /// Calls `body` with each record: where its fields lie in the bytes, and its line. Lines without a character are none.
    func forEachRecord(_ body: (_ fields: [Range<Int>], _ line: Int) throws -> Void) rethrows {
        var fields: [Range<Int>] = []
        var start = 0
        var line = firstLine
        for end in fieldEnds.lazy.map(Int.init) {
            let isLast = bytes[end] == UInt8(ascii: "\n")
            let hasReturn = isLast && end > start && bytes[end - 1] == UInt8(ascii: "\r")
            fields.append(start..<(hasReturn ? end - 1 : end))
            start = end + 1
            guard isLast else { continue }
            if fields.count > 1 || !fields[0].isEmpty { try body(fields, line) }
            fields.removeAll(keepingCapacity: true)
            line += 1
        }
    }
}
