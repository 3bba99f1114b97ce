#pragma once

#include <stddef.h>
#include <stdint.h>

// The inner loops of the filters, for each instruction set.
//
// A filter works on a *canvas*: luma and two colour differences of full range, in 1/64 of a level of
// 8 bit, fine enough for clips of 10 bit. The colour differences may have half the columns and rows.
// What looks at neighbours works on *padded planes* of single precision, at a fraction of the size, with a
// margin around so that no loop asks where the picture ends.
//
// Every set gives the same bytes: whole numbers are the same anywhere, and in single precision only
// what IEEE 754 rounds exactly is used, in one order, without contraction. The loops are plain C that
// the compiler turns into vectors, once for each set.

#pragma clang assume_nonnull begin

enum {
  /// Parts of a canvas's number to a level of 8 bit.
  CF_LEVEL = 64,
  /// Room for samples around a plane on each side; nothing reaches farther.
  CF_MARGIN = 32,
  /// The most taps of a filter on each side of the middle one.
  CF_MAX_RADIUS = 24,
  /// Steps of a blade's profile.
  CF_PROFILE = 32,
  /// Windows around a pixel that the Kuwahara filter takes.
  CF_SECTORS = 8,
  /// Floats behind a row that loops may touch.
  CF_SLACK = 16,
  /// Rows of samples with margins that `kuwahara` and `guided_filter` need room for: products, means,
  /// and interleaved samples.
  CF_SCRATCH_ROWS = 2 * CF_MAX_RADIUS + 4 + 4 * (2 * CF_MARGIN + 2),
};

/// One plane of a picture as a file or a decoder has it.
typedef struct cf_plane {
  uint8_t *base;
  /// From row to row, in bytes.
  ptrdiff_t stride;
  int32_t width, height;
  /// From sample to sample, in samples: 2 where two colour differences share a plane.
  int32_t step;
  /// 1, or 2 with so many unused low bits.
  int32_t bytes, padding;
  /// The number of black or of grey, and the largest there is.
  int32_t zero, most;
  /// From samples to the canvas, in 1 / (1 << 12); and back, in 1 / (1 << 20).
  int32_t to_canvas, from_canvas;
} cf_plane;

/// Pixels of three colours, and alpha where there are four bytes to a pixel.
typedef struct cf_packed {
  uint8_t *base;
  /// From row to row, in bytes.
  ptrdiff_t stride;
  int32_t bytes;
  /// Where in a pixel red and blue are: 0 and 2, or 2 and 0.
  int32_t red, blue;
} cf_packed;

/// Luma and colour differences; rows without padding.
typedef struct cf_canvas {
  int16_t *luma, *blue, *red;
  int32_t width, height;
  int32_t chroma_width, chroma_height;
  /// Columns and rows of luma to a sample of colour difference: 1 or 2.
  int32_t across, down;
  /// The luma coefficients of red and blue.
  float kr, kb;
} cf_canvas;

/// A plane with a margin: `at` is the first sample inside.
typedef struct cf_padded {
  float *at;
  /// From row to row, in samples.
  ptrdiff_t stride;
  int32_t width, height;
  /// How many samples of the margin are filled: as far as anything looks beyond the plane.
  int32_t reach;
} cf_padded;

/// Half of a symmetric filter: the middle tap, and those on either side.
typedef struct cf_taps {
  int32_t radius;
  float tap[CF_MAX_RADIUS + 1];
} cf_taps;

/// Tone curves, light over the picture, and grain.
typedef struct cf_grade {
  /// For red, green, blue: channel c of 0...1 becomes (((k4 c + k3) c + k2) c + k1) c + k0.
  float curve[3][5];
  /// Colourfulness after the curves; 1 keeps it.
  float saturation;
  /// 0 keeps the picture, 1 is the whole effect.
  float amount;
  /// The light at (x, y) is 1 - vignette q q, q = max(0, columns[x] + rows[y]).
  float vignette;
  const float *_Nullable columns, *_Nullable rows;
  /// Grain: a tile of `grain_side` x `grain_side`, a power of two, and where it starts.
  const int8_t *_Nullable grain;
  int32_t grain_side, grain_x, grain_y;
  /// How strong, in levels for 1 of the tile, where the picture is neither black nor white.
  float grain_gain;
} cf_grade;

