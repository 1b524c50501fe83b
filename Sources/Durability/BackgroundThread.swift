#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A thread of the operating system that runs one body and is waited for.
package final class BackgroundThread: @unchecked Sendable {
    private var thread: pthread_t?

    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// - Returns: `nil` when no thread could be started, and then `body` does not run.
    package init?(_ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
        let status = pthread_create(&thread, nil, { BackgroundThread.enter($0) }, work.toOpaque())
        #else
        var started = pthread_t()
        let status = pthread_create(&started, nil, { BackgroundThread.enter($0) }, work.toOpaque())
        thread = started
        #endif
        if status != 0 {
            work.release()
            return nil
        }
    }

    private static func enter(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
        return nil
    }

    /// Waits until the body has returned; by one caller, once.
    package func join() {
        if let thread { pthread_join(thread, nil) }
        thread = nil
    }
}
