/// The themes that come with the program, as in the files of the folder Themes; a test keeps the two alike.
enum BuiltInThemes {
    static let texts: [(name: String, text: String)] = [
        ("relate-dark", relateDark),
        ("relate-light", relateLight),
        ("high-contrast", highContrast),
        ("safe-dark", safeDark),
        ("safe-light", safeLight),
        ("ember", ember),
        ("mono", mono),
        ("ansi", ansi),
    ]

    private static let relateDark = #"""
        # The default: cool slate, colours of one lightness.
        system: "base24"
        name: "Relate Dark"
        author: "The Relate authors"
        variant: "dark"
        palette:
          base00: "#151922"
          base01: "#1d222e"
          base02: "#2b3547"
          base03: "#465066"
          base04: "#98a4ba"
          base05: "#d3dae6"
          base06: "#eaeef5"
          base07: "#ffffff"
          base08: "#f47d92"
          base09: "#f0a468"
          base0A: "#e9c874"
          base0B: "#95d17f"
          base0C: "#72d3ca"
          base0D: "#7fb4f8"
          base0E: "#c9a0f5"
          base0F: "#d8a58c"
          base10: "#10131a"
          base11: "#0b0d12"
          base12: "#ff94a6"
          base13: "#ffdf91"
          base14: "#adeb96"
          base15: "#8ceae1"
          base16: "#9ac6ff"
          base17: "#dbbaff"
        roles:
          border: "38425a"
          scrollTrack: "2b3547"
          guide: "55617a"

        """#

    private static let relateLight = #"""
        # Ink on paper, for bright rooms and light terminals.
        system: "base24"
        name: "Relate Light"
        author: "The Relate authors"
        variant: "light"
        palette:
          base00: "#fbfaf7"
          base01: "#f1efe9"
          base02: "#dbe4f3"
          base03: "#b4b8c2"
          base04: "#5d6470"
          base05: "#2b303b"
          base06: "#1a1e26"
          base07: "#000000"
          base08: "#b3213f"
          base09: "#9c4a06"
          base0A: "#755a00"
          base0B: "#2b6b1f"
          base0C: "#0a666b"
          base0D: "#1c5bb0"
          base0E: "#7739a8"
          base0F: "#86502f"
          base10: "#e6e3db"
          base11: "#d9d5cb"
          base12: "#c9304f"
          base13: "#8a6a00"
          base14: "#357f27"
          base15: "#0e777d"
          base16: "#2468c4"
          base17: "#8848bd"
        roles:
          border: "c3c5cc"
          scrollTrack: "dedcd6"
          guide: "9a9ea8"

        """#

    private static let highContrast = #"""
        # Every text at 7:1 or more.
        system: "base24"
        name: "Relate High Contrast"
        author: "The Relate authors"
        variant: "dark"
        palette:
          base00: "#000000"
          base01: "#1a1a1a"
          base02: "#003a70"
          base03: "#8a8a8a"
          base04: "#d0d0d0"
          base05: "#ffffff"
          base06: "#ffffff"
          base07: "#ffffff"
          base08: "#ff8f8f"
          base09: "#ffb45e"
          base0A: "#ffe45c"
          base0B: "#7dff7d"
          base0C: "#6bf5f5"
          base0D: "#8cc8ff"
          base0E: "#ffa6ff"
          base0F: "#ffc9a3"
          base10: "#000000"
          base11: "#000000"
          base12: "#ffa3a3"
          base13: "#fff08a"
          base14: "#a3ffa3"
          base15: "#9affff"
          base16: "#b0dbff"
          base17: "#ffc4ff"
        paint_background: true
        roles:
          border: "9a9a9a"
          borderFocused: "ffe45c bold"
          titleFocused: "ffe45c bold"
          selection: on base02 bold
          dim: base04

        """#

    private static let safeDark = #"""
        # For every kind of colour vision: blue, orange and yellow, after Okabe and Ito.
        system: "base24"
        name: "Relate Safe Dark"
        author: "The Relate authors"
        variant: "dark"
        palette:
          base00: "#14181d"
          base01: "#1c2229"
          base02: "#2a3d50"
          base03: "#4b5763"
          base04: "#a0acb8"
          base05: "#dde3e9"
          base06: "#f0f3f6"
          base07: "#ffffff"
          base08: "#ff9a62"
          base09: "#f0ad3c"
          base0A: "#f2e35c"
          base0B: "#5cd0a8"
          base0C: "#7fd6e8"
          base0D: "#6cb8f2"
          base0E: "#e8a5cf"
          base0F: "#c9b09a"
          base10: "#0f1216"
          base11: "#0a0c0f"
          base12: "#ffb48a"
          base13: "#fff08a"
          base14: "#85e6c4"
          base15: "#a5e9f5"
          base16: "#93ccf8"
          base17: "#f4c4e2"
        roles:
          border: "3d4955"
          scrollTrack: "2a333d"
          guide: "5a6774"
          # Blue and orange instead of green and red.
          string: base0D
          function: base0B
          success: base0D
          added: base0D
          removed: base09
          badgeRead: base00 on base0D bold
          badgeError: base00 on base08 bold underline

