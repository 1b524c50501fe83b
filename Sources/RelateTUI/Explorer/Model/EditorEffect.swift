import Relate

/// What the query pane and the plan pane ask of the world.
enum EditorEffect: Sendable {
    case check(CheckRequest)
    /// The store's schema or counts have changed: what was found before may be wrong.
    case forgetChecks
    case loadPropertyKeys(of: String)
    case read(path: String)
    case write(TextFile.Content, path: String, buffer: Int, version: Int, ExportFile.Existing)
    case listSaved
    /// A saved query's file.
    case removeSaved(path: String)
    /// Another name for a saved query's file; one that is there already is not replaced.
    case renameSaved(path: String, newPath: String)
    /// What a path that is being typed may become.
    case listPaths(String)
    /// In the user's own editor, which has the terminal meanwhile.
    case editExternally(text: String, buffer: Int)
    case exportPlan(PlanExport.Content, PlanExport.Format, path: String, isForced: Bool)
}

/// What comes back.
enum EditorEvent: Sendable {
    /// `nil` for a request that a newer one took the place of.
    case checked(CheckReport?, number: Int)
    case propertyKeysLoaded(of: String, [String])
    case fileRead(path: String, Result<TextFile.Content, StatementFailure>)
    case fileWritten(path: String, buffer: Int, version: Int, Result<FileStamp?, StatementFailure>)
    case savedListed([SavedQuery])
    case savedRemoved(path: String, StatementFailure?)
    case savedRenamed(path: String, newPath: String, StatementFailure?)
    case pathsListed(String, [String])
    case editedExternally(buffer: Int, Result<String, StatementFailure>)
    /// The statement would write to a guarded store, and was not run.
    case consentNeeded(RunRequest)
    case planExported(path: String, _ what: String, StatementFailure?)
}

/// A query kept as a file.
struct SavedQuery: Hashable, Sendable {
    /// The file's name without its ending.
    var name: String
    var path: String
    /// Its first lines, for a list.
    var head: String
}
