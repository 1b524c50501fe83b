import CypherSyntax
import Relate

extension RelateSession {
    func check(_ statement: String) throws(StatementFailure) -> StatementCheck? {
        let outline: StatementOutline
        do {
            outline = try self.outline(of: statement)
        } catch {
            throw StatementFailure(error)
        }
        var check = StatementCheck(
            queryType: outline.queryType, isExplained: outline.isExplained, estimatedRows: nil,
            parameters: outline.parameters, remarks: [])
        let outcome = try run(statement, mode: .explain, parameters: [:])
        check.estimatedRows = outcome.columns.isEmpty ? nil : outcome.plan?.root.estimatedRows
        check.remarks = outcome.notifications.map { notification in
            StatementCheck.Remark(
                notification: notification,
                span: notification.position.map { position in
                    let lower = max(0, position.offset)
                    return lower..<(lower + max(0, position.length))
                })
        }
        return check
    }

    func writes(_ statement: String) throws(StatementFailure) -> Bool? {
        do {
            let outline = try outline(of: statement)
            return outline.queryType != .read && !outline.isExplained
        } catch {
            throw StatementFailure(error)
        }
    }

    func propertyKeys(of name: String) throws(StatementFailure) -> [String] {
        let name = StatementPrinter.name(name)
        var counts: [String: Int64] = [:]
        // A sample says what is usual; the first elements are as good as any.
        for pattern in ["(e:\(name))", "()-[e:\(name)]->()"] {
            let outcome = try run(
                "MATCH \(pattern) WITH e LIMIT \(Self.sampledElements) UNWIND keys(e) AS key RETURN key, count(*)",
                mode: .run, parameters: [:])
            for row in 0..<outcome.rows.rowCount {
                guard case .string(let key) = outcome.rows.cell(row: row, column: 0),
                    case .int(let count) = outcome.rows.cell(row: row, column: 1)
                else { continue }
                counts[key, default: 0] += count
            }
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    private static var sampledElements: Int { 200 }
}
