import Relate
import Render

/// A plan as a text for other programs and people.
enum PlanExport {
    enum Format: String, CaseIterable, Hashable, Sendable {
        case text, json, markdown, svg, dot

        var title: String {
            switch self {
            case .text: "Text, a table with notes"
            case .json: "JSON, the plan document as it is"
            case .markdown: "Markdown, a table"
            case .svg: "SVG, a picture"
            case .dot: "DOT, for Graphviz"
            }
        }

        /// What a file's name ends in.
        var ending: String {
            switch self {
            case .text: ".txt"
            case .json: ".json"
            case .markdown: ".md"
            case .svg: ".svg"
            case .dot: ".dot"
            }
        }

        init?(path: String) {
            guard let format = Self.allCases.first(where: { path.lowercased().hasSuffix($0.ending) }) else {
                return nil
            }
            self = format
        }
    }

    /// What the plan pane shows.
    enum Content: Sendable {
        case plan(PlanDocument)
        /// The pinned plan and the present one.
        case comparison(PlanDiff)

        var what: String {
            switch self {
            case .plan: "The plan"
            case .comparison: "Both plans"
            }
        }

        func text(as format: Format) -> String {
            switch self {
            case .plan(let document): PlanExport.text(document, as: format)
            case .comparison(let diff): PlanExport.text(diff, as: format)
            }
        }
    }

    private static func text(_ diff: PlanDiff, as format: Format) -> String {
        switch format {
        case .text: return diff.lines().map(\.plainText).joined(separator: "\n") + "\n"
        case .json:
            var json = JSONWriter()
            json.raw(#"{"before":"#)
            json.plan(diff.before.document)
            json.raw(#","now":"#)
            json.plan(diff.after.document)
            json.raw("}")
            return String(decoding: json.bytes, as: UTF8.self) + "\n"
        case .markdown: return diff.markdown
        case .svg: return diff.svg(theme: .standard, title: "plans")
        case .dot: return diff.dot
        }
    }

    static func text(_ document: PlanDocument, as format: Format) -> String {
        switch format {
        case .text: return PlanRendering.lines(document).map(\.plainText).joined(separator: "\n") + "\n"
        case .json:
            var json = JSONWriter()
            json.plan(document)
            return String(decoding: json.bytes, as: UTF8.self) + "\n"
        case .markdown: return PlanRendering.markdown(document)
        case .svg: return PlanRendering.svg(document, theme: .standard, title: "plan")
        case .dot: return PlanRendering.dot(document)
        }
    }
}
