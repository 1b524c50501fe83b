import Durability

// Tables: files of rows under a header.
extension BulkImport {
    /// What is done with a field, its names looked up.
    enum Field {
        case id(ImportIDs, space: String, PropertyKeyID?, ImportFormat)
        /// One of several columns that make up the id.
        case idPart(ImportIDs, space: String, PropertyKeyID?, ImportFormat)
        case labels
        case start(ImportIDs, space: String)
        case end(ImportIDs, space: String)
        case startPart(ImportIDs, space: String)
        case endPart(ImportIDs, space: String)
        case type
        case property(PropertyKeyID, ImportFormat, isList: Bool, name: String)
        case ignored
    }

    /// Nodes, a row each.
    ///
    /// - Parameters:
    ///   - files: Their rows follow one another; the first one's first record is the header.
    ///   - labels: Given to every node, beside those of its `:LABEL` column.
    package func nodes(from files: [String], labels: [String]) throws {
        let common = labels.map(label)
        var properties: [(PropertyKeyID, Value)] = []
        var composite = CompositeID()
        let blocks = BlockReading(
            plan: { NodePlan($0, listDelimiter: self.options.listDelimiter) },
            take: { NodeBlock($0, $1) }, create: { try self.create($0, $1, $2, labels: common) })
        try rows(of: files, isNodes: true, blocks) { fields, record in
            var id: (ids: ImportIDs, space: String, integer: Int64?, text: String?)?
            var labels = common
            properties.removeAll(keepingCapacity: true)
            composite.removeAll()
            for place in 0..<min(fields.count, record.count) where !record.isEmpty(place) {
                switch fields[place] {
                case .id(let ids, let space, let key, let format):
                    var integer = record.integer(place)
                    let text = integer == nil || key != nil ? try record.text(place) : nil
                    integer = integer ?? text.flatMap { text in format.integerID { text } }
                    id = (ids, space, integer, text)
                    if let key, let text {
                        properties.append((key, try format.value(of: text, separator: options.listDelimiter)))
                    }
                case .idPart(let ids, let space, let key, let format):
                    guard let text = try record.text(place) else { continue }
                    composite.append(format.integerID { text }.map(String.init) ?? text)
                    id = (ids, space, nil, nil)
                    if let key {
                        properties.append((key, try format.value(of: text, separator: options.listDelimiter)))
                    }
                case .labels:
                    guard let text = try record.text(place) else { continue }
                    labels += self.labels(text)
                case .property(let key, let format, let isList, let name):
                    let value = try Self.value(
                        place, of: record, format, isList: isList, name, separator: options.listDelimiter)
                    if let value { properties.append((key, value)) }
                case .ignored, .start, .end, .startPart, .endPart, .type: continue
                }
            }
            if let ids = id?.ids, !composite.parts.isEmpty { id?.text = try Self.key(composite, ids, ":ID") }
            if let id {
                let isKnown = (id.integer.map { id.ids[$0] } ?? id.text.flatMap { id.ids[$0] }) != nil
                if isKnown {
                    let text = composite.parts.isEmpty ? id.integer.map(String.init) ?? id.text ?? "" : composite.text
                    throw Self.standsTwice(text, id.space)
                }
            }
            let node = try transaction.createNode(labels: labels, properties: properties)
            if let integer = id?.integer {
                _ = id?.ids.insert(integer, node)
            } else if let text = id?.text {
                _ = id?.ids.insert(text, node)
            }
            nodeCount += 1
        }
    }

    static func standsTwice(_ id: String, _ space: String) -> ImportFailure {
        ImportFailure("the id '\(id)' stands twice\(inSpace(space))")
    }

    /// Those of a `:LABEL` field.
    func labels(_ text: String) -> [LabelID] {
        text.split(separator: options.listDelimiter).map { label(String($0)) }
    }

