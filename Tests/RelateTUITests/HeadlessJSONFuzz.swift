import Foundation
import Testing

@testable import RelateTUI

/// Random changes of valid JSON: the reader must refuse or accept, never trap, and what it accepts is what Foundation accepts.
@Suite struct HeadlessJSONFuzz {
    private static let seeds: [String] = [
        #"{"statement":"MATCH (n {a: $x}) RETURN n","parameters":{"x":{"$type":"Integer","_value":"12"}}}"#,
        #"[1,-2.5e10,true,null,"a\u00e9\ud834\udd1e\n",[],{},{"k":[{"l":0}]}]"#,
        #"[{"a":1,"b":"x\u00e9","c":null},{"a":-2.5,"b":"","c":true},{"a":3,"b":"z","c":"t"}]"#,
        #"  { "é" : [ 0.1 , 1E+2 ] }  "#,
    ]
    private static let pieces: [[UInt8]] =
        ["{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "d800", "-", "0", "1e9", ".", "true", "\n"]
        .map { Array($0.utf8) } + [[0xFF], [0xC3], [0x00], [0xE2, 0x98]]

    @Test func `random bytes never trap, and agree with another reader`() {
        let seconds = Double(ProcessInfo.processInfo.environment["FUZZ_SECONDS"] ?? "") ?? 0.5
        let seed = UInt64(ProcessInfo.processInfo.environment["FUZZ_SEED"] ?? "") ?? UInt64.random(in: 1...UInt64.max)
        var state = seed
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        let end = Date().addingTimeInterval(seconds)
        while Date() < end {
            var bytes = Array(Self.seeds[random(Self.seeds.count)].utf8)
            for _ in 0...random(3) {
                let place = random(bytes.count)
                switch random(3) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(contentsOf: Self.pieces[random(Self.pieces.count)], at: place)
                default: bytes[place] = UInt8(truncatingIfNeeded: random(256))
                }
                if bytes.isEmpty { bytes = [0x31] }
            }
            let accepted = (try? JSONReader.value(in: bytes)) != nil
            #expect(accepted == ((try? JSONReader.value(in: bytes, makesRows: true)) != nil), "seed \(seed)")
            // The other reader takes other encodings and huge numbers: only what it refuses as UTF-8 JSON is compared.
            let isUTF8 = UTF8Check.firstInvalid(in: bytes) == nil
            #expect(isUTF8 == (String(validating: bytes, as: UTF8.self) != nil), "seed \(seed)")
            if accepted {
                let other = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
                #expect(other != nil, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }
}
