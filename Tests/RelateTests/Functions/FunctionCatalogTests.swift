import Relate
import Testing

@Suite("The catalogue of functions")
struct FunctionCatalogTests {
    @Test("a function is found by its name in any case")
    func lookup() {
        #expect(FunctionCatalog.function(named: "TOUPPER")?.name == "toUpper")
        #expect(FunctionCatalog.function(named: "Point.Distance")?.name == "point.distance")
        #expect(FunctionCatalog.function(named: "date")?.category == .temporal)
        #expect(FunctionCatalog.function(named: "noSuch") == nil)
        #expect(FunctionCatalog.function(named: "id")?.replacement == "elementId")
    }

    @Test("names are distinct without regard to case, sorted, and every row is documented")
    func rows() {
        #expect(Set(FunctionCatalog.names.map { $0.lowercased() }).count == FunctionCatalog.all.count)
        #expect(FunctionCatalog.names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } == FunctionCatalog.names)
        for definition in FunctionCatalog.all {
            #expect(definition.summary.hasSuffix("."), "\(definition.name): \(definition.summary)")
            var isOptional = false
            for parameter in definition.parameters {
                #expect(parameter.isOptional || !isOptional, "\(definition.name): a required one after an optional one")
                isOptional = parameter.isOptional
            }
        }
    }

    @Test("every function of openCypher's kit and of the manual is there")
    func complete() {
        let names = """
            abs acos asin atan atan2 avg btrim ceil char_length character_length coalesce coll.distinct coll.flatten \
            coll.indexOf coll.insert coll.max coll.min coll.remove coll.sort collect cos cosh cot coth count date datetime \
            degrees duration duration.between duration.inDays duration.inMonths duration.inSeconds e elementId endNode exp \
            floor haversin head id isEmpty isNaN keys labels last left length localdatetime localtime log log10 lower ltrim \
            max min nodes normalize nullIf percentileCont percentileDisc pi point point.distance point.withinBBox properties \
            radians rand randomUUID range relationships replace reverse right round rtrim sign sin sinh size split sqrt \
            startNode stdev stdevp substring sum tail tan tanh time timestamp toBoolean toBooleanList toBooleanOrNull toFloat \
            toFloatList toFloatOrNull toInteger toIntegerList toIntegerOrNull toLower toString toStringList toStringOrNull \
            toUpper trim type upper valueType vector vector.similarity.cosine vector.similarity.euclidean vector_distance \
            vector_dimension_count vector_norm
            """
        for name in names.split(separator: " ") {
            #expect(FunctionCatalog.function(named: String(name)) != nil, "\(name)")
        }
    }

    @Test("every function takes any arguments of the right count without a trap")
    func robust() {
        var random = SplitMix(seed: 11)
        let context = StubGraph.people().context
        for definition in FunctionCatalog.all {
            let least = definition.parameters.count { !$0.isOptional }
            for _ in 0..<200 {
                let most = definition.parameters.count + (definition.isVariadic ? 2 : 0)
                let count = least + Int(random.next() % UInt64(most - least + 1))
                let arguments = (0..<count).map { _ in assortedValues[Int(random.next() % UInt64(assortedValues.count))]
                }
                if definition.name == "range" && count > 1 { continue }
                switch definition.body {
                case .scalar(let body):
                    _ = try? body(arguments, context)
                case .aggregate(let make):
                    let accumulator = make()
                    try? accumulator.add(arguments, context)
                    try? accumulator.add(arguments, context)
                    _ = try? accumulator.finish(context)
                }
            }
        }
    }

    @Test("a signature reads as documentation writes it")
    func signatures() {
        #expect(
            FunctionCatalog.function(named: "substring")?.signature
                == "substring(text :: STRING, start :: INTEGER[, length :: INTEGER]) :: STRING")
        #expect(FunctionCatalog.function(named: "pi")?.signature == "pi() :: FLOAT")
    }

    @Test("element ids read back as the element, and nothing else does")
    func elementIds() {
        #expect(ElementIDText.node("4:relate-neo4j:n12") == NodeID(12))
        #expect(ElementIDText.relationship("5:relate-neo4j:r0") == RelationshipID(0))
        #expect(ElementIDText.text(of: NodeID(3), in: .system) == "4:relate-system:n3")
        for text in [
            "", "n0", "4:relate-neo4j:n", "4:relate-neo4j:n00", "4:relate-neo4j:n-1", "4:relate-neo4j:n4294967296",
            "5:relate-neo4j:n0", "4:relate-system:n0", "4:relate-neo4j:n1 ",
        ] {
            #expect(ElementIDText.node(text) == nil, "\(text)")
        }
    }
}
