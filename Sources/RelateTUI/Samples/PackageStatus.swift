/// Reads dpkg's status file: what is installed on a Debian machine, and what it needs.
///
/// The file holds a paragraph a package, of lines `Field: value`; a line that begins with a blank continues the one before.
/// Lines that are neither are passed over, so that a damaged file still gives what it has.
/// - Source: deb-control(5), deb-version(7), dpkg(1).
enum PackageStatus {
    /// One package that is installed.
    struct Package: Equatable {
        var name: String
        var version: String
        var architecture: String?
        var section: String?
        var priority: String?
        /// As written: `Name <address>`.
        var maintainer: String?
        /// In KiB.
        var installedSize: Int64?
        /// The first line of it.
        var description: String?
        var homepage: String?
        /// `Depends` and `Pre-Depends`, in this order.
        var depends: [[Reference]] = []
        var recommends: [[Reference]] = []
        var suggests: [[Reference]] = []
        var provides: [Reference] = []
    }

    /// A package that is named, with the versions that will do; alternatives stand together in a list.
    struct Reference: Equatable {
        var name: String
        /// Such as `>= 2.34`.
        var constraint: String?
    }

    static func packages(in bytes: [UInt8]) -> [Package] {
        var packages: [Package] = []
        var fields: [String: String] = [:]
        var last: String?
        func finish() {
            if let package = package(fields) { packages.append(package) }
            fields = [:]
            last = nil
        }
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard let first = line.first(where: { $0 != 0x0D }) else {
                finish()
                continue
            }
            if first == 0x20 || first == 0x09 {
                // Only relationships go on over several lines and matter here.
                if let last, relationFields.contains(last) {
                    fields[last, default: ""] += String(decoding: line, as: UTF8.self)
                }
                continue
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                last = nil
                continue
            }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            fields[name] = trimmed(String(decoding: line[line.index(after: colon)...], as: UTF8.self))
            last = name
        }
        finish()
        return packages
    }

    private static let relationFields: Set<String> = ["depends", "pre-depends", "recommends", "suggests", "provides"]

    private static func package(_ fields: [String: String]) -> Package? {
        guard let name = fields["package"], !name.isEmpty, let version = fields["version"],
            fields["status"]?.hasSuffix(" installed") == true
        else { return nil }
        var package = Package(name: name, version: version)
        package.architecture = fields["architecture"]
        package.section = fields["section"]
        package.priority = fields["priority"]
        package.maintainer = fields["maintainer"]
        package.installedSize = fields["installed-size"].flatMap { Int64($0) }
        package.description = fields["description"]
        package.homepage = fields["homepage"]
        package.depends = references(fields["depends"]) + references(fields["pre-depends"])
        package.recommends = references(fields["recommends"])
        package.suggests = references(fields["suggests"])
        package.provides = references(fields["provides"]).flatMap { $0 }
        return package
    }

    /// `a (>= 1) | b:any, c`: groups of alternatives. What cannot be read is left out.
    static func references(_ text: String?) -> [[Reference]] {
        guard let text else { return [] }
        return text.split(separator: ",").compactMap { group in
            let alternatives = group.split(separator: "|").compactMap(reference)
            return alternatives.isEmpty ? nil : alternatives
        }
    }

    private static func reference(_ text: Substring) -> Reference? {
        // What may follow the name: a version in parentheses, architectures in brackets, profiles in angle brackets.
        let name = text.drop { $0 == " " || $0 == "\t" }.prefix {
            $0 != " " && $0 != "(" && $0 != "[" && $0 != "<" && $0 != "\t"
        }
        let plain = name.prefix { $0 != ":" }
        guard let first = plain.utf8.first, plain.utf8.allSatisfy(isNameCharacter), first != UInt8(ascii: "-") else {
            return nil
        }
        var constraint: String?
        if let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") {
            constraint = trimmed(String(text[text.index(after: open)..<close]))
        }
        return Reference(name: String(plain), constraint: constraint == "" ? nil : constraint)
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func trimmed(_ text: String) -> String {
        let blanks: Set<Character> = [" ", "\t", "\r"]
        let start = text.drop { blanks.contains($0) }
        guard let end = start.lastIndex(where: { !blanks.contains($0) }) else { return "" }
        return String(start[...end])
    }
}
