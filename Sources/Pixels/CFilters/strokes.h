#pragma once

#include "blur.h"

// Painting: means of what is even around a pixel, taken along the picture's own directions.
//
// Kuwahara's filter (1976) gives a pixel the mean of that window beside it which varies least. Papari,
// Petkov and Campisi (2007) weigh all windows by a power of their deviation instead, which neither
// flickers nor shows the windows' shape. Here the windows are Gaussians, so that one blur serves all
// windows of all pixels, and a window's weight belongs to its place: what remains for a pixel is a sum
// over nine places. Means along the structure tensor's direction (Kyprianidis and Kang 2011; line
// integral convolution, Cabral and Leedom 1993) then draw it out to strokes.

typedef float quad __attribute__((vector_size(16)));

static inline quad quad_at(const float *from) {
  quad q;
  memcpy(&q, from, sizeof q);
  return q;
}
static inline void put_quad(float *to, quad q) { memcpy(to, &q, sizeof q); }
static inline quad quad_of(float t) { return (quad){t, t, t, t}; }

/// Adds a pair of quads; through pointers, as a processor without such vectors has none for results.
static inline void add_pair(pair *sum, const float *from) {
  pair p;
  memcpy(&p, from, sizeof p);
  *sum += p;
}

typedef int32_t whole4 __attribute__((vector_size(16)));

/// The nearest whole numbers, as `nearest`, but as floats.
static inline quad nearest4(quad t) {
  whole4 cut = __builtin_convertvector(t + quad_of(65536.5f), whole4);
  return __builtin_convertvector(cut, quad) - quad_of(65536.0f);
}

/// How far four places (x, y) lie from here in a sheet of quads. Exact: all products are below 1 << 24.
static inline whole4 offsets4(quad x, quad y, float stride) {
  quad offsets = nearest4(x) * quad_of(4.0f) + nearest4(y) * quad_of(stride);
  return __builtin_convertvector(offsets, whole4);
}

static inline float square_of(float t) { return t * t; }

