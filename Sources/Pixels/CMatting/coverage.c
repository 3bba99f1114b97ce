#include "arithmetic.h"

// From the coverage of pixels to the picture.

/// Means of two by two pixels that all lie within the matte.
static void subsample_by_two(
    const uint8_t *restrict above, const uint8_t *restrict below, int32_t count,
    uint8_t *restrict coverage) {
  for (int32_t i = 0; i < count; i++) {
    const int32_t sum = above[2 * i] + above[2 * i + 1] + below[2 * i] + below[2 * i + 1];
    coverage[i] = (uint8_t)((sum + 2) / 4);
  }
}

void cm_subsample(
    const cm_matte *matte, int32_t across, int32_t down, int32_t column, int32_t row, int32_t count,
    uint8_t *coverage) {
  const int32_t top = cm_larger(row * down - matte->row, 0);
  const int32_t low = cm_smaller((row + 1) * down - matte->row, matte->rows);
  const uint8_t *rows = matte->coverage + top * (ptrdiff_t)matte->columns;
  const int32_t start = column * across - matte->column;
  int32_t done = 0;
  if (start >= 0 && across == 1 && down == 1) {
    memcpy(coverage, rows + start, (size_t)count);
    return;
  }
  if (start >= 0 && across == 2 && down == 2 && low - top == 2) {
    done = cm_smaller(count, (matte->columns - start) / 2);
    subsample_by_two(rows + start, rows + matte->columns + start, done, coverage);
  }
  for (int32_t i = done; i < count; i++) {
    const int32_t left = cm_larger(start + i * across, 0);
    const int32_t right = cm_smaller(start + (i + 1) * across, matte->columns);
    int32_t sum = 0, pixels = 0;
    for (int32_t y = 0; y < low - top; y++) {
      for (int32_t x = left; x < right; x++) {
        sum += rows[y * (ptrdiff_t)matte->columns + x];
        pixels++;
      }
    }
    coverage[i] = (uint8_t)(pixels > 0 ? (sum + pixels / 2) / pixels : 0);
  }
}

/// The nearest number to `drawn + coverage / 255 (kept - drawn)`; no two lie equally near, as 255 is
/// odd.
static inline uint32_t brought_back(uint32_t drawn, uint32_t kept, uint32_t coverage) {
  return (drawn * (255 - coverage) + kept * coverage + 127) / 255;
}

static inline __attribute__((always_inline)) void bring_back_bytes(
    uint8_t *restrict drawn, const uint8_t *restrict kept, const uint8_t *restrict coverage,
    int32_t count, const int32_t components) {
  for (int32_t i = 0; i < count; i++) {
    for (int32_t c = 0; c < components; c++) {
      const ptrdiff_t at = i * (ptrdiff_t)components + c;
      drawn[at] = (uint8_t)brought_back(drawn[at], kept[at], coverage[i]);
    }
  }
}

void cm_bring_back8(
    uint8_t *drawn, const uint8_t *kept, const uint8_t *coverage, int32_t count,
    int32_t components) {
  switch (components) {
  case 1: bring_back_bytes(drawn, kept, coverage, count, 1); break;
  case 2: bring_back_bytes(drawn, kept, coverage, count, 2); break;
  case 3: bring_back_bytes(drawn, kept, coverage, count, 3); break;
  default: bring_back_bytes(drawn, kept, coverage, count, 4); break;
  }
}

void cm_bring_back16(
    uint8_t *drawn, const uint8_t *kept, const uint8_t *coverage, int32_t count,
    int32_t components, int32_t padding) {
  for (int32_t i = 0; i < count; i++) {
    if (coverage[i] == 0) {
      continue;  // bits beyond those that count stay as well
    }
    for (int32_t c = 0; c < components; c++) {
      const ptrdiff_t at = 2 * (i * (ptrdiff_t)components + c);
      uint16_t over, under;
      memcpy(&over, drawn + at, sizeof over);
      memcpy(&under, kept + at, sizeof under);
      uint16_t word = over;
      if (coverage[i] == 255) {
        word = under;
      } else if (over != under) {
        word = (uint16_t)(brought_back(over >> padding, under >> padding, coverage[i]) << padding);
      }
      memcpy(drawn + at, &word, sizeof word);
    }
  }
}
