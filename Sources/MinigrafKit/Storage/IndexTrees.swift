import Durability

/// The four trees of a file over its fact pages: by entity, by attribute, by attribute and value, and by target of references.
///
/// They hold nothing that the pages do not; this library reads the pages alone, the trees are for others.
///
/// | Tree | Key |
/// |---|---|
/// | EAVT | entity, attribute, valid_from, valid_to, tx_count |
/// | AEVT | attribute, entity, valid_from, valid_to, tx_count |
/// | AVET | attribute, value bytes, valid_from, valid_to, entity, tx_count |
/// | VAET | target entity, attribute, valid_from, valid_to, source entity, tx_count; references only |
struct IndexTrees {
    let roots: [UInt64]
    let pages: [UInt8]

    /// Above this many versions no trees are written: whoever wants them builds them once from the pages.
    static let versionsLimit = 250_000

    /// - Parameters:
    ///   - recordCounts: For each fact page how many records it holds; all together are the table's versions in order.
    ///   - firstPage: The number of the first page of the trees.
    /// - Returns: `nil` for what trees cannot hold: sets, keys that fill a page, too many versions.
    init?(_ table: FactTable, recordCounts: [Int], firstPage: UInt64) {
        guard table.versionCount <= Self.versionsLimit,
            let order = IndexOrder(table), recordCounts.reduce(0, +) == table.versionCount
        else { return nil }
        var places: [(page: UInt64, slot: UInt64)] = []
        places.reserveCapacity(table.versionCount)
        for (page, count) in recordCounts.enumerated() {
            for slot in 0..<count { places.append((UInt64(page + 1), UInt64(slot))) }
        }
        var roots: [UInt64] = []
        var pages: [UInt8] = []
        for kind in IndexOrder.Kind.allCases {
            let versions = order.versions(kind)
            let tree = IndexPages(
                firstPage: firstPage + UInt64(pages.count / GraphHeader.pageSize), entryCount: versions.count
            ) { index, writer in
                order.writeKey(kind, versions[index], to: &writer)
                return places[versions[index]]
            }
            if tree.isDamaged { return nil }
            roots.append(tree.root)
            pages += tree.bytes
        }
        self.roots = roots
        self.pages = pages
    }
}

/// The order of versions in each of the trees. Values are compared by rank, so that a comparison is one of numbers.
private struct IndexOrder {
    enum Kind: CaseIterable {
        case entity, attribute, value, reference
    }

    private let table: FactTable
    /// Ranks by value number: of entities by their bytes, of attributes by their text, of values by their value bytes.
    private var entityRanks: [UInt32]
    private var attributeRanks: [UInt32]
    private var valueRanks: [UInt32]

    /// `nil` where a value is a set.
    init?(_ table: FactTable) {
        self.table = table
        let count = table.values.values.count
        let zeros = [UInt32](repeating: 0, count: count)
        (entityRanks, attributeRanks, valueRanks) = (zeros, zeros, zeros)
        var isObject = [Bool](repeating: false, count: count)
        for triple in 0..<table.tripleCount { isObject[Int(table.objects[triple])] = true }
        var entities: [(id: EntityID, value: Int)] = []
        var objects: [(bytes: [UInt8], value: Int)] = []
        for index in 0..<count {
            let value = table.values.values[index]
            if case .ref(let id) = value { entities.append((id, index)) }
            if isObject[index] {
                guard let bytes = Self.bytes(of: value) else { return nil }
                objects.append((bytes, index))
            }
        }
        entities.sort { $0.id < $1.id }
        for (rank, entity) in entities.enumerated() { entityRanks[entity.value] = UInt32(truncatingIfNeeded: rank) }
        objects.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        for (rank, object) in objects.enumerated() { valueRanks[object.value] = UInt32(truncatingIfNeeded: rank) }
        let attributes = table.attributeList.map { (text: Self.text(table, $0.id), value: Int($0.id)) }
            .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
        for (rank, attribute) in attributes.enumerated() {
            attributeRanks[attribute.value] = UInt32(truncatingIfNeeded: rank)
        }
    }

