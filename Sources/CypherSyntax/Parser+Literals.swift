// The values of number and string tokens.

extension Parser {
    mutating func numberLiteral(isNegative: Bool) throws(Failure) -> Expression.Kind {
        let token = current
        switch token.kind {
        case .integer:
            let value = try integerValue(token, isNegative: isNegative)
            advance()
            return .integer(value)
        case .float:
            let value = try floatValue(token)
            advance()
            return .float(isNegative ? -value : value)
        default: throw malformedNumber(token)
        }
    }

    /// An integer that is not a value but a part of the grammar, such as a bound.
    mutating func unsignedInteger() throws(Failure) -> Int {
        guard isAt(.integer) else {
            if isAt(.malformedNumber) { throw malformedNumber(current) }
            note(.kind(.integer))
            throw unexpected()
        }
        let value = try integerValue(current, isNegative: false)
        advance()
        return Int(value)
    }

    private func integerValue(_ token: Token, isNegative: Bool) throws(Failure) -> Int64 {
        var index = Int(token.lower)
        let end = Int(token.upper)
        var radix: UInt64 = 10
        if end - index > 2, source[index] == Ascii.zero {
            if source[index + 1] == Ascii.x { radix = 16 }
            if source[index + 1] == Ascii.o { radix = 8 }
            if radix != 10 { index += 2 }
        }
        var magnitude: UInt64 = 0
        while index < end {
            let byte = source[index]
            index += 1
            if byte == Ascii.underscore { continue }
            let digit = UInt64(byte <= 0x39 ? byte &- 0x30 : (byte | 0x20) &- 0x57)
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: radix)
            let (sum, carry) = product.addingReportingOverflow(digit)
            guard !overflow, !carry else { throw integerOverflow(token, isNegative: isNegative) }
            magnitude = sum
        }
        if isNegative, magnitude <= UInt64(1) << 63 { return Int64(truncatingIfNeeded: 0 &- magnitude) }
        guard magnitude <= UInt64(Int64.max) else { throw integerOverflow(token, isNegative: isNegative) }
        return Int64(magnitude)
    }

    private func integerOverflow(_ token: Token, isNegative: Bool) -> Failure {
        Failure(
            .integerOverflow, "The integer \(isNegative ? "-" : "")\(excerpt(token)) does not fit into 64 bits",
            at: token.span, gqlStatus: "22003")
    }

    private func floatValue(_ token: Token) throws(Failure) -> Double {
        var text = text(token)
        if text.utf8.contains(Ascii.underscore) { text.removeAll { $0 == "_" } }
        guard let value = Double(text) else { throw malformedNumber(token) }
        guard value.isFinite else {
            throw Failure(
                .floatingPointOverflow, "The number \(excerpt(token)) is too large for a float", at: token.span,
                gqlStatus: "22003")
        }
        return value
    }

    mutating func stringLiteral() throws(Failure) -> String {
        let token = current
        guard token.kind == .string else {
            note(.kind(.string))
            throw unexpected()
        }
        let text = try unescaped(Int(token.lower) + 1, Int(token.upper) - 1)
        advance()
        return text
    }

    /// The text of a part of a string, with its escapes resolved.
    private func unescaped(_ lower: Int, _ upper: Int) throws(Failure) -> String {
        guard source[lower..<upper].contains(Ascii.backslash) else { return text(lower, upper) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(upper - lower)
        var index = lower
        while index < upper {
            let byte = source[index]
            guard byte == Ascii.backslash, index + 1 < upper else {
                bytes.append(byte)
                index += 1
                continue
            }
            if source[index + 1] == Ascii.u {
                index += try appendUnicode(at: index, before: upper, to: &bytes)
            } else {
                bytes.append(try escapedByte(at: index))
                index += 2
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func escapedByte(at index: Int) throws(Failure) -> UInt8 {
        switch source[index + 1] {
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "f"): return 0x0C
        case Ascii.quote, Ascii.doubleQuote, Ascii.backslash, Ascii.backtick, Ascii.dollar: return source[index + 1]
        default:
            throw Failure(
                .invalidStringLiteral,
                "Invalid escape '\(text(index, index + 2))': a backslash stands before one of t b n r f ' \" \\ or uXXXX",
                at: SourceSpan(index, index + 2))
        }
    }

    private func appendUnicode(at index: Int, before upper: Int, to bytes: inout [UInt8]) throws(Failure) -> Int {
        let found = source.withUnsafeBufferPointer { Lexer.escape(in: $0, at: index) }
        guard let (scalar, length) = found, index + length <= upper else {
            let end = min(index + 6, upper)
            throw Failure(
                .invalidUnicodeLiteral, "'\(text(index, end))' is no \\uXXXX escape of a character",
                at: SourceSpan(index, end))
        }
        bytes.append(contentsOf: String(Character(scalar)).utf8)
        return length
    }

    /// `s'text ${e} text'`
    mutating func interpolatedString() throws(Failure) -> [Expression.InterpolationSegment] {
        let token = current
        var segments: [Expression.InterpolationSegment] = []
        var textStart = Int(token.lower) + 2
        var index = textStart
        let end = Int(token.upper) - 1
        try descend()
        while index < end {
            guard source[index] == Ascii.dollar, source[index + 1] == Ascii.leftBrace else {
                index += source[index] == Ascii.backslash ? 2 : 1
                continue
            }
            if textStart < index { segments.append(.text(try unescaped(textStart, index))) }
            let close = source.withUnsafeBufferPointer { Lexer.endOfInterpolation(in: $0, from: index + 2) }
            segments.append(.expression(try interpolation(from: index + 2, to: close - 1)))
            index = close
            textStart = close
        }
        if textStart < end { segments.append(.text(try unescaped(textStart, end))) }
        ascend()
        advance()
        return segments
    }

    private func interpolation(from lower: Int, to upper: Int) throws(Failure) -> Expression {
        let tokens = Lexer.tokens(in: source, from: lower, to: upper, withTrivia: false)
        var parser = Parser(source, tokens, depthLimit: depthLimit)
        parser.depth = depth
        let expression = try parser.expression()
        try parser.expectEnd()
        return expression
    }
}
