#include "ckernels.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

static _Atomic bool leaves_widest = false;

void relate_leave_widest(bool is_left) { atomic_store_explicit(&leaves_widest, is_left, memory_order_relaxed); }

// Loops that every processor runs as they are.

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

static const size_t code_header_bytes = 16;

int32_t relate_code_vector(
    const float *vector, size_t count, float largest, int32_t offset, uint8_t *codes, float *header) {
    enum { lanes = 8 };
    float most[lanes] = {0};
    double squares[lanes] = {0}, losses[lanes] = {0};
    for (size_t i = 0; i < count; i += lanes) {
        for (size_t k = 0; k < lanes; k++) {
            float size = fabsf(vector[i + k]);
            most[k] = size > most[k] ? size : most[k];
            squares[k] += (double)vector[i + k] * vector[i + k];
        }
    }
    float magnitude = 0;
    double square = 0, loss = 0;
    for (size_t k = 0; k < lanes; k++) {
        magnitude = most[k] > magnitude ? most[k] : magnitude;
        square += squares[k];
    }
    header[2] = (float)sqrt(square) * (1 + 1e-6f);
    header[3] = (float)square;
    float step = magnitude / largest;
    // So small that it has no step: all of it is lost.
    if (!(step > FLT_MIN)) {
        memset(codes, offset, count);
        header[0] = 0;
        header[1] = (float)(sqrt(square) * (1 + 1e-6)) + FLT_MIN;
        return 0;
    }
    int32_t sums[lanes] = {0}, sum = 0;
    for (size_t i = 0; i < count; i += lanes) {
        int32_t rounded[lanes];
        for (size_t k = 0; k < lanes; k++) {
            float quotient = vector[i + k] / step;
            // Of the magnitude itself it may be a little more than the largest.
            quotient = quotient > largest ? largest : quotient < -largest ? -largest : quotient;
            rounded[k] = (int32_t)(quotient + copysignf(0.5f, quotient));
            double lost = (double)vector[i + k] - (double)step * rounded[k];
            losses[k] += lost * lost;
            sums[k] += rounded[k];
        }
        for (size_t k = 0; k < lanes; k++) { codes[i + k] = (uint8_t)(rounded[k] + offset); }
    }
    for (size_t k = 0; k < lanes; k++) {
        loss += losses[k];
        sum += sums[k];
    }
    header[0] = step;
    header[1] = (float)(sqrt(loss) * (1 + 1e-6));
    return sum;
}

static inline float code_distance(const relate_code_query *query, int32_t sum, const float *header) {
    float product = (float)(sum - query->surplus) * (query->step * header[0]);
    float bound = query->caution * ((query->length + query->lost) * header[1] + query->lost * header[2]);
    // Beyond it, what single precision rounds, here and in the distance itself.
    if (query->is_cosine) { return 1 - product - bound - 1e-5f; }
    float squares = query->squared_length + header[3];
    return squares - 2 * (product + bound) - 1e-5f * squares;
}

void relate_code_distances_plain(
    const relate_code_query *query, const uint8_t *rows, size_t count, float *distances) {
    for (size_t row = 0; row < count; row++) {
        float header[4];
        memcpy(header, rows, sizeof header);
        const uint8_t *codes = rows + code_header_bytes;
        int32_t sum = 0;
        for (size_t i = 0; i < query->width; i++) { sum += (int32_t)codes[i] * query->codes[i]; }
        distances[row] = code_distance(query, sum, header);
        rows += code_header_bytes + query->width;
    }
}

float relate_dot_plain(const float *a, const float *b, size_t count) {
    float sums[16] = {0};
    for (size_t i = 0; i < count; i += 16) {
        for (size_t k = 0; k < 16; k++) { sums[k] += a[i + k] * b[i + k]; }
    }
    for (size_t half = 8; half > 0; half /= 2) {
        for (size_t k = 0; k < half; k++) { sums[k] += sums[k + half]; }
    }
    return sums[0];
}

float relate_squared_distance_plain(const float *a, const float *b, size_t count) {
    float sums[16] = {0};
    for (size_t i = 0; i < count; i += 16) {
        for (size_t k = 0; k < 16; k++) {
            float difference = a[i + k] - b[i + k];
            sums[k] += difference * difference;
        }
    }
    for (size_t half = 8; half > 0; half /= 2) {
        for (size_t k = 0; k < half; k++) { sums[k] += sums[k + half]; }
    }
    return sums[0];
}

