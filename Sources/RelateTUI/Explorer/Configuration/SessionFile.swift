/// The query's buffers from one session to the next, in a file that only its owner can read.
///
/// A line each: title, tab, text, with line ends and backslashes escaped as in the history.
struct SessionFile: Sendable {
    struct Buffer: Hashable, Sendable {
        var title: String
        var text: String
    }

    let path: String

    static var standard: SessionFile? { UserFolders.state.map { SessionFile(path: $0 + "/session") } }

    /// Empty when there is no file.
    func read() -> [Buffer] {
        guard let text = UserFolders.read(path) else { return [] }
        return text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            return Buffer(
                title: HistoryFile.decoded(String(parts[0])), text: HistoryFile.decoded(String(parts[1])))
        }
    }

    func write(_ buffers: [Buffer]) {
        let lines = buffers.map { buffer in
            let title = buffer.title.filter { $0 != "\t" }
            return HistoryFile.encoded(title) + "\t" + HistoryFile.encoded(buffer.text) + "\n"
        }
        PosixFile.makeDirectories(above: path)
        _ = ExportFile.write(lines.joined(), to: path, mode: 0o600)
    }
}
