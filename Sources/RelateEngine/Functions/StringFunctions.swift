/// Functions of text. Places and sizes count code points; searching compares bytes.
///
/// - Source: Cypher manual, "String functions".
enum StringFunctions {
    private static let text = FunctionDefinition.Parameter("text", .string)

    static let all: [FunctionDefinition] = cases + trims + parts + searches

    private static let cases: [FunctionDefinition] =
        ["lower", "toLower"].map { name in
            .scalar(name, .string, [text], .string, "The text in lower case.") {
                (arguments, context) throws(EngineError) in
                .string(lowerCased(try arguments[0].string(for: name)))
            }
        }
        + ["upper", "toUpper"].map { name in
            .scalar(name, .string, [text], .string, "The text in upper case.") {
                (arguments, context) throws(EngineError) in
                .string(try arguments[0].string(for: name).uppercased())
            }
        }

    /// As Unicode's default case conversion has it: a capital sigma at the end of a word becomes `ς`.
    private static func lowerCased(_ text: String) -> String {
        let lower = text.lowercased()
        let capitalSigma: Unicode.Scalar = "\u{03A3}"
        guard text.utf8.contains(0xCE), text.unicodeScalars.contains(capitalSigma) else { return lower }
        let scalars = Array(text.unicodeScalars)
        // What is passed over between a letter and the sigma; of a letter behind, what comes first counts.
        func isIgnored(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isCaseIgnorable }
        var isBehindLetter = false
        var result = String.UnicodeScalarView()
        for (place, scalar) in scalars.enumerated() {
            if scalar == capitalSigma {
                let next = scalars[(place + 1)...].first { !isIgnored($0) }
                let isFinal = isBehindLetter && !(next?.properties.isCased ?? false)
                result.append(isFinal ? "\u{03C2}" : "\u{03C3}")
            } else {
                result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
            if !isIgnored(scalar) { isBehindLetter = scalar.properties.isCased }
        }
        return String(result)
    }

    private static let trims: [FunctionDefinition] = [
        trim("btrim", "both ends", leading: true, trailing: true),
        trim("trim", "both ends", leading: true, trailing: true),
        trim("ltrim", "the beginning", leading: true, trailing: false),
        trim("rtrim", "the end", leading: false, trailing: true),
    ]

    private static func trim(_ name: String, _ place: String, leading: Bool, trailing: Bool) -> FunctionDefinition {
        .scalar(
            name, .string, [text, .init("characters", .string, isOptional: true)], .string,
            "The text without white space, or without any of the given characters, at \(place)."
        ) { (arguments, context) throws(EngineError) in
            let scalars = try arguments[0].string(for: name).unicodeScalars
            let isTrimmed: (Unicode.Scalar) -> Bool
            if arguments.count > 1 {
                let set = Set(try arguments[1].string(for: name).unicodeScalars)
                isTrimmed = { set.contains($0) }
            } else {
                isTrimmed = { $0.properties.isWhitespace || ("\u{1c}"..."\u{1f}").contains($0) }
            }
            var (start, end) = (scalars.startIndex, scalars.endIndex)
            var count = 0
            while leading, start < end, isTrimmed(scalars[start]) {
                scalars.formIndex(after: &start)
                count &+= 1
                if count & 0xffff == 0 { try context.checkInterrupt() }
            }
            while trailing, start < end {
                let last = scalars.index(before: end)
                guard isTrimmed(scalars[last]) else { break }
                end = last
                count &+= 1
                if count & 0xffff == 0 { try context.checkInterrupt() }
            }
            return .string(String(scalars[start..<end]))
        }
    }

    private static let parts: [FunctionDefinition] = [
        .scalar(
            "left", .string, [text, .init("length", .integer)], .string, "The first characters of the text.",
            isNullPropagating: false
        ) { (arguments, context) throws(EngineError) in
            if arguments[0].isNull { return .null }
            let text = try arguments[0].string(for: "left")
            let count = try arguments[1].nonNegative(for: "left", "length")
            return .string(String(text.unicodeScalars.prefix(Int(count))))
        },
        .scalar(
            "right", .string, [text, .init("length", .integer)], .string, "The last characters of the text.",
            isNullPropagating: false
        ) { (arguments, context) throws(EngineError) in
            if arguments[0].isNull { return .null }
            let text = try arguments[0].string(for: "right")
            let count = try arguments[1].nonNegative(for: "right", "length")
            return .string(String(text.unicodeScalars.suffix(Int(count))))
        },
        .scalar(
            "substring", .string, [text, .init("start", .integer), .init("length", .integer, isOptional: true)],
            .string, "The text from a place, counted from 0, to its end or of a given length.", isNullPropagating: false
        ) { (arguments, context) throws(EngineError) in
            if arguments[0].isNull { return .null }
            let scalars = try arguments[0].string(for: "substring").unicodeScalars
            let start = try arguments[1].nonNegative(for: "substring", "start")
            let rest = scalars.dropFirst(Int(start))
            guard arguments.count > 2 else { return .string(String(rest)) }
            return .string(String(rest.prefix(Int(try arguments[2].nonNegative(for: "substring", "length")))))
        },
        .scalar(
            "normalize", .string, [text, .init("form", .string, isOptional: true)], .string,
            "The text in a Unicode normal form: NFC, or NFD, NFKC, NFKD."
        ) { (arguments, context) throws(EngineError) in
            let form = arguments.count > 1 ? try arguments[1].string(for: "normalize") : "NFC"
            return .string(try UnicodeNormalization.form(named: form).apply(to: arguments[0].string(for: "normalize")))
        },
    ]

    private static let searches: [FunctionDefinition] = [
        .scalar(
            "replace", .string,
            [
                text, .init("search", .string), .init("replacement", .string),
                .init("limit", .integer, isOptional: true),
            ],
            .string, "The text with each occurrence of another, or the first ones, replaced."
        ) { (arguments, context) throws(EngineError) in
            let text = try arguments[0].string(for: "replace")
            let search = try arguments[1].string(for: "replace")
            let replacement = try arguments[2].string(for: "replace")
            let limit = arguments.count > 3 ? try arguments[3].nonNegative(for: "replace", "limit") : .max
            return .string(try replacing(search, with: replacement, in: text, limit: limit, context))
        },
        .scalar(
            "split", .string, [text, .init("delimiter", .union([.string, .list(.string)]))], .list(.string),
            "The parts of the text between delimiters; an empty delimiter parts it into characters."
        ) { (arguments, context) throws(EngineError) in
            let text = try arguments[0].string(for: "split")
            var delimiters: [String] = []
            switch arguments[1] {
            case .list(let elements):
                for element in elements {
                    if element.isNull { return .null }
                    delimiters.append(try element.string(for: "split"))
                }
            default: delimiters = [try arguments[1].string(for: "split")]
            }
            return .list(try split(text, at: delimiters, context))
        },
    ]

    /// From left to right, what was put in not searched again. An empty search stands between all characters and at both
    /// ends.
    private static func replacing(
        _ search: String, with replacement: String, in text: String, limit: Int64, _ context: EvaluationContext
    ) throws(EngineError) -> String {
        let whole = Array(text.utf8)
        let part = Array(search.utf8)
        let inserted = Array(replacement.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(whole.count)
        var start = 0
        var count: Int64 = 0
        while count < limit, let found = place(of: part, in: whole, from: start, isFirst: count == 0) {
            result += whole[start..<found]
            result += inserted
            guard result.count <= Limits.textBytesLimit else { throw .resultTooLarge("the text of replace()") }
            start = found + part.count
            count += 1
            if count & 0xffff == 0 { try context.checkInterrupt() }
        }
        result += whole[start...]
        return String(decoding: result, as: UTF8.self)
    }

    /// Where the next replacement goes; for an empty search the next character's beginning, or the end.
    private static func place(of part: [UInt8], in whole: [UInt8], from start: Int, isFirst: Bool) -> Int? {
        if part.isEmpty {
            if isFirst { return 0 }
            guard start < whole.count else { return nil }
            var next = start + 1
            while next < whole.count, whole[next] & 0b1100_0000 == 0b1000_0000 { next += 1 }
            return next
        }
        return whole.withUnsafeBufferPointer { whole in
            part.withUnsafeBufferPointer { ByteSearch.firstIndex(of: $0, in: whole, from: start) }
        }
    }

    private static func split(
        _ text: String, at delimiters: [String], _ context: EvaluationContext
    ) throws(EngineError) -> [Value] {
        var pieces: [Value] = []
        func add(_ piece: String) throws(EngineError) {
            guard pieces.count < Limits.listElementsLimit else { throw .resultTooLarge("the list of split()") }
            pieces.append(.string(piece))
            if pieces.count & 0xffff == 0 { try context.checkInterrupt() }
        }
        if delimiters.contains(where: \.utf8.isEmpty) {
            if text.utf8.isEmpty { return [.string("")] }
            for scalar in text.unicodeScalars { try add(String(scalar)) }
            return pieces
        }
        let bytes = Array(text.utf8)
        let parts = delimiters.map { Array($0.utf8) }
        var start = 0
        func place(of part: [UInt8]) -> Int? {
            bytes.withUnsafeBufferPointer { whole in
                part.withUnsafeBufferPointer { ByteSearch.firstIndex(of: $0, in: whole, from: start) }
            }
        }
        // The next place of each delimiter, so that a rare one is not sought again and again.
        var next = parts.map(place)
        while true {
            var best: (place: Int, index: Int)?
            for index in parts.indices {
                if let found = next[index], found < start { next[index] = place(of: parts[index]) }
                if let found = next[index], found < best?.place ?? .max { best = (found, index) }
            }
            guard let best else { break }
            try add(String(decoding: bytes[start..<best.place], as: UTF8.self))
            start = best.place + parts[best.index].count
        }
        try add(String(decoding: bytes[start...], as: UTF8.self))
        return pieces
    }
}
