#pragma once

#include "sheets.h"

// Lines of ink: the extended difference of Gaussians of Winnemoeller, Kyprianidis and Olsen (2012), on
// luma of 0...1, with a soft threshold.

/// A row of luma; the outermost beyond the picture.
static inline const int16_t *luma_row(const cf_canvas *c, int32_t y) {
  return c->luma + held_whole(y, 0, c->height - 1) * (ptrdiff_t)c->width;
}

/// A row of luma filtered down by one filter, with its margin.
static inline void ink_down(
    const cf_canvas *c, int32_t y, const cf_taps *taps, float *restrict to) {
  const int32_t width = c->width;
  const int16_t *restrict middle = c->luma + y * (ptrdiff_t)width;
  const float first = taps->tap[0] * cf_unit;
  for (int32_t x = 0; x < width; x++) {
    to[x] = first * (float)middle[x];
  }
  for (int32_t k = 1; k <= taps->radius; k += 2) {
    const int32_t next = k < taps->radius ? k + 1 : k;
    const int16_t *restrict above = luma_row(c, y - k), *restrict below = luma_row(c, y + k);
    const int16_t *restrict higher = luma_row(c, y - next), *restrict lower = luma_row(c, y + next);
    const float tap = taps->tap[k] * cf_unit;
    const float other = next != k ? taps->tap[next] * cf_unit : 0.0f;
    for (int32_t x = 0; x < width; x++) {
      to[x] += tap * (float)(above[x] + below[x]) + other * (float)(higher[x] + lower[x]);
    }
  }
  extend_row(to, width);
}

static void ink(const cf_canvas *c, const cf_ink *f, float *rows, uint8_t *lines) {
  const int32_t width = c->width;
  const ptrdiff_t room = width + 2 * CF_MARGIN + CF_SLACK;
  float *narrow = rows + CF_MARGIN, *wide = narrow + room;
  float *restrict near = rows + 2 * room, *restrict far = near + room;
  const float sharper = 1.0f + f->sharpness;
  for (int32_t y = 0; y < c->height; y++) {
    ink_down(c, y, &f->narrow, narrow);
    ink_down(c, y, &f->wide, wide);
    blur_across(narrow, &f->narrow, near, width);
    blur_across(wide, &f->wide, far, width);
    uint8_t *restrict to = lines + y * (ptrdiff_t)width;
    for (int32_t x = 0; x < width; x++) {
      float d = sharper * near[x] - f->sharpness * far[x];
      float shown = smooth(1.0f + (d - f->threshold) * f->slope);
      to[x] = (uint8_t)(int32_t)(255.0f * shown + 0.5f);
    }
  }
}