#if defined(__x86_64__)

// Processors of this kind: AVX2, and a system that keeps its registers. `has_wider`: AVX-512 of those that do not slow down by it,
// which came with the counting of bits in a register.

static bool has_wide = false;
static bool has_wider = false;

__attribute__((constructor)) static void find_wide(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) { return; }
    // The system keeps registers; AVX; the counting of bits.
    if (!(c & (1u << 27)) || !(c & (1u << 28)) || !(c & (1u << 23))) { return; }
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 6) != 6) { return; }
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) { return; }
    has_wide = (b & (1u << 5)) != 0;
    // F, DQ, BW and the counting of bits; of the registers all.
    const unsigned parts = 1u << 16 | 1u << 17 | 1u << 30;
    has_wider = has_wide && (low & 0xe6) == 0xe6 && (b & parts) == parts && (c & (1u << 14));
}

static inline bool uses_wider(void) {
    return has_wider && !atomic_load_explicit(&leaves_widest, memory_order_relaxed);
}

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

__attribute__((target("avx2"))) static inline __m256i code_sum(
    const relate_code_query *query, const uint8_t *codes) {
    const __m256i ones = _mm256_set1_epi16(1);
    __m256i sum = _mm256_setzero_si256();
    for (size_t i = 0; i < query->width; i += 32) {
        __m256i own = _mm256_loadu_si256((const __m256i *)(query->codes + i));
        __m256i other = _mm256_loadu_si256((const __m256i *)(codes + i));
        // Two products of at most 126 by 63 each fit into 16 bits.
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_maddubs_epi16(other, own), ones));
    }
    return sum;
}

/// Four rows at once; what is left of them is the caller's.
__attribute__((target("avx2"))) static size_t code_distances_wide(
    const relate_code_query *query, const uint8_t *rows, size_t count, float *distances) {
    const size_t bytes = code_header_bytes + query->width;
    const __m128 step = _mm_set1_ps(query->step), lost = _mm_set1_ps(query->lost);
    const __m128 reach = _mm_set1_ps(query->length + query->lost), caution = _mm_set1_ps(query->caution);
    const __m128 squares = _mm_set1_ps(query->squared_length), one = _mm_set1_ps(1), rounding = _mm_set1_ps(1e-5f);
    const __m128i surplus = _mm_set1_epi32(query->surplus);
    size_t done = 0;
    for (; done + 4 <= count; done += 4, rows += 4 * bytes) {
        __m256i s0 = code_sum(query, rows + code_header_bytes);
        __m256i s1 = code_sum(query, rows + bytes + code_header_bytes);
        __m256i s2 = code_sum(query, rows + 2 * bytes + code_header_bytes);
        __m256i s3 = code_sum(query, rows + 3 * bytes + code_header_bytes);
        __m256i all = _mm256_hadd_epi32(_mm256_hadd_epi32(s0, s1), _mm256_hadd_epi32(s2, s3));
        __m128i sums = _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
        __m128 h0 = _mm_loadu_ps((const float *)rows), h1 = _mm_loadu_ps((const float *)(rows + bytes));
        __m128 h2 = _mm_loadu_ps((const float *)(rows + 2 * bytes)), h3 = _mm_loadu_ps((const float *)(rows + 3 * bytes));
        // Now the steps, the lost lengths, the lengths and their squares.
        _MM_TRANSPOSE4_PS(h0, h1, h2, h3);
        __m128 product = _mm_mul_ps(_mm_cvtepi32_ps(_mm_sub_epi32(sums, surplus)), _mm_mul_ps(step, h0));
        __m128 bound = _mm_mul_ps(caution, _mm_add_ps(_mm_mul_ps(reach, h1), _mm_mul_ps(lost, h2)));
        __m128 result;
        if (query->is_cosine) {
            result = _mm_sub_ps(_mm_sub_ps(_mm_sub_ps(one, product), bound), rounding);
        } else {
            __m128 whole = _mm_add_ps(squares, h3);
            __m128 near = _mm_add_ps(product, bound);
            result = _mm_sub_ps(_mm_sub_ps(whole, _mm_add_ps(near, near)), _mm_mul_ps(rounding, whole));
        }
        _mm_storeu_ps(distances + done, result);
    }
    return done;
}

