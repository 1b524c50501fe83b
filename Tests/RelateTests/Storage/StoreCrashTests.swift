import Durability
import Testing

@testable import Relate

@Suite struct StoreCrashTests {
    /// How an operation fails.
    enum Failure: String, CaseIterable, Sendable {
        /// The machine dies there.
        case death, tornDeath
        /// The disk refuses that one operation, and works again.
        case once, tornOnce
        /// The disk is full from there on.
        case full
    }

    private static func fail(_ files: InMemoryFileSystem, at operation: Int, _ failure: Failure) {
        switch failure {
        case .death: files.fail(at: operation, lasting: true)
        case .tornDeath: files.fail(at: operation, .tears, lasting: true)
        case .once: files.fail(at: operation, lasting: false)
        case .tornOnce: files.fail(at: operation, .tears, lasting: false)
        case .full:
            files.fail(
                at: operation, .tears, lasting: true,
                error: FileError(errorNumber: 28, text: "No space left on device"))
        }
    }

    @Test(
        "Whatever operation fails, what was acknowledged is there after it, and nothing is half there",
        arguments: StoreScript.paths, Failure.allCases)
    func everyOperation(path: String, failure: Failure) throws {
        let whole = StoreScript(InMemoryFileSystem(), path)
        whole.run()
        #expect(whole.errors == [])
        #expect(whole.acknowledged.count == 11)
        let operationCount = whole.files.operationCount
        #expect(operationCount > 50)
        var refusals = 0
        for operation in 1...operationCount {
            let files = InMemoryFileSystem()
            Self.fail(files, at: operation, failure)
            let script = StoreScript(files, path)
            script.run()
            refusals += script.errors.isEmpty ? 0 : 1
            try #require(script.differencesWhileOpen() == [], "operation \(operation)")
            for loss in [InMemoryFileSystem.Loss.nothing, .unsynced] {
                let survivors = files.afterCrash(loss)
                try #require(script.differencesReading(survivors) == [], "operation \(operation), \(loss)")
            }
            let survivors = files.afterCrash(.some(seed: UInt64(operation)))
            try #require(script.differences(on: survivors) == [], "operation \(operation)")
            // Once more, from what that open left when it was itself cut off.
            try #require(
                script.differencesReading(survivors.afterCrash(.unsynced)) == [], "operation \(operation)")
        }
        #expect(refusals > 20)
    }

    @Test("After a commit that found no space, later ones succeed once there is some", arguments: StoreScript.paths)
    func goesOnAfterFullDisk(path: String) throws {
        var refused = 0
        for operation in 5...40 {
            let files = InMemoryFileSystem()
            let script = StoreScript(files, path)
            script.open()
            files.fail(
                at: operation, lasting: false, error: FileError(errorNumber: 28, text: "No space left on device"))
            for _ in 0..<4 { script.commit(size: 20) }
            script.commit()
            let isPoisoned = !script.unknown.isEmpty
            if !script.errors.isEmpty && !isPoisoned {
                refused += 1
                #expect(script.acknowledged.count == 4, "operation \(operation)")
                #expect(script.errors[0].contains("the disk is full"))
            }
            #expect(script.differencesWhileOpen() == [])
        }
        #expect(refused > 5)
    }

    @Test("After a sync that failed, nothing is answered until the store is opened again", arguments: StoreScript.paths)
    func poisons(path: String) throws {
        let files = InMemoryFileSystem()
        let database = try Database(opening: path, .test(files))
        let connection = try database.connect()
        for _ in 0..<4 { try connection.query("CREATE (:A)") }
        // The write of the next commit, and then its sync.
        files.fail(at: files.operationCount + 2, lasting: false)
        let error = #expect(throws: RelateError.self) { try connection.query("CREATE (:A)") }
        #expect(error?.engineError?.stage == .internal)
        for call: () throws -> Void in [
            { try connection.query("RETURN 1") }, { try connection.begin() }, { _ = try database.connect() },
            { try database.checkpoint() }, { try connection.setNamespace("system") }, { try connection.commit() },
            { try connection.rollback() }, { _ = try database.connect(namespace: "none") },
        ] {
            let later = #expect(throws: RelateError.self) { try call() }
            #expect(later?.engineError == error?.engineError)
        }
        // A new handle, on what a crash would leave, has all that was acknowledged.
        let again = try Database(opening: path, .test(files.afterCrash(.unsynced)))
        #expect(try again.connect().query("MATCH (n) RETURN count(n)").scalar() == 4)
        #expect(try again.connect().query("CREATE (:A)").bookmark == "relate:5")
    }
}
