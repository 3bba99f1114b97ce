#include "cfeatures.h"

#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

enum {
  LANES = 8,
  /// Cells of a row of a block that are looked at together.
  RUN = 64,
};
typedef float lanes __attribute__((vector_size(32), aligned(4)));

static inline __attribute__((always_inline)) float sum_of(const lanes *v) {
  return (((*v)[0] + (*v)[4]) + ((*v)[2] + (*v)[6])) + (((*v)[1] + (*v)[5]) + ((*v)[3] + (*v)[7]));
}

/// Whether the cells of a block, corners first, all lie so far inside the picture that four pixels are
/// about each.
static int is_inside(
    const cf_template *t, cf_grey in, const float *h, int32_t x0, int32_t x1, int32_t y0, int32_t y1) {
  for (int32_t corner = 0; corner < 4; corner++) {
    const float x = t->x + t->step_x * (float)(corner & 1 ? x1 - 1 : x0);
    const float y = t->y + t->step_y * (float)(corner & 2 ? y1 - 1 : y0);
    const float w = h[6] * x + h[7] * y + h[8];
    if (!(w > 1e-3f)) return 0;
    const float u = (h[0] * x + h[1] * y + h[2]) / w - 0.5f, v = (h[3] * x + h[4] * y + h[5]) / w - 0.5f;
    if (!(u >= 0.01f && v >= 0.01f && u < (float)(in.width - 1) - 0.01f &&
          v < (float)(in.height - 1) - 0.01f)) {
      return 0;
    }
  }
  return 1;
}

/// What a picture shows at places between its pixels, about the middle of the scale, so that sums of
/// squares lose no digits.
static inline __attribute__((always_inline)) void look(
    cf_grey in, const float *u, const float *v, int32_t count, float *seen) {
  // Corners were inside, so that all between them is; but for what rounding moves near the horizon.
  const float right = (float)(in.width - 1) - 0.01f, bottom = (float)(in.height - 1) - 0.01f;
  for (int32_t i = 0; i < count; i++) {
    const float x = u[i] >= 0.0f ? (u[i] <= right ? u[i] : right) : 0.0f;
    const float y = v[i] >= 0.0f ? (v[i] <= bottom ? v[i] : bottom) : 0.0f;
    const int32_t px = (int32_t)x, py = (int32_t)y;
    const float fx = x - (float)px, fy = y - (float)py;
    const uint8_t *at = in.bytes + (ptrdiff_t)py * in.width + px;
    const int32_t a = at[0], b = at[1], c = at[in.width], d = at[in.width + 1];
    const float upper = (float)(a - 128) + (float)(b - a) * fx;
    const float lower = (float)(c - 128) + (float)(d - c) * fx;
    seen[i] = upper + (lower - upper) * fy;
  }
}

static inline __attribute__((always_inline)) void align_block(
    const cf_template *t, cf_grey in, const float *h, const float *xs, int32_t x0, int32_t x1, int32_t y0,
    int32_t y1, cf_sums *out) {
  float total = 0, squares = 0, product = 0, slopes[CF_FREE] = {0};
  for (int32_t row = y0; row < y1; row++) {
    const float y = t->y + t->step_y * (float)row;
    const float hu = h[1] * y + h[2], hv = h[4] * y + h[5], hw = h[7] * y + h[8];
    lanes s0 = {0}, s1 = {0}, s2 = {0}, a0 = {0}, a1 = {0}, a2 = {0}, b0 = {0}, b1 = {0};
    for (int32_t start = x0; start < x1; start += RUN) {
      const int32_t count = x1 - start < RUN ? x1 - start : RUN;
      const int32_t whole = (count + LANES - 1) / LANES * LANES;
      float u[RUN], v[RUN], seen[RUN];
      const ptrdiff_t line = (ptrdiff_t)row * t->stride + start;
      for (int32_t i = 0; i < whole; i += LANES) {
        const lanes x = *(const lanes *)(xs + start + i);
        const lanes inverse = 1.0f / (h[6] * x + hw);
        *(lanes *)(u + i) = (h[0] * x + hu) * inverse - 0.5f;
        *(lanes *)(v + i) = (h[3] * x + hv) * inverse - 0.5f;
      }
      look(in, u, v, count, seen);
      for (int32_t i = count; i < whole; i++) seen[i] = 0;
      for (int32_t i = 0; i < whole; i += LANES) {
        const lanes x = *(const lanes *)(xs + start + i), brightness = *(const lanes *)(seen + i);
        const lanes g = *(const lanes *)(t->across + line + i) * brightness;
        const lanes k = *(const lanes *)(t->down + line + i) * brightness;
        const lanes gx = g * x;
        s0 += brightness;
        s1 += brightness * brightness;
        s2 += brightness * *(const lanes *)(t->value + line + i);
        a0 += g;
        a1 += gx;
        a2 += gx * x;
        b0 += k;
        b1 += k * x;
      }
    }
    const float g0 = sum_of(&a0), g1 = sum_of(&a1), k0 = sum_of(&b0), k1 = sum_of(&b1);
    total += sum_of(&s0);
    squares += sum_of(&s1);
    product += sum_of(&s2);
    slopes[0] += g1;
    slopes[1] += y * g0;
    slopes[2] += g0;
    slopes[3] += k1;
    slopes[4] += y * k0;
    slopes[5] += k0;
    slopes[6] -= sum_of(&a2) + y * k1;
    slopes[7] -= y * g1 + y * y * k0;
  }
  out->count = (float)((x1 - x0) * (y1 - y0));
  out->seen = total;
  out->squares = squares;
  out->product = product;
  memcpy(out->slopes, slopes, sizeof slopes);
}

