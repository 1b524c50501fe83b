// Loops over unboxed memory that the compiler leaves scalar: on x86-64 with AVX2 they run four or more elements at a time,
// chosen when the program starts; elsewhere, and on older processors, the plain loops do the same.
#ifndef RELATE_CKERNELS_H
#define RELATE_CKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Sets bit `i` of `words` where `lower <= values[i] <= lower + distance`; clears the other bits of (count + 63) / 64 words.
void relate_mask_within(
    const int64_t *values, size_t count, int64_t lower, uint64_t distance, uint64_t *words);

/// The same for numbers of 8 and of 16 bits.
void relate_mask_within_bytes(
    const uint8_t *values, size_t count, uint8_t lower, uint8_t distance, uint64_t *words);
void relate_mask_within_shorts(
    const uint16_t *values, size_t count, uint16_t lower, uint16_t distance, uint64_t *words);

/// Writes how far each value lies from the least, in 8 or 16 bits.
void relate_narrow_bytes(const int64_t *values, size_t count, int64_t least, uint8_t *distances);
void relate_narrow_shorts(const int64_t *values, size_t count, int64_t least, uint16_t *distances);

/// Sets bit `i` of `words` where `values[i] == bound`; clears the other bits of (count + 63) / 64 words.
void relate_mask_equal(const uint32_t *values, size_t count, uint32_t bound, uint64_t *words);

/// Sets bit `i` of `words` where `lower <= offsets[i + 1] - offsets[i] <= lower + distance`, of `count + 1` ascending offsets;
/// clears the other bits of (count + 63) / 64 words.
void relate_mask_degrees(
    const uint32_t *offsets, size_t count, uint32_t lower, uint32_t distance, uint64_t *words);

/// Writes the group of each number, which is one less than what stands at its place; at most up to the first number that has no
/// place, or 0 there. Returns how many were written.
///
/// - Precondition: there is a place.
size_t relate_find_groups(
    const uint32_t *numbers, size_t count, const int32_t *places, uint32_t place_count, int32_t *groups);

/// Adds `offset` and the row's value, one of `width` bytes (1, 2, or 0 for none), to the total of each number's group, which is as
/// above; up to the first number that has none. Returns how many were added.
size_t relate_add_groups(
    const uint32_t *numbers, size_t count, const int32_t *places, uint32_t place_count, const void *values,
    size_t width, uint64_t offset, uint64_t *totals);

/// Clears the bits of `count` words that are not set in both others; returns how many are left.
size_t relate_keep(uint64_t *words, const uint64_t *mask, const uint64_t *present, size_t count);

/// The least and the greatest of the values, of which there is at least one.
void relate_bounds(const int64_t *values, size_t count, int64_t *least, int64_t *greatest);

/// Whether `part` stands somewhere in `whole`. An empty part does.
bool relate_contains(const uint8_t *whole, size_t count, const uint8_t *part, size_t part_count);

/// Writes the places of every `separator` and line feed among the bytes, of which there are fewer than 2^32; returns how many.
///
/// - Precondition: `places` has room for as many as there are bytes.
size_t relate_field_ends(const uint8_t *bytes, size_t count, uint8_t separator, uint32_t *places);

/// The place of the first quote, or of the first carriage return that no line feed follows; `count` where there is none.
size_t relate_first_odd(const uint8_t *bytes, size_t count);

/// How many of the bytes are that one.
size_t relate_count_byte(const uint8_t *bytes, size_t count, uint8_t byte);

/// What a look at every number of a list finds.
typedef struct {
    /// The highest of them; 0 where there are none.
    uint32_t highest;
    /// How many lie from `first` on, below `first + length`.
    size_t within;
} relate_survey_result;

/// - Precondition: fewer than 2^32 numbers.
relate_survey_result relate_survey(const uint32_t *values, size_t count, uint32_t first, uint32_t length);

/// A query as whole numbers of its own step, to be compared with rows of codes.
typedef struct {
    /// From -63 to 63; `width` of them.
    const int8_t *codes;
    /// A multiple of 32.
    size_t width;
    float step;
    /// The length of what rounding took, of the vector, and the latter's square.
    float lost, length, squared_length;
    /// What the offset of a row's codes adds to every sum.
    int32_t surplus;
    /// How much of the bound by Cauchy and Schwarz is taken off a distance: 1 for a distance that none is below.
    float caution;
    /// Distances are 1 less the product; otherwise squared distances.
    bool is_cosine;
} relate_code_query;

/// Rounds `count` coordinates, a multiple of 8, to whole numbers of a step, at most `largest` of them: writes `offset` more than
/// each to `codes`. The step, what that takes off the length (never too little), and the squared length are the first, second
/// and fourth of `header`, the length (never too little) the third. Returns the sum of the whole numbers.
int32_t relate_code_vector(
    const float *vector, size_t count, float largest, int32_t offset, uint8_t *codes, float *header);

/// Distances that the vectors of `count` rows have at least. A row is its step, lost length, length and squared length, and then
/// `width` codes from 0 to 126, of which 63 stands for 0; rows lie one behind the other.
void relate_code_distances(const relate_code_query *query, const uint8_t *rows, size_t count, float *distances);

/// Sums over `count` coordinates, a multiple of 16: of products, and of squared differences.
float relate_dot(const float *a, const float *b, size_t count);
float relate_squared_distance(const float *a, const float *b, size_t count);

/// Asks for the memory's first bytes, to be written, without waiting for them.
static inline void relate_prefetch_for_write(const void *memory) { __builtin_prefetch(memory, 1); }
/// Has the memory at `address` brought near while other work goes on. Nothing happens where there is none.
static inline void relate_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }

/// Whether to do without the widest instructions that there are, for tests of the others.
void relate_leave_widest(bool is_left);

/// The loops above without wide instructions, for tests.
void relate_mask_within_plain(
    const int64_t *values, size_t count, int64_t lower, uint64_t distance, uint64_t *words);
void relate_mask_within_bytes_plain(
    const uint8_t *values, size_t count, uint8_t lower, uint8_t distance, uint64_t *words);
void relate_mask_within_shorts_plain(
    const uint16_t *values, size_t count, uint16_t lower, uint16_t distance, uint64_t *words);
void relate_mask_equal_plain(const uint32_t *values, size_t count, uint32_t bound, uint64_t *words);
void relate_mask_degrees_plain(
    const uint32_t *offsets, size_t count, uint32_t lower, uint32_t distance, uint64_t *words);
size_t relate_keep_plain(uint64_t *words, const uint64_t *mask, const uint64_t *present, size_t count);
void relate_bounds_plain(const int64_t *values, size_t count, int64_t *least, int64_t *greatest);
void relate_code_distances_plain(
    const relate_code_query *query, const uint8_t *rows, size_t count, float *distances);
float relate_dot_plain(const float *a, const float *b, size_t count);
float relate_squared_distance_plain(const float *a, const float *b, size_t count);
bool relate_contains_plain(const uint8_t *whole, size_t count, const uint8_t *part, size_t part_count);
relate_survey_result relate_survey_plain(const uint32_t *values, size_t count, uint32_t first, uint32_t length);

#endif
