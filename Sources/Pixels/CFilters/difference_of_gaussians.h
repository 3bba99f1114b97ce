#pragma once

#include "blur.h"

// Lines of ink: the extended difference of Gaussians of Winnemoeller, Kyprianidis and Olsen (2012), on
// luma of 0...1, with a soft threshold.

/// The taps of both filters, to the radius of the wide one.
typedef struct cf_xdog_taps {
  int32_t radius;
  float narrow[CF_MAX_RADIUS + 2], wide[CF_MAX_RADIUS + 2];
} cf_xdog_taps;

static inline cf_xdog_taps xdog_taps_of(const cf_xdog *f, float narrow_scale, float wide_scale) {
  cf_xdog_taps taps = {0};
  taps.radius = f->narrow.radius > f->wide.radius ? f->narrow.radius : f->wide.radius;
  for (int32_t k = 0; k <= taps.radius; k++) {
    taps.narrow[k] = k <= f->narrow.radius ? f->narrow.tap[k] * narrow_scale : 0.0f;
    taps.wide[k] = k <= f->wide.radius ? f->wide.tap[k] * wide_scale : 0.0f;
  }
  return taps;
}

/// Rows of luma above and below one; the outermost beyond the picture.
typedef struct cf_luma_sides {
  const int16_t *before[CF_MAX_RADIUS + 2], *after[CF_MAX_RADIUS + 2];
} cf_luma_sides;

static inline const int16_t *luma_row(const cf_canvas *c, int32_t y) {
  return c->luma + clamped_whole(y, 0, c->height - 1) * (ptrdiff_t)c->width;
}

/// Adds `count` taps of both filters on each side, from the tap `first` on; the middle's too where
/// `is_first`. Both in one pass, since to read luma and to make floats of it is half of the work.
static inline __attribute__((always_inline)) void add_xdog_taps(
    const cf_luma_sides *restrict sides, const cf_xdog_taps *restrict taps, int32_t first,
    const int32_t count, const bool is_first, float *restrict narrow, float *restrict wide,
    int32_t width) {
  const int16_t *before[CF_TAPS_AT_ONCE], *after[CF_TAPS_AT_ONCE];
  float tap[CF_TAPS_AT_ONCE], other[CF_TAPS_AT_ONCE];
  for (int32_t k = 0; k < count; k++) {
    tap[k] = taps->narrow[first + k];
    other[k] = taps->wide[first + k];
    before[k] = sides->before[first + k];
    after[k] = sides->after[first + k];
  }
  const float own = taps->narrow[0], other_own = taps->wide[0];
  const int16_t *restrict middle = sides->before[0];
// The rows of floats are the filter's own.
#pragma clang loop vectorize(assume_safety)
  for (int32_t x = 0; x < width; x++) {
    float here = is_first ? (float)middle[x] : 0.0f;
    float sum = is_first ? own * here : narrow[x];
    float other_sum = is_first ? other_own * here : wide[x];
    for (int32_t k = 0; k < count; k++) {
      float both = (float)(before[k][x] + after[k][x]);
      sum += tap[k] * both;
      other_sum += other[k] * both;
    }
    narrow[x] = sum;
    wide[x] = other_sum;
  }
}

/// A row of luma filtered down by both filters, with margins.
static inline void xdog_down(
    const cf_canvas *c, int32_t y, const cf_xdog_taps *taps, float *narrow, float *wide) {
  const int32_t width = c->width;
  cf_luma_sides sides;
  for (int32_t k = 0; k <= taps->radius + 1; k++) {
    sides.before[k] = luma_row(c, y - k);
    sides.after[k] = luma_row(c, y + k);
  }
  switch (taps->radius) {
  case 0: add_xdog_taps(&sides, taps, 1, 0, true, narrow, wide, width); break;
  case 1: add_xdog_taps(&sides, taps, 1, 1, true, narrow, wide, width); break;
  case 2: add_xdog_taps(&sides, taps, 1, 2, true, narrow, wide, width); break;
  case 3: add_xdog_taps(&sides, taps, 1, 3, true, narrow, wide, width); break;
  default: add_xdog_taps(&sides, taps, 1, CF_TAPS_AT_ONCE, true, narrow, wide, width); break;
  }
  for (int32_t k = 1 + CF_TAPS_AT_ONCE; k <= taps->radius; k += 2) {
    // Where the radius is odd the last tap is 0, of some row.
    add_xdog_taps(&sides, taps, k, 2, false, narrow, wide, width);
  }
  extend_row(narrow, width, taps->radius);
  extend_row(wide, width, taps->radius);
}

/// A row of ink from the difference.
static inline void xdog_row(
    const float *restrict near, const float *restrict far, float threshold, float slope,
    uint8_t *restrict to, int32_t width) {
  for (int32_t x = 0; x < width; x++) {
    float shown = smooth(1.0f + (near[x] + far[x] - threshold) * slope);
    to[x] = (uint8_t)(int32_t)(255.0f * shown + 0.5f);
  }
}

static void xdog(const cf_canvas *c, const cf_xdog *f, float *rows, uint8_t *lines) {
  const int32_t width = c->width;
  const ptrdiff_t room = width + 2 * CF_MARGIN + CF_SLACK;
  float *narrow = rows + CF_MARGIN, *wide = narrow + room;
  float *near = rows + 2 * room, *far = near + room;
  // What the difference is multiplied by is in the taps.
  const cf_xdog_taps taps = xdog_taps_of(f, (1.0f + f->sharpness) * cf_unit, -f->sharpness * cf_unit);
  for (int32_t y = 0; y < c->height; y++) {
    xdog_down(c, y, &taps, narrow, wide);
    blur_across(narrow, &f->narrow, near, width);
    blur_across(wide, &f->wide, far, width);
    xdog_row(near, far, f->threshold, f->slope, lines + y * (ptrdiff_t)width, width);
  }
}
