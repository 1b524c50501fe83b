/// The words the grammar knows, in any case. None is reserved: where a name can stand, each of them can be one.
public enum Keyword: UInt8, Hashable, Sendable, CaseIterable {
    case explain, profile, cypher, use, graph, union, all, distinct, next, when, then, `else`, end, `case`, match
    case optional, `where`, `return`, with, unwind, `for`, `in`, `as`, `let`, filter, finish, create, insert
    case merge, on, set, remove, delete, detach, noDetach, foreach, call, yield, load, csv, headers, from
    case fieldTerminator, order, by, asc, ascending, desc, descending, skip, offset, limit, group, and, or, xor
    case not, `is`, null, `true`, `false`, starts, ends, contains, typed, labeled, normalized, nfc, nfd, nfkc
    case nfkd, exists, count, collect, any, noneOf, single, reduce, allReduce, shortestPath, allShortestPaths
    case trim, both, leading, trailing, inf, infinity, nan, shortest, groups, path, paths, walk, trail, acyclic
    case simple, repeatable, element, elements, bindings, different, relationship, relationships, using, index
    case text, range, point, lookup, fulltext, vector, seek, scan, join, expand, into, to, via, search, analyzer
    case score, transactions, transaction, concurrent, of, row, rows, disjoint, auto, error, fail, `continue`
    case `break`, retry, report, status, sec, second, seconds, constraint, constraints, drop, `if`, require
    case unique, uniqueness, key, node, rel, options, each, replace, indexes, alter, current, type, add, implies
    case show, terminate, function, functions, procedure, procedures, setting, settings, database, databases
    case built, user, defined, executable, `default`, home, language, exist, existence, property

    /// The word in capitals.
    public var spelling: String { Self.spellings[Int(rawValue)] }

    @inlinable
    public static func == (left: Keyword, right: Keyword) -> Bool { left.rawValue == right.rawValue }

    /// In the order of the cases.
    private static let spellings: [String] =
        """
        EXPLAIN PROFILE CYPHER USE GRAPH UNION ALL DISTINCT NEXT WHEN THEN ELSE END CASE MATCH OPTIONAL
        WHERE RETURN WITH UNWIND FOR IN AS LET FILTER FINISH CREATE INSERT MERGE ON SET REMOVE DELETE DETACH
        NODETACH FOREACH CALL YIELD LOAD CSV HEADERS FROM FIELDTERMINATOR ORDER BY ASC ASCENDING DESC
        DESCENDING SKIP OFFSET LIMIT GROUP AND OR XOR NOT IS NULL TRUE FALSE STARTS ENDS CONTAINS TYPED
        LABELED NORMALIZED NFC NFD NFKC NFKD EXISTS COUNT COLLECT ANY NONE SINGLE REDUCE ALLREDUCE
        SHORTESTPATH ALLSHORTESTPATHS TRIM BOTH LEADING TRAILING INF INFINITY NAN SHORTEST GROUPS PATH PATHS
        WALK TRAIL ACYCLIC SIMPLE REPEATABLE ELEMENT ELEMENTS BINDINGS DIFFERENT RELATIONSHIP RELATIONSHIPS
        USING INDEX TEXT RANGE POINT LOOKUP FULLTEXT VECTOR SEEK SCAN JOIN EXPAND INTO TO VIA SEARCH
        ANALYZER SCORE TRANSACTIONS TRANSACTION CONCURRENT OF ROW ROWS DISJOINT AUTO ERROR FAIL CONTINUE
        BREAK RETRY REPORT STATUS SEC SECOND SECONDS CONSTRAINT CONSTRAINTS DROP IF REQUIRE UNIQUE
        UNIQUENESS KEY NODE REL OPTIONS EACH REPLACE INDEXES ALTER CURRENT TYPE ADD IMPLIES SHOW TERMINATE
        FUNCTION FUNCTIONS PROCEDURE PROCEDURES SETTING SETTINGS DATABASE DATABASES BUILT USER DEFINED
        EXECUTABLE DEFAULT HOME LANGUAGE EXIST EXISTENCE PROPERTY
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
}

/// Finds the keyword of a word by its bytes: open addressing over a table built once.
struct KeywordTable: Sendable {
    static let shared = KeywordTable()

    private static let slotMask = 1023
    /// Index of the keyword plus one, 0 for none.
    private var slots: [UInt16]
    /// Spellings in capitals, end to end, and where each begins.
    private var letters: [UInt8] = []
    private var starts: [Int] = [0]
    private var longest = 0

    private init() {
        slots = [UInt16](repeating: 0, count: Self.slotMask + 1)
        for keyword in Keyword.allCases {
            let spelling = Array(keyword.spelling.utf8)
            var hash = Self.seed
            for byte in spelling { hash = Self.step(hash, byte) }
            var slot = Self.slot(hash)
            while slots[slot] != 0 { slot = (slot + 1) & Self.slotMask }
            slots[slot] = UInt16(keyword.rawValue) + 1
            letters += spelling
            starts.append(letters.count)
            longest = max(longest, spelling.count)
        }
    }

    static func keyword(of word: String) -> Keyword? {
        var word = word
        return word.withUTF8 { shared.keyword(of: $0) }
    }

    /// The keyword that `word` spells, in any case. Words with other than ASCII letters are none.
    func keyword(of word: UnsafeBufferPointer<UInt8>) -> Keyword? {
        guard word.count <= longest else { return nil }
        var hash = Self.seed
        for byte in word { hash = Self.step(hash, byte & 0xDF) }
        var slot = Self.slot(hash)
        while slots[slot] != 0 {
            let index = Int(slots[slot]) - 1
            if matches(index, word) { return Keyword(rawValue: UInt8(index)) }
            slot = (slot + 1) & Self.slotMask
        }
        return nil
    }

    private func matches(_ index: Int, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = starts[index]
        guard starts[index + 1] - start == word.count else { return false }
        for offset in 0..<word.count {
            let byte = word[offset]
            // Folding case would take a digit for a control character and `{` for `[`, neither of which is in a keyword.
            guard byte & 0xDF == letters[start + offset] else { return false }
        }
        return true
    }

    private static let seed: UInt32 = 2_166_136_261

    private static func step(_ hash: UInt32, _ byte: UInt8) -> UInt32 { (hash ^ UInt32(byte)) &* 16_777_619 }

    private static func slot(_ hash: UInt32) -> Int { Int(hash ^ (hash >> 15)) & slotMask }
}
