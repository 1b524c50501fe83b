import Testing

@testable import Relate

/// What every function of the catalogue does with too few, too many, null and wrong arguments, through statements.
@Suite("Every function, called wrongly")
struct FunctionBehaviourTests {
    private static let wrongTypes: [(StaticType, String)] = [
        (.boolean, "true"), (.integer, "1"), (.float, "1.5"), (.string, "'a'"), (.list(.integer), "[1]"),
        (.map, "{a: 1}"),
        (.point, "point({x: 1, y: 2})"), (.date, "date('2024-01-01')"), (.duration, "duration('P1D')"),
    ]

    /// An argument that the parser reads as a word of the grammar, such as a metric.
    private static func isKeyword(_ name: String, _ index: Int) -> Bool {
        switch name {
        case "normalize", "vector_norm": index == 1
        case "vector", "vector_distance": index == 2
        default: false
        }
    }

    private static func call(_ definition: FunctionDefinition, _ arguments: [String]) -> String {
        "RETURN \(definition.name)(\(arguments.joined(separator: ", "))) AS v"
    }

    /// Right arguments by the definition's own types.
    private static func fitting(_ definition: FunctionDefinition) -> [String] {
        definition.parameters.filter { !$0.isOptional }.enumerated().map { index, parameter in
            if isKeyword(definition.name, index) {
                return definition.name == "vector" ? "INTEGER8" : "EUCLIDEAN"
            }
            return wrongTypes.first { parameter.type != .any && $0.0.mayBe(parameter.type) }?.1 ?? "null"
        }
    }

    @Test("one argument too few or too many is refused where the text is read, by name and count")
    func arity() throws {
        let connection = try Database.inMemory().connect()
        for definition in FunctionCatalog.all {
            let fitting = Self.fitting(definition)
            var calls: [[String]] = []
            if let last = fitting.indices.last { calls.append(Array(fitting[..<last])) }
            if !definition.isVariadic {
                calls.append(Array(repeating: "null", count: definition.parameters.count + 1))
            }
            for arguments in calls where !(definition.name == "count" && arguments.isEmpty) {
                let error = #expect(throws: RelateError.self, "\(definition.name)") {
                    try connection.query(Self.call(definition, arguments))
                }
                guard let engine = error?.engineError, definition.name != "trim" else { continue }
                #expect(engine.stage == .compile, "\(engine.message)")
                #expect(engine.gqlStatus == "42I13", "\(definition.name): \(engine.message)")
                #expect(
                    engine.message.contains("InvalidNumberOfArguments: \(definition.name)() needs"), "\(engine.message)"
                )
                #expect(engine.message.contains("(line 1, column 8 (offset: 7))"), "\(engine.message)")
            }
        }
    }

    @Test("null in gives null out, but for those that say otherwise")
    func nulls() throws {
        let connection = try Database.inMemory().connect()
        // Aggregates of no value, functions about null itself, and clocks have a value of their own.
        let exceptions: [String: CypherValue] = [
            "collect": [], "collect_list": [], "count": 0, "sum": 0, "stdev": 0.0, "stdevp": 0.0, "stddev_samp": 0.0,
            "stddev_pop": 0.0, "valueType": "NULL",
        ]
        for definition in FunctionCatalog.all {
            let required = definition.parameters.filter { !$0.isOptional }
            guard !required.isEmpty else { continue }
            let arguments = required.indices.map { index in
                Self.isKeyword(definition.name, index) ? Self.fitting(definition)[index] : "null"
            }
            // A percentile is asked for by a number.
            if definition.name.hasPrefix("percentile") {
                let call = "RETURN \(definition.name)(null, 0.5) AS v"
                #expect(try connection.query(call).scalar() == .null, "\(definition.name)")
                continue
            }
            let value = try connection.query(Self.call(definition, arguments)).scalar()
            #expect(value == exceptions[definition.name] ?? .null, "\(definition.name)")
        }
    }

    @Test("a wrong type is refused where it is known, and is an error or null where it is a parameter")
    func types() throws {
        let connection = try Database.inMemory().connect()
        var refusals = 0
        for definition in FunctionCatalog.all where definition.name != "range" {
            let fitting = Self.fitting(definition)
            for (index, parameter) in definition.parameters.enumerated() where index < fitting.count {
                guard !Self.isKeyword(definition.name, index), parameter.type != .any else { continue }
                for (type, text) in Self.wrongTypes where !type.mayBe(parameter.type) {
                    var arguments = fitting
                    arguments[index] = text
                    let error = #expect(throws: RelateError.self, "\(definition.name)(\(text))") {
                        try connection.query(Self.call(definition, arguments))
                    }
                    #expect(error?.engineError?.stage == .compile, "\(error?.message ?? "")")
                    #expect(error?.engineError?.gqlStatus == "22NB1", "\(error?.message ?? "")")
                    #expect(error?.message.contains("InvalidArgumentType: \(definition.name)() needs") == true)
                    refusals += 1
                    // The same value that only the run can know.
                    let value = try connection.query("RETURN \(text)").scalar()
                    arguments[index] = "$p"
                    do {
                        try connection.query(Self.call(definition, arguments), ["p": value])
                    } catch let error as RelateError {
                        #expect(error.engineError?.stage == .runtime, "\(definition.name): \(error.message)")
                        #expect(error.message.contains("(line 1, column 8 (offset: 7))"), "\(error.message)")
                    }
                }
            }
        }
        #expect(refusals > 500)
    }

    @Test("SHOW FUNCTIONS lists the catalogue and the forms of the grammar, each with its row")
    func shown() throws {
        let connection = try Database.inMemory().connect()
        let rows = try connection.query(
            "SHOW FUNCTIONS YIELD name, category, description, signature, isBuiltIn, aggregating, isDeprecated, deprecatedBy"
        ).records
        let names = rows.compactMap { $0["name"]?.stringValue }
        #expect(Set(names).count == names.count)
        let forms = FunctionCatalog.syntaxForms.map(\.name)
        #expect(Set(names) == Set(FunctionCatalog.names + forms))
        for row in rows {
            guard let definition = FunctionCatalog.function(named: row["name"]?.stringValue ?? "") else { continue }
            #expect(row["description"] == .string(definition.summary))
            #expect(row["signature"] == .string(definition.signature))
            var isAggregate = false
            if case .aggregate = definition.body { isAggregate = true }
            #expect(row["aggregating"] == .bool(isAggregate))
            #expect(row["isBuiltIn"] == true)
            #expect(row["isDeprecated"] == .bool(definition.replacement != nil))
            #expect(row["deprecatedBy"] == definition.replacement.map { .string($0) } ?? .null)
        }
    }
}
