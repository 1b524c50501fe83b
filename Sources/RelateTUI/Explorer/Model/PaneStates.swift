/// The parameters' pane: lines of `name = value`.
struct ParametersState: Hashable, Sendable {
    var entries: [ParameterEntry]
    var cursor = 0
    /// The line under the cursor, while it is edited.
    var editing: LineInput?
    /// Why what was typed last is no value, until the next key.
    var refusal: String?
}
