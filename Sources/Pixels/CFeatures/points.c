#include "cfeatures.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

enum {
  LANES = 8,
  SIDE = 2 * CF_RADIUS + 1,
  /// Floats of a row of a window, one more on each side for the slopes.
  ROW = (SIDE + 2 + LANES - 1) / LANES * LANES,
};
typedef float lanes __attribute__((vector_size(32), aligned(4)));

static inline __attribute__((always_inline)) float sum_of(const lanes *v) {
  return (((*v)[0] + (*v)[4]) + ((*v)[2] + (*v)[6])) + (((*v)[1] + (*v)[5]) + ((*v)[3] + (*v)[7]));
}

/// The pixels around a point, linear between those of the plane; 0 where they leave it.
static inline __attribute__((always_inline)) int window_of(
    cf_grey_plane in, double x, double y, int32_t radius, float *out) {
  const double left = x - radius, top = y - radius;
  if (!(left >= 0 && top >= 0 && x + radius < in.width - 1 && y + radius < in.height - 1)) return 0;
  const int32_t column = (int32_t)left, row = (int32_t)top, side = 2 * radius + 1;
  const float u = (float)(left - column), v = (float)(top - row);
  const float a = (1 - u) * (1 - v), b = u * (1 - v), c = (1 - u) * v, d = u * v;
  for (int32_t j = 0; j < side; j++) {
    const float *upper = in.values + (ptrdiff_t)(row + j) * in.width + column, *lower = upper + in.width;
    for (int32_t i = 0; i < side; i += LANES) {
      *(lanes *)(out + j * ROW + i) =
          (*(const lanes *)(upper + i) * a + *(const lanes *)(upper + i + 1) * b) +
          (*(const lanes *)(lower + i) * c + *(const lanes *)(lower + i + 1) * d);
    }
  }
  return 1;
}

static inline __attribute__((always_inline)) int follow(
    cf_grey_plane from, cf_grey_plane to, double x, double y, int32_t radius, cf_way *way) {
  const int32_t side = 2 * radius + 1;
  float wide[(SIDE + 2) * ROW + LANES], across[SIDE * ROW], down[SIDE * ROW], seen[SIDE * ROW];
  if (!window_of(from, x, y, radius + 1, wide)) return 0;
  lanes xx = {0}, xy = {0}, yy = {0};
  for (int32_t j = 0; j < side; j++) {
    for (int32_t i = 0; i < side; i += LANES) {
      const float *at = wide + (j + 1) * ROW + i + 1;
      lanes gx = (*(const lanes *)(at + 1) - *(const lanes *)(at - 1)) * 0.5f;
      lanes gy = (*(const lanes *)(at + ROW) - *(const lanes *)(at - ROW)) * 0.5f;
      for (int32_t lane = side - i; lane < LANES; lane++) gx[lane] = gy[lane] = 0;
      *(lanes *)(across + j * ROW + i) = gx;
      *(lanes *)(down + j * ROW + i) = gy;
      xx += gx * gx;
      xy += gx * gy;
      yy += gy * gy;
    }
  }
  const double a = sum_of(&xx), b = sum_of(&xy), c = sum_of(&yy);
  const double determinant = a * c - b * b;
  // The smaller eigenvalue is beyond a limit where the trace is, and the determinant of what is above it.
  const double least = CF_LEAST_TEXTURE * side * side;
  if (!(a > least && (a - least) * (c - least) > b * b)) return 0;
  for (int32_t step = 0; step < CF_POINT_STEPS; step++) {
    if (!window_of(to, x + way->x, y + way->y, radius, seen)) return 0;
    lanes sx = {0}, sy = {0};
    for (int32_t j = 0; j < side; j++) {
      for (int32_t i = 0; i < side; i += LANES) {
        const lanes left =
            *(const lanes *)(wide + (j + 1) * ROW + i + 1) - *(const lanes *)(seen + j * ROW + i);
        sx += left * *(const lanes *)(across + j * ROW + i);
        sy += left * *(const lanes *)(down + j * ROW + i);
      }
    }
    const double px = sum_of(&sx), py = sum_of(&sy);
    const double dx = (c * px - b * py) / determinant, dy = (a * py - b * px) / determinant;
    way->x += dx;
    way->y += dy;
    if (dx * dx + dy * dy < CF_POINT_PRECISION * CF_POINT_PRECISION) break;
  }
  return 1;
}

