/// The specifications of `:find`: variables, aggregates and windows.
enum FindParser {
    static let aggregateNames: Set<String> = ["count", "count-distinct", "sum", "sum-distinct", "min", "max"]
    static let windowNames: Set<String> = ["sum", "count", "min", "max", "avg"]
    static let rankNames: Set<String> = ["rank", "row-number"]

    static func specification(_ form: Form) throws(MiniGrafError) -> FindSpecification {
        if let variable = form.variable { return .variable(variable) }
        guard case .list(let members) = form else {
            throw .parser("Expected variable or aggregate expression in :find clause, got \(form)")
        }
        let hasOver = members.contains { member in
            if case .keyword(":over") = member { return true }
            return false
        }
        return hasOver ? .window(try window(members)) : try aggregate(members)
    }

    private static func aggregate(_ members: [Form]) throws(MiniGrafError) -> FindSpecification {
        if members.count != 2 {
            throw .coded(
                "PRS-024", "Aggregate expression must have exactly 2 elements (func ?var), got \(members.count)")
        }
        guard case .symbol(let name) = members[0] else {
            throw .coded("PRS-025", "Aggregate function name must be a symbol, got \(members[0])")
        }
        if rankNames.contains(name) || name == "avg" {
            throw .coded("PRS-027", "'\(name)' is a window function and requires an ':over (...)' clause")
        }
        guard let variable = members[1].variable else {
            throw .coded("PRS-026", "Aggregate argument must be a variable (starting with ?)")
        }
        return .aggregate(function: name, variable: variable)
    }

    private static func window(_ members: [Form]) throws(MiniGrafError) -> WindowSpecification {
        guard case .symbol(let name) = members[0] else {
            throw .coded("PRS-029", "window function name must be a symbol")
        }
        switch name {
        case "lag", "lead":
            throw .coded(
                "PRS-030",
                "'\(name)' is not supported in this version; lag/lead are planned for a future release")
        case "count-distinct", "sum-distinct":
            throw .coded("PRS-031", "'\(name)' is not window-compatible and cannot be used with ':over'")
        default: break
        }
        var place = 1
        var variable: String?
        if rankNames.contains(name) {
            guard isOver(members[place]) else {
                throw .coded(
                    "PRS-034",
                    "'\(name)' requires ':over' immediately after the function name (no variable argument)")
            }
        } else {
            guard let argument = members[place].variable else {
                throw .coded(
                    "PRS-032", "'\(name)' requires a variable argument (starting with ?) before ':over'")
            }
            variable = argument
            place += 1
            guard place < members.count, isOver(members[place]) else {
                throw .coded("PRS-033", "'\(name)' requires ':over' after the variable argument")
            }
        }
        place += 1
        if place != members.count - 1 {
            throw .coded("PRS-036", "unexpected tokens after ':over' clause in window expression")
        }
        guard case .list(let options) = members[place] else {
            throw .coded("PRS-035", "':over' must be followed by a list, e.g., (:order-by ?var)")
        }
        return try over(options, function: name, variable: variable)
    }

    private static func isOver(_ form: Form) -> Bool {
        if case .keyword(":over") = form { return true }
        return false
    }

    private static func over(
        _ options: [Form], function: String, variable: String?
    ) throws(MiniGrafError) -> WindowSpecification {
        var partition: String?
        var order: String?
        var isDescending = false
        var place = 0
        while place < options.count {
            let option = options[place]
            place += 1
            guard case .keyword(let name) = option else {
                throw .coded("PRS-040", "unexpected element in ':over' clause: \(option)")
            }
            switch name {
            case ":asc": isDescending = false
            case ":desc": isDescending = true
            case ":partition-by", ":order-by":
                guard place < options.count, let argument = options[place].variable else {
                    let code = name == ":order-by" ? "PRS-038" : "PRS-037"
                    throw .coded(code, "'\(name)' requires a variable (starting with ?)")
                }
                place += 1
                if name == ":order-by" { order = argument } else { partition = argument }
            default: throw .coded("PRS-039", "unknown option in ':over' clause: '\(name)'")
            }
        }
        guard let order else { throw .parser("':order-by' is required in the ':over' clause") }
        return WindowSpecification(
            function: function, variable: variable, partition: partition, order: order, isDescending: isDescending)
    }
}
