/// What a statement does, known when it is planned.
public enum QueryType: String, Sendable, Hashable {
    case read = "r"
    case write = "w"
    case readWrite = "rw"
    case schema = "s"
}
