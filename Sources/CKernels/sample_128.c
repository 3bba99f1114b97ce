#include "vectors_128.h"

#if CK_HAS_128

// Sampling with 128 bits, SSE2 and NEON: four pixels at a time.
//
// The shape is that of AVX2 (sample_avx2.c): first where the texels of a whole run lie, then the
// texels, interpolated down and to the right in 16 bits. What SSE2 lacks is the shuffle of bytes,
// so the parts of a texel are stored twice in 32 bits, ready to be spread by the shuffle of 32-bit
// lanes, which reads memory.

#pragma STDC FP_CONTRACT OFF

/// Taps of four pixels in the texture.
typedef struct points {
  i32x4 u, v;
} points;

/// What the coordinates of a row need, in all lanes.
typedef struct steps {
  f32x4 ux, vx, wx, u, v, w;
  i32x4 base_u, base_v;
} steps;

static inline steps steps_of(const ck_sampler *s, int32_t y) {
  ck_row row = ck_row_of(s, y);
  return (steps){
      .ux = floats(s->ux), .vx = floats(s->vx), .wx = floats(s->wx),
      .u = floats(row.u), .v = floats(row.v), .w = floats(row.w),
      .base_u = longs(s->u), .base_v = longs(s->v),
  };
}

static inline i32x4 fixed4(f32x4 t, bool is_inside) {
  if (!is_inside) {
    t = larger(t, floats(-(float)CK_FARTHEST));
    t = smaller(t, floats((float)CK_FARTHEST));
  }
  return nearest(t);
}

// The middles of four pixels; dx is exact, being a small integer.
static inline points middles4(const steps *row, f32x4 dx, bool is_inside) {
  f32x4 w = row->wx * dx + row->w;
  if (!is_inside) {
    w = larger(w, floats(ck_smallest_weight));
  }
  f32x4 r = floats(1.0f) / w;
  f32x4 u = (row->ux * dx + row->u) * r;
  f32x4 v = (row->vx * dx + row->v) * r;
  return (points){fixed4(u, is_inside) + row->base_u, fixed4(v, is_inside) + row->base_v};
}

static inline i32x4 clamped(i32x4 t, int32_t limit) {
  t = __builtin_elementwise_max(t, longs(0));
  return __builtin_elementwise_min(t, longs(limit));
}

static inline points tapped(const ck_sampler *s, points at, ck_tap tap, bool is_inside) {
  at.u += longs(tap.u);
  at.v += longs(tap.v);
  return is_inside ? at : (points){clamped(at.u, s->limit_u), clamped(at.v, s->limit_v)};
}

// Where the texels of a pixel's sample lie, for a number of pixels: the index of the upper left
// one, and how far to the right and below of it, in either half of 32 bits.
enum { lanes = 4, spots_max = 64 };
typedef struct spots {
  _Alignas(16) int32_t index[spots_max];
  _Alignas(16) int32_t right[spots_max];
  _Alignas(16) int32_t below[spots_max];
} spots;

// The fraction of a coordinate in 15 bits, as high_product takes it.
static inline i32x4 fraction(i32x4 t) {
  u32x4 top = (u32x4)t << (32 - CK_SUBTEXEL_BITS);
  return (i32x4)((top >> 1 & 0xffff0000u) | top >> 17);
}

static inline void locate4(const ck_sampler *s, points at, spots *to, int32_t i) {
  i32x4 index = index_of(at.v >> CK_SUBTEXEL_BITS, at.u >> CK_SUBTEXEL_BITS, s->stride);
  i32x4 right = fraction(at.u), below = fraction(at.v);
  memcpy(to->index + i, &index, sizeof index);
  memcpy(to->right + i, &right, sizeof right);
  memcpy(to->below + i, &below, sizeof below);
}

