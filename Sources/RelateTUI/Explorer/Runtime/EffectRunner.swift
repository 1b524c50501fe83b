/// Does effects on workers; what they give comes back through the mailbox.
final class EffectRunner {
    private let configuration: ExplorerConfiguration
    private let mailbox: Mailbox

    init(configuration: ExplorerConfiguration, mailbox: Mailbox) {
        self.configuration = configuration
        self.mailbox = mailbox
    }

    /// Rows that the running statement has made so far.
    var rowCount: Int? { nil }

    func perform(_ effect: Effect) {}

    func stop() {}
}
