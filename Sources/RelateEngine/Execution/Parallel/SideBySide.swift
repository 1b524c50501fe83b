import Durability

/// Two pieces of work at the same time, where the process may use a second thread.
package enum SideBySide {
    package static func run(_ one: @escaping @Sendable () -> Void, _ other: () -> Void) {
        let thread = Parallelism.configuredThreads > 1 ? BackgroundThread(one) : nil
        if thread == nil { one() }
        other()
        thread?.join()
    }
}
