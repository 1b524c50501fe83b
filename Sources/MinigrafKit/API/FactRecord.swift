/// One version of a fact: an assertion or a retraction.
public struct FactRecord: Equatable, Sendable {
    /// The text of a UUID.
    public var entity: String
    public var attribute: String
    public var value: MiniGrafValue
    public var txCount: Int64
    /// The transaction's wall clock, in milliseconds since 1970.
    public var txId: Int64
    public var validFrom: Int64
    public var validTo: Int64
    public var asserted: Bool

    public init(
        entity: String, attribute: String, value: MiniGrafValue, txCount: Int64, txId: Int64, validFrom: Int64,
        validTo: Int64, asserted: Bool
    ) {
        self.entity = entity
        self.attribute = attribute
        self.value = value
        self.txCount = txCount
        self.txId = txId
        self.validFrom = validFrom
        self.validTo = validTo
        self.asserted = asserted
    }
}

public enum FactOrder: Sendable {
    /// Ascending transactions.
    case tx
    /// As the store keeps them.
    case storage
}

/// Which records a fact log shows: those that pass every test given.
public struct FactFilter: Sendable {
    /// `attributes` and `attributePrefixes` are one test: either will do.
    public var attributes: [String]?
    public var attributePrefixes: [String]?
    public var entities: [String]?
    /// Both ends count.
    public var txFrom: Int64?
    public var txTo: Int64?
    public var order: FactOrder?
    public var window: Int64?

    public init(
        attributes: [String]? = nil, attributePrefixes: [String]? = nil, entities: [String]? = nil,
        txFrom: Int64? = nil, txTo: Int64? = nil, order: FactOrder? = nil, window: Int64? = nil
    ) {
        self.attributes = attributes
        self.attributePrefixes = attributePrefixes
        self.entities = entities
        self.txFrom = txFrom
        self.txTo = txTo
        self.order = order
        self.window = window
    }
}