    /// Relationships between nodes loaded before, a row each.
    ///
    /// - Parameter type: Of those whose row has none in a `:TYPE` column.
    package func relationships(from files: [String], type: String?) throws {
        let common = type.flatMap { $0.isEmpty ? nil : relationshipType($0) }
        var properties: [(PropertyKeyID, Value)] = []
        var known: RelationshipRows?
        let blocks = BlockReading(
            plan: { RelationshipPlan($0, hasType: common != nil, listDelimiter: self.options.listDelimiter) },
            take: { RelationshipBlock($0, $1) }, create: { plan, block, _ in try self.create(plan, block, common) })
        try rows(of: files, isNodes: false, blocks) { fields, record in
            let rows =
                known
                ?? RelationshipRows(fields: fields, common: common, listDelimiter: options.listDelimiter) { name in
                    self.relationshipType(name)
                }
            known = rows
            try rows.take(record, into: &waiting, &properties)
            relationshipCount += 1
            if waiting.count >= Self.batchRows { try createWaiting() }
        }
        try createWaiting()
        connect()
    }

    /// Relationships that were read one by one.
    func createWaiting() throws {
        guard waiting.count > 0 else { return }
        try transaction.createRelationships(waiting)
        waiting.removeAll()
    }

    private func rows<Plan, Taken>(
        of files: [String], isNodes: Bool, _ blocks: BlockReading<Plan, Taken>,
        _ load: (_ fields: [Field], _ record: ImportRecord) throws -> Void
    ) throws {
        var fields: [Field]?
        var plan: Plan?
        let record = ImportRecord()
        for file in files {
            let source = try CSVFile(path: file)
            let bytesBefore = bytesRead
            var reader = CSVReader(source, terminator: options.delimiter, bufferBytes: options.bufferBytes)
            var count = 0
            func tryRow(_ fields: [Field], _ line: Int) throws {
                do {
                    try Self.check(record, fields)
                    try load(fields, record)
                } catch let failure as ImportFailure {
                    note(Problem(file: file, line: line, message: failure.message))
                }
                count += 1
                guard count % Self.progressRows == 0 else { return }
                bytesRead = bytesBefore + source.byteOffset
                try progress(self)
            }
            var works: [BlockWork<Plan, Taken>] = []
            func create(_ fields: [Field]) throws {
                for work in works {
                    if let plan, let taken = work.taken {
                        try blocks.create(plan, taken, file)
                        continue
                    }
                    try work.lines.forEachRecord { ranges, line in
                        record.ranges = ranges
                        try work.lines.withBytes { bytes in
                            record.bytes = UnsafeRawPointer(bytes.baseAddress)
                            try tryRow(fields, line)
                        }
                    }
                }
                works = []
            }
            while true {
                if let fields, let plan {
                    let next = try (0..<2).compactMap { _ in try reader.plainBlock() }
                        .map { BlockWork($0, plan, blocks.take) }
                    if !next.isEmpty {
                        // One thread takes apart what comes next while this one creates what came before.
                        try BlockWork.run(next) { try create(fields) }
                        works = next
                        bytesRead = bytesBefore + source.byteOffset
                        try progress(self)
                        continue
                    }
                    try create(fields)
                }
                if try reader.nextPlain(&record.ranges) {
                    record.bytes = reader.memory
                } else {
                    record.bytes = nil
                    guard try reader.next(&record.values) else { break }
                }
                guard let fields else {
                    let read = try header(record, file, isNodes: isNodes)
                    fields = read
                    if transaction.takesFirstValues { plan = blocks.plan(read) }
                    continue
                }
                try tryRow(fields, reader.line)
            }
            bytesRead = bytesBefore + source.byteOffset
        }
        try progress(self)
    }

