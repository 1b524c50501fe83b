/// A stored value that takes no part in equality and hashing: where a piece of the tree was written, and how.
///
/// Two trees are equal when they say the same, wherever they stand in their texts.
@propertyWrapper
public struct Uncompared<Value: Sendable>: Hashable, Sendable {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    public static func == (_: Self, _: Self) -> Bool { true }

    public func hash(into _: inout Hasher) {}
}

/// A variable, label, type, property key or other name, without its backticks and escapes.
public struct Name: Hashable, Sendable {
    public var text: String
    @Uncompared public var span: SourceSpan

    public init(_ text: String, span: SourceSpan) {
        self.text = text
        self.span = span
    }
}

/// `$name`, `` $`a name` `` or `$0`; the name stands without the `$`.
public struct Parameter: Hashable, Sendable {
    public var name: String
    @Uncompared public var span: SourceSpan

    public init(_ name: String, span: SourceSpan) {
        self.name = name
        self.span = span
    }
}

/// The name of an index, constraint or database: written out, or taken from a parameter.
public enum NameOrParameter: Hashable, Sendable {
    case name(Name)
    case parameter(Parameter)

    public var span: SourceSpan {
        switch self {
        case .name(let name): name.span
        case .parameter(let parameter): parameter.span
        }
    }
}
