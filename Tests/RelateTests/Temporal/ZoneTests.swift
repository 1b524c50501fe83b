import Testing

@testable import Relate

struct ZoneTests {
    @Test(arguments: [
        // Local mean time to the second, before time zones.
        TemporalCase(
            "datetime('1818-07-21T21:40:32.142[Europe/Stockholm]')",
            "1818-07-21T21:40:32.142+00:53:28[Europe/Stockholm]"),
        TemporalCase("datetime('1883-11-18T11:59[America/New_York]').offset", "-04:56:02"),
        TemporalCase("datetime('1883-11-18T12:05[America/New_York]').offset", "-05:00"),
        TemporalCase("datetime('1930-01-01T00:00[Africa/Monrovia]').offset", "-00:44:30"),
        // Double summer time.
        TemporalCase("datetime('1945-06-01T00:00[Europe/London]').offset", "+02:00"),
        TemporalCase("datetime('1984-07-01T00:00[America/New_York]').offset", "-04:00"),
        TemporalCase("datetime('2024-01-01T00:00[Asia/Kathmandu]').offset", "+05:45"),
        TemporalCase("datetime('2024-01-01T00:00[Australia/Lord_Howe]').offset", "+11:00"),
        TemporalCase("datetime('2024-07-01T00:00[Australia/Lord_Howe]').offset", "+10:30"),
        // Summer in the other half of the year, and winter time as the exception.
        TemporalCase("datetime('2024-01-01T00:00[America/Santiago]').offset", "-03:00"),
        TemporalCase("datetime('2024-01-01T00:00[Europe/Dublin]').offset", "Z"),
        TemporalCase("datetime('2024-07-01T00:00[Europe/Dublin]').offset", "+01:00"),
        // By the rule at the end of the file, far ahead.
        TemporalCase("datetime('9999-07-01T00:00[Europe/Berlin]').offset", "+02:00"),
        TemporalCase("datetime('9999-12-01T00:00[Europe/Berlin]').offset", "+01:00"),
        TemporalCase("datetime('+999999999-12-01T00:00[America/New_York]').offset", "-05:00"),
        TemporalCase("datetime('-999999999-12-01T00:00[America/New_York]').offset", "-04:56:02"),
        TemporalCase("datetime('9999-12-01T00:00[Asia/Tokyo]').offset", "+09:00"),
        TemporalCase("datetime('2024-01-01T00:00[Etc/GMT+5]').offset", "-05:00"),
        // A gap moves the time forward by its length; of two instants the first is taken, unless the offset says.
        TemporalCase("datetime('2024-03-31T02:30[Europe/Berlin]')", "2024-03-31T03:30:00+02:00[Europe/Berlin]"),
        TemporalCase("datetime('2024-03-31T03:00[Europe/Berlin]')", "2024-03-31T03:00:00+02:00[Europe/Berlin]"),
        TemporalCase("datetime('2024-03-31T01:59:59[Europe/Berlin]')", "2024-03-31T01:59:59+01:00[Europe/Berlin]"),
        TemporalCase("datetime('2024-10-27T02:30[Europe/Berlin]')", "2024-10-27T02:30:00+02:00[Europe/Berlin]"),
        TemporalCase("datetime('2024-10-27T02:30+01:00[Europe/Berlin]')", "2024-10-27T02:30:00+01:00[Europe/Berlin]"),
        TemporalCase("datetime('2024-10-27T03:00[Europe/Berlin]')", "2024-10-27T03:00:00+01:00[Europe/Berlin]"),
        TemporalCase("datetime('2024-10-27T01:59:59[Europe/Berlin]')", "2024-10-27T01:59:59+02:00[Europe/Berlin]"),
        TemporalCase("datetime('9999-03-28T02:30[Europe/Berlin]')", "9999-03-28T03:30:00+02:00[Europe/Berlin]"),
        // A whole day was left out.
        TemporalCase("datetime('2011-12-30T12:00[Pacific/Apia]')", "2011-12-31T12:00:00+14:00[Pacific/Apia]"),
    ])
    func `Zones have their offsets of the past, the present and the future`(_ row: TemporalCase) throws {
        try row.check()
    }

    @Test(arguments: [
        "../../etc/passwd", "/etc/passwd", "Europe/../Europe/Berlin", "Europe//Berlin", "Europe/", "", ".", "..",
        "Europe/Berlin\0", "Europe/Berlin ", "Europe", "tzdata.zi", "zone.tab", "leapseconds", "right/Europe/Berlin",
        "posix/Europe/Berlin", "localtime", "posixrules", "Mars/Olympus", "europe/berlin", "~root", "A\u{308}",
        String(repeating: "a/", count: 500) + "b", "+25:00", "+1", "Z[", "-",
    ])
    func `Names that are no zone are refused and open no other file`(_ name: String) {
        #expect(throws: EngineError.self) { try TemporalParser.zone(name) }
    }

    @Test func `An unknown zone and missing zone files are told apart`() throws {
        let unknown = #expect(throws: EngineError.self) { try ZoneDatabase.system.rules(for: "Mars/Olympus") }
        #expect(unknown?.message == "runtime error: InvalidArgumentValue: Unknown time zone: 'Mars/Olympus'")
        let empty = ZoneDatabase(directories: ["/nowhere"])
        let missing = #expect(throws: EngineError.self) { try empty.rules(for: "Europe/Berlin") }
        #expect(missing?.message.contains("no zone files") == true)
        #expect(try empty.rules(for: "UTC").offset(at: 0) == 0)
    }

