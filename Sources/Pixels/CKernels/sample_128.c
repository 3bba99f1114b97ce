#include "vectors_128.h"

#if CK_HAS_128

// Sampling with 128 bits, SSE2 and NEON: four pixels at a time.
//
// As with AVX2 (sample_avx2.c), texels are interpolated down and to the right in 16 bits. SSE2 has
// no shuffle of bytes, so the parts of a texel are stored twice in 32 bits, ready to be spread by
// the shuffle of 32-bit lanes, which reads memory. Nor has it the rounding product, which takes six
// instructions: with all texels at hand a pixel takes 1.3 ns (pairs) or 1.7 ns (quads) where AVX2
// takes 0.6 (Zen 5); whole frames take 1.5 to 2.2 times as long.

#define VECTOR_BYTES 16
// How far to the right of its texel a sample lies, and how far below it, in 15 bits, as
// high_product takes them; each in both halves of 32 bits.
#define SPOT_PARTS 2
#include "sampling.h"

// NEON's own fmax and fmin give NaN, or the number.
static inline f32v larger(f32v a, f32v b) {
#if defined(__x86_64__)
  return (f32v)_mm_max_ps((__m128)a, (__m128)b);
#else
  float32x4_t x = (float32x4_t)a, y = (float32x4_t)b;
  return (f32v)vbslq_f32(vcgtq_f32(x, y), x, y);
#endif
}
static inline f32v smaller(f32v a, f32v b) {
#if defined(__x86_64__)
  return (f32v)_mm_min_ps((__m128)a, (__m128)b);
#else
  float32x4_t x = (float32x4_t)a, y = (float32x4_t)b;
  return (f32v)vbslq_f32(vcltq_f32(x, y), x, y);
#endif
}

static inline i32v nearest(f32v t) {
#if defined(__x86_64__)
  return (i32v)_mm_cvtps_epi32((__m128)t);
#else
  return (i32v)vcvtnq_s32_f32((float32x4_t)t);
#endif
}

// row * stride + column, all of them below 1 << 15; SSE2 has no product of 32 bits.
static inline i32v index_of(i32v row, i32v column, int32_t stride) {
#if defined(__x86_64__)
  __m128i both = (__m128i)(row << 16 | column);
  return (i32v)_mm_madd_epi16(both, _mm_set1_epi32(stride << 16 | 1));
#else
  return row * stride + column;
#endif
}

static inline i32v fraction(i32v t) {
  u32v top = (u32v)t << (32 - CK_SUBTEXEL_BITS);
  return (i32v)((top >> 1 & 0xffff0000u) | top >> 17);
}

static inline void locate(const ck_sampler *s, points at, spots *to, int32_t i) {
  *(i32v *)(to->index + i) =
      index_of(at.v >> CK_SUBTEXEL_BITS, at.u >> CK_SUBTEXEL_BITS, s->stride);
  *(i32v *)(to->parts[0] + i) = fraction(at.u);
  *(i32v *)(to->parts[1] + i) = fraction(at.v);
}

static inline i32v load_parts(const int32_t *from) { return *(const i32v *)from; }

// From one value to another, part of the way.
static inline i16x8 between(i16x8 from, i16x8 to, i32v part) {
  return from + high_product(to - from, (i16x8)part);
}

// Lanes a and b, twice each.
#define SPREAD(t, a, b) __builtin_shufflevector(t, t, a, a, b, b)

// Two numbers of 64 bits.
static inline i16x8 load_two(const int16_t *a, const int16_t *b) {
  i64x2 t;
  memcpy(&t, a, 8);
  memcpy((char *)&t + 8, b, 8);
  return (i16x8)t;
}

// Two neighbouring texels of each of two pixels, part of the way down.
static inline i32v down_pairs(texel_rows from, const int32_t *k, i32v below) {
  const intptr_t first = 2 * (intptr_t)k[0], second = 2 * (intptr_t)k[1];
  return (i32v)between(
      load_two(from.upper + first, from.upper + second),
      load_two(from.lower + first, from.lower + second), below);
}

static inline i16x8 pairs(texel_rows from, const spots *at, int32_t i) {
  i32v right = load_parts(at->parts[0] + i), below = load_parts(at->parts[1] + i);
  i32v a = down_pairs(from, at->index + i, SPREAD(below, 0, 1));
  i32v b = down_pairs(from, at->index + i + 2, SPREAD(below, 2, 3));
  return between(
      (i16x8)__builtin_shufflevector(a, b, 0, 2, 4, 6),
      (i16x8)__builtin_shufflevector(a, b, 1, 3, 5, 7), right);
}

// Two neighbouring texels of a pixel, part of the way down.
static inline i64x2 down_quad(texel_rows from, int32_t index, i32v below) {
  const intptr_t k = 4 * (intptr_t)index;
  return (i64x2)between(load_words(from.upper + k), load_words(from.lower + k), below);
}

static inline i16x8 across(i64x2 p, i64x2 q, i32v right) {
  return between(
      (i16x8)__builtin_shufflevector(p, q, 0, 2), (i16x8)__builtin_shufflevector(p, q, 1, 3),
      right);
}

static inline group quads(texel_rows from, const spots *at, int32_t i) {
  const int32_t *index = at->index + i;
  i32v right = load_parts(at->parts[0] + i), below = load_parts(at->parts[1] + i);
  i64x2 p0 = down_quad(from, index[0], SPREAD(below, 0, 0));
  i64x2 p1 = down_quad(from, index[1], SPREAD(below, 1, 1));
  i64x2 p2 = down_quad(from, index[2], SPREAD(below, 2, 2));
  i64x2 p3 = down_quad(from, index[3], SPREAD(below, 3, 3));
  return (group){across(p0, p1, SPREAD(right, 0, 1)), across(p2, p3, SPREAD(right, 2, 3))};
}

static inline group sampled(texel_rows from, const spots *at, int32_t i, bool is_quad) {
  return is_quad ? quads(from, at, i) : (group){.a = pairs(from, at, i)};
}

void ck_128_sample_pair(const ck_sampler *sampler, ck_run run, int16_t *samples) {
  sample_any(sampler, run, samples, false);
}

void ck_128_sample_quad(const ck_sampler *sampler, ck_run run, int16_t *samples) {
  sample_any(sampler, run, samples, true);
}

#endif
