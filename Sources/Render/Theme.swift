/// How many colours a terminal has.
package enum ColorCapability: Int, Comparable, Hashable, Sendable {
    case monochrome, ansi8, ansi16, indexed256, trueColor

    package static func < (left: ColorCapability, right: ColorCapability) -> Bool { left.rawValue < right.rawValue }

    /// What the environment says: `NO_COLOR` (not empty) and `TERM=dumb` end all colour; `COLORTERM` tells 24 bits.
    ///
    /// - Parameter terminalColors: What terminfo knows of the terminal; `nil` where it was not asked, or does not know it.
    ///   Eight is the least that every terminal with colours has: `xterm`, `screen` and `linux` have no more by their entries.
    package static func detect(environment: [String: String], terminalColors: Int? = nil) -> ColorCapability {
        if let value = environment["NO_COLOR"], !value.isEmpty { return .monochrome }
        let term = environment["TERM"] ?? ""
        if term.isEmpty || term == "dumb" { return .monochrome }
        let colorTerm = environment["COLORTERM"] ?? ""
        if colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct") { return .trueColor }
        if let terminalColors {
            return of(terminalColors: terminalColors)
        }
        if term.contains("256color") { return .indexed256 }
        return term.hasPrefix("vt1") || term.hasPrefix("vt2")
            ? .monochrome : term.contains("16color") ? .ansi16 : .ansi8
    }

    /// What a terminal of so many colours has; none has 24 bits by this alone.
    package static func of(terminalColors count: Int) -> ColorCapability {
        count >= 256 ? .indexed256 : count >= 16 ? .ansi16 : count >= 8 ? .ansi8 : .monochrome
    }
}

/// What a cell looks like in the end.
package struct Style: Hashable, Sendable {
    package var foreground: Color
    package var background: Color
    package var emphasis: Emphasis

    package init(foreground: Color = .terminalDefault, background: Color = .terminalDefault, emphasis: Emphasis = []) {
        self.foreground = foreground
        self.background = background
        self.emphasis = emphasis
    }

    /// The same with the colours a terminal of `capability` has.
    func reduced(to capability: ColorCapability) -> Style {
        switch capability {
        case .trueColor: return self
        case .indexed256:
            return Style(foreground: foreground.nearest256, background: background.nearest256, emphasis: emphasis)
        // A theme knows what its colours mean, and turns them into the named ones.
        case .ansi16, .ansi8: return self
        case .monochrome: return Style(emphasis: emphasis)
        }
    }
}

/// Colours and attributes of every role.
package struct Theme: Sendable {
    /// What a theme says of one role; `nil` leaves what lies below.
    package struct RoleStyle: Hashable, Sendable {
        package var foreground: Color?
        package var background: Color?
        package var emphasis: Emphasis = []
    }

    package enum Variant: String, Hashable, Sendable { case dark, light }

    package let name: String
    package let author: String
    package let variant: Variant
    /// The colours of `base00` to `base17`; where the file has sixteen, the others follow from them.
    package let palette: [Color]
    /// Paint the background instead of leaving the terminal's own.
    package var paintsBackground: Bool
    let roles: [RoleStyle]

    init(
        name: String, author: String, variant: Variant, palette: [Color], paintsBackground: Bool,
        overrides: [Role: RoleStyle]
    ) {
        self.name = name
        self.author = author
        self.variant = variant
        self.palette = palette
        self.paintsBackground = paintsBackground
        roles = Role.allCases.map { overrides[$0] ?? Self.standardStyle(of: $0, palette: palette) }
    }

    package var background: Color { palette[0] }
    package var foreground: Color { palette[5] }

    package func roleStyle(_ role: Role) -> RoleStyle { roles[Int(role.rawValue)] }

    /// How a cell looks: its role's colours, on its backdrop's background if the role has none of its own.
    ///
    /// Without colours, what only a background would tell is told by reverse video, bold and underline.
    package func style(
        _ role: Role, on backdrop: Role? = nil, _ emphasis: Emphasis = [],
        capability: ColorCapability = .trueColor
    ) -> Style {
        let own = roleStyle(role)
        var style = Style(
            foreground: own.foreground ?? foreground, background: own.background ?? defaultBackground,
            emphasis: own.emphasis.union(emphasis))
        if let backdrop {
            let below = roleStyle(backdrop)
            if own.background == nil, let color = below.background { style.background = color }
            if let color = below.foreground { style.foreground = color }
            style.emphasis.formUnion(below.emphasis)
        }
        if capability == .ansi16 || capability == .ansi8 {
            let ground = own.background == nil ? backdrop ?? role : role
            return NamedColors(self, capability).style(style, ground: ground).legible(in: capability)
        }
        let reduced = style.reduced(to: capability)
        return capability == .monochrome ? Self.withoutColors(reduced, role, backdrop) : reduced.legible(in: capability)
    }

    private var defaultBackground: Color { paintsBackground ? palette[0] : .terminalDefault }

    private static func withoutColors(_ style: Style, _ role: Role, _ backdrop: Role?) -> Style {
        var style = style
        style.emphasis.formUnion(backdrop.map(emphasis(insteadOf:)) ?? [])
        switch role {
        case .badge, .badgeRead, .badgeWrite, .badgeSchema, .badgeWarning, .badgeError: style.emphasis.insert(.reverse)
        case .titleFocused, .borderFocused, .hot, .error, .factorRed, .keyword: style.emphasis.insert(.bold)
        case .dim, .null, .comment, .guide: style.emphasis.insert(.faint)
        default: break
        }
        return style
    }

    /// What tells of a backdrop where its background cannot.
    static func emphasis(insteadOf backdrop: Role) -> Emphasis {
        switch backdrop {
        case .selection, .matchCurrent, .statusBar: .reverse
        case .selectionUnfocused, .match: .underline
        case .header: .bold
        default: []
        }
    }

    // MARK: Slots

    /// What each role gets from the slots of a base16 or base24 scheme.
    private static func standardStyle(of role: Role, palette: [Color]) -> RoleStyle {
        let slot = SlotStyles.table[role] ?? SlotStyle(foreground: 5)
        return RoleStyle(
            foreground: slot.foreground.map { palette[$0] }, background: slot.background.map { palette[$0] },
            emphasis: slot.emphasis)
    }
}

