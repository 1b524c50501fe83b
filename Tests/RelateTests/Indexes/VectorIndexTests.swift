import Foundation
import Testing

@testable import Relate

@Suite struct VectorIndexTests {
    private static func vector(_ dimension: Int, _ random: inout SplitMix, spread: Double = 1) -> [Double] {
        (0..<dimension).map { _ in
            (Double.random(in: -1...1, using: &random) + Double.random(in: -1...1, using: &random)) * spread
        }
    }

    private static func settings(_ similarity: VectorSimilarity, dimension: Int? = nil) -> VectorIndexSettings {
        var settings = VectorIndexSettings()
        settings.similarity = similarity
        settings.dimension = dimension
        return settings
    }

    private static func aligned(_ values: [Float], _ width: Int) -> UnsafeMutablePointer<Float> {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: width * 4, alignment: 64)
        let floats = memory.initializeMemory(as: Float.self, repeating: 0, count: width)
        for (index, value) in values.enumerated() { floats[index] = value }
        return floats
    }

    @Test(arguments: [VectorSimilarity.cosine, .euclidean])
    func codesNeverSayThatAVectorIsFartherThanItIs(similarity: VectorSimilarity) throws {
        var random = SplitMix(seed: 3)
        for round in 0..<2000 {
            let dimension = Int.random(in: 1...300, using: &random)
            let width = (dimension + VectorCodes.width - 1) / VectorCodes.width * VectorCodes.width
            let scales: [Double] = [1e-30, 1e-6, 1, 1e3, 1e15]
            let scale: Double = scales.randomElement(using: &random) ?? 1
            let offset: Double = Bool.random(using: &random) ? 0 : scale * 100
            let a = Self.vector(dimension, &random, spread: scale).map { $0 + offset }
            let b = round % 3 == 0 ? a : Self.vector(dimension, &random, spread: scale).map { $0 + offset }
            guard let first = similarity.prepared(a), let second = similarity.prepared(b) else { continue }
            let (left, right) = (Self.aligned(first, width), Self.aligned(second, width))
            let row = UnsafeMutableRawPointer.allocate(byteCount: VectorCodes.rowBytes(width), alignment: 64)
            defer {
                left.deallocate()
                right.deallocate()
                row.deallocate()
            }
            VectorCodes.encode(right, width, into: row)
            let least = VectorCodes.Query(left, width, similarity).leastDistance(row)
            let distance = similarity.distance(left, right, width)
            #expect(least <= distance, "dimension \(dimension), scale \(scale), offset \(offset), round \(round)")
            if offset == 0, scale == 1, dimension > 64, round % 3 != 0 {
                #expect(least > distance - (similarity == .cosine ? 0.2 : distance), "a bound that tells nothing")
            }
        }
    }

    /// Under random changes an index finds what a scan of a dictionary finds, and a copy of before goes on finding that.
    @Test(arguments: 0..<6) func findsTheNearest(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed) &+ 100)
        let similarity: VectorSimilarity = seed % 2 == 0 ? .cosine : .euclidean
        let dimension = [3, 8, 20][seed % 3]
        var graph = VectorGraph(dimension: dimension, settings: Self.settings(similarity))
        var model: [UInt32: [Float]] = [:]
        var old: [(VectorGraph, [UInt32: [Float]])] = []
        for step in 0..<3000 {
            let element = UInt32.random(in: 0..<600, using: &random)
            if let vector = model[element] {
                graph.remove(element)
                // A write of another property puts the same vector back.
                if step % 3 == 0 { graph.insert(element, vector) } else { model[element] = nil }
            } else if let vector = similarity.prepared(Self.vector(dimension, &random)) {
                graph.insert(element, vector)
                model[element] = vector
            }
            if step % 700 == 350 { old.append((graph, model)) }
            if step % 100 == 99 {
                try Self.check(graph, model, similarity, dimension, &random)
                #expect(graph.brokenInvariants() == [])
            }
        }
        for (graph, model) in old { try Self.check(graph, model, similarity, dimension, &random) }
    }

    /// - Returns: of the nearest, those that were found: all of them where nothing is in cells.
    @discardableResult
    private static func check(
        _ graph: VectorGraph, _ model: [UInt32: [Float]], _ similarity: VectorSimilarity, _ dimension: Int,
        _ random: inout SplitMix, near center: [Double]? = nil
    ) throws -> (found: Int, wanted: Int) {
        #expect(graph.liveCount == model.count)
        let origin = center ?? [Double](repeating: 0, count: dimension)
        let coordinates = zip(origin, vector(dimension, &random)).map { $0 + $1 }
        guard let query = similarity.prepared(coordinates) else { return (0, 0) }
        let isOdd = Bool.random(using: &random)
        let found = try graph.nearest(to: query, count: 10, admits: isOdd ? { $0 % 2 == 1 } : nil)
        let expected = model.filter { !isOdd || $0.key % 2 == 1 }.map { element, vector in
            (element, distance(similarity, query, vector))
        }.sorted { $0.1 < $1.1 }.prefix(10)
        #expect(found.count == expected.count)
        var count = 0
        for (hit, wanted) in zip(found, expected) {
            if graph.cells == nil { #expect(abs(Double(hit.distance) - wanted.1) < 1e-4 * max(1, wanted.1)) }
            #expect(!isOdd || hit.element % 2 == 1)
            let vector = try #require(model[hit.element])
            #expect(abs(Double(hit.distance) - distance(similarity, query, vector)) < 1e-4 * max(1, wanted.1))
            let farthest = expected.last?.1 ?? 0
            if Double(hit.distance) <= farthest + 1e-4 * max(1, farthest) { count += 1 }
        }
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.distance <= $1.distance })
        return (count, expected.count)
    }

    /// Under random changes to vectors in clusters the search by cells finds what a scan of a dictionary finds, near the
    /// clusters and far from them.
    @Test(arguments: [VectorSimilarity.cosine, .euclidean])
    func clustersAreFoundByCells(similarity: VectorSimilarity) throws {
        var random = SplitMix(seed: 21)
        let dimension = 16
        var graph = VectorGraph(dimension: dimension, settings: Self.settings(similarity), arrangedLeast: 150)
        let centers = (0..<20).map { _ in Self.vector(dimension, &random, spread: 9) }
        var model: [UInt32: [Float]] = [:]
        var old: [(VectorGraph, [UInt32: [Float]])] = []
        var arranged = 0
        var (hits, all) = (0, 0)
        func look(_ graph: VectorGraph, _ model: [UInt32: [Float]], near center: [Double]?) throws {
            let (found, wanted) = try Self.check(graph, model, similarity, dimension, &random, near: center)
            (hits, all) = (hits + found, all + wanted)
        }
        for step in 0..<4000 {
            let element = UInt32.random(in: 0..<900, using: &random)
            if model[element] != nil {
                graph.remove(element)
                model[element] = nil
            } else if let center = centers.randomElement(using: &random),
                let vector = similarity.prepared(zip(center, Self.vector(dimension, &random)).map { $0 + $1 })
            {
                graph.insert(element, vector)
                model[element] = vector
            }
            if step % 900 == 450 { old.append((graph, model)) }
            if step % 100 == 99 {
                if graph.cells != nil { arranged += 1 }
                try look(graph, model, near: centers[step % centers.count])
                try look(graph, model, near: nil)
                #expect(graph.brokenInvariants() == [])
            }
        }
        #expect(arranged > 20)
        graph.arrange()
        #expect(graph.cells != nil)
        #expect(graph.brokenInvariants() == [])
        for (graph, model) in old + [(graph, model)] {
            try look(graph, model, near: centers.first)
        }
        #expect(Double(hits) >= 0.98 * Double(all), "\(hits) of \(all)")
    }

    @Test func ofEqualVectorsInCellsTheEldestAreFound() throws {
        var graph = VectorGraph(dimension: 2, settings: Self.settings(.euclidean), arrangedLeast: 100)
        for element in 0..<UInt32(600) { graph.insert(element, [Float(element % 6) * 100, Float(element % 2)]) }
        #expect(graph.cells != nil)
        #expect(try graph.nearest(to: [200, 0], count: 4).map(\.element) == [2, 8, 14, 20])
        #expect(try graph.nearest(to: [150, 0.5], count: 3).map(\.element) == [1, 2, 7])
    }

    @Test func vectorsWithoutClustersStayAsTheyAre() throws {
        var random = SplitMix(seed: 5)
        var graph = VectorGraph(dimension: 96, settings: Self.settings(.cosine), arrangedLeast: 100)
        for element in 0..<UInt32(400) {
            guard let vector = VectorSimilarity.cosine.prepared(Self.vector(96, &random)) else { continue }
            graph.insert(element, vector)
        }
        #expect(graph.cells == nil)
    }

    private static func distance(_ similarity: VectorSimilarity, _ a: [Float], _ b: [Float]) -> Double {
        switch similarity {
        case .cosine: max(0, 1 - zip(a, b).reduce(0) { $0 + Double($1.0) * Double($1.1) })
        case .euclidean: zip(a, b).reduce(0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
        }
    }

    /// With so few unlinked rows allowed nearly all are linked: the walk, its upkeep and its making anew.
    @Test(arguments: [VectorSimilarity.cosine, .euclidean])
    func theGraphFindsNearlyAll(similarity: VectorSimilarity) throws {
        var random = SplitMix(seed: 9)
        let dimension = 16
        var settings = Self.settings(similarity)
        settings.neighbours = 8
        settings.candidates = 40
        var graph = VectorGraph(dimension: dimension, settings: settings, unlinkedCoordinates: 32 * 32)
        let centers = (0..<12).map { _ in Self.vector(dimension, &random, spread: 4) }
        var model: [UInt32: [Float]] = [:]
        func add(_ element: UInt32) {
            let center = centers[Int.random(in: 0..<centers.count, using: &random)]
            let point = zip(center, Self.vector(dimension, &random)).map { $0 + $1 }
            guard let vector = similarity.prepared(point) else { return }
            graph.insert(element, vector)
            model[element] = vector
        }
        for element in 0..<3000 { add(UInt32(element)) }
        #expect(graph.linkedCount > 2800)
        let before = graph
        let modelBefore = model
        for element in stride(from: 0, to: 3000, by: 2) {
            graph.remove(UInt32(element))
            model[UInt32(element)] = nil
        }
        for element in 3000..<3200 { add(UInt32(element)) }
        #expect(graph.brokenInvariants() == [])
        for (graph, model) in [(graph, model), (before, modelBefore)] {
            var (hits, total) = (0, 0)
            for _ in 0..<40 {
                guard let center = centers.randomElement(using: &random),
                    let query = similarity.prepared(zip(center, Self.vector(dimension, &random)).map { $0 + $1 })
                else { continue }
                let walked = try graph.walkedNearest(to: query, count: 10)
                let wanted = Set(
                    model.map { ($0.key, Self.distance(similarity, query, $0.value)) }.sorted { $0.1 < $1.1 }.prefix(10)
                        .map(\.0))
                hits += walked.count { wanted.contains($0) }
                total += wanted.count
                #expect(walked.allSatisfy { model[$0] != nil })
            }
            #expect(Double(hits) >= 0.95 * Double(total), "\(hits) of \(total)")
        }
    }

    @Test func valuesThatAreNoSuchVectorsArePassedOver() {
        var index = VectorIndex(Self.settings(.cosine, dimension: 2))
        let values: [Value] = [
            .null, .string("x"), .list([]), .list([.float(1)]), .list([.float(0), .int(0)]), .list([.float(1), .null]),
            .list([.float(.infinity), .float(1)]), .list([.float(.nan), .float(1)]),
            .list([.float(1e300), .float(1e300)]),
        ]
        for (element, value) in values.enumerated() {
            index.insert(UInt32(element), [value])
        }
        #expect(index.entryCount == 0)
        for (element, value) in values.enumerated() { index.remove(UInt32(element), [value]) }
        index.insert(20, [.list([.int(3), .float(4)])])
        index.insert(21, [.vector(.floats(type: .float32, [1, 0]))])
        #expect(index.entryCount == 2)
    }

    @Test func vectorsOfEachSizeStandByThemselves() throws {
        var index = VectorIndex(Self.settings(.euclidean))
        index.insert(1, [.list([.float(1)])])
        index.insert(2, [.list([.float(1), .float(2)])])
        index.insert(3, [.list([.float(5)])])
        #expect(index.entryCount == 3)
        #expect(try index.graphs[1]?.nearest(to: [2], count: 9).map(\.element) == [1, 3])
        #expect(index.brokenInvariants() == [])
    }
}

extension VectorGraph {
    /// By the walk, whatever it costs.
    fileprivate func walkedNearest(to query: [Float], count: Int) throws -> [UInt32] {
        guard let (entry, level) = top else { return [] }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: width * 4, alignment: 64)
        defer { memory.deallocate() }
        let aligned = memory.initializeMemory(as: Float.self, repeating: 0, count: width)
        for (index, value) in query.enumerated() { aligned[index] = value }
        let reader = self.reader
        var search = VectorLayerSearch(slotCount: slotCount, capacity: 100)
        let first = search.descend(aligned, from: entry, level: level, to: 0, breadth: 32, in: reader)
        search.run(aligned, from: first, level: 0, count: 100, in: reader) { reader.isLive($0) }
        var near = search.nearest.sorted
        for slot in linkedCount..<slotCount where reader.isLive(UInt32(slot)) {
            near.append(NearSlot(reader.distance(aligned, UInt32(slot)), UInt32(slot)))
        }
        near.sort()
        return near.prefix(count).map { reader.element($0.slot) }
    }
}
