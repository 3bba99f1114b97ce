#include "avx2.h"

#if defined(__x86_64__)

// Sampling with AVX2: eight pixels at a time.
//
// The two texels of a row lie next to each other, so plain loads of 8 (pairs) or 16 bytes (quads)
// fetch them; with gathers, which Zen takes apart into single loads, a pixel of four taps took
// 7.9 ns instead of 4.8. Interpolation is in 16 bits, down first and then to the right, eight
// pixels in three instructions each: an eighth faster than pmaddwd with four weights a pixel.
// Coordinates in single precision take half the instructions that they took in double. FMA is left
// out on purpose: it rounds once where the reference rounds twice.

#pragma STDC FP_CONTRACT OFF

/// Taps of eight pixels in the texture, in 32-bit lanes.
typedef struct points {
  __m256i u, v;
} points;

/// What the coordinates of a row need, in all lanes: loaded once a run, not once in eight pixels.
typedef struct steps {
  __m256 ux, vx, wx, u, v, w;
  __m256i base_u, base_v;
} steps;

AVX2 static inline steps steps_of(const ck_sampler *s, int32_t y) {
  ck_row row = ck_row_of(s, y);
  return (steps){
      .ux = _mm256_set1_ps(s->ux), .vx = _mm256_set1_ps(s->vx), .wx = _mm256_set1_ps(s->wx),
      .u = _mm256_set1_ps(row.u), .v = _mm256_set1_ps(row.v), .w = _mm256_set1_ps(row.w),
      .base_u = _mm256_set1_epi32(s->u), .base_v = _mm256_set1_epi32(s->v),
  };
}

AVX2 static inline __m256i fixed8(__m256 t, bool is_inside) {
  if (!is_inside) {
    // maxps and minps return their second operand for a NaN, as the reference's tests do.
    t = _mm256_max_ps(t, _mm256_set1_ps(-(float)CK_FARTHEST));
    t = _mm256_min_ps(t, _mm256_set1_ps((float)CK_FARTHEST));
  }
  return _mm256_cvtps_epi32(t);
}

// The middles of eight pixels; dx is exact, being a small integer.
AVX2 static inline points middles8(const steps *row, __m256 dx, bool is_inside) {
  __m256 u = _mm256_add_ps(_mm256_mul_ps(row->ux, dx), row->u);
  __m256 v = _mm256_add_ps(_mm256_mul_ps(row->vx, dx), row->v);
  __m256 w = _mm256_add_ps(_mm256_mul_ps(row->wx, dx), row->w);
  if (!is_inside) {
    w = _mm256_max_ps(w, _mm256_set1_ps(ck_smallest_weight));
  }
  __m256 r = _mm256_div_ps(_mm256_set1_ps(1.0f), w);
  u = _mm256_mul_ps(u, r);
  v = _mm256_mul_ps(v, r);
  return (points){
      .u = _mm256_add_epi32(fixed8(u, is_inside), row->base_u),
      .v = _mm256_add_epi32(fixed8(v, is_inside), row->base_v),
  };
}

AVX2 static inline __m256i clamped(__m256i t, int32_t limit) {
  return _mm256_min_epi32(
      _mm256_max_epi32(t, _mm256_setzero_si256()), _mm256_set1_epi32(limit));
}

AVX2 static inline points tapped(
    const ck_sampler *s, points at, ck_tap tap, bool is_inside) {
  at.u = _mm256_add_epi32(at.u, _mm256_set1_epi32(tap.u));
  at.v = _mm256_add_epi32(at.v, _mm256_set1_epi32(tap.v));
  return is_inside ? at : (points){clamped(at.u, s->limit_u), clamped(at.v, s->limit_v)};
}

// Where the texels of a pixel's sample lie, for a number of pixels: the index of the upper left
// one, and how far to the right and below of it, in the lower half of 32 bits.
enum { spots_max = 64 };
typedef struct spots {
  _Alignas(32) int32_t index[spots_max];
  _Alignas(32) int32_t right[spots_max];
  _Alignas(32) int32_t below[spots_max];
} spots;

// The fraction of a coordinate in the lower half of its 32 bits: 15 bits, as pmulhrsw takes them.
AVX2 static inline __m256i fraction(__m256i t) {
  return _mm256_srli_epi16(_mm256_slli_epi16(t, 16 - CK_SUBTEXEL_BITS), 1);
}

