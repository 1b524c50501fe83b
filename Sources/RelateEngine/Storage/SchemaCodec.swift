import CypherSyntax
import Durability

/// Definitions of the schema as bytes. A text is a varint length and UTF-8, a list a varint count and its elements, an
/// optional text a byte (0 or 1) and the text.
///
///     an index        varint id, text name, byte kind (1 range, 2 text, 3 point, 4 lookup, 5 full-text, 6 vector),
///                     byte entity (0 node, 1 relationship), list of labels or types, list of properties, list of
///                     additional properties, settings: a count, and for each a text and a value, optional name of the
///                     constraint that it serves
///     a constraint    varint id, text name, byte kind (1 unique, 2 key, 3 exists, 4 property type, 5 label, 6 and 7
///                     label of a relationship's start and end; 128 more where it is part of the graph type's element),
///                     from 4 on a text, byte entity, text label or type, list of properties, optional name of its index
///     a change        byte: 1 index created, 2 dropped, 3 constraint created, 4 with its index, 5 dropped; then the
///                     definition, for 4 both
///     the schema      list of indexes, list of constraints
enum SchemaCodec {
    private static let dependentBit: UInt8 = 0x80
    private static let indexKinds: [IndexKind] = [.range, .text, .point, .lookup, .fulltext, .vector]

    // MARK: Encoding

    static func encode(_ schema: SchemaCatalog, to writer: inout ByteWriter) throws(EngineError) {
        writer.varint(UInt64(schema.indexes.count))
        for index in schema.indexes { try encode(index, to: &writer) }
        writer.varint(UInt64(schema.constraints.count))
        for constraint in schema.constraints { encode(constraint, to: &writer) }
    }

    static func encode(_ change: SchemaChange, to writer: inout ByteWriter) throws(EngineError) {
        switch change {
        case .createIndex(let index):
            writer.byte(1)
            try encode(index, to: &writer)
        case .dropIndex(let index):
            writer.byte(2)
            try encode(index, to: &writer)
        case .createConstraint(let constraint, let index):
            writer.byte(index == nil ? 3 : 4)
            encode(constraint, to: &writer)
            if let index { try encode(index, to: &writer) }
        case .dropConstraint(let constraint):
            writer.byte(5)
            encode(constraint, to: &writer)
        }
    }

    private static func encode(_ index: IndexDefinition, to writer: inout ByteWriter) throws(EngineError) {
        writer.varint(UInt64(index.id))
        writer.text(index.name)
        writer.byte(UInt8((indexKinds.firstIndex(of: index.kind) ?? 0) + 1))
        writer.byte(index.entity == .node ? 0 : 1)
        texts(index.labelsOrTypes, to: &writer)
        texts(index.properties, to: &writer)
        texts(index.additionalProperties, to: &writer)
        let settings = index.configuration
        writer.varint(UInt64(settings.keys.count))
        for (key, value) in zip(settings.keys, settings.values) {
            writer.text(key)
            try ValueCodec.encode(value, to: &writer)
        }
        optional(index.owningConstraint, to: &writer)
    }

    private static func encode(_ constraint: ConstraintDefinition, to writer: inout ByteWriter) {
        writer.varint(UInt64(constraint.id))
        writer.text(constraint.name)
        let (kind, text): (UInt8, String?) =
            switch constraint.kind {
            case .unique: (1, nil)
            case .key: (2, nil)
            case .exists: (3, nil)
            case .propertyType(let type): (4, type.text)
            case .label(let label): (5, label)
            case .sourceLabel(let label): (6, label)
            case .targetLabel(let label): (7, label)
            }
        writer.byte(kind | (constraint.isDependent ? dependentBit : 0))
        if let text { writer.text(text) }
        writer.byte(constraint.entity == .node ? 0 : 1)
        writer.text(constraint.labelOrType)
        texts(constraint.properties, to: &writer)
        optional(constraint.ownedIndex, to: &writer)
    }

    private static func texts(_ texts: [String], to writer: inout ByteWriter) {
        writer.varint(UInt64(texts.count))
        for text in texts { writer.text(text) }
    }

    private static func optional(_ text: String?, to writer: inout ByteWriter) {
        writer.byte(text == nil ? 0 : 1)
        if let text { writer.text(text) }
    }

    // MARK: Decoding

