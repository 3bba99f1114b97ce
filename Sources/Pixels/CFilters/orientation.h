#pragma once

#include "padded_planes.h"
#include "vectors.h"

// Orientation by the structure tensor, and means along it (Kyprianidis and Kang 2011; line integral
// convolution, Cabral and Leedom 1993), which draw a smoothed picture out to strokes.

/// Adds a row's tensor to the sums of two rows.
static inline void tensor_row(
    const cf_padded *luma, int32_t y, float *restrict xx, float *restrict xy, float *restrict yy) {
  // Slopes in levels a sample.
  const float scale = 1.0f / (8.0f * CF_LEVEL);
  const float *restrict above = plane_row(luma, y - 1);
  const float *restrict row = plane_row(luma, y);
  const float *restrict below = plane_row(luma, y + 1);
  for (int32_t x = 0; x < luma->width + 1; x++) {
    float left = above[x - 1] + 2.0f * row[x - 1] + below[x - 1];
    float right = above[x + 1] + 2.0f * row[x + 1] + below[x + 1];
    float top = above[x - 1] + 2.0f * above[x] + above[x + 1];
    float bottom = below[x - 1] + 2.0f * below[x] + below[x + 1];
    float gx = (right - left) * scale, gy = (bottom - top) * scale;
    xx[x] += gx * gx;
    xy[x] += gx * gy;
    yy[x] += gy * gy;
  }
}

static void structure_tensor(
    const cf_padded *luma, const cf_padded bias[2], float *rows, const cf_padded tensor[3]) {
  const ptrdiff_t room = luma->width + 1;
  for (int32_t y = 0; y < tensor->height; y++) {
    memset(rows, 0, sizeof(float) * 3 * (size_t)room);
    for (int32_t i = 0; i < 2; i++) {
      tensor_row(luma, 2 * y + i, rows, rows + room, rows + 2 * room);
    }
    const float *restrict bias_x = plane_row(&bias[0], y);
    const float *restrict bias_y = plane_row(&bias[1], y);
    for (int32_t i = 0; i < 3; i++) {
      const float *restrict first = i == 2 ? bias_y : bias_x, *restrict second = i == 0 ? bias_x : bias_y;
      const float *restrict sums = rows + i * room;
      float *restrict to = plane_row(&tensor[i], y);
      for (int32_t x = 0; x < tensor->width; x++) {
        to[x] = 0.25f * (sums[2 * x] + sums[2 * x + 1]) + first[x] * second[x];
      }
      extend_row(to, tensor->width, tensor[i].reach);
    }
  }
  for (int32_t i = 0; i < 3; i++) {
    extend_rows(&tensor[i], 1);
  }
}

static void orientation(const cf_padded tensor[3], const cf_padded direction[2]) {
  for (int32_t y = 0; y < tensor->height; y++) {
    const float *restrict xx = plane_row(&tensor[0], y);
    const float *restrict xy = plane_row(&tensor[1], y);
    const float *restrict yy = plane_row(&tensor[2], y);
    float *restrict to_x = plane_row(&direction[0], y);
    float *restrict to_y = plane_row(&direction[1], y);
    for (int32_t x = 0; x < tensor->width; x++) {
      // The gradient's direction has the cosine and sine (d, 2 xy) / e of its angle doubled.
      float d = xx[x] - yy[x], twice = 2.0f * xy[x];
      float e = root(d * d + twice * twice);
      float cosine = d / (e + 1e-12f);
      float gradient_x = root(most(0.5f + 0.5f * cosine, 0.0f));
      float gradient_y = root(most(0.5f - 0.5f * cosine, 0.0f));
      to_x[x] = twice < 0.0f ? gradient_y : -gradient_y;
      to_y[x] = gradient_x;
    }
  }
}