/// A flake: what is covered around the line that it went along while the shutter was open.
typedef struct cf_flake {
  float x0, y0, x1, y1;
  /// In pixels, not 0.
  float radius;
  /// At the middle, 0...1.
  float opacity;
  /// The part of the radius that is wholly covered: 0 for a haze, towards 1 for a disc.
  float core;
} cf_flake;

/// A colour in the canvas's samples.
typedef struct cf_colour {
  float luma, blue, red;
} cf_colour;

/// A flat thing that has a length and a width, such as a petal or a leaf: a profile on both sides of its axis.
typedef struct cf_blade {
  /// The middle, and how far from it anything is covered, in pixels.
  float x, y, reach;
  /// From (x, y) to the place along the axis and across it: the length goes from -1 to 1.
  float along_x, along_y, across_x, across_y;
  /// Half the width at CF_PROFILE + 1 places from -1 to 1.
  float profile[CF_PROFILE + 1];
  /// The place along the axis from which on its middle is left out, and how fast that widens.
  float notch, notch_slope;
  /// The edge's slope: coverage for a distance in the units across.
  float sharpness;
  /// 0...1.
  float opacity;
} cf_blade;

/// Colours for colours: a curve of each channel, then a cube of all three, as differences from what goes
/// in. R, G and B are of 0...1.
typedef struct cf_table {
  /// `curve_size` entries of red, green and blue, a channel after the other; NULL for no curves.
  const float *_Nullable curve;
  int32_t curve_size;
  /// What the first and last entries are for, and entries for 1.
  float curve_low[3], curve_high[3], curve_scale[3];
  /// `cube_size` cubed entries of four floats, red the fastest; NULL for no cube.
  const float *_Nullable cube;
  int32_t cube_size;
  float cube_low[3], cube_high[3], cube_scale[3];
  /// 0 keeps the picture, 1 is the whole effect.
  float amount;
} cf_table;

/// What becomes of the colours of a painting, and of the marks of its brush.
typedef struct cf_palette {
  /// Factors of luma about the middle grey, and of colour differences.
  float contrast, blue, red;
  /// What luma and colour differences gain for 1 of the marks.
  float marks, marks_blue, marks_red;
} cf_palette;

/// The generalized Kuwahara filter's windows: the one around a pixel and those in places around it.
typedef struct cf_kuwahara {
  /// Half of the places, in samples, at most CF_MARGIN; the others lie opposite.
  int32_t x[CF_SECTORS / 2], y[CF_SECTORS / 2];
  /// A window, both ways.
  cf_taps window;
  /// A window's weight falls with the fourth power of its deviation over this; what blue and red
  /// change by over a sample adds to the deviation of luma.
  float spread;
} cf_kuwahara;

/// Lines by the extended difference of Gaussians.
typedef struct cf_xdog {
  /// Extended difference of Gaussians: (1 + sharpness) narrow - sharpness wide, of 0...1.
  cf_taps narrow, wide;
  float sharpness;
  /// Ink where that is lower than the threshold, the softer the smaller the slope.
  float threshold, slope;
} cf_xdog;

/// A print: quantized luma in a range of tones, halftone dots, and lines of ink.
typedef struct cf_halftone {
  /// Luma steps from black to white, and how sharp their borders are.
  float steps, sharpness;
  float saturation;
  /// What black and white become, 0...1, and the paper's tint in the canvas's samples.
  float black, white, tint_blue, tint_red;
  /// How black the ink is, 0...1.
  float ink;
  /// The dots' raster: at (x, y) it is columns[x] rows[y], of -1...1.
  const float *_Nullable columns, *_Nullable rows;
  /// How dark dots are, 0...1, and how soft in the raster's units.
  float dots, dot_slope;
} cf_halftone;

