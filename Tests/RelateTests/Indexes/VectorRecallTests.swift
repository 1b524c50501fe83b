import Testing
import TestSupport

@testable import Relate

/// What a search by cells finds of the nearest, on vectors of many kinds, against a scan of all.
@Suite("Recall of vector searches") struct VectorRecallTests {
    enum Kind: String, CaseIterable {
        case tightClusters, looseClusters, manyClusters, touchingClusters, independent, anisotropic, duplicates
        case lowDimension, heavyTails
    }

    private static let dimension = 48
    private static let count = 6000

    /// Draws vectors of a kind.
    private struct Source {
        let kind: Kind
        var random: SplitMix
        var centers: [[Double]] = []
        var drawn: [[Double]] = []

        init(_ kind: Kind, seed: UInt64) {
            self.kind = kind
            random = SplitMix(seed: seed)
            centers = (0..<(kind == .manyClusters ? 300 : 40)).map { _ in normal(dimension) }
        }

        mutating func normal(_ count: Int) -> [Double] {
            (0..<count).map { _ in
                var sum = -3.0
                for _ in 0..<6 { sum += Double.random(in: 0...1, using: &random) }
                return sum * 1.4
            }
        }

        private mutating func cluster(_ spread: Double) -> [Double] {
            // Of sizes that differ much.
            let share = Double.random(in: 0..<1, using: &random) * Double.random(in: 0..<1, using: &random)
            let center = centers[Int(Double(centers.count) * share)]
            return zip(center, normal(dimension)).map { $0 + spread * $1 }
        }

        mutating func next() -> [Double] {
            switch kind {
            case .tightClusters: return cluster(0.2)
            case .looseClusters: return cluster(0.6)
            case .manyClusters: return cluster(0.4)
            case .touchingClusters: return cluster(1.0)
            case .independent: return normal(dimension)
            case .anisotropic: return normal(dimension).enumerated().map { $1 / Double($0 + 1) }
            case .duplicates:
                if drawn.count >= 400 { return drawn[Int(random.next() % 400)] }
                drawn.append(cluster(0.6))
                return drawn[drawn.count - 1]
            case .lowDimension:
                let point = normal(4)
                return (0..<dimension).map { place in
                    var sum = 0.0
                    for axis in 0..<4 {
                        let bent: Double = point[axis] * (1 + 0.3 * point[(axis + 1) % 4])
                        sum += centers[axis][place] * bent
                    }
                    return sum
                }
            case .heavyTails:
                let share = Double.random(in: 0.05...1, using: &random)
                return cluster(0.3 / share)
            }
        }
    }

    @Test(
        "At least 95 of 100 of the nearest are found, of vectors of any kind", arguments: Kind.allCases, [false, true])
    func recall(kind: Kind, isEuclidean: Bool) throws {
        var settings = VectorIndexSettings()
        settings.similarity = isEuclidean ? .euclidean : .cosine
        var source = Source(kind, seed: 17)
        var graph = VectorGraph(dimension: Self.dimension, settings: settings, arrangedLeast: 3000)
        var exact = VectorGraph(dimension: Self.dimension, settings: settings, arrangedLeast: .max)
        for element in 0..<UInt32(Self.count) {
            // Two thirds are loaded, the others written one by one.
            if element == UInt32(2 * Self.count / 3) { graph.linkAll({}) }
            guard let vector = settings.similarity.prepared(source.next()) else { continue }
            graph.insert(element, vector, linking: element > UInt32(2 * Self.count / 3))
            exact.insert(element, vector)
        }
        for element in stride(from: UInt32(0), to: UInt32(Self.count), by: 11) {
            graph.remove(element)
            exact.remove(element)
        }
        #expect(exact.cells == nil)
        #expect(graph.brokenInvariants() == [])
        if kind == .tightClusters || kind == .looseClusters { #expect(graph.cells != nil) }
        let admitted: ((UInt32) -> Bool) = { $0 % 7 == 3 }
        for (count, isFiltered, isForeign) in [
            (1, false, false), (10, false, false), (60, false, false), (10, true, false), (10, false, true),
        ] {
            var (hits, all) = (0, 0)
            for _ in 0..<60 {
                let point = isForeign ? source.normal(Self.dimension) : source.next()
                guard let query = settings.similarity.prepared(point) else { continue }
                let filter = isFiltered ? admitted : nil
                let found = try graph.nearest(to: query, count: count, admits: filter)
                let wanted = try exact.nearest(to: query, count: count, admits: filter)
                #expect(found.count == wanted.count)
                let farthest = wanted.last?.distance ?? 0
                hits += found.count { $0.distance <= farthest * (1 + 1e-5) + 1e-6 }
                all += wanted.count
            }
            #expect(
                Double(hits) >= 0.95 * Double(all),
                "\(hits) of \(all): \(kind), \(count) nearest, filtered: \(isFiltered), foreign: \(isForeign)")
        }
    }
}
