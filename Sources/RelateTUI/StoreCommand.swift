import Relate
import Render

/// `info`, `check` and `clone`: what is done to a store's files without a session on it. A store of such a name is
/// written with its folder, `./info`.
enum StoreCommand: Equatable {
    case info(String)
    case check(String)
    case clone(String, to: String)

    /// `nil` where the words are no such command.
    init?(_ words: [String]) throws(UsageError) {
        let names = words.dropFirst()
        switch words.first {
        case "info": self = .info(try Self.names(names, "info STORE")[0])
        case "check": self = .check(try Self.names(names, "check STORE")[0])
        case "clone":
            let names = try Self.names(names, "clone STORE FILE.rl")
            self = .clone(names[0], to: names[1])
        default: return nil
        }
    }

    /// `nil` where the word is no such command.
    static func helpText(_ word: String?) -> String? {
        switch word {
        case "info":
            """
            relate-tui info STORE

            Prints what a Cypher store on disk holds: its format, its last commit, counts by label, type and property,
            indexes, constraints and the sizes of its sections. The store may be in use, and is not changed.

            """
        case "check":
            """
            relate-tui check STORE

            Reads every byte of a Cypher store on disk, and tests checksums and the graph's rules. The store may be in use,
            and is not changed. Exit status: 0 all is well, 1 something is wrong, 3 there is no store to check.

            """
        case "clone":
            """
            relate-tui clone STORE FILE.rl

            Packs what a Cypher store holds into a new file, a store of its own. The store may be in use, and is not
            changed; a file that is there already stays.

            """
        default: nil
        }
    }

    private static func names(_ words: ArraySlice<String>, _ usage: String) throws(UsageError) -> [String] {
        let count = usage.split(separator: " ").count - 1
        guard words.count == count, !words.contains(where: { $0.hasPrefix("-") || $0.isEmpty }) else {
            throw UsageError("this takes \(count == 1 ? "one store" : "a store and a file"): relate-tui \(usage)")
        }
        return Array(words)
    }

    private var paths: [String] {
        switch self {
        case .info(let path), .check(let path): [path]
        case .clone(let source, let target): [source, target]
        }
    }

    struct Report {
        var text: String
        /// Nothing is wrong with the store.
        var isWell = true
    }

    /// - Throws: A `StoreError` when there is nothing to report on, `IOFailure` for a Datalog store.
    func run() throws -> Report {
        for path in paths where StoreOpening.isDatalog(path) {
            throw IOFailure("\(path) is a Datalog store; info, check and clone are for Cypher stores")
        }
        switch self {
        case .info(let path): return Report(text: try StoreReport(of: path, checking: false).infoText)
        case .check(let path):
            do throws(StoreError) {
                let report = try StoreReport(of: path, checking: true)
                return Report(text: report.checkText, isWell: report.broken.isEmpty)
            } catch {
                guard error.isDamage else { throw error }
                return Report(text: "\(error)", isWell: false)
            }
        case .clone(let source, let target):
            guard target.hasSuffix(".rl") else {
                throw UsageError("clone makes a store in one file, whose name ends in .rl: \(target) does not")
            }
            let number: UInt64
            do throws(StoreError) {
                number = try StoreClone.clone(source, to: target)
            } catch {
                // The store could be opened: it is the copy that could not be made.
                guard case .alreadyThere = error else { throw error }
                throw IOFailure("\(error)")
            }
            return Report(text: "\(target) holds all up to relate:\(number)")
        }
    }
}

extension StoreReport {
    private var formText: String { isDirectory ? "a directory" : "one file" }

    private func lines(_ rows: [(String, String)]) -> [String] {
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { $0.0 + String(repeating: " ", count: width - $0.0.count) + $0.1 }
    }

    private static func amount(_ count: Int, _ noun: String) -> String {
        "\(Quantities.count(Int64(count))) \(noun)\(count == 1 ? "" : "s")"
    }

    private var logText: String {
        guard logSegments > 0 else { return "none" }
        return "\(Self.amount(logCommits, "commit")) since the checkpoint, in "
            + "\(Self.amount(logSegments, "segment")) of \(Quantities.bytes(Int64(logBytes)))"
    }

    fileprivate var infoText: String {
        var text = lines([
            ("form", formText), ("format", "\(formatVersion)"), ("identity", identity),
            (
                "checkpoint",
                "relate:\(checkpointNumber) of \(checkpointTime), \(Quantities.bytes(Int64(checkpointBytes)))"
            ), ("log", logText), ("last commit", "relate:\(lastNumber)"),
            ("open for writing", writingProcess.map { "in process \($0)" } ?? "as far as can be seen, nowhere"),
            ("nodes", Quantities.count(Int64(nodeCount))),
            ("relationships", Quantities.count(Int64(relationshipCount))),
        ])
        for (title, counts) in [
            ("labels", labels), ("relationship types", relationshipTypes), ("node properties", nodeProperties),
            ("relationship properties", relationshipProperties),
        ] where !counts.isEmpty {
            text += ["", title] + lines(counts.map { ("  " + $0.name, Quantities.count(Int64($0.count))) })
        }
        for (title, commands) in [("indexes", indexes), ("constraints", constraints)] where !commands.isEmpty {
            text += ["", title] + commands.map { "  " + $0 }
        }
        text += ["", "sections"]
        text += lines(
            sections.map { section in
                let stored = Quantities.bytes(Int64(section.storedBytes))
                return (
                    "  " + section.name,
                    section.storedBytes == section.decodedBytes
                        ? stored : "\(stored) for \(Quantities.bytes(Int64(section.decodedBytes)))"
                )
            })
        return text.joined(separator: "\n")
    }

    fileprivate var checkText: String {
        var text = lines([
            (
                "checkpoint",
                "\(Self.amount(sections.count, "section")), \(Quantities.bytes(Int64(checkpointBytes))): every checksum "
                    + "is right"
            ), ("log", logText + (logSegments > 0 ? ": every checksum is right" : "")),
            (
                "graph",
                "\(Self.amount(nodeCount, "node")), \(Self.amount(relationshipCount, "relationship")), up to "
                    + "relate:\(lastNumber)"
            ),
        ])
        text += broken.prefix(100).map { "broken: \($0)" }
        text.append(broken.isEmpty ? "all is well" : "\(Self.amount(broken.count, "rule")) broken")
        return text.joined(separator: "\n")
    }
}