    private func header(_ record: ImportRecord, _ file: String, isNodes: Bool) throws -> [Field] {
        var columns: [ImportColumn] = []
        var seen: Set<String> = []
        let hint = try delimiterHint(record)
        for place in 0..<record.count {
            do throws(ImportFailure) {
                guard let text = try record.text(place), !text.isEmpty else {
                    throw ImportFailure("a field of the header is empty")
                }
                let column = try ImportColumn(text)
                if !column.name.isEmpty, !seen.insert(column.name).inserted {
                    throw ImportFailure("the header names the property '\(column.name)' twice")
                }
                if let role = column.role.word {
                    if role.isOfNodes != isNodes {
                        let word = isNodes ? "nodes" : "relationships"
                        throw ImportFailure("a file of \(word) has no :\(role.text)")
                    }
                    if !seen.insert(":" + role.text).inserted, !role.mayRepeat {
                        throw ImportFailure("the header has several columns :\(role.text)")
                    }
                }
                columns.append(column)
            } catch {
                throw ImportFailure("\(file): \(error.message)\(hint)")
            }
        }
        for word in isNodes ? [] : [":START_ID", ":END_ID"] where !seen.contains(word) {
            throw ImportFailure("\(file): the header has no column \(word)\(hint)")
        }
        do throws(ImportFailure) {
            for word in isNodes ? ["ID"] : ["START_ID", "END_ID"] { try checkID(word, columns, isNodes: isNodes) }
        } catch {
            throw ImportFailure("\(file): \(error.message)")
        }
        return columns.map(field)
    }

    /// What a header of one field says that was meant to be several; else empty.
    private func delimiterHint(_ record: ImportRecord) throws(ImportFailure) -> String {
        guard record.count == 1, let text = try record.text(0),
            let (delimiter, name) = [(";", "';'"), ("\t", "TAB"), ("|", "'|'"), (",", "','")].first(where: {
                $0.0 != options.delimiter && text.contains($0.0)
            })
        else { return "" }
        let meant = delimiter == ";" ? "a semicolon" : delimiter == "\t" ? "a tab" : "'\(delimiter)'"
        return "; where \(meant) stands between fields, give --delimiter \(name)"
    }

    /// Several columns of a kind make up one id, in one space; relationships have as many as their nodes.
    private func checkID(_ word: String, _ columns: [ImportColumn], isNodes: Bool) throws(ImportFailure) {
        let own = columns.filter { $0.role.word?.text == word }
        guard let space = own.first?.role.space else { return }
        guard own.allSatisfy({ $0.role.space == space }) else {
            throw ImportFailure("the header's columns :\(word) name several spaces of ids")
        }
        let ids = ids(space)
        if isNodes, ids.columnCount == nil { ids.columnCount = own.count }
        for (place, column) in own.enumerated() where isNodes {
            if case .id(_, let type) = column.role, idFormat(type).integers != nil { ids.integerColumns.insert(place) }
        }
        let count = ids.columnCount ?? 1
        guard own.count == count else {
            throw ImportFailure(
                "the header has \(own.count) columns :\(word), and ids\(Self.inSpace(space)) are made of \(count)")
        }
    }

    private func idFormat(_ type: ImportType?) -> ImportFormat {
        ImportFormat(type ?? (options.hasIntegerIDs ? .integer : .string))
    }

    private func field(_ column: ImportColumn) -> Field {
        switch column.role {
        case .id(let space, let type):
            let format = idFormat(type)
            let key = column.name.isEmpty ? nil : transaction.internPropertyKey(column.name)
            let ids = ids(space)
            return ids.isComposite ? .idPart(ids, space: space, key, format) : .id(ids, space: space, key, format)
        case .labels: return .labels
        case .start(let space):
            let ids = ids(space)
            return ids.isComposite ? .startPart(ids, space: space) : .start(ids, space: space)
        case .end(let space):
            let ids = ids(space)
            return ids.isComposite ? .endPart(ids, space: space) : .end(ids, space: space)
        case .type: return .type
        case .ignored: return .ignored
        case .property(let format, let isList):
            return .property(transaction.internPropertyKey(column.name), format, isList: isList, name: column.name)
        }
    }
}

extension ImportColumn.Role {
    /// What the column is called, whether it is one of nodes, and whether a file may have several.
    fileprivate var word: (text: String, isOfNodes: Bool, mayRepeat: Bool)? {
        switch self {
        case .id: ("ID", true, true)
        case .labels: ("LABEL", true, true)
        case .start: ("START_ID", false, true)
        case .end: ("END_ID", false, true)
        case .type: ("TYPE", false, false)
        case .ignored, .property: nil
        }
    }

    /// Of ids.
    fileprivate var space: String? {
        switch self {
        case .id(let space, _), .start(let space), .end(let space): space
        case .labels, .type, .ignored, .property: nil
        }
    }
}