    static func schema(
        _ reader: inout ByteReader
    ) throws(ByteError) -> (indexes: [IndexDefinition], constraints: [ConstraintDefinition]) {
        var indexes: [IndexDefinition] = []
        for _ in 0..<(try reader.varint()) { indexes.append(try index(&reader)) }
        var constraints: [ConstraintDefinition] = []
        for _ in 0..<(try reader.varint()) { constraints.append(try constraint(&reader)) }
        return (indexes, constraints)
    }

    static func change(_ reader: inout ByteReader) throws(ByteError) -> SchemaChange {
        let offset = reader.offset
        switch try reader.byte() {
        case 1: return .createIndex(try index(&reader))
        case 2: return .dropIndex(try index(&reader))
        case 3: return .createConstraint(try constraint(&reader), index: nil)
        case 4:
            let constraint = try constraint(&reader)
            return .createConstraint(constraint, index: try index(&reader))
        case 5: return .dropConstraint(try constraint(&reader))
        default: throw ByteError(offset: offset)
        }
    }

    private static func index(_ reader: inout ByteReader) throws(ByteError) -> IndexDefinition {
        let id = try self.id(&reader)
        let name = try reader.text()
        let kind = Int(try reader.byte()) - 1
        guard indexKinds.indices.contains(kind) else { throw ByteError(offset: reader.offset) }
        let entity = try self.entity(&reader)
        var index = IndexDefinition(
            id: id, name: name, kind: indexKinds[kind], entity: entity, labelsOrTypes: try texts(&reader),
            properties: try texts(&reader), additionalProperties: try texts(&reader))
        var settings: [(key: String, value: Value)] = []
        for _ in 0..<(try reader.varint()) {
            let key = try reader.text()
            settings.append((key, try ValueCodec.decode(&reader)))
        }
        // Sorted already where nobody changed the file.
        settings.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        for (left, right) in zip(settings, settings.dropFirst()) where left.key.utf8.elementsEqual(right.key.utf8) {
            throw ByteError(offset: reader.offset)
        }
        index.configuration = MapValue(sortedKeys: settings.map(\.key), values: settings.map(\.value))
        index.owningConstraint = try optional(&reader)
        return index
    }

    private static func constraint(_ reader: inout ByteReader) throws(ByteError) -> ConstraintDefinition {
        let id = try self.id(&reader)
        let name = try reader.text()
        let offset = reader.offset
        let kind: ConstraintDefinition.Kind
        let byte = try reader.byte()
        switch byte & ~dependentBit {
        case 1: kind = .unique
        case 2: kind = .key
        case 3: kind = .exists
        case 4:
            guard let type = PropertyType(text: try reader.text()) else { throw ByteError(offset: offset) }
            kind = .propertyType(type)
        case 5: kind = .label(try reader.text())
        case 6: kind = .sourceLabel(try reader.text())
        case 7: kind = .targetLabel(try reader.text())
        default: throw ByteError(offset: offset)
        }
        let entity = try self.entity(&reader)
        let isOfRelationships = (byte & ~dependentBit) >= 6
        guard !isOfRelationships || entity == .relationship else { throw ByteError(offset: offset) }
        let labelOrType = try reader.text()
        let properties = try texts(&reader)
        return ConstraintDefinition(
            id: id, name: name, kind: kind, entity: entity, labelOrType: labelOrType, properties: properties,
            ownedIndex: try optional(&reader), isDependent: byte & dependentBit != 0)
    }

    private static func id(_ reader: inout ByteReader) throws(ByteError) -> UInt32 {
        let offset = reader.offset
        guard let id = UInt32(exactly: try reader.varint()) else { throw ByteError(offset: offset) }
        return id
    }

    private static func entity(_ reader: inout ByteReader) throws(ByteError) -> EntityKind {
        let offset = reader.offset
        switch try reader.byte() {
        case 0: return .node
        case 1: return .relationship
        default: throw ByteError(offset: offset)
        }
    }

    private static func texts(_ reader: inout ByteReader) throws(ByteError) -> [String] {
        var texts: [String] = []
        for _ in 0..<(try reader.varint()) { texts.append(try reader.text()) }
        return texts
    }

    private static func optional(_ reader: inout ByteReader) throws(ByteError) -> String? {
        try reader.byte() == 0 ? nil : try reader.text()
    }
}
