#pragma once

#include "arithmetic.h"

/// Taps on each side that one pass takes: as many as registers hold.
enum { CF_TAPS_AT_ONCE = 6 };

// Sheets: planes of single precision with a margin, in which the outermost samples are repeated.

static inline float *sheet_row(const cf_sheet *sheet, int32_t y) {
  return sheet->at + y * sheet->stride;
}

/// Repeats the outermost samples of a row over its margin.
static inline void extend_row(float *row, int32_t width) {
  for (int32_t i = 1; i <= CF_MARGIN; i++) {
    row[-i] = row[0];
    row[width - 1 + i] = row[width - 1];
  }
}

/// Repeats the outermost rows over the margin above and below, `numbers` to a sample.
static inline void extend_rows(const cf_sheet *sheet, int32_t numbers) {
  const size_t size = sizeof(float) * (size_t)numbers * (size_t)(sheet->width + 2 * CF_MARGIN);
  for (int32_t i = 1; i <= CF_MARGIN; i++) {
    const ptrdiff_t left = -(ptrdiff_t)numbers * CF_MARGIN;
    memcpy(sheet_row(sheet, -i) + left, sheet_row(sheet, 0) + left, size);
    memcpy(sheet_row(sheet, sheet->height - 1 + i) + left,
           sheet_row(sheet, sheet->height - 1) + left, size);
  }
}

/// Means along a row; at the right end over what there is.
static inline void reduce_edge(
    const int16_t *from, int32_t width, int32_t rows, int32_t across, int32_t first, float *to,
    int32_t count) {
  for (int32_t x = first; x < count; x++) {
    const int32_t left = x * across < width ? x * across : width - 1;
    const int32_t right = left + across < width ? left + across : width;
    int32_t sum = 0;
    for (int32_t j = 0; j < rows; j++) {
      for (int32_t i = left; i < right; i++) {
        sum += from[j * (ptrdiff_t)width + i];
      }
    }
    to[x] = (float)sum / (float)(rows * (right - left));
  }
}

static void reduce(
    const int16_t *from, int32_t width, int32_t height, int32_t across, int32_t down,
    const cf_sheet *sheet) {
  for (int32_t y = 0; y < sheet->height; y++) {
    float *restrict to = sheet_row(sheet, y);
    if (across < 0 || down < 0) {
      int32_t above = down < 0 ? y / -down : y;
      const int16_t *row = from + (above < height ? above : height - 1) * (ptrdiff_t)width;
      for (int32_t x = 0; x < sheet->width; x++) {
        int32_t left = across < 0 ? x / -across : x;
        to[x] = (float)row[left < width ? left : width - 1];
      }
    } else {
      const int32_t top = y * down < height ? y * down : height - 1;
      const int32_t rows = top + down < height ? down : height - top;
      const int16_t *restrict row = from + top * (ptrdiff_t)width;
      int32_t done = 0;
      if (across == 1 && rows == 1) {
        for (; done < width && done < sheet->width; done++) {
          to[done] = (float)row[done];
        }
      } else if (across == 2 && rows == 2) {
        const int16_t *restrict below = row + width;
        const int32_t whole = width / 2 < sheet->width ? width / 2 : sheet->width;
        for (; done < whole; done++) {
          to[done] = (float)(row[2 * done] + row[2 * done + 1] + below[2 * done] +
                             below[2 * done + 1]) *
                     0.25f;
        }
      }
      reduce_edge(row, width, rows, across, done, to, sheet->width);
    }
    extend_row(to, sheet->width);
  }
  extend_rows(sheet, 1);
}

/// Adds `count` taps on each side, from the tap `first` on, and the middle's where that is 1.
///
/// Where `count` is a constant, a sample's sum stays in a register: a third of the time of one pass
/// over `to` for each tap.
static inline __attribute__((always_inline)) void add_taps(
    const float *restrict middle, ptrdiff_t step, const cf_taps *restrict taps, int32_t first,
    const int32_t count, float *restrict to, int32_t width) {
  float tap[CF_TAPS_AT_ONCE];
  for (int32_t k = 0; k < count; k++) {
    tap[k] = taps->tap[first + k];
  }
  const float own = taps->tap[0];
  const float *restrict before = middle - first * step, *restrict after = middle + first * step;
  for (int32_t x = 0; x < width; x++) {
    float sum = first == 1 ? own * middle[x] : to[x];
    for (int32_t k = 0; k < count; k++) {
      sum += tap[k] * (before[x - k * step] + after[x + k * step]);
    }
    to[x] = sum;
  }
}

/// Sums of rows by a symmetric filter; `step` is the stride.
static inline void add_all_taps(
    const float *middle, ptrdiff_t step, const cf_taps *taps, float *to, int32_t width) {
  int32_t k = 1;
  do {
    switch (taps->radius - k + 1) {
    case 0: add_taps(middle, step, taps, k, 0, to, width); break;
    case 1: add_taps(middle, step, taps, k, 1, to, width); break;
    case 2: add_taps(middle, step, taps, k, 2, to, width); break;
    case 3: add_taps(middle, step, taps, k, 3, to, width); break;
    case 4: add_taps(middle, step, taps, k, 4, to, width); break;
    case 5: add_taps(middle, step, taps, k, 5, to, width); break;
    default: add_taps(middle, step, taps, k, CF_TAPS_AT_ONCE, to, width); break;
    }
    k += CF_TAPS_AT_ONCE;
  } while (k <= taps->radius);
}

/// Sums along a row by a symmetric filter.
static inline void blur_across(
    const float *restrict from, const cf_taps *restrict taps, float *restrict to, int32_t count) {
  // Blocks that stay in the first cache.
  for (int32_t start = 0; start < count; start += 256) {
    const int32_t end = start + 256 < count ? start + 256 : count;
    for (int32_t x = start; x < end; x++) {
      to[x] = taps->tap[0] * from[x];
    }
    for (int32_t k = 1; k <= taps->radius; k += 2) {
      const int32_t next = k < taps->radius ? k + 1 : k;
      const float tap = taps->tap[k], other = next != k ? taps->tap[next] : 0.0f;
      for (int32_t x = start; x < end; x++) {
        to[x] += tap * (from[x - k] + from[x + k]) + other * (from[x - next] + from[x + next]);
      }
    }
  }
}

static void blur(
    const cf_sheet *from, const cf_taps *taps, float *room, const cf_sheet *sheet) {
  float *row = room + CF_MARGIN;
  for (int32_t y = 0; y < from->height; y++) {
    float *to = sheet_row(sheet, y);
    add_all_taps(sheet_row(from, y) - CF_MARGIN, from->stride, taps, room,
                 from->width + 2 * CF_MARGIN);
    blur_across(row, taps, to, from->width);
    extend_row(to, from->width);
  }
  extend_rows(sheet, 1);
}

static void product(const cf_sheet *first, const cf_sheet *second, const cf_sheet *sheet) {
  const int32_t count = first->width + 2 * CF_MARGIN;
  for (int32_t y = -CF_MARGIN; y < first->height + CF_MARGIN; y++) {
    const float *restrict a = sheet_row(first, y) - CF_MARGIN;
    const float *restrict b = sheet_row(second, y) - CF_MARGIN;
    float *restrict to = sheet_row(sheet, y) - CF_MARGIN;
    for (int32_t x = 0; x < count; x++) {
      to[x] = a[x] * b[x];
    }
  }
}
