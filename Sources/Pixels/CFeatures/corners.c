#include "cfeatures.h"

#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

// The window of the sums is 5 pixels wide, and a corner is stronger than all within 2 pixels, so rows
// are made as they are needed: gradients' products of five rows, strengths of five rows.

enum { WINDOW = 5, HALF = 2 };

typedef struct products {
  float *xx, *xy, *yy;
} products;

/// The products of the gradients of a row, summed over five pixels across.
static inline __attribute__((always_inline)) void products_of_row(cf_grey in, int32_t y, products to, float *memory) {
  const int32_t w = in.width;
  const uint8_t *above = in.bytes + (ptrdiff_t)(y - 1) * w, *row = above + w, *below = row + w;
  float *xx = memory, *xy = memory + w, *yy = memory + 2 * w;
  for (int32_t x = 1; x + 1 < w; x++) {
    // Sobel.
    const float gx = (float)((above[x + 1] - above[x - 1]) + 2 * (row[x + 1] - row[x - 1]) +
                             (below[x + 1] - below[x - 1]));
    const float gy = (float)((below[x - 1] - above[x - 1]) + 2 * (below[x] - above[x]) +
                             (below[x + 1] - above[x + 1]));
    xx[x] = gx * gx;
    xy[x] = gx * gy;
    yy[x] = gy * gy;
  }
  for (int32_t x = HALF + 1; x + HALF + 1 < w; x++) {
    to.xx[x] = xx[x - 2] + xx[x - 1] + xx[x] + xx[x + 1] + xx[x + 2];
    to.xy[x] = xy[x - 2] + xy[x - 1] + xy[x] + xy[x + 1] + xy[x + 2];
    to.yy[x] = yy[x - 2] + yy[x - 1] + yy[x] + yy[x + 1] + yy[x + 2];
  }
}

static inline __attribute__((always_inline)) void strengths_of_row(const products rows[WINDOW], int32_t w, float *out) {
  const float part = 1.0f / (WINDOW * WINDOW);
  for (int32_t x = HALF + 1; x + HALF + 1 < w; x++) {
    float xx = 0, xy = 0, yy = 0;
    for (int32_t i = 0; i < WINDOW; i++) {
      xx += rows[i].xx[x];
      xy += rows[i].xy[x];
      yy += rows[i].yy[x];
    }
    const float half = (xx - yy) * 0.5f;
    out[x] = ((xx + yy) * 0.5f - sqrtf(half * half + xy * xy)) * part;
  }
}

/// The place of the top of a parabola through three values, -0.5 to 0.5.
static inline float top_of(float before, float at, float after) {
  const float bend = before - 2 * at + after;
  if (!(bend < 0)) return 0;
  const float place = 0.5f * (before - after) / bend;
  return place > 0.5f ? 0.5f : place < -0.5f ? -0.5f : place;
}

static inline __attribute__((always_inline)) int32_t corners_of(
    cf_grey in, float least_strength, int32_t border, int32_t most, float *row_memory, cf_corner *out) {
  const int32_t w = in.width, h = in.height, edge = border < HALF + 3 ? HALF + 3 : border;
  if (w <= 2 * edge || h <= 2 * edge || most <= 0) return 0;
  const ptrdiff_t stride = w;
  memset(row_memory, 0, sizeof(float) * CF_CORNER_ROWS * (size_t)w);
  products rows[WINDOW];
  float *strengths[WINDOW];
  for (int32_t i = 0; i < WINDOW; i++) {
    rows[i].xx = row_memory + stride * (3 * i);
    rows[i].xy = row_memory + stride * (3 * i + 1);
    rows[i].yy = row_memory + stride * (3 * i + 2);
    strengths[i] = row_memory + stride * (15 + i);
  }
  float *gradients = row_memory + stride * 20;
  int32_t count = 0;
  // Row y of products makes row y - 2 of strengths, which makes row y - 4 of corners.
  for (int32_t y = edge - 4; y < h - edge + 4; y++) {
    if (y < 1 || y + 1 >= h) continue;
    products newest = rows[0];
    float *last = strengths[0];
    for (int32_t i = 0; i + 1 < WINDOW; i++) {
      rows[i] = rows[i + 1];
      strengths[i] = strengths[i + 1];
    }
    rows[WINDOW - 1] = newest;
    strengths[WINDOW - 1] = last;
    products_of_row(in, y, newest, gradients);
    strengths_of_row(rows, w, last);
    const int32_t row = y - 4;
    if (row < edge || row >= h - edge) continue;
    const float *at = strengths[2];
    for (int32_t x = edge; x < w - edge; x++) {
      const float strength = at[x];
      if (!(strength > least_strength)) continue;
      if (at[x - 1] > strength || at[x + 1] >= strength || at[x - 2] > strength || at[x + 2] >= strength) continue;
      int is_top = 1;
      for (int32_t i = 0; i < WINDOW && is_top; i++) {
        if (i == 2) continue;
        for (int32_t j = -2; j <= 2; j++) {
          const float other = strengths[i][x + j];
          if (i < 2 ? other > strength : other >= strength) {
            is_top = 0;
            break;
          }
        }
      }
      if (!is_top) continue;
      if (count == most) return count;
      out[count++] = (cf_corner){
          .x = (float)x + 0.5f + top_of(at[x - 1], strength, at[x + 1]),
          .y = (float)row + 0.5f + top_of(strengths[1][x], strength, strengths[3][x]),
          .strength = strength,
      };
    }
  }
  return count;
}

#if defined(__x86_64__)
// The same operations, so the same corners.
__attribute__((target("avx2"))) static int32_t corners_avx2(
    cf_grey in, float least_strength, int32_t border, int32_t most, float *row_memory, cf_corner *out) {
  return corners_of(in, least_strength, border, most, row_memory, out);
}
#endif

int32_t cf_corners(
    cf_grey in, float least_strength, int32_t border, int32_t most, float *row_memory, cf_corner *out) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    return corners_avx2(in, least_strength, border, most, row_memory, out);
  }
#endif
  return corners_of(in, least_strength, border, most, row_memory, out);
}
