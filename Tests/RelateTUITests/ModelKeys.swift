import Relate

@testable import RelateTUI

/// Types the keys into the model, and gives what it asks for.
@discardableResult
func press(_ keys: String, _ model: inout Model) throws -> [Effect] {
    try KeyWords.parse(keys).flatMap { step -> [Effect] in
        guard case .press(let key) = step else { return [] }
        return update(&model, .key(key))
    }
}

extension Model {
    /// An explorer whose store `movies.rl` is open.
    static func opened(
        _ text: String = "", columns: Int = 80, rows: Int = 24,
        configure: (inout ExplorerConfiguration) -> Void = { _ in }
    ) -> Model {
        var configuration = ExplorerConfiguration { _ throws(StatementFailure) in FakeStore() }
        configuration.initialText = text
        configure(&configuration)
        var model = Model(configuration: configuration, size: ScreenSize(rows: rows, columns: columns))
        _ = update(&model, .storeOpened(StoreInfo(name: "movies.rl", isReadOnly: false, namespace: "neo4j")))
        return model
    }
}

extension GridState {
    init(number: Int, outcome: StatementOutcome, statement: String, room: Int) {
        let request = RunRequest(number: number, text: statement, offset: 0, buffer: 0, mode: .run, parameters: [:])
        self.init(outcome: outcome, of: request, room: room)
    }
}

extension [Effect] {
    /// The statement that is to be run.
    var runRequest: RunRequest? { lazy.compactMap { if case .run(let request) = $0 { request } else { nil } }.first }
}
