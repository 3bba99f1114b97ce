#include "kernels.h"

#if defined(__x86_64__)

#include "coordinates.h"

#include <immintrin.h>

// The kernels for AVX2: eight pixels at a time. The same bytes as kernels_plain.c.
//
// Coordinates take two registers of four doubles: a division of doubles a pixel costs 0.4 ns, and
// spares every question of precision that floats or stepwise division would raise. Texels of
// pairs are gathered, 32 bits each; texels of quads lie next to each other for the two columns,
// 16 bytes, for which plain loads beat gathers. FMA is left out on purpose: it rounds once where
// the plain kernels round twice.

#pragma STDC FP_CONTRACT OFF

#define AVX2 __attribute__((target("avx2")))

enum {
  one = 1 << CK_SUBTEXEL_BITS,
  half = one / 2,
  opaque = 1 << CK_ALPHA_BITS,
  lanes = 8,
};

/// Where eight pixels find their texels, in 32-bit lanes.
typedef struct places {
  /// The index of the upper left texel.
  __m256i index;
  /// Weights for pmaddwd: that of the left (upper) texel below, of the right (lower) one above.
  __m256i weights_x, weights_y;
} places;

AVX2 static inline __m128i clamped4(__m256d t, __m256d limit) {
  // maxpd and minpd return their second operand for a NaN, as the plain kernel's tests do.
  t = _mm256_max_pd(t, _mm256_setzero_pd());
  return _mm256_cvttpd_epi32(_mm256_min_pd(t, limit));
}

AVX2 static inline void coordinates4(
    const ck_sampler *s, ck_row row, __m256d x, __m128i *u, __m128i *v) {
  __m256d w = _mm256_add_pd(_mm256_mul_pd(_mm256_set1_pd(s->wx), x), _mm256_set1_pd(row.w));
  w = _mm256_max_pd(w, _mm256_set1_pd(ck_smallest_weight));
  __m256d r = _mm256_div_pd(_mm256_set1_pd(1.0), w);
  __m256d nu = _mm256_add_pd(_mm256_mul_pd(_mm256_set1_pd(s->ux), x), _mm256_set1_pd(row.u));
  __m256d nv = _mm256_add_pd(_mm256_mul_pd(_mm256_set1_pd(s->vx), x), _mm256_set1_pd(row.v));
  *u = clamped4(_mm256_mul_pd(nu, r), _mm256_set1_pd((double)s->limit_u));
  *v = clamped4(_mm256_mul_pd(nv, r), _mm256_set1_pd((double)s->limit_v));
}

AVX2 static inline __m256i weights(__m256i t) {
  __m256i fraction = _mm256_and_si256(t, _mm256_set1_epi32(one - 1));
  __m256i rest = _mm256_sub_epi32(_mm256_set1_epi32(one), fraction);
  return _mm256_or_si256(rest, _mm256_slli_epi32(fraction, 16));
}

AVX2 static inline places places8(const ck_sampler *s, ck_row row, int32_t x) {
  __m256d x0 = _mm256_add_pd(_mm256_set1_pd((double)x), _mm256_setr_pd(0, 1, 2, 3));
  __m256d x4 = _mm256_add_pd(x0, _mm256_set1_pd(4));
  __m128i u0, u4, v0, v4;
  coordinates4(s, row, x0, &u0, &v0);
  coordinates4(s, row, x4, &u4, &v4);
  __m256i u = _mm256_set_m128i(u4, u0);
  __m256i v = _mm256_set_m128i(v4, v0);
  __m256i rows = _mm256_mullo_epi32(
      _mm256_srli_epi32(v, CK_SUBTEXEL_BITS), _mm256_set1_epi32(s->stride));
  return (places){
      .index = _mm256_add_epi32(rows, _mm256_srli_epi32(u, CK_SUBTEXEL_BITS)),
      .weights_x = weights(u),
      .weights_y = weights(v),
  };
}

// The weighted mean of pairs of 16 bit.
AVX2 static inline __m256i mixed(__m256i pairs, __m256i weights) {
  __m256i sum = _mm256_madd_epi16(pairs, weights);
  return _mm256_srai_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(half)), CK_SUBTEXEL_BITS);
}

// (low half of a, low half of b) of each 32-bit lane, and the high halves.
AVX2 static inline __m256i low_halves(__m256i a, __m256i b) {
  return _mm256_blend_epi16(a, _mm256_slli_epi32(b, 16), 0xaa);
}

AVX2 static inline __m256i high_halves(__m256i a, __m256i b) {
  return _mm256_blend_epi16(_mm256_srli_epi32(a, 16), b, 0xaa);
}

AVX2 static inline __m256i scaled(__m256i sum, float gain) {
  __m256 product = _mm256_mul_ps(_mm256_cvtepi32_ps(sum), _mm256_set1_ps(gain));
  return _mm256_cvttps_epi32(_mm256_add_ps(product, _mm256_set1_ps(0.5f)));
}

