// FoundationEssentials has UUID, so the far larger Foundation stays out. Nothing else here needs either.
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An entity; in the place of a value, a reference to it.
extension UUID: MinigrafBindable, MinigrafSetElement {
    public var minigrafBinding: MiniGrafBindValue { .entity(uuidString.lowercased()) }
    public var minigrafElement: MiniGrafValue { .ref(value: uuidString.lowercased()) }
}
