#pragma once

#include "kernels.h"

// Vectors of 128 bit, which x86-64 (SSE2) and aarch64 (NEON) always have: the kernels are written
// once, in clang's vector extensions, over the few operations in which the two differ.

#if defined(__x86_64__) || defined(__aarch64__)
#define CK_HAS_128 1

#include <string.h>

#if defined(__x86_64__)
#include <emmintrin.h>
#else
#include <arm_neon.h>
#endif

typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef int64_t i64x2 __attribute__((vector_size(16)));
typedef int16_t i16x8 __attribute__((vector_size(16)));
typedef uint16_t u16x8 __attribute__((vector_size(16)));
typedef uint8_t u8x8 __attribute__((vector_size(8)));
typedef uint8_t u8x16 __attribute__((vector_size(16)));

static inline i16x8 words(int16_t t) { return (i16x8){t, t, t, t, t, t, t, t}; }

static inline i16x8 load_words(const void *from) {
  i16x8 t;
  memcpy(&t, from, sizeof t);
  return t;
}
static inline i32x4 load_longs(const void *from) {
  i32x4 t;
  memcpy(&t, from, sizeof t);
  return t;
}

// The product of two fractions in 1 / 32768, rounded; not of -1 by -1.
//
// SSE2 has only the halves of the product P = 65536 h + l, l unsigned:
// (P + 2^14) >> 15 = 2 h + ((l + 2^14) >> 15) = 2 h + (((l >> 14) + 1) >> 1), exact for every P,
// since what l >> 14 cuts off cannot carry; and pavgw of x and 0 is (x + 1) >> 1.
static inline i16x8 high_product(i16x8 a, i16x8 b) {
#if defined(__x86_64__)
  __m128i high = _mm_mulhi_epi16((__m128i)a, (__m128i)b);
  __m128i low = _mm_srli_epi16(_mm_mullo_epi16((__m128i)a, (__m128i)b), 14);
  low = _mm_avg_epu16(low, _mm_setzero_si128());
  return (i16x8)_mm_add_epi16(_mm_add_epi16(high, high), low);
#else
  return (i16x8)vqrdmulhq_s16((int16x8_t)a, (int16x8_t)b);
#endif
}

// Two times eight levels as bytes, held within 0...255.
static inline u8x16 bytes_of(i16x8 a, i16x8 b) {
#if defined(__x86_64__)
  return (u8x16)_mm_packus_epi16((__m128i)a, (__m128i)b);
#else
  return (u8x16)vcombine_u8(vqmovun_s16((int16x8_t)a), vqmovun_s16((int16x8_t)b));
#endif
}

// The lower and the upper halves of 32-bit lanes; none of them is negative.
static inline i16x8 lower_halves(i32x4 a, i32x4 b) {
#if defined(__x86_64__)
  const __m128i mask = _mm_set1_epi32(0xffff);
  return (i16x8)_mm_packs_epi32(
      _mm_and_si128((__m128i)a, mask), _mm_and_si128((__m128i)b, mask));
#else
  return (i16x8)vuzp1q_s16((int16x8_t)a, (int16x8_t)b);
#endif
}
static inline i16x8 upper_halves(i32x4 a, i32x4 b) {
#if defined(__x86_64__)
  return (i16x8)_mm_packs_epi32(
      _mm_srli_epi32((__m128i)a, 16), _mm_srli_epi32((__m128i)b, 16));
#else
  return (i16x8)vuzp2q_s16((int16x8_t)a, (int16x8_t)b);
#endif
}

// Whether all bits are 0.
static inline bool is_zero(i16x8 t) {
  i64x2 halves = (i64x2)t;
  return (halves[0] | halves[1]) == 0;
}

void ck_128_sample_pair(const ck_sampler *sampler, ck_run run, int16_t *samples);
void ck_128_sample_quad(const ck_sampler *sampler, ck_run run, int16_t *samples);

#endif
