/// What a terminal says of its background, asked by OSC 11. Not all answer, and over a slow line late ones do.
enum TerminalBackground {
    static let question = "\u{1B}]11;?\u{7}"

    /// Terminals that are known to print what they do not understand are not asked.
    static func canBeAsked(_ terminalName: String) -> Bool {
        !["linux", "dumb", "vt", "cons", "sun", "ansi", "wsvt", "hurd"].contains { terminalName.hasPrefix($0) }
    }

    /// - Parameter answer: What stands between the question's introducer and the answer's end, such as
    ///   `11;rgb:ffff/ffff/ffff`.
    /// - Returns: `nil` for what is no such answer.
    static func isLight(answer: some Sequence<UInt8>) -> Bool? {
        let text = String(decoding: Array(answer), as: UTF8.self)
        guard let colon = text.firstIndex(of: ":"), text.hasPrefix("11;rgb") else { return nil }
        let parts = text[text.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3 || parts.count == 4 else { return nil }
        var light = 0.0
        // How bright the eye takes red, green and blue to be; a fourth part is how opaque the background is.
        for (part, weight) in zip(parts, [0.299, 0.587, 0.114]) {
            guard (1...4).contains(part.count), let number = Int(part, radix: 16), part.first != "+", part.first != "-"
            else { return nil }
            light += weight * Double(number) / Double((1 << (4 * part.count)) - 1)
        }
        return light > 0.5
    }
}
