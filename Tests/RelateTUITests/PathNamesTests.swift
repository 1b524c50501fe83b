import Foundation
import TestSupport
import Testing

@testable import RelateTUI

@Suite("Names of paths") struct PathNamesTests {
    @Test("Names that begin so, folders with a slash, hidden ones only where a dot was typed")
    func lists() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path
        for name in ["alpha.rl", "alps", ".ale", "beta"] {
            try Data().write(to: URL(fileURLWithPath: path + "/" + name))
        }
        try FileManager.default.createDirectory(atPath: path + "/aldir", withIntermediateDirectories: false)
        #expect(
            PathNames.beginning(with: path + "/al") == ["aldir/", "alpha.rl", "alps"].map { path + "/" + $0 })
        #expect(PathNames.beginning(with: path + "/.a") == [path + "/.ale"])
        #expect(PathNames.beginning(with: path + "/zz").isEmpty)
        #expect(PathNames.beginning(with: path + "/none/x").isEmpty)
        #expect(PathNames.beginning(with: path + "/").contains(path + "/beta"))
        #expect(PathNames.beginning(with: "~") == ["~/"])
    }
}

@Suite("Saved queries") struct SavedQueryTests {
    @Test("Delete on a saved query asks, and takes the file; in what is typed it deletes a letter")
    func deletes() throws {
        var model = Model.opened("", columns: 100, rows: 24)
        let query = SavedQuery(name: "mine", path: "/q/mine.cypher", head: "RETURN 1")
        func list() { _ = update(&model, .editor(.savedListed([query]))) }
        list()
        #expect(view(model).plainText.contains("Del delete"))
        try press("\"min\" Home Del", &model)
        guard case .picker(let picker)? = model.layers.last else {
            Issue.record("no list")
            return
        }
        #expect(picker.query.text == "in")
        try press("End Del n", &model)
        #expect(model.layers.count == 1)
        list()
        #expect(model.layers.count == 1)
        try press("C-u", &model)
        let effects = try press("Del y", &model)
        guard case .editor(.removeSaved("/q/mine.cypher"))? = effects.first else {
            Issue.record("nothing is deleted")
            return
        }
        guard
            case .editor(.listSaved)? = update(&model, .editor(.savedRemoved(path: "/q/mine.cypher", nil))).first
        else {
            Issue.record("the list stays as it was")
            return
        }
        #expect(model.message == .success("/q/mine.cypher is deleted"))
    }

    @Test("F2 gives a saved query another name, and its buffer goes on with it")
    func renames() throws {
        guard let folder = FilePlaces.queries else { return }
        var model = Model.opened("", columns: 100, rows: 24)
        let path = "\(folder)/a\(PathBytes.text([0xFF])).cypher"
        let content = TextFile.Content(text: "RETURN 1", stamp: FileStamp(text: "1:2:3:4:5"))
        _ = update(&model, .editor(.fileRead(path: path, .success(content))))
        #expect(model.buffers[model.currentBuffer].title == "a\\xFF.cypher")
        let query = SavedQuery(name: "a\(PathBytes.text([0xFF]))", path: path, head: "RETURN 1")
        _ = update(&model, .editor(.savedListed([query])))
        #expect(view(model).plainText.contains("a\\xFF  RETURN 1"))
        #expect(view(model).plainText.contains("F2 rename"))
        try press("F2 Esc F2 C-u \"b/c\" Enter", &model)
        #expect(model.message?.text == "A name has letters, digits, spaces, -, _ and dots")
        let effects = try press("F2 C-u \"new one\" Enter", &model)
        guard case .editor(.renameSaved(path, let newPath))? = effects.first else {
            Issue.record("nothing is renamed")
            return
        }
        #expect(newPath == "\(folder)/new one.cypher")
        _ = update(&model, .editor(.savedRenamed(path: path, newPath: newPath, .local("it is there"))))
        #expect(model.buffers[model.currentBuffer].file?.path == path)
        _ = update(&model, .editor(.savedRenamed(path: path, newPath: newPath, nil)))
        #expect(model.buffers[model.currentBuffer].file?.path == newPath)
        #expect(model.buffers[model.currentBuffer].title == "new one.cypher")
        #expect(model.message?.text == "a\\xFF.cypher is now new one.cypher")
    }

    @Test("Delete on a statement of the history asks, and takes all of its runs")
    func forgets() throws {
        var model = Model.opened("", columns: 100, rows: 24)
        model.history = ["RETURN 1", "RETURN 2", "RETURN 1"]
        try press("C-r Del n", &model)
        #expect(model.history.count == 3 && model.layers.count == 1)
        let effects = try press("Del y", &model)
        guard case .removeFromHistory("RETURN 1")? = effects.first else {
            Issue.record("nothing is deleted")
            return
        }
        #expect(model.history == ["RETURN 2"])
        guard case .picker(let picker)? = model.layers.last else {
            Issue.record("the list is gone")
            return
        }
        #expect(picker.items.map(\.title) == ["RETURN 2"])
        _ = update(&model, .removedFromHistory(.local("the disk is full")))
        #expect(model.message == .error("It stays in the history's file: the disk is full"))
    }
}