AVX2 static inline void locate8(const ck_sampler *s, points at, spots *to, int32_t i) {
  // v * stride + u in one pmaddwd: both are below 1 << 15.
  __m256i both = _mm256_blend_epi16(
      _mm256_srli_epi32(at.u, CK_SUBTEXEL_BITS),
      _mm256_slli_epi32(at.v, 16 - CK_SUBTEXEL_BITS), 0xaa);
  __m256i factors = _mm256_set1_epi32(s->stride << 16 | 1);
  _mm256_store_si256((__m256i *)(to->index + i), _mm256_madd_epi16(both, factors));
  _mm256_store_si256((__m256i *)(to->right + i), fraction(at.u));
  _mm256_store_si256((__m256i *)(to->below + i), fraction(at.v));
}

// From one value to another, part of the way.
AVX2 static inline __m256i between(__m256i from, __m256i to, __m256i part) {
  return _mm256_add_epi16(from, _mm256_mulhrs_epi16(_mm256_sub_epi16(to, from), part));
}

// The lower halves of 32-bit lanes a and b of each 128, four times each.
#define SPREAD_BYTES(a, b)                                                    \
  4 * a, 4 * a + 1, 4 * a, 4 * a + 1, 4 * a, 4 * a + 1, 4 * a, 4 * a + 1,     \
      4 * b, 4 * b + 1, 4 * b, 4 * b + 1, 4 * b, 4 * b + 1, 4 * b, 4 * b + 1
_Alignas(32) static const uint8_t spread01[32] = {SPREAD_BYTES(0, 1), SPREAD_BYTES(0, 1)};
_Alignas(32) static const uint8_t spread23[32] = {SPREAD_BYTES(2, 3), SPREAD_BYTES(2, 3)};
_Alignas(32) static const uint8_t spread0[32] = {SPREAD_BYTES(0, 0), SPREAD_BYTES(0, 0)};
_Alignas(32) static const uint8_t spread1[32] = {SPREAD_BYTES(1, 1), SPREAD_BYTES(1, 1)};
_Alignas(32) static const uint8_t spread2[32] = {SPREAD_BYTES(2, 2), SPREAD_BYTES(2, 2)};
_Alignas(32) static const uint8_t spread3[32] = {SPREAD_BYTES(3, 3), SPREAD_BYTES(3, 3)};
// The lower half of each 32-bit lane, twice.
_Alignas(32) static const uint8_t doubled[32] = {
    0, 1, 0, 1, 4, 5, 4, 5, 8, 9, 8, 9, 12, 13, 12, 13,
    0, 1, 0, 1, 4, 5, 4, 5, 8, 9, 8, 9, 12, 13, 12, 13};

AVX2 static inline __m256i in_order(__m256i t, const uint8_t order[32]) {
  __m256i mask = _mm256_load_si256((const __m256i *)order);
  // Seeing a constant, clang takes two shuffles of words for this one.
  __asm__("" : "+x"(mask));
  return _mm256_shuffle_epi8(t, mask);
}

AVX2 static inline __m256i load8(const int32_t *from) {
  return _mm256_load_si256((const __m256i *)from);
}

// Two numbers of 64 bits.
AVX2 static inline __m128i load2(const int16_t *a, const int16_t *b) {
  return _mm_castpd_si128(_mm_loadh_pd(
      _mm_castsi128_pd(_mm_loadl_epi64((const __m128i *)a)), (const double *)b));
}

// Two neighbouring texels of each of four pixels, part of the way down.
AVX2 static inline __m256i down_pairs(
    const int16_t *upper, const int16_t *lower, const int32_t *k, __m256i below) {
  __m256i from = _mm256_set_m128i(
      load2(upper + 2 * (intptr_t)k[4], upper + 2 * (intptr_t)k[5]),
      load2(upper + 2 * (intptr_t)k[0], upper + 2 * (intptr_t)k[1]));
  __m256i to = _mm256_set_m128i(
      load2(lower + 2 * (intptr_t)k[4], lower + 2 * (intptr_t)k[5]),
      load2(lower + 2 * (intptr_t)k[0], lower + 2 * (intptr_t)k[1]));
  return between(from, to, below);
}

// The bilinear samples of eight pixels.
AVX2 static inline __m256i pairs8(const ck_sampler *s, const spots *at, int32_t i) {
  const int32_t *index = at->index + i;
  const int16_t *upper = s->texels, *lower = upper + 2 * (intptr_t)s->stride;
  __m256i below = load8(at->below + i);
  // Pixels 0, 1, 4, 5 and 2, 3, 6, 7; the shuffle of single words restores the order.
  __m256 a = _mm256_castsi256_ps(down_pairs(upper, lower, index, in_order(below, spread01)));
  __m256 b = _mm256_castsi256_ps(down_pairs(upper, lower, index + 2, in_order(below, spread23)));
  return between(
      _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88)),
      _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0xdd)), in_order(load8(at->right + i), doubled));
}

