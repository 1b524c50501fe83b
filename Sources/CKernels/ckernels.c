#include "ckernels.h"
#include "processor.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Plain loops.

void relate_mask_within_plain(
    const int64_t *values, size_t count, int64_t lower, uint64_t distance, uint64_t *words) {
    for (size_t start = 0; start < count; start += 64) {
        size_t length = count - start < 64 ? count - start : 64;
        uint64_t word = 0;
        for (size_t i = 0; i < length; i++) {
            word |= (uint64_t)((uint64_t)values[start + i] - (uint64_t)lower <= distance) << i;
        }
        words[start / 64] = word;
    }
}

// The same loop for numbers of fewer bits.
#define MASK_WITHIN_PLAIN(name, type)                                                                       \
    void name(const type *values, size_t count, type lower, type distance, uint64_t *words) {             \
        for (size_t start = 0; start < count; start += 64) {                                                \
            size_t length = count - start < 64 ? count - start : 64;                                        \
            uint64_t word = 0;                                                                              \
            for (size_t i = 0; i < length; i++) {                                                           \
                word |= (uint64_t)((type)(values[start + i] - lower) <= distance) << i;                     \
            }                                                                                               \
            words[start / 64] = word;                                                                       \
        }                                                                                                   \
    }
MASK_WITHIN_PLAIN(relate_mask_within_bytes_plain, uint8_t)
MASK_WITHIN_PLAIN(relate_mask_within_shorts_plain, uint16_t)

void relate_narrow_bytes(const int64_t *values, size_t count, int64_t least, uint8_t *distances) {
    for (size_t i = 0; i < count; i++) { distances[i] = (uint8_t)((uint64_t)values[i] - (uint64_t)least); }
}

void relate_narrow_shorts(const int64_t *values, size_t count, int64_t least, uint16_t *distances) {
    for (size_t i = 0; i < count; i++) { distances[i] = (uint16_t)((uint64_t)values[i] - (uint64_t)least); }
}

void relate_mask_equal_plain(const uint32_t *values, size_t count, uint32_t bound, uint64_t *words) {
    for (size_t start = 0; start < count; start += 64) {
        size_t length = count - start < 64 ? count - start : 64;
        uint64_t word = 0;
        for (size_t i = 0; i < length; i++) { word |= (uint64_t)(values[start + i] == bound) << i; }
        words[start / 64] = word;
    }
}

void relate_mask_degrees_plain(
    const uint32_t *offsets, size_t count, uint32_t lower, uint32_t distance, uint64_t *words) {
    for (size_t start = 0; start < count; start += 64) {
        size_t length = count - start < 64 ? count - start : 64;
        uint64_t word = 0;
        for (size_t i = 0; i < length; i++) {
            uint32_t degree = offsets[start + i + 1] - offsets[start + i];
            word |= (uint64_t)((uint32_t)(degree - lower) <= distance) << i;
        }
        words[start / 64] = word;
    }
}

size_t relate_keep_plain(uint64_t *words, const uint64_t *mask, const uint64_t *present, size_t count) {
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        words[i] &= mask[i] & present[i];
        left += (size_t)__builtin_popcountll(words[i]);
    }
    return left;
}

void relate_bounds_plain(const int64_t *values, size_t count, int64_t *least, int64_t *greatest) {
    int64_t low = values[0], high = values[0];
    for (size_t i = 1; i < count; i++) {
        low = values[i] < low ? values[i] : low;
        high = values[i] > high ? values[i] : high;
    }
    *least = low;
    *greatest = high;
}

bool relate_contains_plain(const uint8_t *whole, size_t count, const uint8_t *part, size_t part_count) {
    if (part_count == 0) { return true; }
    if (part_count > count) { return false; }
    // By its last byte, which in text beyond ASCII tells more than the first one does.
    const uint8_t *place = whole + part_count - 1;
    const uint8_t *end = whole + count;
    while (place < end && (place = memchr(place, part[part_count - 1], (size_t)(end - place))) != NULL) {
        if (memcmp(place - (part_count - 1), part, part_count - 1) == 0) { return true; }
        place++;
    }
    return false;
}

