// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "relate",
    // Mutex and Atomic of the standard library need these systems; Linux has no such floor.
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Relate", targets: ["Relate"]),
        .library(name: "MinigrafKit", targets: ["MinigrafKit"]),
        .executable(name: "relate-tui", targets: ["RelateTUI"]),
    ],
    targets: [
        // C libraries of the system behind small C targets: macros, variadic functions and unsafe globals end here.
        .target(
            name: "CCurses",
            linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo", .when(platforms: [.linux]))]
        ),
        .target(name: "CPCRE2", linkerSettings: [.linkedLibrary("pcre2-8")]),
        .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CStemmer", linkerSettings: [.linkedLibrary("stemmer")]),
        // Loops of our own that need the processor's wide instructions.
        .target(name: "CKernels"),

        // What Swift's module of the C library leaves out.
        .target(name: "CFiles"),
        .target(name: "Durability", dependencies: ["CFiles"]),
        .target(name: "CypherSyntax"),
        .target(
            name: "Relate", dependencies: ["CypherSyntax", "Durability", "CKernels", "CPCRE2", "CStemmer", "CZlib"],
            path: "Sources/RelateEngine"),
        .target(name: "MinigrafKit", dependencies: ["Durability"]),
        .target(name: "Render", dependencies: ["CypherSyntax", "Relate"]),
        .executableTarget(
            name: "RelateTUI",
            dependencies: ["CCurses", "CypherSyntax", "Relate", "MinigrafKit", "Render"]
        ),
        // Figures of docs/performance.md: `swift run -c release relate-bench`.
        .executableTarget(
            name: "relate-bench", dependencies: ["Relate", "MinigrafKit", "Durability"], path: "Sources/RelateBench"),

        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "DurabilityTests", dependencies: ["Durability", "TestSupport"]),
        .testTarget(name: "CypherSyntaxTests", dependencies: ["CypherSyntax", "TestSupport"]),
        // Writes to a store until it is killed.
        .executableTarget(
            name: "store-writer", dependencies: ["Relate", "Durability"], path: "Tests/StoreWriter"),
        .testTarget(
            name: "RelateTests",
            dependencies: ["Relate", "CKernels", "CypherSyntax", "Durability", "TestSupport", "store-writer"]),
        .testTarget(name: "MinigrafKitTests", dependencies: ["MinigrafKit", "Durability", "TestSupport"]),
        .testTarget(
            name: "RenderTests",
            dependencies: ["Render", "Relate", "TestSupport"],
            exclude: ["__Snapshots__"]
        ),
        .testTarget(name: "RelateTUITests", dependencies: ["RelateTUI", "TestSupport"], exclude: ["__Snapshots__"]),
        .testTarget(name: "CypherCaseTests", dependencies: ["Relate", "TestSupport"], exclude: ["Cases"]),
        .testTarget(name: "EndToEndTests", dependencies: ["TestSupport"], exclude: ["Screens", "Scripts"]),
    ],
    swiftLanguageModes: [.v6]
)
