/// One of the three graphs of a store; none can be created, dropped or renamed.
public enum Namespace: String, Sendable, Hashable {
    case neo4j
    case system
    case systemOntologies = "system_ontologies"
}
