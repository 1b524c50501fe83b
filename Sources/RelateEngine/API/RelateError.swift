// FoundationEssentials has LocalizedError, so the far larger Foundation stays out. Nothing else here needs either.
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every error this module throws.
///
/// - Source: Swift API page, "Errors".
public enum RelateError: Error, Hashable, Sendable {
    /// The engine refused the call.
    case engine(EngineError)
    /// A parameter, statement, path or name that cannot be taken; says why.
    case invalidParameter(String)
    /// A result of another shape than asked for, such as `scalar()` on two rows; says why.
    case decoding(String)

    /// The message of any case.
    public var message: String {
        switch self {
        case .engine(let error): error.message
        case .invalidParameter(let message), .decoding(let message): message
        }
    }

    /// The classified error of the `.engine` case, else `nil`.
    public var engineError: EngineError? { if case .engine(let error) = self { error } else { nil } }
}

extension RelateError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .engine(let error): "Relate: [\(error.code)] \(error.message)"
        case .invalidParameter(let message): "Relate invalid parameter: \(message)"
        case .decoding(let message): "Relate decoding error: \(message)"
        }
    }
}

extension RelateError: LocalizedError {
    /// What `localizedDescription` shows: `description`.
    public var errorDescription: String? { description }
}
