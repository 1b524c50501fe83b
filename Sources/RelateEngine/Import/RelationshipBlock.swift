/// How blocks of a table of relationships are taken apart.
struct RelationshipPlan: Sendable {
    private(set) var columns: [PropertyPlan] = []
    private(set) var start: (column: Int, ids: ImportIDs)
    private(set) var end: (column: Int, ids: ImportIDs)
    private(set) var typeColumn: Int?
    let columnCount: Int
    /// Of those without a name in the column.
    fileprivate let hasType: Bool

    /// `nil` where ids have several columns.
    init?(_ fields: [BulkImport.Field], hasType: Bool, listDelimiter: Character) {
        columnCount = fields.count
        self.hasType = hasType
        var start: (column: Int, ids: ImportIDs)?
        var end: (column: Int, ids: ImportIDs)?
        for (column, field) in fields.enumerated() {
            switch field {
            case .start(let ids, _): start = (column, ids)
            case .end(let ids, _): end = (column, ids)
            case .type: typeColumn = column
            case .property(let key, let format, let isList, _):
                columns.append(PropertyPlan(column, key, format, isList: isList, listDelimiter))
            case .ignored: continue
            case .id, .idPart, .labels, .startPart, .endPart: return nil
            }
        }
        guard let start, let end, hasType || typeColumn != nil else { return nil }
        self.start = start
        self.end = end
    }
}

/// Relationships of a block, their nodes found.
struct RelationshipBlock {
    let block: ImportBlock
    let starts: [UInt32]
    let ends: [UInt32]
    /// For each column of the plan; `nil` for texts.
    let values: [FirstValues?]
    /// Distinct names of types, and which of them a row has.
    let types: (names: [String], byRow: [UInt32])?

    init?(_ lines: PlainBlock, _ plan: RelationshipPlan) {
        guard let block = ImportBlock(lines, columnCount: plan.columnCount),
            let starts = block.nodes(plan.start.column, plan.start.ids),
            let ends = block.nodes(plan.end.column, plan.end.ids), let values = block.values(of: plan.columns)
        else { return nil }
        types = plan.typeColumn.map { block.names($0) }
        if !plan.hasType, types?.names.contains("") == true { return nil }
        self.block = block
        self.starts = starts
        self.ends = ends
        self.values = values
    }
}

/// Relationships that nothing finds at their nodes yet.
struct Unconnected {
    var relationships: [UInt32] = []
    var types: [UInt32] = []
    var starts: [UInt32] = []
    var ends: [UInt32] = []
}

extension BulkImport {
    /// Creates the relationships of a block.
    func create(_ plan: RelationshipPlan, _ taken: RelationshipBlock, _ common: RelationshipTypeID?) throws {
        try createWaiting()
        let count = taken.block.rowCount
        let types = types(taken, common)
        let first = try transaction.noteRelationships(types: types, starts: taken.starts, ends: taken.ends)
        for (column, values) in zip(plan.columns, taken.values) {
            transaction.setFirstProperties(
                values ?? taken.block.strings(column.column, transaction.state.strings), column.key,
                ofRelationshipsFrom: first)
        }
        unconnected.relationships.append(contentsOf: first..<first + UInt32(truncatingIfNeeded: count))
        unconnected.types += types
        unconnected.starts += taken.starts
        unconnected.ends += taken.ends
        relationshipCount += count
        if unconnected.types.count >= Self.unconnectedLimit { connect() }
    }

    private func types(_ taken: RelationshipBlock, _ common: RelationshipTypeID?) -> [UInt32] {
        guard let (names, byRow) = taken.types else {
            return [UInt32](repeating: common?.rawValue ?? 0, count: taken.block.rowCount)
        }
        let types = names.map { ($0.isEmpty ? common : relationshipType($0))?.rawValue ?? 0 }
        return byRow.map { types[Int($0)] }
    }

    /// Puts what was created into the adjacencies.
    func connect() {
        guard !unconnected.types.isEmpty else { return }
        transaction.connect(
            unconnected.relationships, types: unconnected.types, starts: unconnected.starts, ends: unconnected.ends)
        unconnected = Unconnected()
    }
}
