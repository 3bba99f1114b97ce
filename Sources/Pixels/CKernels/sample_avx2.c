#include "avx2.h"

#if defined(__x86_64__)

// Sampling with AVX2: eight pixels at a time.
//
// The two texels of a row lie next to each other, so plain loads of 8 (pairs) or 16 bytes (quads)
// fetch them; with gathers, which Zen takes apart into single loads, a pixel of four taps took
// 7.9 ns instead of 4.8. Interpolation is in 16 bits, down first and then to the right, eight
// pixels in three instructions each: an eighth faster than pmaddwd with four weights a pixel.
// Coordinates in single precision take half the instructions that they took in double. With all
// texels at hand a tap takes 0.5 to 0.65 ns (Zen 5).
//
// There is no set for AVX-512: sixteen pixels at a time, several taps take 8 to 17 percent (pairs)
// or 24 to 29 percent (quads) less, but one tap within the level 11 to 17 percent more. With AVX-512
// for several taps alone, whole frames took from 3 percent less to 5 percent more (Zen 5).

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

#define VECTOR_BYTES 32
// How far to the right of its texel a sample lies (lower half), and how far below it (upper half),
// in 15 bits, as pmulhrsw takes them.
#define SPOT_PARTS 1
#include "sampling.h"

// maxps and minps return their second operand for a NaN, as the reference's tests do.
static inline f32v larger(f32v a, f32v b) { return (f32v)_mm256_max_ps((__m256)a, (__m256)b); }
static inline f32v smaller(f32v a, f32v b) { return (f32v)_mm256_min_ps((__m256)a, (__m256)b); }
static inline i32v nearest(f32v t) { return (i32v)_mm256_cvtps_epi32((__m256)t); }

// The lower halves of u's lanes, and the lower halves of v's above them.
static inline __m256i halves(__m256i u, __m256i v) { return _mm256_blend_epi16(u, v, 0xaa); }

static inline void locate(const ck_sampler *s, points at, spots *to, int32_t i) {
  __m256i u = (__m256i)at.u, v = (__m256i)at.v;
  // v * stride + u in one pmaddwd: both are below 1 << 15.
  __m256i whole = halves(
      _mm256_srli_epi32(u, CK_SUBTEXEL_BITS), _mm256_slli_epi32(v, 16 - CK_SUBTEXEL_BITS));
  __m256i parts = halves(u, _mm256_slli_epi32(v, 16));
  __m256i factors = _mm256_set1_epi32(s->stride << 16 | 1);
  _mm256_store_si256((__m256i *)(to->index + i), _mm256_madd_epi16(whole, factors));
  _mm256_store_si256(
      (__m256i *)(to->parts[0] + i),
      _mm256_srli_epi16(_mm256_slli_epi16(parts, 16 - CK_SUBTEXEL_BITS), 1));
}

// From one value to another, part of the way.
static inline __m256i between(__m256i from, __m256i to, __m256i part) {
  return _mm256_add_epi16(from, _mm256_mulhrs_epi16(_mm256_sub_epi16(to, from), part));
}

// Of the 32-bit lanes of 128 bits: the lower or the upper half of lane a and then of b, four times
// each; for the two halves of 256 bits.
#define FOUR_BYTES(k) k, k + 1, k, k + 1, k, k + 1, k, k + 1
#define RIGHT(a, b) FOUR_BYTES(4 * a), FOUR_BYTES(4 * b)
#define BELOW(a, b) FOUR_BYTES(4 * a + 2), FOUR_BYTES(4 * b + 2)
_Alignas(32) static const uint8_t below_0_2[32] = {BELOW(0, 0), BELOW(2, 2)};
_Alignas(32) static const uint8_t below_1_3[32] = {BELOW(1, 1), BELOW(3, 3)};
_Alignas(32) static const uint8_t below_01[32] = {BELOW(0, 1), BELOW(0, 1)};
_Alignas(32) static const uint8_t below_23[32] = {BELOW(2, 3), BELOW(2, 3)};
_Alignas(32) static const uint8_t right_01_23[32] = {RIGHT(0, 1), RIGHT(2, 3)};
// The lower half of each 32-bit lane, twice.
_Alignas(32) static const uint8_t right_doubled[32] = {
    0, 1, 0, 1, 4, 5, 4, 5, 8, 9, 8, 9, 12, 13, 12, 13,
    0, 1, 0, 1, 4, 5, 4, 5, 8, 9, 8, 9, 12, 13, 12, 13};

