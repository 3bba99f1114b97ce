#pragma once

#include "kernels.h"

// Structural similarity of the sum s and the difference d of two pictures' lumas x and y. With the
// moments of these,
//
//     2 cov(x, y) = (var s - var d) / 2,   var x + var y = (var s + var d) / 2,
//
// and likewise for the means, so four fields are filtered instead of five, and what is missing to 1
// comes without the loss of a subtraction: 1 - cs = 2 var d / (var s + var d + 2 C2). Where d is 0
// throughout a window, nothing is missing: only the columns between the first and the last
// difference of a window's rows are filtered.

enum { cc_fields = 4 };

static const float cc_c1 = 6.5025f;  // (0.01 * 255)^2
static const float cc_c2 = 58.5225f; // (0.03 * 255)^2

CC_INLINE v8f luma(v8u pixels) {
  v8f r = __builtin_convertvector(channel(pixels, 0), v8f);
  v8f g = __builtin_convertvector(channel(pixels, 1), v8f);
  v8f b = __builtin_convertvector(channel(pixels, 2), v8f);
  return 0.2126f * r + 0.7152f * g + 0.0722f * b;
}

/// Sum (less 255) and difference of the lumas of a row of the pictures.
static void luma_row(const cc_scale *s, int32_t row, float *sum, float *difference) {
  int64_t start = (int64_t)row * s->width;
  for (int32_t x = 0; x < s->width; x += 8) {
    int32_t count = s->width - x < 8 ? s->width - x : 8;
    v8u p = {0}, q = {0};
    v8b level = {0};
    if (count == 8) {
      p = load_pixels(s->a + 4 * (start + x));
      q = load_pixels(s->b + 4 * (start + x));
      memcpy(&level, s->levels + start + x, 8);
    } else {
      memcpy(&p, s->a + 4 * (start + x), 4 * (size_t)count);
      memcpy(&q, s->b + 4 * (start + x), 4 * (size_t)count);
      memcpy(&level, s->levels + start + x, (size_t)count);
    }
    v8f one = luma(p), other = luma(q);
    store(sum + x, one + other - 255);
    v8i differs = (v8i)(__builtin_convertvector(level, v8u) != 0);
    store(difference + x, choose(differs, one - other, (v8f){0}));
  }
}

/// The columns that hold all of a row that is not 0, to whole vectors.
typedef struct extent {
  int32_t from, to;
} extent;

CC_INLINE bool is_zero(const float *samples) {
  return __builtin_reduce_or((v8i)(load(samples) != 0)) == 0;
}

static extent extent_of(const float *row, int32_t width) {
  extent e = {0, (width + 7) / 8 * 8};
  while (e.from < e.to && is_zero(row + e.from)) {
    e.from += 8;
  }
  while (e.from < e.to && is_zero(row + e.to - 8)) {
    e.to -= 8;
  }
  return e;
}

/// The mean of 2 x 2; a last column without a partner is its own.
static void halve(const float *top, const float *bottom, int32_t width, float *half) {
  for (int32_t x = 0; x < width / 2; x += 8) {
    v8f left = load(top + 2 * x) + load(bottom + 2 * x);
    v8f right = load(top + 2 * x + 8) + load(bottom + 2 * x + 8);
    v8f even = __builtin_shufflevector(left, right, 0, 2, 4, 6, 8, 10, 12, 14);
    v8f odd = __builtin_shufflevector(left, right, 1, 3, 5, 7, 9, 11, 13, 15);
    store(half + x, 0.25f * (even + odd));
  }
  if (width % 2 != 0) {
    half[width / 2] = 0.5f * (top[width - 1] + bottom[width - 1]);
  }
}

/// A window's weighted sum, by pairs from its middle outwards; `at` gives the samples that are so far
/// from its beginning.
#define CC_WINDOW(at, weights, count)                                                            \
  ({                                                                                              \
    v8f window = (count) % 2 != 0 ? (weights)[0] * at((count) / 2) : (v8f){0};                    \
    for (int k = 0; k < (count) / 2; k++) {                                                       \
      int low = (count) / 2 - 1 - k;                                                              \
      window += (weights)[(count) % 2 + k] * (at(low) + at((count)-1 - low));                     \
    }                                                                                             \
    window;                                                                                       \
  })

CC_INLINE void filter_rows(
    const float *const *rows, const float *weights, int count, int32_t from, int32_t length,
    float *filtered) {
  for (int32_t x = 0; x < length; x += 8) {
#define CC_AT(k) load(rows[k] + from + x)
    store(filtered + x, CC_WINDOW(CC_AT, weights, count));
#undef CC_AT
  }
}

CC_INLINE v8f filter_columns(const float *row, const float *weights, int count) {
#define CC_AT(k) load(row + (k))
  return CC_WINDOW(CC_AT, weights, count);
#undef CC_AT
}

