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
        if let theme = Theme.builtIn(name) { return .success(theme) }
        return .failure(.local("there is no theme \(name); there are \(names.joined(separator: ", "))"))
    }

    static var names: [String] {
        let own = folder.map { UserFolders.names(in: $0) } ?? []
        let ownNames = own.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
        return GraphFocus.distinct(Theme.builtInNames + ownNames)
    }

    /// What suits the terminal where nobody chose: terminals that tell their colours do so by `COLORFGBG`.
    static var standardName: String {
        let background = UserFolders.variable("COLORFGBG")?.split(separator: ";").last.flatMap { Int($0) }
        return background == 7 || background == 15 ? "relate-light" : Theme.builtInNames.first ?? ""
    }
}
