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
