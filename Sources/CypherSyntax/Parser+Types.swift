// Type names, as behind `::`.
//
// - Source: Cypher manual, "Type predicate expressions".

extension Parser {
    /// `T [NOT NULL|!] [LIST [NOT NULL|!]]… [| U …]`
    mutating func type() throws(Failure) -> TypeSyntax {
        let start = start
        var members = [try typePart()]
        while isAt(.bar), !(barEndsLabels && !anotherBarFollows()) {
            advance()
            members.append(try typePart())
        }
        if members.count == 1 { return members[0] }
        let nullable = members.filter { $0.kind != .simple(.null) && $0.kind != .simple(.nothing) }
        if Set(nullable.map(\.isNotNull)).count > 1 {
            throw Failure(
                .unexpectedSyntax, "The members of a union of types are all NOT NULL, or none of them is",
                at: span(from: start), gqlStatus: "42N63")
        }
        return TypeSyntax(kind: .union(members), isNotNull: false, span: span(from: start))
    }

    private mutating func typePart() throws(Failure) -> TypeSyntax {
        let start = start
        var type = TypeSyntax(kind: try typeKind(), isNotNull: false, span: span(from: start))
        type.isNotNull = notNull()
        type.span = span(from: start)
        if type.isNotNull, case .union = type.kind {
            throw Failure(
                .unexpectedSyntax, "NOT NULL stands behind each member of a union of types, not behind the union",
                at: type.span, gqlStatus: "42I33")
        }
        var levels = 0
        while isWord("LIST") || isWord("ARRAY") {
            levels += 1
            try checkDepth(adding: levels)
            advance()
            type = TypeSyntax(kind: .list(type), isNotNull: notNull(), span: span(from: start))
        }
        return type
    }

    private mutating func notNull() -> Bool {
        if isAt(.exclamation) {
            advance()
            return true
        }
        return accept(.not, .null)
    }

    /// Whether the current token is this word, which need not be a keyword.
    func isWord(_ word: String) -> Bool {
        kind == .word && text(current).uppercased() == word
    }

    mutating func acceptWord(_ word: String) -> Bool {
        guard isWord(word) else { return false }
        advance()
        return true
    }

    private mutating func typeKind() throws(Failure) -> TypeSyntax.Kind {
        guard isAt(.word) else {
            note(.category("a type"))
            throw unexpected()
        }
        let token = current
        let word = text(token).uppercased()
        advance()
        switch word {
        case "NOTHING": return .simple(.nothing)
        case "NULL": return .simple(.null)
        case "BOOL", "BOOLEAN": return .simple(.boolean)
        case "STRING", "VARCHAR": return .simple(.string)
        case "UUID": return .simple(.uuid)
        case "INT", "INTEGER", "INT64", "INTEGER64": return .simple(.integer)
        case "SIGNED":
            guard acceptWord("INTEGER") || acceptWord("INT") else { throw unexpectedType() }
            return .simple(.integer)
        case "FLOAT", "FLOAT64": return .simple(.float)
        case "DATE": return .simple(.date)
        case "LOCAL": return try localOrZoned(.localTime, .localDatetime)
        case "ZONED": return try localOrZoned(.zonedTime, .zonedDatetime)
        case "TIME": return try withTimeZone(zoned: .zonedTime, local: .localTime)
        case "TIMESTAMP", "DATETIME": return try withTimeZone(zoned: .zonedDatetime, local: .localDatetime)
        case "DURATION": return .simple(.duration)
        case "POINT": return .simple(.point)
        case "NODE", "VERTEX": return .simple(.node)
        case "RELATIONSHIP", "EDGE": return .simple(.relationship)
        case "MAP": return .simple(.map)
        case "PATH", "PATHS": return .simple(.path)
        case "PROPERTY":
            guard acceptWord("VALUE") else { throw unexpectedType() }
            return .simple(.propertyValue)
        case "LIST", "ARRAY":
            return .list(
                try typeArgument()
                    ?? TypeSyntax(
                        kind: .simple(.any), isNotNull: false, span: token.span))
        case "VECTOR": return try vectorType()
        case "ANY": return try anyType()
        default:
            position -= 1
            throw Failure(
                .unexpectedSyntax, "Unknown type '\(text(token))'", at: token.span, gqlStatus: "42N52",
                suggestion: Expectations.nearest(
                    to: word, among: SimpleType.allCases.map(\.rawValue) + ["LIST", "VECTOR", "BOOL", "INT"]))
        }
    }

