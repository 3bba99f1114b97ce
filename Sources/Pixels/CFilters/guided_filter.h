#pragma once

#include "blur.h"

// The guided filter (He, Sun, Tang 2010): what was smoothed as a line of the picture's luma around each
// place, so that it can be brought back to the picture's size with outlines as sharp as they were.

/// A row of lines from the means of a row.
static inline void guided_row(
    const float *restrict luma, const float *restrict square, const float *restrict smoothed,
    const float *restrict both, float floor, float scale, float *restrict slope,
    float *restrict offset, int32_t width) {
  for (int32_t x = 0; x < width; x++) {
    float variance = most(square[x] - luma[x] * luma[x], 0.0f);
    float common = both[x] - luma[x] * smoothed[x];
    float s = clamped(common / (variance + floor), 0.0f, 2.0f);
    // Eyes and lips are smaller than a window: what stands out that much stays.
    float v = variance * scale;
    float kept = v * v / (1.0f + v * v);
    float level = smoothed[x] + kept * (luma[x] - smoothed[x]);
    s += kept * (1.0f - s);
    slope[x] = s;
    offset[x] = level - s * luma[x];
  }
}

static void guided_filter(
    const cf_padded *luma, const cf_padded *smoothed, const cf_padded means[2], const cf_taps *taps,
    float detail, float contrast, float *room, const cf_padded line[2]) {
  const float floor = detail * detail, scale = 1.0f / (contrast * contrast);
  const ptrdiff_t stride = luma->width + 2 * CF_MARGIN + CF_SLACK;
  float *level = room, *both = room + stride;
  cf_blurring plain = blurring_of(smoothed, NULL, taps, room + 2 * stride);
  cf_blurring products = blurring_of(smoothed, luma, taps, room + 2 * stride);
  for (int32_t y = 0; y < luma->height; y++) {
    blur_row(&plain, y, level);
    blur_row(&products, y, both);
    guided_row(plane_row(&means[0], y), plane_row(&means[1], y), level, both, floor, scale,
               plane_row(&line[0], y), plane_row(&line[1], y), luma->width);
  }
  extend_all(line, 2);
}
