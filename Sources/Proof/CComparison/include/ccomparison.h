#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The inner loops of comparing pictures of packed R, G, B, A, 8 bit each.
//
// Every set of kernels gives the same numbers: the same operations in the same order in eight lanes,
// without contraction, whatever the width of the processor's vectors. So a measure that was written
// down on one machine is found again on another.

#pragma clang assume_nonnull begin

enum {
  /// The side of the window of structural similarity, in pixels.
  CC_WINDOW_SIDE = 11,
  /// Floats behind the end of a row of a plane that may be read and written.
  CC_SLACK = 16,
};

/// What `levels` found.
typedef struct cc_levels {
  uint8_t largest;
  /// How many levels are not 0.
  int64_t count;
} cc_levels;

/// One scale of structural similarity: two pictures' lumas, as their sum and their difference.
typedef struct cc_scale {
  int32_t width, height;
  /// The finest scale: the pictures, and the channel differences, outside of which they are held to be
  /// the same. NULL at coarser scales.
  const uint8_t *_Nullable a, *_Nullable b, *_Nullable levels;
  /// Coarser scales: planes with `stride` floats a row. The sum is less by 255, so that it lies around
  /// 0.
  const float *_Nullable sum, *_Nullable difference;
  ptrdiff_t stride;
  /// How much the window at each position counts, without padding; NULL where all count 1. There are
  /// (width - columns + 1) x (height - rows + 1) positions.
  const float *_Nullable weights;
  /// The window, as the weights of its columns and rows, from the middle to the end: a Gaussian, so
  /// both halves are the same.
  float columns[CC_WINDOW_SIDE], rows[CC_WINDOW_SIDE];
  int32_t column_count, row_count;
  /// Where the next scale goes, half as wide and as high, rounded up; NULL after the last.
  float *_Nullable half_sum, *_Nullable half_difference;
  ptrdiff_t half_stride;
} cc_scale;

/// Sums over all positions of the weight times what is missing to 1.
typedef struct cc_similarity {
  /// Of contrast and structure, and of these times luminance.
  double contrast, full;
} cc_similarity;

/// One set of kernels, for one instruction set.
typedef struct cc_kernels {
  const char *name;
  /// The largest channel difference of each of `count` pixels, 0 where the mask is; the pictures'
  /// alpha is the same in all of them.
  cc_levels (*opaque_levels)(
      const uint8_t *a, const uint8_t *b, const uint8_t *_Nullable mask, int64_t count,
      uint8_t *levels);
  /// Likewise of pixels that are put on black and on white.
  cc_levels (*straight_levels)(
      const uint8_t *a, const uint8_t *b, const uint8_t *_Nullable mask, int64_t count,
      uint8_t *levels);
  /// CIEDE2000 of the pixels whose level is not 0, one after another, opaque; how many there are.
  /// `linear` is the light of each level of sRGB; `differences` has room for eight more.
  int64_t (*colour_differences)(
      const float *linear, const uint8_t *a, const uint8_t *b, const uint8_t *levels,
      int64_t count, float *differences);
  /// The sum of samples, in eight lanes.
  double (*total)(const float *samples, int64_t count);
  /// Structural similarity at a scale. `scratch` has room for `cc_scratch_size` floats.
  cc_similarity (*similarity)(const cc_scale *scale, float *scratch);
} cc_kernels;

/// The sets of kernels that this processor runs, the fastest at 0; NULL beyond the last.
const cc_kernels *_Nullable cc_kernels_at(int index);

/// Floats that `similarity` needs.
ptrdiff_t cc_scratch_size(int32_t width);

/// The first row from `row` on in which pictures differ, or `rows`.
int64_t cc_next_different_row(
    const uint8_t *a, const uint8_t *b, int64_t row_bytes, int64_t row, int64_t rows);

/// The sum of bytes.
int64_t cc_sum(const uint8_t *bytes, int64_t count);

/// Whether every fourth byte is 255.
bool cc_is_opaque(const uint8_t *pixels, int64_t count);

/// Puts pixels on a background of one grey.
void cc_flatten(const uint8_t *pixels, int64_t count, uint8_t ground, uint8_t *flat);

/// How much each pixel of a mask counts: 1 or 0.
void cc_shares(const uint8_t *mask, int64_t count, float *shares);

/// The same at half the width and height, rounded up: the mean of 2 x 2.
void cc_halve_shares(const float *shares, int32_t width, int32_t height, float *half);

/// How much the window at each position counts: as much as the pixel in its middle. Where no window
/// would, because all that counts is nearer to the rim than half a window, each pixel makes the window
/// nearest to it count.
void cc_window_weights(
    const float *shares, int32_t width, int32_t height, int32_t columns, int32_t rows,
    float *weights);

/// The number that exactly `above` of the samples precede, in falling order; none may be negative or
/// no number.
float cc_ranked(const float *samples, int64_t count, int64_t above);

/// A window: where it is, how many changed pixels it holds, and of how many.
typedef struct cc_window {
  int32_t x, y;
  int64_t changed, counted;
} cc_window;

/// The window with the largest share of changed pixels (bytes of 1) among those that count, the
/// topmost and of these the leftmost; with a mask, windows with fewer than half as many pixels that
/// count as the fullest has are held to have half as many. `scratch` has room for 4 * (width + 1)
/// numbers.
cc_window cc_densest_window(
    const uint8_t *changed, const uint8_t *_Nullable mask, int32_t width, int32_t height,
    int32_t wide, int32_t tall, int32_t *scratch);

/// Whether a pixel looks like antialiasing in one of two opaque pictures.
bool cc_is_antialiased(
    const uint8_t *a, const uint8_t *b, int32_t width, int32_t height, int32_t x, int32_t y);

#pragma clang assume_nonnull end
