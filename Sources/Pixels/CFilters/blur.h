#pragma once

#include "padded_planes.h"

// Symmetric filters both ways, of a plane or of the product of two, a row at a time, so that what needs
// means of windows takes them from the first cache instead of from planes of their own.

/// Taps on each side that one pass takes: as many as registers hold.
enum { CF_TAPS_AT_ONCE = 4 };

/// Where a tap's two samples lie: rows for a filter down, shifted rows for one across.
typedef struct cf_either_side {
  const float *before[CF_MAX_RADIUS + 1], *after[CF_MAX_RADIUS + 1];
} cf_either_side;

/// Adds `count` taps on each side, from the tap `first` on, and the middle's where that is 1.
///
/// Where `count` is a constant, a sample's sum stays in a register: a third of the time of one pass
/// over `to` for each tap.
static inline __attribute__((always_inline)) void add_taps(
    const cf_either_side *restrict sides, const cf_taps *restrict taps, int32_t first,
    const int32_t count, float *to, int32_t width) {
  const float *before[CF_TAPS_AT_ONCE], *after[CF_TAPS_AT_ONCE];
  float tap[CF_TAPS_AT_ONCE];
  for (int32_t k = 0; k < count; k++) {
    tap[k] = taps->tap[first + k];
    before[k] = sides->before[first + k];
    after[k] = sides->after[first + k];
  }
  // No choice within the loop: the middle's share, or what there is so far.
  const float own = first == 1 ? taps->tap[0] : 1.0f;
  const float *sums = first == 1 ? sides->before[0] : to;
// Rows do not overlap, but where `sums` is `to`.
#pragma clang loop vectorize(assume_safety)
  for (int32_t x = 0; x < width; x++) {
    float sum = own * sums[x];
    for (int32_t k = 0; k < count; k++) {
      sum += tap[k] * (before[k][x] + after[k][x]);
    }
    to[x] = sum;
  }
}

/// Sums by a symmetric filter.
static inline void add_all_taps(
    const cf_either_side *sides, const cf_taps *taps, float *to, int32_t width) {
  int32_t k = 1;
  do {
    switch (taps->radius - k + 1) {
    case 0: add_taps(sides, taps, k, 0, to, width); break;
    case 1: add_taps(sides, taps, k, 1, to, width); break;
    case 2: add_taps(sides, taps, k, 2, to, width); break;
    case 3: add_taps(sides, taps, k, 3, to, width); break;
    default: add_taps(sides, taps, k, CF_TAPS_AT_ONCE, to, width); break;
    }
    k += CF_TAPS_AT_ONCE;
  } while (k <= taps->radius);
}

/// Sums along a row, whose margin is as wide as the filter.
static inline void blur_across(
    const float *from, const cf_taps *taps, float *to, int32_t width) {
  cf_either_side sides;
  for (int32_t k = 0; k <= taps->radius; k++) {
    sides.before[k] = from - k;
    sides.after[k] = from + k;
  }
  add_all_taps(&sides, taps, to, width);
}

/// A plane, or the product of two, being filtered from its first row to its last.
typedef struct cf_blurring {
  const cf_padded *from, *with;
  const cf_taps *taps;
  /// A row filtered down, with its margin.
  float *down;
  /// The last products: as many rows as the filter is high, the row y in the place y modulo these.
  float *ring;
  ptrdiff_t stride;
  /// The first row whose product is still to be made.
  int32_t next;
} cf_blurring;

/// Begins; `with` is NULL where there is no product. `room` has room for a row with its margins, and
/// for products also for as many rows as the filter is high.
static inline cf_blurring blurring_of(
    const cf_padded *from, const cf_padded *with, const cf_taps *taps, float *room) {
  const ptrdiff_t stride = from->width + 2 * CF_MARGIN + CF_SLACK;
  return (cf_blurring){.from = from, .with = with, .taps = taps, .down = room + CF_MARGIN,
                       .ring = room + stride, .stride = stride, .next = 0};
}

/// The row that is filtered; the outermost beyond the plane.
static inline const float *blurring_row(const cf_blurring *b, int32_t y) {
  y = clamped_whole(y, 0, b->from->height - 1);
  return b->with == NULL ? plane_row(b->from, y)
                         : b->ring + y % (2 * b->taps->radius + 1) * b->stride;
}

static inline void multiply_row(
    const float *restrict a, const float *restrict b, float *restrict to, int32_t width) {
  for (int32_t x = 0; x < width; x++) {
    to[x] = a[x] * b[x];
  }
}

/// Filters the row `y`, which is the one behind the last.
static inline void blur_row(cf_blurring *b, int32_t y, float *to) {
  const int32_t radius = b->taps->radius, width = b->from->width;
  if (b->with != NULL) {
    for (; b->next <= y + radius && b->next < b->from->height; b->next++) {
      float *product = b->ring + b->next % (2 * radius + 1) * b->stride;
      multiply_row(plane_row(b->from, b->next), plane_row(b->with, b->next), product, width);
    }
  }
  cf_either_side sides;
  for (int32_t k = 0; k <= radius; k++) {
    sides.before[k] = blurring_row(b, y - k);
    sides.after[k] = blurring_row(b, y + k);
  }
  add_all_taps(&sides, b->taps, b->down, width);
  extend_row(b->down, width, radius);
  blur_across(b->down, b->taps, to, width);
}

static void blur(
    const cf_padded *from, const cf_taps *taps, float *room, const cf_padded *plane) {
  cf_blurring blurring = blurring_of(from, NULL, taps, room);
  for (int32_t y = 0; y < from->height; y++) {
    blur_row(&blurring, y, plane_row(plane, y));
  }
  extend_plane(plane);
}
