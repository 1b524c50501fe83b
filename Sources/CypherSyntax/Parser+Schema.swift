// CREATE and DROP of indexes and constraints.

extension Parser {
    /// The schema command that begins here; `nil` where none does.
    mutating func schemaCommand() throws(Failure) -> SchemaCommand? {
        let next = token(1)
        switch keyword {
        case .create:
            if next.keyword == .or, token(2).keyword == .replace {
                guard isSchemaNoun(3) else { return nil }
            } else {
                guard isSchemaNoun(1) else { return nil }
            }
            return try createCommand()
        case .drop where next.keyword == .index || next.keyword == .constraint: return .drop(try dropCommand())
        case .alter where next.keyword == .current && token(2).keyword == .graph:
            return .alterGraphType(try alterGraphType())
        default: return nil
        }
    }

    /// `INDEX`, `kind INDEX`, `CONSTRAINT` or `GRAPH TYPE`, and no path variable of these names.
    private func isSchemaNoun(_ offset: Int) -> Bool {
        let noun = token(offset)
        switch noun.keyword {
        case .index, .constraint: return token(offset + 1).kind != .equal
        case .range, .text, .point, .lookup, .fulltext, .vector: return token(offset + 1).keyword == .index
        case .graph: return token(offset + 1).keyword == .type
        default: return false
        }
    }

    private mutating func createCommand() throws(Failure) -> SchemaCommand {
        let start = start
        advance()
        let isOrReplace = accept(.or, .replace)
        if keyword == .graph { return .alterGraphType(try createGraphType(from: start)) }
        if accept(.constraint) {
            return .createConstraint(try createConstraint(isOrReplace: isOrReplace, from: start))
        }
        return .createIndex(try createIndex(isOrReplace: isOrReplace, from: start))
    }

    mutating func indexKind() -> IndexKind? {
        guard let keyword, let kind = IndexKind(rawValue: keyword.spelling) else { return nil }
        advance()
        return kind
    }

    private mutating func createIndex(isOrReplace: Bool, from start: Int) throws(Failure) -> CreateIndexCommand {
        let kind = indexKind() ?? .range
        try expect(.index)
        let name = try schemaName()
        let isIfNotExists = try ifNotExists()
        try expect(.for)
        let target = try schemaTarget(kind == .lookup ? .lookup : .labelled)
        var index = CreateIndexCommand(
            kind: kind, isOrReplace: isOrReplace, name: name, isIfNotExists: isIfNotExists, target: target,
            properties: [], lookupFunction: nil, additionalProperties: [], options: nil, span: span(from: start))
        try expect(.on)
        switch kind {
        case .lookup:
            _ = accept(.each)
            index.lookupFunction = try lookupFunction()
        case .fulltext:
            try expect(.each)
            index.properties = try bracketedProperties()
        default: index.properties = try schemaProperties()
        }
        if kind == .vector, accept(.with) { index.additionalProperties = try bracketedProperties() }
        index.options = try schemaOptions()
        index.span = span(from: start)
        return index
    }

    private mutating func lookupFunction() throws(Failure) -> Name {
        guard Self.isName(current), token(1).kind == .leftParenthesis else {
            throw Failure(
                .unexpectedSyntax, "A lookup index needs labels(n) or type(r) behind ON EACH", at: current.span,
                gqlStatus: "42I61")
        }
        let function = try name("labels or type")
        try expect(.leftParenthesis)
        _ = try variable()
        try expect(.rightParenthesis)
        return function
    }

    private mutating func schemaName() throws(Failure) -> NameOrParameter? {
        if isAt(.parameter) { return .parameter(try parameter()) }
        if keyword == .if, token(1).keyword == .not { return nil }
        if keyword == .for, token(1).kind == .leftParenthesis { return nil }
        guard Self.isName(current) else { return nil }
        return .name(try name("a name"))
    }

    private mutating func ifNotExists() throws(Failure) -> Bool {
        guard accept(.if) else { return false }
        try expect(.not)
        try expect(.exists)
        return true
    }

    private mutating func schemaOptions() throws(Failure) -> Expression? {
        guard accept(.options) else { return nil }
        guard isAt(.leftBrace) || isAt(.parameter) else {
            note(.kind(.leftBrace))
            note(.kind(.parameter))
            throw unexpected()
        }
        return try primary()
    }