/// Sums of two neighbours in a row along the steps that both share.
static inline __attribute__((always_inline)) void line_integral_pair(
    const float *restrict here, const int32_t *steps, const int32_t count, float *restrict luma,
    float *restrict blue, float *restrict red, float *restrict noise) {
  float8 sum = {0};
  add_float8(&sum, here);
  for (int32_t k = 0; k < count; k++) {
    add_float8(&sum, here + steps[k]);
    add_float8(&sum, here - steps[k]);
  }
  sum *= 1.0f / (float)(2 * count + 1);
  luma[0] = sum[0], luma[1] = sum[4];
  blue[0] = sum[1], blue[1] = sum[5];
  red[0] = sum[2], red[1] = sum[6];
  noise[0] = sum[3], noise[1] = sum[7];
}

/// One row, `count` steps either way.
static inline __attribute__((always_inline)) void line_integral_row(
    const cf_padded *interleaved, const cf_padded direction[2], const int32_t count, float length,
    int32_t y, const cf_padded to[4]) {
  const float stride = (float)interleaved->stride;
  const float4 near = (float4){1.0f, 2.0f, 3.0f, 0.0f} * float4_of(length);
  const float4 far = (float4){4.0f, 5.0f, 6.0f, 0.0f} * float4_of(length);
  const float *row = plane_row(interleaved, y);
  const float *to_x = plane_row(&direction[0], y / 2);
  const float *to_y = plane_row(&direction[1], y / 2);
  float *luma = plane_row(&to[0], y), *blue = plane_row(&to[1], y);
  float *red = plane_row(&to[2], y), *noise = plane_row(&to[3], y);
  // At an odd width the last pair's second is in the margin, which is filled afterwards.
  for (int32_t x = 0; x < interleaved->width; x += 2) {
    const float4 across = float4_of(to_x[x / 2]), down = float4_of(to_y[x / 2]);
    int4 offsets = offsets4(across * near, down * near, stride);
    int32_t steps[6] = {offsets[0], offsets[1], offsets[2], 0, 0, 0};
    if (count > 3) {
      offsets = offsets4(across * far, down * far, stride);
      steps[3] = offsets[0], steps[4] = offsets[1], steps[5] = offsets[2];
    }
    line_integral_pair(row + 4 * x, steps, count, luma + x, blue + x, red + x, noise + x);
  }
}

static void line_integral(
    const cf_padded *interleaved, const cf_padded direction[2], int32_t steps, float length,
    const cf_padded to[4]) {
  for (int32_t y = 0; y < interleaved->height; y++) {
    if (steps == 3) {
      line_integral_row(interleaved, direction, 3, length, y, to);
    } else {
      line_integral_row(interleaved, direction, 6, length, y, to);
    }
  }
  extend_all(to, 4);
}

static void palette(
    const cf_padded *luma, const cf_padded *marks, const cf_palette *p, const cf_padded line[2],
    const cf_padded colours[2]) {
  const float middle = 0.5f * cf_white * (1.0f - p->contrast);
  for (int32_t y = 0; y < marks->height; y++) {
    const float *restrict mark = plane_row(marks, y), *restrict tone = plane_row(luma, y);
    float *restrict slope = plane_row(&line[0], y), *restrict offset = plane_row(&line[1], y);
    float *restrict blue = plane_row(&colours[0], y), *restrict red = plane_row(&colours[1], y);
    for (int32_t x = 0; x < marks->width; x++) {
      // There is little paint in the darks.
      const float m = mark[x] * clamped(0.2f + 2.4f * cf_unit * tone[x], 0.0f, 1.0f);
      slope[x] *= p->contrast;
      offset[x] = offset[x] * p->contrast + (middle + m * p->marks);
      blue[x] = blue[x] * p->blue + m * p->marks_blue;
      red[x] = red[x] * p->red + m * p->marks_red;
    }
  }
  extend_all(line, 2);
  extend_all(colours, 2);
}

static void relief(const cf_padded *height, float gain, const cf_padded *plane) {
  for (int32_t y = 0; y < plane->height; y++) {
    const float *restrict above = plane_row(height, y - 1);
    const float *restrict below = plane_row(height, y + 1);
    float *restrict to = plane_row(plane, y);
    for (int32_t x = 0; x < plane->width; x++) {
      to[x] += gain * (below[x + 1] - above[x - 1]);
    }
    extend_row(to, plane->width, plane->reach);
  }
  extend_rows(plane, 1);
}
