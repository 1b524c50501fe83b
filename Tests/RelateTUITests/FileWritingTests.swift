import Foundation
import Relate
import TestSupport
import Testing

@testable import RelateTUI

/// Files that the explorer writes and reads, among all that may stand in their place.
@Suite("Writing and reading files") struct FileWritingTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func place(_ name: String) -> String { folder.path + "/" + name }
    private func text(_ name: String) throws -> String { try String(contentsOfFile: place(name), encoding: .utf8) }
    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: place(name))[.posixPermissions] as? Int
    }

    @Test(
        "What takes the place of a file has its mode; a new one has what is asked for",
        arguments: [0o600, 0o640, 0o755])
    func keepsModes(wanted: Int) throws {
        #expect(ExportFile.write("1", to: place("a")).failure == nil)
        chmod(place("a"), mode_t(wanted))
        #expect(ExportFile.write("22", to: place("a")).failure == nil)
        #expect(try mode("a") == wanted)
        #expect(try text("a") == "22")
        #expect(ExportFile.write("3", to: place("a"), access: .owner).failure == nil)
        #expect(try mode("a") == 0o600)
        try TextFile.write("4", to: place("b"), mode: 0o600)
        #expect(try mode("b") == 0o600)
        #expect(try names == ["a", "b"])
    }

    @Test("A link stays a link: what it leads to is written, there or not")
    func followsLinks() throws {
        try "1".write(toFile: place("target"), atomically: false, encoding: .utf8)
        symlink("target", place("link"))
        symlink(place("link"), place("second"))
        #expect(ExportFile.write("2", to: place("second")).failure == nil)
        #expect(try text("target") == "2")
        symlink("nowhere", place("dangling"))
        #expect(ExportFile.write("3", to: place("dangling"), .isKept(replacedBy: "x!")).failure != nil)
        #expect(ExportFile.write("3", to: place("dangling")).failure == nil)
        #expect(try text("nowhere") == "3")
        #expect(try names == ["dangling", "link", "nowhere", "second", "target"])
    }

    @Test("A device or a pipe is written into, and stays what it is")
    func writesIntoDevices() throws {
        symlink("/dev/null", place("null"))
        #expect(ExportFile.write("text", to: place("null")).failure == nil)
        var status = stat()
        #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
        #expect(try names == ["null"])
        mkfifo(place("pipe"), 0o600)
        let unread = ExportFile.write("text", to: place("pipe")).failure
        #expect(unread?.message.contains("nobody reads from it") == true)
        let reader = open(place("pipe"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        #expect(ExportFile.write("text", to: place("pipe")).failure == nil)
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(PosixFile.read(reader, into: &buffer) == 4)
        #expect(stat(place("pipe"), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        let kept = ExportFile.write("text", to: place("pipe"), .isKept(replacedBy: ":export!")).failure
        #expect(kept?.message == "\(place("pipe")) is no regular file; :export! writes into it")
        #expect(ExportFile.write("text", to: folder.path).failure?.message == "\(folder.path) is a folder")
    }

    @Test("A file that another program has changed since it was read is not replaced")
    func seesChanges() throws {
        let path = place("q.cypher")
        try TextFile.write("RETURN 1", to: path)
        let stamp = try #require(try TextFile.read(path, byteLimit: 100).stamp)
        #expect(FileStamp(text: stamp.text) == stamp)
        let unchanged = ExportFile.Existing.isReplacedUnchanged(since: stamp, replacedBy: ":write!")
        try "RETURN 22".write(toFile: path, atomically: false, encoding: .utf8)
        let failure = #expect(throws: StatementFailure.self) { try TextFile.write("RETURN 3", to: path, unchanged) }
        #expect(failure?.message == "\(path) was changed by another program since it was read; :write! replaces it")
        #expect(try text("q.cypher") == "RETURN 22")
        let now = ExportFile.Existing.isReplacedUnchanged(since: FileStamp(path: path), replacedBy: ":write!")
        try TextFile.write("RETURN 3", to: path, now)
        #expect(try text("q.cypher") == "RETURN 3")
        // One that was not there is not to be there now; one that is gone is made anew.
        let none = ExportFile.Existing.isReplacedUnchanged(since: nil, replacedBy: ":write!")
        #expect(throws: StatementFailure.self) { try TextFile.write("RETURN 4", to: path, none) }
        unlink(path)
        try TextFile.write("RETURN 5", to: path, now)
        #expect(try text("q.cypher") == "RETURN 5")
    }

    @Test("A file that is not there yet is an empty text; a folder that is not there is told")
    func beginsFiles() throws {
        let content = try TextFile.readOrBegin(place("new.cypher"), byteLimit: 100)
        #expect(content.text.isEmpty && content.stamp == nil)
        let failure = #expect(throws: StatementFailure.self) {
            try TextFile.readOrBegin(self.place("no/new.cypher"), byteLimit: 100)
        }
        #expect(failure?.message == "there is no folder \(place("no"))")
        #expect(throws: StatementFailure.self) { try TextFile.readOrBegin(self.folder.path, byteLimit: 100) }
    }

    @Test("A pipe in the place of the configuration, the session or the history is not waited for")
    func refusesPipes() throws {
        mkfifo(place("pipe"), 0o600)
        #expect(UserFolders.read(place("pipe")) == nil)
        #expect(UserFolders.fault(of: place("pipe")) == "it is no regular file")
        #expect(SessionFile(path: place("pipe")).read() == SessionFile.Content())
        let history = HistoryFile(path: place("pipe"))
        #expect(history.read().isEmpty)
        history.append("RETURN 1")
        guard case .failure(let failure) = ThemeFiles.theme(named: place("pipe")) else {
            Issue.record("a pipe is a theme")
            return
        }
        #expect(failure.message == "\(place("pipe")): it is no regular file")
    }

    @Test("A statement is a line of its own, whatever the history's last line ends in")
    func appendsHistory() throws {
        try "RETURN 5".write(toFile: place("history"), atomically: false, encoding: .utf8)
        let history = HistoryFile(path: place("history"))
        history.append("RETURN 6")
        history.append("RETURN 7")
        #expect(history.read() == ["RETURN 5", "RETURN 6", "RETURN 7"])
        #expect(try text("history") == "RETURN 5\nRETURN 6\nRETURN 7\n")
    }

    @Test("A query whose file's name is not UTF-8 is counted, and not listed")
    func leavesOutNames() throws {
        try "RETURN 1".write(toFile: place("one.cypher"), atomically: false, encoding: .utf8)
        try "RETURN 2".write(toFile: place("\u{FFFD}.cypher"), atomically: false, encoding: .utf8)
        let bytes: [CChar] = Array(place("").utf8CString.dropLast()) + [-1, -2] + Array(".cypher".utf8CString)
        let file = open(bytes, O_CREAT | O_WRONLY, 0o600)
        guard file >= 0 else { return }  // a file system that has UTF-8 alone
        close(file)
        let (names, unreadableCount) = FilePlaces.entries(of: folder.path, ending: ".cypher")
        #expect(names == ["one.cypher", "\u{FFFD}.cypher"] && unreadableCount == 1)
        var model = Model.opened()
        _ = update(&model, .editor(.savedListed([], unreadableCount: 1)))
        #expect(model.message?.text == "1 file left out: the name is not UTF-8")
    }

    @Test("What was edited elsewhere and cannot be taken is kept in the file that is named")
    func keepsEdited() throws {
        #expect(try ExternalEditor.edit("RETURN 1", command: "printf 'RETURN 2' >").get() == "RETURN 2")
        func kept(_ command: String) throws -> Data {
            let failure = try #require(ExternalEditor.edit("RETURN 1", command: command, byteLimit: 10).failure)
            #expect(failure.message.hasPrefix("what was edited is kept: /"))
            let path = try #require(failure.message.split(separator: " ").first { $0.hasSuffix(".cypher") })
            defer { unlink(String(path)) }
            return try Data(contentsOf: URL(fileURLWithPath: String(path)))
        }
        #expect(try kept("printf '\\377x' >") == Data([0xFF, 0x78]))
        #expect(try kept("printf '12345678901' >") == Data("12345678901".utf8))
        let failure = ExternalEditor.edit("RETURN 1", command: "exit 3;").failure
        #expect(failure?.message.contains("ended with status 3") == true)
    }

    @Test("Work that is given up by quitting leaves no part of a file behind")
    func clearsParts() throws {
        let pipe = try #require(WakePipe())
        let configuration = ExplorerConfiguration { _ throws(StatementFailure) in FakeStore() }
        let runner = EffectRunner(configuration: configuration, mailbox: Mailbox(wakePipe: pipe))
        let rows = EndlessRows()
        let table = GridTable(number: 1, columns: ["v"], rows: rows)
        runner.perform(.export(table, order: nil, path: place("big.csv"), isForced: false), connection: 0)
        rows.isRead.wait { $0 ? () : nil }
        #expect(try names.contains { $0.hasSuffix(".part") })
        runner.finish(keepsMemory: false)
        #expect(try names.isEmpty)
        let failed = ExportFile.write(to: place("x")) { _ in throw ExportEnding.Ended(signal: SIGTERM) }
        #expect(failed.failure != nil)
        #expect(throws: ExportEnding.Ended.self) {
            try ExportFile.writing(to: self.place("x")) { _ in throw ExportEnding.Ended(signal: SIGTERM) }
        }
        #expect(try names.isEmpty)
    }
}

/// More rows than anybody waits for.
private final class EndlessRows: RowSource {
    let isRead = Guarded(false)
    let rowCount = Int(Int32.max)

    func cell(row: Int, column: Int) -> CypherValue {
        if row == 100_000 { isRead.signal { $0 = true } }
        return .int(Int64(row))
    }
}
