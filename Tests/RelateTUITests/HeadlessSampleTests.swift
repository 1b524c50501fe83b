import Foundation
import Relate
import TestSupport
import Testing

@testable import RelateTUI

@Suite struct HeadlessPackageStatusTests {
    private func packages(_ text: String) -> [PackageStatus.Package] { PackageStatus.packages(in: Array(text.utf8)) }

    @Test func `a paragraph is a package`() throws {
        let read = packages(
            """
            Package: git
            Status: install ok installed
            Priority: optional
            Section: vcs
            Installed-Size: 46216
            Maintainer: Jane Doe <jane@example.org>
            Architecture: amd64
            Version: 1:2.39.5-0+deb12u2
            Provides: git-completion, git-core (= 1:2)
            Depends: libc6 (>= 2.34), perl, liberror-perl | libperl-error (<< 2),
             git-man:any (>> 1:2.39) [amd64] <!nocheck>
            Pre-Depends: dpkg
            Recommends: less
            Suggests: gettext-base:any
            Description: fast, scalable, distributed
             Depends: this is text, no field
             .
             more
            Homepage: https://example.org
            """)
        let package = try #require(read.first)
        #expect(read.count == 1)
        #expect(package.name == "git" && package.version == "1:2.39.5-0+deb12u2" && package.installedSize == 46216)
        #expect(package.description == "fast, scalable, distributed" && package.homepage == "https://example.org")
        #expect(
            package.depends == [
                [.init(name: "libc6", constraint: ">= 2.34")], [.init(name: "perl")],
                [.init(name: "liberror-perl"), .init(name: "libperl-error", constraint: "<< 2")],
                [.init(name: "git-man", constraint: ">> 1:2.39")], [.init(name: "dpkg")],
            ])
        #expect(package.suggests == [[.init(name: "gettext-base")]])
        #expect(package.provides == [.init(name: "git-completion"), .init(name: "git-core", constraint: "= 1:2")])
    }

    @Test func `what is not installed is left out`() {
        let read = packages(
            """
            Package: a
            Status: deinstall ok config-files
            Version: 1

            Package: b
            Status: install ok not-installed
            Version: 1

            Package: c
            Status: hold ok installed
            Version: 1
            """)
        #expect(read.map(\.name) == ["c"])
    }

    @Test(arguments: [
        "", "\n\n\n", "Package: a", "no colon at all\n\0\u{1}\n", "Package: a\nStatus: install ok installed\n",
        "Package:\nVersion: 1\nStatus: install ok installed\n", ": : :\n:\n", " continued without a field\n",
    ])
    func `a file that is damaged gives nothing, and no harm`(_ text: String) {
        #expect(packages(text).isEmpty)
    }

    @Test(
        arguments: [
            (",,|,", []), ("a (", ["a"]), ("a )(", ["a"]), ("(>= 1)", []), ("$(evil), b", ["b"]), ("-x, c", ["c"]),
            ("a|b", ["a", "b"]), ("é, d", ["d"]), ("a:any:any(>= 1)", ["a"]), ("a()", ["a"]),
        ] as [(String, [String])])
    func `references that make no sense are left out`(_ text: String, _ names: [String]) {
        #expect(PackageStatus.references(text).flatMap { $0 }.map(\.name) == names)
    }

    @Test func `bytes that are no UTF-8 do not matter`() {
        var bytes = Array("Package: a\nStatus: install ok installed\nVersion: 1\nDescription: ".utf8)
        bytes += [0xFF, 0xFE, 0x0A, 0x0D, 0x0A]
        #expect(PackageStatus.packages(in: bytes).map(\.name) == ["a"])
    }

    @Test func `a file without a package is no sample`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/people.csv"
        try Data("name,born\nAda,1815\n".utf8).write(to: URL(fileURLWithPath: path))
        let failure = #expect(throws: UsageError.self) { try Samples.named("packages").graph(path) }
        #expect(failure?.message == "\(path) is no dpkg status file: it holds no package")
    }

    @Test func `the graph has packages, what they need, and what is missing`() throws {
        let seed = PackagesSample.graph(
            of: Array(
                """
                Package: app
                Status: install ok installed
                Version: 1
                Section: misc
                Maintainer: Jane Doe <jane@example.org>
                Depends: lib (>= 2) | other, mta
                Recommends: nothing

                Package: lib
                Status: install ok installed
                Version: 2
                Provides: mta (= 3), lib

                Package: lib
                Status: install ok installed
                Version: 2
                Architecture: i386
                """.utf8))
        let labels = Dictionary(grouping: seed.nodes, by: \.label).mapValues(\.count)
        #expect(labels == ["Package": 2, "Virtual": 1, "Missing": 2, "Section": 1, "Maintainer": 1])
        func name(_ place: Int) -> String { seed.nodes[place].properties["name"]?.stringValue ?? "?" }
        let texts = seed.relationships.map { relationship in
            "\(name(relationship.start)) \(relationship.type) \(name(relationship.end)) \(CypherValue.map(relationship.properties))"
        }
        #expect(
            Set(texts) == [
                "lib PROVIDES mta {constraint: '= 3'}", "app IN_SECTION misc {}", "app MAINTAINED_BY Jane Doe {}",
                "app DEPENDS_ON lib {alternative: 1, constraint: '>= 2'}", "app DEPENDS_ON other {alternative: 2}",
                "app DEPENDS_ON mta {}", "app RECOMMENDS nothing {}",
            ])
        let maintainer = try #require(seed.nodes.first { $0.label == "Maintainer" })
        #expect(maintainer.properties == ["name": "Jane Doe", "email": "jane@example.org"])
    }
}

@Suite struct HeadlessMoviesTests {
    @Test func `every film has a year, a tagline, a cast and a director`() throws {
        let seed = MoviesSample.graph()
        let movies = seed.nodes.enumerated().filter { $0.element.label == "Movie" }
        #expect(movies.count == 48)
        for (place, movie) in movies {
            #expect(movie.properties["released"]?.intValue.map { (1900...2100).contains($0) } == true)
            #expect(movie.properties["tagline"]?.stringValue?.last.map { ".?".contains($0) } == true)
            let types = Set(seed.relationships.filter { $0.end == place }.map(\.type))
            #expect(types.isSuperset(of: ["ACTED_IN", "DIRECTED"]), "\(movie.properties)")
        }
    }

    @Test func `every person has a name and a year of birth, and did something`() {
        let seed = MoviesSample.graph()
        let busy = Set(seed.relationships.map(\.start))
        for (place, person) in seed.nodes.enumerated() where person.label == "Person" {
            #expect(person.properties["born"]?.intValue != nil, "\(person.properties)")
            #expect(busy.contains(place), "\(person.properties)")
        }
    }

    @Test func `every role has a text, and nothing is lost`() {
        let seed = MoviesSample.graph()
        #expect(Set(seed.relationships.map(\.type)) == ["ACTED_IN", "DIRECTED", "PRODUCED", "WROTE"])
        for relationship in seed.relationships {
            let roles = relationship.properties["roles"]?.listValue
            #expect((roles != nil) == (relationship.type == "ACTED_IN"))
            #expect(roles?.allSatisfy { $0.stringValue?.isEmpty == false } ?? true)
        }
        let credits = MovieFacts.films.split(separator: "\n").filter { $0.hasPrefix(" ") }
        let names = credits.reduce(0) { $0 + $1.split(separator: ";").count }
        #expect(seed.relationships.count == names)
    }
}
