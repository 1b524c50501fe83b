/// A value of a fact. Equality is exact: type, and for floats the bits.
enum Value: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case float(bits: UInt64)
    case text(String)
    case keyword(String)
    case ref(EntityID)
    /// Members in ascending order, without repeats, and no set among them.
    case set([Value])

    static func float(_ number: Double) -> Value {
        .float(bits: number.bitPattern)
    }

    /// The number, for an integer or a float.
    var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .float(let bits): Double(bitPattern: bits)
        default: nil
        }
    }

    /// The type's name in messages.
    var typeName: String {
        switch self {
        case .null: "Null"
        case .bool: "Boolean"
        case .int: "Integer"
        case .float: "Float"
        case .text: "String"
        case .keyword: "Keyword"
        case .ref: "Ref"
        case .set: "Set"
        }
    }

    /// One value to a rank: 0.0 and -0.0 are, a keyword and its reference are two.
    func isTie(with other: Value) -> Bool {
        if case .float = self { return matching == other.matching }
        return self == other
    }

    /// What a value is equal to when patterns, joins and `=` match: a keyword stands for its entity, -0.0 for 0.0.
    var matching: Value {
        switch self {
        case .keyword(let text): .ref(EntityID(keyword: text))
        case .float(let bits) where bits == 0x8000_0000_0000_0000: .float(bits: 0)
        default: self
        }
    }
}

extension Value: Hashable {
    static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.int(let a), .int(let b)): a == b
        case (.float(let a), .float(let b)): a == b
        case (.text(let a), .text(let b)), (.keyword(let a), .keyword(let b)): sameText(a, b)
        case (.ref(let a), .ref(let b)): a == b
        case (.set(let a), .set(let b)): a == b
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        switch self {
        case .null: break
        case .bool(let flag): hasher.combine(flag)
        case .int(let number): hasher.combine(number)
        case .float(let bits): hasher.combine(bits)
        case .text(let text), .keyword(let text): Self.hash(text, into: &hasher)
        case .ref(let id): hasher.combine(id)
        case .set(let members): hasher.combine(members)
        }
    }

    /// By bytes: Swift's own `==` would take two spellings of one accented letter for the same.
    static func sameText(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    }

    private static func hash(_ text: String, into hasher: inout Hasher) {
        let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isHashed == nil {
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }
}

extension Value {
    /// A total order over all values, used only where some fixed order is needed.
    static func precedes(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.bool(let a), .bool(let b)): return !a && b
        case (.int(let a), .int(let b)): return a < b
        case (.float(let a), .float(let b)):
            return Double(bitPattern: a).isTotallyOrdered(belowOrEqualTo: Double(bitPattern: b)) && a != b
        case (.text(let a), .text(let b)), (.keyword(let a), .keyword(let b)):
            return textPrecedes(a, b)
        case (.ref(let a), .ref(let b)): return a < b
        default: return left.rank < right.rank
        }
    }

    /// By code point, as UTF-8 bytes order.
    static func textPrecedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// A set value of the given members; `nil` when one of them is a set.
    static func set(of members: some Sequence<Value>) -> Value? {
        var unique: Set<Value> = []
        for member in members {
            if case .set = member { return nil }
            unique.insert(member)
        }
        return .set(unique.sorted(by: precedes))
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .bool: 1
        case .int: 2
        case .float: 3
        case .text: 4
        case .keyword: 5
        case .ref: 6
        case .set: 7
        }
    }
}
