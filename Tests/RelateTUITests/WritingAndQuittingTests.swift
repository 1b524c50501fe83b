import Relate
import Render
import Testing

@testable import RelateTUI

/// `:w`, `:wq`, `:x` and `:q`, as vim's users type them.
@Suite("Writing and quitting by vim's words") struct WritingAndQuittingTests {
    /// With a file open for each of the texts, the last one in front.
    private func model(_ texts: String...) -> Model {
        var model = Model.opened()
        for (index, text) in texts.enumerated() {
            let content = TextFile.Content(text: text, stamp: stamp)
            _ = update(&model, .editor(.fileRead(path: "/q/\(index).cypher", .success(content))))
        }
        return model
    }

    private var stamp: FileStamp? { FileStamp(text: "1:2:3:4:5") }

    private func writtenPaths(_ effects: [Effect]) -> [String] {
        effects.compactMap { if case .editor(.write(_, let path, _, _, _)) = $0 { path } else { nil } }
    }

    private func quits(_ effects: [Effect]) -> Bool { effects.contains { if case .quit = $0 { true } else { false } } }

    /// The file of the buffer at this place is written, or is not.
    private func written(_ model: inout Model, _ index: Int = 0, failure: StatementFailure? = nil) -> [Effect] {
        let buffer = model.buffers[index]
        let result = failure.map { Result<FileStamp?, StatementFailure>.failure($0) } ?? .success(stamp)
        let version = buffer.text.version
        return update(
            &model,
            .editor(
                .fileWritten(path: buffer.file?.path ?? "", buffer: buffer.number, version: version, result)))
    }

    @Test(
        "The program ends once the file is written, and stays where it cannot be", arguments: ["wq", "x", "wqa", "xa"])
    func ends(word: String) throws {
        var model = model("RETURN 1")
        try press("\"//\" M-:", &model)
        #expect(writtenPaths(try press("\"\(word)\" Enter", &model)) == ["/q/0.cypher"])
        #expect(!model.hasEnded)
        #expect(!quits(written(&model, failure: .local("no room"))))
        #expect(!model.hasEnded && model.message?.text == "no room")
        // What is written by itself ends nothing.
        try press("M-: \"w\" Enter", &model)
        #expect(!quits(written(&model)) && !model.hasEnded)
        try press("\"//\" M-: \"\(word)\" Enter", &model)
        #expect(quits(written(&model)) && model.hasEnded)
    }

    @Test("A file that is as it was is written by :wq alone; a buffer that holds nothing of its own needs none")
    func writesWhatChanged() throws {
        var model = model("RETURN 1")
        #expect(writtenPaths(try press("M-: \"wq\" Enter", &model)) == ["/q/0.cypher"])
        model = self.model("RETURN 1")
        #expect(quits(try press("M-: \"x\" Enter", &model)))
        model = Model.opened("// a text that the program brought")
        #expect(quits(try press("M-: \"wq\" Enter", &model)))
    }

    @Test("A buffer without a file is told to need one, and goes into the one that is named")
    func needsFile() throws {
        var model = Model.opened()
        try press("\"RETURN 1\" M-: \"wq\" Enter", &model)
        #expect(model.message?.text.hasPrefix("This buffer has no file yet") == true)
        #expect(!model.hasEnded)
        #expect(writtenPaths(try press("M-: \"x /tmp/new.cypher\" Enter", &model)) == ["/tmp/new.cypher"])
        #expect(quits(written(&model)))
    }

    @Test("All buffers with files that changed are written by :wqa; what else would be lost is asked about")
    func writesAll() throws {
        var model = model("RETURN 1", "RETURN 2", "RETURN 3")
        try press("\"//\" M-, \"//\" M-, M-: \"wqa\" Enter", &model)
        #expect(model.quitsAfterWriting.count == 2)
        #expect(!quits(written(&model, 1)))
        #expect(quits(written(&model, 2)))
        // The one in front alone is written by :wq.
        model = self.model("RETURN 1", "RETURN 2")
        try press("\"//\" M-, \"//\" M-: \"wq\" Enter", &model)
        #expect(!quits(written(&model, 0)))
        #expect(model.question?.detail == "1 buffer with a file not written. Quit?")
    }

    @Test(
        "The short words do what they do in vim", arguments: [("q", true), ("qa", true), ("q!", true), ("x y", false)])
    func words(word: String, ends: Bool) throws {
        var model = model("RETURN 1")
        #expect(quits(try press("M-: \"\(word)\" Enter", &model)) == ends)
    }
}
