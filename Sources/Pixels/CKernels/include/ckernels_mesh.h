#pragma once

#include "ckernels_cells.h"
#include "ckernels_shade.h"

#include <stdbool.h>
#include <stdint.h>

// Textured triangles on a drawing of premultiplied words, in tiles.
//
// A pixel has 4 x 4 points at (i + 1/2) / 4. Which triangle covers a point is decided in whole numbers, so that a
// point on an edge that two triangles share belongs to one of them. A layer's triangles compete by depth at each point,
// and layers are put over each other point by point; a pixel's word is the mean of its points.
//
// A texture is looked up once a pixel and layer, with the footprint of the triangle that covers the middlemost of the
// layer's points there; where the layer covers a part of the pixel, at those points; where it lies over itself, for
// each triangle that is seen. So the order of triangles changes no byte.

#pragma clang assume_nonnull begin

enum {
  /// Pixels to a side of a tile.
  CK_MESH_TILE_BITS = 4,
  CK_MESH_TILE = 1 << CK_MESH_TILE_BITS,
  /// 1 << CK_MESH_SUBPIXEL_BITS units are a pixel.
  CK_MESH_SUBPIXEL_BITS = 8,
  /// The farthest that a corner may lie from the picture's origin each way, in pixels: what edges come to within a
  /// tile then fits in 32 bits.
  CK_MESH_FARTHEST = 1 << 14,
  /// The most halvings of a texture.
  CK_MESH_HALVINGS = 16,
  /// Steps of the table from a signal to its light, and of the one back, which is interpolated.
  CK_MESH_SIGNALS = 2040,
  CK_MESH_LIGHTS = 1024,
};

/// A triangle's corner.
typedef struct ck_mesh_corner {
  /// Its place in units from the drawing's upper left corner.
  int32_t x, y;
  /// What is interpolated linearly over the drawing: u and v in texels of the finest level times a weight, that
  /// weight, and what is the smaller the nearer. In perspective 1 / depth and -1 / depth, otherwise 1 and depth.
  float place[4];
  /// The factors of the texels' three colours times the weight; 0.
  float light[4];
} ck_mesh_corner;

/// A level of a texture: quads, as in `ck_sampler`.
typedef struct ck_mesh_level {
  /// Texel (0, 0) of the border; NULL until the level has been made.
  const int16_t *_Nullable texels;
  /// Texels in a row of the level, border included.
  int32_t stride;
  /// The largest coordinates that may be sampled.
  float limit_u, limit_v;
  /// From texels of the finest level to coordinates: times `scale`, plus `offset`.
  float scale, offset;
} ck_mesh_level;

typedef enum ck_mesh_kind {
  /// Writes its depth, and has no texture.
  CK_MESH_OCCLUDER,
  /// Neither asks for depths of other layers nor writes its own.
  CK_MESH_OWN,
  /// Is seen where it is nearer than what wrote its depth before, or as near; and writes its own.
  CK_MESH_SHARED,
} ck_mesh_kind;

typedef struct ck_mesh_layer {
  ck_mesh_kind kind;
  bool is_perspective, is_lit, is_painted;
  /// 0 to 1.
  float opacity;
  /// The last halving.
  int32_t coarsest;
  ck_mesh_level levels[CK_MESH_HALVINGS];
  /// Levels that were needed and are not made: bits.
  uint32_t missing;
  /// Its triangles, three numbers of corners each.
  const int32_t *_Nullable triangles;
  /// What each triangle may show of the texture: bits, as in coverage maps.
  const uint8_t *_Nullable contents;
  /// The numbers of the triangles in each tile, and where each tile's end.
  const int32_t *_Nullable bins, *_Nullable ends;
  /// Of lit triangles, instead of levels and the corners' own light.
  const ck_shading *_Nullable shading;
} ck_mesh_layer;

typedef struct ck_mesh_drawing {
  const ck_mesh_corner *corners;
  ck_mesh_layer *layers;
  int32_t layer_count;
  /// What may lie between depths that count as equal.
  float tolerance;
  /// The light of signals of 0...1, and signals of light of 0...1, with one more at the end.
  const float *light_of_signal, *signal_of_light;
  /// The drawing's words, of alpha, red, green and blue from the highest byte down; its size.
  uint32_t *words;
  int32_t width, height;
  /// The rows that are drawn: the first, and the one behind the last.
  int32_t first_row, end_row;
} ck_mesh_drawing;

/// Finds which triangles lie in which tiles of some rows, in their order; gives how many there are in all of these. What
/// does not fit in 32 bits must not be called for a second time.
///
/// Called with no room for `bins`, it only counts, and `ends`, one number a tile, has what the second call needs.
int64_t ck_mesh_bin(
    const ck_mesh_corner *corners, const int32_t *triangles, int32_t count, int32_t width, int32_t height,
    int32_t first_row, int32_t end_row, int32_t *ends, int32_t *_Nullable bins);

/// Finds what triangles may show of the finest level of a texture, in any pixel that they touch; without its coverage,
/// anything.
void ck_mesh_find_contents(
    const ck_mesh_corner *corners, const int32_t *triangles, int32_t count, const ck_coverage *_Nullable coverage,
    uint8_t *contents);

/// Bytes that drawing a tile needs, whose place is a multiple of 16, with so many triangles of a layer in a tile, and
/// so many layers.
int64_t ck_mesh_room(int32_t triangles, int32_t layers);

/// Draws a tile; draws nothing and gives false where layers miss levels.
bool ck_mesh_draw_tile(ck_mesh_drawing *drawing, int32_t column, int32_t row, void *room);

#pragma clang assume_nonnull end
