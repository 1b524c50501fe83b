import Relate

/// Errors as lines: what went wrong, the place in the text with a caret, and the codes.
package enum ErrorRendering {
    package static func lines(_ error: RelateError, width: Int) -> [StyledLine] {
        if let engine = error.engineError { return lines(engine, width: width) }
        var line = StyledLine("error", .error, .bold)
        line.append("  ")
        line.append(Span(error.message, .text, limit: 8000))
        return line.wrapped(to: width, indent: 2)
    }

    package static func lines(_ error: EngineError, width: Int) -> [StyledLine] {
        let parts = error.message.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        let hasExcerpt = parts.count >= 3 && error.position != nil && parts[parts.count - 1].last == "^"
        let message = hasExcerpt ? Array(parts.dropLast(2)) : parts
        var lines = message.enumerated().flatMap { index, part in
            (index == 0 ? headline(part) : StyledLine(part)).wrapped(to: width, indent: 2)
        }
        if hasExcerpt { lines += excerpt(parts[parts.count - 2], caret: parts[parts.count - 1], width: width) }
        return lines + codes(error).wrapped(to: width, indent: 2)
    }

    /// `syntax error: Kind: detail`, the phase and kind marked.
    private static func headline(_ text: String) -> StyledLine {
        guard let end = text.firstRange(of: ": ") else { return StyledLine([Span(text, .error, limit: 8000)]) }
        var line = StyledLine(String(text[..<end.lowerBound]), .error, .bold)
        line.append("  ")
        line.append(Span(String(text[end.upperBound...]), .text, limit: 8000))
        return line
    }

    /// The quoted source line with a caret below the place, moved to where the visible text has it.
    package static func excerpt(_ source: String, caret: String, width: Int) -> [StyledLine] {
        let before = caret.count - 1
        let lead = TextWidth.visible(String(source.prefix(before))).columns
        let text = StyledLine([Span(source, .string, limit: 2000)])
        let start = min(text.columns, max(0, min(lead - width / 2, text.columns - width + 2)))
        let shown = text.slice(start..<min(text.columns, start + max(1, width - 2)))
        let pad = StyledLine("  ")
        return [pad + shown, pad + StyledLine(StyledLine.spaces(lead - start)) + StyledLine("^", .error, .bold)]
    }

    private static func codes(_ error: EngineError) -> StyledLine {
        var line = StyledLine(error.code, .dim)
        line.append("  \(error.gqlStatus)  \(error.stage.rawValue)", .dim)
        if error.retryable {
            line.append("  ")
            line.append("may be tried again", .success)
        }
        if error.stage == .internal {
            line.append("  ")
            line.append("the connection must be reopened", .warning)
        }
        return line
    }
}
