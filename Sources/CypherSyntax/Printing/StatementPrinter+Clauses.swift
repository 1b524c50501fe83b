extension StatementPrinter {
    mutating func statement(_ statement: Statement) {
        switch statement.mode {
        case .run: break
        case .explain: write("EXPLAIN ")
        case .profile: write("PROFILE ")
        }
        if statement.languageVersion != nil || !statement.options.isEmpty {
            write("CYPHER ")
            if let version = statement.languageVersion { write("\(version.text) ") }
            for option in statement.options {
                name(option.name)
                write("=")
                let isNumber = option.value.text.utf8.first.map { $0 &- 0x30 < 10 || $0 == Ascii.dot } ?? false
                write(isNumber ? option.value.text : Self.name(option.value.text))
                write(" ")
            }
        }
        if let use = statement.use {
            self.use(use)
            write(" ")
        }
        switch statement.body {
        case .query(let query): self.query(query)
        case .schema(let command): schema(command)
        case .administration(let command): administration(command)
        }
    }

    mutating func query(_ query: Query) {
        list(query.parts, separator: " NEXT ") { printer, part in
            printer.nested { $0.part(part) }
        }
    }

    private mutating func part(_ part: QueryPart) {
        switch part {
        case .union(let query):
            single(query.first)
            for arm in query.rest {
                write(arm.isAll ? " UNION ALL " : " UNION ")
                single(arm.query)
            }
        case .conditional(let query):
            for (index, branch) in query.branches.enumerated() {
                write(index > 0 ? " WHEN " : "WHEN ")
                expression(branch.predicate)
                write(" THEN ")
                single(branch.query)
            }
            if let otherwise = query.otherwise {
                write(" ELSE ")
                single(otherwise)
            }
        }
    }

    private mutating func single(_ query: SingleQuery) {
        switch query.body {
        case .clauses(let clauses): list(clauses, separator: " ") { $0.clause($1) }
        case .nested(let use, let query):
            if let use {
                self.use(use)
                write(" ")
            }
            braced(query)
        }
    }

    private mutating func braced(_ query: Query) {
        write("{ ")
        nested { $0.query(query) }
        write(" }")
    }

    mutating func clause(_ clause: Clause) {
        switch clause {
        case .use(let clause): use(clause)
        case .match(let clause):
            write(clause.isOptional ? "OPTIONAL MATCH " : "MATCH ")
            matchBody(clause)
        case .create(let clause):
            write(clause.isInsert ? "INSERT " : "CREATE ")
            list(clause.patterns) { $0.pattern($1) }
        case .merge(let clause): merge(clause)
        case .set(let clause):
            write("SET ")
            list(clause.items) { $0.setItem($1) }
        case .remove(let clause):
            write("REMOVE ")
            list(clause.items) { $0.removeItem($1) }
        case .delete(let clause):
            write(clause.mode == .detach ? "DETACH DELETE " : clause.mode == .noDetach ? "NODETACH DELETE " : "DELETE ")
            expressions(clause.expressions)
        case .foreach(let clause): foreach(clause)
        case .unwind(let clause):
            write("UNWIND ")
            expression(clause.list)
            write(" AS ")
            variable(clause.variable)
        case .with(let clause):
            write("WITH ")
            projection(clause.projection)
            whereClause(clause.predicate)
        case .return(let clause):
            write("RETURN ")
            projection(clause.projection)
        case .let(let clause):
            write("LET ")
            list(clause.items) { printer, item in
                printer.variable(item.variable)
                printer.write(" = ")
                printer.expression(item.expression)
            }
        case .filter(let clause):
            write("FILTER ")
            expression(clause.predicate)
        case .order(let clause):
            var ordering = StatementPrinter()
            ordering.ordering(clause.orderBy, clause.skip, clause.limit)
            write(String(ordering.text.dropFirst()))
        case .finish: write("FINISH")
        case .callProcedure(let clause): call(clause)
        case .callSubquery(let clause): call(clause)
        case .loadCSV(let clause): loadCSV(clause)
        case .show(let clause): show(clause)
        case .terminate(let clause): terminate(clause)
        }
    }

    private mutating func use(_ use: UseClause) {
        write("USE ")
        switch use.target {
        case .name(let parts): list(parts, separator: ".") { $0.variable($1) }
        case .function(let call): expression(call)
        }
    }

    mutating func matchBody(_ match: MatchClause) {
        switch match.mode {
        case nil: break
        case .differentRelationships: write("DIFFERENT RELATIONSHIPS ")
        case .repeatableElements: write("REPEATABLE ELEMENTS ")
        }
        list(match.patterns) { $0.pattern($1) }
        for hint in match.hints { self.hint(hint) }
        whereClause(match.predicate)
        if let search = match.search { self.search(search) }
    }

    private mutating func hint(_ hint: Hint) {
        write(" USING ")
        switch hint.kind {
        case .index(let kind, let isSeek, let variable, let label, let properties):
            if let kind { write("\(kind.rawValue) ") }
            write(isSeek ? "INDEX SEEK " : "INDEX ")
            self.variable(variable)
            write(":")
            name(label)
            write("(")
            names(properties)
            write(")")
        case .scan(let variable, let label):
            write("SCAN ")
            self.variable(variable)
            write(":")
            name(label)
        case .join(let names):
            write("JOIN ON ")
            variables(names)
        case .expand(let isInto, let from, let to, let via):
            write("EXPAND ")
            if let isInto { write(isInto ? "INTO " : "ALL ") }
            write("FROM ")
            variable(from)
            write(" TO ")
            variable(to)
            if let via {
                write(" VIA ")
                variable(via)
            }
        }
    }

    private mutating func search(_ search: SearchSubclause) {
        write(" SEARCH ")
        variable(search.variable)
        write(" IN (\(search.isFulltext ? "FULLTEXT" : "VECTOR") INDEX ")
        nameOrParameter(search.index)
        write(" FOR ")
        expression(search.query)
        if let analyzer = search.analyzer {
            write(" WITH ANALYZER ")
            expression(analyzer)
        }
        whereClause(search.predicate)
        ordering([], search.skip, search.limit)
        write(")")
        if let score = search.score {
            write(" SCORE AS ")
            variable(score)
        }
    }

    private mutating func merge(_ merge: MergeClause) {
        write("MERGE ")
        pattern(merge.pattern)
        for action in merge.actions {
            write(action.isOnCreate ? " ON CREATE SET " : " ON MATCH SET ")
            list(action.items) { $0.setItem($1) }
        }
    }

    private mutating func setItem(_ item: SetItem) {
        switch item.kind {
        case .property(let element, let key, let value):
            expression(element, .postfix)
            write(".")
            name(key)
            write(" = ")
            expression(value)
        case .dynamicProperty(let element, let key, let value):
            expression(element, .postfix)
            write("[")
            expression(key)
            write("] = ")
            expression(value)
        case .properties(let element, let value, let isMerging):
            variable(element)
            write(isMerging ? " += " : " = ")
            expression(value)
        case .labels(let element, let references):
            variable(element)
            labelReferences(references)
        }
    }

    private mutating func removeItem(_ item: RemoveItem) {
        switch item.kind {
        case .property(let element, let key):
            expression(element, .postfix)
            write(".")
            name(key)
        case .dynamicProperty(let element, let key):
            expression(element, .postfix)
            write("[")
            expression(key)
            write("]")
        case .labels(let element, let references):
            variable(element)
            labelReferences(references)
        }
    }

    private mutating func foreach(_ foreach: ForeachClause) {
        write("FOREACH (")
        variable(foreach.variable)
        write(" IN ")
        expression(foreach.list)
        write(" | ")
        nested { $0.list(foreach.clauses, separator: " ") { $0.clause($1) } }
        write(")")
    }

    private mutating func loadCSV(_ load: LoadCSVClause) {
        write(load.hasHeaders ? "LOAD CSV WITH HEADERS FROM " : "LOAD CSV FROM ")
        expression(load.url)
        write(" AS ")
        variable(load.row)
        if let terminator = load.fieldTerminator {
            write(" FIELDTERMINATOR ")
            string(terminator.text)
        }
    }
}