/// What is missing to 1 in a row of windows.
CC_INLINE cc_similarity similarity_row(
    const float *const fields[cc_fields], const float *columns, int count, const float *weights,
    int32_t length) {
  v8f contrast = {0}, full = {0};
  for (int32_t x = 0; x < length; x += 8) {
    v8f sum = filter_columns(fields[0] + x, columns, count);
    v8f difference = filter_columns(fields[1] + x, columns, count);
    v8f sums = filter_columns(fields[2] + x, columns, count);
    v8f differences = filter_columns(fields[3] + x, columns, count);
    v8f zero = {0};
    v8f var_s = __builtin_elementwise_max(sums - sum * sum, zero);
    v8f var_d = __builtin_elementwise_max(differences - difference * difference, zero);
    v8f mean = sum + 255;
    v8f mean2 = mean * mean, difference2 = difference * difference;
    v8f structure = 2 * var_d / (var_s + var_d + 2 * cc_c2);
    v8f luminance = 2 * difference2 / (mean2 + difference2 + 2 * cc_c1);
    v8f both = structure + luminance - structure * luminance;
    v8f weight = {0};
    int32_t rest = length - x < 8 ? length - x : 8;
    if (weights != NULL) {
      memcpy(&weight, weights + x, (size_t)rest * sizeof(float));
    } else {
      const v8i lanes = {0, 1, 2, 3, 4, 5, 6, 7};
      weight = choose((v8i)(lanes < rest), zero + 1, zero);
    }
    contrast += weight * structure;
    full += weight * both;
  }
  return (cc_similarity){.contrast = sum_of(widened(contrast)), .full = sum_of(widened(full))};
}

/// A row of windows whose first row is `first`: filtered down, then across.
CC_INLINE cc_similarity window_row(
    const cc_scale *s, const float *const (*ring)[CC_WINDOW_SIDE], int32_t first, extent e,
    float *filtered, ptrdiff_t padded, int rows, int columns) {
  const float *fields[cc_fields];
  int32_t length = e.to - e.from;
  for (int field = 0; field < cc_fields; field++) {
    const float *sorted[CC_WINDOW_SIDE];
    for (int k = 0; k < rows; k++) {
      sorted[k] = ring[field][(first + k) % CC_WINDOW_SIDE];
    }
    fields[field] = filtered + field * padded;
    filter_rows(
        sorted, s->rows, rows, e.from, length + columns - 1, filtered + field * padded);
  }
  int32_t positions = s->width - columns + 1;
  const float *weights =
      s->weights == NULL ? NULL : s->weights + (int64_t)first * positions + e.from;
  return similarity_row(fields, s->columns, columns, weights, length);
}

static cc_similarity similarity(const cc_scale *s, float *scratch) {
  ptrdiff_t padded = cc_scratch_size(s->width) / (cc_fields * (CC_WINDOW_SIDE + 1));
  memset(scratch, 0, (size_t)cc_scratch_size(s->width) * sizeof *scratch);
  // The last rows of each field; those of coarser scales' sum and difference lie in the planes.
  const float *ring[cc_fields][CC_WINDOW_SIDE];
  extent extents[CC_WINDOW_SIDE];
  float *filtered = scratch + cc_fields * CC_WINDOW_SIDE * padded;
  int32_t positions = s->width - s->column_count + 1;
  cc_similarity missing = {0, 0};
  for (int32_t row = 0; row < s->height; row++) {
    int slot = row % CC_WINDOW_SIDE;
    float *own[cc_fields];
    for (int field = 0; field < cc_fields; field++) {
      own[field] = scratch + (field * CC_WINDOW_SIDE + slot) * padded;
      ring[field][slot] = own[field];
    }
    if (s->a != NULL) {
      luma_row(s, row, own[0], own[1]);
    } else {
      ring[0][slot] = s->sum + row * s->stride;
      ring[1][slot] = s->difference + row * s->stride;
    }
    const float *sum = ring[0][slot], *difference = ring[1][slot];
    extents[slot] = extent_of(difference, s->width);
    for (int32_t x = 0; x < s->width; x += 8) {
      v8f one = load(sum + x), other = load(difference + x);
      store(own[2] + x, one * one);
      store(own[3] + x, other * other);
    }
    if (s->half_sum != NULL && (row % 2 != 0 || row == s->height - 1)) {
      int above = row % 2 != 0 ? (row - 1) % CC_WINDOW_SIDE : slot;
      ptrdiff_t half = row / 2 * s->half_stride;
      halve(ring[0][above], sum, s->width, s->half_sum + half);
      halve(ring[1][above], difference, s->width, s->half_difference + half);
    }
    if (row < s->row_count - 1) {
      continue;
    }
    extent e = {INT32_MAX, 0};
    for (int k = 0; k < s->row_count; k++) {
      extent other = extents[(row - k) % CC_WINDOW_SIDE];
      if (other.from < other.to) {
        e.from = other.from < e.from ? other.from : e.from;
        e.to = other.to > e.to ? other.to : e.to;
      }
    }
    if (e.from >= e.to) {
      continue;
    }
    e.from = e.from > s->column_count - 1 ? e.from - (s->column_count - 1) : 0;
    e.to = e.to < positions ? e.to : positions;
    if (e.from >= e.to) {
      continue; // Differences in the slack alone.
    }
    int32_t first = row - s->row_count + 1;
    const float *const(*rows)[CC_WINDOW_SIDE] = (const float *const(*)[CC_WINDOW_SIDE])ring;
    cc_similarity here =
        s->row_count == CC_WINDOW_SIDE && s->column_count == CC_WINDOW_SIDE
        ? window_row(s, rows, first, e, filtered, padded, CC_WINDOW_SIDE, CC_WINDOW_SIDE)
        : window_row(s, rows, first, e, filtered, padded, s->row_count, s->column_count);
    missing.contrast += here.contrast;
    missing.full += here.full;
  }
  return missing;
}
