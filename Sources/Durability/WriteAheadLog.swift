/// Makes records last, in their order, as many as are waiting with one write.
///
/// Who has a record hands it in, which waits for nothing, and later waits until it lasts. One of those who wait writes for
/// all: it takes what is there, writes it as one frame and syncs once. Then those whose records are in it are woken, and of
/// those who wait for the next frame one, to write it.
///
/// Connections that commit one statement after the other come together again soon after each frame. So a frame waits for as
/// many records as there were at the last one, for a moment (`FramePatience`), and the last who comes writes it, while the others
/// sleep already: without, the connections part into halves that take turns, and each frame holds half of what it could. A
/// connection alone never waits.
///
/// A write that fails ends a generation: all that was handed in and does not last is refused, and so is what builds on
/// it. After a failure whose outcome nobody knows, everything is refused until the store is opened again.
package final class WriteAheadLog: @unchecked Sendable {
    private let files: any FileSystem
    private let location: LogLocation
    private let place: StorePlace
    private let monitor = Monitor()
    /// Who waits for the frame of that number, or to write it: frames take turns.
    private let waiting = (even: Monitor.Condition(), odd: Monitor.Condition())

    // Under the monitor.
    private var queue: [(number: UInt64, record: [UInt8])] = []
    private var lastNumber: UInt64
    private var durableNumber: UInt64
    /// The last record of the frame that is being written, if one is.
    private var numberInFlight: UInt64?
    /// Of the frame that is being written, or else of the next one.
    private var frameNumber = 0
    /// Records that the next frame had better have: those of the frame before and those that came meanwhile.
    private var expectedCount = 1
    /// How long one frame waits for that many.
    private var patience = FramePatience()
    /// Somebody sees that the next frame does not wait for longer.
    private var isTimed = false
    /// How each generation that is over ended: what lasted of it, and why it ended.
    private var ended: [(durableNumber: UInt64, failure: LogFailure)] = []
    private var poison: LogFailure?
    private var segments: [(sequence: UInt64, lastNumber: UInt64)]
    /// The one that is written to.
    private var currentSequence: UInt64?
    private var byteCountSinceRemoval = 0
    /// The last frame found no room.
    private var isShortOfRoom = false

    /// By who writes alone, or under the monitor while nobody does.
    private var writer: LogWriter

    /// The log of a store that holds all up to `number`.
    ///
    /// - Parameters:
    ///   - contents: what was read of it; what a crash left of an unfinished write is removed now.
    ///   - file: its last segment, which was locked before that was read.
    package init(
        _ location: LogLocation, at place: StorePlace, of storeID: StoreID, contents: LogContents,
        held file: (any StorageFile)?, number: UInt64, segmentBytes: Int,
        roomMaker: SegmentRoom.Maker = .backgroundThread, in files: any FileSystem
    ) throws(StorageProblem) {
        self.files = files
        self.location = location
        writer = try LogWriter(
            files: files, location: location, place: place, storeID: storeID, segmentBytes: segmentBytes,
            roomMaker: roomMaker, after: contents.last, held: file, number: number)
        self.place = place
        currentSequence = writer.currentSequence
        segments = contents.segments
        lastNumber = number
        durableNumber = number
        byteCountSinceRemoval = contents.byteCount
    }

    /// Generations that are over.
    package var generation: Int { monitor.withLock { ended.count } }

    package var segmentPaths: [String] { monitor.withLock { segments.map { location.path(ofSegment: $0.sequence) } } }

    /// Bytes written since segments were last removed, roughly.
    package var byteCount: Int { monitor.withLock { byteCountSinceRemoval } }

    /// What lasts of a generation, so far or in the end.
    package func durableNumber(of generation: Int) -> UInt64 {
        monitor.withLock { generation < ended.count ? ended[generation].durableNumber : durableNumber }
    }

    /// Takes a record that shall last; waits for nothing.
    ///
    /// - Parameters:
    ///   - number: one more than that of the record before.
    ///   - generation: of what the record builds on.
    package func submit(_ record: [UInt8], number: UInt64, generation: Int) throws(LogFailure) {
        try monitor.withLock { () throws(LogFailure) in
            if let poison { throw poison }
            if generation < ended.count { throw ended[generation].failure }
            precondition(number == lastNumber + 1, "records come in order")
            queue.append((number, record))
            lastNumber = number
        }
    }

    private enum Step {
        case done
        case lead([(number: UInt64, record: [UInt8])])
    }

    /// Returns when the record lasts, and writes it, and what waits beside it, where nobody else does.
    package func waitUntilDurable(_ number: UInt64, generation: Int) throws(LogFailure) {
        while case .lead(let batch) = try nextStep(number, generation) { write(batch) }
    }

    private func nextStep(_ number: UInt64, _ generation: Int) throws(LogFailure) -> Step {
        try monitor.withLock { () throws(LogFailure) in
            while true {
                if generation < ended.count {
                    if number <= ended[generation].durableNumber { return .done }
                    throw ended[generation].failure
                }
                if number <= durableNumber { return .done }
                if let numberInFlight {
                    monitor.wait(for: condition(ofFrame: number <= numberInFlight ? frameNumber : frameNumber &+ 1))
                } else if queue.count >= expectedCount || patience.nanoseconds == 0 {
                    break
                } else if isTimed {
                    monitor.wait(for: condition(ofFrame: frameNumber))
                } else {
                    waitForOthers()
                }
            }
            precondition(number <= lastNumber, "the record was handed in")
            numberInFlight = lastNumber
            defer { queue = [] }
            return .lead(queue)
        }
    }

    /// Under the monitor: until the next frame has been written, or has waited long enough.
    private func waitForOthers() {
        isTimed = true
        let frame = frameNumber
        let isOver = !monitor.wait(for: condition(ofFrame: frame), atMostNanoseconds: patience.nanoseconds)
        guard frame == frameNumber else { return }
        isTimed = false
        if isOver {
            expectedCount = 0
            patience.noteInVain()
        }
    }

    private func condition(ofFrame number: Int) -> Monitor.Condition {
        number & 1 == 0 ? waiting.even : waiting.odd
    }

    private func write(_ batch: [(number: UInt64, record: [UInt8])]) {
        guard let first = batch.first, let last = batch.last else { return }
        var failure: LogFailure?
        var beganSegment = false
        let start = MonotonicClock.nanoseconds()
        do throws(LogFailure) {
            beganSegment = try writer.append(firstNumber: first.number, records: batch.map(\.record))
        } catch {
            failure = error
        }
        let duration = MonotonicClock.nanoseconds() &- start
        let frame = monitor.withLock { () -> Int in
            expectedCount = batch.count + queue.count
            patience.noteFrame(nanoseconds: duration)
            isTimed = false
            numberInFlight = nil
            if let failure {
                ended.append((durableNumber, failure))
                queue = []
                lastNumber = durableNumber
                if failure.outcome.isFinal { poison = failure }
                isShortOfRoom = failure.error.isNoRoom
            } else {
                durableNumber = last.number
                isShortOfRoom = false
                note(batch, beganSegment)
            }
            frameNumber &+= 1
            return frameNumber &- 1
        }
        // First who writes the next frame: all the others can wait for it. Where the frame failed, nobody is left whom a next one
        // would concern.
        let next = condition(ofFrame: frame &+ 1)
        if failure == nil { next.wakeOne() } else { next.wakeAll() }
        condition(ofFrame: frame).wakeAll()
    }

    private func note(_ batch: [(number: UInt64, record: [UInt8])], _ beganSegment: Bool) {
        let sequence = writer.currentSequence
        if beganSegment, let sequence {
            segments.append((sequence, durableNumber))
        } else if let index = segments.lastIndex(where: { $0.sequence == sequence }) {
            segments[index].lastNumber = durableNumber
        }
        currentSequence = sequence
        byteCountSinceRemoval += batch.reduce(0) { $0 + max($1.record.count, LogFormat.blockSize) }
    }

    /// Removes segments that hold nothing after `number`, but for the one that is written to: to begin another one would
    /// keep a commit waiting. Where there was no room for one, that goes too.
    package func removeSegments(through number: UInt64) throws(StorageProblem) {
        let superfluous = monitor.withLock { () -> [UInt64] in
            byteCountSinceRemoval = 0
            if isShortOfRoom, numberInFlight == nil, segments.allSatisfy({ $0.lastNumber <= number }) {
                // What cannot be removed of the room for the next one is in nobody's way.
                try? writer.close()
                currentSequence = nil
                isShortOfRoom = false
            }
            return segments.filter { $0.lastNumber <= number && $0.sequence != currentSequence }.map(\.sequence)
        }
        if !superfluous.isEmpty { try place.check() }
        for sequence in superfluous {
            let path = location.path(ofSegment: sequence)
            try onFile(path) { () throws(FileError) in try files.remove(path) }
            monitor.withLock { segments.removeAll { $0.sequence == sequence } }
        }
    }

    /// Goes on behind commit `number`, which a checkpoint holds, as it does every one before it; of the log nothing is left.
    ///
    /// - Precondition: every record that was handed in lasts, and nobody else commits meanwhile.
    package func pass(_ number: UInt64) throws(StorageProblem) {
        monitor.withLock {
            precondition(queue.isEmpty && numberInFlight == nil && number >= lastNumber, "the log is at rest")
            lastNumber = number
            durableNumber = number
        }
        try close(through: number)
    }

    /// Refuses everything from now on: nobody knows what the files hold until the store is opened again.
    package func end(_ failure: LogFailure) {
        monitor.withLock {
            guard poison == nil else { return }
            ended.append((durableNumber, failure))
            queue = []
            lastNumber = durableNumber
            poison = failure
        }
    }

    /// Ends a log of which all is in a checkpoint, of commit `number`: nothing is left of it. What is committed later begins
    /// a segment of its own.
    package func close(through number: UInt64) throws(StorageProblem) {
        try writer.close()
        monitor.withLock { currentSequence = nil }
        try removeSegments(through: number)
    }
}
