#if canImport(Darwin)
import Foundation
#else
@_spi(_Unicode) import Swift
#endif

/// The four normal forms of Unicode.
package enum UnicodeNormalization: String, Sendable, CaseIterable {
    case nfc = "NFC"
    case nfd = "NFD"
    case nfkc = "NFKC"
    case nfkd = "NFKD"

    /// In any case.
    package static func form(named name: String) throws(EngineError) -> UnicodeNormalization {
        guard let form = UnicodeNormalization(rawValue: name.uppercased()) else {
            throw .invalidArgument("'\(name)' is no normal form: NFC, NFD, NFKC or NFKD", gqlStatus: "42N49")
        }
        return form
    }

    package func apply(to text: String) -> String {
        // ASCII is in every normal form.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        return normalized(text)
    }

    package func isNormalized(_ text: String) -> Bool { apply(to: text).hasSameBytes(as: text) }

    #if canImport(Darwin)
    private func normalized(_ text: String) -> String {
        switch self {
        case .nfc: text.precomposedStringWithCanonicalMapping
        case .nfd: text.decomposedStringWithCanonicalMapping
        case .nfkc: text.precomposedStringWithCompatibilityMapping
        case .nfkd: text.decomposedStringWithCompatibilityMapping
        }
    }
    #else
    // The standard library has the canonical forms, behind an underscore; a C library would bring the same tables once
    // more.
    private func normalized(_ text: String) -> String {
        switch self {
        case .nfc: Self.composed(text)
        case .nfd: Self.decomposed(text)
        case .nfkc: Self.composed(Self.compatible(text))
        case .nfkd: Self.decomposed(Self.compatible(text))
        }
    }

    private static func composed(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text._nfc { scalars.append(scalar) }
        return String(scalars)
    }

    private static func decomposed(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text._nfd { scalars.append(scalar) }
        return String(scalars)
    }

    private static func compatible(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard let decomposition = CompatibilityMappings.decompositions[scalar.value] else {
                scalars.append(scalar)
                continue
            }
            scalars.append(contentsOf: decomposition.compactMap(Unicode.Scalar.init))
        }
        return String(scalars)
    }
    #endif
}
