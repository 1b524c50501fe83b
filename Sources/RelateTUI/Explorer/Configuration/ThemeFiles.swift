import Render

/// Themes by name: the user's own before those that the program brings along.
enum ThemeFiles {
    private static var folder: String? { UserFolders.configuration.map { $0 + "/themes" } }

    /// A failure says what of the file is not understood.
    static func theme(named name: String) -> Result<Theme, StatementFailure> {
        let path = name.contains("/") ? ExportFile.expanded(name) : folder.map { "\($0)/\(name).yaml" }
        if let path, let text = UserFolders.read(path) {
            do { return .success(try Theme(parsing: text)) } catch {
                return .failure(.local("\(path): \(error)"))
            }
        }
        if let path, let fault = UserFolders.fault(of: path) { return .failure(.local("\(path): \(fault)")) }
        if let theme = Theme.builtIn(name) { return .success(theme) }
        return .failure(.local("there is no theme \(name); there are \(names.joined(separator: ", "))"))
    }

    static var names: [String] {
        let own = folder.map { FilePlaces.files(in: $0, ending: ".yaml") } ?? []
        let ownNames = own.map { String($0.dropLast(5)) }
        return GraphFocus.distinct(Theme.builtInNames + ownNames)
    }

    static let lightName = "relate-light"
    static let fewColorsName = "ansi"
    static var darkName: String { Theme.builtInNames.first ?? "" }

    /// What suits the background that `COLORFGBG` tells of; `nil` where it tells of none.
    static func name(forColors colors: String?) -> String? {
        guard let background = colors?.split(separator: ";").last.flatMap({ Int($0) }) else { return nil }
        return background == 7 || background == 15 ? lightName : darkName
    }
}