/// A row of quads from the means of a row.
static inline void confide_row(
    const float *restrict luma, const float *restrict square, const cf_sheet *blues,
    const cf_sheet *reds, int32_t y, float scale, float *restrict to) {
  const float *restrict blue = sheet_row(blues, y), *restrict red = sheet_row(reds, y);
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

/// Adds a row's tensor to the sums of two rows.
static inline void tensor_row(
    const cf_sheet *luma, int32_t y, float *restrict xx, float *restrict xy, float *restrict yy) {
  // Slopes in levels a sample.
  const float scale = 1.0f / (8.0f * CF_LEVEL);
  const float *restrict above = sheet_row(luma, y - 1);
  const float *restrict row = sheet_row(luma, y);
  const float *restrict below = sheet_row(luma, y + 1);
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

static void tensor(
    const cf_sheet *luma, const cf_sheet bias[2], float *rows, const cf_sheet tensor[3]) {
  const ptrdiff_t room = luma->width + 1;
  for (int32_t y = 0; y < tensor->height; y++) {
    memset(rows, 0, sizeof(float) * 3 * (size_t)room);
    for (int32_t i = 0; i < 2; i++) {
      tensor_row(luma, 2 * y + i, rows, rows + room, rows + 2 * room);
    }
    const float *restrict bias_x = sheet_row(&bias[0], y);
    const float *restrict bias_y = sheet_row(&bias[1], y);
    for (int32_t i = 0; i < 3; i++) {
      const float *restrict first = i == 2 ? bias_y : bias_x, *restrict second = i == 0 ? bias_x : bias_y;
      const float *restrict sums = rows + i * room;
      float *restrict to = sheet_row(&tensor[i], y);
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

static void direct(const cf_sheet tensor[3], const cf_sheet direction[2]) {
  for (int32_t y = 0; y < tensor->height; y++) {
    const float *restrict xx = sheet_row(&tensor[0], y);
    const float *restrict xy = sheet_row(&tensor[1], y);
    const float *restrict yy = sheet_row(&tensor[2], y);
    float *restrict to_x = sheet_row(&direction[0], y);
    float *restrict to_y = sheet_row(&direction[1], y);
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

/// Windows as they are made, a row of quads after the other; only as many rows are kept as a brush looks
/// at, since a sheet of quads is larger than the second cache.
typedef struct cf_windows {
  const cf_sheet *picture, *means;
  const cf_brush *brush;
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
    const cf_sheet picture[3], const cf_brush *brush, float *room, const cf_sheet means[2]) {
  const ptrdiff_t row = picture->width + 2 * CF_MARGIN + CF_SLACK;
  cf_windows w = {.picture = picture, .means = means, .brush = brush, .stride = 4 * row};
  w.plain = blurring_of(picture, NULL, &brush->window, room);
  w.squares = blurring_of(picture, picture, &brush->window, room);
  w.ring = room + (2 * CF_MAX_RADIUS + 2) * row + 4 * CF_MARGIN;
  for (int32_t i = 0; i < CF_SECTORS / 2; i++) {
    int32_t x = brush->x[i] < 0 ? -brush->x[i] : brush->x[i];
    int32_t y = brush->y[i] < 0 ? -brush->y[i] : brush->y[i];
    w.across = x > w.across ? x : w.across;
    w.down = y > w.down ? y : w.down;
  }
  return w;
}

/// A row of quads; the outermost beyond the picture.
static inline float *window_row(const cf_windows *w, int32_t y) {
  y = held_whole(y, 0, w->picture->height - 1);
  return w->ring + y % (2 * w->down + 1) * w->stride;
}

/// Makes the next row of quads.
static inline void next_window(cf_windows *w) {
  const int32_t y = w->next++;
  float *mean = sheet_row(&w->means[0], y), *square = sheet_row(&w->means[1], y);
  blur_row(&w->plain, y, mean);
  blur_row(&w->squares, y, square);
  float *to = window_row(w, y);
  const float scale = 1.0f / (w->brush->spread * w->brush->spread);
  confide_row(mean, square, &w->picture[1], &w->picture[2], y, scale, to);
  extend_quads(to, w->picture->width, w->across);
}

/// Sums over the places around each sample of the row `y`, which is the one behind the last.
static inline void brush_row(cf_windows *w, int32_t y, float *to) {
  while (w->next <= y + w->down && w->next < w->picture->height) {
    next_window(w);
  }
  const float *one[CF_SECTORS / 2], *other[CF_SECTORS / 2];
  for (int32_t i = 0; i < CF_SECTORS / 2; i++) {
    one[i] = window_row(w, y + w->brush->y[i]) + 4 * (ptrdiff_t)w->brush->x[i];
    other[i] = window_row(w, y - w->brush->y[i]) - 4 * (ptrdiff_t)w->brush->x[i];
  }
  const float *restrict middle = window_row(w, y);
  const int32_t numbers = 4 * w->picture->width;
// The rows of quads are not where the sums go.
#pragma clang loop vectorize(assume_safety)
  for (int32_t x = 0; x < numbers; x++) {
    to[x] = ((one[0][x] + other[0][x]) + (one[1][x] + other[1][x])) +
            ((one[2][x] + other[2][x]) + (one[3][x] + other[3][x])) + middle[x];
  }
}

static void brush(
    const cf_sheet picture[3], const cf_brush *brush, const cf_sheet *bristles, float *room,
    const cf_sheet means[2], const cf_sheet *sheet) {
  cf_windows windows = windows_of(picture, brush, room, means);
  for (int32_t y = 0; y < sheet->height; y++) {
    float *to = sheet_row(sheet, y);
    brush_row(&windows, y, to);
    const float *bristle = sheet_row(bristles, y);
    for (int32_t x = 0; x < sheet->width; x++) {
      quad sum = quad_at(to + 4 * x);
      quad mean = sum * quad_of(1.0f / sum[3]);
      mean[3] = bristle[x];
      put_quad(to + 4 * x, mean);
    }
    extend_quads(to, sheet->width, sheet->reach);
  }
  extend_rows(sheet, 4);
}

static inline void extend_all(const cf_sheet *sheets, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    extend_sheet(&sheets[i]);
  }
}

static void flatten(
    const cf_sheet picture[3], const cf_brush *brush, float *room, const cf_sheet means[2],
    const cf_sheet to[3]) {
  const int32_t width = picture->width;
  cf_windows windows = windows_of(picture, brush, room, means);
  float *restrict sums = windows.ring + (2 * CF_MARGIN + 1) * windows.stride;
  for (int32_t y = 0; y < picture->height; y++) {
    brush_row(&windows, y, sums);
    float *restrict luma = sheet_row(&to[0], y);
    float *restrict blue = sheet_row(&to[1], y);
    float *restrict red = sheet_row(&to[2], y);
    for (int32_t x = 0; x < width; x++) {
      float share = 1.0f / sums[4 * x + 3];
      luma[x] = sums[4 * x] * share;
      blue[x] = sums[4 * x + 1] * share;
      red[x] = sums[4 * x + 2] * share;
    }
  }
  extend_all(to, 3);
}

/// Sums of two neighbours in a row along the steps that both share.
static inline void smear_pair(
    const float *restrict here, const int32_t steps[3], float *restrict luma,
    float *restrict blue, float *restrict red, float *restrict bristle) {
  pair sum = {0};
  add_pair(&sum, here);
  for (int32_t k = 0; k < 3; k++) {
    add_pair(&sum, here + steps[k]);
    add_pair(&sum, here - steps[k]);
  }
  sum *= 1.0f / 7.0f;
  luma[0] = sum[0], luma[1] = sum[4];
  blue[0] = sum[1], blue[1] = sum[5];
  red[0] = sum[2], red[1] = sum[6];
  bristle[0] = sum[3], bristle[1] = sum[7];
}

static void smear(
    const cf_sheet *quads, const cf_sheet direction[2], float length, const cf_sheet to[4]) {
  const float stride = (float)quads->stride;
  const quad far = (quad){1.0f, 2.0f, 3.0f, 0.0f} * quad_of(length);
  for (int32_t y = 0; y < quads->height; y++) {
    const float *row = sheet_row(quads, y);
    const float *to_x = sheet_row(&direction[0], y / 2);
    const float *to_y = sheet_row(&direction[1], y / 2);
    float *luma = sheet_row(&to[0], y), *blue = sheet_row(&to[1], y);
    float *red = sheet_row(&to[2], y), *bristle = sheet_row(&to[3], y);
    // At an odd width the last pair's second is in the margin, which is filled afterwards.
    for (int32_t x = 0; x < quads->width; x += 2) {
      whole4 offsets = offsets4(quad_of(to_x[x / 2]) * far, quad_of(to_y[x / 2]) * far, stride);
      const int32_t steps[3] = {offsets[0], offsets[1], offsets[2]};
      smear_pair(row + 4 * x, steps, luma + x, blue + x, red + x, bristle + x);
    }
  }
  extend_all(to, 4);
}

/// A row of lines from the means of a row.
static inline void follow_row(
    const float *restrict luma, const float *restrict square, const float *restrict painted,
    const float *restrict both, float floor, float scale, float *restrict slope,
    float *restrict offset, int32_t width) {
  for (int32_t x = 0; x < width; x++) {
    float variance = most(square[x] - luma[x] * luma[x], 0.0f);
    float common = both[x] - luma[x] * painted[x];
    float s = held(common / (variance + floor), 0.0f, 2.0f);
    // Eyes and lips are smaller than a brush: what stands out that much stays.
    float v = variance * scale;
    float kept = v * v / (1.0f + v * v);
    float level = painted[x] + kept * (luma[x] - painted[x]);
    s += kept * (1.0f - s);
    slope[x] = s;
    offset[x] = level - s * luma[x];
  }
}

static void follow(
    const cf_sheet *luma, const cf_sheet *painted, const cf_sheet means[2], const cf_taps *taps,
    float detail, float contrast, float *room, const cf_sheet line[2]) {
  const float floor = detail * detail, scale = 1.0f / (contrast * contrast);
  const ptrdiff_t stride = luma->width + 2 * CF_MARGIN + CF_SLACK;
  float *level = room, *both = room + stride;
  cf_blurring plain = blurring_of(painted, NULL, taps, room + 2 * stride);
  cf_blurring products = blurring_of(painted, luma, taps, room + 2 * stride);
  for (int32_t y = 0; y < luma->height; y++) {
    blur_row(&plain, y, level);
    blur_row(&products, y, both);
    follow_row(sheet_row(&means[0], y), sheet_row(&means[1], y), level, both, floor, scale,
               sheet_row(&line[0], y), sheet_row(&line[1], y), luma->width);
  }
  extend_all(line, 2);
}

static void relief(const cf_sheet *height, float gain, const cf_sheet *sheet) {
  for (int32_t y = 0; y < sheet->height; y++) {
    const float *restrict above = sheet_row(height, y - 1);
    const float *restrict below = sheet_row(height, y + 1);
    float *restrict to = sheet_row(sheet, y);
    for (int32_t x = 0; x < sheet->width; x++) {
      to[x] += gain * (below[x + 1] - above[x - 1]);
    }
    extend_row(to, sheet->width, sheet->reach);
  }
  extend_rows(sheet, 1);
}
