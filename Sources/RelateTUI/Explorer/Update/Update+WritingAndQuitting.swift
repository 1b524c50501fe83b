import Relate

/// `:wq` and its like, as vim has them: the program ends once what is written stands in its file.
extension Model {
    /// - Parameters:
    ///   - argument: The file, where it is not the buffer's own.
    ///   - always: A file is written that is as it was, too.
    mutating func writeAndQuit(_ argument: String, always: Bool, isForced: Bool) -> [Effect] {
        let buffer = buffers[currentBuffer]
        if argument.isEmpty, buffer.file == nil, !holdsOnlyCopy(buffer) { return askToQuit() }
        if argument.isEmpty, buffer.file != nil, !always, !buffer.isModified { return askToQuit() }
        let effects = write(buffer, argument, isForced: isForced, command: ":wq")
        if !effects.isEmpty { quitsAfterWriting = [buffer.number] }
        return effects
    }

    /// Buffers without a file are kept or asked about as by `:quit`.
    mutating func writeAllAndQuit() -> [Effect] {
        let modified = buffers.filter(\.isModified)
        guard !modified.isEmpty else { return askToQuit() }
        quitsAfterWriting = Set(modified.map(\.number))
        return modified.flatMap { write($0, "", isForced: false, command: ":write") }
    }

    /// One of the files has been written; where one could not be, the program stays.
    mutating func quitWhenWritten(_ buffer: Int, _ result: Result<FileStamp?, StatementFailure>) -> [Effect] {
        guard quitsAfterWriting.contains(buffer) else { return [] }
        guard case .success = result else {
            quitsAfterWriting = []
            return []
        }
        quitsAfterWriting.remove(buffer)
        return quitsAfterWriting.isEmpty ? askToQuit() : []
    }
}
