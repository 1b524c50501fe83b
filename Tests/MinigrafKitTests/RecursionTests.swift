import MinigrafKit
import Testing

struct RecursionTests {
    @Test("A right-recursive chain reaches every later node")
    func chain() throws {
        let length = 200
        let database = try MiniGrafDb.openInMemory()
        let facts = (0..<length).map { "[:n\($0) :edge :n\($0 + 1)]" }.joined(separator: " ")
        _ = try database.execute(datalog: "(transact [\(facts)])")
        _ = try database.execute(datalog: "(rule [(reach ?a ?b) [?a :edge ?b]])")
        _ = try database.execute(datalog: "(rule [(reach ?a ?b) [?a :edge ?m] (reach ?m ?b)])")
        let result = try database.execute(datalog: "(query [:find (count ?b) :where (reach ?a ?b)])")
        #expect(result == #"{"results":[[\#(length * (length + 1) / 2)]],"variables":["(count ?b)"]}"#)
    }
}
