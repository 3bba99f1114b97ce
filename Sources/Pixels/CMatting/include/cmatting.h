#pragma once

#include <stddef.h>
#include <stdint.h>

// The inner loops of matting: what of a picture a hand covers, told by its outline, by what is known of
// the background behind it, and by the picture's own edges.
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

/// A matte's rows: the coverage of pixels, 0...255.
typedef struct cm_matte {
  uint8_t *coverage;
  /// The first pixel, and how many there are; rows have no padding.
  int32_t column, row, columns, rows;
} cm_matte;

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

// What stands before the background is told by evidence beside its outline: pictures of other times that
// show the background, and how it moves. Pictures are *cells*: luma, blue difference, red difference and
// flags, a byte each; a flag says that the background is hidden.

/// A picture of cells.
typedef struct cm_cells {
  const uint8_t *base;
  /// Cells to a row, and rows.
  int32_t width, height;
  /// The flags that count.
  uint8_t mask;
} cm_cells;

/// Packs the means of three components of a whole picture, whose fields have `stride`; flags are 0.
void cm_pack(
    const uint8_t *first, const uint8_t *second, const uint8_t *third, int32_t stride,
    int32_t width, int32_t height, uint8_t *cells);

/// Sets a flag of the cells of a grid where a field is above `least`.
void cm_flag(
    const cm_grid *grid, const float *field, float least, uint8_t flag, int32_t width,
    uint8_t *cells);

/// Which cells are looked at: not at all, by themselves, or as the one in the next even column and row to
/// the left and above.
enum { cm_left_out = 0, cm_compared = 1, cm_like_even = 2 };

/// What the colours of two cells are compared by.
typedef struct cm_comparison {
  /// What the remembered luma is multiplied by.
  float gain;
  /// What a step from cell to cell adds to the noise: how far, in cells, the two may be apart.
  float shift;
} cm_comparison;

/// Where a colour lies: the hand's.
typedef struct cm_colour {
  float luma, blue, red;
  /// 1 by the deviation, times what is taken for alike.
  float per_luma, per_blue, per_red;
} cm_colour;

/// What several pictures say of the background, cell by cell: the least difference and the one after it,
/// how many pictures showed the place, and in how many the hand's colour stood there.
typedef struct cm_memory {
  float *least, *second, *count, *alike;
} cm_memory;

/// Compares cells with those of another picture, brought over by a map from places in this picture to
/// those in the other one (row by row, in cells, whose middles are whole numbers). Cells that are not
/// active, and flagged ones of the other picture, are left out.
void cm_remember(
    const cm_grid *grid, const cm_cells *picture, const cm_cells *other, const float *map,
    const cm_comparison *comparison, const cm_colour *hand, const uint8_t *active,
    const cm_memory *memory);

/// The difference at which so many of the cells with a flag of `among` lie below, 0 to 1; at most 16. `fallback`
/// where there are fewer than `fewest`.
float cm_quantile(
    const cm_grid *grid, const cm_memory *memory, const uint8_t *among, float part, int32_t fewest,
    float fallback);

/// The mean luma of this picture by that of the other one, over the cells with a flag of `among`.
float cm_gain(
    const cm_grid *grid, const cm_cells *picture, const cm_cells *other, const float *map,
    const uint8_t *among);

/// Adds to scores what pictures of a face and a still background say: what either explains counts.
void cm_add_memory(
    const cm_grid *grid, const cm_memory *face, float face_scale, const cm_memory *still,
    float still_scale, const uint8_t *active, float *scores);

/// The picture of a background that stands still: of each cell the median by luma of those pictures that
/// show it; flagged where fewer than three do. At most CM_PICTURES.
enum { CM_PICTURES = 24 };
void cm_still(const cm_cells *pictures, int32_t count, uint8_t *still);

/// Compares how well the background's motion and the hand's explain cells; adds to `sums` and `counts`.
///
/// - `face`: the face's map to the other picture; its first number is not finite where there is none.
void cm_compare_motion(
    const cm_grid *grid, const cm_cells *picture, const cm_cells *other, const float *face,
    const float *hand, float shift, const uint8_t *active, float *sums, float *counts);

/// Leaves those cells active whose scores lie within `limit` of 0.
void cm_undecided(const cm_grid *grid, const float *scores, float limit, uint8_t *active);

/// Adds what motion says to scores, at most `most` either way, as means of 3 x 3 cells.
void cm_add_motion(
    const cm_grid *grid, float *sums, float *counts, float gain, float most, float *scores);

/// What is likely of cells before anything is seen of them: by the depth within the hand's outline, and
/// within the places where its forearm may lie; both in millimetres; at most `most`.
void cm_prior(
    const cm_grid *grid, const float *depth, const float *arm, float most, float *prior);

/// Raises scores of a grid's to a part of them and `part` of another grid's, brought over by a map.
void cm_add_moved(
    const cm_grid *grid, const float *own, const cm_grid *other, const float *scores,
    const float *map, float part, float *sum);

/// Adds `bias` to scores, and leaves only what hangs together with cells in which `depth` is above `core`, with
/// holes of fewer than `hole` cells filled; all within `sure` of 0. `room` has room for two fields.
void cm_part(
    const cm_grid *grid, const float *scores, const float *depth, float core, float bias,
    float sure, int32_t hole, int32_t *room, float *parts);

/// Lines by three components and a constant that stand for a coverage around each cell (the guided
/// filter, He, Sun, Tang 2010): `lines` has room for four fields, `room` for fourteen
/// and a row.
void cm_guide(
    const cm_grid *grid, const cm_cells *picture, const float *coverage, int32_t radius,
    float noise, float *room, float *lines);

/// Raises a matte to what lines between the middles of cells make of the pixels' components, up to `most`,
/// within what scores leave open. `line` has room for five rows of the grid.
void cm_add_guided(
    const cm_grid *grid, const float *lines, const float *scores, const cm_component *components,
    int32_t most, float *line, const cm_matte *matte);

#pragma clang assume_nonnull end
