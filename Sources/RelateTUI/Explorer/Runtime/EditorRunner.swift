import Relate

/// Does what the query pane asks for: checks on the store, and files.
///
/// Checks have a thread and a session of their own, so that typing waits for nothing; so have the keys of labels.
final class EditorRunner: Sendable {
    private let post: @Sendable (EditorEvent) -> Void
    private let checker: StatementChecker
    private let browsing = SessionWorker()
    private let files = Worker(prepare: CursesTerminal.prepareWorker)

    private let hasWritten = Guarded(false)
    /// Files as this program wrote them last: a write that was asked for meanwhile finds no other program's.
    private static let written = Guarded<[String: FileStamp]>([:])

    /// How long quitting waits for files.
    private static let writingSeconds = 10
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
                    try TextFile.readOrBegin(path, byteLimit: Model.statementByteLimit)
                }
                post(.fileRead(path: path, content))
            }
        case .write(let content, let path, let buffer, let version, let existing):
            files.submit { [post] in
                let result = Self.write(content, to: path, existing)
                post(.fileWritten(path: path, buffer: buffer, version: version, result))
            }
        case .listSaved:
            files.submit { [post] in
                post(.savedListed(Self.saved()))
            }
        case .removeSaved(let path):
            files.submit { [post] in post(.savedRemoved(path: path, Self.removeSaved(path))) }
        case .renameSaved(let path, let newPath):
            files.submit { [post] in
                post(.savedRenamed(path: path, newPath: newPath, Self.renameSaved(path, to: newPath)))
            }
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

    /// Lets go of the store and ends the threads; `waitForFiles` returns when files that are being written are written.
    func finishing(keepsMemory: Bool) -> [SessionWorker.Ending] {
        files.submit { [hasWritten] in hasWritten.signal { $0 = true } }
        files.stopAfterJobs()
        return [checker.finishing(keepsMemory: keepsMemory), browsing.finishing(keepsMemory: keepsMemory)]
    }

    func waitForFiles() {
        let limit = SystemClock.nanoseconds(inSeconds: Self.writingSeconds)
        _ = hasWritten.wait(untilNanoseconds: limit) { $0 ? () : nil }
    }

    /// Saved queries are their owner's: like the history, they may hold what nobody else should read.
    private static func write(
        _ content: TextFile.Content, to path: String, _ existing: ExportFile.Existing
    ) -> Result<FileStamp?, StatementFailure> {
        var mode: UInt32 = 0o644
        if let queries = FilePlaces.queries, path.hasPrefix(queries + "/") {
            PosixFile.makeDirectories(queries)
            mode = 0o600
        }
        let place = ExportFile.expanded(path)
        var existing = existing
        if case .isReplacedUnchanged(_, let command) = existing, let own = written.withLock({ $0[place] }),
            FileStamp(path: place) == own
        {
            existing = .isReplacedUnchanged(since: own, replacedBy: command)
        }
        do throws(StatementFailure) {
            try TextFile.write(
                String(decoding: TextFile.bytes(of: content), as: UTF8.self), to: path, mode: .init(mode), existing)
            let stamp = FileStamp(path: place)
            written.withLock { $0[place] = stamp }
            return .success(stamp)
        } catch {
            return .failure(error)
        }
    }

    /// Files of the folder of saved queries alone.
    private static func removeSaved(_ path: String) -> StatementFailure? {
        guard isSaved(path) else { return .local("\(path) is no saved query") }
        return PosixFile.remove(path) ? nil : .local("\(path) cannot be deleted: \(PosixFile.lastReason)")
    }

    private static func isSaved(_ path: String) -> Bool {
        guard let queries = FilePlaces.queries else { return false }
        return path.hasPrefix(queries + "/") && path.hasSuffix(".cypher")
            && !path.dropFirst(queries.count + 1).contains("/")
    }

    private static func renameSaved(_ path: String, to newPath: String) -> StatementFailure? {
        guard isSaved(path), isSaved(newPath) else { return .local("\(path) is no saved query") }
        return PosixFile.renameIntoNothing(path, to: newPath)
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
