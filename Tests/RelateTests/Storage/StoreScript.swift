import Durability

@testable import Relate

/// Work on a store, and what must be there after it: each commit makes two nodes and a relationship of its own number,
/// and counts.
final class StoreScript {
    /// Both forms, in a file system of memory.
    static let paths = ["/store", "/store.rl"]

    let files: InMemoryFileSystem
    let path: String
    private(set) var acknowledged: Set<Int64> = []
    /// Refused in a way that leaves open whether it is on disk.
    private(set) var unknown: Set<Int64> = []
    private(set) var errors: [String] = []
    private var next: Int64 = 0
    private var database: Database?
    private var connection: Connection?

    init(_ files: InMemoryFileSystem, _ path: String) {
        self.files = files
        self.path = path
    }

    /// Opens, commits small and large, writes checkpoints, closes and opens again. Goes on after errors, as a program may.
    func run() {
        open()
        for _ in 0..<3 { commit() }
        checkpoint()
        commit(size: 40)
        commit()
        update()
        commit(size: 30, isWhole: true)
        close()
        open()
        commit()
        commit(isWhole: true)
        commit(size: 90)
        checkpoint()
        update()
        commit()
        close()
        open()
        commit()
    }

    var options: OpenStore.Options { .test(files) }

    func open() {
        attempt {
            let database = try Database(opening: path, options)
            connection = try database.connect()
            self.database = database
        }
    }

    func close() {
        connection = nil
        database = nil
    }

    func checkpoint() { attempt { try database?.checkpoint() } }

    /// - Parameters:
    ///   - size: how many texts go with it, so that a frame has many blocks.
    ///   - isWhole: whether the whole graph is written instead of what changed.
    func commit(size: Int = 0, isWhole: Bool = false) {
        next += 1
        let number = next
        guard let connection else { return }
        let ballast = (0..<size).map { CypherValue.string("ballast \($0) of commit \(number)") }
        do {
            if isWhole { try connection.begin() }
            try connection.query(
                "CREATE (:A {i: $i})-[:R {i: $i, ballast: $ballast}]->(:B {i: $i, at: date('2024-05-06')})",
                ["i": .int(number), "ballast": .list(ballast)])
            if isWhole { try connection.commit(isWhole: true) }
            acknowledged.insert(number)
        } catch {
            note(error, of: number)
        }
    }

    /// Counts the commits in one transaction of two statements.
    func update() {
        attempt {
            try connection?.transaction { connection in
                try connection.query("MERGE (c:Counter) SET c.n = coalesce(c.n, 0) + 1")
                try connection.query("MATCH (c:Counter) SET c.twice = 2 * c.n")
            }
        }
    }

    private func note(_ error: any Error, of number: Int64) {
        errors.append("\(error)")
        if (error as? RelateError)?.engineError?.stage == .internal { unknown.insert(number) }
    }

    private func attempt(_ body: () throws -> Void) {
        do { try body() } catch { errors.append("\(error)") }
    }

    /// What is wrong with what the open database shows; empty also where it shows nothing any more.
    func differencesWhileOpen() -> [String] {
        guard let connection, (try? connection.query("RETURN 1")) != nil else { return [] }
        do {
            let found = try Self.numbers(connection.database.snapshot)
            return differences(from: found)
        } catch {
            return ["\(error)"]
        }
    }

    /// What is wrong with the store on `files`, opened anew for writing.
    func differences(on files: InMemoryFileSystem) -> [String] {
        do {
            let database = try Database(opening: path, .test(files))
            let found = try Self.numbers(database.snapshot)
            return database.snapshot.checkInvariants() + differences(from: found)
        } catch {
            return ["\(error)"]
        }
    }

    /// What is wrong with the store on `files` for who only reads it.
    func differencesReading(_ files: InMemoryFileSystem) -> [String] {
        // Nothing was ever acknowledged where there is no store yet.
        if files.bytes(of: path == "/store" ? "/store/checkpoint" : path)?.isEmpty ?? true {
            return differences(from: [])
        }
        do {
            let state = try StoredGraph.reading(path, in: files).state
            return state.checkInvariants() + differences(from: try Self.numbers(state))
        } catch {
            return ["\(error)"]
        }
    }

    private func differences(from found: Set<Int64>) -> [String] {
        var wrong: [String] = []
        let missing = acknowledged.subtracting(found)
        if !missing.isEmpty { wrong.append("lost \(missing.sorted())") }
        let made = found.subtracting(acknowledged).subtracting(unknown)
        if !made.isEmpty { wrong.append("made up \(made.sorted())") }
        return wrong
    }

    /// The commits that are there, after a look that each is whole.
    private static func numbers(_ state: GraphState) throws -> Set<Int64> {
        func integer(_ value: Value?) -> Int64? {
            if case .int(let integer)? = value { integer } else { nil }
        }
        func value(_ key: String, of node: NodeID) -> Value? {
            state.propertyKeyID(named: key).map { state.property($0, of: node) }
        }
        var nodes: [String: Set<Int64>] = ["A": [], "B": []]
        for row in 0..<UInt32(state.nodeRowCount) where state.exists(NodeID(row)) {
            let node = NodeID(row)
            let label = state.labels(of: node).map { state.name(of: $0) }.joined()
            if label == "Counter", let count = integer(value("n", of: node)) {
                guard integer(value("twice", of: node)) == 2 * count else { throw Half(what: "count \(count)") }
            } else if let number = integer(value("i", of: node)) {
                nodes[label, default: []].insert(number)
            }
        }
        var whole: Set<Int64> = []
        for row in 0..<UInt32(state.relationshipRowCount) where state.exists(RelationshipID(row)) {
            let relationship = RelationshipID(row)
            guard let key = state.propertyKeyID(named: "i"),
                let number = integer(state.property(key, of: relationship)),
                integer(state.property(key, of: state.start(of: relationship))) == number,
                integer(state.property(key, of: state.end(of: relationship))) == number
            else { throw Half(what: "relationship \(row)") }
            whole.insert(number)
        }
        guard nodes["A"] == whole, nodes["B"] == whole else { throw Half(what: "\(nodes) \(whole)") }
        return whole
    }

    private struct Half: Error {
        var what: String
    }
}

extension OpenStore.Options {
    /// Small segments, checkpoints only when they are asked for, and operations on files in the same order each time.
    static func test(_ files: any FileSystem) -> OpenStore.Options {
        OpenStore.Options(
            files: files, segmentBytes: 16 * 512, segmentMaker: .committingThread, checkpointIntervalMs: 86_400_000,
            checkpointLogBytes: 1 << 40)
    }
}
