#pragma once

#include "arithmetic.h"

// Sheets: planes of single precision with a margin, in which the outermost samples are repeated.

static inline float *sheet_row(const cf_sheet *sheet, int32_t y) {
  return sheet->at + y * sheet->stride;
}

/// Repeats the outermost samples of a row to `reach` of them on each side.
static inline void extend_row(float *row, int32_t width, int32_t reach) {
  for (int32_t i = 1; i <= reach; i++) {
    row[-i] = row[0];
    row[width - 1 + i] = row[width - 1];
  }
}

/// Repeats the outermost rows, `numbers` to a sample, above and below, as far as the sheet reaches.
static inline void extend_rows(const cf_sheet *sheet, int32_t numbers) {
  const size_t size = sizeof(float) * (size_t)numbers * (size_t)(sheet->width + 2 * sheet->reach);
  const ptrdiff_t left = -(ptrdiff_t)numbers * sheet->reach;
  for (int32_t i = 1; i <= sheet->reach; i++) {
    memcpy(sheet_row(sheet, -i) + left, sheet_row(sheet, 0) + left, size);
    memcpy(sheet_row(sheet, sheet->height - 1 + i) + left,
           sheet_row(sheet, sheet->height - 1) + left, size);
  }
}

/// Repeats the outermost samples and rows of a sheet.
static inline void extend_sheet(const cf_sheet *sheet) {
  for (int32_t y = 0; y < sheet->height; y++) {
    extend_row(sheet_row(sheet, y), sheet->width, sheet->reach);
  }
  extend_rows(sheet, 1);
}

/// Repeats the outermost quads of a row.
static inline void extend_quads(float *row, int32_t width, int32_t reach) {
  const size_t size = 4 * sizeof(float);
  for (int32_t i = 1; i <= reach; i++) {
    memcpy(row - 4 * i, row, size);
    memcpy(row + 4 * (width - 1 + i), row + 4 * (width - 1), size);
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
    extend_row(to, sheet->width, sheet->reach);
  }
  extend_rows(sheet, 1);
}
