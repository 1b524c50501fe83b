// Queries within expressions and of `CALL` as Cypher text.
extension BoundText {
    func predicates(_ predicates: [BoundExpression]) -> String {
        predicates.isEmpty ? "" : " WHERE " + joined(predicates, " AND ", .and)
    }

    /// - Parameter isMatchImplied: A query of nothing but one `MATCH` is written without the word.
    func query(_ query: BoundQuery, isMatchImplied: Bool = false) -> String {
        switch query {
        case .single(let clauses):
            if isMatchImplied, clauses.count == 1, case .match(let match) = clauses[0], !match.isOptional,
                match.search == nil
            {
                return pattern(match.pattern) + predicates(match.predicates)
            }
            return clauses.map(clause).joined(separator: " ")
        case .union(let left, _, let right, _, _, let isAll):
            return "\(self.query(left)) UNION \(isAll ? "ALL " : "")\(self.query(right))"
        }
    }

    /// `shortestPath(…)` as an expression is bound as the first of the list of its matches.
    func shortestPath(_ expression: BoundExpression) -> String? {
        if case .nested(_, _, _, _, let source) = expression { return shortestPath(source) }
        guard case .patternComprehension(let match, .slot(let result)) = expression, match.pattern.paths.count == 1,
            match.pattern.paths[0].slot == result, case .shortestPath = match.pattern.paths[0].selector
        else { return nil }
        var pattern = match.pattern
        pattern.paths[0].slot = nil
        return self.pattern(pattern)
    }

    private func clause(_ clause: BoundClause) -> String {
        switch clause {
        case .match(let match): return self.match(match)
        case .unwind(let list, let element): return "UNWIND \(text(list)) AS \(name(of: element))"
        case .project(let projection): return self.projection(projection)
        case .callSubquery(let call):
            let scope = call.arguments.map(name(of:)).joined(separator: ", ")
            return "\(call.isOptional ? "OPTIONAL " : "")CALL (\(scope)) { \(query(call.query)) }"
        case .callProcedure(let call): return "CALL \(procedure(call))\(predicates(call.predicates))"
        case .loadCSV(let load): return "LOAD CSV \(self.load(load))"
        case .finish: return "FINISH"
        case .create: return "CREATE …"
        case .merge: return "MERGE …"
        case .set: return "SET …"
        case .remove: return "REMOVE …"
        case .delete: return "DELETE …"
        case .foreach(let element, let list, _): return "FOREACH (\(name(of: element)) IN \(text(list)) | …)"
        }
    }

    private func match(_ match: BoundMatch) -> String {
        var result = "\(match.isOptional ? "OPTIONAL " : "")MATCH \(pattern(match.pattern))"
        if let search = match.search {
            let kind = search.isFulltext ? "FULLTEXT" : "VECTOR"
            result += " SEARCH \(name(of: search.variable)) IN (\(kind) INDEX \(text(search.index)) FOR"
            result += " \(text(search.query))\(search.limit.map { " LIMIT " + text($0) } ?? ""))"
        }
        return result + predicates(match.predicates)
    }

    /// `name(arguments) YIELD column, other AS o`
    func procedure(_ call: BoundProcedureCall) -> String {
        let columns = ProcedureSignatures.byName[call.name.lowercased()]?.columns ?? []
        let yields = call.yields.map { column, slot in
            let variable = name(of: slot)
            let own = columns.indices.contains(column) ? Self.quoted(columns[column].name) : variable
            return own == variable ? own : "\(own) AS \(variable)"
        }
        // `SHOW INDEXES` and its like take no parentheses.
        let isCommand = call.name.contains(" ")
        return call.name + (isCommand ? "" : "(\(list(call.arguments)))")
            + (yields.isEmpty ? "" : " YIELD " + yields.joined(separator: ", "))
    }

    func load(_ load: BoundLoadCSV) -> String {
        let terminator = load.fieldTerminator.map { " FIELDTERMINATOR \(text(.literal(.string($0))))" } ?? ""
        return "\(load.hasHeaders ? "WITH HEADERS " : "")FROM \(text(load.url)) AS \(name(of: load.row))\(terminator)"
    }

    private func projection(_ projection: BoundProjection) -> String {
        var inner = self
        if let aggregation = projection.aggregation {
            for key in aggregation.keys {
                inner.replacements[key.slot.index] = Replacement(
                    text: text(key.expression), level: level(of: key.expression))
            }
            for (slot, call) in aggregation.aggregates {
                inner.replacements[slot.index] = Replacement(text: aggregate(call), level: .atom)
            }
        }
        let items = projection.items.map { item in
            let value = inner.text(item.expression)
            return value == item.name || value == Self.quoted(item.name)
                ? value : "\(value) AS \(Self.quoted(item.name))"
        }
        var result = projection.isReturn ? "RETURN " : "WITH "
        if projection.isDistinct { result += "DISTINCT " }
        result += items.joined(separator: ", ")
        // Columns go by their names behind the items.
        for item in projection.items { inner.replacements[item.slot.index] = nil }
        if !projection.orderBy.isEmpty {
            let keys = projection.orderBy.map { "\(inner.text($0.expression))\($0.isDescending ? " DESC" : "")" }
            result += " ORDER BY " + keys.joined(separator: ", ")
        }
        if let skip = projection.skip { result += " SKIP \(text(skip))" }
        if let limit = projection.limit { result += " LIMIT \(text(limit))" }
        return result + inner.predicates(projection.predicates)
    }
}