relate_survey_result relate_survey_plain(const uint32_t *values, size_t count, uint32_t first, uint32_t length) {
    relate_survey_result result = {0, 0};
    for (size_t i = 0; i < count; i++) {
        if (values[i] > result.highest) { result.highest = values[i]; }
        result.within += values[i] - first < length;
    }
    return result;
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) static void mask_within_wide(
    const int64_t *values, size_t words_count, int64_t lower, uint64_t distance, uint64_t *words) {
    // Unsigned comparison by way of the signed one: both sides with their highest bit turned.
    const __m256i turn = _mm256_set1_epi64x(INT64_MIN);
    const __m256i base = _mm256_set1_epi64x(lower);
    const __m256i bound = _mm256_xor_si256(_mm256_set1_epi64x((int64_t)distance), turn);
    for (size_t word = 0; word < words_count; word++) {
        const int64_t *part = values + word * 64;
        uint64_t outside = 0;
        for (int i = 0; i < 16; i++) {
            __m256i four = _mm256_loadu_si256((const __m256i *)(part + i * 4));
            __m256i away = _mm256_xor_si256(_mm256_sub_epi64(four, base), turn);
            __m256i beyond = _mm256_cmpgt_epi64(away, bound);
            outside |= (uint64_t)(unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(beyond)) << (i * 4);
        }
        words[word] = ~outside;
    }
}

__attribute__((target("avx2"))) static void mask_equal_wide(
    const uint32_t *values, size_t words_count, uint32_t bound, uint64_t *words) {
    const __m256i wanted = _mm256_set1_epi32((int)bound);
    for (size_t word = 0; word < words_count; word++) {
        const uint32_t *part = values + word * 64;
        uint64_t equal = 0;
        for (int i = 0; i < 8; i++) {
            __m256i eight = _mm256_loadu_si256((const __m256i *)(part + i * 8));
            __m256i same = _mm256_cmpeq_epi32(eight, wanted);
            equal |= (uint64_t)(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(same)) << (i * 8);
        }
        words[word] = equal;
    }
}

__attribute__((target("avx2"))) static void mask_degrees_wide(
    const uint32_t *offsets, size_t words_count, uint32_t lower, uint32_t distance, uint64_t *words) {
    const __m256i base = _mm256_set1_epi32((int)lower);
    const __m256i bound = _mm256_set1_epi32((int)distance);
    for (size_t word = 0; word < words_count; word++) {
        const uint32_t *part = offsets + word * 64;
        uint64_t within = 0;
        for (int i = 0; i < 8; i++) {
            __m256i begin = _mm256_loadu_si256((const __m256i *)(part + i * 8));
            __m256i end = _mm256_loadu_si256((const __m256i *)(part + i * 8 + 1));
            __m256i away = _mm256_sub_epi32(_mm256_sub_epi32(end, begin), base);
            __m256i same = _mm256_cmpeq_epi32(_mm256_min_epu32(away, bound), away);
            within |= (uint64_t)(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(same)) << (i * 8);
        }
        words[word] = within;
    }
}

__attribute__((target("avx512f,avx512dq"))) static void mask_within_wider(
    const int64_t *values, size_t words_count, int64_t lower, uint64_t distance, uint64_t *words) {
    const __m512i base = _mm512_set1_epi64(lower);
    const __m512i bound = _mm512_set1_epi64((int64_t)distance);
    for (size_t word = 0; word < words_count; word++) {
        const int64_t *part = values + word * 64;
        uint64_t within = 0;
        for (int i = 0; i < 8; i++) {
            __m512i away = _mm512_sub_epi64(_mm512_loadu_si512(part + i * 8), base);
            within |= (uint64_t)_mm512_cmple_epu64_mask(away, bound) << (i * 8);
        }
        words[word] = within;
    }
}

