/// What a stretch of text is. A theme says which colour that means.
package enum Role: UInt8, CaseIterable, Hashable, Sendable {
    // Text of the program itself
    case text, dim, strong, label, title, titleFocused, border, borderFocused, key, link
    // Values
    case null, boolean, number, string, temporal, spatial, vector, elementId
    // Graph and language
    case nodeLabel, relationshipType, propertyKey, variable, parameter, keyword, function, `operator`, bracket, comment
    case invalid
    // Messages
    case error, warning, information, hint, success
    // Plans and bars
    case bar, barTrack, hot, factorAmber, factorRed, guide
    // Differences
    case added, removed, changed
    // Badges: drawn on their own background
    case badge, badgeRead, badgeWrite, badgeSchema, badgeWarning, badgeError
    // Backdrops: they give a background, what lies on them keeps its own colour
    case cursorLine, selection, selectionUnfocused, header, statusBar, match, matchCurrent, popup, shadow
    // Colours for kinds that the data brings along, such as labels on a map
    case category1, category2, category3, category4, category5, category6, category7, category8
    case scrollTrack, scrollThumb

    /// The name a theme file's `roles` map uses.
    package var name: String { String(describing: self) }

    /// A colour for a name of the data, the same for the same name.
    package static func category(for name: String) -> Role {
        var hash: UInt32 = 2_166_136_261
        for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        hash ^= hash >> 15
        return Role(rawValue: category1.rawValue + UInt8(hash % 8)) ?? .category1
    }

    static let named: [String: Role] = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}

/// How a stretch of text stands out beside its colour.
package struct Emphasis: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Emphasis(rawValue: 1)
    package static let underline = Emphasis(rawValue: 2)
    package static let italic = Emphasis(rawValue: 4)
    package static let reverse = Emphasis(rawValue: 8)
    package static let faint = Emphasis(rawValue: 16)
    package static let strikethrough = Emphasis(rawValue: 32)
}
