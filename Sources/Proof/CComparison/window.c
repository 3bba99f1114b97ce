#include "ccomparison.h"

#include <string.h>

// Sums over a window that slides over the picture: of each column over the window's rows, which
// changes by a row in and a row out, and of these from the left.

/// Brings the columns' sums to the row whose window ends at `row`.
static void slide(
    int32_t *columns, const uint8_t *bytes, int32_t width, int32_t row, int32_t tall) {
  const uint8_t *in = bytes + (int64_t)row * width;
  if (row < tall) {
    for (int32_t x = 0; x < width; x++) {
      columns[x] += in[x];
    }
    return;
  }
  const uint8_t *out = in - (int64_t)tall * width;
  for (int32_t x = 0; x < width; x++) {
    columns[x] += in[x] - out[x];
  }
}

/// Sums up to each column; sums[0] is 0. Returns the whole sum.
static int32_t accumulate(const int32_t *columns, int32_t width, int32_t *sums) {
  int32_t sum = 0;
  for (int32_t x = 0; x < width; x++) {
    sums[x] = sum;
    sum += columns[x];
  }
  sums[width] = sum;
  return sum;
}

/// The largest sum over a window in a row.
static int32_t largest(const int32_t *sums, int32_t positions, int32_t wide) {
  int32_t most = 0;
  for (int32_t x = 0; x < positions; x++) {
    int32_t sum = sums[x + wide] - sums[x];
    most = sum > most ? sum : most;
  }
  return most;
}

static int64_t fullest(
    const uint8_t *mask, int32_t width, int32_t height, int32_t wide, int32_t tall,
    int32_t *columns, int32_t *sums) {
  int32_t most = 0;
  memset(columns, 0, (size_t)width * sizeof *columns);
  for (int32_t row = 0; row < height; row++) {
    slide(columns, mask, width, row, tall);
    if (row >= tall - 1 && accumulate(columns, width, sums) > most) {
      int32_t here = largest(sums, width - wide + 1, wide);
      most = here > most ? here : most;
    }
  }
  return most;
}

cc_window cc_densest_window(
    const uint8_t *changed, const uint8_t *mask, int32_t width, int32_t height, int32_t wide,
    int32_t tall, int32_t *scratch) {
  int32_t *columns = scratch, *sums = columns + width + 1;
  int32_t *mask_columns = sums + width + 1, *mask_sums = mask_columns + width + 1;
  int64_t least = (int64_t)wide * tall;
  if (mask != NULL) {
    least = (fullest(mask, width, height, wide, tall, columns, sums) + 1) / 2;
    least = least > 0 ? least : 1;
    memset(mask_columns, 0, (size_t)width * sizeof *mask_columns);
  }
  memset(columns, 0, (size_t)width * sizeof *columns);
  cc_window best = {.counted = 1};
  int32_t positions = width - wide + 1;
  for (int32_t row = 0; row < height; row++) {
    slide(columns, changed, width, row, tall);
    if (mask != NULL) {
      slide(mask_columns, mask, width, row, tall);
    }
    if (row < tall - 1 || accumulate(columns, width, sums) == 0) {
      continue;
    }
    // No share is larger than with the fewest that count.
    if (largest(sums, positions, wide) * best.counted <= best.changed * least) {
      continue;
    }
    if (mask != NULL) {
      accumulate(mask_columns, width, mask_sums);
    }
    for (int32_t x = 0; x < positions; x++) {
      int64_t found = sums[x + wide] - sums[x];
      int64_t counted = mask == NULL ? least : mask_sums[x + wide] - mask_sums[x];
      counted = counted > least ? counted : least;
      if (found * best.counted > best.changed * counted) {
        best = (cc_window){.x = x, .y = row - tall + 1, .changed = found, .counted = counted};
      }
    }
  }
  return best;
}
