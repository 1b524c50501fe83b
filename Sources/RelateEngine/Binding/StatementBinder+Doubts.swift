import CypherSyntax

// What is valid and worth a word all the same: noted here, worded by the notifications.

extension StatementBinder {
    /// A property read from what may be an element. A map's keys are its own: the store need not know them.
    func noteProperty(of type: StaticType, _ key: Name) {
        guard type.mayBeAny(of: [.node, .relationship]), !type.mayBe(.map) else { return }
        mention(.propertyKey, key.text, at: key.span)
    }

    /// `CREATE (a {x: 1}), (b {y: a.x})`: what the clause creates is read by the clause.
    func noteSelfReference(_ properties: Expression) {
        guard let base = createBase else { return }
        var seen: Set<String> = []
        properties.walk { part in
            if case .variable(let name) = part.kind, let slot = scope[name.text], slot.index >= base,
                seen.insert(name.text).inserted
            {
                deprecations.append(BoundDeprecation(kind: .createSelfReference(name.text), span: name.span))
            }
            return true
        }
    }

    /// `MATCH (n) CALL { MATCH (n) … }`: the subquery does not see the outer variable, and has one of that name. Said once a
    /// subquery.
    func noteShadowing(by slot: Slot, named name: String, at span: SourceSpan) {
        guard let outer = unseen[name], outer != slot else { return }
        unseen[name] = nil
        deprecations.append(BoundDeprecation(kind: .subqueryVariableShadowing(name), span: span))
    }

    func noteHint(_ hint: Hint) {
        switch hint.kind {
        case .index(let kind, _, let variable, let label, let properties):
            let isOfRelationships =
                scope[variable.text].map { type(of: $0).withoutNullability == .relationship } ?? false
            deprecations.append(
                BoundDeprecation(
                    kind: .indexHint(
                        entity: isOfRelationships ? .relationship : .node, label: label.text,
                        properties: properties.map(\.text), kind: kind?.rawValue),
                    span: hint.span))
        case .join(let variables):
            deprecations.append(BoundDeprecation(kind: .joinHint(variables.map(\.text)), span: hint.span))
        case .scan, .expand: break
        }
    }

    func noteSearch(_ search: SearchSubclause) {
        guard case .name(let name) = search.index, scope[name.text] != nil else { return }
        deprecations.append(BoundDeprecation(kind: .searchIdentifierShadowing(name.text), span: name.span))
    }

    /// A relationship has one type: `:A&B` and `:A&!A` hold for none.
    func noteUnsatisfiable(_ types: LabelExpression, at span: SourceSpan) {
        var names: Set<String> = []
        guard types.addNames(to: &names) else { return }
        // A type that no part names stands for all the others.
        let candidates = names.map { Optional($0) } + [nil]
        guard candidates.count <= Self.typeCandidatesLimit, !candidates.contains(where: types.holds) else { return }
        deprecations.append(BoundDeprecation(kind: .unsatisfiableTypes, span: span))
    }

    private static let typeCandidatesLimit = 200

    /// What `ORDER BY` and `WHERE` of a projection say, beside what it projects.
    func noteSubclauses(
        _ expressions: [Expression], columns: [(name: String, expression: Expression?, slot: Slot)], before: Scope,
        seesBefore: Bool
    ) {
        for expression in expressions {
            if !seesBefore, case let .some(column) = columns.first(where: { $0.expression == expression }),
                Self.isComplex(expression), column.name != expression.variableName
            {
                deprecations.append(
                    BoundDeprecation(kind: .complexSubclauseReference(column: column.name), span: expression.span))
            }
            guard seesBefore else { continue }
            var seen: Set<String> = []
            expression.walk { part in
                guard case .variable(let name) = part.kind, let old = before[name.text],
                    let column = columns.first(where: { $0.name == name.text }), column.slot != old,
                    seen.insert(name.text).inserted
                else { return true }
                deprecations.append(
                    BoundDeprecation(kind: .ambiguousSubclauseReference(name.text), span: name.span))
                return true
            }
        }
    }

    /// More than a variable, one of its properties, a parameter or a literal.
    private static func isComplex(_ expression: Expression) -> Bool {
        switch expression.kind {
        case .variable, .parameter, .integer, .float, .string, .boolean, .null: false
        case .property(let base, _): base.variableName == nil
        default: true
        }
    }
}

extension Expression {
    fileprivate var variableName: String? {
        if case .variable(let name) = kind { name.text } else { nil }
    }
}

extension LabelExpression {
    /// `false` where a part is known only when it runs.
    fileprivate func addNames(to names: inout Set<String>) -> Bool {
        switch self {
        case .label(let name):
            names.insert(name)
            return true
        case .dynamic: return false
        case .wildcard: return true
        case .not(let inner): return inner.addNames(to: &names)
        case .and(let parts), .or(let parts): return parts.allSatisfy { $0.addNames(to: &names) }
        }
    }

    /// Whether a relationship of this type would match; `nil` is a type that no part names.
    fileprivate func holds(_ type: String?) -> Bool {
        switch self {
        case .label(let name): name == type
        case .dynamic, .wildcard: true
        case .not(let inner): !inner.holds(type)
        case .and(let parts): parts.allSatisfy { $0.holds(type) }
        case .or(let parts): parts.contains { $0.holds(type) }
        }
    }
}
