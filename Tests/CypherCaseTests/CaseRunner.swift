import Relate

/// Does the steps of one case upon a connection.
struct CaseRunner {
    private let connection: Connection
    private var statement = ""
    private var outcome: Result<QueryResult, RelateError>?

    init(_ connection: Connection) { self.connection = connection }

    /// What is wrong after the step, for people; `nil` when all is as it should be.
    mutating func run(_ step: Case.Step) -> String? {
        switch step {
        case .given(let text):
            statement = text
            if case .failure(let error) = query(text, [:]) { return complaint("fails: \(error.message)") }
            return nil
        case .when(let text, let parameters):
            statement = text
            outcome = query(text, parameters.compactMapValues(\.parameter))
            return nil
        case .rows(let columns, let rows, let isOrdered):
            return withResult { check($0, columns, rows, isOrdered) }
        case .nothing:
            return withResult { result in
                result.columns.isEmpty && result.rows.isEmpty
                    ? nil : complaint("gives \(result.rows.count) rows of \(result.columns) instead of nothing")
            }
        case .stats(let expected):
            return withResult { result in
                let actual = result.stats.nonZero
                return actual == expected ? nil : complaint("counts \(actual) instead of \(expected)")
            }
        case .error(let kind, let stage, let parts): return checkError(kind, stage, parts)
        }
    }

    private func query(_ text: String, _ parameters: [String: CypherValue]) -> Result<QueryResult, RelateError> {
        do {
            return .success(try connection.query(text, parameters))
        } catch let error as RelateError {
            return .failure(error)
        } catch {
            return .failure(.decoding("an error of another type: \(error)"))
        }
    }

    private func withResult(_ check: (QueryResult) -> String?) -> String? {
        switch outcome {
        case .success(let result): check(result)
        case .failure(let error):
            complaint("fails: \(error.engineError.map { "[\($0.code) \($0.stage)] " } ?? "")\(error.message)")
        case nil: "there is no when before this"
        }
    }

    private func check(
        _ result: QueryResult, _ columns: [String], _ rows: [[Expected]], _ isOrdered: Bool
    ) -> String? {
        guard result.columns == columns else { return complaint("has the columns \(result.columns), not \(columns)") }
        var missing: [[Expected]] = []
        var rest = Array(result.rows)
        if isOrdered {
            if rows.count == rest.count, zip(rows, rest).allSatisfy({ Self.match($0, $1) }) { return nil }
        } else {
            for row in rows {
                if let index = rest.firstIndex(where: { Self.match(row, $0) }) {
                    rest.remove(at: index)
                } else {
                    missing.append(row)
                }
            }
            if missing.isEmpty, rest.isEmpty { return nil }
        }
        let actual = result.rows.prefix(30).map { row in
            "    | " + row.map { "\($0)" }.joined(separator: " | ") + " |"
        }
        return complaint(
            "gives \(result.rows.count) rows, \(rows.count) were expected"
                + (isOrdered ? ", in their order" : ": \(missing.count) missing, \(rest.count) too many") + "\n"
                + actual.joined(separator: "\n"))
    }

    private static func match(_ expected: [Expected], _ actual: [CypherValue]) -> Bool {
        expected.count == actual.count && zip(expected, actual).allSatisfy { $0.matches($1) }
    }

    private func checkError(_ kind: String, _ stage: String, _ parts: [String]) -> String? {
        guard case .failure(let error) = outcome else { return complaint("succeeds, \(kind) was expected") }
        guard let engine = error.engineError else { return complaint("fails with \(error)") }
        let isStatus = kind.utf8.count == 5 && kind.allSatisfy { $0.isUppercase || $0.isNumber }
        let hasKind =
            isStatus
            ? engine.gqlStatus == kind
            : kind.contains(".") ? engine.code == kind : engine.message.contains("\(kind):")
        let lacking = parts.first { !engine.message.contains($0) }
        guard hasKind, engine.stage.rawValue == stage, lacking == nil else {
            return complaint(
                "fails with \(engine.code) (\(engine.gqlStatus)) at \(engine.stage): \(engine.message)\n"
                    + "    \(kind) at \(stage) was expected" + (lacking.map { ", and \"\($0)\"" } ?? ""))
        }
        return nil
    }

    private func complaint(_ text: String) -> String {
        "\(text)\n" + statement.split(separator: "\n").map { "    > \($0)" }.joined(separator: "\n")
    }
}

extension QueryStats {
    /// The counters above zero, by name.
    var nonZero: [String: Int] {
        let all = [
            "nodesCreated": nodesCreated, "nodesDeleted": nodesDeleted, "relationshipsCreated": relationshipsCreated,
            "relationshipsDeleted": relationshipsDeleted, "propertiesSet": propertiesSet, "labelsAdded": labelsAdded,
            "labelsRemoved": labelsRemoved, "indexesAdded": indexesAdded, "indexesRemoved": indexesRemoved,
            "constraintsAdded": constraintsAdded, "constraintsRemoved": constraintsRemoved,
        ]
        return all.filter { $0.value != 0 }
    }
}