static inline __attribute__((always_inline)) void align_all(
    const cf_template *t, cf_grey in, const float *h, float *xs, cf_sums *sums) {
  for (int32_t i = 0; i < t->stride + LANES; i++) xs[i] = t->x + t->step_x * (float)i;
  for (int32_t block_row = 0; block_row < CF_ROWS; block_row++) {
    const int32_t y0 = t->rows[block_row], y1 = t->rows[block_row + 1];
    for (int32_t block = 0; block < CF_COLUMNS; block++) {
      cf_sums *out = sums + block_row * CF_COLUMNS + block;
      memset(out, 0, sizeof *out);
      const int32_t x0 = t->columns[block], x1 = t->columns[block + 1];
      if (x1 <= x0 || y1 <= y0 || !is_inside(t, in, h, x0, x1, y0, y1)) continue;
      align_block(t, in, h, xs, x0, x1, y0, y1, out);
    }
  }
}

#if defined(__x86_64__)
// The same operations in the same order, so the same bytes: eight lanes at once.
__attribute__((target("avx2"))) static void align_avx2(
    const cf_template *t, cf_grey in, const float *h, float *xs, cf_sums *sums) {
  align_all(t, in, h, xs, sums);
}
#endif

void cf_align(const cf_template *t, cf_grey in, const float *h, float *memory, cf_sums *sums) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    align_avx2(t, in, h, memory, sums);
    return;
  }
#endif
  align_all(t, in, h, memory, sums);
}

void cf_own(const cf_template *t, cf_own_sums *sums) {
  for (int32_t block_row = 0; block_row < CF_ROWS; block_row++) {
    for (int32_t block = 0; block < CF_COLUMNS; block++) {
      cf_own_sums *out = sums + block_row * CF_COLUMNS + block;
      double slopes[CF_FREE] = {0}, products[CF_FREE] = {0}, normal[CF_FREE * (CF_FREE + 1) / 2] = {0};
      const int32_t x0 = t->columns[block], x1 = t->columns[block + 1];
      const int32_t y0 = t->rows[block_row], y1 = t->rows[block_row + 1];
      for (int32_t row = y0; row < y1; row++) {
        const double y = t->y + t->step_y * (float)row;
        for (int32_t column = x0; column < x1; column++) {
          const double x = t->x + t->step_x * (float)column;
          const ptrdiff_t at = (ptrdiff_t)row * t->stride + column;
          const double g = t->across[at], k = t->down[at], along = x * g + y * k;
          const double j[CF_FREE] = {x * g, y * g, g, x * k, y * k, k, -x * along, -y * along};
          for (int32_t a = 0, n = 0; a < CF_FREE; a++) {
            slopes[a] += j[a];
            products[a] += j[a] * t->value[at];
            for (int32_t b = a; b < CF_FREE; b++, n++) normal[n] += j[a] * j[b];
          }
        }
      }
      out->count = (float)((x1 - x0) * (y1 - y0));
      for (int32_t a = 0; a < CF_FREE; a++) {
        out->slopes[a] = (float)slopes[a];
        out->products[a] = (float)products[a];
      }
      for (int32_t n = 0; n < CF_FREE * (CF_FREE + 1) / 2; n++) out->normal[n] = (float)normal[n];
    }
  }
}