__attribute__((target("avx2"))) static void mask_within_bytes_wide(
    const uint8_t *values, size_t words_count, uint8_t lower, uint8_t distance, uint64_t *words) {
    const __m256i base = _mm256_set1_epi8((char)lower);
    const __m256i bound = _mm256_set1_epi8((char)distance);
    for (size_t word = 0; word < words_count; word++) {
        uint64_t within = 0;
        for (int i = 0; i < 2; i++) {
            __m256i many = _mm256_loadu_si256((const __m256i *)(values + word * 64 + i * 32));
            __m256i away = _mm256_sub_epi8(many, base);
            __m256i same = _mm256_cmpeq_epi8(_mm256_min_epu8(away, bound), away);
            within |= (uint64_t)(unsigned)_mm256_movemask_epi8(same) << (i * 32);
        }
        words[word] = within;
    }
}

__attribute__((target("avx2"))) static void mask_within_shorts_wide(
    const uint16_t *values, size_t words_count, uint16_t lower, uint16_t distance, uint64_t *words) {
    const __m256i base = _mm256_set1_epi16((short)lower);
    const __m256i bound = _mm256_set1_epi16((short)distance);
    for (size_t word = 0; word < words_count; word++) {
        uint64_t within = 0;
        for (int i = 0; i < 2; i++) {
            __m256i same[2];
            for (int half = 0; half < 2; half++) {
                const uint16_t *part = values + word * 64 + i * 32 + half * 16;
                __m256i away = _mm256_sub_epi16(_mm256_loadu_si256((const __m256i *)part), base);
                same[half] = _mm256_cmpeq_epi16(_mm256_min_epu16(away, bound), away);
            }
            // Packing takes quarters in turns from both.
            __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(same[0], same[1]), 0xd8);
            within |= (uint64_t)(unsigned)_mm256_movemask_epi8(packed) << (i * 32);
        }
        words[word] = within;
    }
}

__attribute__((target("avx512f,avx512bw"))) static void mask_within_bytes_wider(
    const uint8_t *values, size_t words_count, uint8_t lower, uint8_t distance, uint64_t *words) {
    const __m512i base = _mm512_set1_epi8((char)lower);
    const __m512i bound = _mm512_set1_epi8((char)distance);
    for (size_t word = 0; word < words_count; word++) {
        __m512i away = _mm512_sub_epi8(_mm512_loadu_si512(values + word * 64), base);
        words[word] = (uint64_t)_mm512_cmple_epu8_mask(away, bound);
    }
}

__attribute__((target("avx512f,avx512bw"))) static void mask_within_shorts_wider(
    const uint16_t *values, size_t words_count, uint16_t lower, uint16_t distance, uint64_t *words) {
    const __m512i base = _mm512_set1_epi16((short)lower);
    const __m512i bound = _mm512_set1_epi16((short)distance);
    for (size_t word = 0; word < words_count; word++) {
        const uint16_t *part = values + word * 64;
        __m512i low = _mm512_sub_epi16(_mm512_loadu_si512(part), base);
        __m512i high = _mm512_sub_epi16(_mm512_loadu_si512(part + 32), base);
        words[word] = (uint64_t)_mm512_cmple_epu16_mask(low, bound) | (uint64_t)_mm512_cmple_epu16_mask(high, bound) << 32;
    }
}

__attribute__((target("avx512f,avx512dq"))) static void mask_equal_wider(
    const uint32_t *values, size_t words_count, uint32_t bound, uint64_t *words) {
    const __m512i wanted = _mm512_set1_epi32((int)bound);
    for (size_t word = 0; word < words_count; word++) {
        const uint32_t *part = values + word * 64;
        uint64_t equal = 0;
        for (int i = 0; i < 4; i++) {
            equal |= (uint64_t)_mm512_cmpeq_epi32_mask(_mm512_loadu_si512(part + i * 16), wanted) << (i * 16);
        }
        words[word] = equal;
    }
}

__attribute__((target("avx512f,avx512dq"))) static void mask_degrees_wider(
    const uint32_t *offsets, size_t words_count, uint32_t lower, uint32_t distance, uint64_t *words) {
    const __m512i base = _mm512_set1_epi32((int)lower);
    const __m512i bound = _mm512_set1_epi32((int)distance);
    for (size_t word = 0; word < words_count; word++) {
        const uint32_t *part = offsets + word * 64;
        uint64_t within = 0;
        for (int i = 0; i < 4; i++) {
            __m512i begin = _mm512_loadu_si512(part + i * 16), end = _mm512_loadu_si512(part + i * 16 + 1);
            __m512i away = _mm512_sub_epi32(_mm512_sub_epi32(end, begin), base);
            within |= (uint64_t)_mm512_cmple_epu32_mask(away, bound) << (i * 16);
        }
        words[word] = within;
    }
}

