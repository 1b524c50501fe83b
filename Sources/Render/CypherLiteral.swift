import CypherSyntax
import Relate

/// Values as Cypher text that gives them again: what copying puts on the clipboard.
package enum CypherLiteral {
    /// The expression of a value; a node or relationship as a pattern with its labels or type and properties, a path as
    /// the pattern of its elements.
    ///
    /// Works without recursion: values may be nested as deep as memory goes.
    package static func text(_ value: CypherValue) -> String {
        var text = ""
        var pending: [Piece] = [.value(value)]
        while let piece = pending.popLast() {
            switch piece {
            case .text(let part): text += part
            case .value(let value): write(value, &text, &pending)
            }
        }
        return text
    }

    private enum Piece {
        case text(String)
        case value(CypherValue)
    }

    private static func write(_ value: CypherValue, _ text: inout String, _ pending: inout [Piece]) {
        switch value {
        case .list(let elements):
            text += "["
            pending.append(.text("]"))
            for index in elements.indices.reversed() {
                pending.append(.value(elements[index]))
                if index > 0 { pending.append(.text(", ")) }
            }
        case .map(let entries): pending += map(entries).reversed()
        case .node(let node): pending += pieces(node).reversed()
        case .relationship(let relationship):
            pending += ([.text("()-")] + pieces(relationship) + [.text("->()")]).reversed()
        case .path(let path): pending += pieces(path).reversed()
        default: text += scalar(value)
        }
    }

    private static func scalar(_ value: CypherValue) -> String {
        switch value {
        case .date(let date): "date('\(date)')"
        case .time(let time): "time('\(time)')"
        case .localTime(let time): "localtime('\(time)')"
        case .dateTime(let dateTime): "datetime('\(dateTime)')"
        case .localDateTime(let dateTime): "localdatetime('\(dateTime)')"
        case .duration(let duration): "duration('\(duration.isoText)')"
        case .vector(let vector):
            "vector([\(vector.texts(first: .max).joined(separator: ", "))], \(vector.count), \(vector.typeName))"
        case .float(let number) where number.isNaN: "(0.0 / 0.0)"
        case .float(let number) where number.isInfinite: number < 0 ? "(-1.0 / 0.0)" : "(1.0 / 0.0)"
        default: value.description
        }
    }

    private static func map(_ entries: [String: CypherValue]) -> [Piece] {
        var pieces: [Piece] = [.text("{")]
        let keys = entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for (index, key) in keys.enumerated() {
            pieces.append(.text((index > 0 ? ", " : "") + name(key) + ": "))
            if let value = entries[key] { pieces.append(.value(value)) }
        }
        return pieces + [.text("}")]
    }

    private static func pieces(_ node: CypherValue.Node) -> [Piece] {
        let labels = node.labels.map { ":" + name($0) }.joined()
        if node.properties.isEmpty { return [.text("(\(labels))")] }
        return [.text("(" + labels + (labels.isEmpty ? "" : " "))] + map(node.properties) + [.text(")")]
    }

    private static func pieces(_ relationship: CypherValue.Relationship) -> [Piece] {
        let type = "[:" + name(relationship.type)
        if relationship.properties.isEmpty { return [.text(type + "]")] }
        return [.text(type + " ")] + map(relationship.properties) + [.text("]")]
    }

    private static func pieces(_ path: CypherValue.Path) -> [Piece] {
        var result: [Piece] = []
        for (index, node) in path.nodes.enumerated() {
            if index > 0, index <= path.relationships.count {
                let relationship = path.relationships[index - 1]
                let isForward = relationship.startId == path.nodes[index - 1].id
                result.append(.text(isForward ? "-" : "<-"))
                result += pieces(relationship)
                result.append(.text(isForward ? "->" : "-"))
            }
            result += pieces(node)
        }
        return result
    }

    /// A name as Cypher reads it: in back-ticks where it is no plain one.
    package static func name(_ name: String) -> String {
        StatementPrinter.name(name)
    }
}
