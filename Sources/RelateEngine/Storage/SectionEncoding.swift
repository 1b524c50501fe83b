import Durability

// The sections of a checkpoint, made from the graph's own chunks. `SectionDecoding` reads them.

extension ByteWriter {
    /// The memory of `count` numbers, as it lies: little endian on every system that this runs on.
    mutating func memory<Number: FixedWidthInteger>(_ start: UnsafePointer<Number>, count: Int) {
        append(UnsafeRawBufferPointer(start: start, count: count * MemoryLayout<Number>.stride))
    }

    /// Zeros up to a multiple of `alignment`.
    mutating func align(to alignment: Int) {
        zeros((0 - bytes.count) & (alignment - 1))
    }
}

/// Which strings of the pool a graph uses, numbered anew from 0: the pool keeps all that ever were.
struct StringNumbering {
    /// By number in the pool: number in the checkpoint + 1, or 0.
    private var numbers: [UInt32]
    /// By number in the checkpoint: number in the pool.
    private var used: [UInt32] = []

    init(of state: GraphState) {
        numbers = [UInt32](repeating: 0, count: state.strings.count)
        for column in state.storage.nodePropertyColumns + state.storage.relationshipPropertyColumns {
            for index in 0..<column.chunkCapacity {
                guard let chunk = column.chunk(at: index), chunk.kind == .string else { continue }
                for row in 0..<chunk.rowCapacity where chunk.isPresent(row) { take(chunk.strings[row]) }
            }
        }
    }

    private mutating func take(_ number: UInt32) {
        guard numbers[Int(number)] == 0 else { return }
        used.append(number)
        numbers[Int(number)] = UInt32(used.count)
    }

    @inline(__always)
    func number(of number: UInt32) -> UInt32 { numbers[Int(number)] &- 1 }

    /// A count (8 bytes), the bytes of all (8 bytes), their lengths (4 bytes each), their UTF-8.
    func section(of pool: StringPool) -> [UInt8] {
        var byteCount = 0
        for number in used { byteCount += pool.utf8(of: number).count }
        var writer = ByteWriter(reserving: 16 + 4 * used.count + byteCount)
        writer.fixed(UInt64(used.count))
        writer.fixed(UInt64(byteCount))
        for number in used { writer.fixed(UInt32(pool.utf8(of: number).count)) }
        for number in used { writer.append(UnsafeRawBufferPointer(pool.utf8(of: number))) }
        return writer.bytes
    }
}

extension RowBitmap {
    /// Chunks (8 bytes), their indices (4 bytes each), zeros to a multiple of 8, their 128 bytes each. Chunks without a
    /// member are left out.
    func section() -> [UInt8] {
        var writer = ByteWriter()
        let indices = (0..<chunkCapacity).filter { chunk(at: $0) != nil }
        writer.fixed(UInt64(indices.count))
        for index in indices { writer.fixed(UInt32(index)) }
        writer.align(to: 8)
        for index in indices {
            if let chunk = chunk(at: index) { writer.memory(chunk.words, count: BitmapChunk.wordCount) }
        }
        return writer.bytes
    }
}

extension PropertyColumn {
    /// Chunks (8 bytes); for each its index (4), kind (1), bytes of a packed integer or 0 (1), rows that have memory (2),
    /// bytes of its values (4); zeros to a multiple of 8; then for each its presence (128) and values, zeros to a multiple
    /// of 8.
    ///
    /// Values are those of the memory: 8 bytes of an integer or a double, 1 of a boolean, 4 of a string's number. Packed
    /// integers are the least of them (8) and their distances to it (1, 2 or 4 each). Of boxed ones only those present are
    /// there, as `ValueCodec` writes them.
    func section(_ strings: StringNumbering) -> [UInt8] {
        var indices: [Int] = []
        for index in 0..<chunkCapacity where (chunk(at: index)?.presentCount ?? 0) > 0 { indices.append(index) }
        var directory = ByteWriter()
        var values = ByteWriter()
        directory.fixed(UInt64(indices.count))
        for index in indices {
            guard let chunk = chunk(at: index) else { continue }
            directory.fixed(UInt32(index))
            let packed = chunk.packed
            let packing = packed == nil ? chunk.packing : nil
            directory.byte(chunk.kind.rawValue)
            directory.byte(UInt8(packed?.width ?? packing?.width ?? 0))
            directory.fixed(UInt16(chunk.rowCapacity))
            values.memory(chunk.presence, count: 16)
            let start = values.bytes.count
            if let packed {
                // As it came from a checkpoint.
                values.append(packed.bytes(ofRows: chunk.rowCapacity))
            } else if let packing {
                chunk.writePacked(packing, to: &values)
            } else {
                chunk.writeValues(to: &values, strings)
            }
            directory.fixed(UInt32(values.bytes.count - start))
            values.align(to: 8)
        }
        directory.align(to: 8)
        directory.append(values.bytes)
        return directory.bytes
    }
}

