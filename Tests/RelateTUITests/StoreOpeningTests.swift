import Foundation
import Relate
import TestSupport
import Testing

@testable import RelateTUI

/// Stores that are opened, opened again, cannot be opened, and are open already.
@Suite("Opening stores") struct StoreOpeningTests {
    private func opened(_ effects: [Effect]) -> [StoreRequest] {
        effects.compactMap { if case .open(let request) = $0 { request } else { nil } }
    }

    private func closed(_ effects: [Effect]) -> [Int] {
        effects.compactMap { if case .session(.close(let number)) = $0 { number } else { nil } }
    }

    private func info(_ name: String) -> StoreInfo { StoreInfo(name: name, isReadOnly: false, namespace: "neo4j") }

    @Test("Where a store cannot be opened one stays where one was, and is told why")
    func goesBack() throws {
        var model = Model.opened("RETURN 1")
        let effects = try press("M-: \"open /no/x.rl\" Enter", &model)
        #expect(opened(effects) == [StoreRequest(path: "/no/x.rl", isReadOnly: false, namespace: nil)])
        let number = model.session.number
        let failed = update(
            &model, .of(connection: number, .storeFailed(path: "/no/x.rl", .local("there is no folder"))))
        #expect(closed(failed) == [number])
        #expect(model.session.name == "movies.rl" && model.parked.isEmpty)
        #expect(model.message?.text == "/no/x.rl could not be opened: there is no folder")
        // One has gone back meanwhile: what failed goes all the same.
        try press("M-: \"open /no/y.rl\" Enter M-`", &model)
        #expect(model.session.name == "movies.rl")
        let other = try #require(model.parked.first?.session.number)
        _ = update(&model, .of(connection: other, .storeFailed(path: "/no/y.rl", .local("there is no folder"))))
        #expect(model.parked.isEmpty && model.session.name == "movies.rl")
        #expect(model.message?.text == "/no/y.rl could not be opened: there is no folder")
    }

    @Test("A store that could not be opened makes room for the one that is opened instead")
    func makesRoom() throws {
        var model = Model.opened()
        _ = update(&model, .storeFailed(path: "movies.rl", .local("it is damaged")))
        let first = model.session.number
        #expect(model.session.openFailure != nil)
        try press("M-: \"open /other.rl\" Enter", &model)
        let effects = update(&model, .of(connection: model.session.number, .storeOpened(info("/other.rl"))))
        #expect(model.sessions.map(\.name) == ["/other.rl"] && closed(effects) == [first])
    }

    @Test("What is open by another spelling is gone to")
    func findsOpenStores() throws {
        var model = Model.opened()
        let first = model.session.number
        try press("M-: \"open ./movies.rl\" Enter", &model)
        let number = model.session.number
        let effects = update(
            &model, .of(connection: number, .session(.storeIsOpen(path: "./movies.rl", connection: first))))
        #expect(model.session.number == first && model.parked.isEmpty && closed(effects) == [number])
        #expect(model.message?.text == "movies.rl is open already")
    }

    @Test("Stores are the same by their place, not by its spelling")
    func knowsPlaces() throws {
        let folder = try TemporaryDirectory()
        mkdir(folder.path + "/sub", 0o700)
        let path = folder.path + "/a.rl"
        let stores = OpenStores()
        // The store is made meanwhile.
        #expect(stores.claim(folder.path + "/sub/../a.rl", for: 0) == nil)
        try "x".write(toFile: path, atomically: false, encoding: .utf8)
        symlink(path, folder.path + "/link.rl")
        for spelling in [path, folder.path + "/./a.rl", folder.path + "//a.rl", folder.path + "/link.rl"] {
            #expect(stores.claim(spelling, for: 1) == 0, "\(spelling)")
        }
        #expect(stores.claim(path, for: 0) == nil)
        #expect(stores.claim(":memory:", for: 2) == nil && stores.claim(":memory:", for: 3) == nil)
        stores.share(of: 0, with: 4)
        stores.release(0)
        #expect(stores.claim(path, for: 1) == 4)
        stores.release(4)
        #expect(stores.claim(path, for: 1) == nil)
    }

    @Test("Quotes round a path are no part of it, and an empty one is refused")
    func takesQuotesOff() throws {
        var model = Model.opened()
        #expect(opened(model.perform(commandLine: "open \"a b.rl\"")).map(\.path) == ["a b.rl"])
        for command in ["open", "edit", "write", "export", "plan"] {
            var model = Model.opened("RETURN 1")
            let effects = model.perform(commandLine: command + " \"\"")
            #expect(effects.isEmpty && model.message?.role == .error, "\(command)")
            #expect(model.message?.text.hasPrefix("An empty name is no path") == true, "\(command)")
        }
        #expect("'x.csv'".withoutQuotes == "x.csv")
        #expect("\"".withoutQuotes == "\"" && "'x\"".withoutQuotes == "'x\"")
    }

