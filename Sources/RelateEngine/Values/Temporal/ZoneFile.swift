/// Reads a zone file in the format of zic(8), "TZif".
///
///     44  magic "TZif", version, 15 reserved, six counts: isut, isstd, leap, time, type, char
///      …  a block with 4-byte times, which version 2 and later only keep for old readers
///     44  the header again
///      …  8-byte times, type of each, types (offset 4, isDaylight 1, name 1), names, leaps, two lists of flags
///      …  newline, a POSIX TZ string, newline
///
/// - Source: RFC 8536.
struct ZoneFile {
    private let bytes: [UInt8]
    private var position = 0

    private struct Header {
        var version: UInt8
        var utcFlags, standardFlags, leaps, times, types, characters: Int

        func byteCount(timeBytes: Int) -> Int {
            times * (timeBytes + 1) + types * 6 + characters + leaps * (timeBytes + 4) + standardFlags + utcFlags
        }
    }

    /// `nil` when the bytes are no zone file or a damaged one.
    static func rules(from bytes: [UInt8]) -> ZoneRules? {
        var file = ZoneFile(bytes: bytes)
        return file.read()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func read() -> ZoneRules? {
        guard let header = readHeader() else { return nil }
        if header.version < UInt8(ascii: "2") { return readBlock(header, timeBytes: 4, hasFooter: false) }
        position += header.byteCount(timeBytes: 4)
        guard let second = readHeader() else { return nil }
        return readBlock(second, timeBytes: 8, hasFooter: true)
    }

    private mutating func readHeader() -> Header? {
        guard position >= 0, position + 44 <= bytes.count, bytes[position..<position + 4].elementsEqual("TZif".utf8)
        else { return nil }
        let version = bytes[position + 4]
        position += 20
        var counts: [Int] = []
        for _ in 0..<6 {
            let count = Int(readInteger(byteCount: 4))
            // No part of a file can have more entries than the file has bytes.
            guard count >= 0, count <= bytes.count else { return nil }
            counts.append(count)
        }
        return Header(
            version: version, utcFlags: counts[0], standardFlags: counts[1], leaps: counts[2], times: counts[3],
            types: counts[4], characters: counts[5])
    }

    private mutating func readBlock(_ header: Header, timeBytes: Int, hasFooter: Bool) -> ZoneRules? {
        let end = position + header.byteCount(timeBytes: timeBytes)
        guard end <= bytes.count, header.types > 0 else { return nil }
        var times: [Int64] = []
        times.reserveCapacity(header.times)
        for _ in 0..<header.times {
            let time = readInteger(byteCount: timeBytes)
            guard times.last.map({ $0 < time }) ?? true else { return nil }
            times.append(time)
        }
        let kinds = bytes[position..<position + header.times]
        position += header.times
        var offsets: [Int32] = []
        for _ in 0..<header.types {
            let offset = readInteger(byteCount: 4)
            guard offset > -90_000, offset < 93_600 else { return nil }
            offsets.append(Int32(offset))
            position += 2
        }
        var transitions: [ZoneRules.Transition] = []
        var current = offsets[0]
        for (time, kind) in zip(times, kinds) {
            guard Int(kind) < offsets.count else { return nil }
            let offset = offsets[Int(kind)]
            // Many transitions only change the abbreviation.
            if offset != current { transitions.append(ZoneRules.Transition(at: time, offset: offset)) }
            current = offset
        }
        var footer: ZoneFooter?
        if hasFooter {
            guard end < bytes.count, bytes[end] == UInt8(ascii: "\n"),
                let last = bytes[(end + 1)...].firstIndex(of: UInt8(ascii: "\n"))
            else { return nil }
            let text = bytes[(end + 1)..<last]
            footer = ZoneFooter(parsing: text)
            if footer == nil, !text.isEmpty { return nil }
        }
        if let lastTime = times.last, footer != nil, lastTime != transitions.last?.at {
            // The footer holds only from the last transition on, even one that changes no offset.
            transitions.append(ZoneRules.Transition(at: lastTime, offset: current))
        }
        return ZoneRules(firstOffset: offsets[0], transitions: transitions, footer: footer)
    }

    /// Big-endian, signed.
    private mutating func readInteger(byteCount: Int) -> Int64 {
        var value: UInt64 = 0
        for byte in bytes[position..<position + byteCount] { value = value << 8 | UInt64(byte) }
        position += byteCount
        return byteCount == 4
            ? Int64(Int32(truncatingIfNeeded: value)) : Int64(truncatingIfNeeded: value)
    }
}
