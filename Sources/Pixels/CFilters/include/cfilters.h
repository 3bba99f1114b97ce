#pragma once

#include <stddef.h>
#include <stdint.h>

// The inner loops of the filters, for each instruction set.
//
// A filter works on a *canvas*: luma and two colour differences of full range, in 1/64 of a level of
// 8 bit, fine enough for clips of 10 bit. The colour differences may have half the columns and rows.
// What looks at neighbours works on *sheets* of single precision, at a fraction of the size, with a
// margin around so that no loop asks where the picture ends.
//
// Every set gives the same bytes: whole numbers are the same anywhere, and in single precision only
// what IEEE 754 rounds exactly is used, in one order, without contraction. The loops are plain C that
// the compiler turns into vectors, once for each set.

#pragma clang assume_nonnull begin

enum {
  /// Parts of a canvas's number to a level of 8 bit.
  CF_LEVEL = 64,
  /// Room for samples around a sheet on each side; nothing reaches farther.
  CF_MARGIN = 24,
  /// The most taps of a filter on each side of the middle one.
  CF_MAX_RADIUS = 24,
  /// Places that a brush looks at around a pixel.
  CF_SECTORS = 8,
  /// Floats behind a row that loops may touch.
  CF_SLACK = 16,
  /// Rows of numbers with margins that brushes and `follow` need room for: products, means, and quads.
  CF_ROOM_ROWS = 2 * CF_MAX_RADIUS + 4 + 4 * (2 * CF_MARGIN + 2),
};

/// One plane of a picture as a file or a decoder has it.
typedef struct cf_samples {
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
  /// From numbers to the canvas, in 1 / (1 << 12); and back, in 1 / (1 << 20).
  int32_t to_canvas, from_canvas;
} cf_samples;

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
typedef struct cf_sheet {
  float *at;
  /// From row to row, in numbers.
  ptrdiff_t stride;
  int32_t width, height;
  /// How many samples of the margin are filled: as far as anything looks beyond the sheet.
  int32_t reach;
} cf_sheet;

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

/// The colour of snow, in the canvas's numbers.
typedef struct cf_veil {
  float luma, blue, red;
} cf_veil;

/// What a brush looks at: means of windows, the one around a pixel and those in places around it.
typedef struct cf_brush {
  /// Half of the places, in samples, at most CF_MARGIN; the others lie opposite.
  int32_t x[CF_SECTORS / 2], y[CF_SECTORS / 2];
  /// A window, both ways.
  cf_taps window;
  /// A window's weight falls with the fourth power of its deviation over this; what blue and red
  /// change by over a sample adds to the deviation of luma.
  float spread;
} cf_brush;

/// Ink lines.
typedef struct cf_ink {
  /// Extended difference of Gaussians: (1 + sharpness) narrow - sharpness wide, of 0...1.
  cf_taps narrow, wide;
  float sharpness;
  /// Ink where that is lower than the threshold, the softer the smaller the slope.
  float threshold, slope;
} cf_ink;

/// Flat colours on paper.
typedef struct cf_paper {
  /// Luma steps from black to white, and how sharp their borders are.
  float steps, sharpness;
  float saturation;
  /// What black and white become, 0...1, and the paper's tint in the canvas's numbers.
  float black, white, tint_blue, tint_red;
  /// How black the ink is, 0...1.
  float ink;
  /// The dots' raster: at (x, y) it is columns[x] rows[y], of -1...1.
  const float *_Nullable columns, *_Nullable rows;
  /// How dark dots are, 0...1, and how soft in the raster's numbers.
  float dots, dot_slope;
} cf_paper;