    mutating func dropCommand() throws(Failure) -> DropCommand {
        let start = start
        advance()
        let isConstraint = isAt(.constraint)
        advance()
        let name = try nameOrParameter(isConstraint ? "a constraint" : "an index")
        let isIfExists = accept(.if)
        if isIfExists { try expect(.exists) }
        return DropCommand(isConstraint: isConstraint, name: name, isIfExists: isIfExists, span: span(from: start))
    }
}

// MARK: - Targets and properties

extension Parser {
    enum TargetForm { case labelled, lookup }

    /// `(v:A|B)` or `()-[v:T|U]-()`; without labels for lookup indexes.
    mutating func schemaTarget(_ form: TargetForm) throws(Failure) -> SchemaTarget {
        let start = start
        try expect(.leftParenthesis)
        let isRelationship = isAt(.rightParenthesis)
        if isRelationship {
            advance()
            if isAt(.less) || isAt(.unicodeLeftHead) { advance() }
            guard Self.isDash(current) else {
                note(.kind(.minus))
                throw unexpected()
            }
            advance()
            try expect(.leftBracket)
        }
        let variable = try variable()
        var labels: [Name] = []
        if form == .labelled {
            try expect(.colon)
            repeat { labels.append(try name("a label or type")) } while accept(.bar)
        }
        if isRelationship {
            try expect(.rightBracket)
            guard Self.isDash(current) else {
                note(.kind(.minus))
                throw unexpected()
            }
            advance()
            if isAt(.greater) || isAt(.unicodeRightHead) { advance() }
            try expect(.leftParenthesis)
        }
        try expect(.rightParenthesis)
        return SchemaTarget(
            isRelationship: isRelationship, variable: variable, labelsOrTypes: labels, span: span(from: start))
    }

    private mutating func schemaProperty() throws(Failure) -> SchemaProperty {
        let variable = try variable()
        try expect(.dot)
        return SchemaProperty(variable: variable, key: try name("a property key"))
    }

    /// `(v.p, …)`, or one without parentheses.
    mutating func schemaProperties() throws(Failure) -> [SchemaProperty] {
        guard accept(.leftParenthesis) else { return [try schemaProperty()] }
        var properties = [try schemaProperty()]
        while accept(.comma) { properties.append(try schemaProperty()) }
        try expect(.rightParenthesis)
        return properties
    }

    private mutating func bracketedProperties() throws(Failure) -> [SchemaProperty] {
        try expect(.leftBracket)
        var properties = [try schemaProperty()]
        while accept(.comma) { properties.append(try schemaProperty()) }
        try expect(.rightBracket)
        return properties
    }
}

// MARK: - Constraints

extension Parser {
    private mutating func createConstraint(
        isOrReplace: Bool, from start: Int
    ) throws(Failure) -> CreateConstraintCommand {
        let name = try schemaName()
        let isIfNotExists = try ifNotExists()
        try expect(.for)
        let target = try schemaTarget(.labelled)
        let requirement = try requirement()
        let options = try schemaOptions()
        return CreateConstraintCommand(
            isOrReplace: isOrReplace, name: name, isIfNotExists: isIfNotExists, target: target,
            requirement: requirement, options: options, span: span(from: start))
    }

    /// `REQUIRE …`
    mutating func requirement() throws(Failure) -> Requirement {
        try expect(.require)
        if Self.isName(current), token(1).kind == .colon {
            let variable = try variable()
            advance()
            return .label(variable: variable, label: try name("a label"))
        }
        let properties = try schemaProperties()
        if accept(.doubleColon) { return .type(properties, try type()) }
        try expect(.is)
        if accept(.doubleColon) || accept(.typed) { return .type(properties, try type()) }
        if accept(.not) {
            try expect(.null)
            return .exists(properties)
        }
        let entity = entityKind()
        if accept(.unique) { return .unique(properties, entity: entity) }
        try expect(.key)
        return .key(properties, entity: entity)
    }

    mutating func entityKind() -> EntityKind? {
        if accept(.node) { return .node }
        if accept(.relationship) || accept(.rel) { return .relationship }
        return nil
    }

    /// `CONSTRAINT [name] FOR target REQUIRE …`, at `CONSTRAINT`, inside a graph type.
    mutating func graphTypeConstraint() throws(Failure) -> GraphTypeElement {
        let start = start
        advance()
        let name = try schemaName()
        guard accept(.for) else {
            guard let name else { throw unexpected() }
            return .constraintName(name)
        }
        let target = try schemaTarget(.labelled)
        let requirement = try requirement()
        let options = try schemaOptions()
        return .constraint(
            GraphTypeConstraint(
                name: name, target: target, requirement: requirement, options: options, span: span(from: start)))
    }
}
