/// A full-text query over numbered fields, its words analyzed.
indirect enum TextQuery: Sendable {
    case none
    case all
    case term(field: Int, [UInt8])
    /// Terms at places relative to each other; `slop` says how far they may be out of place together.
    case phrase(field: Int, [(term: [UInt8], place: Int)], slop: Int)
    case pattern(field: Int, TermPattern)
    /// A term that differs from this one by so many edits at most: a character put in, left out, changed, or two swapped.
    case fuzzy(field: Int, [Unicode.Scalar], edits: Int)
    case boolean([Clause])
    case boosted(TextQuery, Float)

    struct Clause: Sendable {
        var occurrence: Occurrence
        var query: TextQuery
    }

    enum Occurrence: Sendable { case should, must, mustNot }

    /// Where any may match; `nil` where there is none.
    static func any(_ queries: [TextQuery]) -> TextQuery? {
        queries.count > 1 ? .boolean(queries.map { Clause(occurrence: .should, query: $0) }) : queries.first
    }
}

/// Terms by what they are made of. A match scores what its boost says, whatever the term.
enum TermPattern: Sendable {
    case prefix([UInt8])
    case wildcard([Piece])
    /// In the order of their bytes.
    case range(lower: Bound?, upper: Bound?)
    /// The whole term must match it.
    case regularExpression(String)
    /// Any.
    case any

    enum Piece: Sendable, Equatable {
        case scalar(Unicode.Scalar)
        case one
        case many
    }

    struct Bound: Sendable {
        var term: [UInt8]
        var isInclusive: Bool
    }

    /// `*` as any run of characters, `?` as one.
    static func matches(_ pieces: [Piece], _ scalars: [Unicode.Scalar]) -> Bool {
        var (piece, place) = (0, 0)
        // Where to go on after the last `*` if what follows does not fit.
        var (star, resume) = (-1, 0)
        while place < scalars.count {
            if piece < pieces.count, pieces[piece] == .many {
                (star, resume) = (piece, place)
                piece += 1
            } else if piece < pieces.count, pieces[piece] == .one || pieces[piece] == .scalar(scalars[place]) {
                piece += 1
                place += 1
            } else if star >= 0 {
                resume += 1
                piece = star + 1
                place = resume
            } else {
                return false
            }
        }
        while piece < pieces.count, pieces[piece] == .many { piece += 1 }
        return piece == pieces.count
    }
}
