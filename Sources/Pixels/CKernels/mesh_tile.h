#pragma once

#include "mesh_texture.h"
#include "shade_queue.h"

// What is known of a tile's pixels and points, and painting on them: from the front to the back, so that what opaque
// layers hide is not looked up.

enum { pixel_count = CK_MESH_TILE * CK_MESH_TILE };

/// What is painted, from the front to the back.
typedef struct canvas {
  /// The colours of pixels, in levels; of their points, where those differ.
  f32x4 pixels[pixel_count];
  f32x4 points[pixel_count][point_count];
  bool is_split[pixel_count];
  /// Of those that are split, the points behind which nothing is seen.
  uint16_t closed_points[pixel_count];
  /// The columns of each row whose pixels still show what is behind.
  uint32_t open[CK_MESH_TILE];
} canvas;

typedef struct tile {
  /// The tile's, and that of a layer whose triangles are blended with each other before the layer is put over others.
  canvas canvas, group;
  /// Of the pixels that are open, those where the layer that is drawn may be seen; those that it covers somewhere; and
  /// those where it lies over itself.
  uint32_t wanted[CK_MESH_TILE], touched[CK_MESH_TILE], folded[CK_MESH_TILE];
  /// The depth that was written at each point.
  f32x4 depths[pixel_count][side];
  /// Of the layer that is drawn: the points that it covers, and the number of the triangle that covers the first of
  /// them.
  uint16_t covered[pixel_count];
  int32_t owners[pixel_count];
  /// Its depth at each point, or its nearness while it is compared; and the triangle that is nearest.
  f32x4 own_depths[pixel_count][side];
  i32x4 nearest[pixel_count][side];
  /// The pixels that are looked up together, and their factors of light.
  batch batch;
  int32_t places[pixel_count];
  f32x4 lights[pixel_count];
  /// Parts of pixels that are shaded together, and of each pixel the sum of its parts.
  shade_queue queue;
  f32x4 sums[pixel_count];
  /// The layer of lit triangles whose triangles and depths are still here, if any; how many, and which are blended.
  const ck_mesh_layer *held;
  int32_t held_count, held_blended;
  /// Where the tile lies: in units.
  int32_t x, y;
  /// The triangles of the layer's bin. Behind them, of each layer, the points of each pixel where it is not hidden.
  triangle triangles[];
} tile;

// From so many levels of alpha on, nothing is seen of what is behind.
static const float closed_alpha = 254.98f;

static inline void close_pixel(canvas *canvas, int32_t at) {
  canvas->open[at >> CK_MESH_TILE_BITS] &= ~(1u << (at & (CK_MESH_TILE - 1)));
}

// Paints behind what was painted before.
static void paint(canvas *canvas, int32_t at, uint32_t points, f32x4 colour) {
  if (points == all_points && !canvas->is_split[at]) {
    const f32x4 before = canvas->pixels[at];
    const f32x4 after = before + colour * (1 - before.w * (1.0f / 255));
    canvas->pixels[at] = after;
    if (after.w >= closed_alpha) close_pixel(canvas, at);
    return;
  }
  f32x4 *to = canvas->points[at];
  if (!canvas->is_split[at]) {
    canvas->is_split[at] = true;
    canvas->closed_points[at] = 0;
    for (int32_t i = 0; i < point_count; i++) to[i] = canvas->pixels[at];
  }
  uint32_t closed = canvas->closed_points[at];
  for (points &= ~closed; points; points &= points - 1) {
    f32x4 *point = to + __builtin_ctz(points);
    *point += colour * (1 - point->w * (1.0f / 255));
    if (point->w >= closed_alpha) closed |= points & -points;
  }
  canvas->closed_points[at] = (uint16_t)closed;
  if (closed == all_points) close_pixel(canvas, at);
}

static f32x4 mean_of(const canvas *canvas, int32_t at) {
  if (!canvas->is_split[at]) return canvas->pixels[at];
  const f32x4 *p = canvas->points[at];
  f32x4 rows[side];
  for (int32_t i = 0; i < side; i++) rows[i] = (p[4 * i] + p[4 * i + 1]) + (p[4 * i + 2] + p[4 * i + 3]);
  return ((rows[0] + rows[1]) + (rows[2] + rows[3])) * (1.0f / point_count);
}

static uint32_t word_over(f32x4 colour, uint32_t word) {
  if (word) {
    const f32x4 ground = __builtin_convertvector(
        (i32x4){word & 255, word >> 8 & 255, word >> 16 & 255, (int32_t)(word >> 24)}, f32x4);
    colour += ground * (1 - colour.w * (1.0f / 255));
  }
  i32x4 levels = __builtin_convertvector(held4(colour, 255) + 0.5f, i32x4);
  // A premultiplied colour does not exceed its alpha.
  levels = levels < levels.w ? levels : (i32x4)levels.w;
  typedef uint8_t u8x4 __attribute__((ext_vector_type(4)));
  const u8x4 bytes = __builtin_convertvector(levels, u8x4);
  memcpy(&word, &bytes, sizeof word);
  return word;
}

// MARK: Depths

static inline f32x4 depth_of(f32x4 nearness, bool is_perspective) {
  return is_perspective ? -1.0f / nearness : nearness;
}

/// The points of some that are nearer than what wrote its depth there.
static inline uint32_t not_hidden(const tile *tile, int32_t at, const f32x4 depths[side], float tolerance) {
  i32x4 is_hidden[side];
  for (int32_t i = 0; i < side; i++) is_hidden[i] = ~(depths[i] < tile->depths[at][i] + tolerance);
  return bits_of(is_hidden[0], is_hidden[1], is_hidden[2], is_hidden[3]);
}

static inline void write_depths(tile *tile, int32_t at, uint32_t points, const f32x4 depths[side]) {
  for (int32_t i = 0; i < side; i++) {
    const f32x4 before = tile->depths[at][i];
    const i32x4 is_nearer = lanes_of(points >> (side * i) & 15) & (depths[i] < before);
    tile->depths[at][i] = select4(is_nearer, depths[i], before);
  }
}
