/// Since when what is asked has been on the screen: a key that was on its way to something else must not say yes to it.
struct QuestionWatch {
    enum Verdict: Hashable {
        case passes
        /// The key came before the question could be read.
        case isUnseen
        /// The key says yes sooner than anybody has read what is asked.
        case isTooSoon
    }

    /// How long a question is to be seen before it takes a yes: longer than a hand goes on that typed something else.
    static let readingMs = 350.0

    private var drawn: Question.Action?
    private var drawnMs = 0.0

    /// The screen shows this question now, or none.
    mutating func drew(_ question: Question?, atMs now: Double) {
        guard let question else { return drawn = nil }
        guard drawn != question.action else { return }
        (drawn, drawnMs) = (question.action, now)
    }

    /// What is asked in the model, which may not show yet: one that is answered is over, even if the same is asked again.
    mutating func isAsked(_ question: Question?) {
        if drawn != question?.action { drawn = nil }
    }

    func verdict(on key: Key, to question: Question?, atMs now: Double) -> Verdict {
        guard let question else { return .passes }
        guard drawn == question.action else { return .isUnseen }
        return Question.isYes(key) && now - drawnMs < Self.readingMs ? .isTooSoon : .passes
    }
}
