import CypherSyntax

/// An element that a constraint forbids.
struct ConstraintViolation {
    let constraint: ConstraintDefinition
    let element: UInt32
    let fault: Fault

    enum Fault {
        /// Another element has the same values.
        case duplicate(of: UInt32, values: [Value])
        case missing(property: String)
        case wrongType(Value)
        case missingLabel(String)
        /// Of a relationship's end.
        case missingEndLabel(String, isSource: Bool)
    }

    private func name(_ element: UInt32) -> String {
        constraint.entity == .node ? "Node(\(element))" : "Relationship(\(element))"
    }

    private var token: String {
        (constraint.entity == .node ? "label " : "type ") + SchemaText.quoted(constraint.labelOrType)
    }

    /// One sentence: which element, and what is wrong with it.
    var text: String {
        let subject = "\(name(element)) with \(token)"
        switch fault {
        case .duplicate(let other, let values):
            let pairs = zip(constraint.properties, values).map { key, value in
                "\(SchemaText.quoted(key)) = \(Self.shown(value))"
            }
            return "\(name(other)) and \(name(element)) with \(token) both have \(pairs.joined(separator: ", "))"
        case .missing(let property): return "\(subject) must have the property \(SchemaText.quoted(property))"
        case .wrongType(let value):
            guard case .propertyType(let type) = constraint.kind else { return subject }
            let property = SchemaText.quoted(constraint.properties.first ?? "")
            return "\(subject) must have the property \(property) of type \(type.text), got \(Self.shown(value)) "
                + "of type \(TypePredicate.name(of: value))"
        case .missingEndLabel(let label, let isSource):
            return "\(subject) must \(isSource ? "start" : "end") at a node with the label \(SchemaText.quoted(label))"
        case .missingLabel(let label): return "\(subject) must have the label \(SchemaText.quoted(label))"
        }
    }

    /// A value in an error is cut where it is long.
    private static func shown(_ value: Value) -> String {
        let text = BoundText(slots: [], parameters: []).text(.literal(value))
        return text.utf8.count <= 200 ? text : String(text.prefix(200)) + "…"
    }

    /// - Source: status codes as Neo4j documents them.
    var gqlStatus: String {
        switch fault {
        case .duplicate: "22N79"
        case .missing: "22N77"
        case .wrongType: "22N78"
        case .missingLabel: "22NB3"
        case .missingEndLabel: "22NB4"
        }
    }
}

extension EngineError {
    /// A write, or a commit, that a constraint forbids.
    static func constraintViolated(_ violation: ConstraintViolation) -> EngineError {
        EngineError(
            .constraintValidationFailed.with(gqlStatus: violation.gqlStatus), stage: .runtime,
            "runtime error: ConstraintValidationFailed: \(violation.text) "
                + "(constraint `\(violation.constraint.name)`)")
    }

    /// The data does not agree with a new constraint: no more than the first few elements are named.
    static func constraintCreationFailed(_ violations: [ConstraintViolation], hasMore: Bool) -> EngineError {
        let name = violations.first?.constraint.name ?? ""
        return EngineError(
            Status("DatabaseError.Schema.ConstraintCreationFailed", "50N11"), stage: .runtime,
            "runtime error: ConstraintCreationFailed: The constraint `\(name)` cannot be created, since the data does not "
                + "agree with it: \(violations.map(\.text).joined(separator: "; "))" + (hasMore ? "; and more" : ""))
    }
}
