#include "coordinates.h"
#include "kernels.h"

// The plain kernels: portable C, and the definition of what every other set must equal byte for
// byte. They are written to be read, and take seven times as long as kernels_avx2.c.

#pragma STDC FP_CONTRACT OFF

typedef struct point {
  int32_t u, v;
} point;

static inline int32_t fixed(double t) {
  // In this order a NaN becomes the lower bound, as it does with maxpd and minpd.
  t = t > (double)-CK_FARTHEST ? t : (double)-CK_FARTHEST;
  t = t < (double)CK_FARTHEST ? t : (double)CK_FARTHEST;
  return (int32_t)t;
}

// Where the middle of pixel x lies in the texture.
static inline point middle(const ck_sampler *s, ck_row row, int32_t x) {
  double w = s->wx * (double)x + row.w;
  w = w > ck_smallest_weight ? w : ck_smallest_weight;
  double r = 1.0 / w;
  return (point){
      .u = fixed((s->ux * (double)x + row.u) * r),
      .v = fixed((s->vx * (double)x + row.v) * r),
  };
}

static inline int32_t clamped(int32_t t, int32_t limit) {
  t = t > 0 ? t : 0;
  return t < limit ? t : limit;
}

// From one value to another, part of the way: part is 0 to 1 << (CK_SUBTEXEL_BITS + 1), exclusive.
// In this form a vector of 16-bit numbers needs three instructions (pmulhrsw on x86, sqrdmulh on
// Arm), and between equal values nothing is rounded: opaque stays opaque.
static inline int32_t between(int32_t from, int32_t to, int32_t part) {
  return from + (((to - from) * part + ck_one) >> (CK_SUBTEXEL_BITS + 1));
}

// Adds the bilinear sample at a point.
static inline void add_bilinear(
    const ck_sampler *s, point at, int32_t sums[4], int32_t channels) {
  int32_t u = clamped(at.u, s->limit_u), v = clamped(at.v, s->limit_v);
  int32_t right = (u & (ck_one - 1)) * 2, below = (v & (ck_one - 1)) * 2;
  intptr_t index = (intptr_t)(v >> CK_SUBTEXEL_BITS) * s->stride + (u >> CK_SUBTEXEL_BITS);
  const int16_t *upper = s->texels + index * channels;
  const int16_t *lower = upper + (intptr_t)s->stride * channels;
  for (int32_t c = 0; c < channels; c++) {
    sums[c] += between(
        between(upper[c], lower[c], below),
        between(upper[c + channels], lower[c + channels], below), right);
  }
}

static inline void sample(
    const ck_sampler *s, int32_t x, int32_t y, int32_t count, int16_t *samples,
    int32_t channels) {
  ck_row row = ck_row_of(s, y);
  for (int32_t i = 0; i < count; i++) {
    point at = middle(s, row, x + i);
    int32_t sums[4] = {0};
    for (int32_t t = 0; t < s->tap_count; t++) {
      point tap = {at.u + s->taps[t].u, at.v + s->taps[t].v};
      add_bilinear(s, tap, sums, channels);
    }
    for (int32_t c = 0; c < channels; c++) {
      samples[i * channels + c] = (int16_t)((float)sums[c] * s->gain + 0.5f);
    }
  }
}

static void sample_pair(
    const ck_sampler *s, int32_t x, int32_t y, int32_t count, int16_t *samples) {
  sample(s, x, y, count, samples, 2);
}

static void sample_quad(
    const ck_sampler *s, int32_t x, int32_t y, int32_t count, int16_t *samples) {
  sample(s, x, y, count, samples, 4);
}

// scale: 1 << CK_COLOUR_BITS for a colour; 255 for alpha, whose 1 is 255 levels.
static inline uint8_t over(int32_t source, int32_t scale, int32_t alpha, uint8_t to) {
  int32_t sum = source * scale + to * (ck_opaque - alpha);
  int32_t level = (sum + ck_half) >> CK_ALPHA_BITS;
  return (uint8_t)(level < 255 ? level : 255);
}

static void over_plane(const int16_t *samples, uint8_t *to, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    to[i] = over(samples[2 * i], 1 << CK_COLOUR_BITS, samples[2 * i + 1], to[i]);
  }
}

static void over_two_planes(
    const int16_t *samples, uint8_t *first, uint8_t *second, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    int32_t alpha = samples[4 * i + 3];
    first[i] = over(samples[4 * i], 1 << CK_COLOUR_BITS, alpha, first[i]);
    second[i] = over(samples[4 * i + 1], 1 << CK_COLOUR_BITS, alpha, second[i]);
  }
}

static void over_rgba(const int16_t *samples, uint8_t *to, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    int32_t alpha = samples[4 * i + 3];
    uint8_t covered = over(alpha, 255, alpha, to[4 * i + 3]);
    for (int32_t c = 0; c < 3; c++) {
      // Colour and alpha are rounded apart; a premultiplied colour must not exceed its alpha.
      uint8_t level = over(samples[4 * i + c], 1 << CK_COLOUR_BITS, alpha, to[4 * i + c]);
      to[4 * i + c] = level < covered ? level : covered;
    }
    to[4 * i + 3] = covered;
  }
}

const ck_kernels ck_plain = {
    .name = "scalar",
    .sample_pair = sample_pair,
    .sample_quad = sample_quad,
    .over_plane = over_plane,
    .over_two_planes = over_two_planes,
    .over_rgba = over_rgba,
};
