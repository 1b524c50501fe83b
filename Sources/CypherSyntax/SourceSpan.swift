/// A stretch of a statement's text, in UTF-8 bytes from its start; `lowerBound == upperBound` marks a place.
public struct SourceSpan: Hashable, Sendable {
    public var lowerBound: Int
    public var upperBound: Int

    public init(_ lowerBound: Int, _ upperBound: Int) {
        self.lowerBound = lowerBound
        self.upperBound = upperBound
    }
}
