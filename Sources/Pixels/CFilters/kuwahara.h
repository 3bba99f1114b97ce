#pragma once

#include "blur.h"
#include "vectors.h"

// Kuwahara's filter (1976) gives a pixel the mean of that window beside it which varies least. Papari,
// Petkov and Campisi (2007) weigh all windows by a power of their deviation instead, which neither
// flickers nor shows the windows' shape. Here the windows are Gaussians, so that one blur serves all
// windows of all pixels, and a window's weight belongs to its place: what remains for a pixel is a sum
// over nine places.

static inline float square_of(float t) { return t * t; }

/// A row of interleaved samples from the means of a row: each window by its weight, which falls with its
/// deviation.
static inline void weighting_row(
    const float *restrict luma, const float *restrict square, const cf_padded *blues,
    const cf_padded *reds, int32_t y, float scale, float *restrict to) {
  const float *restrict blue = plane_row(blues, y), *restrict red = plane_row(reds, y);
  const ptrdiff_t next = blues->stride;
  for (int32_t x = 0; x < blues->width; x++) {
    float across = square_of(blue[x + 1] - blue[x - 1]) + square_of(red[x + 1] - red[x - 1]);
    float down =
        square_of(blue[x + next] - blue[x - next]) + square_of(red[x + next] - red[x - next]);
    float variance = most(square[x] - square_of(luma[x]), 0.0f) + 0.25f * (across + down);
    float v = variance * scale;
    float w = 1.0f / (1.0f + v * v);
    to[4 * x] = w * luma[x];
    to[4 * x + 1] = w * blue[x];
    to[4 * x + 2] = w * red[x];
    to[4 * x + 3] = w;
  }
}

/// Windows as they are made, a row of interleaved samples after the other; only as many rows are kept
/// as the filter takes, since a plane of them is larger than the second cache.
typedef struct cf_windows {
  const cf_padded *picture, *means;
  const cf_kuwahara *filter;
  cf_blurring plain, squares;
  /// The farthest place in a row, and down.
  int32_t across, down;
  /// The row y is in the place y modulo `2 down + 1`.
  float *ring;
  ptrdiff_t stride;
  /// The first row that is still to be made.
  int32_t next;
} cf_windows;

static inline cf_windows windows_of(
    const cf_padded picture[3], const cf_kuwahara *filter, float *room, const cf_padded means[2]) {
  const ptrdiff_t row = picture->width + 2 * CF_MARGIN + CF_SLACK;
  cf_windows w = {.picture = picture, .means = means, .filter = filter, .stride = 4 * row};
  w.plain = blurring_of(picture, NULL, &filter->window, room);
  w.squares = blurring_of(picture, picture, &filter->window, room);
  w.ring = room + (2 * CF_MAX_RADIUS + 2) * row + 4 * CF_MARGIN;
  for (int32_t i = 0; i < CF_SECTORS / 2; i++) {
    int32_t x = filter->x[i] < 0 ? -filter->x[i] : filter->x[i];
    int32_t y = filter->y[i] < 0 ? -filter->y[i] : filter->y[i];
    w.across = x > w.across ? x : w.across;
    w.down = y > w.down ? y : w.down;
  }
  return w;
}

/// A row of interleaved samples; the outermost beyond the picture.
static inline float *window_row(const cf_windows *w, int32_t y) {
  y = clamped_whole(y, 0, w->picture->height - 1);
  return w->ring + y % (2 * w->down + 1) * w->stride;
}

/// Makes the next row of interleaved samples.
static inline void next_window(cf_windows *w) {
  const int32_t y = w->next++;
  float *mean = plane_row(&w->means[0], y), *square = plane_row(&w->means[1], y);
  blur_row(&w->plain, y, mean);
  blur_row(&w->squares, y, square);
  float *to = window_row(w, y);
  const float scale = 1.0f / (w->filter->spread * w->filter->spread);
  weighting_row(mean, square, &w->picture[1], &w->picture[2], y, scale, to);
  extend_interleaved(to, w->picture->width, w->across);
}

/// Sums over the places around each sample of the row `y`, which is the one behind the last.
static inline void kuwahara_row(cf_windows *w, int32_t y, float *to) {
  while (w->next <= y + w->down && w->next < w->picture->height) {
    next_window(w);
  }
  const float *one[CF_SECTORS / 2], *other[CF_SECTORS / 2];
  for (int32_t i = 0; i < CF_SECTORS / 2; i++) {
    one[i] = window_row(w, y + w->filter->y[i]) + 4 * (ptrdiff_t)w->filter->x[i];
    other[i] = window_row(w, y - w->filter->y[i]) - 4 * (ptrdiff_t)w->filter->x[i];
  }
  const float *restrict middle = window_row(w, y);
  const int32_t components = 4 * w->picture->width;
// The rows of interleaved samples are not where the sums go.
#pragma clang loop vectorize(assume_safety)
  for (int32_t x = 0; x < components; x++) {
    to[x] = ((one[0][x] + other[0][x]) + (one[1][x] + other[1][x])) +
            ((one[2][x] + other[2][x]) + (one[3][x] + other[3][x])) + middle[x];
  }
}

static void kuwahara(
    const cf_padded picture[3], const cf_kuwahara *filter, const cf_padded *noise, float *room,
    const cf_padded means[2], const cf_padded *plane) {
  cf_windows windows = windows_of(picture, filter, room, means);
  for (int32_t y = 0; y < plane->height; y++) {
    float *to = plane_row(plane, y);
    kuwahara_row(&windows, y, to);
    const float *marks = plane_row(noise, y);
    for (int32_t x = 0; x < plane->width; x++) {
      float4 sum = float4_at(to + 4 * x);
      float4 mean = sum * float4_of(1.0f / sum[3]);
      mean[3] = marks[x];
      put_float4(to + 4 * x, mean);
    }
    extend_interleaved(to, plane->width, plane->reach);
  }
  extend_rows(plane, 4);
}

static void kuwahara_planar(
    const cf_padded picture[3], const cf_kuwahara *filter, float *room, const cf_padded means[2],
    const cf_padded to[3]) {
  const int32_t width = picture->width;
  cf_windows windows = windows_of(picture, filter, room, means);
  float *restrict sums = windows.ring + (2 * CF_MARGIN + 1) * windows.stride;
  for (int32_t y = 0; y < picture->height; y++) {
    kuwahara_row(&windows, y, sums);
    float *restrict luma = plane_row(&to[0], y);
    float *restrict blue = plane_row(&to[1], y);
    float *restrict red = plane_row(&to[2], y);
    for (int32_t x = 0; x < width; x++) {
      float share = 1.0f / sums[4 * x + 3];
      luma[x] = sums[4 * x] * share;
      blue[x] = sums[4 * x + 1] * share;
      red[x] = sums[4 * x + 2] * share;
    }
  }
  extend_all(to, 3);
}
