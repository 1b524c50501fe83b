import Foundation

/// Compares results with expectations: rows as a multiset, numbers by type.
enum CaseComparison {
    static func check(_ result: String, _ step: [String: Any]) throws {
        guard let expected = step["expect_json"] as? [String: Any] else { return }
        guard let actual = try JSONSerialization.jsonObject(with: Data(result.utf8)) as? [String: Any] else {
            throw CaseRunner.Failure(description: "not an object: \(result)")
        }
        let ignored = (step["ignore"] as? [String] ?? []).map { $0.replacingOccurrences(of: "$.", with: "") }
        if Set(actual.keys) != Set(expected.keys) {
            throw CaseRunner.Failure(description: "got \(result), expected \(expected)")
        }
        for (key, value) in expected where !ignored.contains(key) {
            if key == "transacted" || key == "retracted" { continue }
            if key == "results", let rows = value as? [Any], let found = actual[key] as? [Any] {
                try checkRows(found, rows)
            } else if canonical(value) != canonical(actual[key] ?? NSNull()) {
                throw CaseRunner.Failure(description: "\(key): got \(result), expected \(value)")
            }
        }
    }

    static func checkRows(_ actual: [Any], _ expected: [Any]) throws {
        let found = actual.map { canonical($0) }.sorted()
        let wanted = expected.map { canonical($0) }.sorted()
        if found != wanted { throw CaseRunner.Failure(description: "rows \(found), expected \(wanted)") }
    }

    /// One text for equal values; `3` and `3.0` differ.
    static func canonical(_ value: Any) -> String {
        switch value {
        case let text as String: return "\"\(text)\""
        case let list as [Any]: return "[" + list.map { canonical($0) }.joined(separator: ",") + "]"
        case let object as [String: Any]:
            return "{"
                + object.sorted { $0.key < $1.key }.map { "\($0.key):\(canonical($0.value))" }
                .joined(separator: ",") + "}"
        case is NSNull: return "null"
        case let number as NSNumber:
            switch String(cString: number.objCType) {
            case "c", "B": return number.boolValue ? "true" : "false"
            case "d", "f": return "d\(number.doubleValue)"
            default: return "i\(number.int64Value)"
            }
        default: return "\(value)"
        }
    }
}
