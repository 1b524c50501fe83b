extension StatementPrinter {
    mutating func pattern(_ path: PathPattern) {
        if let variable = path.variable {
            self.variable(variable)
            write(" = ")
        }
        prefix(path)
        if let function = path.function {
            write(function == .shortestPath ? "shortestPath(" : "allShortestPaths(")
        }
        for (index, element) in path.elements.enumerated() {
            if index > 0, !element.isRelationship, !path.elements[index - 1].isRelationship { write(" ") }
            nested { $0.element(element) }
        }
        if path.function != nil { write(")") }
    }

    private mutating func prefix(_ path: PathPattern) {
        let mode = path.pathMode.map { " \($0)".uppercased() } ?? ""
        var parts = ""
        var count: Expression?
        var tail = ""
        switch path.selector?.kind {
        case nil: return write(mode.isEmpty ? "" : "\(mode.dropFirst()) ")
        case .all: parts = "ALL"
        case .any(let k):
            parts = "ANY"
            count = k
        case .anyShortest: parts = "ANY SHORTEST"
        case .allShortest: parts = "ALL SHORTEST"
        case .shortest(let k):
            parts = "SHORTEST"
            count = k
        case .shortestGroups(let k):
            parts = "SHORTEST"
            count = k
            tail = " GROUPS"
        }
        write(parts)
        if let count {
            write(" ")
            expression(count)
        }
        write("\(mode)\(tail) ")
    }

    private mutating func element(_ element: PatternElement) {
        switch element {
        case .node(let node): self.node(node)
        case .relationship(let relationship): self.relationship(relationship)
        case .group(let group):
            write("(")
            pattern(group.pattern)
            whereClause(group.predicate)
            write(")")
            quantifier(group.quantifier)
        }
    }

    private mutating func node(_ node: NodePattern) {
        write("(")
        detail(node.variable, node.labels, nil, node.properties, node.predicate)
        write(")")
    }

    private mutating func relationship(_ relationship: RelationshipPattern) {
        write(relationship.direction == .left ? "<-" : "-")
        if relationship.variable != nil || relationship.types != nil || relationship.length != nil
            || relationship.properties != nil || relationship.predicate != nil
        {
            write("[")
            detail(
                relationship.variable, relationship.types, relationship.length, relationship.properties,
                relationship.predicate)
            write("]")
        }
        write(relationship.direction == .right ? "->" : "-")
        quantifier(relationship.quantifier)
    }

    private mutating func detail(
        _ variable: Name?, _ labels: LabelSyntax?, _ length: VariableLength?, _ properties: Expression?,
        _ predicate: Expression?
    ) {
        var needsSpace = false
        if let variable {
            self.variable(variable)
            needsSpace = true
        }
        if let labels {
            write(":")
            self.labels(labels)
            needsSpace = true
        }
        if let length {
            write("*")
            switch (length.minimum, length.maximum) {
            case (nil, nil): break
            case (let minimum?, let maximum?) where minimum == maximum: write("\(minimum)")
            case (let minimum, let maximum):
                write("\(minimum.map(String.init) ?? "")..\(maximum.map(String.init) ?? "")")
            }
            needsSpace = true
        }
        if let properties {
            if needsSpace { write(" ") }
            expression(properties)
            needsSpace = true
        }
        guard let predicate else { return }
        if needsSpace { return whereClause(predicate) }
        // `(WHERE {…}.a)` would read as a variable and its properties.
        var printer = StatementPrinter()
        printer.expression(predicate)
        write(printer.text.utf8.first == Ascii.leftBrace ? "WHERE (\(printer.text))" : "WHERE \(printer.text)")
    }

    private mutating func quantifier(_ quantifier: Quantifier?) {
        guard let quantifier else { return }
        switch (quantifier.minimum, quantifier.maximum) {
        case (1, nil): write("+")
        case (0, nil): write("*")
        case (let minimum, nil): write("{\(minimum),}")
        case (let minimum, let maximum?): write(minimum == maximum ? "{\(minimum)}" : "{\(minimum),\(maximum)}")
        }
    }
}

extension PatternElement {
    fileprivate var isRelationship: Bool {
        if case .relationship = self { true } else { false }
    }
}

// MARK: - Labels and types

extension StatementPrinter {
    /// Behind a colon.
    mutating func labels(_ labels: LabelSyntax) { self.labels(labels, minimum: 0) }

    /// Without a bare `|`, which ends a label expression in some places.
    mutating func closedLabels(_ labels: LabelSyntax) { self.labels(labels, minimum: 1) }

    private mutating func labels(_ labels: LabelSyntax, minimum: Int) {
        let level =
            switch labels.kind {
            case .or: 0
            case .and: 1
            case .not: 2
            default: 3
            }
        nested { printer in
            if level < minimum { printer.write("(") }
            printer.bareLabels(labels)
            if level < minimum { printer.write(")") }
        }
    }

    private mutating func bareLabels(_ labels: LabelSyntax) {
        switch labels.kind {
        case .name(let name): write(Self.name(name))
        case .wildcard: write("%")
        case .dynamic(let expression, let quantifier):
            write(quantifier == .any ? "$any(" : "$(")
            self.expression(expression)
            write(")")
        case .not(let operand):
            write("!")
            self.labels(operand, minimum: 2)
        case .and(let members): list(members, separator: "&") { $0.labels($1, minimum: 2) }
        case .or(let members): list(members, separator: "|") { $0.labels($1, minimum: 1) }
        }
    }

    mutating func labelReferences(_ references: [LabelReference]) {
        for reference in references {
            write(":")
            switch reference {
            case .name(let name): self.name(name)
            case .dynamic(let expression):
                write("$(")
                self.expression(expression)
                write(")")
            }
        }
    }

    /// `isClosed`: without a bare `|`.
    mutating func type(_ type: TypeSyntax, isClosed: Bool = false) {
        switch type.kind {
        case .simple(let simple): write(simple.rawValue)
        case .list(let element):
            write("LIST<")
            nested { $0.type(element) }
            write(">")
        case .vector(let coordinate, let dimension):
            write("VECTOR")
            if let coordinate { write("<\(coordinate.rawValue)>") }
            if let dimension { write("(\(dimension))") }
        case .union(let members):
            let needsBrackets = isClosed || members.count == 1 || type.isNotNull
            write(needsBrackets ? "ANY<" : "")
            list(members, separator: " | ") { printer, member in
                printer.nested { $0.type(member, isClosed: true) }
            }
            write(needsBrackets ? ">" : "")
        }
        if type.isNotNull { write(" NOT NULL") }
    }
}
