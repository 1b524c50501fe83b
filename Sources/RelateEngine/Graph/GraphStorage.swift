/// What a `GraphState` holds. States share it until one of them changes.
///
/// One reference instead of a dozen makes a copy of a state cheap wherever the compiler sees fit to take one.
final class GraphStorage: @unchecked Sendable {
    let shared: StoreShared

    // Changed by the one state that holds this alone; checks of exclusive access would cost more than the changes.
    @exclusivity(unchecked) var nodes: RowBitmap
    @exclusivity(unchecked) var relationships: RowBitmap
    /// By label number; likewise below.
    @exclusivity(unchecked) var labelBitmaps: [RowBitmap]
    @exclusivity(unchecked) var nodePropertyColumns: [PropertyColumn]
    @exclusivity(unchecked) var relationshipPropertyColumns: [PropertyColumn]
    @exclusivity(unchecked) var relationshipEnds: RelationshipEnds
    @exclusivity(unchecked) var typeAdjacencies: [TypeAdjacency]
    /// Rows ever used.
    @exclusivity(unchecked) var nodeRowCount: Int
    @exclusivity(unchecked) var relationshipRowCount: Int
    @exclusivity(unchecked) var schema: SchemaCatalog
    /// Entries of the schema's indexes.
    @exclusivity(unchecked) var indexes: LiveIndexes

    init(shared: StoreShared) {
        self.shared = shared
        nodes = RowBitmap()
        relationships = RowBitmap()
        labelBitmaps = []
        nodePropertyColumns = []
        relationshipPropertyColumns = []
        relationshipEnds = RelationshipEnds()
        typeAdjacencies = []
        nodeRowCount = 0
        relationshipRowCount = 0
        schema = SchemaCatalog()
        indexes = LiveIndexes()
    }

    init(copying other: GraphStorage) {
        shared = other.shared
        nodes = other.nodes
        relationships = other.relationships
        labelBitmaps = other.labelBitmaps
        nodePropertyColumns = other.nodePropertyColumns
        relationshipPropertyColumns = other.relationshipPropertyColumns
        relationshipEnds = other.relationshipEnds
        typeAdjacencies = other.typeAdjacencies
        nodeRowCount = other.nodeRowCount
        relationshipRowCount = other.relationshipRowCount
        schema = other.schema
        indexes = other.indexes
    }
}
