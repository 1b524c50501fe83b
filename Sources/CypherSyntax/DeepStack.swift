#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs work that recurses deeper than the caller's stack may allow on a thread of its own, and waits for it.
///
/// A secondary thread has 512 KiB of stack on some systems; 500 levels of nesting in a debug build need more.
package enum DeepStack {
    /// Reserved, not used: pages come into being as they are touched.
    private static let stackBytes = 256 << 20

    /// What `body` returns; `nil` when no thread could be started, and then `body` did not run.
    @discardableResult
    package static func run<Result>(_ body: () -> Result) -> Result? {
        var result: Result?
        // The caller waits for the thread, so that nothing is shared at any time and the closure does not escape.
        let work = { result = body() }
        let hasRun = withoutActuallyEscaping(work) { onThread($0) }
        return hasRun ? result : nil
    }

    private final class Work {
        let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }
    }

    private static func onThread(_ body: @escaping () -> Void) -> Bool {
        let work = Unmanaged.passRetained(Work(body))
        if startAndJoin(work.toOpaque()) { return true }
        work.release()
        return false
    }

    private static func startAndJoin(_ work: UnsafeMutableRawPointer) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        pthread_attr_setstacksize(&attributes, stackBytes)
        #if canImport(Darwin)
        var thread: pthread_t?
        let status = pthread_create(&thread, &attributes, { DeepStack.enter($0) }, work)
        if status == 0, let thread { pthread_join(thread, nil) }
        #else
        var thread = pthread_t()
        let status = pthread_create(&thread, &attributes, { DeepStack.enter($0) }, work)
        if status == 0 { pthread_join(thread, nil) }
        #endif
        pthread_attr_destroy(&attributes)
        return status == 0
    }

    private static func enter(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
        return nil
    }
}
