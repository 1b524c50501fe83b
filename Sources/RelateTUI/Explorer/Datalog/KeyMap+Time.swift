extension KeyMap {
    static let time: [Binding] = [
        Binding(
            .timeBack, .result, [.character(",")], "Datalog: ask again as of the transaction before", short: "past"),
        Binding(.timeForward, .result, [.character(".")], "Datalog: ask again as of the transaction after"),
        Binding(.validBack, .result, [.character("(")], "Datalog: ask again at the instant of valid time before"),
        Binding(.validForward, .result, [.character(")")], "Datalog: ask again at the instant of valid time after"),
        Binding(.anyValidTime, .result, [.character("a")], "Datalog: ask for any valid time, or again for one"),
        Binding(.timeNow, .result, [.character("T")], "Datalog: back to the present"),
        Binding(.entityHistory, .result, [.character("v")], "Datalog: show the history of the entity"),
        Binding(.attributeHistory, .result, [.character("V")], "Datalog: show the history of the attribute"),
        Binding(
            .attributeHistory, .schema, [.character("v"), .character("V")], "Datalog: show the history of the attribute"
        ),
    ]
}
