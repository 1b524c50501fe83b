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
        // A link to a file that only an open descriptor has, as /dev/stdout is.
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        #expect(ExportFile.write("text", to: "/dev/fd/\(ends[1])").failure == nil)
        #expect(PosixFile.read(ends[0], into: &buffer) == 4)
        for end in ends { close(end) }
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

    @Test("A file whose name is not UTF-8 is listed, read, written, renamed and deleted, and its name shown escaped")
    func takesNames() throws {
        try "RETURN 1".write(toFile: place("one.cypher"), atomically: false, encoding: .utf8)
        try "RETURN 2".write(toFile: place("\u{FFFD}.cypher"), atomically: false, encoding: .utf8)
        let bytes = Array(place("").utf8) + [0x61, 0xFF, 0xC3] + Array(".cypher".utf8)
        let path = PathBytes.text(bytes)
        #expect(PathBytes.shown(path) == place("a\\xFF\\xC3.cypher"))
        #expect(PathBytes.withBytes(of: path) { strlen($0) } == bytes.count)
        // A file system that has UTF-8 alone refuses the name.
        guard ExportFile.write("RETURN 3", to: path, .isKept(replacedBy: "x!")).failure == nil else { return }
        let files = FilePlaces.files(in: folder.path, ending: ".cypher")
        #expect(Set(files) == ["one.cypher", "\u{FFFD}.cypher", String(path.dropFirst(place("").count))])
        #expect(try TextFile.read(path, byteLimit: 100).text == "RETURN 3")
        #expect(FileStamp(path: path) != nil)
        #expect(PathNames.beginning(with: place("a")) == [path])
        #expect(PosixFile.renameIntoNothing(path, to: place("one.cypher"))?.message.contains("exists already") == true)
        #expect(PosixFile.renameIntoNothing(path, to: place("two.cypher")) == nil)
        #expect(try text("two.cypher") == "RETURN 3" && text("one.cypher") == "RETURN 1")
        #expect(PosixFile.renameIntoNothing(place("two.cypher"), to: path) == nil)
        #expect(PosixFile.remove(path))
        #expect(try names == ["one.cypher", "\u{FFFD}.cypher"])
        // A name that has such a scalar itself leads to its own file.
        let odd = PathBytes.text(Array("\u{10FEFF}".utf8))
        #expect(odd.unicodeScalars.count == 4 && PathBytes.shown(odd) == "\\xF4\\x8F\\xBB\\xBF")
        #expect(StatusMessage.error("no \(path)").text == "no " + place("a\\xFF\\xC3.cypher"))
    }

    @Test("A folder is one, a link says what it leads to, and one that leads to itself is never replaced")
    func saysWhatStandsThere() throws {
        let kept = ExportFile.Existing(isForced: false, ":write")
        func message(_ name: String, _ existing: ExportFile.Existing) -> String? {
            ExportFile.write("1", to: place(name), existing).failure?.message
        }
        mkdir(place("folder"), 0o700)
        for existing in [kept, .isReplaced, .isReplacedUnchanged(since: nil, replacedBy: ":write!")] {
            #expect(message("folder", existing) == "\(place("folder")) is a folder")
        }
        symlink("sub/nowhere", place("dangling"))
        #expect(
            message("dangling", kept)
                == "\(place("dangling")) is a link to \(place("sub/nowhere")), which is not there; :write! makes that file"
        )
        #expect(
            message("dangling", .isReplaced)
                == "\(place("dangling")) cannot be written: it is a link to \(place("sub/nowhere")), and there is no "
                + "folder \(place("sub"))")
        #expect(message("none/x", kept)?.hasSuffix("cannot be written: there is no folder \(place("none"))") == true)
        symlink("self", place("self"))
        for existing in [kept, .isReplaced] {
            #expect(message("self", existing) == "\(place("self")) is a link that leads to itself, and so to no file")
        }
        #expect(PosixFile.linkStatus(of: place("self")).map { $0.st_mode & S_IFMT == S_IFLNK } == true)
        #expect(try names == ["dangling", "folder", "self"])
    }

    @Test("A statement goes from the history wherever it stands, and every other line stays as it is")
    func forgetsStatements() throws {
        let history = HistoryFile(path: place("history"))
        #expect(history.remove("RETURN 1") == nil)
        var bytes = Data("RETURN 1\nMATCH (n)\\nRETURN n\n".utf8)
        bytes += [0xFF, 0x0A] + Data("RETURN 1\nRETURN 12".utf8)
        try bytes.write(to: URL(fileURLWithPath: place("history")))
        #expect(history.remove("RETURN 1") == nil)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: place("history")))
                == Data("MATCH (n)\\nRETURN n\n".utf8) + [0xFF, 0x0A] + Data("RETURN 12\n".utf8))
        #expect(try mode("history") == 0o600)
        #expect(history.remove("MATCH (n)\nRETURN n") == nil)
        history.append("RETURN 3")
        #expect(history.read().suffix(2) == ["RETURN 12", "RETURN 3"])
        #expect(try names == ["history"])
    }

    @Test("An editor is told to end with this program, and what it holds is kept in the file that is named")
    func endsEditors() throws {
        var looks = 0
        let script = """
            edit() { trap 'printf saved > "$1"; exit 0' TERM; printf begun > "$1"; while :; do sleep 0.01; done; }
            edit
            """
        let result = ExternalEditor.edit("RETURN 1", command: script, usesTerminal: false) {
            looks += 1
            return looks > 10 ? SIGTERM : nil
        }
        let message = try #require(result.failure?.message)
        let path = try #require(message.split(separator: " ").last.map { String($0) })
        #expect(message == "ended by signal 15 while the query was edited: it is kept in \(path)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "saved")
        unlink(path)
        // One that fails after it has written something leaves that.
        let failing = "f() { printf 2 > \"$1\"; exit 4; }; f"
        let kept = ExternalEditor.edit("RETURN 1", command: failing, usesTerminal: false).failure?.message
        #expect(kept?.contains("ended with status 4; the query is as it was; what was edited is kept in /") == true)
        if let path = kept?.split(separator: " ").last { unlink(String(path)) }
    }

    @Test(
        "So is what a shell's line, or a script, has started and waits for",
        arguments: ["cd / && EDITOR", "EDITOR; true", "(EDITOR)"])
    func endsEditorsOfScripts(line: String) throws {
        let mark = place("begun")
        let editor =
            #"sh -c 'trap "printf saved > \"\$1\"; exit 0" TERM; : > MARK; while :; do sleep 0.01; done' sh "$1""#
            .replacing("MARK", with: mark)
        let command = "f() { \(line.replacing("EDITOR", with: editor)); }; f"
        let result = ExternalEditor.edit("RETURN 1", command: command, usesTerminal: false) {
            FileManager.default.fileExists(atPath: mark) ? SIGTERM : nil
        }
        let message = try #require(result.failure?.message)
        let path = try #require(message.split(separator: " ").last.map { String($0) })
        #expect(message == "ended by signal 15 while the query was edited: it is kept in \(path)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "saved")
        unlink(path)
    }

    @Test("What was edited elsewhere and cannot be taken is kept in the file that is named")
    func keepsEdited() throws {
        let edited = ExternalEditor.edit("RETURN 1", command: "printf 'RETURN 2' >", usesTerminal: false)
        #expect(try edited.get() == "RETURN 2")
        func edit(_ command: String) -> Result<String, StatementFailure> {
            ExternalEditor.edit("RETURN 1", command: command, byteLimit: 10, usesTerminal: false)
        }
        func kept(_ command: String) throws -> Data {
            let failure = try #require(edit(command).failure)
            #expect(failure.message.hasPrefix("what was edited is kept: /"))
            let path = try #require(failure.message.split(separator: " ").first { $0.hasSuffix(".cypher") })
            defer { unlink(String(path)) }
            return try Data(contentsOf: URL(fileURLWithPath: String(path)))
        }
        #expect(try kept("printf '\\377x' >") == Data([0xFF, 0x78]))
        #expect(try kept("printf '12345678901' >") == Data("12345678901".utf8))
        let failure = ExternalEditor.edit("RETURN 1", command: "exit 3;", usesTerminal: false).failure
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
