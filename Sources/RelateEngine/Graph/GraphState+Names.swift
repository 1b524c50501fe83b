/// Names of labels, relationship types and property keys. Numbers are the store's: what one transaction gives a name,
/// every other sees under the same number.
extension GraphState {
    package func labelID(named name: String) -> LabelID? { shared.labels.number(of: name).map { LabelID($0) } }

    package func relationshipTypeID(named name: String) -> RelationshipTypeID? {
        shared.relationshipTypes.number(of: name).map { RelationshipTypeID($0) }
    }

    package func propertyKeyID(named name: String) -> PropertyKeyID? {
        shared.propertyKeys.number(of: name).map { PropertyKeyID($0) }
    }

    package func name(of label: LabelID) -> String { shared.labels.name(of: label.rawValue) }
    package func name(of type: RelationshipTypeID) -> String { shared.relationshipTypes.name(of: type.rawValue) }
    package func name(of key: PropertyKeyID) -> String { shared.propertyKeys.name(of: key.rawValue) }

    package func internLabel(_ name: String) -> LabelID { LabelID(shared.labels.intern(name)) }

    package func internRelationshipType(_ name: String) -> RelationshipTypeID {
        RelationshipTypeID(shared.relationshipTypes.intern(name))
    }

    package func internPropertyKey(_ name: String) -> PropertyKeyID { PropertyKeyID(shared.propertyKeys.intern(name)) }

    /// By number, in the order of first use, whether or not any element has them now.
    package var labelNames: [String] { shared.labels.all }
    package var relationshipTypeNames: [String] { shared.relationshipTypes.all }
    package var propertyKeyNames: [String] { shared.propertyKeys.all }
}
