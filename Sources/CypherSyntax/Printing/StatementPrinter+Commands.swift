// Calls, SHOW, and commands on the schema.

extension StatementPrinter {
    mutating func call(_ call: CallProcedureClause) {
        write(call.isOptional ? "OPTIONAL CALL " : "CALL ")
        names(call.name, separator: ".")
        if let arguments = call.arguments {
            write("(")
            expressions(arguments)
            write(")")
        }
        yield(call.yield)
    }

    mutating func call(_ call: CallSubqueryClause) {
        write(call.isOptional ? "OPTIONAL CALL " : "CALL ")
        switch call.scope {
        case .implicit: break
        case .all: write("(*) ")
        case .variables(let names):
            write("(")
            variables(names)
            write(") ")
        }
        write("{ ")
        nested { $0.query(call.query) }
        write(" }")
        if let transactions = call.transactions { inTransactions(transactions) }
    }

    private mutating func inTransactions(_ settings: InTransactions) {
        write(" IN ")
        if settings.isConcurrent {
            if let concurrency = settings.concurrency {
                expression(concurrency)
                write(" ")
            }
            write("CONCURRENT ")
        }
        write("TRANSACTIONS")
        if let rows = settings.batchRows {
            write(" OF ")
            expression(rows)
            write(" ROWS")
        }
        switch settings.disjoint {
        case nil: break
        case .automatic: write(" DISJOINT BY AUTO")
        case .some(.none): write(" DISJOINT BY NONE")
        case .keys(let keys):
            write(" DISJOINT BY (")
            expressions(keys)
            write(")")
        }
        switch settings.onError {
        case nil: break
        case .fail: write(" ON ERROR FAIL")
        case .continue: write(" ON ERROR CONTINUE")
        case .break: write(" ON ERROR BREAK")
        case .retry(let seconds, let fallback):
            write(" ON ERROR RETRY")
            if let seconds {
                write(" FOR ")
                expression(seconds)
                write(" SECONDS")
            }
            if let fallback { write(" THEN \(fallback)".uppercased()) }
        }
        if let status = settings.statusVariable {
            write(" REPORT STATUS AS ")
            variable(status)
        }
    }

    mutating func show(_ show: ShowClause) {
        write("SHOW ")
        switch show.subject {
        case .indexes(let kind): write(kind.map { "\($0.rawValue) INDEXES" } ?? "INDEXES")
        case .constraints(let filter): write((filter?.text ?? "") + "CONSTRAINTS")
        case .functions(let scope, let executable):
            switch scope {
            case .all: write("FUNCTIONS")
            case .builtIn: write("BUILT IN FUNCTIONS")
            case .userDefined: write("USER DEFINED FUNCTIONS")
            }
            self.executable(executable)
        case .procedures(let executable):
            write("PROCEDURES")
            self.executable(executable)
        case .settings(let names): words("SETTINGS", names)
        case .transactions(let ids): words("TRANSACTIONS", ids)
        case .databases(let selection): databases(selection)
        case .graphType(let isAsGraph): write(isAsGraph ? "CURRENT GRAPH TYPE AS GRAPH" : "CURRENT GRAPH TYPE")
        case .other(let words): write(words)
        }
        yield(show.yield)
        whereClause(show.predicate)
    }

    private mutating func words(_ word: String, _ arguments: [Expression]) {
        write(word)
        guard !arguments.isEmpty else { return }
        write(" ")
        expressions(arguments)
    }

    private mutating func databases(_ selection: ShowSubject.DatabaseSelection) {
        switch selection {
        case .all: write("DATABASES")
        case .default: write("DEFAULT DATABASE")
        case .home: write("HOME DATABASE")
        case .named(let name):
            write("DATABASE ")
            nameOrParameter(name)
        }
    }

