import CypherSyntax

/// What the planner and a profile advise: where each kind of notification is found, and what it says there.
///
/// Filled under `EXPLAIN` and `PROFILE` alone, so it may take its time: a walk over the plan and one over what the binder
/// noted.
struct NotificationFinder {
    let statement: BoundStatement
    let plan: LogicalPlan
    let slots: [SlotInfo]
    let state: GraphState
    /// Under `PROFILE`: its counters.
    let root: Operator?
    /// The statement's text, for places and edits.
    let lines: SourceLines

    init(
        statement: BoundStatement, plan: LogicalPlan, slots: [SlotInfo], state: GraphState, root: Operator?,
        text: String
    ) {
        self.statement = statement
        self.plan = plan
        self.slots = slots
        self.state = state
        self.root = root
        lines = SourceLines(text)
    }

    /// All notifications: those of the statement in the order of its text, then those of operators by their number.
    func find() -> [Notification] {
        var found = unknownNames()
        var walk = Walk()
        visit(plan, root, PlanRuns(), &walk)
        found += statement.deprecations.compactMap { doubt($0, joins: walk.joins) }
        found.sort { ($0.position?.offset ?? .max) < ($1.position?.offset ?? .max) }
        let ofOperators = walk.found + scans(walk)
        return found + merged(ofOperators.sorted { ($0.operatorId ?? 0) < ($1.operatorId ?? 0) })
    }

    /// Notes of several operators that one statement answers are one, which names the others.
    private func merged(_ notes: [Notification]) -> [Notification] {
        var result: [Notification] = []
        var others: [[Int64]] = []
        for note in notes {
            let first = result.firstIndex { $0.fix == note.fix && $0.description == note.description }
            if case .statement? = note.fix, let first, let id = note.operatorId {
                others[first].append(id)
            } else {
                result.append(note)
                others.append([])
            }
        }
        return zip(result, others).map { note, others in
            guard !others.isEmpty else { return note }
            let names = others.map(String.init).joined(separator: ", ")
            return Notification(
                code: note.code, gqlStatus: note.gqlStatus, severity: note.severity, category: note.category,
                title: note.title,
                description: note.description + " So it is for operator\(others.count == 1 ? "" : "s") \(names).",
                remedy: note.remedy, operatorId: note.operatorId, position: note.position, fix: note.fix)
        }
    }

    func make(
        _ kind: NotificationKind, gqlStatus: String? = nil, description: String, remedy: String,
        at span: SourceSpan? = nil, operatorId: Int? = nil, fix: Notification.Fix? = nil
    ) -> Notification {
        let row = kind.row
        let position = span.map { span in
            let place = lines.place(of: span.lowerBound)
            return EngineError.Position(
                offset: span.lowerBound, line: place.line, column: place.column,
                length: max(0, span.upperBound - span.lowerBound))
        }
        return Notification(
            code: "Neo.ClientNotification.\(row.code)", gqlStatus: gqlStatus ?? row.gqlStatus,
            severity: row.isWarning ? "WARNING" : "INFORMATION", category: row.category, title: row.title,
            description: description, remedy: remedy, operatorId: operatorId.map(Int64.init), position: position,
            fix: fix)
    }

    /// The bytes of a stretch of the statement, and an edit that puts others in their place.
    func bytes(_ span: SourceSpan) -> [UInt8] {
        let lower = min(max(0, span.lowerBound), lines.bytes.count)
        return Array(lines.bytes[lower..<min(max(lower, span.upperBound), lines.bytes.count)])
    }

    func edit(_ span: SourceSpan, _ replacement: String) -> Notification.Fix {
        .edit(
            offset: span.lowerBound, length: max(0, span.upperBound - span.lowerBound), replacement: replacement)
    }

    // MARK: Names that the store does not know

    /// A name that nothing in the store has, at its first place. What the statement itself makes known is left out.
    private func unknownNames() -> [Notification] {
        var seen: Set<String> = []
        for mention in statement.mentions where mention.isWritten { seen.insert("\(mention.kind) \(mention.name)") }
        return statement.mentions.compactMap { mention in
            guard seen.insert("\(mention.kind) \(mention.name)").inserted else { return nil }
            return unknown(mention)
        }
    }

