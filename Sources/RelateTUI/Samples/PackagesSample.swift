import Relate

/// The sample `packages`: this machine's Debian packages.
///
/// `(:Package {name, version, section, priority, architecture, installedSize, description, homepage})`, sizes in KiB, with
/// `DEPENDS_ON`, `RECOMMENDS` and `SUGGESTS {constraint, alternative}`, `PROVIDES {constraint}`, `IN_SECTION` to a
/// `(:Section {name})` and `MAINTAINED_BY` to a `(:Maintainer {name, email})`. What is named but not installed is a
/// `(:Virtual {name})` where some package provides it, else a `(:Missing {name})`.
enum PackagesSample {
    static let defaultPath = "/var/lib/dpkg/status"

    /// - Parameter bytes: What the status file holds.
    static func graph(of bytes: [UInt8]) -> GraphSeed {
        let packages = PackageStatus.packages(in: bytes)
        var seed = GraphSeed()
        // Two architectures of one package are one node here; the first one counts.
        var seen: Set<String> = []
        let distinct = packages.filter { seen.insert($0.name).inserted }
        for package in distinct { seed.set(properties(of: package), of: seed.node("Package", package.name)) }
        for package in distinct {
            let place = seed.node("Package", package.name)
            for reference in package.provides where seed.place("Package", reference.name) == nil {
                let virtual = seed.node("Virtual", reference.name)
                seed.set(["name": .string(reference.name)], of: virtual)
                seed.relate(place, "PROVIDES", virtual, constraint(reference))
            }
        }
        for package in distinct { relate(package, in: &seed) }
        return seed
    }

    private static func properties(of package: PackageStatus.Package) -> [String: CypherValue] {
        var properties: [String: CypherValue] = ["name": .string(package.name), "version": .string(package.version)]
        properties["section"] = package.section.map { .string($0) }
        properties["priority"] = package.priority.map { .string($0) }
        properties["architecture"] = package.architecture.map { .string($0) }
        properties["installedSize"] = package.installedSize.map { .int($0) }
        properties["description"] = package.description.map { .string($0) }
        properties["homepage"] = package.homepage.map { .string($0) }
        return properties
    }

    private static func relate(_ package: PackageStatus.Package, in seed: inout GraphSeed) {
        let place = seed.node("Package", package.name)
        if let name = package.section {
            let section = seed.node("Section", name)
            seed.set(["name": .string(name)], of: section)
            seed.relate(place, "IN_SECTION", section)
        }
        if let text = package.maintainer {
            let maintainer = seed.node("Maintainer", text)
            seed.set(person(text), of: maintainer)
            seed.relate(place, "MAINTAINED_BY", maintainer)
        }
        for (type, groups) in [
            ("DEPENDS_ON", package.depends), ("RECOMMENDS", package.recommends), ("SUGGESTS", package.suggests),
        ] {
            for group in groups {
                for (index, reference) in group.enumerated() {
                    var properties = constraint(reference)
                    // 1, 2, … where one of several will do.
                    if group.count > 1 { properties["alternative"] = .int(Int64(index + 1)) }
                    seed.relate(place, type, target(reference.name, in: &seed), properties)
                }
            }
        }
    }

    private static func target(_ name: String, in seed: inout GraphSeed) -> Int {
        if let place = seed.place("Package", name) ?? seed.place("Virtual", name) { return place }
        let missing = seed.node("Missing", name)
        seed.set(["name": .string(name)], of: missing)
        return missing
    }

    private static func constraint(_ reference: PackageStatus.Reference) -> [String: CypherValue] {
        reference.constraint.map { ["constraint": .string($0)] } ?? [:]
    }

    /// `Name <address>`
    private static func person(_ text: String) -> [String: CypherValue] {
        guard let open = text.firstIndex(of: "<"), text.hasSuffix(">") else { return ["name": .string(text)] }
        let name = text[..<open].split(separator: " ").joined(separator: " ")
        let email = text[text.index(after: open)...].dropLast()
        return ["name": .string(name.isEmpty ? String(email) : name), "email": .string(String(email))]
    }

    static let firstQueries = """
        // The packages that most others depend on
        MATCH (p:Package)<-[d:DEPENDS_ON]-(other:Package)
        RETURN p.name AS package, p.section AS section, p.installedSize AS kib, count(DISTINCT other) AS dependents
        ORDER BY dependents DESC, package
        LIMIT 25;

        // Where does the disk space go?
        MATCH (p:Package)-[:IN_SECTION]->(s:Section)
        RETURN s.name AS section, count(*) AS packages, sum(p.installedSize) / 1024 AS mib
        ORDER BY mib DESC;

        // One package and what it needs, two steps deep
        MATCH path = (:Package {name: 'git'})-[:DEPENDS_ON*1..2]->(needed)
        RETURN path;

        // Recommended, but not there
        MATCH (p:Package)-[:RECOMMENDS]->(m:Missing)
        RETURN m.name AS missing, collect(DISTINCT p.name) AS recommendedBy
        ORDER BY size(recommendedBy) DESC, missing
        LIMIT 20;

        // What does that cost? F7 profiles it.
        MATCH (a:Package)-[:DEPENDS_ON]->(b:Package)-[:DEPENDS_ON]->(a)
        WHERE a.name < b.name
        RETURN a.name, b.name;

        """
}