    private mutating func executable(_ executable: ShowSubject.Executable?) {
        switch executable {
        case nil: break
        case .byCurrentUser: write(" EXECUTABLE BY CURRENT USER")
        case .by(let user):
            write(" EXECUTABLE BY ")
            variable(user)
        }
    }

    mutating func terminate(_ terminate: TerminateClause) {
        words("TERMINATE TRANSACTIONS", terminate.transactions)
        yield(terminate.yield)
        whereClause(terminate.predicate)
    }

    mutating func administration(_ command: AdministrationCommand) {
        switch command {
        case .setDefaultLanguage(let command):
            write("ALTER DATABASE ")
            nameOrParameter(command.database)
            if command.isIfExists { write(" IF EXISTS") }
            write(" SET DEFAULT LANGUAGE CYPHER \(command.version.text)")
        case .unsupported(let command): write(command.text)
        }
    }
}

extension ShowSubject.ConstraintFilter {
    fileprivate var text: String {
        func entity(_ kind: EntityKind?) -> String {
            switch kind {
            case nil: ""
            case .node: "NODE "
            case .relationship: "RELATIONSHIP "
            }
        }
        return switch self {
        case .unique(let kind): "\(entity(kind))UNIQUENESS "
        case .key(let kind): "\(entity(kind))KEY "
        case .existence(let kind): "\(entity(kind))EXISTENCE "
        case .propertyType(let kind): "\(entity(kind))PROPERTY TYPE "
        }
    }
}

// MARK: - Schema

extension StatementPrinter {
    mutating func schema(_ command: SchemaCommand) {
        switch command {
        case .createIndex(let command): createIndex(command)
        case .createConstraint(let command):
            write(command.isOrReplace ? "CREATE OR REPLACE CONSTRAINT" : "CREATE CONSTRAINT")
            schemaName(command.name, isIfNotExists: command.isIfNotExists)
            write(" FOR ")
            target(command.target)
            requirement(command.requirement)
            options(command.options)
        case .drop(let command):
            write(command.isConstraint ? "DROP CONSTRAINT " : "DROP INDEX ")
            nameOrParameter(command.name)
            if command.isIfExists { write(" IF EXISTS") }
        case .alterGraphType(let command): graphType(command)
        }
    }

    private mutating func schemaName(_ name: NameOrParameter?, isIfNotExists: Bool) {
        if let name {
            write(" ")
            nameOrParameter(name)
        }
        if isIfNotExists { write(" IF NOT EXISTS") }
    }

    private mutating func createIndex(_ index: CreateIndexCommand) {
        write(
            index.isOrReplace ? "CREATE OR REPLACE \(index.kind.rawValue) INDEX" : "CREATE \(index.kind.rawValue) INDEX"
        )
        schemaName(index.name, isIfNotExists: index.isIfNotExists)
        write(" FOR ")
        target(index.target)
        write(" ON ")
        switch index.kind {
        case .lookup:
            write("EACH ")
            if let function = index.lookupFunction { name(function) }
            write("(")
            variable(index.target.variable)
            write(")")
        case .fulltext:
            write("EACH ")
            properties(index.properties, "[", "]")
        default: properties(index.properties, "(", ")")
        }
        if !index.additionalProperties.isEmpty {
            write(" WITH ")
            properties(index.additionalProperties, "[", "]")
        }
        options(index.options)
    }

    private mutating func options(_ options: Expression?) {
        guard let options else { return }
        write(" OPTIONS ")
        expression(options)
    }

    private mutating func target(_ target: SchemaTarget) {
        write(target.isRelationship ? "()-[" : "(")
        variable(target.variable)
        if !target.labelsOrTypes.isEmpty {
            write(":")
            names(target.labelsOrTypes, separator: "|")
        }
        write(target.isRelationship ? "]-()" : ")")
    }

    private mutating func properties(_ properties: [SchemaProperty], _ open: String, _ close: String) {
        write(open)
        list(properties) { printer, property in
            printer.variable(property.variable)
            printer.write(".")
            printer.name(property.key)
        }
        write(close)
    }

