#pragma once

#include "sheets.h"

// Lines of ink: the extended difference of Gaussians of Winnemoeller, Kyprianidis and Olsen (2012), on
// luma of 0...1, with a soft threshold.

/// A row of luma; the outermost beyond the picture.
static inline const int16_t *luma_row(const cf_canvas *c, int32_t y) {
  return c->luma + held_whole(y, 0, c->height - 1) * (ptrdiff_t)c->width;
}

/// As `add_taps` down the canvas's luma, for two filters at once; beyond the end of a filter its taps
/// are 0.
static inline __attribute__((always_inline)) void add_rows(
    const cf_canvas *c, int32_t y, const cf_ink *f, int32_t first, const int32_t count,
    float *restrict narrow, float *restrict wide) {
  const int16_t *above[CF_TAPS_AT_ONCE], *below[CF_TAPS_AT_ONCE];
  float small[CF_TAPS_AT_ONCE], large[CF_TAPS_AT_ONCE];
  for (int32_t k = 0; k < count; k++) {
    above[k] = luma_row(c, y - first - k);
    below[k] = luma_row(c, y + first + k);
    small[k] = f->narrow.tap[first + k] * cf_unit;
    large[k] = f->wide.tap[first + k] * cf_unit;
  }
  const int16_t *restrict middle = luma_row(c, y);
  const float own_small = f->narrow.tap[0] * cf_unit, own_large = f->wide.tap[0] * cf_unit;
  const int32_t width = c->width;
  // Too many rows for the compiler to ask whether one of them is written to.
#pragma clang loop vectorize(assume_safety)
  for (int32_t x = 0; x < width; x++) {
    float near = first == 1 ? own_small * (float)middle[x] : narrow[x];
    float far = first == 1 ? own_large * (float)middle[x] : wide[x];
    for (int32_t k = 0; k < count; k++) {
      float both = (float)(above[k][x] + below[k][x]);
      near += small[k] * both;
      far += large[k] * both;
    }
    narrow[x] = near;
    wide[x] = far;
  }
}

/// A row of luma filtered down by both filters, with the margins.
static inline void ink_down(
    const cf_canvas *c, int32_t y, const cf_ink *f, float *narrow, float *wide) {
  const int32_t radius = f->wide.radius > f->narrow.radius ? f->wide.radius : f->narrow.radius;
  int32_t k = 1;
  do {
    switch (radius - k + 1) {
    case 0: add_rows(c, y, f, k, 0, narrow, wide); break;
    case 1: add_rows(c, y, f, k, 1, narrow, wide); break;
    case 2: add_rows(c, y, f, k, 2, narrow, wide); break;
    case 3: add_rows(c, y, f, k, 3, narrow, wide); break;
    case 4: add_rows(c, y, f, k, 4, narrow, wide); break;
    case 5: add_rows(c, y, f, k, 5, narrow, wide); break;
    default: add_rows(c, y, f, k, CF_TAPS_AT_ONCE, narrow, wide); break;
    }
    k += CF_TAPS_AT_ONCE;
  } while (k <= radius);
  extend_row(narrow, c->width);
  extend_row(wide, c->width);
}

static void ink(const cf_canvas *c, const cf_ink *f, float *rows, uint8_t *lines) {
  const int32_t width = c->width;
  const ptrdiff_t room = width + 2 * CF_MARGIN + CF_SLACK;
  float *narrow = rows + CF_MARGIN, *wide = narrow + room;
  float *restrict near = rows + 2 * room, *restrict far = near + room;
  const float sharper = 1.0f + f->sharpness;
  for (int32_t y = 0; y < c->height; y++) {
    ink_down(c, y, f, narrow, wide);
    add_all_taps(narrow, 1, &f->narrow, near, width);
    add_all_taps(wide, 1, &f->wide, far, width);
    uint8_t *restrict to = lines + y * (ptrdiff_t)width;
    for (int32_t x = 0; x < width; x++) {
      float d = sharper * near[x] - f->sharpness * far[x];
      float shown = smooth(1.0f + (d - f->threshold) * f->slope);
      to[x] = (uint8_t)(int32_t)(255.0f * shown + 0.5f);
    }
  }
}