extension Style {
    /// Where down-conversion made foreground and background the same colour, the text goes to black or white.
    fileprivate func legible(in capability: ColorCapability) -> Style {
        guard capability < .trueColor, foreground == background, foreground != .terminalDefault,
            let contrast = background.contrast(with: .indexed(15))
        else { return self }
        var style = self
        style.foreground = contrast > 4.5 ? .indexed(15) : .indexed(0)
        return style
    }
}

/// Slots of a role, by their number in the palette.
struct SlotStyle: Sendable {
    var foreground: Int?
    var background: Int?
    var emphasis: Emphasis = []
}

/// The mapping of roles to slots, after the meanings that base16 gives its slots: 08 red, 09 orange, 0A yellow,
/// 0B green, 0C cyan, 0D blue, 0E magenta, 0F brown.
enum SlotStyles {
    static let table: [Role: SlotStyle] = [
        .text: SlotStyle(foreground: 5),
        .dim: SlotStyle(foreground: 4),
        .strong: SlotStyle(foreground: 6, emphasis: .bold),
        .label: SlotStyle(foreground: 4),
        .title: SlotStyle(foreground: 4),
        .titleFocused: SlotStyle(foreground: 13, emphasis: .bold),
        .border: SlotStyle(foreground: 3),
        .borderFocused: SlotStyle(foreground: 13),
        .key: SlotStyle(foreground: 10, emphasis: .bold),
        .link: SlotStyle(foreground: 13, emphasis: .underline),

        .null: SlotStyle(foreground: 4, emphasis: .italic),
        .boolean: SlotStyle(foreground: 15),
        .number: SlotStyle(foreground: 9),
        .string: SlotStyle(foreground: 11),
        .temporal: SlotStyle(foreground: 12),
        .spatial: SlotStyle(foreground: 12),
        .vector: SlotStyle(foreground: 9),
        .elementId: SlotStyle(foreground: 4),

        .nodeLabel: SlotStyle(foreground: 13),
        .relationshipType: SlotStyle(foreground: 14),
        .propertyKey: SlotStyle(foreground: 12),
        .variable: SlotStyle(foreground: 6),
        .parameter: SlotStyle(foreground: 9, emphasis: .italic),
        .keyword: SlotStyle(foreground: 14, emphasis: .bold),
        .function: SlotStyle(foreground: 13),
        .operator: SlotStyle(foreground: 12),
        .bracket: SlotStyle(foreground: 4),
        .comment: SlotStyle(foreground: 4, emphasis: .italic),
        .invalid: SlotStyle(foreground: 8, emphasis: .underline),

        .error: SlotStyle(foreground: 8, emphasis: .bold),
        .warning: SlotStyle(foreground: 10),
        .information: SlotStyle(foreground: 13),
        .hint: SlotStyle(foreground: 12),
        .success: SlotStyle(foreground: 11),

        .bar: SlotStyle(foreground: 13),
        .barTrack: SlotStyle(foreground: 2),
        .hot: SlotStyle(foreground: 9, emphasis: .bold),
        .factorAmber: SlotStyle(foreground: 10, emphasis: .bold),
        .factorRed: SlotStyle(foreground: 8, emphasis: .bold),
        .guide: SlotStyle(foreground: 3),

        .added: SlotStyle(foreground: 11),
        .removed: SlotStyle(foreground: 8),
        .changed: SlotStyle(foreground: 10),

        .badge: SlotStyle(foreground: 6, background: 2, emphasis: .bold),
        .badgeRead: SlotStyle(foreground: 0, background: 11, emphasis: .bold),
        .badgeWrite: SlotStyle(foreground: 0, background: 9, emphasis: .bold),
        .badgeSchema: SlotStyle(foreground: 0, background: 14, emphasis: .bold),
        .badgeWarning: SlotStyle(foreground: 0, background: 10, emphasis: .bold),
        .badgeError: SlotStyle(foreground: 0, background: 8, emphasis: .bold),

        .cursorLine: SlotStyle(background: 1),
        .selection: SlotStyle(background: 2),
        .selectionUnfocused: SlotStyle(background: 1),
        .header: SlotStyle(background: 1, emphasis: .bold),
        .statusBar: SlotStyle(background: 1),
        .match: SlotStyle(foreground: 0, background: 10),
        .matchCurrent: SlotStyle(foreground: 0, background: 9, emphasis: .bold),
        .popup: SlotStyle(background: 1),
        .shadow: SlotStyle(background: 16),

        .category1: SlotStyle(foreground: 13),
        .category2: SlotStyle(foreground: 11),
        .category3: SlotStyle(foreground: 9),
        .category4: SlotStyle(foreground: 14),
        .category5: SlotStyle(foreground: 12),
        .category6: SlotStyle(foreground: 10),
        .category7: SlotStyle(foreground: 15),
        .category8: SlotStyle(foreground: 21),
        .scrollTrack: SlotStyle(foreground: 2),
        .scrollThumb: SlotStyle(foreground: 4),
    ]
}