typedef struct cf_kernels {
  const char *name;

  /// One plane to a canvas's plane, and back.
  void (*load)(const cf_samples *from, int16_t *to);
  void (*store)(const int16_t *from, const cf_samples *to);
  /// Packed pixels to a canvas, whose colour differences have the picture's size, and back; alpha
  /// stays as it is.
  void (*load_packed)(const cf_packed *from, const cf_canvas *to);
  void (*store_packed)(const cf_canvas *from, const cf_packed *to);

  /// Tone curves, vignette and grain; `row` has room for five rows of the canvas.
  void (*grade)(const cf_canvas *canvas, const cf_grade *grade, float *row);
  /// Adds a flake to what is covered, `width` x `height` of 1/255.
  void (*flake)(uint8_t *cover, int32_t width, int32_t height, const cf_flake *flake);
  /// Puts a colour where the picture is covered.
  void (*veil)(const cf_canvas *canvas, const uint8_t *cover, const cf_veil *veil);

  /// Means of `across` x `down` samples; or samples repeated, where these are negative.
  void (*reduce)(const int16_t *from, int32_t width, int32_t height, int32_t across, int32_t down,
                 const cf_sheet *to);
  /// A symmetric filter both ways; `room` has room for a row with its margins.
  void (*blur)(const cf_sheet *from, const cf_taps *taps, float *room, const cf_sheet *to);
  /// The means over 2 x 2 samples of the structure tensor (Jxx, Jxy, Jyy), with that of a bias (two
  /// sheets of half the size, as the tensor's are: its vector) added; `rows` has room for three rows
  /// of luma and a sample more each.
  void (*tensor)(const cf_sheet *luma, const cf_sheet bias[_Nonnull 2], float *rows,
                 const cf_sheet tensor[_Nonnull 3]);
  /// Of a smoothed tensor the direction along edges, a vector of length 1.
  void (*direct)(const cf_sheet tensor[_Nonnull 3], const cf_sheet direction[_Nonnull 2]);
  /// Means of the windows around each pixel of a picture (luma, blue, red) by their weights, to quads
  /// (luma, blue, red, bristles); and to `means` those of luma and of its square over each window.
  void (*brush)(const cf_sheet picture[_Nonnull 3], const cf_brush *brush, const cf_sheet *bristles,
                float *room, const cf_sheet means[_Nonnull 2], const cf_sheet *to);
  /// The same to sheets of luma, blue and red.
  void (*flatten)(const cf_sheet picture[_Nonnull 3], const cf_brush *brush, float *room,
                  const cf_sheet means[_Nonnull 2], const cf_sheet to[_Nonnull 3]);
  /// Means along the direction, one to 2 x 2 samples, of three steps of a length either way: luma,
  /// blue, red, bristles.
  void (*smear)(const cf_sheet *quads, const cf_sheet direction[_Nonnull 2], float length,
                const cf_sheet to[_Nonnull 4]);
  /// The line (slope, offset) by which what was painted best follows the luma around each place, over
  /// windows; `means` are those of luma and of its square. Deviations below `detail` are painted over,
  /// those above `contrast` stay.
  void (*follow)(const cf_sheet *luma, const cf_sheet *painted, const cf_sheet means[_Nonnull 2],
                 const cf_taps *taps, float detail, float contrast, float *room,
                 const cf_sheet line[_Nonnull 2]);
  /// Adds light from the top left on what stands out.
  void (*relief)(const cf_sheet *height, float gain, const cf_sheet *to);

  /// Lines of ink: 255 where there is none.
  void (*ink)(const cf_canvas *canvas, const cf_ink *ink, float *rows, uint8_t *lines);
  /// Luma by the lines (slope, offset), colour differences as painted: `factor` samples of the canvas
  /// to one of the sheets.
  void (*finish)(const cf_canvas *canvas, int32_t factor, const cf_sheet line[_Nonnull 2],
                 const cf_sheet colours[_Nonnull 2], const cf_paper *_Nullable paper,
                 const uint8_t *_Nullable lines, float amount, float *rows);
} cf_kernels;

/// The sets of kernels that this processor runs, the fastest at 0; NULL beyond the last.
const cf_kernels *_Nullable cf_kernels_at(int index);

#pragma clang assume_nonnull end
