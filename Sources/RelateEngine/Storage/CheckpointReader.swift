import Durability

/// A checkpoint's file in memory, its header and table checked. Sections are checked as they are asked for.
struct CheckpointReader {
    let header: CheckpointFormat.Header
    let entries: [CheckpointFormat.Entry]
    let path: String
    /// Keeps the memory of what `section` hands out.
    let image: FileImage

    init(_ file: any StorageFile, path: String) throws(StorageProblem) {
        self.path = path
        let size = try onFile(path) { () throws(FileError) in try file.size() }
        let first = try onFile(path) { () throws(FileError) in
            try file.read(at: 0, count: CheckpointFormat.headerSize)
        }
        let header = try CheckpointFormat.Header(first, path: path)
        guard header.fileSize == UInt64(size) else {
            throw .damaged(
                path: path, offset: min(size, Int(clamping: header.fileSize)),
                reason: "the file has \(size) bytes, and its header says \(header.fileSize)")
        }
        self.header = header
        image = try onFile(path) { () throws(FileError) in try file.image(size: size) }
        entries = try Self.table(header, image, path)
    }

    private static func table(
        _ header: CheckpointFormat.Header, _ image: FileImage, _ path: String
    ) throws(StorageProblem) -> [CheckpointFormat.Entry] {
        let size = UInt64(image.bytes.count)
        let tableBytes = UInt64(header.sectionCount) * UInt64(CheckpointFormat.entrySize)
        guard header.tableOffset <= size, size - header.tableOffset == tableBytes else {
            throw .damaged(path: path, offset: 56, reason: "the section table does not fit the file")
        }
        let bytes = image.bytes[Int(header.tableOffset)...]
        guard Checksum64.of(UnsafeRawBufferPointer(rebasing: bytes)) == header.tableChecksum else {
            throw .damaged(
                path: path, offset: Int(header.tableOffset), reason: "the section table's checksum is wrong")
        }
        var reader = ByteReader(Array(bytes))
        var entries: [CheckpointFormat.Entry] = []
        for _ in 0..<header.sectionCount {
            guard let entry = try? CheckpointFormat.Entry(&reader), entry.offset <= header.tableOffset,
                entry.storedBytes <= header.tableOffset - entry.offset
            else {
                throw .damaged(
                    path: path, offset: Int(header.tableOffset) + reader.offset,
                    reason: "a section lies outside the file")
            }
            entries.append(entry)
        }
        try checkGaps(entries, header, image, path)
        return entries
    }

    /// What no checksum is over must be zero, so that no turned byte goes unseen.
    private static func checkGaps(
        _ entries: [CheckpointFormat.Entry], _ header: CheckpointFormat.Header, _ image: FileImage, _ path: String
    ) throws(StorageProblem) {
        var end = CheckpointFormat.headerSize
        for (start, count) in entries.map({ (Int($0.offset), Int($0.storedBytes)) }).sorted(by: { $0 < $1 })
            + [(Int(header.tableOffset), 0)]
        {
            guard start >= end else {
                throw .damaged(path: path, offset: start, reason: "a section begins within another one")
            }
            if let place = image.bytes[end..<start].firstIndex(where: { $0 != 0 }) {
                throw .damaged(path: path, offset: place, reason: "there is something between sections")
            }
            end = start + count
        }
    }

    /// How many strings the file says that it holds, before anything of them was checked. Numbers are given once, so there is one
    /// section of them at the most.
    func announcedStringCount() throws(StorageProblem) -> Int {
        let sections = entries.filter { $0.kind == CheckpointFormat.Kind.strings.rawValue }
        guard let section = sections.first else { return 0 }
        if sections.count > 1 {
            throw .damaged(path: path, offset: Int(sections[1].offset), reason: "there are two sections of strings")
        }
        guard section.storedBytes >= 8 else { return 0 }
        let count = image.bytes.loadUnaligned(fromByteOffset: Int(section.offset), as: UInt64.self)
        return Int(clamping: UInt64(littleEndian: count))
    }

    /// Lets `body` read a section, decoded.
    ///
    /// - Throws: `.damaged` where the checksum is wrong or `body` finds what cannot be.
    func section<Result>(
        _ entry: CheckpointFormat.Entry, _ body: (inout SectionReader) throws(ByteError) -> Result
    ) throws(StorageProblem) -> Result {
        let start = Int(entry.offset)
        let stored = UnsafeRawBufferPointer(rebasing: image.bytes[start..<(start + Int(entry.storedBytes))])
        let name = CheckpointFormat.Kind(rawValue: entry.kind).map { "\($0)" } ?? "\(entry.kind)"
        guard Checksum64.of(stored) == entry.checksum else {
            throw .damaged(path: path, offset: start, reason: "the checksum of section \(name) is wrong")
        }
        guard entry.codec == CheckpointFormat.Codec.raw.rawValue, entry.decodedBytes == entry.storedBytes else {
            throw .newerVersion(path: path, version: header.version)
        }
        var reader = SectionReader(stored)
        do throws(ByteError) {
            let result = try body(&reader)
            guard reader.isAtEnd else { throw ByteError(offset: reader.offset) }
            return result
        } catch {
            throw .damaged(
                path: path, offset: start,
                reason: "section \(name) cannot be read, at its byte \(error.offset)")
        }
    }
}

/// Reads the numbers of a section; every length is checked first.
struct SectionReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func take(_ count: Int) throws(ByteError) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= bytes.count - offset else { throw ByteError(offset: offset) }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
    }

    mutating func fixed<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) throws(ByteError) -> Number {
        Number(littleEndian: try take(Number.bitWidth / 8).loadUnaligned(as: Number.self))
    }

    /// A count of things that take `size` bytes or more each.
    mutating func count(ofSize size: Int) throws(ByteError) -> Int {
        let count = try fixed(UInt64.self)
        guard count <= UInt64((bytes.count - offset) / size) else { throw ByteError(offset: offset) }
        return Int(count)
    }

    /// Leaves out what fills up to a multiple of `alignment`.
    mutating func align(to alignment: Int) throws(ByteError) {
        _ = try take((0 - offset) & (alignment - 1))
    }

    /// The rest, for a reader of values.
    mutating func rest() -> ByteReader {
        defer { offset = bytes.count }
        return ByteReader(Array(bytes[offset...]))
    }
}
