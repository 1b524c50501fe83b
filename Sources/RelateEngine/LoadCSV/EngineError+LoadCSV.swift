extension EngineError {
    private static func csv(_ detail: String, gqlStatus: String = "22N43") -> EngineError {
        EngineError(
            .externalResourceFailed.with(gqlStatus: gqlStatus), stage: .runtime, "runtime error: LoadCSV: \(detail)")
    }

    static func csvNotAllowed() -> EngineError {
        csv(
            "Reading files is not allowed; set RELATE_LOAD_CSV_DIR to the directory to read from before the store is opened"
        )
    }

    static func csvOutside(_ url: String) -> EngineError {
        csv("'\(url)' lies outside the directory RELATE_LOAD_CSV_DIR")
    }

    static func csvUnreadable(_ url: String, _ reason: String) -> EngineError {
        csv("Cannot read '\(url)': \(reason)")
    }

    static func csvURLNotText(_ value: Value) -> EngineError {
        csv("LOAD CSV FROM takes a STRING, got \(value.typeName)")
    }

    static func csvUnclosedQuote(_ path: String, line: Int) -> EngineError {
        csv(
            "\(path): the file ends within a quoted field that begins in the record at line \(line)", gqlStatus: "22NAD"
        )
    }

    static func csvTextAfterQuote(_ path: String, line: Int) -> EngineError {
        csv(
            "\(path), record at line \(line): text behind a closing quote; double a quote that belongs to the field",
            gqlStatus: "22NAC")
    }

    static func csvNotUTF8(_ path: String, line: Int) -> EngineError {
        csv("\(path), record at line \(line): not UTF-8; convert the file first", gqlStatus: "22NAE")
    }

    static func csvFieldTooLong(_ path: String, line: Int) -> EngineError {
        csv(
            "\(path), record at line \(line): a field of more than \(Limits.csvFieldBytesLimit) bytes; is a quote missing?"
        )
    }
}
