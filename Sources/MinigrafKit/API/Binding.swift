/// What a slot of a prepared query is bound to, where a plain value does not say it.
public enum MiniGrafBindValue: Hashable, Sendable {
    case value(MiniGrafValue)
    /// The text of a UUID.
    case entity(String)
    case txCount(Int64)
    /// Milliseconds since 1970.
    case timestamp(Int64)
    case anyValidTime
}

/// A value that binds to a slot as it is.
public protocol MinigrafBindable {
    var minigrafBinding: MiniGrafBindValue { get }
}

/// A value that can be a member of a bound set.
public protocol MinigrafSetElement: Hashable {
    var minigrafElement: MiniGrafValue { get }
}

extension MiniGrafBindValue: MinigrafBindable {
    public var minigrafBinding: MiniGrafBindValue { self }
}

extension MiniGrafValue: MinigrafBindable, MinigrafSetElement {
    public var minigrafBinding: MiniGrafBindValue { .value(self) }
    public var minigrafElement: MiniGrafValue { self }
}

extension Bool: MinigrafBindable, MinigrafSetElement {
    public var minigrafBinding: MiniGrafBindValue { .value(minigrafElement) }
    public var minigrafElement: MiniGrafValue { .bool(value: self) }
}

extension Int: MinigrafBindable, MinigrafSetElement {
    public var minigrafBinding: MiniGrafBindValue { .value(minigrafElement) }
    public var minigrafElement: MiniGrafValue { .int64(value: Int64(self)) }
}

extension Int32: MinigrafBindable, MinigrafSetElement {
    public var minigrafBinding: MiniGrafBindValue { .value(minigrafElement) }
    public var minigrafElement: MiniGrafValue { .int64(value: Int64(self)) }
}

extension Int64: MinigrafBindable, MinigrafSetElement {
    public var minigrafBinding: MiniGrafBindValue { .value(minigrafElement) }
    public var minigrafElement: MiniGrafValue { .int64(value: self) }
}

extension Double: MinigrafBindable, MinigrafSetElement {
    public var minigrafBinding: MiniGrafBindValue { .value(minigrafElement) }
    public var minigrafElement: MiniGrafValue { .float64(value: self) }
}

extension Float: MinigrafBindable, MinigrafSetElement {
    public var minigrafBinding: MiniGrafBindValue { .value(minigrafElement) }
    public var minigrafElement: MiniGrafValue { .float64(value: Double(self)) }
}

extension String: MinigrafBindable, MinigrafSetElement {
    public var minigrafBinding: MiniGrafBindValue { .value(minigrafElement) }
    public var minigrafElement: MiniGrafValue { .text(value: self) }
}

extension Optional: MinigrafBindable where Wrapped: MinigrafBindable {
    public var minigrafBinding: MiniGrafBindValue { self?.minigrafBinding ?? .value(.null) }
}

extension Set: MinigrafBindable where Element: MinigrafSetElement {
    public var minigrafBinding: MiniGrafBindValue { .value(.set(value: Set<MiniGrafValue>(map(\.minigrafElement)))) }
}
