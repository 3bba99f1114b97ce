#pragma once

#include <stddef.h>
#include <stdint.h>

// The inner loops of matting: what of a picture a shape covers, told by its outline and by its colours.
//
// All of it works on a *grid* of square cells that lie on the picture from its upper left corner on,
// so that a cell is the same whatever part of the picture is looked at. Rows of a field are
// `cm_grid.stride` cells long, a multiple of CM_LANES.
//
// One version serves all instruction sets, and all give the same bytes: whole numbers are the same
// anywhere, and in single precision only what IEEE 754 rounds exactly is used, in one order, without
// contraction.

#pragma clang assume_nonnull begin

enum {
  /// Rows of fields are a multiple of this.
  CM_LANES = 8,
  /// Colours that are told apart: 16 levels each of luma, blue difference and red difference.
  CM_COLOURS = 16 * 16 * 16,
};

/// Where a grid lies.
typedef struct cm_grid {
  /// The first cell, counted from the picture's upper left corner, and how many cells there are.
  int32_t column, row, columns, rows;
  /// Cells from row to row of a field.
  int32_t stride;
  /// Pixels to a cell's side.
  int32_t side;
  /// The middle of the first cell, and the step from cell to cell, in the shape's own unit.
  float x, y, step_x, step_y;
} cm_grid;

/// A bone: a line with a thickness that changes from one end to the other; in the shape's unit.
typedef struct cm_capsule {
  float ax, ay, bx, by;
  float a_radius, b_radius;
} cm_capsule;

/// Raises a field to the distance within a capsule: above 0 inside, below 0 outside. Cells farther
/// outside than `reach` may be left as they are.
void cm_add_capsule(const cm_grid *grid, const cm_capsule *capsule, float reach, float *field);

/// Raises a field to `depth` within a polygon (even-odd) of `count` corners, x and y in turn; at most
/// CM_CORNERS of them.
void cm_add_polygon(
    const cm_grid *grid, const float *corners, int32_t count, float depth, float *field);
enum { CM_CORNERS = 16 };

/// One component of a picture: 8 bit, or 16 with so many bits below those of 8 bit.
typedef struct cm_component {
  const uint8_t *base;
  /// From row to row and from sample to sample, in bytes.
  ptrdiff_t stride, step;
  int32_t width, height;
  /// 1 or 2.
  int32_t bytes;
  /// Bits that a sample is shifted down by to be one of 8 bit.
  int32_t shift;
  /// Pixels to a sample: 1 or 2.
  int32_t across, down;
} cm_component;

/// The means of a component over the cells, of 8 bit.
void cm_means(const cm_grid *grid, const cm_component *component, uint8_t *means);

/// The colours of cells by their means: luma, and the differences of blue and of red about 128.
void cm_colours_of_differences(
    const uint8_t *luma, const uint8_t *blue, const uint8_t *red, int32_t count, uint16_t *colours);
/// The same of red, green and blue.
void cm_colours_of_primaries(
    const uint8_t *red, const uint8_t *green, const uint8_t *blue, int32_t count,
    uint16_t *colours);

/// What each cell's colour says, by a table of CM_COLOURS, as the mean of 3 x 3 cells. `room` has room
/// for a field.
void cm_look_up(
    const cm_grid *grid, const uint16_t *colours, const float *table, float *room, float *evidence);

/// Raises the scores of cells to `field / softness + gain * evidence` where the field lies within
/// `band` of 0; to `sure` above that, and not at all below.
void cm_add_scores(
    const cm_grid *grid, const float *field, const float *evidence, float softness, float gain,
    float band, float sure, float *scores);

/// A matte's rows: the coverage of pixels, 0...255.
typedef struct cm_matte {
  uint8_t *coverage;
  /// The first pixel, and how many there are; rows have no padding.
  int32_t column, row, columns, rows;
} cm_matte;

/// Raises a matte to the scores between the middles of cells: nothing at `-ramp`, `most` at `ramp`.
/// `line` has room for a row of the grid.
void cm_add_coverage(
    const cm_grid *grid, const float *scores, float ramp, int32_t most, float *line,
    const cm_matte *matte);

/// Samples of a row, `components` to a place that share its coverage.
///
/// Each becomes the nearest number to `drawn + coverage / 255 (kept - drawn)`: exactly what was
/// drawn where nothing is covered or both are equal, and exactly what was kept where all is.
void cm_bring_back8(
    uint8_t *drawn, const uint8_t *kept, const uint8_t *coverage, int32_t count,
    int32_t components);
/// The same of words of 16 bit, which need not be aligned, with so many unused low bits.
void cm_bring_back16(
    uint8_t *drawn, const uint8_t *kept, const uint8_t *coverage, int32_t count,
    int32_t components, int32_t padding);

/// The means of a matte over `across` x `down` pixels, of the sample row `row` and the samples from
/// `column` on; a sample whose last pixels lie beyond the matte has the mean of those within.
void cm_subsample(
    const cm_matte *matte, int32_t across, int32_t down, int32_t column, int32_t row, int32_t count,
    uint8_t *coverage);

#pragma clang assume_nonnull end
