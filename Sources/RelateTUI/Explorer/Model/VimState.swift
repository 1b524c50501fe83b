/// Where the query pane is with `keymap = "vim"`.
struct VimState: Hashable, Sendable {
    enum Mode: Hashable, Sendable {
        case normal, insert, visual

        var title: String {
            switch self {
            case .normal: "NORMAL"
            case .insert: "INSERT"
            case .visual: "VISUAL"
            }
        }
    }

    var mode = Mode.normal
    /// Keys that wait for what they are about: `d`, `c`, `y` or `g`, also `dg`.
    var pending = ""
    /// What was cut or copied were whole lines.
    var isLinewise = false
}
