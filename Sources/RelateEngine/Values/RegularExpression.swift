import CPCRE2

/// A pattern of `=~`: the whole text must match it.
///
/// The syntax is PCRE2's, which agrees with Java's on nearly all that statements use. Compiling costs far more than
/// matching a short text: keep one as long as the pattern stays the same. One thread at a time may use it.
package final class RegularExpression {
    package let pattern: String
    private let code: OpaquePointer
    private let matchData: OpaquePointer
    private let matchContext: OpaquePointer
    /// Made when a text needs more than the 32 KiB that compiled patterns find on the thread's own stack.
    private var stack: OpaquePointer?

    /// Steps back that one text may cost: some 40 ms where each is short.
    private static let stepsLimit: UInt32 = 10_000_000
    /// What the interpreter may hold for one text, in KiB.
    private static let heapKibibytesLimit: UInt32 = 262_144
    private static let stackBytesLimit = 16_777_216

    /// - Throws: `EngineError.invalidRegularExpression`, which names the place in the pattern.
    package init(_ pattern: String) throws(EngineError) {
        var errorNumber: Int32 = 0
        var errorOffset = 0
        let options = PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_NEVER_BACKSLASH_C
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
        guard let matchContext = pcre2_match_context_create_8(nil) else {
            pcre2_match_data_free_8(matchData)
            pcre2_code_free_8(compiled)
            throw .invalidRegularExpression("no memory for it")
        }
        pcre2_set_match_limit_8(matchContext, Self.stepsLimit)
        pcre2_set_heap_limit_8(matchContext, Self.heapKibibytesLimit)
        self.pattern = pattern
        code = compiled
        self.matchData = matchData
        self.matchContext = matchContext
        // Where there is no JIT compiler the interpreter does it.
        pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
    }

    deinit {
        pcre2_jit_stack_free_8(stack)
        pcre2_match_context_free_8(matchContext)
        pcre2_match_data_free_8(matchData)
        pcre2_code_free_8(code)
    }

    /// - Throws: `EngineError.regularExpressionTooCostly` where the pattern backtracks beyond the limits.
    package func matches(_ text: String) throws(EngineError) -> Bool {
        var outcome = match(text, PCRE2_NO_UTF_CHECK)
        if outcome == PCRE2_ERROR_JIT_STACKLIMIT, stack == nil {
            stack = pcre2_jit_stack_create_8(65_536, Self.stackBytesLimit, nil)
            pcre2_jit_stack_assign_8(matchContext, nil, UnsafeMutableRawPointer(stack))
            outcome = match(text, PCRE2_NO_UTF_CHECK)
        }
        // The interpreter keeps its state on the heap.
        if outcome == PCRE2_ERROR_JIT_STACKLIMIT { outcome = match(text, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT) }
        switch outcome {
        case 0...: return true
        case PCRE2_ERROR_NOMATCH: return false
        case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT, PCRE2_ERROR_NOMEMORY:
            throw .regularExpressionTooCostly(pattern, Self.message(outcome))
        default: throw .invalidRegularExpression(Self.message(outcome))
        }
    }

    private func match(_ text: String, _ options: UInt32) -> Int32 {
        text.withBytes { bytes in
            pcre2_match_8(code, bytes.baseAddress, bytes.count, 0, options, matchData, matchContext)
        }
    }

    private static func message(_ errorNumber: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = pcre2_get_error_message_8(errorNumber, &buffer, buffer.count)
        return count >= 0 ? String(decoding: buffer.prefix(Int(count)), as: UTF8.self) : "error \(errorNumber)"
    }
}
