/// What a profiled run measured of one operator, its children not counted in.
///
/// - Source: Swift API page, "Notifications and plans".
public struct PlanActual: Hashable, Sendable {
    /// Rows it handed on.
    public let rows: Int64
    /// Milliseconds spent in it.
    public let timeMs: Double
    /// Reads of the graph: `hops` + `neighborWalks` + `nodeReads`.
    public let dbHits: Int64
    /// The most bytes of rows it held at one time.
    public let memoryBytes: Int64
    /// Relationships passed along.
    public let hops: Int64
    /// Nodes whose neighbours were walked.
    public let neighborWalks: Int64
    /// Nodes, or properties of nodes and relationships, that were read.
    public let nodeReads: Int64
    /// Where a pattern's walk began; `nil` for operators that begin none.
    public let start: PlanStart?

    package init(
        rows: Int64, timeMs: Double, dbHits: Int64, memoryBytes: Int64, hops: Int64, neighborWalks: Int64,
        nodeReads: Int64, start: PlanStart? = nil
    ) {
        self.rows = rows
        self.timeMs = timeMs
        self.dbHits = dbHits
        self.memoryBytes = memoryBytes
        self.hops = hops
        self.neighborWalks = neighborWalks
        self.nodeReads = nodeReads
        self.start = start
    }
}
