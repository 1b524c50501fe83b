import Relate

/// The sample `movies`: `(:Person {name, born})` who `ACTED_IN {roles}`, `DIRECTED`, `PRODUCED` or `WROTE` a
/// `(:Movie {title, released, tagline})`.
enum MoviesSample {
    static func graph() -> GraphSeed {
        var seed = GraphSeed()
        for line in MovieFacts.births.split(separator: "\n") {
            guard let (year, names) = halves(of: line, at: ":") else { continue }
            for name in items(of: names) {
                let person = seed.node("Person", name)
                seed.set(["name": .string(name), "born": .int(Int64(year) ?? 0)], of: person)
            }
        }
        var movie: Int?
        for line in MovieFacts.films.split(separator: "\n") {
            if line.hasPrefix(" ") {
                if let movie { addCredits(line, of: movie, to: &seed) }
            } else if let open = line.lastIndex(of: "("), let close = line.lastIndex(of: ")"), open < close,
                let year = Int64(line[line.index(after: open)..<close])
            {
                let title = String(line[..<open].dropLast())
                let place = seed.node("Movie", title)
                let tagline = String(line[close...].dropFirst(2))
                seed.set(["title": .string(title), "released": .int(year), "tagline": .string(tagline)], of: place)
                movie = place
            }
        }
        return seed
    }

    /// `  acted: NAME = ROLE; …` and the other crafts.
    private static func addCredits(_ line: Substring, of movie: Int, to seed: inout GraphSeed) {
        guard let (craft, names) = halves(of: line.drop { $0 == " " }, at: ":"), let type = types[craft] else { return }
        for item in items(of: names) {
            let (name, role) = halves(of: item[...], at: "=") ?? (item, "")
            let person = seed.node("Person", name)
            seed.set(["name": .string(name)], of: person)
            seed.relate(person, type, movie, role.isEmpty ? [:] : ["roles": [.string(role)]])
        }
    }

    private static let types = [
        "acted": "ACTED_IN", "directed": "DIRECTED", "produced": "PRODUCED", "wrote": "WROTE",
    ]

    private static func halves(of text: Substring, at separator: Character) -> (String, String)? {
        guard let place = text.firstIndex(of: separator) else { return nil }
        return (trimmed(text[..<place]), trimmed(text[text.index(after: place)...]))
    }

    private static func items(of text: String) -> [String] { text.split(separator: ";").map(trimmed) }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        return String(
            start.prefix(upTo: start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex))
    }

    static let firstQueries = """
        // Who directed people they also acted beside?
        MATCH (p:Person)-[:DIRECTED]->(m:Movie)<-[a:ACTED_IN]-(p)
        RETURN p.name AS person, m.title AS movie, m.released AS year, a.roles AS roles
        ORDER BY year;

        // Everything within two steps of one actor
        MATCH path = (:Person {name: 'Matt Damon'})-[:ACTED_IN]->(:Movie)<-[:DIRECTED]-(:Person)
        RETURN path;

        // Who worked with whom more than once?
        MATCH (a:Person)-[:ACTED_IN]->(m:Movie)<-[:ACTED_IN]-(b:Person)
        WHERE a.name < b.name
        WITH a, b, collect(m.title) AS together
        WHERE size(together) > 1
        RETURN a.name, b.name, together
        ORDER BY size(together) DESC, a.name, b.name;

        // What does the planner think of that?
        PROFILE MATCH (d:Person)-[:DIRECTED]->(m:Movie)<-[:ACTED_IN]-(a:Person)
        WHERE m.released >= 2000
        RETURN d.name AS director, count(DISTINCT a) AS actors
        ORDER BY actors DESC LIMIT 10;

        """
}