extension PropertyChunk {
    /// The least integer, and the bytes that hold the distance of any to it; `nil` where packing saves nothing.
    fileprivate var packing: (least: Int64, width: Int)? {
        guard kind == .int, presentCount > 0 else { return nil }
        var least = Int64.max
        var most = Int64.min
        for row in 0..<rowCapacity where isPresent(row) {
            least = min(least, ints[row])
            most = max(most, ints[row])
        }
        let (range, isTooLarge) = most.subtractingReportingOverflow(least)
        guard !isTooLarge, range < 1 << 32 else { return nil }
        return (least, range < 1 << 8 ? 1 : range < 1 << 16 ? 2 : 4)
    }

    fileprivate func writePacked(_ packing: (least: Int64, width: Int), to writer: inout ByteWriter) {
        writer.fixed(UInt64(bitPattern: packing.least))
        for row in 0..<rowCapacity {
            let distance = isPresent(row) ? UInt64(bitPattern: ints[row] &- packing.least) : 0
            switch packing.width {
            case 1: writer.byte(UInt8(truncatingIfNeeded: distance))
            case 2: writer.fixed(UInt16(truncatingIfNeeded: distance))
            default: writer.fixed(UInt32(truncatingIfNeeded: distance))
            }
        }
    }

    fileprivate func writeValues(to writer: inout ByteWriter, _ strings: StringNumbering) {
        switch kind {
        case .int: writer.memory(ints, count: rowCapacity)
        case .double:
            writer.append(UnsafeRawBufferPointer(start: doubles, count: rowCapacity * MemoryLayout<Double>.stride))
        case .bool: writer.memory(bools, count: rowCapacity)
        case .string:
            for row in 0..<rowCapacity {
                writer.fixed(isPresent(row) ? strings.number(of: self.strings[row]) : 0)
            }
        case .boxed:
            for row in 0..<rowCapacity where isPresent(row) {
                // Only what can be stored gets into a column.
                do { try ValueCodec.encode(boxed[row], to: &writer) } catch { writer.byte(0) }
            }
        }
    }
}

extension Spine<AdjacencyChunk> {
    /// Chunks (8 bytes); for each its index (4), rows (2), bytes of a degree (1), zero (1), relationships (4); zeros to a
    /// multiple of 8; then for each the degrees of its rows, zeros to a multiple of 4, neighbours (4 each), relationships
    /// (4 each). Within a row they are sorted by neighbour, then by relationship.
    func section(living: RowBitmapReader) -> [UInt8] {
        var directory = ByteWriter()
        var runs = ByteWriter()
        var count: UInt64 = 0
        forEachChunk { index, chunk in
            let base = chunk.compacted(living: living)
            let merged = base.runs
            guard merged.count > 0 else { return }
            count += 1
            var largest: UInt32 = 0
            for row in 0..<merged.rowCount {
                largest = Swift.max(largest, merged.offsets[row + 1] - merged.offsets[row])
            }
            let width = largest < 1 << 8 ? 1 : largest < 1 << 16 ? 2 : 4
            directory.fixed(UInt32(index))
            directory.fixed(UInt16(merged.rowCount))
            directory.byte(UInt8(width))
            directory.byte(0)
            directory.fixed(UInt32(merged.count))
            for row in 0..<merged.rowCount {
                let degree = merged.offsets[row + 1] - merged.offsets[row]
                switch width {
                case 1: runs.byte(UInt8(degree))
                case 2: runs.fixed(UInt16(degree))
                default: runs.fixed(degree)
                }
            }
            runs.align(to: 4)
            runs.memory(UnsafePointer(merged.neighbours), count: merged.count)
            runs.memory(UnsafePointer(merged.relationships), count: merged.count)
            withExtendedLifetime(base) {}
        }
        var section = ByteWriter(reserving: directory.bytes.count + runs.bytes.count + 16)
        section.fixed(count)
        section.append(directory.bytes)
        section.align(to: 8)
        section.append(runs.bytes)
        return section.bytes
    }
}
