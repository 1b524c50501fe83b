extension MapValue {
    package static let empty = MapValue(sortedKeys: [], values: [])

    package var isEmpty: Bool { keys.isEmpty }

    /// Any order; of a repeated key the last value stands.
    package init(_ entries: [(key: String, value: Value)]) {
        guard entries.count > 1 else {
            self.init(sortedKeys: entries.map(\.key), values: entries.map(\.value))
            return
        }
        let order = entries.indices.sorted { left, right in
            let byKey = entries[left].key.compareBytes(to: entries[right].key)
            return byKey == 0 ? left < right : byKey < 0
        }
        var keys: [String] = []
        var values: [Value] = []
        keys.reserveCapacity(entries.count)
        values.reserveCapacity(entries.count)
        for index in order {
            if let last = keys.last, last.hasSameBytes(as: entries[index].key) {
                values[values.count - 1] = entries[index].value
            } else {
                keys.append(entries[index].key)
                values.append(entries[index].value)
            }
        }
        self.init(sortedKeys: keys, values: values)
    }

    /// The place of `key`, or where it would stand.
    private func place(of key: String) -> (index: Int, isFound: Bool) {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            let order = keys[middle].compareBytes(to: key)
            if order == 0 { return (middle, true) }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return (low, false)
    }

    /// The entry's value, which may be `.null`; `nil` where there is no such entry.
    package subscript(key: String) -> Value? {
        let (index, isFound) = place(of: key)
        return isFound ? value(at: index) : nil
    }

    /// As the subscript, for the same key in one map after the other: `place` is where the last had it.
    func value(of key: String, near place: inout Int) -> Value? {
        if place < count, keys[place].hasSameBytes(as: key) { return value(at: place) }
        let (index, isFound) = self.place(of: key)
        guard isFound else { return nil }
        place = index
        return value(at: index)
    }

    /// This map with one entry put in or replaced.
    package func setting(_ key: String, to value: Value) -> MapValue {
        let (index, isFound) = place(of: key)
        var keys = keys
        var values = values
        if isFound {
            values[index] = value
        } else {
            keys.insert(key, at: index)
            values.insert(value, at: index)
        }
        return MapValue(sortedKeys: keys, values: values)
    }

    /// The entries of both; where both have a key, `other`'s value.
    package func merging(_ other: MapValue) -> MapValue {
        var keys: [String] = []
        var values: [Value] = []
        keys.reserveCapacity(count + other.count)
        values.reserveCapacity(count + other.count)
        let (ownKeys, ownValues, otherKeys, otherValues) = (self.keys, self.values, other.keys, other.values)
        var left = 0
        var right = 0
        while left < count || right < other.count {
            let order: Int
            if left == count {
                order = 1
            } else if right == other.count {
                order = -1
            } else {
                order = ownKeys[left].compareBytes(to: otherKeys[right])
            }
            keys.append(order < 0 ? ownKeys[left] : otherKeys[right])
            values.append(order < 0 ? ownValues[left] : otherValues[right])
            if order <= 0 { left += 1 }
            if order >= 0 { right += 1 }
        }
        return MapValue(sortedKeys: keys, values: values)
    }

    /// Without the entries whose value is null: what properties are made of.
    package var withoutNulls: MapValue {
        let (keys, values) = (keys, values)
        guard values.contains(where: \.isNull) else { return self }
        let kept = values.indices.filter { !values[$0].isNull }
        return MapValue(sortedKeys: kept.map { keys[$0] }, values: kept.map { values[$0] })
    }

    func hasSameKeys(as other: MapValue) -> Bool {
        count == other.count && keys.indices.allSatisfy { keys[$0].hasSameBytes(as: other.keys[$0]) }
    }
}
