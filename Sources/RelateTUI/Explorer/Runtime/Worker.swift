#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A thread that does jobs in the order they came.
final class Worker: Sendable {
    typealias Job = @Sendable () -> Void

    private struct Queue {
        var jobs: [Job] = []
        var isStopped = false
        var isFinishing = false
    }

    private static let stackByteCount = 16 << 20
    private let queue = Guarded(Queue())
    /// Called first on the new thread.
    private let prepare: Job

    init(prepare: @escaping Job = {}) {
        self.prepare = prepare
        start()
    }

    func submit(_ job: @escaping Job) {
        queue.signal { $0.jobs.append(job) }
    }

    /// Ends the thread once all jobs are done.
    func stopAfterJobs() {
        queue.signal { $0.isFinishing = true }
    }

    /// Ends the thread after the job it is at; what waits is dropped.
    func stop() {
        queue.signal { queue in
            queue.isStopped = true
            queue.jobs = []
        }
    }

    private func start() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, Self.stackByteCount)
        let context = Unmanaged.passRetained(self).toOpaque()
        #if canImport(Glibc)
        var thread = pthread_t()
        #else
        var thread: pthread_t?
        #endif
        let status = pthread_create(&thread, &attributes, workerMain, context)
        if status != 0 { Unmanaged<Worker>.fromOpaque(context).release() }
    }

    fileprivate func work() {
        prepare()
        while let job = nextJob() { job() }
    }

    private func nextJob() -> Job? {
        queue.wait { queue -> Job?? in
            if queue.isStopped { return .some(nil) }
            if queue.jobs.isEmpty { return queue.isFinishing ? .some(nil) : nil }
            return queue.jobs.removeFirst()
        }
    }
}

#if canImport(Glibc)
private func workerMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<Worker>.fromOpaque(context).takeRetainedValue().work()
    return nil
}
#else
private func workerMain(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Worker>.fromOpaque(context).takeRetainedValue().work()
    return nil
}
#endif