    @Test func `Damaged zone files are refused or read, never trusted`() throws {
        let bytes = ZoneTests.berlin
        #expect(ZoneFile.rules(from: bytes) != nil)
        for count in 0..<bytes.count { #expect(ZoneFile.rules(from: Array(bytes[..<count])) == nil) }
        var random = TemporalRandom(seed: 4)
        for _ in 0..<5_000 {
            var damaged = bytes
            for _ in 0...Int.random(in: 0...3, using: &random) {
                damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: .min ... .max, using: &random)
            }
            guard let rules = ZoneFile.rules(from: damaged) else { continue }
            for instant: Int64 in [-40_000_000_000_000, -1, 0, 1_700_000_000, 40_000_000_000_000] {
                #expect(rules.offset(at: instant).magnitude < 200_000)
                _ = rules.offset(forLocal: instant)
            }
        }
    }

    /// A version 2 file: 1893 from local mean time to +01:00, then summer time by the rule.
    private static let berlin: [UInt8] = {
        func header(_ counts: [UInt8]) -> [UInt8] {
            Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { [0, 0, 0, $0] }
        }
        let types: [UInt8] = [0, 0, 0x0C, 0x88, 0, 0, 0, 0, 0x0E, 0x10, 0, 4]
        let oldBlock = header([0, 0, 0, 0, 1, 4]) + types[..<6] + Array("LMT\0".utf8)
        let transition = UInt64(bitPattern: -2_422_054_408)
        let time = (0..<8).map { UInt8(truncatingIfNeeded: transition >> (56 - 8 * $0)) }
        let block = header([0, 0, 0, 1, 2, 8]) + time + [1] + types + Array("LMT\0CET\0".utf8)
        return oldBlock + block + Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)
    }()

    @Test func `A small zone file means what it says`() throws {
        let rules = try #require(ZoneFile.rules(from: Self.berlin))
        #expect(rules.offset(at: -2_422_054_409) == 3_208)
        // The rule holds from the last transition on: April 1893 is in summer.
        #expect(rules.offset(at: -2_422_054_408) == 7_200)
        #expect(rules.offset(at: -2_400_000_000) == 3_600)
        #expect(rules.offset(at: 1_711_846_799) == 3_600)
        #expect(rules.offset(at: 1_711_846_800) == 7_200)
        #expect(rules.offset(at: 1_729_990_799) == 7_200)
        #expect(rules.offset(at: 1_729_990_800) == 3_600)
    }

    @Test(
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", 3_600, 7_200), ("<+0330>-3:30", 12_600, 12_600),
            ("EST5EDT,M3.2.0,M11.1.0", -18_000, -14_400), ("IST-1GMT0,M10.5.0,M3.5.0/1", 0, 3_600),
            ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", -10_800, -7_200), ("XXX3EDT4,0/0,J365/23", -14_400, -14_400),
            ("NZST-12NZDT,M9.5.0,M4.1.0/3", 46_800, 43_200), ("AAA-1BBB,J60,J300", 3_600, 7_200),
        ] as [(String, Int32, Int32)])
    func `The rule for the years to come is read`(_ text: String, _ january: Int32, _ july: Int32) throws {
        let footer = try #require(ZoneFooter(parsing: text.utf8))
        let rules = ZoneRules(firstOffset: 0, transitions: [], footer: footer)
        #expect(rules.offset(at: 4_102_444_800 + 15 * 86_400) == january)
        #expect(rules.offset(at: 4_102_444_800 + 196 * 86_400) == july)
    }

    @Test(arguments: [
        "", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
        "CET-1CEST,J0,J5", "C-1", "<CET-1", "CET-25", "CET-1CEST,M3.5.0,M10.5.0/168", "CET-1CEST,M3.5.0,M10.5.0x",
    ])
    func `Other texts are no rule`(_ text: String) {
        #expect(ZoneFooter(parsing: text.utf8) == nil)
    }

    @Test func `Every instant that a zone shows leads back to itself`() throws {
        var random = TemporalRandom(seed: 5)
        for zone in [
            "Europe/Berlin", "America/Sao_Paulo", "Africa/Casablanca", "Asia/Gaza", "Pacific/Apia", "America/Nuuk",
        ] {
            let rule = try TemporalParser.zone(zone)
            for _ in 0..<2_000 {
                let instant = Int64.random(in: -6_000_000_000...12_000_000_000, using: &random)
                let shown = try rule.dateTime(epochSecond: instant, nanosecond: 5)
                #expect(try rule.resolve(shown.local, preferredOffset: shown.offsetSeconds) == shown)
                #expect(try TemporalParser.dateTime(shown.isoText) { () throws(EngineError) in .utc } == shown)
                // Without the offset it is the same instant or the first of two.
                #expect(try rule.resolve(shown.local).epochSecond <= instant)
            }
        }
    }

    @Test func `Threads may ask for the same zones at once`() async throws {
        let names = ["Europe/Paris", "Asia/Tokyo", "America/Lima", "Africa/Cairo"]
        let offsets = try await withThrowingTaskGroup(of: [Int32].self) { group in
            let database = ZoneDatabase(directories: ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"])
            for _ in 0..<16 {
                group.addTask { try names.map { try database.rules(for: $0).offset(at: 1_700_000_000) } }
            }
            return try await group.reduce(into: Set<[Int32]>()) { $0.insert($1) }
        }
        #expect(offsets == [[3_600, 32_400, -18_000, 7_200]])
    }
}
