/// One record of a file: where it is plain its fields are read off the file's bytes, and no text is made of numbers.
final class ImportRecord {
    /// Where the fields lie behind `bytes`, where the record is plain: it has no quotes.
    var ranges: [Range<Int>] = []
    /// The memory of the file's reader, valid until that reads on; `nil` where `values` has the fields.
    var bytes: UnsafeRawPointer?
    var values: [Value] = []

    var count: Int { bytes == nil ? values.count : ranges.count }

    /// A field without quotes and without a character.
    func isEmpty(_ place: Int) -> Bool { bytes == nil ? values[place].isNull : ranges[place].isEmpty }

    private func bytes(_ base: UnsafeRawPointer, _ place: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + ranges[place].lowerBound, count: ranges[place].count)
    }

    /// The field's text, `nil` where it is empty.
    func text(_ place: Int) throws(ImportFailure) -> String? {
        guard let base = bytes else {
            if case .string(let text) = values[place] { return text }
            return nil
        }
        if ranges[place].isEmpty { return nil }
        guard let text = String(validating: bytes(base, place).bindMemory(to: UInt8.self), as: UTF8.self) else {
            throw ImportFailure("a field is no UTF-8")
        }
        return text
    }

    /// The field as an integer, written in the shortest way; `nil` for all else.
    func integer(_ place: Int) -> Int64? {
        if let base = bytes { return DecimalInteger.shortest(bytes(base, place).bindMemory(to: UInt8.self)) }
        guard case .string(let text) = values[place] else { return nil }
        return text.withBytes { DecimalInteger.shortest($0) }
    }
}