    private func unknown(_ mention: BoundMention) -> Notification? {
        let kind: NotificationKind
        let noun: String
        let known: [String]
        switch mention.kind {
        case .label:
            if state.labelID(named: mention.name) != nil { return nil }
            (kind, noun, known) = (.unknownLabel, "label", state.labelNames)
        case .relationshipType:
            if state.relationshipTypeID(named: mention.name) != nil { return nil }
            (kind, noun, known) = (.unknownRelationshipType, "relationship type", state.relationshipTypeNames)
        case .propertyKey:
            if state.propertyKeyID(named: mention.name) != nil { return nil }
            (kind, noun, known) = (.unknownPropertyKey, "property key", state.propertyKeyNames)
        }
        let nearest = NameSuggestion.nearest(to: mention.name, among: known)
        return make(
            kind,
            description: "The \(noun) `\(mention.name)` is not in the store: what asks for it finds nothing.",
            remedy: nearest.map { "Did you mean `\($0)`?" } ?? "Check the spelling of `\(mention.name)`.",
            at: mention.span, fix: nearest.map { edit(mention.span, StatementPrinter.name($0)) })
    }

    // MARK: What the binder noted

    private func doubt(_ doubt: BoundDeprecation, joins: Set<String>) -> Notification? {
        let span = doubt.span
        switch doubt.kind {
        case .function(let name, let replacement):
            return make(
                .deprecatedFunction, gqlStatus: replacement == nil ? "01N02" : "01N01",
                description: "The function \(name)() is deprecated.",
                remedy: replacement.map { "Use \($0)()." } ?? "Write it otherwise: there is no replacement.",
                at: span, fix: replacement.map { edit(span, $0) })
        case .procedure(let name, let replacement):
            return make(
                .deprecatedProcedure, gqlStatus: replacement == nil ? "01N02" : "01N01",
                description: "The procedure \(name) is deprecated.",
                remedy: replacement.map { "Use \($0)." } ?? "Write it otherwise: there is no replacement.", at: span)
        case .callSubqueryWithoutScope:
            return make(
                .callSubqueryWithoutScope, description: "CALL { WITH … } imports variables in a deprecated way.",
                remedy: "Name them in a scope clause: CALL \(scopeNames(span)) { … }.", at: span,
                fix: scopeClause(span))
        case .subqueryVariableShadowing(let name):
            return make(
                .subqueryVariableShadowing,
                description: "`\(name)` inside the subquery is another variable than `\(name)` outside.",
                remedy: "Rename one of them, or import the outer one.", at: span)
        case .createSelfReference(let name):
            return make(
                .createSelfReference, description: "CREATE reads `\(name)`, which the same clause creates.",
                remedy: "Create `\(name)` in a clause before.", at: span)
        case .unionColumnOrder:
            return make(
                .unionColumnOrder, description: "The sides of UNION return their columns in different orders.",
                remedy: "Return them in the same order on both sides.", at: span)
        case .ambiguousSubclauseReference(let name):
            return make(
                .ambiguousSubclauseReference,
                description: "`\(name)` means the column that is projected here, and a variable of before has the "
                    + "same name.", remedy: "Give the column another name.", at: span)
        case .complexSubclauseReference(let column):
            return make(
                .complexSubclauseReference,
                description: "The expression is that of the column `\(column)`, written again.",
                remedy: "Order by `\(column)`.", at: span, fix: edit(span, StatementPrinter.name(column)))
        case .searchIdentifierShadowing(let name):
            return make(
                .searchIdentifierShadowingVariable,
                description: "SEARCH takes `\(name)` as the name of an index; the variable `\(name)` is not read.",
                remedy: "Rename the variable, or give the index's name by a parameter.", at: span)
        case .redundantOptionalProcedure(let name):
            return make(
                .redundantOptionalProcedure, description: "\(name) yields nothing, so every row goes on either way.",
                remedy: "Leave OPTIONAL out.", at: span, fix: withoutOptional(span))
        case .redundantOptionalSubquery:
            return make(
                .redundantOptionalSubquery,
                description: "The subquery returns nothing, so every row goes on either way.",
                remedy: "Leave OPTIONAL out.", at: span, fix: withoutOptional(span))
        case .unsatisfiableTypes:
            return make(
                .unsatisfiableRelationshipTypeExpression,
                description: "A relationship has exactly one type: none satisfies "
                    + "`\(String(decoding: bytes(span), as: UTF8.self))`.",
                remedy: typesRemedy(span), at: span)
        case .indexHint(let entity, let label, let properties, let kind):
            let found = state.schema.index(hintedBy: label, properties, kind: kind)
            guard found?.entity != entity else { return nil }
            return hintedIndex(entity, label, properties, kind: kind, span)
        case .joinHint(let variables):
            guard !variables.contains(where: joins.contains) else { return nil }
            return make(
                .joinHintUnfulfillable,
                description: "The plan joins nothing on \(variables.map { "`\($0)`" }.joined(separator: ", ")).",
                remedy: "Leave the hint out.", at: span, fix: edit(span, ""))
        }
    }

