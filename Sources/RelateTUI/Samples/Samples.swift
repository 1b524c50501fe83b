import Relate

/// The graphs that `--sample` loads.
enum Samples {
    struct Sample: Sendable {
        let name: String
        /// For `--sample list`.
        let sentence: String
        /// Statements worth a first look, each under a comment that says what it asks; the explorer starts with them.
        let firstQueries: String
        /// - Parameter path: What the user named; `nil` for the usual place.
        let graph: @Sendable (_ path: String?) throws -> GraphSeed
    }

    static let all: [Sample] = [
        Sample(
            name: "movies", sentence: "48 films and the people who made them",
            firstQueries: MoviesSample.firstQueries
        ) { path in
            guard path == nil else { throw UsageError("--sample movies takes no path") }
            return MoviesSample.graph()
        },
        Sample(
            name: "packages",
            sentence: "this machine's Debian packages; packages=PATH reads another dpkg status file",
            firstQueries: PackagesSample.firstQueries
        ) { path in
            let graph = PackagesSample.graph(of: try ByteSource(path: path ?? PackagesSample.defaultPath).rest())
            if let path, graph.nodes.isEmpty {
                throw UsageError("\(path) is no dpkg status file: it holds no package")
            }
            return graph
        },
    ]

    static func named(_ name: String) throws(UsageError) -> Sample {
        guard let sample = all.first(where: { $0.name == name }) else {
            throw UsageError("there is no sample \(name); --sample list names them")
        }
        return sample
    }

    /// What `--sample list` prints.
    static var list: String {
        let width = all.map(\.name.count).max() ?? 0
        return all.map { sample in
            sample.name + String(repeating: " ", count: width - sample.name.count + 2) + sample.sentence + "\n"
        }.joined()
    }
}
