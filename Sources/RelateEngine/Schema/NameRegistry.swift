/// The names of one kind (labels, relationship types or property keys) and their numbers, from 0 in the order of first
/// use. Store-wide and growing only, so that a number means the same in every snapshot and open transaction.
package final class NameRegistry: @unchecked Sendable {
    private let lock = Lock()
    private var names: [String] = []
    private var numbers: [NameKey: UInt32] = [:]

    /// Names are the same when their bytes are; `String` would find canonically equivalent ones equal.
    private struct NameKey: Hashable {
        let name: String
        static func == (left: NameKey, right: NameKey) -> Bool { left.name.hasSameBytes(as: right.name) }
        func hash(into hasher: inout Hasher) {
            var name = name
            name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    package init() {}

    package var count: Int { lock.withLock { names.count } }
    package var all: [String] { lock.withLock { names } }

    package func number(of name: String) -> UInt32? { lock.withLock { numbers[NameKey(name: name)] } }

    /// - Precondition: the number was given by this registry.
    package func name(of number: UInt32) -> String { lock.withLock { names[Int(number)] } }

    /// Names from that number on.
    func names(from number: Int) -> ArraySlice<String> { lock.withLock { names[min(number, names.count)...] } }

    /// As a file says it: this name has this number, the next one that is free if it has none yet.
    ///
    /// - Returns: `false` where that contradicts what is there.
    func define(_ name: String, as number: Int) -> Bool {
        lock.withLock {
            let key = NameKey(name: name)
            if number < names.count { return numbers[key].map { Int($0) } == number }
            guard number == names.count, numbers[key] == nil else { return false }
            names.append(name)
            numbers[key] = UInt32(number)
            return true
        }
    }

    package func intern(_ name: String) -> UInt32 {
        lock.withLock {
            if let number = numbers[NameKey(name: name)] { return number }
            let number = UInt32(names.count)
            names.append(name)
            numbers[NameKey(name: name)] = number
            return number
        }
    }
}
