#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Room for recursion over trees: a nesting of 500 must not depend on whose thread runs the statement.
///
/// Walks of small trees run where they are. Deeper ones run upon a thread with a large stack, which is waited for;
/// `BoundStatement.nesting` tells a later stage which one it has.
package enum DeepStack {
    /// Nesting that fits a stack of 512 KiB, debug builds included.
    package static let shallowNestingLimit = 32

    private static let largeStackBytes = 64 * 1024 * 1024

    /// Runs `body` where a tree of that nesting has room.
    package static func run<Result>(
        nesting: Int, _ body: () throws(EngineError) -> Result
    ) throws(EngineError) -> Result {
        nesting <= shallowNestingLimit ? try body() : try onLargeStack(body)
    }

    @inline(never)
    package static func onLargeStack<Result>(
        _ body: () throws(EngineError) -> Result
    ) throws(EngineError) -> Result {
        var outcome: Swift.Result<Result, EngineError>?
        let isDone = withoutActuallyEscaping(body) { body in
            runOnThread(stackBytes: largeStackBytes) {
                do throws(EngineError) {
                    outcome = .success(try body())
                } catch {
                    outcome = .failure(error)
                }
            }
        }
        guard isDone, let outcome else { throw .nestingTooDeep() }
        return try outcome.get()
    }

    /// `false` where the system gives no thread.
    private static func runOnThread(stackBytes: Int, _ body: () -> Void) -> Bool {
        withoutActuallyEscaping(body) { body in
            var attributes = pthread_attr_t()
            guard pthread_attr_init(&attributes) == 0 else { return false }
            defer { pthread_attr_destroy(&attributes) }
            guard pthread_attr_setstacksize(&attributes, stackBytes) == 0 else { return false }
            let job = Unmanaged.passRetained(Job(body))
            defer { job.release() }
            #if canImport(Darwin)
            var thread: pthread_t?
            let status = pthread_create(
                &thread, &attributes,
                { argument in
                    Unmanaged<Job>.fromOpaque(argument).takeUnretainedValue().body()
                    return nil
                }, job.toOpaque())
            if status == 0, let thread { pthread_join(thread, nil) }
            #else
            var thread = pthread_t()
            let status = pthread_create(
                &thread, &attributes,
                { argument in
                    if let argument { Unmanaged<Job>.fromOpaque(argument).takeUnretainedValue().body() }
                    return nil
                }, job.toOpaque())
            if status == 0 { pthread_join(thread, nil) }
            #endif
            return status == 0
        }
    }

    private final class Job {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
}
