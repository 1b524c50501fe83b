import Foundation
import Testing

@testable import Render

@Suite struct ThemeTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Themes")

    @Test("Every theme file is compiled in, and every compiled-in theme has its file", arguments: Theme.builtInNames)
    func filesMatch(name: String) throws {
        let text = try String(contentsOf: Self.folder.appendingPathComponent(name + ".yaml"), encoding: .utf8)
        let compiled = BuiltInThemes.texts.first { $0.name == name }?.text
        #expect(text == compiled)
        _ = try Theme(parsing: text)
    }

    @Test("There is no theme file that is not compiled in")
    func noStrayFiles() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files) == Set(Theme.builtInNames.map { $0 + ".yaml" }))
    }

    @Test(
        "Every text stands out from every background it may lie on: 4.5 to 1, on a selection 4 to 1",
        arguments: Theme.builtInNames.filter { $0 != "mono" && $0 != "ansi" })
    func contrast(name: String) throws {
        let theme = try #require(Theme.builtIn(name))
        let lines: Set<Role> = [.border, .guide, .barTrack, .scrollTrack, .scrollThumb, .bar]
        let backdrops: [Role] = [.cursorLine, .selection, .selectionUnfocused, .header, .statusBar, .popup]
        for role in Role.allCases where !lines.contains(role) {
            for backdrop in [nil] + backdrops.map(Optional.some) {
                let style = theme.style(role, on: backdrop)
                let background = style.background == .terminalDefault ? theme.background : style.background
                let contrast = try #require(style.foreground.contrast(with: background))
                let wanted = backdrop == .selection ? 4.0 : 4.5
                #expect(contrast >= wanted, "\(role) on \(String(describing: backdrop)): \(contrast)")
            }
        }
    }

    @Test("High contrast means 7 to 1 for plain text roles")
    func highContrast() throws {
        let theme = try #require(Theme.builtIn("high-contrast"))
        for role in [Role.text, .dim, .null, .string, .number, .keyword, .error, .warning, .comment] {
            let contrast = try #require(theme.style(role).foreground.contrast(with: theme.background))
            #expect(contrast >= 7, "\(role): \(contrast)")
        }
    }

    @Test("The older flat form, hex with and without #, comments, CRLF and a byte order mark are read")
    func flatForm() throws {
        var text = "\u{FEFF}scheme: 'Old'\r\nauthor: \"A # B\"  # said so\r\n"
        for slot in 0..<16 {
            let digit = String(slot, radix: 16, uppercase: true)
            text += "base0\(digit): \(slot % 2 == 0 ? "#" : "")\(digit)0\(digit)0\(digit)0\r\n"
        }
        let theme = try Theme(parsing: text)
        #expect(theme.name == "Old")
        #expect(theme.author == "A # B")
        #expect(theme.palette[10] == .rgb(0xA0A0A0))
        #expect(theme.palette[17] == theme.palette[0])
        #expect(theme.palette[18] == theme.palette[8])
        #expect(theme.variant == .dark)
    }

    @Test("A theme may say what a role looks like")
    func roles() throws {
        let text = try #require(BuiltInThemes.texts.first?.text)
        let base = text.components(separatedBy: "roles:")[0]
        let theme = try Theme(
            parsing: base + "roles:\n  null: base08 on 010203 bold underline\n  node.Person: base08\n")
        #expect(theme.style(.null).foreground == theme.palette[8])
        #expect(theme.style(.null).background == .rgb(0x010203))
        #expect(theme.style(.null).emphasis == [.bold, .underline])
        #expect(theme.style(Role.category(for: "Person")).foreground == theme.palette[8])
    }

    @Test(
        "What can't be read is refused with its line",
        arguments: [
            ("palette:\n  base00: zzz\n", 2, "not a colour"), ("name x\n", 1, "key: value"),
            ("palette:\n  base99: \"000000\"\n", 2, "no slot"), ("name: \"x\"\n", nil, "lacks base00"),
        ] as [(String, Int?, String)])
    func refusals(text: String, line: Int?, words: String) {
        let error = #expect(throws: ThemeError.self) { try Theme(parsing: text) }
        #expect(error?.line == line)
        #expect(error?.message.contains(words) == true)
    }

    @Test(
        "The environment tells the colours",
        arguments: [
            (["NO_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor"], nil, .monochrome),
            (["NO_COLOR": "", "TERM": "xterm-256color"], nil, .indexed256), (["TERM": "dumb"], nil, .monochrome),
            ([:], nil, .monochrome), (["TERM": "xterm-256color", "COLORTERM": "24bit"], nil, .trueColor),
            (["TERM": "xterm-direct"], nil, .trueColor), (["TERM": "xterm"], nil, .ansi8),
            (["TERM": "linux"], 8, .ansi8), (["TERM": "linux"], nil, .ansi8), (["TERM": "screen"], 8, .ansi8),
            (["TERM": "vt100"], 0, .monochrome), (["TERM": "rxvt-16color"], nil, .ansi16),
            (["TERM": "xterm-16color"], 16, .ansi16),
            (["TERM": "vt100"], nil, .monochrome),
            (["TERM": "xterm"], 256, .indexed256),
        ] as [([String: String], Int?, ColorCapability)])
    func detection(environment: [String: String], colors: Int?, expected: ColorCapability) {
        #expect(ColorCapability.detect(environment: environment, terminalColors: colors) == expected)
    }

    @Test("Fewer colours: nearest in looks, exact where there is an exact one, never one of the user's sixteen at 256")
    func downConversion() {
        #expect(Color.rgb(0xFF0000).nearest256 == .indexed(196))
        #expect(Color.rgb(0x808080).nearest256 == .indexed(244))
        for value in stride(from: 0, to: 0xFFFFFF, by: 40_503) {
            guard case .indexed(let index) = Color.rgb(UInt32(value)).nearest256 else {
                Issue.record("not indexed")
                continue
            }
            #expect(index >= 16)
        }
    }

    @Test("Text never gets its background's colour, whatever the terminal has", arguments: Theme.builtInNames)
    func alwaysLegible(name: String) throws {
        let theme = try #require(Theme.builtIn(name))
        for capability in [ColorCapability.ansi8, .ansi16, .indexed256, .trueColor] {
            for role in Role.allCases where ![.barTrack, .scrollTrack, .shadow].contains(role) {
                for backdrop in [Role.cursorLine, .selection, .header, .statusBar, .popup, .match, .matchCurrent] {
                    let style = theme.style(role, on: backdrop, capability: capability)
                    #expect(
                        style.foreground != style.background || style.foreground == .terminalDefault,
                        "\(role) on \(backdrop), \(capability)")
                }
            }
        }
    }

    @Test("Sixteen colours tell kinds and badges apart by hue", arguments: ["relate-dark", "relate-light", "ember"])
    func sixteenByHue(name: String) throws {
        let theme = try #require(Theme.builtIn(name))
        func foreground(_ role: Role) -> Color { theme.style(role, capability: .ansi16).foreground }
        #expect(foreground(.string) == .indexed(2))
        #expect(foreground(.number) == .indexed(3))
        #expect(foreground(.temporal) == .indexed(6))
        #expect(foreground(.relationshipType) == .indexed(5))
        #expect(foreground(.error) == .indexed(1))
        #expect(Set([Role.string, .number, .boolean, .temporal].map(foreground)).count == 4)
        #expect(foreground(.text) == .terminalDefault)
        #expect(foreground(.dim) == .indexed(8))
        let read = theme.style(.badgeRead, capability: .ansi16)
        #expect(read.background == .indexed(2) && read.foreground == .indexed(0))
        #expect(theme.style(.badgeWrite, capability: .ansi16).background == .indexed(3))
        #expect(theme.style(.text, on: .selection, capability: .ansi16).emphasis.contains(.reverse))
    }

    @Test("A colour of no slot goes by its hue too")
    func hueOfOthers() throws {
        let text = Theme.standard
        let named = NamedColors(text, .ansi16)
        for (value, index) in [(0x22AA44, 2), (0xCC2222, 1), (0x3366DD, 12), (0x22AABB, 6)] as [(UInt32, UInt8)] {
            #expect(named.style(Style(foreground: .rgb(value)), ground: .text).foreground == .indexed(index))
        }
    }

    @Test(
        "Eight colours: no text is black on the terminal's background, dim text is faint", arguments: Theme.builtInNames
    )
    func eightColors(name: String) throws {
        let theme = try #require(Theme.builtIn(name))
        for role in Role.allCases {
            let style = theme.style(role, capability: .ansi8)
            for case .indexed(let index) in [style.foreground, style.background] { #expect(index < 8, "\(role)") }
            #expect(style.background != .terminalDefault || style.foreground != .indexed(0), "\(role)")
        }
        if !theme.paintsBackground {
            let dim = theme.style(.dim, capability: .ansi8)
            #expect(dim.foreground == .terminalDefault && dim.emphasis.contains(.faint))
        }
    }

    @Test("Without colours a selection, a badge and an error still show")
    func monochrome() {
        let theme = Theme.standard
        #expect(theme.style(.text, on: .selection, capability: .monochrome).emphasis.contains(.reverse))
        #expect(theme.style(.badgeWrite, capability: .monochrome).emphasis.contains(.reverse))
        #expect(theme.style(.error, capability: .monochrome).emphasis.contains(.bold))
        #expect(theme.style(.string, capability: .monochrome).foreground == .terminalDefault)
    }
}
