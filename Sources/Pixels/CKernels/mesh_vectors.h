#pragma once

#include <stdint.h>
#include <string.h>

// Vectors of four lanes that the compiler knows for every processor, and the one operation that it does not.

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

typedef float f32x2 __attribute__((ext_vector_type(2)));
typedef float f32x4 __attribute__((ext_vector_type(4)));
typedef int32_t i32x4 __attribute__((ext_vector_type(4)));
typedef int16_t i16x8 __attribute__((ext_vector_type(8)));

static inline f32x4 select4(i32x4 which, f32x4 yes, f32x4 no) { return which ? yes : no; }

static inline f32x4 load4(const float *from) {
  f32x4 t;
  memcpy(&t, from, sizeof t);
  return t;
}

static inline f32x4 lesser4(f32x4 a, f32x4 b) { return a < b ? a : b; }

// The first two columns of four rows.
static inline void columns_of(f32x4 a, f32x4 b, f32x4 c, f32x4 d, f32x4 *first, f32x4 *second) {
  const f32x4 upper = __builtin_shufflevector(a, b, 0, 1, 4, 5), lower = __builtin_shufflevector(c, d, 0, 1, 4, 5);
  *first = __builtin_shufflevector(upper, lower, 0, 2, 4, 6);
  *second = __builtin_shufflevector(upper, lower, 1, 3, 5, 7);
}

static inline f32x4 magnitude4(f32x4 t) { return t < 0 ? -t : t; }

// Held within -limit and limit.
static inline f32x4 held4(f32x4 t, f32x4 limit) {
  t = t > -limit ? t : -limit;
  return t < limit ? t : limit;
}

// A bit for each lane that is not negative, the first vector's in the lowest bits.
static inline uint32_t bits_of(i32x4 a, i32x4 b, i32x4 c, i32x4 d) {
#if defined(__x86_64__)
  const __m128i upper = _mm_packs_epi32((__m128i)a, (__m128i)b), lower = _mm_packs_epi32((__m128i)c, (__m128i)d);
  return ~(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(upper, lower)) & 0xffff;
#else
  const i32x4 all = (~a >> 31 & (i32x4){1, 2, 4, 8}) | (~b >> 31 & (i32x4){1 << 4, 2 << 4, 4 << 4, 8 << 4}) |
                    (~c >> 31 & (i32x4){1 << 8, 2 << 8, 4 << 8, 8 << 8}) |
                    (~d >> 31 & (i32x4){1 << 12, 2 << 12, 4 << 12, 8 << 12});
  return (uint32_t)(all[0] | all[1] | all[2] | all[3]);
#endif
}

// The same of one vector.
static inline uint32_t bits4_of(i32x4 t) {
#if defined(__x86_64__)
  return ~(uint32_t)_mm_movemask_ps((__m128)t) & 15;
#else
  const i32x4 all = ~t >> 31 & (i32x4){1, 2, 4, 8};
  return (uint32_t)(all[0] | all[1] | all[2] | all[3]);
#endif
}

// All bits of the lanes whose bit, of the lowest four, is set.
static inline i32x4 lanes_of(uint32_t bits) {
  return ((i32x4)(int32_t)bits & (i32x4){1, 2, 4, 8}) != 0;
}

// Of two vectors, the numbers of one times the lower halves of weights and those of the other times the upper halves,
// added; for the lower and the upper four numbers.
static inline i32x4 lower_sums(i16x8 a, i16x8 b, i32x4 weights) {
  const i16x8 both = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
#if defined(__x86_64__)
  return (i32x4)_mm_madd_epi16((__m128i)both, (__m128i)weights);
#else
  const i32x4 first = (i32x4)both << 16 >> 16, second = (i32x4)both >> 16;
  return first * (weights & 0xffff) + second * (weights >> 16);
#endif
}
static inline i32x4 upper_sums(i16x8 a, i16x8 b, i32x4 weights) {
  return lower_sums(a.hi.xyzwxyzw, b.hi.xyzwxyzw, weights);
}
