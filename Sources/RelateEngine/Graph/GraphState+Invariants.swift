/// What must hold of a state whatever was done to it. Tests ask after every step; it walks the whole graph.
extension GraphState {
    /// A sentence for each rule that is broken; empty where all is well.
    package func checkInvariants() -> [String] {
        var broken =
            storage.nodes.brokenInvariants(named: "nodes")
            + storage.relationships.brokenInvariants(named: "relationships")
        for (index, label) in storage.labelBitmaps.enumerated() {
            broken += label.brokenInvariants(named: "label \(index)")
            label.forEach { row in
                if !storage.nodes.contains(row) { broken.append("label \(index) has dead node \(row)") }
            }
        }
        for (index, column) in storage.nodePropertyColumns.enumerated() {
            broken += column.brokenInvariants(named: "node property \(index)", living: storage.nodes.reader)
        }
        for (index, column) in storage.relationshipPropertyColumns.enumerated() {
            broken += column.brokenInvariants(
                named: "relationship property \(index)", living: storage.relationships.reader)
        }
        storage.nodes.forEach { row in
            if Int(row) >= nodeRowCount { broken.append("node \(row) is beyond the row count") }
        }
        return broken + brokenRelationshipInvariants() + brokenIndexInvariants()
    }

    private func brokenRelationshipInvariants() -> [String] {
        var broken: [String] = []
        var counts = [Int](repeating: 0, count: storage.typeAdjacencies.count)
        var loopCounts = counts
        storage.relationships.forEach { row in
            if Int(row) >= relationshipRowCount { broken.append("relationship \(row) is beyond the row count") }
            let relationship = RelationshipID(row)
            let (start, end) = (start(of: relationship), end(of: relationship))
            let type = Int(type(of: relationship).rawValue)
            // A deleted node may keep relationships until its statement ends, so dead ends are no fault here.
            counts[type] += 1
            if start == end { loopCounts[type] += 1 }
        }
        broken += brokenLabelCounts()
        for (index, adjacency) in storage.typeAdjacencies.enumerated() {
            let type = RelationshipTypeID(UInt32(truncatingIfNeeded: index))
            if adjacency.count != counts[index] { broken.append("type \(index) counts \(adjacency.count)") }
            if adjacency.loopCount != loopCounts[index] { broken.append("type \(index) miscounts its loops") }
            for (spine, isOutgoing) in [(adjacency.outgoing, true), (adjacency.incoming, false)] {
                var seen = [Bool](repeating: false, count: relationshipRowCount)
                var seenCount = 0
                spine.forEachChunk { chunkIndex, chunk in
                    broken += chunk.brokenInvariants(living: storage.relationships.reader).map {
                        "type \(index): \($0)"
                    }
                    for row in 0..<Self.chunkRows {
                        let node = NodeID(UInt32(truncatingIfNeeded: chunkIndex * Self.chunkRows + row))
                        chunk.forEachRun(ofRow: row, living: storage.relationships.reader) { neighbours, numbers in
                            for (neighbour, number) in zip(neighbours, numbers) {
                                let relationship = RelationshipID(number)
                                let (start, end) = (start(of: relationship), end(of: relationship))
                                let expected = isOutgoing ? (start, end) : (end, start)
                                if !exists(relationship) || self.type(of: relationship) != type
                                    || expected != (node, NodeID(neighbour)) || Int(number) >= seen.count
                                    || seen[Int(number)]
                                {
                                    broken.append("type \(index): node \(node.rawValue) lists \(number) wrongly")
                                } else {
                                    seen[Int(number)] = true
                                    seenCount += 1
                                }
                            }
                        }
                    }
                }
                if seenCount != counts[index] { broken.append("type \(index) lists \(seenCount) relationships") }
            }
        }
        return broken
    }

