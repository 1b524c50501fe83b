/// How blocks of a table of nodes are taken apart: what is done with each column.
struct NodePlan: Sendable {
    var columns: [PropertyPlan] = []
    var id: (column: Int, ids: ImportIDs, space: String, format: ImportFormat)?
    var labelColumn: Int?
    let columnCount: Int

    /// `nil` where the nodes have ids of several columns, or labels in several.
    init?(_ fields: [BulkImport.Field], listDelimiter: Character) {
        columnCount = fields.count
        for (column, field) in fields.enumerated() {
            switch field {
            case .id(let ids, let space, let key, let format):
                guard id == nil else { return nil }
                id = (column, ids, space, format)
                if let key { columns.append(PropertyPlan(column, key, format, isList: false, listDelimiter)) }
            case .labels:
                guard labelColumn == nil else { return nil }
                labelColumn = column
            case .property(let key, let format, let isList, _):
                columns.append(PropertyPlan(column, key, format, isList: isList, listDelimiter))
            case .ignored: continue
            case .idPart, .start, .end, .startPart, .endPart, .type: return nil
            }
        }
    }
}

/// A column whose fields are values of a property.
struct PropertyPlan: Sendable {
    let column: Int
    let key: PropertyKeyID
    private let format: ImportFormat
    private let isList: Bool
    private let listDelimiter: Character

    init(_ column: Int, _ key: PropertyKeyID, _ format: ImportFormat, isList: Bool, _ listDelimiter: Character) {
        self.column = column
        self.key = key
        self.format = format
        self.isList = isList
        self.listDelimiter = listDelimiter
    }

    /// Texts, which are taken when they are created.
    var isOfStrings: Bool { format.type == .string && !isList }

    /// `nil` where a field is to be looked at by itself.
    func values(_ block: ImportBlock) -> FirstValues? {
        if !isList, let range = format.integers { return block.integers(column, in: range) }
        return block.values(column) { (text) throws(ImportFailure) in
            try BulkImport.value(of: text, format, isList: isList, separator: listDelimiter)
        }
    }
}

/// Nodes of a block.
struct NodeBlock {
    let block: ImportBlock
    /// For each column of the plan; `nil` for texts.
    let values: [FirstValues?]
    /// Distinct fields of labels, and which of them a row has.
    let labels: (names: [String], byRow: [UInt32])?

    init?(_ lines: PlainBlock, _ plan: NodePlan) {
        guard let block = ImportBlock(lines, columnCount: plan.columnCount), let values = block.values(of: plan.columns)
        else { return nil }
        self.block = block
        self.values = values
        labels = plan.labelColumn.map { block.names($0) }
    }
}

extension BulkImport {
    /// Creates the nodes of a block.
    func create(_ plan: NodePlan, _ taken: NodeBlock, _ file: String, labels common: [LabelID]) throws {
        let block = taken.block
        let first = try transaction.createNodes(labelled: labelled(taken, common))
        for (column, values) in zip(plan.columns, taken.values) {
            transaction.setFirstProperties(
                values ?? block.strings(column.column, transaction.state.strings), column.key, ofNodesFrom: first)
        }
        nodeCount += block.rowCount
        guard let (column, ids, space, format) = plan.id else { return }
        _ = block.forEachField(of: column) { row, field in
            guard !field.isEmpty else { return true }
            let node = NodeID(first + UInt32(truncatingIfNeeded: row))
            let integer =
                DecimalInteger.shortest(field) ?? format.integerID { String(decoding: field, as: UTF8.self) }
            if !(integer.map { ids.insert($0, node) } ?? ids.insert(field, node)) {
                let id = integer.map(String.init) ?? String(decoding: field, as: UTF8.self)
                let message = Self.standsTwice(id, space).message
                note(Problem(file: file, line: block.lines.firstLine + row, message: message))
            }
            return true
        }
    }

    /// How many nodes follow each other with the same labels.
    private func labelled(_ taken: NodeBlock, _ common: [LabelID]) -> [(labels: [LabelID], count: Int)] {
        guard let (names, byRow) = taken.labels else { return [(Self.distinct(common), taken.block.rowCount)] }
        let sets = names.map { Self.distinct(common + labels($0)) }
        var runs: [(labels: [LabelID], count: Int)] = []
        var last: UInt32?
        for place in byRow {
            if place == last { runs[runs.count - 1].count += 1 } else { runs.append((sets[Int(place)], 1)) }
            last = place
        }
        return runs
    }

    private static func distinct(_ labels: [LabelID]) -> [LabelID] {
        labels.count < 2 ? labels : Array(Set(labels))
    }
}
