import CPCRE2

/// A pattern of `=~`: the whole text must match it.
///
/// The syntax is PCRE2's, which agrees with Java's on nearly all that statements use. Compiling costs far more than
/// matching a short text: keep one as long as the pattern stays the same. One thread at a time may use it.
package final class RegularExpression {
    private let code: OpaquePointer
    private let matchData: OpaquePointer

    /// - Throws: `EngineError.invalidRegularExpression`, which names the place in the pattern.
    package init(_ pattern: String) throws(EngineError) {
        var errorNumber: Int32 = 0
        var errorOffset = 0
        let options = PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_ANCHORED | PCRE2_ENDANCHORED
        let compiled = pattern.withBytes { bytes -> OpaquePointer? in
            // As in Java, a dot stops at a carriage return as well as at a line feed.
            guard let context = pcre2_compile_context_create_8(nil) else { return nil }
            defer { pcre2_compile_context_free_8(context) }
            pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANYCRLF))
            return pcre2_compile_8(bytes.baseAddress, bytes.count, options, &errorNumber, &errorOffset, context)
        }
        guard let compiled else {
            throw .invalidRegularExpression("\(Self.message(errorNumber)) at byte \(errorOffset)")
        }
        guard let matchData = pcre2_match_data_create_8(1, nil) else {
            pcre2_code_free_8(compiled)
            throw .invalidRegularExpression("no memory for it")
        }
        code = compiled
        self.matchData = matchData
        // Where there is no JIT compiler the interpreter does it.
        pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
    }

    deinit {
        pcre2_match_data_free_8(matchData)
        pcre2_code_free_8(code)
    }

    /// - Throws: `EngineError.invalidRegularExpression` where the pattern backtracks beyond the library's limits.
    package func matches(_ text: String) throws(EngineError) -> Bool {
        let outcome = text.withBytes { bytes -> Int32 in
            let fast = pcre2_match_8(code, bytes.baseAddress, bytes.count, 0, PCRE2_NO_UTF_CHECK, matchData, nil)
            guard fast == PCRE2_ERROR_JIT_STACKLIMIT else { return fast }
            let options = PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT
            return pcre2_match_8(code, bytes.baseAddress, bytes.count, 0, options, matchData, nil)
        }
        if outcome >= 0 { return true }
        if outcome == PCRE2_ERROR_NOMATCH { return false }
        throw .invalidRegularExpression(Self.message(outcome))
    }

    private static func message(_ errorNumber: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = pcre2_get_error_message_8(errorNumber, &buffer, buffer.count)
        return count >= 0 ? String(decoding: buffer.prefix(Int(count)), as: UTF8.self) : "error \(errorNumber)"
    }
}