// MARK: - Projections

extension StatementPrinter {
    private mutating func projection(_ projection: Projection) {
        if projection.isDistinct { write("DISTINCT ") }
        if projection.star != nil { write(projection.items.isEmpty ? "*" : "*, ") }
        list(projection.items) { printer, item in
            printer.expression(item.expression)
            if let alias = item.alias {
                printer.write(" AS ")
                printer.variable(alias)
            }
        }
        switch projection.groupBy {
        case nil: break
        case .all: write(" GROUP BY ALL")
        case .keys(let keys):
            write(" GROUP BY ")
            if keys.isEmpty { write("()") } else { expressions(keys) }
        }
        ordering(projection.orderBy, projection.skip, projection.limit)
    }

    /// Each part with a space before it.
    mutating func ordering(_ orderBy: [SortItem], _ skip: Expression?, _ limit: Expression?) {
        if !orderBy.isEmpty {
            write(" ORDER BY ")
            list(orderBy) { printer, item in
                printer.expression(item.expression)
                if item.isDescending { printer.write(" DESC") }
            }
        }
        if let skip {
            write(" SKIP ")
            expression(skip)
        }
        if let limit {
            write(" LIMIT ")
            expression(limit)
        }
    }

    mutating func yield(_ yield: Yield?) {
        guard let yield else { return }
        write(" YIELD ")
        if yield.isStar { write("*") }
        list(yield.items) { printer, item in
            printer.variable(item.column)
            if let alias = item.alias {
                printer.write(" AS ")
                printer.variable(alias)
            }
        }
        ordering(yield.orderBy, yield.skip, yield.limit)
        whereClause(yield.predicate)
    }
}
