import Foundation
import Relate
import TestSupport
import Testing

@testable import RelateTUI

/// What one session leaves to the next.
@Suite("Session file") struct SessionFileTests {
    private var content: SessionFile.Content {
        var content = SessionFile.Content()
        content.buffers = [
            SessionFile.Buffer(
                title: "", text: "RETURN \"a\\b\"\n\t// \u{301}x\u{7}", cursor: TextPosition(line: 1, column: 2)),
            SessionFile.Buffer(title: "q.cypher", text: "RETURN 2", path: "/no/such/q.cypher", isModified: true),
        ]
        content.currentBuffer = 1
        content.pane = .plan
        content.isSidebarHidden = true
        content.theme = "ember"
        content.parameters = ["year": "1999", "name": "'x'"]
        content.stores = [StoreRequest(path: "/tmp/a b.rl", isReadOnly: true, namespace: "system", mustExist: true)]
        return content
    }

    @Test("What is written is read again")
    func roundTrips() throws {
        #expect(SessionFile.content(of: SessionFile.text(of: content)) == content)
        let folder = try TemporaryDirectory()
        let file = SessionFile(path: folder.path + "/deep/session.toml")
        #expect(file.read() == SessionFile.Content())
        #expect(file.write(content) == nil)
        #expect(file.read() == content)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        // A folder is in its place: what was typed is lost, and that is said.
        #expect(SessionFile(path: folder.path).write(content) != nil)
    }

    @Test("What is damaged costs only itself")
    func survivesDamage() {
        let text = "current = 7\npane = \"Nowhere\"\n[[buffer]]\ntext = \"ok\"\nline = \"x\"\n[[buffer]]\ntext = \"cut"
        let content = SessionFile.content(of: text)
        #expect(content.buffers == [SessionFile.Buffer(text: "ok")])
        var model = model()
        model.restore(content)
        #expect(model.currentBuffer == 0 && model.editor.text == "ok")
    }

    private func model(_ restored: SessionFile.Content? = nil) -> Model {
        var configuration = ExplorerConfiguration { _ throws(StatementFailure) in FakeStore() }
        configuration.restoredSession = restored
        return Model(configuration: configuration, size: ScreenSize(rows: 24, columns: 80))
    }

    @Test("A session comes back: buffers with their cursors, the pane, parameters and the stores beside")
    func restores() throws {
        var model = model(content)
        #expect(model.buffers.map(\.title) == ["", "q.cypher"])
        #expect(model.buffers[0].text.cursor == TextPosition(line: 1, column: 2))
        #expect(model.currentBuffer == 1 && model.lowerPane == .plan && model.isSidebarHidden)
        #expect(model.buffers[1].isModified)
        let opened = initialEffects(of: model).compactMap { effect -> StoreRequest? in
            guard case .of(_, let effects) = effect, case .open(let request)? = effects.first else { return nil }
            return request
        }
        #expect(opened == content.stores)
        let effects = update(&model, .storeOpened(StoreInfo(name: "m", isReadOnly: false, namespace: "neo4j")))
        let asked = effects.compactMap { effect -> String? in
            guard case .evaluateParameter(let name, let text) = effect else { return nil }
            return "\(name) = \(text)"
        }
        #expect(asked == ["name = 'x'", "year = 1999"])
        _ = update(&model, .parameterEvaluated(ParameterEntry(name: "year", text: "1999", value: 1999)))
        _ = update(&model, .parameterEvaluated(ParameterEntry(name: "name", text: "'x'", value: "x")))
        let other = try #require(model.parked.first?.session.number)
        let info = StoreInfo(name: "/tmp/a b.rl", isReadOnly: true, namespace: "system")
        _ = update(&model, .of(connection: other, .storeOpened(info)))
        var kept = model.kept
        // The present store is one of them the next time, and the theme is not known here.
        kept.stores.removeAll { $0.path == "m" }
        kept.theme = "ember"
        #expect(kept == content)
    }

    @Test("What the program was started with stands in front of what was left, and is not there twice")
    func keepsBesideSample() {
        var configuration = ExplorerConfiguration { _ throws(StatementFailure) in FakeStore() }
        configuration.initialText = "MATCH (m:Movie) RETURN m"
        var content = SessionFile.Content()
        content.buffers = [
            SessionFile.Buffer(text: "RETURN 888 AS precious"), SessionFile.Buffer(text: "MATCH (m:Movie) RETURN m"),
            SessionFile.Buffer(text: "  "),
        ]
        content.currentBuffer = 1
        configuration.restoredSession = content
        let model = Model(configuration: configuration, size: ScreenSize(rows: 24, columns: 80))
        #expect(model.buffers.map(\.text.text) == ["MATCH (m:Movie) RETURN m", "RETURN 888 AS precious"])
        #expect(model.buffers.map(\.number) == [0, 1] && model.currentBuffer == 0)
        #expect(model.kept.buffers.map(\.text) == ["MATCH (m:Movie) RETURN m", "RETURN 888 AS precious"])
    }

    @Test("What another explorer has left meanwhile stays; what was closed here goes")
    func mergesSessions() throws {
        func content(_ texts: String...) -> SessionFile.Content {
            var content = SessionFile.Content()
            content.buffers = texts.map { SessionFile.Buffer(text: $0) }
            return content
        }
        let folder = try TemporaryDirectory()
        let file = SessionFile(path: folder.path + "/session.toml")
        #expect(file.write(content("one", "two")) == nil)
        let start = file.read()
        #expect(file.write(content("one", "two", "theirs", " "), since: start) == nil)
        #expect(file.write(content("two", "ours"), since: start) == nil)
        #expect(file.read().buffers.map(\.text) == ["two", "ours", "theirs"])
        // Larger than a configuration may be: texts are not lost for that.
        let long = String(repeating: "x", count: (4 << 20) + 10)
        #expect(file.write(content(long), since: file.read()) == nil)
        #expect(file.read().buffers.map(\.text) == [long])
    }

    @Test("A changed text knows what its file was like when it was left")
    func keepsStamps() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/q.cypher"
        try TextFile.write("RETURN 1", to: path)
        let stamp = try #require(FileStamp(path: path))
        var content = SessionFile.Content()
        content.buffers = [SessionFile.Buffer(text: "RETURN 2", path: path, isModified: true, stamp: stamp)]
        #expect(SessionFile.content(of: SessionFile.text(of: content)) == content)
        try TextFile.write("RETURN 33", to: path)
        #expect(EditorBuffer(content.buffers[0], number: 0).file?.stamp == stamp)
        content.buffers[0].isModified = false
        #expect(EditorBuffer(content.buffers[0], number: 0).file?.stamp == FileStamp(path: path))
    }

    @Test("A file that was not changed is read again, as it may have been written elsewhere")
    func readsFilesAgain() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/q.cypher"
        try Data("RETURN 2\r\n".utf8).write(to: URL(fileURLWithPath: path))
        let kept = SessionFile.Buffer(title: "q.cypher", text: "RETURN 1\n", path: path)
        let buffer = EditorBuffer(kept, number: 0)
        #expect(buffer.text.text == "RETURN 2\n" && !buffer.isModified && buffer.file?.usesCarriageReturns == true)
        var changed = kept
        changed.isModified = true
        let other = EditorBuffer(changed, number: 0)
        #expect(other.text.text == "RETURN 1\n" && other.isModified)
    }
}
