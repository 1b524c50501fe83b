extension VectorGraph {
    /// Of a sample of vectors, rows that a search has to look at all the same: with more there is no use of cells.
    private static let usefulShare = 0.5
    /// Vectors whose neighbourhood is looked at to know.
    private static let probeCount = 64

    /// Puts slots that lie near each other one behind the other, and keeps where: vectors in clusters are found by a look at
    /// few of them. Where the vectors lie in no clusters all stays as it is.
    ///
    /// - Precondition: nothing is linked.
    mutating func arrange() {
        noteArrangement(nil)
        let reader = self.reader
        let live = (0..<UInt32(truncatingIfNeeded: slotCount)).filter { reader.isLive($0) }
        let count = Int(Double(live.count).squareRoot())
        guard count >= 2 else { return }
        let step = max(1, live.count / (count * VectorCenters.sampledPerCenter))
        let sample = stride(from: 0, to: live.count, by: step).map { live[$0] }
        let centers = VectorCenters(count: count, of: sample, reader)
        guard isUseful(centers, sample, reader) else { return }

        var members = [[UInt32]](repeating: [], count: count)
        var radii = [Float](repeating: 0, count: count)
        for slot in live {
            let (center, length) = centers.nearest(to: reader.vectors.floats(Int(slot)))
            members[center].append(slot)
            radii[center] = max(radii[center], length)
        }
        var arranged = emptied()
        var cells: [VectorCells.Cell] = []
        for (slots, radius) in zip(members, radii) {
            let first = arranged.slotCount
            for slot in slots { arranged.append(copyOf: slot, of: reader) }
            cells.append(VectorCells.Cell(slots: first..<arranged.slotCount, radius: radius))
        }
        arranged.noteArrangement(VectorCells(cells, centers, settings.similarity))
        withExtendedLifetime(self) {}
        self = arranged
    }

    /// Whether the triangle inequality tells cells apart: asked for vectors of the sample, which look for one nearer than the
    /// nearest of the sample in their own cell.
    private func isUseful(_ centers: VectorCenters, _ sample: [UInt32], _ reader: Reader) -> Bool {
        var members = [[UInt32]](repeating: [], count: centers.count)
        var radii = [Float](repeating: 0, count: centers.count)
        for slot in sample {
            let (center, length) = centers.nearest(to: reader.vectors.floats(Int(slot)))
            members[center].append(slot)
            radii[center] = max(radii[center], length)
        }
        var (looked, probes) = (0, 0)
        for slot in stride(from: 0, to: sample.count, by: max(1, sample.count / Self.probeCount)).map({ sample[$0] }) {
            let vector = reader.vectors.floats(Int(slot))
            let own = members[centers.nearest(to: vector).center]
            let near = own.filter { $0 != slot }
                .map { VectorKernel.squaredDistance(vector, reader.vectors.floats(Int($0)), width).squareRoot() }.min()
            probes += 1
            for center in 0..<centers.count
            where near.map({ centers.length(vector, center) - radii[center] <= $0 }) ?? true {
                looked += members[center].count
            }
        }
        return Double(looked) < Self.usefulShare * Double(probes * sample.count)
    }
}