    /// What of a type expression rules every type out.
    private func typesRemedy(_ span: SourceSpan) -> String {
        let tokens = Lexer.tokens(in: String(decoding: bytes(span), as: UTF8.self))
        return tokens.contains { $0.kind == .exclamation }
            ? "Leave the `!` out: it excludes every type that is left." : "Join alternatives by `|`."
    }

    private func hintedIndex(
        _ entity: EntityKind, _ label: String, _ properties: [String], kind: String?, _ span: SourceSpan
    ) -> Notification {
        let create = IndexRemedy.statement(entity, kind: kind, label: label, keys: properties)
        return make(
            .hintedIndexNotFound,
            description:
                "There is no \(kind.map { "\($0.lowercased()) " } ?? "")index on :\(label)"
                + "(\(properties.joined(separator: ", "))), so the hint says nothing.",
            remedy: "Create it: \(create)", at: span, fix: .statement(create))
    }

    /// `(a, b)` for `WITH a, b`.
    private func scopeNames(_ span: SourceSpan) -> String {
        let clause = String(decoding: bytes(span), as: UTF8.self)
        return "(\(clause.dropFirst(4).split(whereSeparator: \.isWhitespace).joined(separator: " ")))"
    }

    /// The edit from `CALL { WITH a, b …` to `CALL (a, b) { …`; the span is that of the importing `WITH`.
    private func scopeClause(_ span: SourceSpan) -> Notification.Fix? {
        let head = bytes(SourceSpan(0, span.lowerBound))
        guard let brace = head.lastIndex(where: { !Self.isSpace($0) }), head[brace] == UInt8(ascii: "{") else {
            return nil
        }
        var end = span.upperBound
        while end < lines.bytes.count, Self.isSpace(lines.bytes[end]) { end += 1 }
        return edit(SourceSpan(brace, end), "\(scopeNames(span)) { ")
    }

    private func withoutOptional(_ span: SourceSpan) -> Notification.Fix? {
        let bytes = bytes(span)
        guard bytes.count > 8, String(decoding: bytes.prefix(8), as: UTF8.self).uppercased() == "OPTIONAL" else {
            return nil
        }
        let spaces = bytes.dropFirst(8).prefix(while: Self.isSpace).count
        return edit(SourceSpan(span.lowerBound, span.lowerBound + 8 + spaces), "")
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// The statement that makes the index which a plan misses.
enum IndexRemedy {
    /// - Parameter kind: of the index, a range index where it is `nil`.
    static func statement(
        _ entity: EntityKind = .node, kind: String? = nil, label: String, keys: [String]
    ) -> String {
        let name = StatementPrinter.name(label)
        let target = entity == .node ? "(n:\(name))" : "()-[n:\(name)]-()"
        let properties = keys.map { "n.\(StatementPrinter.name($0))" }.joined(separator: ", ")
        return "CREATE \(kind.map { "\($0.uppercased()) " } ?? "")INDEX FOR \(target) ON (\(properties))"
    }
}
