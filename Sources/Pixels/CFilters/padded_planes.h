#pragma once

#include "arithmetic.h"

// Planes: planes of single precision with a margin, in which the outermost samples are repeated.

static inline float *plane_row(const cf_padded *plane, int32_t y) {
  return plane->at + y * plane->stride;
}

/// Repeats the outermost samples of a row to `reach` of them on each side.
static inline void extend_row(float *row, int32_t width, int32_t reach) {
  for (int32_t i = 1; i <= reach; i++) {
    row[-i] = row[0];
    row[width - 1 + i] = row[width - 1];
  }
}

/// Repeats the outermost rows, `components` to a sample, above and below, as far as the plane reaches.
static inline void extend_rows(const cf_padded *plane, int32_t components) {
  const size_t size = sizeof(float) * (size_t)components * (size_t)(plane->width + 2 * plane->reach);
  const ptrdiff_t left = -(ptrdiff_t)components * plane->reach;
  for (int32_t i = 1; i <= plane->reach; i++) {
    memcpy(plane_row(plane, -i) + left, plane_row(plane, 0) + left, size);
    memcpy(plane_row(plane, plane->height - 1 + i) + left,
           plane_row(plane, plane->height - 1) + left, size);
  }
}

/// Repeats the outermost samples and rows of a plane.
static inline void extend_plane(const cf_padded *plane) {
  for (int32_t y = 0; y < plane->height; y++) {
    extend_row(plane_row(plane, y), plane->width, plane->reach);
  }
  extend_rows(plane, 1);
}

static inline void extend_all(const cf_padded *planes, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    extend_plane(&planes[i]);
  }
}

/// Repeats the outermost interleaved samples of a row.
static inline void extend_interleaved(float *row, int32_t width, int32_t reach) {
  const size_t size = 4 * sizeof(float);
  for (int32_t i = 1; i <= reach; i++) {
    memcpy(row - 4 * i, row, size);
    memcpy(row + 4 * (width - 1 + i), row + 4 * (width - 1), size);
  }
}

/// Means along a row; at the right end over what there is.
static inline void downsample_edge(
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

static void downsample(
    const int16_t *from, int32_t width, int32_t height, int32_t across, int32_t down,
    const cf_padded *plane) {
  for (int32_t y = 0; y < plane->height; y++) {
    float *restrict to = plane_row(plane, y);
    if (across < 0 || down < 0) {
      int32_t above = down < 0 ? y / -down : y;
      const int16_t *row = from + (above < height ? above : height - 1) * (ptrdiff_t)width;
      for (int32_t x = 0; x < plane->width; x++) {
        int32_t left = across < 0 ? x / -across : x;
        to[x] = (float)row[left < width ? left : width - 1];
      }
    } else {
      const int32_t top = y * down < height ? y * down : height - 1;
      const int32_t rows = top + down < height ? down : height - top;
      const int16_t *restrict row = from + top * (ptrdiff_t)width;
      int32_t done = 0;
      if (across == 1 && rows == 1) {
        for (; done < width && done < plane->width; done++) {
          to[done] = (float)row[done];
        }
      } else if (across == 2 && rows == 2) {
        const int16_t *restrict below = row + width;
        const int32_t whole = width / 2 < plane->width ? width / 2 : plane->width;
        for (; done < whole; done++) {
          to[done] = (float)(row[2 * done] + row[2 * done + 1] + below[2 * done] +
                             below[2 * done + 1]) *
                     0.25f;
        }
      }
      downsample_edge(row, width, rows, across, done, to, plane->width);
    }
    extend_row(to, plane->width, plane->reach);
  }
  extend_rows(plane, 1);
}
