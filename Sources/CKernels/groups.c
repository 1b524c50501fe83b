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
