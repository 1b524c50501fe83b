/// Items of `RETURN` without `AS`: their text is the name of their column, so nothing of it may change.
enum NamingItems {
    /// The place of each one's first token, and the place behind its last one.
    ///
    /// - Parameter isKeyword: A token is a word of the language where it stands, and no name.
    static func find(in tokens: [Token], isKeyword: (Token) -> Bool) -> [Int: Int] {
        var items: [Int: Int] = [:]
        var index = 0
        while index < tokens.count {
            if tokens[index].keyword == .return, isKeyword(tokens[index]) {
                // What stands in an item has items of its own, which stay with it.
                index = take(from: index + 1, in: tokens, isKeyword, into: &items)
            } else {
                index += 1
            }
        }
        return items
    }

    /// - Returns: The place where the items end.
    private static func take(
        from start: Int, in tokens: [Token], _ isKeyword: (Token) -> Bool, into items: inout [Int: Int]
    ) -> Int {
        var depth = 0
        var first: Int?
        var last = start
        var isNamed = false
        func end() {
            if let first, !isNamed { items[first] = last + 1 }
            (first, isNamed) = (nil, false)
        }
        var index = start
        while index < tokens.count {
            let token = tokens[index]
            let keyword = isKeyword(token) ? token.keyword : nil
            switch token.kind {
            case .whitespace, .lineComment, .blockComment:
                index += 1
                continue
            case .leftParenthesis, .leftBracket, .leftBrace: depth += 1
            case .rightParenthesis, .rightBracket, .rightBrace:
                depth -= 1
                if depth < 0 {
                    end()
                    return index
                }
            case .semicolon where depth == 0:
                end()
                return index
            case .comma where depth == 0:
                end()
                index += 1
                continue
            default: break
            }
            if depth == 0 {
                switch keyword {
                case .order, .skip, .offset, .limit, .union, .next, .group:
                    end()
                    return index
                case .distinct, .all:
                    if first == nil {
                        index += 1
                        continue
                    }
                case .as: isNamed = true
                default: break
                }
            }
            first = first ?? index
            last = index
            index += 1
        }
        end()
        return index
    }
}