/// The samples of eight pixels: 0, 1, 4, 5 and 2, 3, 6, 7.
typedef struct quads {
  __m256i a, b;
} quads;

// Two neighbouring texels of pixel k and of pixel k + 4, part of the way down.
AVX2 static inline __m256i down_quads(
    const int16_t *upper, const int16_t *lower, const int32_t *k, __m256i below) {
  const intptr_t first = 4 * (intptr_t)k[0], second = 4 * (intptr_t)k[4];
  __m256i from = _mm256_set_m128i(
      _mm_loadu_si128((const __m128i *)(upper + second)),
      _mm_loadu_si128((const __m128i *)(upper + first)));
  __m256i to = _mm256_set_m128i(
      _mm_loadu_si128((const __m128i *)(lower + second)),
      _mm_loadu_si128((const __m128i *)(lower + first)));
  return between(from, to, below);
}

AVX2 static inline quads quads8(const ck_sampler *s, const spots *at, int32_t i) {
  const int32_t *index = at->index + i;
  const int16_t *upper = s->texels, *lower = upper + 4 * (intptr_t)s->stride;
  __m256i below = load8(at->below + i), right = load8(at->right + i);
  __m256i p0 = down_quads(upper, lower, index, in_order(below, spread0));
  __m256i p1 = down_quads(upper, lower, index + 1, in_order(below, spread1));
  __m256i p2 = down_quads(upper, lower, index + 2, in_order(below, spread2));
  __m256i p3 = down_quads(upper, lower, index + 3, in_order(below, spread3));
  return (quads){
      .a = between(
          _mm256_unpacklo_epi64(p0, p1), _mm256_unpackhi_epi64(p0, p1), in_order(right, spread01)),
      .b = between(
          _mm256_unpacklo_epi64(p2, p3), _mm256_unpackhi_epi64(p2, p3), in_order(right, spread23)),
  };
}

// Sums of samples in 32 bits, in the order that unpack leaves and pack restores.
typedef struct sums {
  __m256i low, high;
} sums;

AVX2 static inline sums added(sums to, __m256i samples) {
  const __m256i zero = _mm256_setzero_si256();
  return (sums){
      _mm256_add_epi32(to.low, _mm256_unpacklo_epi16(samples, zero)),
      _mm256_add_epi32(to.high, _mm256_unpackhi_epi16(samples, zero)),
  };
}

AVX2 static inline __m256i scaled(__m256i sum, float gain) {
  __m256 product = _mm256_mul_ps(_mm256_cvtepi32_ps(sum), _mm256_set1_ps(gain));
  return _mm256_cvttps_epi32(_mm256_add_ps(product, _mm256_set1_ps(0.5f)));
}

AVX2 static inline __m256i mean(sums of, float gain) {
  return _mm256_packs_epi32(scaled(of.low, gain), scaled(of.high, gain));
}

// Where some taps of eight pixels lie, from tap `first` on; gives their number.
AVX2 static inline int32_t locate_taps(
    const ck_sampler *s, points at, int32_t first, bool is_inside, spots *to) {
  int32_t count = s->tap_count - first;
  count = count < spots_max / CK_LANES ? count : spots_max / CK_LANES;
  for (int32_t t = 0; t < count; t++) {
    locate8(s, tapped(s, at, s->taps[first + t], is_inside), to, CK_LANES * t);
  }
  return count;
}

// The means of the taps of eight pixels.
AVX2 static inline __m256i mean_pairs8(const ck_sampler *s, points at, bool is_inside) {
  sums all = {_mm256_setzero_si256(), _mm256_setzero_si256()};
  spots spot;
  for (int32_t first = 0; first < s->tap_count; first += spots_max / CK_LANES) {
    int32_t count = locate_taps(s, at, first, is_inside, &spot);
    for (int32_t t = 0; t < count; t++) {
      all = added(all, pairs8(s, &spot, CK_LANES * t));
    }
  }
  return mean(all, s->gain);
}
AVX2 static inline quads mean_quads8(const ck_sampler *s, points at, bool is_inside) {
  sums a = {_mm256_setzero_si256(), _mm256_setzero_si256()}, b = a;
  spots spot;
  for (int32_t first = 0; first < s->tap_count; first += spots_max / CK_LANES) {
    int32_t count = locate_taps(s, at, first, is_inside, &spot);
    for (int32_t t = 0; t < count; t++) {
      quads one = quads8(s, &spot, CK_LANES * t);
      a = added(a, one.a);
      b = added(b, one.b);
    }
  }
  return (quads){.a = mean(a, s->gain), .b = mean(b, s->gain)};
}

