/// A batch's vectors by slot; `.absent` where a slot has none.
///
/// A statement of usual length has a place for each of its slots. A long one, such as a `UNION` of thousands of arms, has them by the
/// ten thousand, a few of which live in any batch: then those alone are kept, in the order of slots, so that what a batch costs
/// does not grow with the text around it.
struct SlotColumns {
    /// By slot, or else those that there are, in the order of their slots.
    private(set) var vectors: [Vector]
    /// Ascending: whose the vectors are; `nil` where every slot has its place.
    private var slots: [Int]?
    /// Slots of the statement, with and without a vector.
    private let slotCount: Int

    /// Up to so many slots each have a place.
    static let placesLimit = 128
    /// Where one in so many slots has a vector, all of them get their places: to put one between many others is dear.
    private static let sparseShare = 8

    /// No slot has a vector.
    @inline(__always) init(slotCount: Int) {
        self.slotCount = slotCount
        if slotCount <= Self.placesLimit {
            vectors = [Vector](repeating: .absent, count: slotCount)
            slots = nil
        } else {
            vectors = []
            slots = []
        }
    }

    /// The first slots, one a vector.
    init(_ vectors: [Vector]) {
        self.vectors = vectors
        slots = nil
        slotCount = vectors.count
    }

    /// As many slots, none of which has a vector.
    var emptied: SlotColumns { SlotColumns(slotCount: slotCount) }

    /// Vectors that memory is taken for.
    var count: Int { vectors.count }

    /// Ascending: the slots that may have a vector.
    var indices: [Int] { slots ?? Array(vectors.indices) }

    @inline(__always) subscript(slot: Int) -> Vector {
        get {
            if slots == nil { return slot < vectors.count ? vectors[slot] : .absent }
            return sparse(slot)
        }
        set {
            if slots == nil { vectors[slot] = newValue } else { setSparse(slot, newValue) }
        }
    }

    /// Each vector put through `transform`, which leaves `.absent` as it is.
    func map(_ transform: (Vector) -> Vector) -> SlotColumns {
        var result = self
        for index in vectors.indices { result.vectors[index] = transform(vectors[index]) }
        return result
    }

    func allSatisfy(_ holds: (Vector) -> Bool) -> Bool { vectors.allSatisfy(holds) }

    // MARK: Few of many slots

    /// Where the slot stands in `slots`, or would.
    private static func place(of slot: Int, in slots: [Int]) -> Int {
        // Most are asked for, and set, in their order.
        guard let last = slots.last, slot <= last else { return slots.count }
        var low = 0
        var high = slots.count - 1
        while low < high {
            let middle = (low + high) / 2
            if slots[middle] < slot { low = middle + 1 } else { high = middle }
        }
        return low
    }

    @inline(never)
    private func sparse(_ slot: Int) -> Vector {
        guard let slots else { return .absent }
        let place = Self.place(of: slot, in: slots)
        return place < slots.count && slots[place] == slot ? vectors[place] : .absent
    }

    @inline(never)
    private mutating func setSparse(_ slot: Int, _ vector: Vector) {
        guard let known = slots else { return }
        let place = Self.place(of: slot, in: known)
        if place < known.count, known[place] == slot {
            vectors[place] = vector
            return
        }
        if case .absent = vector { return }
        vectors.insert(vector, at: place)
        slots?.insert(slot, at: place)
        if vectors.count > max(Self.placesLimit, slotCount / Self.sparseShare) { spread(over: slotCount) }
    }

    /// Gives every slot its place.
    private mutating func spread(over count: Int) {
        guard let known = slots else { return }
        var all = [Vector](repeating: .absent, count: count)
        for (slot, vector) in zip(known, vectors) { all[slot] = vector }
        vectors = all
        slots = nil
    }
}
