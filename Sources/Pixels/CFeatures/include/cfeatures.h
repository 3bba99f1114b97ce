#pragma once

#include <stddef.h>
#include <stdint.h>

// The inner loops of finding a known flat picture in another picture, and of laying it exactly on what
// is seen there: grey pictures, corners, descriptors, their distances, and the sums of an alignment.
//
// Pictures are rows of bytes without padding. Coordinates are continuous: the middle of the first pixel
// is (0.5, 0.5). One version serves all instruction sets, and all give the same bytes.

#pragma clang assume_nonnull begin

/// A grey picture.
typedef struct cf_grey {
  const uint8_t *bytes;
  int32_t width, height;
} cf_grey;

/// Luma (BT.601) of `count` pixels of `step` bytes each, the first three of which are red, green and blue.
void cf_grey_of_rgb(const uint8_t *rgb, size_t step, size_t count, uint8_t *grey);

/// The mean of each two by two pixels; `out` has half the width and half the height, rounded down.
void cf_half(cf_grey in, uint8_t *out);

/// A picture in another size, each pixel the mean of the area that it covers; both at least 1.
void cf_scaled(cf_grey in, int32_t width, int32_t height, float *out);

/// A picture in another size, each pixel taken between the four nearest; both sides at least 1.
///
/// `places` holds `width` numbers, `row_memory` twice as many.
void cf_stretched(
    cf_grey in, int32_t width, int32_t height, uint32_t *places, uint16_t *row_memory, uint8_t *out);

/// A corner of a picture.
typedef struct cf_corner {
  /// Its place, and how strong it is: the smaller eigenvalue of the mean of its gradients' products.
  float x, y, strength;
} cf_corner;

/// The corners (Shi and Tomasi, "Good features to track", 1994) that are stronger than all within two
/// pixels, their windows five pixels wide; in scan order, at most `most` of them.
///
/// `row_memory` holds CF_CORNER_ROWS * width floats.
enum { CF_CORNER_ROWS = 23 };
int32_t cf_corners(
    cf_grey in, float least_strength, int32_t border, int32_t most, float *row_memory,
    cf_corner *out);

enum {
  /// Words of 64 bits to half of a descriptor.
  CF_HALF = 4,
  /// Pixels about a corner that its description reads.
  CF_REACH = 20,
  /// Comparisons of a descriptor.
  CF_COMPARISONS = 128 * CF_HALF,
};

/// A picture blurred by a Gaussian of sigma 2, for descriptions; `memory` holds as many shorts.
void cf_blurred(cf_grey in, uint16_t *memory, uint8_t *out);

/// The direction from a corner to the centre of brightness within 15 pixels, in radians; the corner lies
/// at least CF_REACH pixels inside the picture.
float cf_direction(cf_grey in, float x, float y);

/// Describes the surroundings of a corner by comparisons of blurred brightness at pairs of points, which
/// are turned by `direction`. `pairs` are x, y of the first and of the second point of each.
void cf_describe(
    cf_grey blurred, float x, float y, float direction, const float *pairs, uint64_t *first,
    uint64_t *second);

/// Descriptors, their first and their second halves one after the other.
typedef struct cf_descriptors {
  const uint64_t *first, *second;
  int32_t count;
} cf_descriptors;

/// For each descriptor of a list the nearest of `others` (-1 for none) and its distance, and the distance
/// of the second nearest (65535 for none), of those of which at most `most_of_half` of the first half of the
/// comparisons differ.
void cf_nearest(
    const cf_descriptors *list, const cf_descriptors *others, int32_t most_of_half, int32_t *nearest,
    uint16_t *distance, uint16_t *second);

enum {
  /// Columns and rows of blocks of an alignment.
  CF_COLUMNS = 8,
  CF_ROWS = 11,
  CF_BLOCKS = CF_COLUMNS * CF_ROWS,
  /// Numbers of a homography near the identity.
  CF_FREE = 8,
};

/// A picture that is aligned: normalised brightness in blocks, and its changes.
///
/// Its plane has (0, 0) in the middle and is 1 wide; a cell's middle is its place. Rows are `stride`
/// cells, a multiple of 8, and what lies beyond `width` is 0.
typedef struct cf_template {
  int32_t width, height, stride;
  /// The step between cells, and the middle of the first one.
  float step_x, step_y, x, y;
  /// The first column and row of each block, and the end of the last.
  int32_t columns[CF_COLUMNS + 1], rows[CF_ROWS + 1];
  const float *_Nullable value;
  const float *_Nullable across;
  const float *_Nullable down;
} cf_template;

/// What an alignment sums over a block.
typedef struct cf_sums {
  /// Cells that are seen, the sums of their brightness and of its squares, and those of brightness times
  /// the template's value.
  float count, seen, squares, product;
  /// The sums of brightness times each derivative.
  float slopes[CF_FREE];
} cf_sums;

/// Sums over all blocks what `in` shows of a template under a homography (row by row) from the
/// template's plane to the picture. A block counts where all its cells lie inside the picture.
///
/// The template's fields have 8 more floats behind the last row; `memory` holds `stride` + 8 floats.
void cf_align(
    const cf_template *template, cf_grey in, const float *homography, float *memory, cf_sums *sums);

/// The same sums of the template with itself: of the derivatives alone (`slopes`), of the derivatives
/// times the template's value (`products`), and of the derivatives' products (`normal`, the upper
/// triangle row by row).
typedef struct cf_own_sums {
  float count;
  float slopes[CF_FREE], products[CF_FREE], normal[CF_FREE * (CF_FREE + 1) / 2];
} cf_own_sums;
void cf_own(const cf_template *template, cf_own_sums *sums);

enum {
  /// The most pixels of a point's window on each side of it.
  CF_RADIUS = 10,
  /// Steps of Gauss and Newton at most.
  CF_POINT_STEPS = 12,
  /// Floats behind the last row of a plane that are read, never used.
  CF_PLANE_SLACK = 16,
};
/// A step below which a point is found, in pixels.
#define CF_POINT_PRECISION 0.01
/// The least mean square of the brightness's slope, along the direction that has least, in square levels
/// a pixel: below it a window holds nothing but noise.
#define CF_LEAST_TEXTURE 0.5

/// Brightness as floats, rows without padding. Places count from the middle of the first pixel.
typedef struct cf_grey_plane {
  const float *values;
  int32_t width, height;
} cf_grey_plane;

/// How far a point moves.
typedef struct cf_way {
  double x, y;
} cf_way;

/// Betters the way of a point (x, y) of one plane to the other (Lucas and Kanade; Bouguet 2000); 0 where
/// the window leaves a plane, or has no texture.
int32_t cf_follow(cf_grey_plane from, cf_grey_plane to, double x, double y, int32_t radius, cf_way *way);

/// What a picture shows where a homography (row by row) brings the pixels of a plane, by cubic
/// convolution; beyond the border the last pixels repeat.
void cf_seen_through(cf_grey in, const double *homography, int32_t width, int32_t height, float *out);

/// The plane at half the size, rounded up: smoothed by 1 4 6 4 1 each way, every other pixel; the middle
/// of pixel x is that of pixel 2 x here. `memory` holds half the columns of all rows.
void cf_plane_half(cf_grey_plane in, float *memory, float *out);

#pragma clang assume_nonnull end
