import Relate
import Render
import Testing

@testable import RelateTUI

/// Random keys, sizes and clicks on the model, with a store behind it that answers at once.
@Suite("Key storms") struct KeyStormTests {
    @Test("Ten thousand random keys, clicks and sizes never break update or view", arguments: 1...8)
    func storm(seed: UInt64) throws {
        var random = Random(seed)
        let keys: [Key] =
            KeyMap.bindings.flatMap(\.keys).filter {
                ![.quit].contains(KeyMap.command(for: $0, in: [.anywhere, .outsideText]))
            }
            + "abcMATCH (n)-[:X]->{}'\"$1;".map { Key.character($0) } + [Key(.escape), Key(.enter), Key(.down)]
        var world = try World(seed: seed)
        for step in 0..<1_250 {
            if random.below(25) == 0 {
                let size = ScreenSize(rows: random.below(50) + 1, columns: random.below(210) + 1)
                world.happen(.resized(size))
            }
            if random.below(12) == 0 {
                let kinds: [MouseAction.Kind] = [.press, .press, .wheelDown, .wheelUp, .drag, .release]
                world.happen(
                    .mouse(
                        MouseAction(
                            kind: kinds[random.below(kinds.count)], column: random.below(210), row: random.below(50))))
            }
            if random.below(40) == 0 {
                world.happen(.paste(["MATCH (n) RETURN n", "\u{1B}[31m", ""][random.below(3)]))
            }
            world.happen(.key(keys[random.below(keys.count)]))
            let frame = view(world.model)
            #expect(
                frame.rows == world.model.size.rows && frame.columns == world.model.size.columns, "step \(step)")
            #expect(world.model.session.pendingCount >= 0, "step \(step)")
            if world.model.hasEnded { world.model.hasEnded = false }
        }
    }

    /// Numbers that are the same for the same seed.
    struct Random {
        private var state: UInt64

        init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

        mutating func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: (state >> 33) % UInt64(bound))
        }
    }

    /// A model whose effects are answered as workers would, now and then by a failure.
    struct World {
        var model: Model
        private var random: Random
        private let session = FakeSession(FakeStore(neighbourhoods: Fixtures.neighbourhoods))

        init(seed: UInt64) throws {
            random = Random(seed ^ 0x55)
            var configuration = ExplorerConfiguration { _ throws(StatementFailure) in FakeStore() }
            configuration.initialText = Array(repeating: ExplorerScreenTests.query, count: 40).joined(separator: ";\n")
            model = Model(configuration: configuration, size: ScreenSize(rows: 40, columns: 120))
            for effect in initialEffects(of: model) { perform(effect) }
            happen(.key(.function(5)))
        }

        mutating func happen(_ event: Event) {
            for effect in update(&model, event) { perform(effect) }
        }

        private mutating func perform(_ effect: Effect) {
            if case .of(let connection, let effects) = effect {
                for effect in effects { answer(effect).map { happen(.of(connection: connection, $0)) } }
            } else if let event = answer(effect) {
                happen(event)
            }
        }

        private static let failure = StatementFailure(
            code: "c", status: "s", stage: "runtime", isRetryable: true, message: "syntax error: no\n\"x\"\n ^",
            span: 3..<9)

        private mutating func answer(_ effect: Effect) -> Event? {
            switch effect {
            case .run(let request):
                let plan = random.below(3) == 0 ? Fixtures.plan(profiled: random.below(2) == 0) : nil
                let outcome = Fixtures.outcome(
                    columns: Array(["a", "b", "c"].prefix(random.below(4))),
                    rows: Array(
                        repeating: [.path(Fixtures.path), .node(Fixtures.keanu), nil], count: random.below(40)),
                    notifications: random.below(2) == 0 ? [Fixtures.warning] : [], plan: plan)
                return .statementEnded(request, random.below(4) == 0 ? .failure(Self.failure) : .success(outcome))
            case .transaction(let step):
                return .transactionEnded(step, random.below(5) == 0 ? .failure(Self.failure) : .success(nil))
            case .loadSchema: return .schemaLoaded(Fixtures.schema)
            case .loadHistory: return .historyLoaded(["RETURN 1", "RETURN 2"])
            case .session(.checkpoint): return .session(.checkpointed(nil))
            case .graph(let effect): return answer(effect).map { .graph($0) }
            case .arrange(let table, let sort, let filter):
                let order = try? GridSearch.order(of: table, sort: sort, filter: filter)
                return .rowsArranged(
                    resultNumber: table.number, RowArrangement(sort: sort, filter: filter, order: order))
            case .find(let table, let text, let order, let from, let step):
                let row = try? GridSearch.place(of: text, in: table, order: order, from: from, step: step)
                return .rowFound(resultNumber: table.number, row: row)
            case .copyRows(_, _, _, let format):
                return .rowsWritten(random.below(2) == 0 ? "a" : nil, what: format.what)
            case .evaluateParameter(let name, let text):
                return .parameterEvaluated(ParameterEntry(name: name, text: text, value: .string(text)))
            case .use(let namespace): return .namespaceUsed(namespace, nil)
            case .open(let request):
                if random.below(4) == 0 { return .storeFailed(path: request.path, Self.failure) }
                return .storeOpened(StoreInfo(name: "x", isReadOnly: true, namespace: "neo4j"))
            case .export(_, _, let path, _): return .exported(path: path, .success(3))
            case .copy(_, let what): return .copied(what: what, random.below(2) == 0 ? .sentToTerminal : .tooLong)
            case .loadTheme(let name): return .themeLoaded(name, failure: random.below(2) == 0 ? "no" : nil)
            default: return nil
            }
        }

        private func answer(_ effect: GraphEffect) -> GraphEvent? {
            func attempt<Answer>(
                _ body: () throws(StatementFailure) -> Answer
            ) -> Result<Answer, StatementFailure> {
                do throws(StatementFailure) { return .success(try body()) } catch { return .failure(error) }
            }
            switch effect {
            case .loadFocus(let elementID, let limit, _):
                return .focusLoaded(
                    elementID: elementID,
                    attempt { () throws(StatementFailure) in
                        try GraphFocus.load(elementID, limit: limit, from: session)
                    })
            case .loadPage(let page, _):
                return .pageLoaded(page, attempt { () throws(StatementFailure) in try session.neighbours(page) })
            case .expand(let elementID, let limit, _, _):
                return .expanded(
                    elementID: elementID,
                    attempt { () throws(StatementFailure) in
                        GraphExpansion(
                            neighbourhood: try session.neighbourhood(of: elementID, limit: limit), links: GraphLinks())
                    })
            case .connect: return .connected(.success(GraphLinks()))
            case .search(let text, _):
                let hit = GraphHit(element: .node(Fixtures.matrix), score: 1, index: "texts")
                return .found(text: text, text.count > 1 ? .success([hit]) : .failure(Self.failure))
            case .proposeIndex: return .indexProposed(.success("CREATE FULLTEXT INDEX texts FOR (n:A) ON EACH [n.b]"))
            case .collect(let table, let order):
                return (try? GraphSet(collecting: table, order: order)).map {
                    .collected(resultNumber: table.number, $0)
                }
            case .layOut(let scene, let revision): return .laidOut(revision: revision, GraphOverview(scene, steps: 5))
            case .export(_, let path, _): return .exported(path: path, .success(3))
            }
        }
    }
}
