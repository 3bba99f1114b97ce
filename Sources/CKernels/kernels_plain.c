#include "coordinates.h"
#include "kernels.h"

// The plain kernels: portable C, and the definition of what every other set must equal byte for
// byte. They are written to be read; 19 ns a pixel (AVX2: see kernels_avx2.c).

#pragma STDC FP_CONTRACT OFF

enum {
  one = 1 << CK_SUBTEXEL_BITS,
  half = one / 2,
  opaque = 1 << CK_ALPHA_BITS,
};

typedef struct place {
  const int16_t *texel;
  int32_t next_row;
  int32_t weight_x, weight_y;
} place;

static inline int32_t clamped(double t, int32_t limit) {
  // In this order a NaN becomes 0, as it does with maxpd and minpd.
  t = t > 0.0 ? t : 0.0;
  t = t < (double)limit ? t : (double)limit;
  return (int32_t)t;
}

static inline place place_of(const ck_sampler *s, ck_row row, int32_t x, int32_t channels) {
  double w = s->wx * (double)x + row.w;
  w = w > ck_smallest_weight ? w : ck_smallest_weight;
  double r = 1.0 / w;
  int32_t u = clamped((s->ux * (double)x + row.u) * r, s->limit_u);
  int32_t v = clamped((s->vx * (double)x + row.v) * r, s->limit_v);
  intptr_t index = (intptr_t)(v >> CK_SUBTEXEL_BITS) * s->stride + (u >> CK_SUBTEXEL_BITS);
  return (place){
      .texel = s->texels + index * channels,
      .next_row = s->stride * channels,
      .weight_x = u & (one - 1),
      .weight_y = v & (one - 1),
  };
}

static inline int32_t mixed(int32_t a, int32_t b, int32_t weight) {
  return (a * (one - weight) + b * weight + half) >> CK_SUBTEXEL_BITS;
}

static inline int32_t bilinear(place p, int32_t channel, int32_t channels) {
  const int16_t *t = p.texel + channel;
  int32_t top = mixed(t[0], t[channels], p.weight_x);
  int32_t bottom = mixed(t[p.next_row], t[p.next_row + channels], p.weight_x);
  return mixed(top, bottom, p.weight_y);
}

static inline void sample(
    const ck_sampler *s, int32_t x, int32_t y, int32_t count, int16_t *samples,
    int32_t channels) {
  ck_row rows[CK_MAX_TAPS];
  for (int32_t t = 0; t < s->tap_count; t++) {
    rows[t] = ck_row_of(s, s->taps[t], y);
  }
  for (int32_t i = 0; i < count; i++) {
    int32_t sums[4] = {0};
    for (int32_t t = 0; t < s->tap_count; t++) {
      place p = place_of(s, rows[t], x + i, channels);
      for (int32_t c = 0; c < channels; c++) {
        sums[c] += bilinear(p, c, channels);
      }
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
  int32_t sum = source * scale + to * (opaque - alpha);
  int32_t level = (sum + half) >> CK_ALPHA_BITS;
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
