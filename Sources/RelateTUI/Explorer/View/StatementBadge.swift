import Relate
import Render

/// What the statement at the cursor would do: its type, and the rows it is expected to give.
enum StatementBadge {
    /// `nil` where nothing is known.
    static func line(_ model: Model) -> StyledLine? {
        guard model.checks.isOn, let (statement, isCurrent) = model.checkedStatement else { return nil }
        guard let check = statement.check else {
            guard statement.hasError, isCurrent else { return nil }
            // At its end a statement is not wrong but not there yet.
            return statement.isUnfinished ? StyledLine(" … ", .badge) : StyledLine(" ERROR ", .badgeError)
        }
        var line = badge(check, isCurrent: isCurrent)
        if let rows = check.estimatedRows, isCurrent {
            line.append("  ~" + Quantities.count(rows), .number)
            line.append(rows == 1 ? " row" : " rows", .dim)
        }
        if check.isWriting, model.session.isReadOnly {
            line.append("  refused: the store is read only", .error)
        } else if check.isWriting, model.isGuarded {
            line.append("  guarded", .warning)
        }
        // The check's session cannot see what is not committed.
        if case .open = model.session.transaction { line.append("  checked outside the transaction", .dim, .italic) }
        return line
    }

    private static func badge(_ check: StatementCheck, isCurrent: Bool) -> StyledLine {
        let (text, role): (String, Role) =
            switch check.queryType {
            case .read: (" READ ", .badgeRead)
            case .write, .readWrite: (" WRITE ", .badgeWrite)
            case .schema: (" SCHEMA ", .badgeSchema)
            }
        return StyledLine(text, isCurrent ? role : .badge)
    }
}
