// Where fields and lines of a text end.
#include "ckernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

size_t relate_field_ends(const uint8_t *bytes, size_t count, uint8_t separator, uint32_t *places) {
    size_t found = 0;
    size_t start = 0;
#if defined(__x86_64__)
    const __m128i separators = _mm_set1_epi8((char)separator);
    const __m128i feeds = _mm_set1_epi8('\n');
    for (; start + 64 <= count; start += 64) {
        uint64_t word = 0;
        for (int part = 0; part < 4; part++) {
            __m128i block = _mm_loadu_si128((const __m128i *)(bytes + start + 16 * part));
            __m128i ends = _mm_or_si128(_mm_cmpeq_epi8(block, separators), _mm_cmpeq_epi8(block, feeds));
            word |= (uint64_t)(uint32_t)_mm_movemask_epi8(ends) << (16 * part);
        }
        while (word != 0) {
            places[found++] = (uint32_t)(start + (size_t)__builtin_ctzll(word));
            word &= word - 1;
        }
    }
#endif
    for (; start < count; start++) {
        if (bytes[start] == separator || bytes[start] == '\n') { places[found++] = (uint32_t)start; }
    }
    return found;
}

size_t relate_first_odd(const uint8_t *bytes, size_t count) {
    size_t start = 0;
#if defined(__x86_64__)
    const __m128i quotes = _mm_set1_epi8('"');
    const __m128i returns = _mm_set1_epi8('\r');
    const __m128i feeds = _mm_set1_epi8('\n');
    for (; start + 17 <= count; start += 16) {
        __m128i block = _mm_loadu_si128((const __m128i *)(bytes + start));
        __m128i next = _mm_loadu_si128((const __m128i *)(bytes + start + 1));
        __m128i lone = _mm_andnot_si128(_mm_cmpeq_epi8(next, feeds), _mm_cmpeq_epi8(block, returns));
        unsigned odd = (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(block, quotes), lone));
        if (odd != 0) { return start + (size_t)__builtin_ctz(odd); }
    }
#endif
    for (; start < count; start++) {
        if (bytes[start] == '"') { return start; }
        if (bytes[start] == '\r' && (start + 1 == count || bytes[start + 1] != '\n')) { return start; }
    }
    return count;
}

size_t relate_count_byte(const uint8_t *bytes, size_t count, uint8_t byte) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) { found += bytes[i] == byte; }
    return found;
}
