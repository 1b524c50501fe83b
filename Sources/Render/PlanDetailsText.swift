import CypherSyntax
import Relate

extension PlanRendering {
    /// An operator's details with their names coloured as in a query.
    ///
    /// - Parameters:
    ///   - limit: Bytes after which the text may end.
    ///   - rest: What signs and keywords are.
    package static func detailsText(_ node: PlanNode, limit: Int, rest: Role) -> StyledLine {
        let bytes = Array(node.details.utf8.prefix(limit))
        let text = String(decoding: bytes, as: UTF8.self)
        let identifiers = Set(node.identifiers)
        var line = StyledLine()
        var place = 0
        func append(to end: Int, _ role: Role) {
            guard end > place, end <= bytes.count else { return }
            line.append(String(decoding: bytes[place..<end], as: UTF8.self), role)
            place = end
        }
        for highlight in Highlighter.highlights(in: text) {
            append(to: highlight.span.lowerBound, rest)
            let end = min(highlight.span.upperBound, bytes.count)
            let written = String(decoding: bytes[min(highlight.span.lowerBound, end)..<end], as: UTF8.self)
            append(to: end, role(of: highlight.role, written, identifiers, rest))
        }
        append(to: bytes.count, rest)
        return line
    }

    private static func role(
        of role: Highlight.Role, _ written: String, _ identifiers: Set<String>, _ rest: Role
    ) -> Role {
        if role != .string, role != .label, role != .relationshipType, role != .propertyKey,
            identifiers.contains(written)
        {
            return .variable
        }
        switch role {
        case .label, .relationshipType, .propertyKey, .string, .number, .parameter, .constant:
            return StatementRendering.role(of: role)
        case .variable: return rest == .dim ? .dim : .variable
        default: return rest
        }
    }
}
