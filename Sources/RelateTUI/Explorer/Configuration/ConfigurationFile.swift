/// `config.toml` in the user's folder.
enum ConfigurationFile {
    private static var path: String? { UserFolders.configuration.map { $0 + "/config.toml" } }

    /// The defaults where there is no file.
    static func read() -> Settings { path.flatMap { UserFolders.read($0) }.map { Settings(parsing: $0) } ?? Settings() }

    /// What `--print-config` prints.
    static var printed: String {
        let exists = path.map { UserFolders.read($0) != nil } ?? false
        return SettingsText.text(read(), path: path, exists: exists)
    }
}

extension ExplorerConfiguration {
    /// Takes what the user's files say; the command line and the environment go before them.
    mutating func take(_ settings: Settings, themeArgument: String?, keepsHistory: Bool) throws {
        self.settings = settings
        themeNames = ThemeFiles.names
        let chosen = themeArgument ?? (settings.theme == "auto" ? nil : settings.theme)
        let told = ThemeFiles.name(forColors: UserFolders.variable("COLORFGBG"))
        themeName = chosen ?? told ?? ThemeFiles.darkName
        followsBackground = chosen == nil && told == nil
        if let themeArgument, case .failure(let failure) = ThemeFiles.theme(named: themeArgument) {
            throw UsageError("--theme: \(failure.message)")
        }
        usesColor = usesColor && settings.usesColor
        usesASCII = settings.usesASCII
        self.keepsHistory = keepsHistory && settings.keepsHistory
        checksStatements = settings.checksStatements
        pairsBrackets = settings.pairsBrackets
        guardsWrites = settings.guardsWrites
        if settings.restoresSession {
            sessionFile = SessionFile.standard
            if initialText.isEmpty { buffers = sessionFile?.read() ?? [] }
        }
    }
}
