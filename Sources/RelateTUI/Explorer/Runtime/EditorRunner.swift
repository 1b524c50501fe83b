import Relate

/// Does what the query pane asks for: checks on the store, and files.
///
/// Checks have a thread and a session of their own, so that typing waits for nothing; so have the keys of labels.
final class EditorRunner: Sendable {
    private let post: @Sendable (EditorEvent) -> Void
    private let checker: StatementChecker
    private let browsing = SessionWorker()
    private let files = Worker(prepare: CursesTerminal.prepareWorker)

    private static let savedLimit = 1_000
    private static let headBytes = 400

    init(checkDelayMs: Int, post: @escaping @Sendable (EditorEvent) -> Void) {
        self.post = post
        checker = StatementChecker(delayMs: checkDelayMs) { report, number in post(.checked(report, number: number)) }
    }

    func use(_ store: any ExplorerStore) {
        checker.use(store)
        browsing.submit { $0.connectLater(to: store) }
    }

    /// Lets go of the store.
    func closeAndWait() {
        checker.closeAndWait()
        browsing.closeAndWait()
    }

    func use(namespace: String) { checker.use(namespace: namespace) }

    func perform(_ effect: EditorEffect) {
        switch effect {
        case .check(let request): checker.submit(request)
        case .forgetChecks: checker.forget()
        case .loadPropertyKeys(let name):
            browsing.submit { [post] worker in
                let keys = worker.attempt { session throws(StatementFailure) in try session.propertyKeys(of: name) }
                post(.propertyKeysLoaded(of: name, (try? keys.get()) ?? []))
            }
        case .read(let path):
            files.submit { [post] in
                let content = Result { () throws(StatementFailure) in
                    try TextFile.read(path, byteLimit: Model.statementByteLimit)
                }
                post(.fileRead(path: path, content))
            }
        case .write(let content, let path, let buffer, let version, let isForced):
            files.submit { [post] in
                let failure = Self.write(content, to: path, isForced: isForced)
                post(.fileWritten(path: path, buffer: buffer, version: version, failure))
            }
        case .listSaved: files.submit { [post] in post(.savedListed(Self.saved())) }
        case .removeSaved(let path):
            files.submit { [post] in post(.savedRemoved(path: path, Self.removeSaved(path))) }
        case .listPaths(let typed):
            files.submit { [post] in post(.pathsListed(typed, PathNames.beginning(with: typed))) }
        case .exportPlan(let content, let format, let path, let isForced):
            files.submit { [post] in
                do throws(StatementFailure) {
                    let existing = ExportFile.Existing(isForced: isForced, ":plan")
                    try TextFile.write(content.text(as: format), to: path, existing)
                    post(.planExported(path: path, content.what, nil))
                } catch {
                    post(.planExported(path: path, content.what, error))
                }
            }
        case .editExternally: break  // the loop's: it has the terminal
        }
    }

    /// Lets go of the store and ends the threads; files that are being written are written.
    func finishing(keepsMemory: Bool) -> [SessionWorker.Ending] {
        files.stopAfterJobs()
        return [checker.finishing(keepsMemory: keepsMemory), browsing.finishing(keepsMemory: keepsMemory)]
    }

    /// Saved queries are their owner's: like the history, they may hold what nobody else should read.
    private static func write(
        _ content: TextFile.Content, to path: String, isForced: Bool
    ) -> StatementFailure? {
        var mode: UInt32 = 0o644
        var existing = ExportFile.Existing(isForced: isForced, ":write")
        if let queries = FilePlaces.queries, path.hasPrefix(queries + "/") {
            PosixFile.makeDirectories(queries)
            mode = 0o600
            existing = ExportFile.Existing(isForced: isForced, ":save")
        }
        do throws(StatementFailure) {
            try TextFile.write(
                String(decoding: TextFile.bytes(of: content), as: UTF8.self), to: path, mode: .init(mode), existing)
            return nil
        } catch {
            return error
        }
    }

    /// Files of the folder of saved queries alone.
    private static func removeSaved(_ path: String) -> StatementFailure? {
        guard let queries = FilePlaces.queries, path.hasPrefix(queries + "/"), path.hasSuffix(".cypher") else {
            return .local("\(path) is no saved query")
        }
        return PosixFile.remove(path) ? nil : .local("\(path) cannot be deleted: \(PosixFile.lastReason)")
    }

    private static func saved() -> [SavedQuery] {
        guard let directory = FilePlaces.queries else { return [] }
        return FilePlaces.files(in: directory, ending: ".cypher").prefix(savedLimit).map { name in
            let path = directory + "/" + name
            let content = try? TextFile.read(path, byteLimit: Model.statementByteLimit)
            let head = content?.text.utf8.prefix(headBytes) ?? "".utf8.prefix(0)
            let line = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(
                separator: " ")
            return SavedQuery(name: String(name.dropLast(".cypher".count)), path: path, head: line)
        }
    }
}
