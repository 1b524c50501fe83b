import Relate

/// Paths as chains of captions and arrows.
package enum PathRendering {
    /// `(Keanu)─ACTED_IN→(The Matrix)←DIRECTED─(Lana)`, with the middle folded to `⋯3⋯` where it is longer than `width`.
    ///
    /// Looks only at as many hops as fit, so a path of a million costs what a short one does. May still be longer than
    /// `width` if its first and last node are.
    package static func chain(
        _ path: CypherValue.Path, width: Int, _ options: ValueOptions = ValueOptions()
    ) -> StyledLine {
        guard let first = path.nodes.first else { return StyledLine("(empty path)", .dim) }
        let hops = min(path.relationships.count, path.nodes.count - 1)
        var head = node(first, options)
        var shown = 0
        while shown < hops, head.columns <= width {
            head.append(hop(path, shown, options) + node(path.nodes[shown + 1], options))
            shown += 1
        }
        if shown == hops, head.columns <= width { return head }
        return folded(path, hops: hops, width: width, options)
    }

    /// Takes hops from both ends in turn while they fit.
    private static func folded(
        _ path: CypherValue.Path, hops: Int, width: Int, _ options: ValueOptions
    ) -> StyledLine {
        var head = node(path.nodes[0], options)
        guard hops > 0 else { return head }
        var tail = node(path.nodes[hops], options)
        var front = 0
        var back = hops
        while front < back {
            let room = width - mark(hidden: back - front, options).columns - head.columns - tail.columns
            let isFrontTurn = front <= hops - back
            if isFrontTurn {
                let next = hop(path, front, options) + node(path.nodes[front + 1], options)
                guard next.columns <= room else { break }
                head.append(next)
                front += 1
            } else {
                let next = node(path.nodes[back - 1], options) + hop(path, back - 1, options)
                guard next.columns <= room else { break }
                tail = next + tail
                back -= 1
            }
        }
        return head + mark(hidden: back - front, options) + tail
    }

    private static func mark(hidden: Int, _ options: ValueOptions) -> StyledLine {
        StyledLine(options.glyphs == .unicode ? "⋯\(hidden)⋯" : "..\(hidden)..", .dim)
    }

    private static func node(_ node: CypherValue.Node, _ options: ValueOptions) -> StyledLine {
        var options = options
        options.columnsLimit = 24
        var writer = ValueWriter(options: options)
        writer.write(node, showsLabels: options.caption(node) == nil)
        return writer.line.columns > 26 ? writer.line.cut(to: 25) + StyledLine(")", .bracket) : writer.line
    }

    private static func hop(_ path: CypherValue.Path, _ index: Int, _ options: ValueOptions) -> StyledLine {
        let relationship = path.relationships[index]
        let isForward =
            relationship.startId == path.nodes[index].id && relationship.endId == path.nodes[index + 1].id
        let (line, right, left) = options.glyphs == .unicode ? ("─", "→", "←") : ("-", "->", "<-")
        var text = StyledLine(isForward ? line : left, .bracket)
        text.append(Span(relationship.type, .relationshipType, limit: 24))
        text.append(isForward ? right : line, .bracket)
        return text
    }
}