    @Test("A store that was made is told of; one that is to be there is not made")
    func tellsOfNewStores() throws {
        var model = Model.opened()
        try press("M-: \"open typo.rl\" Enter", &model)
        var new = info("typo.rl")
        new.isNew = true
        _ = update(&model, .storeOpened(new))
        #expect(model.message?.text == "Made a new store: typo.rl")
        #expect(model.session.request.mustExist)
        let folder = try TemporaryDirectory()
        let path = folder.path + "/a.rl"
        #expect(StoreOpening.holdsNothing(path) && StoreOpening.holdsNothing(folder.path))
        let request = StoreRequest(path: path, isReadOnly: false, namespace: nil, mustExist: true)
        let failure = #expect(throws: StatementFailure.self) { try StoreOpening.open(request) }
        #expect(failure?.message == "it is there no more; :open \(path) makes a new one")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let store = try StoreOpening.open(StoreRequest(path: path, isReadOnly: false, namespace: nil))
        #expect(store.info.isNew && !StoreOpening.holdsNothing(path))
    }

    @Test("Opening again asks where a transaction is open, and says when it is done")
    func reopens() throws {
        var model = Model.opened()
        try press("M-t", &model)
        _ = update(&model, .transactionEnded(.begin, .success(nil)))
        #expect(opened(try press("M-: \"reopen\" Enter", &model)).isEmpty)
        guard case .question(let question)? = model.layers.last else {
            Issue.record("nothing is asked")
            return
        }
        #expect(question.detail == "A transaction is open, and is rolled back by it. Go on?")
        #expect(opened(try press("n", &model)).isEmpty && model.session.transaction == .open(statementCount: 0))
        try press("M-: \"reopen\" Enter", &model)
        #expect(opened(try press("y", &model)).map(\.path) == ["movies.rl"])
        #expect(model.session.transaction == .none)
        _ = update(&model, .storeOpened(info("movies.rl")))
        #expect(model.message?.text == "movies.rl is open again, as it is now")
        // In the notes a key does it.
        #expect(opened(try press("M-5 R", &model)).count == 1)
        #expect(opened(try press("R", &model)).isEmpty)
        _ = update(&model, .storeOpened(info("movies.rl")))
        try press("M-: \"connect\" Enter", &model)
        _ = update(&model, .storeOpened(info("movies.rl")))
        #expect(opened(try press("M-: \"reopen\" Enter", &model)).isEmpty)
        #expect(model.message?.text == "Another session uses movies.rl: :close it first")
    }

    @Test("A store that is only read says that it shows what was there when it was opened")
    func tellsOfReading() throws {
        var model = Model.opened()
        _ = try press("M-: \"open -r /r.rl\" Enter", &model)
        _ = update(&model, .storeOpened(StoreInfo(name: "/r.rl", isReadOnly: true, namespace: "neo4j")))
        #expect(model.message?.text == "Shows /r.rl as it is now: :reopen shows what is written later")
    }

    @Test("A parameter without a store is refused for that reason; while one opens it waits")
    func waitsWithParameters() throws {
        var model = Model.opened()
        _ = update(&model, .storeFailed(path: "movies.rl", .local("it is damaged")))
        #expect(try press("M-: \"param q = 3\" Enter", &model).isEmpty)
        #expect(model.message?.text == "$q: no store is open that could read the value; :open opens one")
        var opening = Model.opened()
        opening.session.isOpening = true
        #expect(try press("M-: \"param q = 3\" Enter", &opening).isEmpty)
        let effects = update(&opening, .storeOpened(info("movies.rl")))
        #expect(
            effects.contains {
                if case .evaluateParameter(name: "q", text: "3") = $0 { true } else { false }
            })
    }

    @Test(
        "A store in memory is named once when quitting, however many sessions it has, and is lost with the last of them"
    )
    func namesStoresOnce() throws {
        var model = Model.opened()
        model.session.name = ":memory:"
        model.session.isChanged = true
        try press("M-: \"connect\" Enter", &model)
        _ = update(&model, .storeOpened(info(":memory:")))
        #expect(model.losses.count { $0.hasPrefix(":memory: holds") } == 1)
        try press("M-: \"close\" Enter", &model)
        #expect(model.layers.isEmpty && model.losses.contains { $0.hasPrefix(":memory: holds") })
        // Another store in memory is another one.
        try press("M-: \"open :memory:\" Enter", &model)
        _ = update(&model, .storeOpened(info(":memory:")))
        model.session.isChanged = true
        #expect(model.losses.count { $0.hasPrefix(":memory: holds") } == 2)
        try press("M-: \"close\" Enter", &model)
        #expect(!model.layers.isEmpty)
    }

    @Test("A file that is being written, of any connection, is given up after a yes alone")
    func asksAboutExports() throws {
        var model = Model.opened("UNWIND range(1, 3) AS i RETURN i")
        model.rowWork = RowWork(kind: .exporting, rowCount: 3)
        #expect(model.losses == ["A file is being written, and is given up then."])
        var work = model.workspace
        work.session.number = 7
        model.parked.append(work)
        model.rowWork = nil
        #expect(model.losses == ["A file is being written, and is given up then."])
        #expect(model.isExporting)
    }
}
