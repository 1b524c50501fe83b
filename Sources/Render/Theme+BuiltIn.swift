extension Theme {
    /// The names of the themes that need no file, the standard one first.
    package static var builtInNames: [String] { BuiltInThemes.texts.map(\.name) }

    /// The theme of this name among those that need no file.
    package static func builtIn(_ name: String) -> Theme? {
        guard let text = BuiltInThemes.texts.first(where: { $0.name == name })?.text else { return nil }
        return try? Theme(parsing: text)
    }

    /// What is used where nobody chose.
    package static let standard: Theme = builtIn("relate-dark") ?? plain

    /// The terminal's own colours, for roles told apart by attributes alone.
    static let plain = Theme(
        name: "plain", author: "", variant: .dark, palette: Array(repeating: .terminalDefault, count: 24),
        paintsBackground: false, overrides: [:])
}
