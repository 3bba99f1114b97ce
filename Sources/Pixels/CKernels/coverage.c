#include "ckernels_cells.h"

#include <string.h>

// Finding what a level covers: the squares, then the windows, first to the right and then down. Plain loops over
// bytes, which the compiler turns into vectors.

enum { last_square = CK_COVERAGE_WINDOW - 1 };

// What a texel adds to its square. Where there is no alpha, there is no premultiplied colour.
static inline uint8_t content_of_texel(int16_t alpha) {
  return (uint8_t)((alpha != 0 ? CK_COVERAGE_SEEN : 0) |
                   (alpha != CK_OPAQUE ? CK_COVERAGE_SEEN_THROUGH : 0));
}

// What there is in each square of a row of them; of an odd last row, both of a square's rows are the same.
__attribute__((always_inline)) static inline void find_squares(
    const int16_t *upper, const int16_t *lower, const int32_t channels, int32_t width, uint8_t *to) {
  for (int32_t x = 0; x < width / 2; x++) {
    const intptr_t left = (intptr_t)(2 * x + 1) * channels - 1, right = left + channels;
    to[x] = content_of_texel(upper[left]) | content_of_texel(upper[right]) | content_of_texel(lower[left]) |
            content_of_texel(lower[right]);
  }
  if (width % 2 != 0) {
    const intptr_t last = (intptr_t)width * channels - 1;
    to[width / 2] = content_of_texel(upper[last]) | content_of_texel(lower[last]);
  }
}

static void find_row(
    const int16_t *texels, int32_t channels, const ck_coverage *c, int32_t row, uint8_t *to) {
  const intptr_t stride = (intptr_t)c->width * channels;
  const int16_t *upper = texels + 2 * row * stride;
  const int16_t *lower = 2 * row + 1 < c->height ? upper + stride : upper;
  if (channels == 2) {
    find_squares(upper, lower, 2, c->width, to);
  } else {
    find_squares(upper, lower, 4, c->width, to);
  }
}

_Static_assert(CK_COVERAGE_BITS == 1, "a square has two rows and two columns");

// Of each square of a row, what there is in those from it on to the right.
static void join_columns(const uint8_t *squares, int32_t columns, uint8_t *to) {
  memcpy(to, squares, (size_t)columns);
  for (int32_t step = 1; step <= last_square && step < columns; step++) {
    for (int32_t x = 0; x < columns - step; x++) {
      to[x] |= squares[x + step];
    }
  }
}

// Four squares to a byte.
static void pack(const uint8_t *squares, const ck_coverage *c, uint8_t *to) {
  for (int32_t i = 0; i < c->stride; i++) {
    uint8_t four[4] = {0};
    const int32_t left = c->columns - 4 * i;
    memcpy(four, squares + 4 * i, left < 4 ? (size_t)left : 4);
    to[i] = (uint8_t)(four[0] | four[1] << 2 | four[2] << 4 | four[3] << 6);
  }
}

void ck_find_coverage(
    const int16_t *texels, int32_t channels, const ck_coverage *coverage, uint8_t *windows,
    uint8_t *room) {
  const intptr_t columns = coverage->columns;
  // Joined to the right, and one row after the other also down.
  uint8_t *joined = room + columns * coverage->rows;
  for (int32_t row = 0; row < coverage->rows; row++) {
    find_row(texels, channels, coverage, row, joined);
    join_columns(joined, coverage->columns, room + row * columns);
  }
  for (int32_t row = 0; row < coverage->rows; row++) {
    memcpy(joined, room + row * columns, (size_t)columns);
    for (int32_t step = 1; step <= last_square && row + step < coverage->rows; step++) {
      const uint8_t *below = room + (row + step) * columns;
      for (intptr_t x = 0; x < columns; x++) {
        joined[x] |= below[x];
      }
    }
    pack(joined, coverage, windows + (intptr_t)row * coverage->stride);
  }
}
