/// Words by the boundaries of Unicode: runs of letters and digits, with what may stand inside them.
struct StandardTokenizer {
    let isLowercasing: Bool
    /// E-mail addresses and URLs are words.
    let keepsAddresses: Bool

    func run(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        if !keepsAddresses, text.withBytes({ runASCII($0, body) }) { return }
        let scalars = Array(text.unicodeScalars)
        var word = WordBytes()
        var place = 0
        while place < scalars.count {
            if keepsAddresses, let end = AddressScanner.end(of: scalars, from: place) {
                for scalar in scalars[place..<end] { word.append(scalar, lowercasing: isLowercasing) }
                word.take(body)
                place = end
                continue
            }
            switch WordClass.of(scalars[place]) {
            case .letter, .digit, .katakana, .connector: place = self.word(scalars, place, &word, body)
            case .single, .emoji:
                place = single(scalars, place, &word)
                word.take(body)
            case .other, .extending, .midLetter, .midDigit, .midBoth: place += 1
            }
        }
    }

    /// The same over bytes, where each is a character: most texts are of that kind, or begin with it.
    ///
    /// - Returns: whether the text is of ASCII; otherwise nothing is handed on.
    private func runASCII(
        _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Bool {
        guard bytes.allSatisfy({ $0 < 128 }) else { return false }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(1, bytes.count)) { text in
            for (place, byte) in bytes.enumerated() {
                let isUpper = isLowercasing && byte &- UInt8(ascii: "A") < 26
                text.initializeElement(at: place, to: isUpper ? byte | 0x20 : byte)
            }
            WordClass.ascii.withUnsafeBufferPointer { classes in
                let word = UnsafeBufferPointer(rebasing: text[..<bytes.count])
                var place = 0
                while place < word.count {
                    switch classes[Int(word[place])] {
                    case .letter, .digit, .connector: place = Self.wordASCII(word, place, classes, body)
                    default: place += 1
                    }
                }
            }
            return true
        }
    }

