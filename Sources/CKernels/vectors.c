// Distances of vectors, and of the codes that stand for them.
#include "ckernels.h"
#include "processor.h"

#include <float.h>
#include <math.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

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

#endif

void relate_code_distances(const relate_code_query *query, const uint8_t *rows, size_t count, float *distances) {
    size_t done = 0;
#if defined(__x86_64__)
    if (relate_has_wide) { done = code_distances_wide(query, rows, count, distances); }
#endif
    rows += done * (code_header_bytes + query->width);
    relate_code_distances_plain(query, rows, count - done, distances + done);
}

float relate_dot(const float *a, const float *b, size_t count) {
#if defined(__x86_64__)
    if (relate_has_wide) { return dot_wide(a, b, count); }
#endif
    return relate_dot_plain(a, b, count);
}

float relate_squared_distance(const float *a, const float *b, size_t count) {
#if defined(__x86_64__)
    if (relate_has_wide) { return squared_distance_wide(a, b, count); }
#endif
    return relate_squared_distance_plain(a, b, count);
}
