#pragma once

#include "ckernels_cells.h"

// Looking up coverage maps.

enum { window = CK_COVERAGE_WINDOW };

// What there is in the window of a square.
static inline uint8_t window_at(const ck_coverage *c, int32_t column, int32_t row) {
  const uint8_t four = c->windows[(intptr_t)row * c->stride + (column >> 2)];
  return four >> 2 * (column & 3) & 3;
}

// What there is in a box of squares: in windows side by side, the last of which end where the box does, or
// beyond it where it is smaller than a window.
static inline uint8_t content_of(
    const ck_coverage *c, int32_t from, int32_t to, int32_t first, int32_t last) {
  uint8_t all = 0;
  for (int32_t row = first;;) {
    for (int32_t column = from;;) {
      all |= window_at(c, column, row);
      if (column + window > to) {
        break;
      }
      column = column + 2 * window > to ? to - window + 1 : column + window;
    }
    if (row + window > last) {
      return all;
    }
    row = row + 2 * window > last ? last - window + 1 : row + window;
  }
}

// The same of a box that two windows each way hold, without a branch. With the loops, looking cells up took a tenth to
// a fifth longer where most boxes are such (two masks on a face each, shrunk by 1.5 to 3, Zen 5).
static inline uint8_t content_of_two(
    const ck_coverage *c, int32_t from, int32_t to, int32_t first, int32_t last) {
  const int32_t column = to - from < window ? from : to - window + 1;
  const int32_t row = last - first < window ? first : last - window + 1;
  return window_at(c, from, first) | window_at(c, column, first) | window_at(c, from, row) |
         window_at(c, column, row);
}
