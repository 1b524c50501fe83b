import Relate

/// Notifications as lines: severity by letter and by colour.
package enum NotificationRendering {
    /// `W` for a warning, `I` for information, `H` for a hint.
    package static func letter(of notification: Notification) -> String {
        if notification.category == "HINT" { return "H" }
        return notification.severity == "WARNING" ? "W" : "I"
    }

    package static func role(of notification: Notification) -> Role {
        switch letter(of: notification) {
        case "W": .warning
        case "H": .hint
        default: .information
        }
    }

    /// Its title on one line, for lists.
    package static func headline(_ notification: Notification, mark: String? = nil) -> StyledLine {
        let role = role(of: notification)
        var line = StyledLine(mark ?? letter(of: notification), role, .bold)
        line.append(" ")
        line.append(Span(notification.title, role, .bold, limit: 400))
        if !notification.category.isEmpty {
            line.append("  ")
            line.append(Span(notification.category.lowercased(), .dim, limit: 40))
        }
        return line
    }

    /// Title, description, remedy and codes, wrapped to `width`.
    package static func lines(_ notification: Notification, width: Int, mark: String? = nil) -> [StyledLine] {
        var lines = headline(notification, mark: mark).wrapped(to: width, indent: 2)
        lines += paragraph(notification.description, .text, width: width)
        lines += paragraph(notification.remedy, .success, lead: "→ ", width: width)
        var codes = StyledLine(notification.code, .dim)
        if !notification.gqlStatus.isEmpty { codes.append("  " + notification.gqlStatus, .dim) }
        if let id = notification.operatorId { codes.append("  operator \(id)", .dim) }
        if !codes.isEmpty { lines += (StyledLine("  ") + codes).wrapped(to: width, indent: 2) }
        return lines
    }

    private static func paragraph(_ text: String, _ role: Role, lead: String = "", width: Int) -> [StyledLine] {
        guard !text.isEmpty else { return [] }
        return text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().flatMap { index, part in
            var line = StyledLine("  ")
            line.append(index == 0 ? lead : StyledLine.spaces(lead.count), .dim)
            line.append(Span(String(part), role, limit: 8000))
            return line.wrapped(to: width, indent: 2 + lead.count)
        }
    }

    /// Counts by severity for a badge: `2 W 1 H`; empty where there is none.
    package static func badge(_ notifications: [Notification]) -> StyledLine {
        let parts = ["W", "I", "H"].compactMap { wanted -> StyledLine? in
            let found = notifications.filter { letter(of: $0) == wanted }
            guard let first = found.first else { return nil }
            return StyledLine("\(found.count) \(wanted)", role(of: first), .bold)
        }
        return StyledLine.joined(parts, separator: StyledLine(" "))
    }
}