AVX2 static void sample_pair(
    const ck_sampler *s, int32_t x, int32_t y, int32_t count, int16_t *samples) {
  ck_row rows[CK_MAX_TAPS];
  for (int32_t t = 0; t < s->tap_count; t++) {
    rows[t] = ck_row_of(s, s->taps[t], y);
  }
  const int *upper = (const int *)s->texels;
  const int *lower = upper + s->stride;
  for (int32_t i = 0; i < count; i += lanes) {
    __m256i colour = _mm256_setzero_si256(), alpha = _mm256_setzero_si256();
    for (int32_t t = 0; t < s->tap_count; t++) {
      places p = places8(s, rows[t], x + i);
      __m256i a = _mm256_i32gather_epi32(upper, p.index, 4);
      __m256i b = _mm256_i32gather_epi32(upper + 1, p.index, 4);
      __m256i c = _mm256_i32gather_epi32(lower, p.index, 4);
      __m256i d = _mm256_i32gather_epi32(lower + 1, p.index, 4);
      __m256i colour_top = mixed(low_halves(a, b), p.weights_x);
      __m256i colour_bottom = mixed(low_halves(c, d), p.weights_x);
      __m256i alpha_top = mixed(high_halves(a, b), p.weights_x);
      __m256i alpha_bottom = mixed(high_halves(c, d), p.weights_x);
      colour = _mm256_add_epi32(colour, mixed(low_halves(colour_top, colour_bottom), p.weights_y));
      alpha = _mm256_add_epi32(alpha, mixed(low_halves(alpha_top, alpha_bottom), p.weights_y));
    }
    if (s->gain != 1.0f) {  // by 1 would change nothing
      colour = scaled(colour, s->gain);
      alpha = scaled(alpha, s->gain);
    }
    __m256i pairs = _mm256_or_si256(colour, _mm256_slli_epi32(alpha, 16));
    _mm256_storeu_si256((__m256i *)(samples + 2 * i), pairs);
  }
}

// Puts the four numbers of the lower and of the upper eight bytes of each 128 bits into pairs.
AVX2 static inline __m256i interleaved(__m256i two_quads) {
  const __m256i order = _mm256_setr_epi8(
      0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15,
      0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
  return _mm256_shuffle_epi8(two_quads, order);
}

AVX2 static inline __m256i load_two(const int16_t *first, const int16_t *second) {
  __m256i low = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)first));
  return _mm256_inserti128_si256(low, _mm_loadu_si128((const __m128i *)second), 1);
}

AVX2 static void sample_quad(
    const ck_sampler *s, int32_t x, int32_t y, int32_t count, int16_t *samples) {
  ck_row rows[CK_MAX_TAPS];
  for (int32_t t = 0; t < s->tap_count; t++) {
    rows[t] = ck_row_of(s, s->taps[t], y);
  }
  const int16_t *upper = s->texels;
  const int16_t *lower = upper + 4 * (intptr_t)s->stride;
  for (int32_t i = 0; i < count; i += lanes) {
    __m256i sums[lanes / 2];
    for (int32_t k = 0; k < lanes / 2; k++) {
      sums[k] = _mm256_setzero_si256();
    }
    for (int32_t t = 0; t < s->tap_count; t++) {
      places p = places8(s, rows[t], x + i);
      int32_t index[lanes];
      _mm256_storeu_si256((__m256i *)index, p.index);
      for (int32_t k = 0; k < lanes / 2; k++) {
        intptr_t first = 4 * (intptr_t)index[2 * k], second = 4 * (intptr_t)index[2 * k + 1];
        // Each pixel's weight for all four numbers of its 128 bits.
        __m256i spread = _mm256_add_epi32(
            _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1), _mm256_set1_epi32(2 * k));
        __m256i weights_x = _mm256_permutevar8x32_epi32(p.weights_x, spread);
        __m256i weights_y = _mm256_permutevar8x32_epi32(p.weights_y, spread);
        __m256i top = mixed(interleaved(load_two(upper + first, upper + second)), weights_x);
        __m256i bottom = mixed(interleaved(load_two(lower + first, lower + second)), weights_x);
        __m256i both = interleaved(_mm256_packs_epi32(top, bottom));
        sums[k] = _mm256_add_epi32(sums[k], mixed(both, weights_y));
      }
    }
    for (int32_t k = 0; k < lanes / 2; k += 2) {
      __m256i a = sums[k], b = sums[k + 1];
      if (s->gain != 1.0f) {
        a = scaled(a, s->gain);
        b = scaled(b, s->gain);
      }
      // packs works within 128 bits: pixels 0, 2, 1, 3.
      __m256i quads = _mm256_permute4x64_epi64(_mm256_packs_epi32(a, b), 0xd8);
      _mm256_storeu_si256((__m256i *)(samples + 4 * (i + 2 * k)), quads);
    }
  }
}

