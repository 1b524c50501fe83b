/// The analyzers that a full-text index can have.
///
/// - Source: Neo4j's names. `english` is Lucene's: words without `'s` and without stop words, stems by Porter's first
///   algorithm. The other languages have Snowball's stems and no list of stop words, which in the ranking weigh next to
///   nothing.
enum AnalyzerCatalog {
    static let defaultName = "standard-no-stop-words"

    static func analyzer(named name: String) -> Analyzer? { byName[name.lowercased()] }

    /// In order of name.
    static let all: [Analyzer] = byName.values.sorted { $0.name.compareBytes(to: $1.name) < 0 }

    private static let byName: [String: Analyzer] = Dictionary(
        (general + stemmed).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// Lucene's for English.
    private static let englishStopWords = [
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not",
        "of",
        "on", "or", "such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was", "will",
        "with",
    ]

    private static let general: [Analyzer] = [
        Analyzer(
            "standard-no-stop-words", "Words by the boundaries of Unicode, in lower case; the default.", .standard),
        Analyzer(
            "standard", "Words by the boundaries of Unicode, in lower case, without English stop words.", .standard,
            stopWords: englishStopWords),
        Analyzer(
            "standard-folding",
            "Words by the boundaries of Unicode, in lower case, without accents and without English stop words.",
            .standard, stopWords: englishStopWords, foldsToASCII: true),
        Analyzer("simple", "Runs of letters, in lower case.", .letters),
        Analyzer(
            "stop", "Runs of letters, in lower case, without English stop words.", .letters,
            stopWords: englishStopWords),
        Analyzer("whitespace", "What stands between white space, as it is.", .whitespace, lowercasing: false),
        Analyzer("unicode_whitespace", "Another name of whitespace.", .whitespace, lowercasing: false),
        Analyzer("keyword", "The whole text as one term, as it is.", .whole, lowercasing: false),
        Analyzer(
            "url_or_email", "As standard does, with e-mail addresses and URLs whole.", .standardWithAddresses,
            stopWords: englishStopWords),
        Analyzer(
            "email", "Another name of url_or_email.", .standardWithAddresses, stopWords: englishStopWords),
        Analyzer("url", "Another name of url_or_email.", .standardWithAddresses, stopWords: englishStopWords),
    ]

    private static let languages = [
        "arabic", "armenian", "basque", "catalan", "danish", "dutch", "finnish", "french", "german", "greek", "hindi",
        "hungarian", "indonesian", "irish", "italian", "lithuanian", "norwegian", "portuguese", "romanian", "russian",
        "spanish", "swedish", "turkish",
    ]

    private static let stemmed: [Analyzer] =
        languages.compactMap { language in
            Stemmer(language).map { stemmer in
                let name = language.prefix(1).uppercased() + language.dropFirst()
                return Analyzer(
                    language, "Words by the boundaries of Unicode, in lower case, as \(name) stems.", .standard,
                    stemmer: stemmer)
            }
        }
        + [
            Stemmer("porter").map { stemmer in
                Analyzer(
                    "english",
                    "Words by the boundaries of Unicode, in lower case, without 's and stop words, as English stems.",
                    .standard, stopWords: englishStopWords, dropsPossessive: true, stemmer: stemmer)
            }
        ].compactMap { $0 }
}
