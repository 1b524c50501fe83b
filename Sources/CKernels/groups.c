#include "ckernels.h"

size_t relate_find_groups(
    const uint32_t *numbers, size_t count, const int32_t *places, uint32_t place_count, int32_t *groups) {
    size_t start = 0;
    // Eight at a time, without a branch for each.
    for (; start + 8 <= count; start += 8) {
        int32_t found[8];
        uint32_t missing = 0;
        for (int i = 0; i < 8; i++) {
            uint32_t number = numbers[start + i];
            uint32_t is_beyond = number >= place_count;
            found[i] = places[is_beyond ? 0 : number];
            missing |= is_beyond | (uint32_t)(found[i] == 0);
        }
        if (missing) { break; }
        for (int i = 0; i < 8; i++) { groups[start + i] = found[i] - 1; }
    }
    for (; start < count; start++) {
        if (numbers[start] >= place_count || places[numbers[start]] == 0) { return start; }
        groups[start] = places[numbers[start]] - 1;
    }
    return count;
}

// The value of row `i` is `VALUE`.
#define ADD_UP(VALUE) \
    for (size_t i = 0; i < count; i++) { \
        uint32_t number = numbers[i]; \
        if (__builtin_expect(number >= place_count, 0)) { return i; } \
        int32_t place = places[number]; \
        if (__builtin_expect(place == 0, 0)) { return i; } \
        totals[place - 1] += offset + (VALUE); \
    } \
    return count;

size_t relate_add_groups(
    const uint32_t *numbers, size_t count, const int32_t *places, uint32_t place_count, const void *values,
    size_t width, uint64_t offset, uint64_t *totals) {
    if (width == 1) {
        const uint8_t *bytes = values;
        ADD_UP(bytes[i])
    }
    if (width == 2) {
        const uint16_t *shorts = values;
        ADD_UP(shorts[i])
    }
    ADD_UP(0)
}