    private static func text(_ table: FactTable, _ id: ValueID) -> String {
        if case .keyword(let text) = table.values.values[Int(id)] { text } else { "" }
    }

    private struct Key {
        var major: UInt64
        var from: Int64
        var to: Int64
        var minor: UInt64
        var version: Int

        static func precedes(_ left: Key, _ right: Key) -> Bool {
            if left.major != right.major { return left.major < right.major }
            if left.from != right.from { return left.from < right.from }
            if left.to != right.to { return left.to < right.to }
            if left.minor != right.minor { return left.minor < right.minor }
            return left.version < right.version
        }
    }

    /// The versions a tree holds, in its order.
    func versions(_ kind: Kind) -> [Int] {
        var keys: [Key] = []
        keys.reserveCapacity(table.versionCount)
        for version in 0..<table.versionCount {
            let triple = Int(table.versionTriple[version])
            let entity = UInt64(entityRanks[Int(table.entities[triple])])
            let attribute = UInt64(attributeRanks[Int(table.attributes[triple])])
            let object = Int(table.objects[triple])
            let transaction = UInt64(table.versionTransaction[version])
            var key = Key(
                major: 0, from: table.validFrom[version], to: table.validTo[version],
                minor: entity << 32 | transaction, version: version)
            switch kind {
            case .entity: key.major = entity << 32 | attribute
            case .attribute: key.major = attribute << 32 | entity
            case .value: key.major = attribute << 32 | UInt64(valueRanks[object])
            case .reference:
                guard case .ref = table.values.values[object] else { continue }
                key.major = UInt64(entityRanks[object]) << 32 | attribute
            }
            keys.append(key)
        }
        return keys.sorted(by: Key.precedes).map(\.version)
    }

    func writeKey(_ kind: Kind, _ version: Int, to writer: inout ByteWriter) {
        let triple = Int(table.versionTriple[version])
        let object = table.values.values[Int(table.objects[triple])]
        let attribute = Self.text(table, table.attributes[triple])
        switch kind {
        case .entity:
            write(table.entities[triple], to: &writer)
            writer.text(attribute)
        case .attribute:
            writer.text(attribute)
            write(table.entities[triple], to: &writer)
        case .value:
            writer.text(attribute)
            let bytes = Self.bytes(of: object) ?? []
            writer.varint(UInt64(bytes.count))
            writer.append(bytes)
        case .reference:
            write(table.objects[triple], to: &writer)
            writer.text(attribute)
        }
        writer.signedVarint(table.validFrom[version])
        writer.signedVarint(table.validTo[version])
        if kind == .value || kind == .reference { write(table.entities[triple], to: &writer) }
        writer.varint(UInt64(bitPattern: table.txCounts[Int(table.versionTransaction[version])]))
    }

    private func write(_ entity: ValueID, to writer: inout ByteWriter) {
        guard case .ref(let id) = table.values.values[Int(entity)] else { return }
        writer.varint(16)
        writer.append(id.bytes)
    }

    /// A value in bytes that compare as the values do; `nil` for a set.
    ///
    /// 00 null; 01 a boolean; 02 an integer, big-endian with the sign bit flipped; 03 a float, big-endian, the sign bit
    /// flipped or, for negative ones, all bits; 04 text; 05 keyword; 06 entity.
    private static func bytes(of value: Value) -> [UInt8]? {
        switch value {
        case .null: return [0]
        case .bool(let flag): return [1, flag ? 1 : 0]
        case .int(let number): return [2] + bigEndian(UInt64(bitPattern: number) ^ 1 << 63)
        case .float(let bits):
            if Double(bitPattern: bits).isNaN { return [3] + bigEndian(0x7FF8_0000_0000_0000) }
            return [3] + bigEndian(bits >> 63 == 0 ? bits ^ 1 << 63 : ~bits)
        case .text(let text): return [4] + Array(text.utf8)
        case .keyword(let text): return [5] + Array(text.utf8)
        case .ref(let id): return [6] + id.bytes
        case .set: return nil
        }
    }

    private static func bigEndian(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
