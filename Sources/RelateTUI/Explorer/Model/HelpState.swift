/// The help: from which line it shows, and what its lines are narrowed to.
struct HelpState: Hashable, Sendable {
    var topLine = 0
    /// Only lines with this text.
    var filter = LineInput()
    /// Keys go into the filter.
    var isTyping = false
}
