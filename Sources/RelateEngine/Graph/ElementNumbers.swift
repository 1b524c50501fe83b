/// A node's dense number: its row in every node column. Never given to another node while the store is open.
package struct NodeID: Hashable, Comparable, Sendable {
    package var rawValue: UInt32

    @inline(__always) package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    @inline(__always) package static func < (left: NodeID, right: NodeID) -> Bool { left.rawValue < right.rawValue }
}

/// A relationship's dense number: its row in every relationship column.
package struct RelationshipID: Hashable, Comparable, Sendable {
    package var rawValue: UInt32

    @inline(__always) package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    @inline(__always) package static func < (left: RelationshipID, right: RelationshipID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The number of a label's name in the store; likewise below. Names are resolved once, in Binding.
package struct LabelID: Hashable, Sendable {
    package var rawValue: UInt32
    @inline(__always) package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

package struct RelationshipTypeID: Hashable, Sendable {
    package var rawValue: UInt32
    @inline(__always) package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

package struct PropertyKeyID: Hashable, Sendable {
    package var rawValue: UInt32
    @inline(__always) package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}