    private mutating func requirement(_ requirement: Requirement) {
        write(" REQUIRE ")
        switch requirement {
        case .unique(let properties, let entity):
            self.properties(properties, "(", ")")
            write(" IS \(Self.word(entity))UNIQUE")
        case .key(let properties, let entity):
            self.properties(properties, "(", ")")
            write(" IS \(Self.word(entity))KEY")
        case .exists(let properties):
            self.properties(properties, "(", ")")
            write(" IS NOT NULL")
        case .type(let properties, let type):
            self.properties(properties, "(", ")")
            write(" IS :: ")
            self.type(type)
        case .label(let variable, let label):
            self.variable(variable)
            write(":")
            name(label)
        }
    }

    private static func word(_ entity: EntityKind?) -> String {
        switch entity {
        case nil: ""
        case .node: "NODE "
        case .relationship: "RELATIONSHIP "
        }
    }

    private mutating func graphType(_ command: GraphTypeCommand) {
        switch command.operation {
        case .set: write("ALTER CURRENT GRAPH TYPE SET {")
        case .add: write("ALTER CURRENT GRAPH TYPE ADD {")
        case .alter: write("ALTER CURRENT GRAPH TYPE ALTER {")
        case .drop: write("ALTER CURRENT GRAPH TYPE DROP {")
        case .create(let name):
            write("CREATE GRAPH TYPE ")
            nameOrParameter(name)
            write(" {")
        }
        list(command.elements) { $0.graphTypeElement($1) }
        write("}")
    }

    private mutating func graphTypeElement(_ element: GraphTypeElement) {
        switch element {
        case .node(let node): nodeType(node)
        case .relationship(let relationship): relationshipType(relationship)
        case .constraint(let constraint):
            write("CONSTRAINT")
            schemaName(constraint.name, isIfNotExists: false)
            write(" FOR ")
            target(constraint.target)
            requirement(constraint.requirement)
            options(constraint.options)
        case .constraintName(let name):
            write("CONSTRAINT ")
            nameOrParameter(name)
        }
    }

    private mutating func nodeType(_ node: GraphNodeType) {
        write("(")
        if let alias = node.alias {
            variable(alias)
            write(" ")
        }
        write(":")
        name(node.label)
        if node.isFull { write(" =>") }
        if !node.impliedLabels.isEmpty {
            write(" :")
            names(node.impliedLabels, separator: "&")
        }
        graphTypeProperties(node.properties)
        write(")")
        for requirement in node.requirements { self.requirement(requirement) }
    }

    private mutating func relationshipType(_ relationship: GraphRelationshipType) {
        graphTypeEnd(relationship.source)
        write("-[")
        if let alias = relationship.alias {
            variable(alias)
            write(" ")
        }
        write(":")
        name(relationship.type)
        if relationship.isFull { write(" =>") }
        graphTypeProperties(relationship.properties)
        write("]->")
        graphTypeEnd(relationship.target)
        for requirement in relationship.requirements { self.requirement(requirement) }
    }

    private mutating func graphTypeEnd(_ end: GraphTypeEnd) {
        write("(")
        switch end {
        case .any: break
        case .alias(let alias): variable(alias)
        case .label(let label):
            write(":")
            name(label)
        case .elementType(let label):
            write(":")
            name(label)
            write(" =>")
        }
        write(")")
    }

    private mutating func graphTypeProperties(_ properties: [GraphTypeProperty]) {
        guard !properties.isEmpty else { return }
        write(" {")
        list(properties) { printer, property in
            printer.name(property.key)
            printer.write(" :: ")
            printer.type(property.type)
            switch property.constraint {
            case nil: break
            case .key(let entity): printer.write(" IS \(Self.word(entity))KEY")
            case .unique(let entity): printer.write(" IS \(Self.word(entity))UNIQUE")
            }
        }
        write("}")
    }
}
