import Render

/// `config.toml` in the user's folder.
enum ConfigurationFile {
    private static var path: String? { UserFolders.configuration.map { $0 + "/config.toml" } }

    /// The defaults where there is no file.
    static func read() -> Settings {
        guard let path else { return Settings() }
        guard let text = UserFolders.read(path) else {
            if let fault = UserFolders.fault(of: path) { return Settings(unreadable: fault) }
            return Settings()
        }
        return Settings(
            parsing: text,
            keymap: { name in UserFolders.configuration.flatMap { UserFolders.read("\($0)/keymaps/\(name).toml") } },
            themeFault: { name in
                guard case .failure(let failure) = ThemeFiles.theme(named: name) else { return nil }
                return failure.message
            })
    }

    /// What `--print-config` prints.
    static var printed: String {
        let exists = path.map { UserFolders.read($0) != nil } ?? false
        return SettingsText.text(read(), path: path, exists: exists)
    }
}

extension ExplorerConfiguration {
    /// Where nobody chose a theme and there are eight colours, the theme of the terminal's own is used.
    ///
    /// - Returns: The theme to use instead of the one before.
    mutating func fitTheme(to capability: ColorCapability) -> Theme? {
        guard takesFittingTheme, capability == .ansi8, let theme = Theme.builtIn(ThemeFiles.fewColorsName) else {
            return nil
        }
        themeName = ThemeFiles.fewColorsName
        followsBackground = false
        return theme
    }

    /// Takes what the user's files say; the command line and the environment go before them.
    mutating func take(_ settings: Settings, themeArgument: String?, keepsHistory: Bool) throws {
        self.settings = settings
        themeNames = ThemeFiles.names
        if settings.restoresSession {
            sessionFile = SessionFile.standard
            restoredSession = sessionFile?.read()
        }
        let kept = restoredSession?.theme.flatMap { (try? ThemeFiles.theme(named: $0).get()) == nil ? nil : $0 }
        let chosen = themeArgument ?? (settings.theme == "auto" ? nil : settings.theme) ?? kept
        let told = ThemeFiles.name(forColors: UserFolders.variable("COLORFGBG"))
        themeName = chosen ?? told ?? ThemeFiles.darkName
        followsBackground = chosen == nil && told == nil
        takesFittingTheme = chosen == nil
        if let themeArgument, case .failure(let failure) = ThemeFiles.theme(named: themeArgument) {
            throw UsageError("--theme: \(failure.message)")
        }
        usesColor = usesColor && settings.usesColor
        usesASCII = settings.usesASCII
        self.keepsHistory = keepsHistory && settings.keepsHistory
        checksStatements = settings.checksStatements
        pairsBrackets = settings.pairsBrackets
        guardsWrites = settings.guardsWrites
    }
}
