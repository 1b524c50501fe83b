// Graph types: `ALTER CURRENT GRAPH TYPE SET { (:Person => {name :: STRING}), … }`.

extension Parser {
    mutating func alterGraphType() throws(Failure) -> GraphTypeCommand {
        let start = start
        advance()
        try expect(.current)
        try expect(.graph)
        try expect(.type)
        let operation: GraphTypeCommand.Operation
        switch keyword {
        case .set: operation = .set
        case .add: operation = .add
        case .alter: operation = .alter
        case .drop: operation = .drop
        default:
            for word in [Keyword.set, .add, .alter, .drop] { note(.keyword(word)) }
            throw unexpected()
        }
        advance()
        let elements = try graphTypeElements()
        return GraphTypeCommand(operation: operation, elements: elements, span: span(from: start))
    }

    /// `GRAPH TYPE name { … }`, at `GRAPH`.
    mutating func createGraphType(from start: Int) throws(Failure) -> GraphTypeCommand {
        try expect(.graph)
        try expect(.type)
        let name = try nameOrParameter("a graph type")
        let elements = try graphTypeElements()
        return GraphTypeCommand(operation: .create(name: name), elements: elements, span: span(from: start))
    }

    private mutating func graphTypeElements() throws(Failure) -> [GraphTypeElement] {
        try nested { (parser) throws(Failure) in
            try parser.expect(.leftBrace)
            var elements: [GraphTypeElement] = []
            if parser.accept(.rightBrace) { return elements }
            repeat { elements.append(try parser.graphTypeElement()) } while parser.accept(.comma)
            try parser.expect(.rightBrace)
            return elements
        }
    }

    private mutating func graphTypeElement() throws(Failure) -> GraphTypeElement {
        if isAt(.constraint) { return try graphTypeConstraint() }
        guard isAt(.leftParenthesis) else {
            note(.kind(.leftParenthesis))
            note(.keyword(.constraint))
            throw unexpected()
        }
        let close = Int(current.partner)
        let behind = tokens[min(close + 1, tokens.count - 1)]
        return close > position && Self.isDash(behind) ? .relationship(try relationshipType()) : .node(try nodeType())
    }

    private mutating func nodeType() throws(Failure) -> GraphNodeType {
        let start = start
        advance()
        let alias = Self.isName(current) ? try variable() : nil
        try expect(.colon)
        let label = try name("a label")
        var node = GraphNodeType(
            alias: alias, label: label, isFull: false, impliedLabels: [], properties: [], requirements: [],
            span: span(from: start))
        if acceptImplies() {
            node.isFull = true
            while isAt(.colon) || isAt(.ampersand) {
                advance()
                node.impliedLabels.append(try name("a label"))
            }
        }
        if isAt(.leftBrace) {
            node.isFull = true
            node.properties = try graphTypeProperties()
        }
        try expect(.rightParenthesis)
        while isAt(.require) { node.requirements.append(try requirement()) }
        node.span = span(from: start)
        return node
    }

    private mutating func acceptImplies() -> Bool {
        guard isAt(.doubleArrow) || keyword == .implies else {
            note(.kind(.doubleArrow))
            return false
        }
        advance()
        return true
    }

    private mutating func relationshipType() throws(Failure) -> GraphRelationshipType {
        let start = start
        let source = try graphTypeEnd()
        try expect(.minus)
        try expect(.leftBracket)
        let alias = Self.isName(current) ? try variable() : nil
        try expect(.colon)
        let type = try name("a relationship type")
        let isFull = acceptImplies()
        let properties = isAt(.leftBrace) ? try graphTypeProperties() : []
        try expect(.rightBracket)
        try expect(.minus)
        try expect(.greater)
        let target = try graphTypeEnd()
        var requirements: [Requirement] = []
        while isAt(.require) { requirements.append(try requirement()) }
        return GraphRelationshipType(
            source: source, alias: alias, type: type, isFull: isFull || !properties.isEmpty, properties: properties,
            target: target, requirements: requirements, span: span(from: start))
    }

    /// `()`, `(alias)`, `(:L)` or `(:L =>)`
    private mutating func graphTypeEnd() throws(Failure) -> GraphTypeEnd {
        try expect(.leftParenthesis)
        var end = GraphTypeEnd.any
        if accept(.colon) {
            let label = try name("a label")
            end = acceptImplies() ? .elementType(label) : .label(label)
        } else if Self.isName(current) {
            end = .alias(try variable())
        }
        try expect(.rightParenthesis)
        return end
    }

    private mutating func graphTypeProperties() throws(Failure) -> [GraphTypeProperty] {
        try nested { (parser) throws(Failure) in
            try parser.expect(.leftBrace)
            var properties: [GraphTypeProperty] = []
            if parser.accept(.rightBrace) { return properties }
            repeat {
                let key = try parser.name("a property key")
                _ = parser.accept(.doubleColon) || parser.accept(.typed)
                let type = try parser.type()
                properties.append(
                    GraphTypeProperty(key: key, type: type, constraint: try parser.propertyConstraint()))
            } while parser.accept(.comma)
            try parser.expect(.rightBrace)
            return properties
        }
    }

    private mutating func propertyConstraint() throws(Failure) -> GraphTypeProperty.Constraint? {
        guard accept(.is) else { return nil }
        let entity = entityKind()
        if accept(.unique) { return .unique(entity) }
        try expect(.key)
        return .key(entity)
    }
}
