import Foundation
import MinigrafKit

/// Values, bindings and records as shared cases write them.
enum CaseValues {
    static func value(_ form: [String: Any]) -> MiniGrafValue {
        if let number = form["int64"] as? NSNumber { return .int64(value: number.int64Value) }
        if let number = form["float64"] as? NSNumber { return .float64(value: number.doubleValue) }
        if let text = form["text"] as? String { return .text(value: text) }
        if let flag = form["bool"] as? Bool { return .bool(value: flag) }
        if let text = form["keyword"] as? String { return .keyword(value: text) }
        if let text = form["ref"] as? String { return .ref(value: text) }
        if let members = form["set"] as? [[String: Any]] { return .set(value: Set(members.map { value($0) })) }
        return .null
    }

    static func bindings(_ arguments: Any?) -> [String: any MinigrafBindable] {
        (arguments as? [String: [String: Any]] ?? [:]).mapValues { form -> any MinigrafBindable in
            if let text = form["entity"] as? String { return MiniGrafBindValue.entity(text) }
            if let count = form["tx_count"] as? NSNumber { return MiniGrafBindValue.txCount(count.int64Value) }
            if let instant = form["timestamp"] as? NSNumber { return MiniGrafBindValue.timestamp(instant.int64Value) }
            if form["any_valid_time"] != nil { return MiniGrafBindValue.anyValidTime }
            return value(form)
        }
    }

    static func record(_ form: Any?) -> FactRecord {
        let fields = form as? [String: Any] ?? [:]
        func number(_ name: String) -> Int64 { (fields[name] as? NSNumber)?.int64Value ?? 0 }
        return FactRecord(
            entity: fields["entity"] as? String ?? "", attribute: fields["attribute"] as? String ?? "",
            value: value(fields["value"] as? [String: Any] ?? [:]), txCount: number("tx_count"),
            txId: number("tx_id"), validFrom: number("valid_from"), validTo: number("valid_to"),
            asserted: fields["asserted"] as? Bool ?? true)
    }

    static func description(of record: FactRecord) -> [String: Any] {
        var fields: [String: Any] = [
            "entity": record.entity, "attribute": record.attribute, "value": json(record.value),
            "tx_count": NSNumber(value: record.txCount), "valid_to": NSNumber(value: record.validTo),
            "asserted": record.asserted,
        ]
        if record.asserted { fields["valid_from"] = NSNumber(value: record.validFrom) }
        return fields
    }

    private static func json(_ value: MiniGrafValue) -> Any {
        switch value {
        case .text(let text), .keyword(let text), .ref(let text): text
        case .int64(let number): NSNumber(value: number)
        case .float64(let number): number.isFinite ? NSNumber(value: number) : NSNull()
        case .bool(let flag): flag
        case .null: NSNull()
        case .set(let members): members.map { json($0) }
        }
    }
}
