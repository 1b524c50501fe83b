import Relate

/// A step from a value to one inside it.
package enum ValueStep: Hashable, Sendable {
    case index(Int)
    case key(String)
    /// A part that is no property: `labels`, `type`, `start` …
    case part(String)
}

/// A value as a tree, for the inspector: nothing is made before it is looked at.
package enum ValueTree {
    package static func childCount(of value: CypherValue) -> Int {
        switch value {
        case .list(let elements): elements.count
        case .map(let entries): entries.count
        case .node(let node): 2 + node.properties.count
        case .relationship(let relationship): 4 + relationship.properties.count
        case .path(let path): path.nodes.count + path.relationships.count
        case .vector(let vector): vector.count
        default: 0
        }
    }

    /// The child at `index`, in the order of `childCount`; `nil` outside.
    package static func child(of value: CypherValue, at index: Int) -> (step: ValueStep, value: CypherValue)? {
        guard index >= 0, index < childCount(of: value) else { return nil }
        switch value {
        case .list(let elements): return (.index(index), elements[index])
        case .map(let entries): return entry(entries, index)
        case .node(let node):
            switch index {
            case 0: return (.part("elementId"), .string(node.elementId))
            case 1: return (.part("labels"), .list(node.labels.map { .string($0) }))
            default: return entry(node.properties, index - 2)
            }
        case .relationship(let relationship):
            switch index {
            case 0: return (.part("elementId"), .string(relationship.elementId))
            case 1: return (.part("type"), .string(relationship.type))
            case 2: return (.part("start"), .string(relationship.startElementId))
            case 3: return (.part("end"), .string(relationship.endElementId))
            default: return entry(relationship.properties, index - 4)
            }
        case .path(let path):
            let place = index / 2
            if index % 2 == 0 {
                return place < path.nodes.count ? (.index(index), .node(path.nodes[place])) : nil
            }
            return place < path.relationships.count ? (.index(index), .relationship(path.relationships[place])) : nil
        case .vector(.floats(_, let values)): return (.index(index), .float(values[index]))
        case .vector(.ints(_, let values)): return (.index(index), .int(values[index]))
        default: return nil
        }
    }

    /// Calls `body` for the value and every part of it, in the order of rows, up to so many.
    package static func forEachPart(
        of root: CypherValue, limit: Int, _ body: ([Int], ValueStep?, CypherValue) -> Void
    ) {
        var waiting: [(path: [Int], step: ValueStep?, value: CypherValue)] = [([], nil, root)]
        var left = limit
        while left > 0, let part = waiting.popLast() {
            left -= 1
            body(part.path, part.step, part.value)
            for (index, child) in children(of: part.value, limit: left).enumerated().reversed() {
                waiting.append((part.path + [index], child.step, child.value))
            }
        }
    }

    /// The first children; keys are put in order once.
    private static func children(of value: CypherValue, limit: Int) -> [(step: ValueStep, value: CypherValue)] {
        switch value {
        case .map(let entries): return self.entries(entries, limit)
        case .node(let node):
            return (0..<min(2, limit)).compactMap { child(of: value, at: $0) }
                + self.entries(node.properties, max(0, limit - 2))
        case .relationship(let relationship):
            return (0..<min(4, limit)).compactMap { child(of: value, at: $0) }
                + self.entries(relationship.properties, max(0, limit - 4))
        default: return (0..<min(childCount(of: value), limit)).compactMap { child(of: value, at: $0) }
        }
    }

    private static func entries(
        _ entries: [String: CypherValue], _ limit: Int
    ) -> [(step: ValueStep, value: CypherValue)] {
        entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.prefix(limit).map {
            (.key($0.key), $0.value)
        }
    }

    private static func entry(_ entries: [String: CypherValue], _ index: Int) -> (ValueStep, CypherValue)? {
        let keys = entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        guard keys.indices.contains(index), let value = entries[keys[index]] else { return nil }
        return (.key(keys[index]), value)
    }

    /// The value at the end of `path`; `nil` where it leads nowhere.
    package static func value(in root: CypherValue, at path: [Int]) -> CypherValue? {
        var value = root
        for index in path {
            guard let next = child(of: value, at: index) else { return nil }
            value = next.value
        }
        return value
    }

    /// `tags[3].name`, as one would write it in Cypher behind the column's name.
    package static func pathText(in root: CypherValue, at path: [Int], name: String) -> String {
        var text = name
        var value = root
        for index in path {
            guard let next = child(of: value, at: index) else { break }
            switch next.step {
            case .index(let index):
                if case .path = value {
                    text = (index % 2 == 0 ? "nodes(" : "relationships(") + text + ")[\(index / 2)]"
                } else {
                    text += "[\(index)]"
                }
            case .key(let key): text += "." + CypherLiteral.name(key)
            case .part("elementId"): text = "elementId(\(text))"
            case .part("labels"): text = "labels(\(text))"
            case .part("type"): text = "type(\(text))"
            case .part("start"): text = "elementId(startNode(\(text)))"
            case .part("end"): text = "elementId(endNode(\(text)))"
            case .part(let part): text += "." + part
            }
            value = next.value
        }
        return text
    }

    // MARK: Rows

    /// One visible row of the tree.
    package struct Row: Sendable {
        package let path: [Int]
        package let step: ValueStep?
        package let value: CypherValue
        package let isExpanded: Bool
        package var depth: Int { path.count }
        package var childCount: Int { ValueTree.childCount(of: value) }
    }

    /// How many rows show when the values at `expanded` are open.
    package static func rowCount(of root: CypherValue, expanded: Set<[Int]>) -> Int {
        count(root, [], openChildren(expanded), expanded)
    }

    /// The rows of `range`: only these are made, whatever stands before them.
    package static func rows(of root: CypherValue, expanded: Set<[Int]>, in range: Range<Int>) -> [Row] {
        var rows: [Row] = []
        var position = 0
        collect(root, nil, [], openChildren(expanded), expanded, range, &position, &rows)
        return rows
    }

    /// Deeper than this nothing opens: recursion has an end, whatever the value.
    private static let depthLimit = 200

    private static func openChildren(_ expanded: Set<[Int]>) -> [[Int]: [Int]] {
        var children: [[Int]: [Int]] = [:]
        for path in expanded {
            guard let last = path.last else { continue }
            children[Array(path.dropLast()), default: []].append(last)
        }
        return children.mapValues { $0.sorted() }
    }

    private static func count(
        _ value: CypherValue, _ path: [Int], _ open: [[Int]: [Int]], _ expanded: Set<[Int]>
    ) -> Int {
        guard expanded.contains(path), path.count < depthLimit else { return 1 }
        var total = 1 + childCount(of: value)
        for index in open[path] ?? [] {
            guard let next = child(of: value, at: index) else { continue }
            total += count(next.value, path + [index], open, expanded) - 1
        }
        return total
    }

    private static func collect(
        _ value: CypherValue, _ step: ValueStep?, _ path: [Int], _ open: [[Int]: [Int]], _ expanded: Set<[Int]>,
        _ range: Range<Int>, _ position: inout Int, _ rows: inout [Row]
    ) {
        let isExpanded = expanded.contains(path) && path.count < depthLimit && childCount(of: value) > 0
        if range.contains(position) {
            rows.append(Row(path: path, step: step, value: value, isExpanded: isExpanded))
        }
        position += 1
        guard isExpanded else { return }
        let opened = Set(open[path] ?? [])
        let total = childCount(of: value)
        var index = 0
        let stops = (open[path] ?? []) + [total]
        var stop = 0
        while index < total, position < range.upperBound {
            while stop < stops.count - 1, stops[stop] < index { stop += 1 }
            let closedRun = min(stops[stop], total) - index
            if closedRun > 0, position + closedRun <= range.lowerBound {
                position += closedRun
                index += closedRun
                continue
            }
            if closedRun > 0, position < range.lowerBound {
                let skipped = min(closedRun, range.lowerBound - position)
                position += skipped
                index += skipped
                continue
            }
            guard let next = child(of: value, at: index) else { return }
            if opened.contains(index) {
                collect(next.value, next.step, path + [index], open, expanded, range, &position, &rows)
            } else {
                if range.contains(position) {
                    rows.append(Row(path: path + [index], step: next.step, value: next.value, isExpanded: false))
                }
                position += 1
            }
            index += 1
        }
    }
}