    /// As `word`, of characters that extend none and are no Katakana.
    @inline(__always)
    private static func wordASCII(
        _ text: UnsafeBufferPointer<UInt8>, _ first: Int, _ classes: UnsafeBufferPointer<WordClass>,
        _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Int {
        var start = first
        var place = first + 1
        var last = classes[Int(text[first])]
        var hasContent = last != .connector
        while place < text.count {
            if place - start == Tokenizer.wordLengthLimit {
                if hasContent { body(UnsafeBufferPointer(rebasing: text[start..<place])) }
                start = place
            }
            let current = classes[Int(text[place])]
            switch current {
            case .letter, .digit:
                last = current
                hasContent = true
            case .connector: last = current
            case .midLetter, .midDigit, .midBoth:
                let wanted: WordClass = last == .letter ? .letter : .digit
                let joins =
                    last == .letter && current != .midDigit || last == .digit && current != .midLetter
                guard joins, place + 1 < text.count, classes[Int(text[place + 1])] == wanted else {
                    if hasContent, start < place { body(UnsafeBufferPointer(rebasing: text[start..<place])) }
                    return place
                }
            default:
                if hasContent, start < place { body(UnsafeBufferPointer(rebasing: text[start..<place])) }
                return place
            }
            place += 1
        }
        if hasContent, start < place { body(UnsafeBufferPointer(rebasing: text[start..<place])) }
        return place
    }

    /// The end of the run that begins here; hands it on if it has a letter or a digit.
    private func word(
        _ scalars: [Unicode.Scalar], _ start: Int, _ word: inout WordBytes, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Int {
        var place = start
        var last = WordClass.of(scalars[start])
        var hasContent = last != .connector
        word.append(scalars[place], lowercasing: isLowercasing)
        place += 1
        while place < scalars.count {
            if word.count == Tokenizer.wordLengthLimit {
                if hasContent { word.take(body) } else { word.removeAll() }
            }
            let current = WordClass.of(scalars[place])
            switch current {
            case .extending: break
            case .letter, .digit:
                guard last != .katakana else { return finish(&word, hasContent, place, body) }
                last = current
            case .katakana:
                guard last == .katakana || last == .connector else { return finish(&word, hasContent, place, body) }
                last = current
            case .connector: last = current
            case .midLetter, .midDigit, .midBoth:
                let wanted: WordClass = last == .letter ? .letter : .digit
                let joins =
                    last == .letter && current != .midDigit || last == .digit && current != .midLetter
                guard joins, next(scalars, after: place) == wanted else {
                    return finish(&word, hasContent, place, body)
                }
            case .other, .single, .emoji: return finish(&word, hasContent, place, body)
            }
            if current == .letter || current == .digit || current == .katakana { hasContent = true }
            word.append(scalars[place], lowercasing: isLowercasing)
            place += 1
        }
        return finish(&word, hasContent, place, body)
    }

    private func finish(
        _ word: inout WordBytes, _ hasContent: Bool, _ place: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Int {
        if hasContent { word.take(body) } else { word.removeAll() }
        return place
    }

    /// The class of the next character that extends none.
    private func next(_ scalars: [Unicode.Scalar], after place: Int) -> WordClass {
        var place = place + 1
        while place < scalars.count {
            let current = WordClass.of(scalars[place])
            if current != .extending { return current }
            place += 1
        }
        return .other
    }

    /// A word of one character with what extends it; emoji that a zero-width joiner joins are one.
    private func single(_ scalars: [Unicode.Scalar], _ start: Int, _ word: inout WordBytes) -> Int {
        var place = start
        repeat {
            word.append(scalars[place], lowercasing: isLowercasing)
            place += 1
            guard place < scalars.count else { return place }
            let isJoined = scalars[place - 1].value == 0x200d && WordClass.of(scalars[place]) == .emoji
            if !isJoined, WordClass.of(scalars[place]) != .extending { return place }
        } while word.count < Tokenizer.wordLengthLimit
        return place
    }
}

/// Where an e-mail address or a URL ends that begins at a place.
enum AddressScanner {
    static func end(of text: [Unicode.Scalar], from start: Int) -> Int? {
        // Only where a word begins.
        if start > 0, isNamePart(text[start - 1]) { return nil }
        return urlEnd(text, start) ?? emailEnd(text, start)
    }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 128
            ? WordClass.ascii[Int(scalar.value)] == .letter || WordClass.ascii[Int(scalar.value)] == .digit : false
    }

    private static func urlEnd(_ text: [Unicode.Scalar], _ start: Int) -> Int? {
        for scheme in ["http://", "https://", "ftp://"] {
            let scalars = Array(scheme.unicodeScalars)
            guard text.count - start > scalars.count,
                zip(text[start...], scalars).allSatisfy({ $0.simpleLowercase == $1 })
            else { continue }
            guard let host = hostEnd(text, start + scalars.count, dots: 0) else { return nil }
            var end = host
            while end < text.count, isURLPart(text[end]) { end += 1 }
            // What ends a sentence does not end an address.
            while end > host, ".,;:!?)".unicodeScalars.contains(text[end - 1]) { end -= 1 }
            return end
        }
        return nil
    }

    private static func isURLPart(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value > 0x20, scalar.value < 0x7f else { return false }
        return !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
    }

    private static func emailEnd(_ text: [Unicode.Scalar], _ start: Int) -> Int? {
        var place = start
        while place < text.count, place - start < 64,
            isNamePart(text[place]) || place > start && "._%+-".unicodeScalars.contains(text[place])
        {
            place += 1
        }
        guard place > start, place < text.count, text[place] == "@" else { return nil }
        return hostEnd(text, place + 1, dots: 1)
    }

    /// - Parameter dots: how many a host must have at least.
    private static func hostEnd(_ text: [Unicode.Scalar], _ start: Int, dots: Int) -> Int? {
        var place = start
        var count = 0
        while place < text.count, place - start < 255 {
            let isInside =
                place > start && place + 1 < text.count && isNamePart(text[place + 1]) && isNamePart(text[place - 1])
            if isNamePart(text[place]) || text[place] == "-" && place > start {
                place += 1
            } else if text[place] == ".", isInside {
                count += 1
                place += 1
            } else {
                break
            }
        }
        return place > start && count >= dots ? place : nil
    }
}