// Eight levels of (colour or 0, alpha) over eight bytes.
AVX2 static inline __m128i over8(__m256i colour, __m256i transparency, const uint8_t *to) {
  __m256i backdrop = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)to));
  __m256i values = _mm256_or_si256(colour, _mm256_slli_epi32(backdrop, 16));
  __m256i factors = _mm256_or_si256(
      _mm256_set1_epi32(1 << CK_COLOUR_BITS), _mm256_slli_epi32(transparency, 16));
  __m256i levels = mixed(values, factors);
  __m128i words = _mm_packus_epi32(
      _mm256_castsi256_si128(levels), _mm256_extracti128_si256(levels, 1));
  return _mm_packus_epi16(words, words);
}

AVX2 static void over_plane(const int16_t *samples, uint8_t *to, int32_t count) {
  int32_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    __m256i pairs = _mm256_loadu_si256((const __m256i *)(samples + 2 * i));
    __m256i alpha = _mm256_srli_epi32(pairs, 16);
    if (_mm256_testz_si256(alpha, alpha)) {
      continue;
    }
    __m256i transparency = _mm256_sub_epi32(_mm256_set1_epi32(opaque), alpha);
    __m256i colour = _mm256_and_si256(pairs, _mm256_set1_epi32(0xffff));
    _mm_storel_epi64((__m128i *)(to + i), over8(colour, transparency, to + i));
  }
  ck_plain.over_plane(samples + 2 * i, to + i, count - i);
}

AVX2 static void over_two_planes(
    const int16_t *samples, uint8_t *first, uint8_t *second, int32_t count) {
  int32_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    __m256 a = _mm256_loadu_ps((const float *)(samples + 4 * i));
    __m256 b = _mm256_loadu_ps((const float *)(samples + 4 * i + 16));
    // The lower and the upper halves of the quads; the shuffle leaves pixels 0 1 4 5, 2 3 6 7.
    __m256i colours = _mm256_permute4x64_epi64(
        _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88)), 0xd8);
    __m256i rest = _mm256_permute4x64_epi64(
        _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0xdd)), 0xd8);
    __m256i alpha = _mm256_srli_epi32(rest, 16);
    if (_mm256_testz_si256(alpha, alpha)) {
      continue;
    }
    __m256i transparency = _mm256_sub_epi32(_mm256_set1_epi32(opaque), alpha);
    __m256i lower = _mm256_and_si256(colours, _mm256_set1_epi32(0xffff));
    __m256i upper = _mm256_srli_epi32(colours, 16);
    _mm_storel_epi64((__m128i *)(first + i), over8(lower, transparency, first + i));
    _mm_storel_epi64((__m128i *)(second + i), over8(upper, transparency, second + i));
  }
  ck_plain.over_two_planes(samples + 4 * i, first + i, second + i, count - i);
}

// The last of each four numbers in place of all four.
AVX2 static inline __m256i alphas(__m256i quads) {
  const __m256i order = _mm256_setr_epi8(
      6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15,
      6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
  return _mm256_shuffle_epi8(quads, order);
}

AVX2 static void over_rgba(const int16_t *samples, uint8_t *to, int32_t count) {
  enum { pixels = 4 };
  const __m256i scale = _mm256_set1_epi64x((255LL << 48) | (128LL << 32) | (128LL << 16) | 128LL);
  int32_t i = 0;
  for (; i + pixels <= count; i += pixels) {
    __m256i source = _mm256_loadu_si256((const __m256i *)(samples + 4 * i));
    __m256i alpha = alphas(source);
    if (_mm256_testz_si256(alpha, alpha)) {
      continue;
    }
    __m128i *at = (__m128i *)(to + 4 * i);
    __m256i backdrop = _mm256_cvtepu8_epi16(_mm_loadu_si128(at));
    __m256i transparency = _mm256_sub_epi16(_mm256_set1_epi16(opaque), alpha);
    __m256i low = mixed(
        _mm256_unpacklo_epi16(source, backdrop), _mm256_unpacklo_epi16(scale, transparency));
    __m256i high = mixed(
        _mm256_unpackhi_epi16(source, backdrop), _mm256_unpackhi_epi16(scale, transparency));
    __m256i levels = _mm256_packs_epi32(low, high);
    levels = _mm256_min_epi16(levels, alphas(levels));
    __m128i bytes = _mm_packus_epi16(
        _mm256_castsi256_si128(levels), _mm256_extracti128_si256(levels, 1));
    _mm_storeu_si128(at, bytes);
  }
  ck_plain.over_rgba(samples + 4 * i, to + 4 * i, count - i);
}

const ck_kernels ck_avx2 = {
    .name = "avx2",
    .sample_pair = sample_pair,
    .sample_quad = sample_quad,
    .over_plane = over_plane,
    .over_two_planes = over_two_planes,
    .over_rgba = over_rgba,
};

#endif