AVX2 static inline void store_quads(int16_t *to, quads all) {
  _mm256_storeu_si256((__m256i *)to, _mm256_permute2x128_si256(all.a, all.b, 0x20));
  _mm256_storeu_si256((__m256i *)(to + 16), _mm256_permute2x128_si256(all.a, all.b, 0x31));
}
AVX2 static inline void store_pairs(int16_t *to, __m256i all) {
  _mm256_storeu_si256((__m256i *)to, all);
}

/// The shape of a loop: a set of constants for the compiler to specialise it by.
typedef struct shape {
  bool is_quad, is_inside, is_one_tap;
} shape;

// One tap a pixel: first where all texels lie, then the texels. In one loop, the way from a
// coordinate to its sample is so long that the processor has no room to overlap the pixels enough:
// that took 1.2 ns a pixel instead of 0.64 (Zen 5, quads, all texels at hand).
__attribute__((always_inline)) AVX2 static inline void sample_once(
    const ck_sampler *s, const steps *row, __m256 dx, int32_t count, int16_t *samples, shape is) {
  spots spot;
  for (int32_t i = 0; i < count; i += CK_LANES) {
    points at = middles8(row, dx, is.is_inside);
    dx = _mm256_add_ps(dx, _mm256_set1_ps(CK_LANES));
    locate8(s, tapped(s, at, s->taps[0], is.is_inside), &spot, i);
  }
  for (int32_t i = 0; i < count; i += CK_LANES) {
    if (is.is_quad) {
      store_quads(samples + 4 * i, quads8(s, &spot, i));
    } else {
      store_pairs(samples + 2 * i, pairs8(s, &spot, i));
    }
  }
}

__attribute__((always_inline)) AVX2 static inline void sample_often(
    const ck_sampler *s, const steps *row, __m256 dx, int32_t count, int16_t *samples, shape is) {
  for (int32_t i = 0; i < count; i += CK_LANES) {
    points at = middles8(row, dx, is.is_inside);
    dx = _mm256_add_ps(dx, _mm256_set1_ps(CK_LANES));
    if (is.is_quad) {
      store_quads(samples + 4 * i, mean_quads8(s, at, is.is_inside));
    } else {
      store_pairs(samples + 2 * i, mean_pairs8(s, at, is.is_inside));
    }
  }
}

__attribute__((always_inline)) AVX2 static inline void sample_run(
    const ck_sampler *s, ck_run run, int16_t *samples, shape is) {
  const steps row = steps_of(s, run.y);
  for (int32_t i = 0; i < run.count; i += spots_max) {
    int32_t count = run.count - i < spots_max ? run.count - i : spots_max;
    __m256 dx = _mm256_add_ps(
        _mm256_set1_ps((float)(run.x + i - s->x)), _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7));
    int16_t *to = samples + (is.is_quad ? 4 : 2) * (intptr_t)i;
    if (is.is_one_tap) {
      sample_once(s, &row, dx, count, to, is);
    } else {
      sample_often(s, &row, dx, count, to, is);
    }
  }
}

// One loop for each shape: what is decided for a run is not asked again for a pixel.
__attribute__((always_inline)) AVX2 static inline void sample_any(
    const ck_sampler *s, ck_run run, int16_t *samples, bool quad) {
  if (s->gain == 1.0f) {
    if (run.is_inside) {
      sample_run(s, run, samples, (shape){quad, true, true});
    } else {
      sample_run(s, run, samples, (shape){quad, false, true});
    }
  } else if (run.is_inside) {
    sample_run(s, run, samples, (shape){quad, true, false});
  } else {
    sample_run(s, run, samples, (shape){quad, false, false});
  }
}

AVX2 void ck_avx2_sample_pair(const ck_sampler *sampler, ck_run run, int16_t *samples) {
  sample_any(sampler, run, samples, false);
}

AVX2 void ck_avx2_sample_quad(const ck_sampler *sampler, ck_run run, int16_t *samples) {
  sample_any(sampler, run, samples, true);
}

#endif