    private func brokenLabelCounts() -> [String] {
        var broken: [String] = []
        for label in storage.labelBitmaps.indices {
            let id = LabelID(UInt32(truncatingIfNeeded: label))
            var starts = [Int](repeating: 0, count: storage.typeAdjacencies.count)
            var ends = starts
            storage.relationships.forEach { row in
                let relationship = RelationshipID(row)
                let type = Int(type(of: relationship).rawValue)
                if hasLabel(start(of: relationship), id) { starts[type] += 1 }
                if hasLabel(end(of: relationship), id) { ends[type] += 1 }
            }
            for (type, adjacency) in storage.typeAdjacencies.enumerated() {
                if adjacency.startCount(id) != starts[type] { broken.append("type \(type) miscounts starts by label") }
                if adjacency.endCount(id) != ends[type] { broken.append("type \(type) miscounts ends by label") }
            }
        }
        return broken
    }
}

extension RowBitmap {
    fileprivate func brokenInvariants(named name: String) -> [String] {
        var broken: [String] = []
        var total = 0
        for index in 0..<chunkCapacity {
            guard let chunk = chunk(at: index) else { continue }
            var bits = 0
            for word in 0..<BitmapChunk.wordCount { bits += chunk.words[word].nonzeroBitCount }
            if bits != chunk.count { broken.append("\(name): chunk \(index) counts \(chunk.count) of \(bits) bits") }
            total += bits
        }
        if total != count { broken.append("\(name): counts \(count) of \(total) bits") }
        return broken
    }

    /// Members in ascending order.
    func forEach(_ body: (UInt32) -> Void) {
        for index in 0..<chunkCapacity {
            guard let chunk = chunk(at: index) else { continue }
            for wordIndex in 0..<BitmapChunk.wordCount {
                var word = chunk.words[wordIndex]
                while word != 0 {
                    body(UInt32(truncatingIfNeeded: index << 10 + wordIndex << 6 + word.trailingZeroBitCount))
                    word &= word - 1
                }
            }
        }
    }
}

extension PropertyColumn {
    fileprivate func brokenInvariants(named name: String, living: RowBitmapReader) -> [String] {
        var broken: [String] = []
        var total = 0
        for index in 0..<chunkCapacity {
            guard let chunk = chunk(at: index) else { continue }
            var present = 0
            for row in 0..<GraphState.chunkRows where chunk.isPresent(row) {
                present += 1
                if row >= chunk.rowCapacity { broken.append("\(name): row \(row) of chunk \(index) has no memory") }
                if !living.contains(UInt32(truncatingIfNeeded: index << 10 + row)) {
                    broken.append("\(name): dead row \(row) of chunk \(index) has a value")
                }
            }
            if present != chunk.presentCount { broken.append("\(name): chunk \(index) miscounts") }
            total += present
        }
        if total != count { broken.append("\(name): counts \(count) of \(total) values") }
        return broken
    }
}

extension AdjacencyChunk {
    fileprivate func brokenInvariants(living: RowBitmapReader) -> [String] {
        var broken: [String] = []
        var dead = 0
        var entries = 0
        let connected = connectedRows
        for row in 0..<GraphState.chunkRows {
            if let connected {
                let isConnected = connected[row >> 6] >> UInt64(row & 63) & 1 != 0
                if isConnected != (degree(ofRow: row, living: living) > 0) {
                    broken.append("row \(row) is connected: \(isConnected)")
                }
            }
            baseRuns.withRun(ofRow: row) { neighbours, relationships in
                for index in 0..<neighbours.count {
                    if index > 0 {
                        let before = (neighbours[index - 1], relationships[index - 1])
                        if before >= (neighbours[index], relationships[index]) { broken.append("base out of order") }
                    }
                    if !living.contains(relationships[index]) {
                        dead += 1
                        if delta?.hasDead(row) != true { broken.append("row \(row) hides a deleted relationship") }
                    }
                }
            }
            delta?.withRun(ofRow: row) { _, relationships in
                entries += relationships.count
                for relationship in relationships where !living.contains(relationship) {
                    dead += 1
                    if delta?.hasDead(row) != true { broken.append("row \(row) hides a deleted relationship") }
                }
            }
        }
        if dead != delta?.deadCount ?? 0 { broken.append("counts \(delta?.deadCount ?? 0) of \(dead) deleted") }
        if entries != delta?.entryCount ?? 0 { broken.append("delta counts \(delta?.entryCount ?? 0) of \(entries)") }
        return broken
    }
}
