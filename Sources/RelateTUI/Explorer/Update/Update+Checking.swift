extension Model {
    /// After every event: what is to be checked anew. Costs nothing where the text has not changed.
    mutating func followText() -> [Effect] {
        guard checks.isOn, session.language == .cypher, session.openFailure == nil, !session.isOpening else {
            return []
        }
        let buffer = buffers[currentBuffer]
        let asked = CheckState.Asked(
            buffer: buffer.number, version: buffer.text.version, parameters: parameters.map(\.name),
            generation: checks.generation)
        guard checks.asked != asked else { return [] }
        let isNewGeneration = checks.asked.map { $0.generation != asked.generation } ?? false
        checks.asked = asked
        checks.askedNumber += 1
        let request = CheckRequest(
            number: checks.askedNumber, buffer: buffer.number, text: buffer.text, parameters: Set(asked.parameters))
        return (isNewGeneration ? [.editor(.forgetChecks)] : []) + [.editor(.check(request))]
    }

    /// `:check on`, `:check off`.
    mutating func setChecking(_ argument: String) {
        if argument == "on" || argument == "off" {
            checks.isOn = argument == "on"
            checks.asked = nil
            checks.reports = [:]
        }
        message = .information(
            checks.isOn ? "Statements are checked while they are typed" : "Statements are not checked before they run")
    }

    mutating func checked(_ report: CheckReport?, number: Int) {
        checks.answeredNumber = max(checks.answeredNumber, number)
        guard let report else { return }
        // Buffers that were closed are forgotten with their reports.
        guard buffers.contains(where: { $0.number == report.buffer }) else { return }
        checks.reports[report.buffer] = report
    }

    /// What is known of the statement at the cursor; out of date while one types on.
    var checkedStatement: (statement: CheckReport.Statement, isCurrent: Bool)? {
        let buffer = buffers[currentBuffer]
        guard let report = checks.reports[buffer.number] else { return nil }
        let isCurrent = report.text.version == buffer.text.version
        let offset = isCurrent ? buffer.text.offset(of: buffer.text.cursor) : report.text.offset(of: report.text.cursor)
        return report.statement(at: offset).map { ($0, isCurrent) }
    }

    /// What to underline in the current buffer: the last run's error, and what the check found in lines that are still
    /// what they were.
    var shownProblems: [EditorProblem] {
        let buffer = buffers[currentBuffer]
        var problems: [EditorProblem] = []
        if let problem = buffer.problem, problem.version == buffer.text.version {
            problems.append(
                EditorProblem(severity: .error, range: problem.range, message: problem.message, code: ""))
        }
        guard checks.isOn, let report = checks.reports[buffer.number] else { return problems }
        let isCurrent = report.text.version == buffer.text.version
        let cursor = buffer.text.cursor
        for problem in report.problems where !notes.hiddenCodes.contains(problem.code) {
            // What is being typed is not finished.
            if completion != nil, problem.range.lowerBound <= cursor, cursor <= problem.range.upperBound { continue }
            if !isCurrent {
                let last = problem.range.upperBound.line
                guard buffer.text.lines.indices.contains(last), report.text.lines.indices.contains(last),
                    (problem.range.lowerBound.line...last).allSatisfy({
                        buffer.text.lines[$0] == report.text.lines[$0]
                    })
                else { continue }
            }
            if !problems.contains(where: { $0.range == problem.range && $0.severity == .error }) {
                problems.append(problem)
            }
        }
        return problems.sorted { $0.severity.rawValue < $1.severity.rawValue }
    }

    /// The problem at the cursor, to be said in full.
    var problemAtCursor: EditorProblem? {
        let cursor = editor.cursor
        return shownProblems.first { $0.range.lowerBound <= cursor && cursor <= $0.range.upperBound }
    }
}
