/// Where workers leave events for the loop.
final class Mailbox: Sendable {
    private let events = Guarded<[Event]>([])
    let wakePipe: WakePipe

    init(wakePipe: WakePipe) { self.wakePipe = wakePipe }

    func post(_ event: Event) {
        let wasEmpty = events.withLock { events in
            events.append(event)
            return events.count == 1
        }
        if wasEmpty { wakePipe.wake() }
    }

    func takeAll() -> [Event] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
