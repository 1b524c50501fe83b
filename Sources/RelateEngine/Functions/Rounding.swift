/// The modes of `round()`, none of which makes a negative zero. They look at the number's shortest decimal text, not at its binary value, so that 1.005 rounds to
/// 1.01 by HALF_UP.
///
/// - Source: Cypher manual, "round()".
enum Rounding: String, CaseIterable {
    case up = "UP"
    case down = "DOWN"
    case ceiling = "CEILING"
    case floor = "FLOOR"
    case halfUp = "HALF_UP"
    case halfDown = "HALF_DOWN"
    case halfEven = "HALF_EVEN"

    /// In any case.
    static func mode(named name: String) throws(EngineError) -> Rounding {
        guard let mode = Rounding(rawValue: name.uppercased()) else {
            throw .invalidArgument(
                "'\(name)' is no mode of round(): \(allCases.map(\.rawValue).joined(separator: ", "))",
                gqlStatus: "22N26")
        }
        return mode
    }

    /// Of the two nearest whole numbers the greater one where both are equally near.
    static func toWhole(_ number: Double) -> Double {
        let below = number.rounded(.down)
        // Adding zero takes a zero's sign away.
        return number - below >= 0.5 ? below + 1 : below + 0
    }

    func round(_ number: Double, places: Int64) -> Double {
        guard number.isFinite else { return number }
        if number == 0 { return 0 }
        let (digits, pointPlace) = NumberText.shortestDigits(number.magnitude)
        // How many digits stay; a Double has at most 17, so most large precisions keep them all.
        let kept = Int64(pointPlace) + min(places, 1_000)
        if kept >= Int64(digits.count) { return number }
        let isNegative = number < 0
        var result = kept > 0 ? Array(digits.prefix(Int(kept))) : []
        var place = pointPlace
        if isRoundedAway(digits, kept: Int(kept), isNegative: isNegative) {
            var index = result.count - 1
            while index >= 0, result[index] == 9 {
                result[index] = 0
                index -= 1
            }
            if index >= 0 {
                result[index] += 1
            } else {
                // A carry out of the first digit: one more before the point, also where none was kept.
                result.insert(1, at: 0)
                place = kept > 0 ? pointPlace + 1 : 1 - Int(min(places, 1_000))
            }
        } else if kept <= 0 {
            return 0
        }
        return Self.number(result, pointPlace: place, isNegative: isNegative)
    }

    /// Whether the number with its digits cut after `kept` goes one up in magnitude.
    private func isRoundedAway(_ digits: [UInt8], kept: Int, isNegative: Bool) -> Bool {
        let next = kept >= 0 ? digits[kept] : 0
        let isHalf = kept >= 0 && next == 5 && digits.count == kept + 1
        switch self {
        case .up: return true
        case .down: return false
        case .ceiling: return !isNegative
        case .floor: return isNegative
        case .halfUp: return next >= 5
        case .halfDown: return next > 5 || (next == 5 && !isHalf)
        case .halfEven:
            guard isHalf else { return next >= 5 }
            return kept > 0 && digits[kept - 1] % 2 == 1
        }
    }

    private static func number(_ digits: [UInt8], pointPlace: Int, isNegative: Bool) -> Double {
        let text = digits.map { String($0) }.joined()
        return Double("\(isNegative ? "-" : "")0.\(text)e\(pointPlace)") ?? .nan
    }
}