        """#

    private static let safeLight = #"""
        # For every kind of colour vision, on light terminals.
        system: "base24"
        name: "Relate Safe Light"
        author: "The Relate authors"
        variant: "light"
        palette:
          base00: "#fdfdfb"
          base01: "#f0f2f4"
          base02: "#d3e5f5"
          base03: "#b3bac2"
          base04: "#59626c"
          base05: "#262c33"
          base06: "#14181c"
          base07: "#000000"
          base08: "#a8420a"
          base09: "#8f5200"
          base0A: "#6f5c00"
          base0B: "#006b50"
          base0C: "#006478"
          base0D: "#005f9e"
          base0E: "#94346f"
          base0F: "#6e5540"
          base10: "#e5e8ea"
          base11: "#d6dadd"
          base12: "#c25213"
          base13: "#856e00"
          base14: "#00795b"
          base15: "#007389"
          base16: "#0070ba"
          base17: "#ab4584"
        roles:
          border: "c0c6cc"
          scrollTrack: "dde1e4"
          guide: "98a1aa"
          # Blue and orange instead of green and red.
          string: base0D
          function: base0B
          success: base0D
          added: base0D
          removed: base08
          badgeRead: base00 on base0D bold
          badgeError: base00 on base08 bold underline

        """#

    private static let ember = #"""
        # Warm browns and embers, for evenings.
        system: "base24"
        name: "Relate Ember"
        author: "The Relate authors"
        variant: "dark"
        palette:
          base00: "#1d1916"
          base01: "#272119"
          base02: "#43352a"
          base03: "#5c4d40"
          base04: "#b5a48f"
          base05: "#eadfcb"
          base06: "#f6eddd"
          base07: "#fff8ea"
          base08: "#f2806b"
          base09: "#f09a4f"
          base0A: "#ecc25c"
          base0B: "#b3c46a"
          base0C: "#86c7a8"
          base0D: "#8fb8c9"
          base0E: "#e0a0b8"
          base0F: "#d0a27f"
          base10: "#161210"
          base11: "#100d0b"
          base12: "#ff9b88"
          base13: "#fbd980"
          base14: "#c9da85"
          base15: "#a3dfc2"
          base16: "#aacfde"
          base17: "#f2bccf"
        roles:
          border: "51433a"
          borderFocused: base09
          titleFocused: base09 bold
          bar: base09
          hot: base08 bold
          scrollTrack: "3a2f27"
          guide: "6b5a4b"

        """#

    private static let mono = #"""
        # No colours at all.
        system: "base16"
        name: "Relate Mono"
        author: "The Relate authors"
        variant: "dark"
        palette:
          base00: "default"
          base01: "default"
          base02: "default"
          base03: "default"
          base04: "default"
          base05: "default"
          base06: "default"
          base07: "default"
          base08: "default"
          base09: "default"
          base0A: "default"
          base0B: "default"
          base0C: "default"
          base0D: "default"
          base0E: "default"
          base0F: "default"
        roles:
          # Attributes alone: works on any terminal, dark or light, and on paper.
          strong: bold
          dim: faint
          label: faint
          title:
          titleFocused: bold
          border: faint
          borderFocused: bold
          key: bold
          link: underline
          null: faint italic
          elementId: faint
          nodeLabel: bold
          relationshipType: italic
          parameter: italic
          keyword: bold
          bracket: faint
          comment: faint italic
          invalid: underline
          error: bold
          warning: bold
          guide: faint
          barTrack: faint
          hot: bold
          factorAmber: bold
          factorRed: bold reverse
          added: bold
          removed: strikethrough
          changed: underline
          badge: reverse
          badgeRead: reverse
          badgeWrite: reverse bold
          badgeSchema: reverse bold
          badgeWarning: reverse bold
          badgeError: reverse bold
          cursorLine: bold
          selection: reverse
          selectionUnfocused: underline
          header: bold
          statusBar: reverse
          match: underline
          matchCurrent: reverse bold
          popup:
          shadow: faint
          scrollTrack: faint
          scrollThumb: bold

        """#

    private static let ansi = #"""
        # The terminal's own sixteen colours.
        system: "base16"
        name: "Relate ANSI"
        author: "The Relate authors"
        variant: "dark"
        palette:
          base00: "default"
          base01: "default"
          base02: "ansi8"
          base03: "ansi8"
          base04: "default"
          base05: "default"
          base06: "default"
          base07: "ansi15"
          base08: "ansi1"
          base09: "ansi3"
          base0A: "ansi3"
          base0B: "ansi2"
          base0C: "ansi6"
          base0D: "ansi12"
          base0E: "ansi5"
          base0F: "ansi3"
        roles:
          # The sixteen colours as the terminal's owner chose them; backgrounds by attributes, so that light and dark both work.
          dim: faint
          label: faint
          title:
          border: faint
          borderFocused: ansi12
          key: ansi3 bold
          null: faint italic
          elementId: faint
          bracket: faint
          comment: faint italic
          guide: faint
          variable:
          badge: reverse
          badgeRead: ansi0 on ansi2
          badgeWrite: ansi0 on ansi3
          badgeSchema: ansi15 on ansi5
          badgeWarning: ansi0 on ansi3
          badgeError: ansi15 on ansi1
          cursorLine: bold
          selection: reverse
          selectionUnfocused: underline
          header: bold
          statusBar: reverse
          match: ansi0 on ansi3
          matchCurrent: ansi0 on ansi6 bold
          popup:
          shadow: faint
          scrollTrack: faint
          scrollThumb:
          bar: ansi12
          barTrack: faint
          category1: ansi12
          category2: ansi2
          category3: ansi3
          category4: ansi5
          category5: ansi6
          category6: ansi11
          category7: ansi1
          category8: ansi13

        """#
}
