extension Model {
    mutating func take(_ event: EditorEvent) -> [Effect] {
        switch event {
        case .checked(let report, let number): checked(report, number: number)
        case .propertyKeysLoaded(let name, let keys):
            session.pendingCount -= 1
            completions.keys[name] = keys
            completions.asked.remove(name)
            refreshCompletion()
        case .consentNeeded(let request): askForConsent(request)
        case .fileRead(let path, let result):
            session.pendingCount -= 1
            fileRead(path, result)
        case .fileWritten(let path, let buffer, let version, let result):
            session.pendingCount -= 1
            fileWritten(path, buffer: buffer, version: version, result)
            return quitWhenWritten(buffer, result)
        case .savedListed(let queries):
            session.pendingCount -= 1
            showSaved(queries)
        case .savedRemoved(let path, let failure):
            session.pendingCount -= 1
            message = failure.map { .error($0.message) } ?? .success("\(path) is deleted")
            return relistSaved()
        case .savedRenamed(let path, let newPath, let failure):
            session.pendingCount -= 1
            savedRenamed(path, newPath, failure)
            return relistSaved()
        case .pathsListed(let typed, let paths):
            session.pendingCount -= 1
            pathsListed(typed, paths)
        case .editedExternally(let number, let result): editedExternally(number, result)
        case .planExported(let path, let what, let failure):
            session.pendingCount -= 1
            message = failure.map { .error($0.message) } ?? .success("\(what) written to \(path)")
        }
        return []
    }
}
