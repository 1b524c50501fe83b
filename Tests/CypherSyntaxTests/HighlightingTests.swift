import CypherSyntax
import Testing

@Suite struct HighlightingTests {
    /// `text:role` of each stretch that is not a bracket, an operator or punctuation.
    private static func roles(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return Highlighter.highlights(in: text).compactMap { highlight in
            switch highlight.role {
            case .bracket, .punctuation, .operator: nil
            default:
                "\(String(decoding: bytes[highlight.span.lowerBound..<highlight.span.upperBound], as: UTF8.self)):"
                    + highlight.role.rawValue
            }
        }.joined(separator: " ")
    }

    @Test(arguments: [
        (
            "MATCH (p:Person {name: $n})-[r:KNOWS|LIKES*1..2]->(q) WHERE p.age > 1 RETURN count(q) AS c // x",
            "MATCH:keyword p:variable Person:label name:propertyKey $n:parameter r:variable KNOWS:relationshipType "
                + "LIKES:relationshipType 1:number 2:number q:variable WHERE:keyword p:variable age:propertyKey 1:number "
                + "RETURN:keyword count:function q:variable AS:keyword c:variable // x:comment"
        ),
        (
            "MATCH (match:Type) RETURN match.return, null, 'a', date.truncate('day', x) AS type",
            "MATCH:keyword match:variable Type:label RETURN:keyword match:variable return:propertyKey null:constant "
                + "'a':string date:function truncate:function 'day':string x:variable AS:keyword type:variable"
        ),
        (
            "CALL db.labels() YIELD label RETURN label IS :: STRING",
            "CALL:keyword db:function labels:function YIELD:keyword label:variable RETURN:keyword label:variable "
                + "IS:keyword STRING:type"
        ),
        // Behind an error the words around decide.
        (
            "MATCH (n RETURN (m:Label {key: 1})-[:TYPE]->() WHERE size(x.y) = 12ab 'open",
            "MATCH:keyword n:variable RETURN:keyword m:variable Label:label key:propertyKey 1:number "
                + "TYPE:relationshipType WHERE:keyword size:function x:variable y:propertyKey 12ab:error 'open:error"
        ),
        ("RETURN 1; MATCH (a) RETURN a", "RETURN:keyword 1:number MATCH:keyword a:variable RETURN:keyword a:variable"),
        ("", ""),
    ])
    func wordsAreColouredByWhatTheyAre(_ text: String, _ expected: String) {
        #expect(Self.roles(text) == expected)
    }

    @Test(arguments: ValidStatements.all)
    func highlightsAreInOrderAndCoverAllButWhiteSpace(_ text: String) {
        let bytes = Array(text.utf8)
        var end = 0
        for highlight in Highlighter.highlights(in: text) {
            #expect(highlight.span.lowerBound >= end)
            let gap = String(decoding: bytes[end..<highlight.span.lowerBound], as: UTF8.self)
            #expect(gap.allSatisfy { $0.isWhitespace || $0 == "\u{FEFF}" })
            #expect(highlight.role != .error)
            end = highlight.span.upperBound
        }
    }

    @Test(arguments: [(6, 6, 18), (7, 6, 18), (18, 6, 18), (19, 6, 18), (9, 9, 16), (17, 9, 16)])
    func aBracketUnderOrBeforeTheCursorFindsItsPartner(_ offset: Int, _ open: Int, _ close: Int) throws {
        let found = try #require(Highlighter.matchingBrackets(at: offset, in: "MATCH (n {a: ')'} ) ]"))
        #expect(found.open.lowerBound == open)
        #expect(found.close.lowerBound == close)
    }

    @Test(arguments: [0, 3, 14, 21])
    func noBracketOrOneWithoutAPartnerFindsNone(_ offset: Int) {
        #expect(Highlighter.matchingBrackets(at: offset, in: "MATCH (n {a: ')'} ) ]") == nil)
    }
}