// From one value to another, part of the way.
static inline i16x8 between(i16x8 from, i16x8 to, i32x4 part) {
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
static inline i32x4 down_pairs(
    const int16_t *upper, const int16_t *lower, const int32_t *k, i32x4 below) {
  const intptr_t first = 2 * (intptr_t)k[0], second = 2 * (intptr_t)k[1];
  return (i32x4)between(
      load_two(upper + first, upper + second), load_two(lower + first, lower + second), below);
}

// The bilinear samples of four pixels.
static inline i16x8 pairs4(const ck_sampler *s, const spots *at, int32_t i) {
  const int16_t *upper = s->texels, *lower = upper + 2 * (intptr_t)s->stride;
  i32x4 below = load_longs(at->below + i);
  i32x4 a = down_pairs(upper, lower, at->index + i, SPREAD(below, 0, 1));
  i32x4 b = down_pairs(upper, lower, at->index + i + 2, SPREAD(below, 2, 3));
  return between(
      (i16x8)__builtin_shufflevector(a, b, 0, 2, 4, 6),
      (i16x8)__builtin_shufflevector(a, b, 1, 3, 5, 7), load_longs(at->right + i));
}

/// The samples of four pixels: 0, 1 and 2, 3.
typedef struct quads {
  i16x8 a, b;
} quads;

// Two neighbouring texels of a pixel, part of the way down.
static inline i64x2 down_quad(
    const int16_t *upper, const int16_t *lower, int32_t index, i32x4 below) {
  const intptr_t k = 4 * (intptr_t)index;
  return (i64x2)between(load_words(upper + k), load_words(lower + k), below);
}

static inline i16x8 across(i64x2 p, i64x2 q, i32x4 right) {
  return between(
      (i16x8)__builtin_shufflevector(p, q, 0, 2), (i16x8)__builtin_shufflevector(p, q, 1, 3),
      right);
}

static inline quads quads4(const ck_sampler *s, const spots *at, int32_t i) {
  const int32_t *index = at->index + i;
  const int16_t *upper = s->texels, *lower = upper + 4 * (intptr_t)s->stride;
  i32x4 below = load_longs(at->below + i), right = load_longs(at->right + i);
  i64x2 p0 = down_quad(upper, lower, index[0], SPREAD(below, 0, 0));
  i64x2 p1 = down_quad(upper, lower, index[1], SPREAD(below, 1, 1));
  i64x2 p2 = down_quad(upper, lower, index[2], SPREAD(below, 2, 2));
  i64x2 p3 = down_quad(upper, lower, index[3], SPREAD(below, 3, 3));
  return (quads){
      .a = across(p0, p1, SPREAD(right, 0, 1)),
      .b = across(p2, p3, SPREAD(right, 2, 3)),
  };
}

// Sums of samples in 32 bits: of the lower and of the upper halves of lanes.
typedef struct sums {
  u32x4 both, upper;
} sums;

// Two samples fit in 16 bits without a sign. `both` is what the lanes add up to as they are, so
// that the lower halves need no work until the end.
static inline sums added(sums to, u16x8 samples) {
  return (sums){to.both + (u32x4)samples, to.upper + ((u32x4)samples >> 16)};
}

static inline i32x4 scaled(u32x4 sum, float gain) {
  f32x4 product = __builtin_convertvector((i32x4)sum, f32x4) * floats(gain);
  return __builtin_convertvector(product + floats(0.5f), i32x4);
}

static inline i16x8 mean(sums of, float gain) {
  i32x4 lower = scaled(of.both - (of.upper << 16), gain), upper = scaled(of.upper, gain);
  return (i16x8)(lower | upper << 16);
}

// Where some taps of four pixels lie, from tap `first` on; gives their number.
static inline int32_t locate_taps(
    const ck_sampler *s, points at, int32_t first, bool is_inside, spots *to) {
  int32_t count = s->tap_count - first;
  count = count < spots_max / lanes ? count : spots_max / lanes;
  for (int32_t t = 0; t < count; t++) {
    locate4(s, tapped(s, at, s->taps[first + t], is_inside), to, lanes * t);
  }
  return count;
}

// The means of the taps of four pixels.
static inline i16x8 mean_pairs4(const ck_sampler *s, points at, bool is_inside) {
  sums all = {0};
  spots spot;
  for (int32_t first = 0; first < s->tap_count; first += spots_max / lanes) {
    int32_t count = locate_taps(s, at, first, is_inside, &spot), t = 0;
    for (; t + 2 <= count; t += 2) {
      i16x8 one = pairs4(s, &spot, lanes * t), other = pairs4(s, &spot, lanes * (t + 1));
      all = added(all, (u16x8)one + (u16x8)other);
    }
    if (t < count) {
      all = added(all, (u16x8)pairs4(s, &spot, lanes * t));
    }
  }
  return mean(all, s->gain);
}
static inline quads mean_quads4(const ck_sampler *s, points at, bool is_inside) {
  sums a = {0}, b = {0};
  spots spot;
  for (int32_t first = 0; first < s->tap_count; first += spots_max / lanes) {
    int32_t count = locate_taps(s, at, first, is_inside, &spot), t = 0;
    for (; t + 2 <= count; t += 2) {
      quads one = quads4(s, &spot, lanes * t), other = quads4(s, &spot, lanes * (t + 1));
      a = added(a, (u16x8)one.a + (u16x8)other.a);
      b = added(b, (u16x8)one.b + (u16x8)other.b);
    }
    if (t < count) {
      quads one = quads4(s, &spot, lanes * t);
      a = added(a, (u16x8)one.a);
      b = added(b, (u16x8)one.b);
    }
  }
  return (quads){.a = mean(a, s->gain), .b = mean(b, s->gain)};
}

static inline void store_quads(int16_t *to, quads all) { memcpy(to, &all, sizeof all); }
static inline void store_pairs(int16_t *to, i16x8 all) { memcpy(to, &all, sizeof all); }

/// The shape of a loop: a set of constants for the compiler to specialise it by.
typedef struct shape {
  bool is_quad, is_inside, is_one_tap;
} shape;

// One tap a pixel: first where all texels lie, then the texels.
__attribute__((always_inline)) static inline void sample_once(
    const ck_sampler *s, const steps *row, f32x4 dx, int32_t count, int16_t *samples, shape is) {
  spots spot;
  for (int32_t i = 0; i < count; i += lanes) {
    points at = middles4(row, dx, is.is_inside);
    dx += floats(lanes);
    locate4(s, tapped(s, at, s->taps[0], is.is_inside), &spot, i);
  }
  for (int32_t i = 0; i < count; i += lanes) {
    if (is.is_quad) {
      store_quads(samples + 4 * i, quads4(s, &spot, i));
    } else {
      store_pairs(samples + 2 * i, pairs4(s, &spot, i));
    }
  }
}

__attribute__((always_inline)) static inline void sample_often(
    const ck_sampler *s, const steps *row, f32x4 dx, int32_t count, int16_t *samples, shape is) {
  for (int32_t i = 0; i < count; i += lanes) {
    points at = middles4(row, dx, is.is_inside);
    dx += floats(lanes);
    if (is.is_quad) {
      store_quads(samples + 4 * i, mean_quads4(s, at, is.is_inside));
    } else {
      store_pairs(samples + 2 * i, mean_pairs4(s, at, is.is_inside));
    }
  }
}

__attribute__((always_inline)) static inline void sample_run(
    const ck_sampler *s, ck_run run, int16_t *samples, shape is) {
  const steps row = steps_of(s, run.y);
  for (int32_t i = 0; i < run.count; i += spots_max) {
    int32_t count = run.count - i < spots_max ? run.count - i : spots_max;
    f32x4 dx = floats((float)(run.x + i - s->x)) + (f32x4){0, 1, 2, 3};
    int16_t *to = samples + (is.is_quad ? 4 : 2) * (intptr_t)i;
    if (is.is_one_tap) {
      sample_once(s, &row, dx, count, to, is);
    } else {
      sample_often(s, &row, dx, count, to, is);
    }
  }
}

// One loop for each shape: what is decided for a run is not asked again for a pixel.
__attribute__((always_inline)) static inline void sample_any(
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

void ck_128_sample_pair(const ck_sampler *sampler, ck_run run, int16_t *samples) {
  sample_any(sampler, run, samples, false);
}

void ck_128_sample_quad(const ck_sampler *sampler, ck_run run, int16_t *samples) {
  sample_any(sampler, run, samples, true);
}

#endif
