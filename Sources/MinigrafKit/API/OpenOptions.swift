/// The `validTo` of a fact that is valid forever.
public let validTimeForever = Int64.max
/// A `walCheckpointThreshold` that is never reached.
public let walCheckpointNever = Int64.max

public enum SyncMode: Sendable {
    /// Every write is on disk before the call returns.
    case full
    /// Writes reach the disk at checkpoints.
    case normal
}

/// How a file is opened; `nil` is the default of each.
public struct OpenOptions: Sendable {
    public var readOnly: Bool?
    /// In pages of 4 KiB; 256.
    public var pageCacheSize: Int64?
    public var allowUnlocked: Bool?
    /// Write-ahead log entries at which a write checkpoints; 1000.
    public var walCheckpointThreshold: Int64?
    /// New facts of one round of rule evaluation; 1,000,000.
    public var maxDerivedFacts: Int64?
    /// Facts that rules may derive in all; 1,000,000.
    public var maxResults: Int64?
    public var synchronous: SyncMode?
    /// Bytes that one query may hold; no limit.
    public var queryMemoryLimit: Int64?

    public init(
        readOnly: Bool? = nil, pageCacheSize: Int64? = nil, allowUnlocked: Bool? = nil,
        walCheckpointThreshold: Int64? = nil, maxDerivedFacts: Int64? = nil, maxResults: Int64? = nil,
        synchronous: SyncMode? = nil, queryMemoryLimit: Int64? = nil
    ) {
        self.readOnly = readOnly
        self.pageCacheSize = pageCacheSize
        self.allowUnlocked = allowUnlocked
        self.walCheckpointThreshold = walCheckpointThreshold
        self.maxDerivedFacts = maxDerivedFacts
        self.maxResults = maxResults
        self.synchronous = synchronous
        self.queryMemoryLimit = queryMemoryLimit
    }
}
