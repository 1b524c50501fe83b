/// The words of a command line as the system hands them over.
enum CommandLineWords {
    /// - Throws: where one is no text: put right, it would name another file than the one that was meant.
    static func validated(_ words: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) throws(UsageError) -> [String] {
        var texts: [String] = []
        for word in words {
            guard let word else { break }
            guard let text = String(validatingCString: word) else {
                throw UsageError("paths and statements are UTF-8, and \(String(cString: word)) is not: rename the file")
            }
            texts.append(text)
        }
        return texts
    }
}
