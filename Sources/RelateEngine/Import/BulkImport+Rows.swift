// Rows of tables, one by one: what fields hold.
extension BulkImport {
    /// Takes rows of relationships apart.
    struct RelationshipRows {
        let fields: [Field]
        let common: RelationshipTypeID?
        let listDelimiter: Character
        let type: (String) -> RelationshipTypeID

        /// - Parameter properties: Memory to be used again.
        func take(
            _ record: ImportRecord, into batch: inout RelationshipBatch, _ properties: inout [(PropertyKeyID, Value)]
        ) throws(ImportFailure) {
            var start: NodeID?
            var end: NodeID?
            var type = common
            var (startID, endID) = (CompositeID(), CompositeID())
            properties.removeAll(keepingCapacity: true)
            for place in 0..<min(fields.count, record.count) where !record.isEmpty(place) {
                switch fields[place] {
                case .start(let ids, let space): start = try BulkImport.node(place, of: record, ids, space)
                case .end(let ids, let space): end = try BulkImport.node(place, of: record, ids, space)
                case .startPart(let ids, let space):
                    startID.append(try record.text(place) ?? "")
                    if startID.parts.count == ids.columnCount { start = try BulkImport.node(startID, ids, space) }
                case .endPart(let ids, let space):
                    endID.append(try record.text(place) ?? "")
                    if endID.parts.count == ids.columnCount { end = try BulkImport.node(endID, ids, space) }
                case .type: if let name = try record.text(place), !name.isEmpty { type = self.type(name) }
                case .property(let key, let format, let isList, let name):
                    let value = try BulkImport.value(
                        place, of: record, format, isList: isList, name, separator: listDelimiter)
                    if let value { properties.append((key, value)) }
                case .ignored, .id, .idPart, .labels: continue
                }
            }
            guard let start else { throw Self.missing(":START_ID", startID) }
            guard let end else { throw Self.missing(":END_ID", endID) }
            guard let type else { throw ImportFailure("the relationship has no type") }
            batch.append(type, from: start, to: end, properties)
        }

        private static func missing(_ word: String, _ id: CompositeID) -> ImportFailure {
            ImportFailure("the row has no \(word)" + (id.parts.isEmpty ? "" : " but a part: '\(id.text)'"))
        }
    }

    static func check(_ record: ImportRecord, _ fields: [Field]) throws(ImportFailure) {
        guard record.count > fields.count, !(fields.count..<record.count).allSatisfy(record.isEmpty) else { return }
        throw ImportFailure("the row has \(record.count) fields, the header \(fields.count)")
    }

    static func node(
        _ place: Int, of record: ImportRecord, _ ids: ImportIDs, _ space: String
    ) throws(ImportFailure) -> NodeID {
        if let integer = record.integer(place) {
            if let node = ids[integer] { return node }
            throw unknown(String(integer), space)
        }
        let text = try record.text(place) ?? ""
        guard let node = ids[text] else { throw unknown(text, space) }
        return node
    }

    private static func node(_ id: CompositeID, _ ids: ImportIDs, _ space: String) throws(ImportFailure) -> NodeID {
        guard let node = ids[id] else { throw unknown(id.text, space) }
        return node
    }

    /// What an id of several columns is found by.
    static func key(_ id: CompositeID, _ ids: ImportIDs, _ word: String) throws(ImportFailure) -> String {
        guard id.parts.count == ids.columnCount else {
            throw ImportFailure("the row has no \(word) but a part: '\(id.text)'")
        }
        return id.key
    }

    /// `nil` for a field that gives no value.
    static func value(
        _ place: Int, of record: ImportRecord, _ format: ImportFormat, isList: Bool, _ name: String,
        separator: Character
    ) throws(ImportFailure) -> Value? {
        do throws(ImportFailure) {
            if !isList, let integers = format.integers, let integer = record.integer(place) {
                guard integers.contains(integer) else { throw ImportFormat.noInteger(String(integer), integers) }
                return .int(integer)
            }
            return try record.text(place).flatMap { (text) throws(ImportFailure) in
                try value(of: text, format, isList: isList, separator: separator)
            }
        } catch {
            throw ImportFailure("\(name): \(error.message)")
        }
    }

    static func value(
        of text: String, _ format: ImportFormat, isList: Bool, separator: Character
    ) throws(ImportFailure) -> Value? {
        // Nothing in quotes is a text, and of other types no value.
        if text.isEmpty, isList || format.type != .string { return nil }
        guard isList else { return try format.value(of: text, separator: separator) }
        var elements: [Value] = []
        for part in text.split(separator: separator, omittingEmptySubsequences: false) {
            elements.append(try format.value(of: String(part), separator: separator))
        }
        return .list(elements)
    }
}