    private mutating func unexpectedType() -> Failure {
        note(.category("the rest of a type"))
        return unexpected()
    }

    private mutating func localOrZoned(_ time: SimpleType, _ datetime: SimpleType) throws(Failure) -> TypeSyntax.Kind {
        if acceptWord("TIME") { return .simple(time) }
        guard acceptWord("DATETIME") else { throw unexpectedType() }
        return .simple(datetime)
    }

    /// `WITH TIMEZONE`, `WITHOUT TIME ZONE` …
    private mutating func withTimeZone(zoned: SimpleType, local: SimpleType) throws(Failure) -> TypeSyntax.Kind {
        let isZoned = isWord("WITH")
        guard isZoned || isWord("WITHOUT") else { throw unexpectedType() }
        advance()
        if !acceptWord("TIMEZONE") {
            guard acceptWord("TIME"), acceptWord("ZONE") else { throw unexpectedType() }
        }
        return .simple(isZoned ? zoned : local)
    }

    /// `<T>`
    private mutating func typeArgument() throws(Failure) -> TypeSyntax? {
        guard isAt(.less) else { return nil }
        return try nested { (parser) throws(Failure) in
            parser.advance()
            let type = try parser.type()
            try parser.expect(.greater)
            return type
        }
    }

    private mutating func anyType() throws(Failure) -> TypeSyntax.Kind {
        if let argument = try typeArgument() {
            if case .union = argument.kind { return argument.kind }
            return .union([argument])
        }
        if acceptWord("NODE") || acceptWord("VERTEX") { return .simple(.node) }
        if acceptWord("RELATIONSHIP") || acceptWord("EDGE") { return .simple(.relationship) }
        if acceptWord("MAP") { return .simple(.map) }
        if isWord("PROPERTY") {
            advance()
            guard acceptWord("VALUE") else { throw unexpectedType() }
            return .simple(.propertyValue)
        }
        _ = acceptWord("VALUE")
        return .simple(.any)
    }

    /// Behind `VECTOR`: `[<coordinate>][(dimension)]`
    private mutating func vectorType() throws(Failure) -> TypeSyntax.Kind {
        var coordinate: VectorCoordinate?
        if accept(.less) {
            coordinate = try vectorCoordinate()
            if accept(.not, .null) || accept(.exclamation) {}
            try expect(.greater)
        }
        var dimension: Int?
        if accept(.leftParenthesis) {
            dimension = try unsignedInteger()
            try expect(.rightParenthesis)
        }
        return .vector(coordinate: coordinate, dimension: dimension)
    }

    private mutating func vectorCoordinate() throws(Failure) -> VectorCoordinate {
        let word = isAt(.word) ? text(current).uppercased() : ""
        let coordinate: VectorCoordinate? =
            switch word {
            case "INT", "INTEGER", "INT64", "INTEGER64": .integer
            case "INT8", "INTEGER8": .integer8
            case "INT16", "INTEGER16": .integer16
            case "INT32", "INTEGER32": .integer32
            case "FLOAT", "FLOAT64": .float
            case "FLOAT16": .float16
            case "BFLOAT16": .bfloat16
            case "FLOAT32": .float32
            case "SIGNED": .integer
            default: nil
            }
        guard let coordinate else {
            note(.category("a coordinate type"))
            throw unexpected()
        }
        advance()
        if word == "SIGNED" {
            guard acceptWord("INTEGER") || acceptWord("INT") else { throw unexpectedType() }
        }
        return coordinate
    }
}