typedef struct cf_kernels {
  const char *name;

  /// One plane to a canvas's plane, and back.
  void (*load)(const cf_plane *from, int16_t *to);
  void (*store)(const int16_t *from, const cf_plane *to);
  /// Packed pixels to a canvas, whose colour differences have the picture's size, and back; alpha
  /// stays as it is.
  void (*load_packed)(const cf_packed *from, const cf_canvas *to);
  void (*store_packed)(const cf_canvas *from, const cf_packed *to);

  /// Tone curves, vignette and grain; `row` has room for five rows of the canvas.
  void (*grade)(const cf_canvas *canvas, const cf_grade *grade, float *row);
  /// Adds a flake to the coverage, `width` x `height` of 1/255.
  void (*flake)(uint8_t *coverage, int32_t width, int32_t height, const cf_flake *flake);
  /// Draws a blade of a colour over the picture, through `coverage`, which is overwritten where it is.
  void (*blade)(const cf_canvas *canvas, uint8_t *coverage, const cf_blade *blade,
                const cf_colour *colour);
  /// Blends a colour over the picture by its coverage.
  void (*blend_colour)(const cf_canvas *canvas, const uint8_t *coverage, const cf_colour *colour);

  /// Looks colours up; `row` has room for four rows of the canvas.
  void (*look_up)(const cf_canvas *canvas, const cf_table *table, float *row);

  /// Means of `across` x `down` samples; or samples repeated, where these are negative.
  void (*downsample)(const int16_t *from, int32_t width, int32_t height, int32_t across,
                     int32_t down, const cf_padded *to);
  /// A symmetric filter both ways; `room` has room for a row with its margins.
  void (*blur)(const cf_padded *from, const cf_taps *taps, float *room, const cf_padded *to);
  /// The means over 2 x 2 samples of the structure tensor (Jxx, Jxy, Jyy), with that of a bias (two
  /// planes of half the size, as the tensor's are: its vector) added; `rows` has room for three rows
  /// of luma and a sample more each.
  void (*structure_tensor)(const cf_padded *luma, const cf_padded bias[_Nonnull 2], float *rows,
                           const cf_padded tensor[_Nonnull 3]);
  /// Of a smoothed tensor the direction along edges, a vector of length 1.
  void (*orientation)(const cf_padded tensor[_Nonnull 3], const cf_padded direction[_Nonnull 2]);
  /// Generalized Kuwahara: means of the windows around each pixel of a picture (luma, blue, red) by
  /// their weights, to interleaved samples (luma, blue, red, noise); and to `means` those of luma and
  /// of its square over each window.
  void (*kuwahara)(const cf_padded picture[_Nonnull 3], const cf_kuwahara *filter,
                   const cf_padded *noise, float *room, const cf_padded means[_Nonnull 2],
                   const cf_padded *to);
  /// The same to planes of luma, blue and red.
  void (*kuwahara_planar)(const cf_padded picture[_Nonnull 3], const cf_kuwahara *filter,
                          float *room, const cf_padded means[_Nonnull 2],
                          const cf_padded to[_Nonnull 3]);
  /// Line integral convolution: means along the direction, one to 2 x 2 samples, of three or six
  /// steps of a length either way: luma, blue, red, noise.
  void (*line_integral)(const cf_padded *interleaved, const cf_padded direction[_Nonnull 2],
                        int32_t steps, float length, const cf_padded to[_Nonnull 4]);
  /// Changes the lines of luma (slope, offset) and the colour differences by a palette and by marks, which
  /// are the fainter the darker the smoothed luma is.
  void (*palette)(const cf_padded *luma, const cf_padded *marks, const cf_palette *palette,
                  const cf_padded line[_Nonnull 2], const cf_padded colours[_Nonnull 2]);
  /// The guided filter's line (slope, offset) by which what was smoothed best follows the luma around
  /// each place, over windows; `means` are those of luma and of its square. Deviations below `detail`
  /// are smoothed away, those above `contrast` stay.
  void (*guided_filter)(const cf_padded *luma, const cf_padded *smoothed,
                        const cf_padded means[_Nonnull 2], const cf_taps *taps, float detail,
                        float contrast, float *room, const cf_padded line[_Nonnull 2]);
  /// Relief shading: adds light from the top left on what stands out.
  void (*relief)(const cf_padded *height, float gain, const cf_padded *to);

  /// Lines by the extended difference of Gaussians: 255 where there is none.
  void (*xdog)(const cf_canvas *canvas, const cf_xdog *filter, float *rows, uint8_t *lines);
  /// Guided upsampling: luma by the lines (slope, offset), colour differences as smoothed, `factor`
  /// samples of the canvas to one of the planes; and where there is a halftone, that on top.
  void (*upsample_guided)(const cf_canvas *canvas, int32_t factor, const cf_padded line[_Nonnull 2],
                          const cf_padded colours[_Nonnull 2],
                          const cf_halftone *_Nullable halftone, const uint8_t *_Nullable lines,
                          float amount, float *rows);
} cf_kernels;

/// The sets of kernels that this processor runs, the fastest at 0; NULL beyond the last.
const cf_kernels *_Nullable cf_kernels_at(int index);

#pragma clang assume_nonnull end
