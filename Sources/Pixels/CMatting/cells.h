#pragma once

#include "arithmetic.h"

// Cells of four bytes: luma, two more components, and flags where the background is hidden.

static inline const uint8_t *cell_at(const cm_cells *picture, int32_t x, int32_t y) {
  return picture->base + 4 * ((ptrdiff_t)y * picture->width + x);
}

/// A cell, or what lies between four of them: components in whole numbers, and how much luma changes
/// from one cell to the next.
typedef struct between {
  int32_t luma, blue, red;
  float slope;
  bool is_inside, is_seen;
} between;

static inline between cell_of(const uint8_t *from) {
  return (between){.luma = from[0], .blue = from[1], .red = from[2], .is_inside = true};
}

/// Two bytes of each of two words, `part` of 256 on the way from one to the other.
static inline uint32_t mixed(uint32_t a, uint32_t b, uint32_t part) {
  return ((a * (256 - part) + b * part + 0x00800080u) >> 8) & 0x00FF00FFu;
}

static inline __attribute__((always_inline)) between cell_between(const cm_cells *picture, float x, float y) {
  between result = {.is_inside = false};
  // Of a number that is none, no comparison is true.
  if (!(x >= 0.0f && y >= 0.0f && x <= (float)(picture->width - 1) &&
        y <= (float)(picture->height - 1))) {
    return result;
  }
  const int32_t left = (int32_t)x, top = (int32_t)y;
  const ptrdiff_t right = left + 1 < picture->width ? 4 : 0;
  const ptrdiff_t below = top + 1 < picture->height ? 4 * (ptrdiff_t)picture->width : 0;
  const uint8_t *at = cell_at(picture, left, top);
  uint32_t a, b, c, d;
  memcpy(&a, at, sizeof a);
  memcpy(&b, at + right, sizeof b);
  memcpy(&c, at + below, sizeof c);
  memcpy(&d, at + below + right, sizeof d);
  const uint32_t across = (uint32_t)((x - (float)left) * 256.0f);
  const uint32_t down = (uint32_t)((y - (float)top) * 256.0f);
  const uint32_t even = 0x00FF00FFu;
  const uint32_t first = mixed(
      mixed(a & even, b & even, across), mixed(c & even, d & even, across), down);
  const uint32_t second = mixed(
      mixed(a >> 8 & even, b >> 8 & even, across), mixed(c >> 8 & even, d >> 8 & even, across), down);
  uint8_t bytes[4], others[4];
  memcpy(bytes, &first, sizeof bytes);
  memcpy(others, &second, sizeof others);
  result.luma = bytes[0];
  result.blue = others[0];
  result.red = bytes[2];
  const int32_t l = at[0], r = at[right], m = at[below], n = at[below + right];
  const int32_t gx = r - l + n - m, gy = m - l + n - r;
  // Within a tenth of the root of the squares' sum.
  const int32_t wide = gx < 0 ? -gx : gx, high = gy < 0 ? -gy : gy;
  result.slope = 0.48f * (float)cm_larger(wide, high) + 0.2f * (float)cm_smaller(wide, high);
  result.is_inside = true;
  const uint8_t *flags = at + 3;
  result.is_seen =
      ((flags[0] | flags[right] | flags[below] | flags[below + right]) & picture->mask) == 0;
  return result;
}

/// The places that a row of cells is mapped to: exact at every eighth, in straight lines between.
typedef struct mapped {
  float x, y, w, step_x, step_y, step_w;
  float from_x, from_y, by_x, by_y;
  int32_t start;
} mapped;

static inline mapped mapped_row(const float *map, int32_t column, int32_t row) {
  const float x = (float)column, y = (float)row;
  return (mapped){
      .x = map[0] * x + map[1] * y + map[2],
      .y = map[3] * x + map[4] * y + map[5],
      .w = map[6] * x + map[7] * y + map[8],
      .step_x = map[0],
      .step_y = map[3],
      .step_w = map[6],
      .start = -1,
  };
}

static inline __attribute__((always_inline)) between mapped_cell(const cm_cells *picture, mapped *row, int32_t i) {
  if (i >> 3 != row->start) {
    row->start = i >> 3;
    const float first = (float)(row->start * 8), last = first + 8.0f;
    const float near = 1.0f / (row->w + first * row->step_w);
    const float far = 1.0f / (row->w + last * row->step_w);
    row->from_x = (row->x + first * row->step_x) * near;
    row->from_y = (row->y + first * row->step_y) * near;
    row->by_x = ((row->x + last * row->step_x) * far - row->from_x) * 0.125f;
    row->by_y = ((row->y + last * row->step_y) * far - row->from_y) * 0.125f;
  }
  const float part = (float)(i & 7);
  return cell_between(picture, row->from_x + part * row->by_x, row->from_y + part * row->by_y);
}

/// How much two cells differ, by the noise of a camera; what is darker, as in a shadow, counts half.
static inline float difference(between seen, between known, float gain, float shift) {
  float luma = (float)seen.luma - gain * (float)known.luma;
  luma = luma < 0.0f ? 0.5f * luma : luma;
  const float blue = 1.6f * (float)(seen.blue - known.blue);
  const float red = 1.6f * (float)(seen.red - known.red);
  return cm_root(luma * luma + blue * blue + red * red) / (5.0f + shift * known.slope);
}
