import Durability
import Relate

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `store-writer STORE CONNECTIONS FIRST`: writes to the store with that many connections at once, from number FIRST of
/// each on, and tells each commit on stdout as it is acknowledged, `<connection> <number>`. It goes on until it is killed.
@main
enum StoreWriter {
    static func main() {
        let words = CommandLine.arguments
        guard words.count == 4, let connectionCount = Int(words[2]), let first = Int64(words[3]) else {
            tell("usage: store-writer STORE CONNECTIONS FIRST\n", on: STDERR_FILENO)
            exit(2)
        }
        let database: Database
        do {
            database = try Database(opening: words[1])
        } catch {
            fail(error)
        }
        tell("ready\n")
        let threads = (0..<connectionCount).compactMap { number in
            BackgroundThread {
                do {
                    try write(to: database, number, from: first)
                } catch {
                    fail(error)
                }
            }
        }
        for thread in threads { thread.join() }
    }

    private static func write(to database: Database, _ number: Int, from first: Int64) throws {
        let connection = try database.connect()
        var next = first
        while true {
            let parameters: [String: CypherValue] = ["c": .int(Int64(number)), "i": .int(next)]
            if next % 3 == 0 {
                try connection.transaction { connection in
                    try connection.query("CREATE (:A {c: $c, i: $i})", parameters)
                    try connection.query(
                        "MATCH (a:A {c: $c, i: $i}) CREATE (a)-[:R {i: $i}]->(:B {c: $c, i: $i})", parameters)
                }
            } else {
                try connection.query(
                    "CREATE (:A {c: $c, i: $i})-[:R {i: $i}]->(:B {c: $c, i: $i, text: 'number ' + $i})", parameters)
            }
            tell("\(number) \(next)\n")
            if number == 0, next % 20 == 7 { try database.checkpoint() }
            next += 1
        }
    }

    private static func tell(_ line: String, on descriptor: Int32 = STDOUT_FILENO) {
        let bytes = Array(line.utf8)
        #if canImport(Glibc)
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        #else
        _ = bytes.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
        #endif
    }

    private static func fail(_ error: any Error) -> Never {
        tell("store-writer: \(error)\n", on: STDERR_FILENO)
        exit(1)
    }
}