#if defined(__x86_64__)
// The same operations in the same order, so the same bytes: eight lanes at once.
__attribute__((target("avx2"))) static int follow_avx2(
    cf_grey_plane from, cf_grey_plane to, double x, double y, int32_t radius, cf_way *way) {
  return follow(from, to, x, y, radius, way);
}
#endif

int32_t cf_follow(cf_grey_plane from, cf_grey_plane to, double x, double y, int32_t radius, cf_way *way) {
  if (radius < 1 || radius > CF_RADIUS) return 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return follow_avx2(from, to, x, y, radius, way);
#endif
  return follow(from, to, x, y, radius, way);
}

/// A cubic convolution's weights (Keys 1981, a = -1/2).
static inline void weights_of(float t, float *w) {
  const float t2 = t * t, t3 = t * t * t;
  w[0] = -0.5f * t + t2 - 0.5f * t3;
  w[1] = 1 - 2.5f * t2 + 1.5f * t3;
  w[2] = 0.5f * t + 2 * t2 - 1.5f * t3;
  w[3] = -0.5f * t2 + 0.5f * t3;
}

static int32_t held(int32_t i, int32_t count) { return i < 0 ? 0 : i < count ? i : count - 1; }

static float cubic(cf_grey in, double x, double y) {
  // Far outside all pixels are the last one; numbers stay small enough to be whole ones.
  x = x > -4 ? x < in.width + 4 ? x : in.width + 4 : -4;
  y = y > -4 ? y < in.height + 4 ? y : in.height + 4 : -4;
  // Of what is not negative, the whole part is rounded down.
  const int32_t left = (int32_t)(x + 8) - 8, top = (int32_t)(y + 8) - 8;
  float across[4], down[4], sum = 0;
  weights_of((float)(x - left), across);
  weights_of((float)(y - top), down);
  const int is_inside = left >= 1 && top >= 1 && left + 2 < in.width && top + 2 < in.height;
  for (int32_t j = 0; j < 4; j++) {
    float p[4];
    const uint8_t *row = in.bytes + (ptrdiff_t)held(top + j - 1, in.height) * in.width;
    for (int32_t i = 0; i < 4; i++) {
      p[i] = row[is_inside ? left + i - 1 : held(left + i - 1, in.width)];
    }
    sum += down[j] * ((p[0] * across[0] + p[1] * across[1]) + (p[2] * across[2] + p[3] * across[3]));
  }
  return sum;
}

void cf_seen_through(cf_grey in, const double *h, int32_t width, int32_t height, float *out) {
  for (int32_t j = 0; j < height; j++) {
    const double y = j + 0.5;
    for (int32_t i = 0; i < width; i++) {
      const double x = i + 0.5, w = h[6] * x + h[7] * y + h[8];
      *out++ = cubic(in, (h[0] * x + h[1] * y + h[2]) / w - 0.5, (h[3] * x + h[4] * y + h[5]) / w - 0.5);
    }
  }
}

static inline float binomial(const float *at, ptrdiff_t step, int32_t i, int32_t count) {
  const float ends = at[held(i - 2, count) * step] + at[held(i + 2, count) * step];
  const float near = at[held(i - 1, count) * step] + at[held(i + 1, count) * step];
  return (ends + 4 * near + 6 * at[held(i, count) * step]) / 16;
}

void cf_plane_half(cf_grey_plane in, float *memory, float *out) {
  const int32_t width = (in.width + 1) / 2, height = (in.height + 1) / 2;
  for (int32_t j = 0; j < in.height; j++) {
    for (int32_t i = 0; i < width; i++) {
      memory[(ptrdiff_t)j * width + i] = binomial(in.values + (ptrdiff_t)j * in.width, 1, 2 * i, in.width);
    }
  }
  for (int32_t j = 0; j < height; j++) {
    for (int32_t i = 0; i < width; i++) *out++ = binomial(memory + i, width, 2 * j, in.height);
  }
}