static inline __m256i in_order(__m256i t, const uint8_t order[32]) {
  __m256i mask = _mm256_load_si256((const __m256i *)order);
  // Seeing a constant, clang takes two shuffles of words for this one.
  __asm__("" : "+x"(mask));
  return _mm256_shuffle_epi8(t, mask);
}

// Two numbers of 64 bits.
static inline __m128i load2(const int16_t *a, const int16_t *b) {
  return _mm_castpd_si128(_mm_loadh_pd(
      _mm_castsi128_pd(_mm_loadl_epi64((const __m128i *)a)), (const double *)b));
}

// Two neighbouring texels of each of pixels 0, 1, 4, 5 from k on.
static inline __m256i load_pairs(const int16_t *row, const int32_t *k) {
  return _mm256_set_m128i(
      load2(row + 2 * (intptr_t)k[4], row + 2 * (intptr_t)k[5]),
      load2(row + 2 * (intptr_t)k[0], row + 2 * (intptr_t)k[1]));
}

static inline i16v pairs(texel_rows from, const spots *at, int32_t i) {
  const int32_t *index = at->index + i;
  __m256i parts = _mm256_load_si256((const __m256i *)(at->parts[0] + i));
  // Pixels 0, 1, 4, 5 and 2, 3, 6, 7; the shuffle of single words restores the order.
  __m256 a = (__m256)between(
      load_pairs(from.upper, index), load_pairs(from.lower, index), in_order(parts, below_01));
  __m256 b = (__m256)between(
      load_pairs(from.upper, index + 2), load_pairs(from.lower, index + 2),
      in_order(parts, below_23));
  return (i16v)between(
      (__m256i)_mm256_shuffle_ps(a, b, 0x88), (__m256i)_mm256_shuffle_ps(a, b, 0xdd),
      in_order(parts, right_doubled));
}

// Two neighbouring texels of each of pixels k and k + 2.
static inline __m256i load_quads(const int16_t *row, const int32_t *k) {
  return _mm256_set_m128i(
      _mm_loadu_si128((const __m128i *)(row + 4 * (intptr_t)k[2])),
      _mm_loadu_si128((const __m128i *)(row + 4 * (intptr_t)k[0])));
}

// The samples of four pixels. Pixels 0, 2 and 1, 3 are taken together, since that is what the
// unpacking of 64 bits puts in order.
static inline i16v quads(texel_rows from, const spots *at, int32_t i) {
  const int32_t *index = at->index + i;
  __m256i parts = _mm256_broadcastsi128_si256(*(const __m128i *)(at->parts[0] + i));
  __m256i even = between(
      load_quads(from.upper, index), load_quads(from.lower, index), in_order(parts, below_0_2));
  __m256i odd = between(
      load_quads(from.upper, index + 1), load_quads(from.lower, index + 1),
      in_order(parts, below_1_3));
  return (i16v)between(
      _mm256_unpacklo_epi64(even, odd), _mm256_unpackhi_epi64(even, odd),
      in_order(parts, right_01_23));
}

static inline group sampled(texel_rows from, const spots *at, int32_t i, bool is_quad) {
  return is_quad ? (group){quads(from, at, i), quads(from, at, i + 4)}
                 : (group){.a = pairs(from, at, i)};
}

void ck_avx2_sample_pair(const ck_sampler *sampler, ck_run run, int16_t *samples) {
  sample_any(sampler, run, samples, false);
}

void ck_avx2_sample_quad(const ck_sampler *sampler, ck_run run, int16_t *samples) {
  sample_any(sampler, run, samples, true);
}

#pragma clang attribute pop

#endif
