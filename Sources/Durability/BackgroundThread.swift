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
        let isPatient: Bool

        init(_ body: @escaping @Sendable () -> Void, isPatient: Bool) {
            self.body = body
            self.isPatient = isPatient
        }
    }

    /// - Parameter isPatient: leaves the processors to other threads of the process where they are wanted.
    /// - Returns: `nil` when no thread could be started, and then `body` does not run.
    package init?(isPatient: Bool = false, _ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(body, isPatient: isPatient))
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
        guard let work else { return nil }
        let taken = Unmanaged<Work>.fromOpaque(work).takeRetainedValue()
        if taken.isPatient { lowerPriority() }
        taken.body()
        return nil
    }

    private static func lowerPriority() {
        #if os(Linux)
        // There, it is of this thread alone: about a tenth of a processor that others want too.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #elseif canImport(Darwin)
        _ = pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
        #endif
    }

    /// Runs `body` on a patient thread, or on this one where none can be started, and waits for it.
    package static func runPatiently<Success: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Success
    ) throws(Failure) -> Success {
        let outcome = Outcome<Success, Failure>()
        let work: @Sendable () -> Void = {
            do throws(Failure) {
                outcome.result = .success(try body())
            } catch {
                outcome.result = .failure(error)
            }
        }
        guard let thread = BackgroundThread(isPatient: true, work) else { return try body() }
        thread.join()
        guard let result = outcome.result else { preconditionFailure("the thread has ended") }
        return try result.get()
    }

    /// Set by one thread, and read by another when that has ended.
    private final class Outcome<Success, Failure: Error>: @unchecked Sendable {
        var result: Result<Success, Failure>?
    }

    /// Waits until the body has returned; by one caller, once.
    package func join() {
        if let thread { pthread_join(thread, nil) }
        thread = nil
    }
}
