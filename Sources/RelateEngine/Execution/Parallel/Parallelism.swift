#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// When several threads share the work of a statement, and how it is cut for them.
///
/// How it is cut depends on the plan and on its rows, never on the number of threads: rows, their order and sums of floats
/// are the same with one thread and with many.
package struct Parallelism: Sendable {
    /// At most so many threads work on a statement, the caller's included.
    package var threads = Parallelism.configuredThreads
    /// Estimated rows from which on a part of a plan is cut.
    package var rowsMinimum = 20_000.0
    /// Estimated rows of the source that the pieces are cut from; a source of fewer takes in what stands above it.
    package var sourceRowsMinimum = 4_096.0
    /// Rows, of the operator in it that makes most, that a morsel is to have.
    package var morselRows = 16_384
    /// Groups of fewer rows than that, in the first morsel, are not worth a table a morsel.
    package var rowsPerGroupMinimum = 8

    /// What must be left to do, by what was done so far, for another thread to be called: less is over about when it has come,
    /// and who waits for a thread that other programs keep from its core waits longer than that.
    package var helpNanosecondsMinimum: UInt64 = 1_000_000

    package init() {}

    /// `RELATE_THREADS`, from 1 to 64; else one a core that the process may use, up to 4: beyond that the thread that puts the
    /// pieces together has no time left for a share.
    package static let configuredThreads: Int = {
        if let text = getenv("RELATE_THREADS"), let count = Int(String(cString: text)), (1...64).contains(count) {
            return count
        }
        return min(AvailableCores.count, 4)
    }()
}
