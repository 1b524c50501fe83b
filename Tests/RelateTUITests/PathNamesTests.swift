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
        func list() { _ = update(&model, .editor(.savedListed([query], unreadableCount: 0))) }
        list()
        #expect(view(model).plainText.contains("Del delete"))
        try press("\"min\" Home Del", &model)
        guard case .picker(let picker)? = model.layers.last else {
            Issue.record("no list")
            return
        }
        #expect(picker.query.text == "in")
        try press("End Del n", &model)
        #expect(model.layers.isEmpty)
        list()
        let effects = try press("Del y", &model)
        guard case .editor(.removeSaved("/q/mine.cypher"))? = effects.first else {
            Issue.record("nothing is deleted")
            return
        }
        _ = update(&model, .editor(.savedRemoved(path: "/q/mine.cypher", nil)))
        #expect(model.message == .success("/q/mine.cypher is deleted"))
    }
}