__attribute__((target("popcnt"))) static size_t keep_wide(
    uint64_t *words, const uint64_t *mask, const uint64_t *present, size_t count) {
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        words[i] &= mask[i] & present[i];
        left += (size_t)__builtin_popcountll(words[i]);
    }
    return left;
}

/// At least four values.
__attribute__((target("avx2"))) static void bounds_wide(
    const int64_t *values, size_t count, int64_t *least, int64_t *greatest) {
    __m256i low = _mm256_loadu_si256((const __m256i *)values);
    __m256i high = low;
    for (size_t i = 4; i < count; i += 4) {
        // The last values overlap those before.
        __m256i four = _mm256_loadu_si256((const __m256i *)(values + (i + 4 <= count ? i : count - 4)));
        low = _mm256_blendv_epi8(low, four, _mm256_cmpgt_epi64(low, four));
        high = _mm256_blendv_epi8(high, four, _mm256_cmpgt_epi64(four, high));
    }
    int64_t lows[4], highs[4], unused;
    _mm256_storeu_si256((__m256i *)lows, low);
    _mm256_storeu_si256((__m256i *)highs, high);
    relate_bounds_plain(lows, 4, least, &unused);
    relate_bounds_plain(highs, 4, &unused, greatest);
}

/// Places are tried 32 at once: where the part's first byte stands, and its last one at their distance.
/// There are at least 32 of them, and the part has at least two bytes.
__attribute__((target("avx2"))) static bool contains_wide(
    const uint8_t *whole, size_t places, const uint8_t *part, size_t part_count) {
    const __m256i first = _mm256_set1_epi8((char)part[0]);
    const __m256i last = _mm256_set1_epi8((char)part[part_count - 1]);
    size_t place = 0;
    while (place < places) {
        // The last places overlap those before.
        if (place + 32 > places) { place = places - 32; }
        __m256i heads = _mm256_loadu_si256((const __m256i *)(whole + place));
        __m256i tails = _mm256_loadu_si256((const __m256i *)(whole + place + part_count - 1));
        unsigned both = (unsigned)_mm256_movemask_epi8(
            _mm256_and_si256(_mm256_cmpeq_epi8(heads, first), _mm256_cmpeq_epi8(tails, last)));
        while (both != 0) {
            size_t found = place + (size_t)__builtin_ctz(both);
            if (memcmp(whole + found + 1, part + 1, part_count - 2) == 0) { return true; }
            both &= both - 1;
        }
        place += 32;
    }
    return false;
}

