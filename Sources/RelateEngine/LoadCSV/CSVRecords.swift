/// Records of a file that were read together.
struct CSVRecords: Sendable {
    /// Maps by the file's headers, or lists where it has none.
    let rows: Vector
    /// Of each record's beginning, from 1.
    let lines: TypedVector<Int64>
    let count: Int
}

/// Takes a file's records a batch at a time.
struct CSVRecordReader {
    private var reader: CSVReader
    private let headers: CSVHeaders?
    private var fields: [Value] = []
    private var ranges: [Range<Int>] = []

    /// What a batch's fields may hold before it is full.
    private static let bytesLimit = 4 << 20

    /// Reads the first record where it is the headers.
    init(_ file: CSVFile, terminator: String, hasHeaders: Bool) throws(EngineError) {
        reader = CSVReader(file, terminator: terminator)
        guard hasHeaders else {
            headers = nil
            return
        }
        headers = CSVHeaders(try reader.next(&fields) ? fields : [])
    }

    /// The next records, up to a batch's rows; `nil` at the file's end.
    ///
    /// - Throws: where one of them is no good; those before it are lost.
    mutating func next() throws(EngineError) -> CSVRecords? {
        guard let headers else { return try lists() }
        let lines = TypedVector<Int64>(capacity: RowBatch.rowsLimit)
        var builder = CSVTableBuilder(headers)
        while builder.count < RowBatch.rowsLimit, builder.byteCount < Self.bytesLimit {
            if try reader.nextPlain(&ranges) {
                try reader.checkUTF8(of: ranges)
                lines.base[builder.count] = Int64(reader.line)
                builder.append(ranges, of: reader.memory)
            } else {
                guard try reader.next(&fields) else { break }
                lines.base[builder.count] = Int64(reader.line)
                guard builder.append(fields) else { throw reader.recordTooLong() }
            }
        }
        guard builder.count > 0 else { return nil }
        let places = TypedVector<UInt32>(capacity: builder.count)
        for row in 0..<builder.count { places.base[row] = UInt32(truncatingIfNeeded: row) }
        return CSVRecords(rows: .rows(builder.table(), places), lines: lines, count: builder.count)
    }

    private mutating func lists() throws(EngineError) -> CSVRecords? {
        let lines = TypedVector<Int64>(capacity: RowBatch.rowsLimit)
        var rows: [Value] = []
        rows.reserveCapacity(RowBatch.rowsLimit)
        var byteCount = 0
        while rows.count < RowBatch.rowsLimit, byteCount < Self.bytesLimit, try reader.next(&fields) {
            lines.base[rows.count] = Int64(reader.line)
            for case .string(let text) in fields { byteCount += text.utf8.count }
            rows.append(.list(fields))
        }
        return rows.isEmpty ? nil : CSVRecords(rows: .values(rows), lines: lines, count: rows.count)
    }
}

/// The first record of a file: which field is which key of a row's map.
struct CSVHeaders {
    /// Sorted as a map's keys are.
    let keys: [String]
    /// The place of each key's field.
    let places: [Int]

    /// A name that stands twice is the later field's; a field without a name is left out.
    init(_ fields: [Value]) {
        var places: [String: Int] = [:]
        for (index, field) in fields.enumerated() {
            if case .string(let name) = field { places[name] = index }
        }
        keys = places.keys.sorted { $0.compareBytes(to: $1) < 0 }
        self.places = keys.map { places[$0] ?? 0 }
    }
}

/// Gathers records as a table of texts.
private struct CSVTableBuilder {
    private let headers: CSVHeaders
    private(set) var count = 0
    private var bytes: [UInt8] = []
    /// By key, a row after the other.
    private var starts: [[UInt32]]
    private var ends: [[UInt32]]

    var byteCount: Int { bytes.count }

    init(_ headers: CSVHeaders) {
        self.headers = headers
        var column: [UInt32] = []
        column.reserveCapacity(RowBatch.rowsLimit)
        starts = [[UInt32]](repeating: column, count: headers.keys.count)
        ends = starts
        for key in starts.indices {
            starts[key].reserveCapacity(RowBatch.rowsLimit)
            ends[key].reserveCapacity(RowBatch.rowsLimit)
        }
        bytes.reserveCapacity(1 << 16)
    }

    /// A record whose fields lie in `memory`, one behind the other.
    mutating func append(_ ranges: [Range<Int>], of memory: UnsafeRawPointer?) {
        guard let memory, let first = ranges.first?.lowerBound, let end = ranges.last?.upperBound else { return }
        let shift = bytes.count - first
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: memory + first, count: end - first))
        for (key, place) in headers.places.enumerated() {
            guard place < ranges.count, !ranges[place].isEmpty else {
                appendNull(key)
                continue
            }
            starts[key].append(UInt32(truncatingIfNeeded: ranges[place].lowerBound + shift))
            ends[key].append(UInt32(truncatingIfNeeded: ranges[place].upperBound + shift))
        }
        count += 1
    }

    /// - Returns: false where its texts are longer than a table's may be.
    mutating func append(_ fields: [Value]) -> Bool {
        var total = bytes.count
        for case .string(let text) in fields { total += text.utf8.count }
        guard total < Int(TextColumn.null) else { return false }
        for (key, place) in headers.places.enumerated() {
            guard place < fields.count, case .string(let text) = fields[place] else {
                appendNull(key)
                continue
            }
            starts[key].append(UInt32(truncatingIfNeeded: bytes.count))
            bytes.append(contentsOf: text.utf8)
            ends[key].append(UInt32(truncatingIfNeeded: bytes.count))
        }
        count += 1
        return true
    }

    private mutating func appendNull(_ key: Int) {
        starts[key].append(TextColumn.null)
        ends[key].append(TextColumn.null)
    }

    func table() -> RowTable {
        let columns = headers.keys.indices.map {
            RowColumn.texts(TextColumn(bytes: bytes, starts: starts[$0], ends: ends[$0]))
        }
        return RowTable(sortedKeys: headers.keys, columns: columns, count: count)
    }
}