__attribute__((target("avx2"))) static float sum_of(__m256 low, __m256 high) {
    __m256 eight = _mm256_add_ps(low, high);
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
}

__attribute__((target("avx2"))) static float dot_wide(const float *a, const float *b, size_t count) {
    __m256 low = _mm256_setzero_ps(), high = low;
    for (size_t i = 0; i < count; i += 16) {
        low = _mm256_add_ps(low, _mm256_mul_ps(_mm256_loadu_ps(a + i), _mm256_loadu_ps(b + i)));
        high = _mm256_add_ps(high, _mm256_mul_ps(_mm256_loadu_ps(a + i + 8), _mm256_loadu_ps(b + i + 8)));
    }
    return sum_of(low, high);
}

__attribute__((target("avx2"))) static float squared_distance_wide(const float *a, const float *b, size_t count) {
    __m256 low = _mm256_setzero_ps(), high = low;
    for (size_t i = 0; i < count; i += 16) {
        __m256 one = _mm256_sub_ps(_mm256_loadu_ps(a + i), _mm256_loadu_ps(b + i));
        __m256 other = _mm256_sub_ps(_mm256_loadu_ps(a + i + 8), _mm256_loadu_ps(b + i + 8));
        low = _mm256_add_ps(low, _mm256_mul_ps(one, one));
        high = _mm256_add_ps(high, _mm256_mul_ps(other, other));
    }
    return sum_of(low, high);
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
    if (has_wide) {
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
    if (has_wide) {
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
    if (has_wide) {
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
    if (has_wide) {
        (uses_wider() ? mask_within_shorts_wider : mask_within_shorts_wide)(values, count / 64, lower, distance, words);
        done = count / 64;
    }
#endif
    relate_mask_within_shorts_plain(values + done * 64, count - done * 64, lower, distance, words + done);
}

void relate_mask_equal(const uint32_t *values, size_t count, uint32_t bound, uint64_t *words) {
    size_t done = 0;
#if defined(__x86_64__)
    if (has_wide) {
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
    if (has_wide) {
        (uses_wider() ? mask_degrees_wider : mask_degrees_wide)(offsets, count / 64, lower, distance, words);
        done = count / 64;
    }
#endif
    relate_mask_degrees_plain(offsets + done * 64, count - done * 64, lower, distance, words + done);
}

size_t relate_keep(uint64_t *words, const uint64_t *mask, const uint64_t *present, size_t count) {
#if defined(__x86_64__)
    if (has_wide) { return keep_wide(words, mask, present, count); }
#endif
    return relate_keep_plain(words, mask, present, count);
}

void relate_bounds(const int64_t *values, size_t count, int64_t *least, int64_t *greatest) {
#if defined(__x86_64__)
    if (has_wide && count >= 4) {
        bounds_wide(values, count, least, greatest);
        return;
    }
#endif
    relate_bounds_plain(values, count, least, greatest);
}

void relate_code_distances(const relate_code_query *query, const uint8_t *rows, size_t count, float *distances) {
    size_t done = 0;
#if defined(__x86_64__)
    if (has_wide) { done = code_distances_wide(query, rows, count, distances); }
#endif
    rows += done * (code_header_bytes + query->width);
    relate_code_distances_plain(query, rows, count - done, distances + done);
}

float relate_dot(const float *a, const float *b, size_t count) {
#if defined(__x86_64__)
    if (has_wide) { return dot_wide(a, b, count); }
#endif
    return relate_dot_plain(a, b, count);
}

float relate_squared_distance(const float *a, const float *b, size_t count) {
#if defined(__x86_64__)
    if (has_wide) { return squared_distance_wide(a, b, count); }
#endif
    return relate_squared_distance_plain(a, b, count);
}

bool relate_contains(const uint8_t *whole, size_t count, const uint8_t *part, size_t part_count) {
#if defined(__x86_64__)
    if (has_wide && part_count >= 2 && count >= part_count + 31) {
        return contains_wide(whole, count - part_count + 1, part, part_count);
    }
#endif
    return relate_contains_plain(whole, count, part, part_count);
}