/// Of a multiple of 16 numbers.
__attribute__((target("avx2"))) static relate_survey_result survey_wide(
    const uint32_t *values, size_t count, uint32_t first, uint32_t length) {
    const __m256i base = _mm256_set1_epi32((int)first);
    const __m256i last = _mm256_set1_epi32((int)(length - 1));
    __m256i highest[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    // What is within counts one down.
    __m256i within[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    for (size_t i = 0; i < count; i += 16) {
        for (int half = 0; half < 2; half++) {
            __m256i eight = _mm256_loadu_si256((const __m256i *)(values + i + half * 8));
            highest[half] = _mm256_max_epu32(highest[half], eight);
            __m256i away = _mm256_sub_epi32(eight, base);
            __m256i is_within = _mm256_cmpeq_epi32(_mm256_min_epu32(away, last), away);
            within[half] = _mm256_add_epi32(within[half], is_within);
        }
    }
    uint32_t lanes[8];
    relate_survey_result result = {0, 0};
    _mm256_storeu_si256((__m256i *)lanes, _mm256_max_epu32(highest[0], highest[1]));
    for (int i = 0; i < 8; i++) {
        if (lanes[i] > result.highest) { result.highest = lanes[i]; }
    }
    if (length == 0) { return result; }
    for (int half = 0; half < 2; half++) {
        _mm256_storeu_si256((__m256i *)lanes, within[half]);
        for (int i = 0; i < 8; i++) { result.within += 0u - lanes[i]; }
    }
    return result;
}

#endif

relate_survey_result relate_survey(const uint32_t *values, size_t count, uint32_t first, uint32_t length) {
    size_t done = 0;
    relate_survey_result result = {0, 0};
#if defined(__x86_64__)
    if (relate_has_wide) {
        done = count & ~(size_t)15;
        result = survey_wide(values, done, first, length);
    }
#endif
    relate_survey_result rest = relate_survey_plain(values + done, count - done, first, length);
    if (rest.highest > result.highest) { result.highest = rest.highest; }
    result.within += rest.within;
    return result;
}

void relate_mask_within(
    const int64_t *values, size_t count, int64_t lower, uint64_t distance, uint64_t *words) {
    size_t done = 0;
#if defined(__x86_64__)
    if (relate_has_wide) {
        (uses_wider() ? mask_within_wider : mask_within_wide)(values, count / 64, lower, distance, words);
        done = count / 64;
    }
#endif
    relate_mask_within_plain(values + done * 64, count - done * 64, lower, distance, words + done);
}

void relate_mask_within_bytes(
    const uint8_t *values, size_t count, uint8_t lower, uint8_t distance, uint64_t *words) {
    size_t done = 0;
#if defined(__x86_64__)
    if (relate_has_wide) {
        (uses_wider() ? mask_within_bytes_wider : mask_within_bytes_wide)(values, count / 64, lower, distance, words);
        done = count / 64;
    }
#endif
    relate_mask_within_bytes_plain(values + done * 64, count - done * 64, lower, distance, words + done);
}

void relate_mask_within_shorts(
    const uint16_t *values, size_t count, uint16_t lower, uint16_t distance, uint64_t *words) {
    size_t done = 0;
#if defined(__x86_64__)
    if (relate_has_wide) {
        (uses_wider() ? mask_within_shorts_wider : mask_within_shorts_wide)(values, count / 64, lower, distance, words);
        done = count / 64;
    }
#endif
    relate_mask_within_shorts_plain(values + done * 64, count - done * 64, lower, distance, words + done);
}

void relate_mask_equal(const uint32_t *values, size_t count, uint32_t bound, uint64_t *words) {
    size_t done = 0;
#if defined(__x86_64__)
    if (relate_has_wide) {
        (uses_wider() ? mask_equal_wider : mask_equal_wide)(values, count / 64, bound, words);
        done = count / 64;
    }
#endif
    relate_mask_equal_plain(values + done * 64, count - done * 64, bound, words + done);
}

void relate_mask_degrees(
    const uint32_t *offsets, size_t count, uint32_t lower, uint32_t distance, uint64_t *words) {
    size_t done = 0;
#if defined(__x86_64__)
    if (relate_has_wide) {
        (uses_wider() ? mask_degrees_wider : mask_degrees_wide)(offsets, count / 64, lower, distance, words);
        done = count / 64;
    }
#endif
    relate_mask_degrees_plain(offsets + done * 64, count - done * 64, lower, distance, words + done);
}

size_t relate_keep(uint64_t *words, const uint64_t *mask, const uint64_t *present, size_t count) {
#if defined(__x86_64__)
    if (relate_has_wide) { return keep_wide(words, mask, present, count); }
#endif
    return relate_keep_plain(words, mask, present, count);
}

void relate_bounds(const int64_t *values, size_t count, int64_t *least, int64_t *greatest) {
#if defined(__x86_64__)
    if (relate_has_wide && count >= 4) {
        bounds_wide(values, count, least, greatest);
        return;
    }
#endif
    relate_bounds_plain(values, count, least, greatest);
}

bool relate_contains(const uint8_t *whole, size_t count, const uint8_t *part, size_t part_count) {
#if defined(__x86_64__)
    if (relate_has_wide && part_count >= 2 && count >= part_count + 31) {
        return contains_wide(whole, count - part_count + 1, part, part_count);
    }
#endif
    return relate_contains_plain(whole, count, part, part_count);
}
