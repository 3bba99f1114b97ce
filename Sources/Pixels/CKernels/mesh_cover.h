#pragma once

#include "mesh_tile.h"

#include <math.h>

// Which points of a tile a layer covers, and which of its triangles is nearest where it lies over itself.

/// A layer that is drawn on a tile.
typedef struct pass {
  tile *tile;
  const ck_mesh_drawing *drawing;
  ck_mesh_layer *layer;
  /// Whether it is painted; otherwise, where it is hidden is found, and its depth is written.
  bool is_painted;
  /// Whether layers behind it in the list ask for its depth.
  bool is_asked_for;
  /// Of a shared layer, the points of each pixel where it is not hidden.
  uint16_t *visible;
  /// How many of the tile's triangles are its own, and the first of them that is blended.
  int32_t count, blended;
  /// Of a layer with triangles that are blended, the depth behind which others hide it.
  f32x4 (*limits)[side];
} pass;

typedef enum work {
  /// Writes the depth of an occluder.
  work_occlude,
  /// Finds the points that are covered.
  work_cover,
  /// The same, and their depths.
  work_cover_deep,
  /// The same of a triangle that shows nothing, in pixels that others touch.
  work_cover_empty,
  /// Finds the nearest triangle where a layer lies over itself.
  work_compare,
  /// Finds the nearest triangle everywhere.
  work_nearest,
} work;

/// Of points of a pixel, those where a lit triangle is opaque enough.
static uint32_t passing_points(const pass *pass, const triangle *t, int32_t at, uint32_t points);

/// Where four points of a triangle are nearer than what was found before; of equal ones the first triangle's are.
static inline i32x4 is_nearer_than(const tile *tile, int32_t at, int32_t four, f32x4 near, int32_t number) {
  const f32x4 before = tile->own_depths[at][four];
  return (near < before) | ((near == before) & (number < tile->nearest[at][four]));
}

__attribute__((always_inline)) static inline void do_triangle(
    const pass *pass, const triangle *t, int32_t number, const work work) {
  tile *tile = pass->tile;
  const bool is_perspective = pass->layer->is_perspective;
  const uint32_t *wanted = work == work_compare       ? tile->folded
                           : work == work_cover_empty ? tile->touched
                                                      : tile->wanted;
  const edges e = edges_of(t);
  int32_t edge[3];
  for (int32_t i = 0; i < 3; i++) edge[i] = t->edge[i] + side * t->top * t->down[i];
  for (int32_t row = t->top; row < t->end_row; row++, next_row(t, edge)) {
    if (!wanted[row]) continue;
    const touch touch = touch_of(t, &e, edge);
    uint32_t pixels = wanted[row] & touch.some;
    if (work == work_cover) {
      // Where it covers all, what is there already is covered twice.
      const uint32_t whole = pixels & touch.all;
      tile->folded[row] |= whole & tile->touched[row];
      tile->touched[row] |= whole;
      for (uint32_t left = whole; left; left &= left - 1) {
        const int32_t at = row * CK_MESH_TILE + __builtin_ctz(left);
        tile->owners[at] = number;
        tile->covered[at] = all_points;
      }
      pixels &= ~whole;
    }
    for (; pixels; pixels &= pixels - 1) {
      const int32_t column = __builtin_ctz(pixels), at = row * CK_MESH_TILE + column;
      uint32_t points = touch.all & pixels & -pixels ? all_points : covered(t, &e, edge, column);
      if (!points) continue;
      if (work == work_cover || work == work_cover_deep || work == work_cover_empty) {
        const uint32_t before = tile->covered[at];
        if (before & points) tile->folded[row] |= pixels & -pixels;
        // The first point of all is one triangle's, in whatever order they come.
        if (!before || (points & -points) < (before & -before)) tile->owners[at] = number;
        tile->covered[at] = (uint16_t)(before | points);
        tile->touched[row] |= pixels & -pixels;
        if (work == work_cover) continue;
      }
      if (work == work_nearest) {
        if (t->is_cut) {
          // What is hidden is not looked up.
          i32x4 is_behind[side];
          for (int32_t i = 0; i < side; i++) {
            is_behind[i] = ~is_nearer_than(tile, at, i, nearness(t, column, row, i), number);
          }
          points &= bits_of(is_behind[0], is_behind[1], is_behind[2], is_behind[3]);
          if (points) points = passing_points(pass, t, at, points);
          if (!points) continue;
        }
        tile->covered[at] |= (uint16_t)points;
        tile->touched[row] |= pixels & -pixels;
      }
      f32x4 depths[side];
      for (int32_t i = 0; i < side; i++) {
        depths[i] = nearness(t, column, row, i);
        if (work != work_compare && work != work_nearest) depths[i] = depth_of(depths[i], is_perspective);
      }
      if (work == work_occlude) {
        write_depths(tile, at, points, depths);
        continue;
      }
      for (int32_t i = 0; i < side; i++) {
        const i32x4 lanes = lanes_of(points >> (side * i) & 15);
        const f32x4 before = tile->own_depths[at][i];
        if (work == work_compare || work == work_nearest) {
          const i32x4 is_nearer = lanes & (work == work_nearest ? is_nearer_than(tile, at, i, depths[i], number)
                                                                : depths[i] < before);
          tile->own_depths[at][i] = select4(is_nearer, depths[i], before);
          tile->nearest[at][i] = is_nearer ? (i32x4)number : tile->nearest[at][i];
        } else {
          tile->own_depths[at][i] = select4(lanes, depths[i], before);
        }
      }
    }
  }
}

/// Where a place of a triangle lies in the texture.
static inline mesh_spot spot_at(const triangle *t, f32x4 place, float weight) {
  const f32x4 texel = place * weight;
  const f32x4 right = (t->place_right - texel * t->place_right.z) * weight;
  const f32x4 down = (t->place_down - texel * t->place_down.z) * weight;
  return (mesh_spot){texel, right, down};
}

/// Finds the footprint of a triangle's pixels, if they have one.
static inline void find_taps_of(triangle *t) {
  // What u and v gain grows with the square of the weight.
  t->is_even = t->most_weight <= 1.05f * t->least_weight;
  const mesh_spot spot = spot_at(t, t->middle, 1.0f / t->middle.z);
  t->is_larger = find_footprint(spot.right, spot.down, &t->taps);
}

static bool prepare_shading(const pass *pass, int32_t number, triangle *t);

/// Prepares triangles of the layer's bin that may touch some pixels: those that show something, or those that do not.
static void add_triangles(pass *pass, bool are_empty, const uint32_t *pixels) {
  tile *tile = pass->tile;
  const ck_mesh_layer *layer = pass->layer;
  const int32_t columns = (pass->drawing->width + CK_MESH_TILE - 1) / CK_MESH_TILE;
  const intptr_t number = (intptr_t)(tile->y / tile_units) * columns + tile->x / tile_units;
  const int32_t *end = layer->bins + layer->ends[number];
  for (const int32_t *numbers = layer->bins + (number > 0 ? layer->ends[number - 1] : 0); numbers < end; numbers++) {
    if (((layer->contents[*numbers] & CK_COVERAGE_SEEN) == 0) != are_empty) continue;
    triangle *t = &tile->triangles[pass->count];
    t->content = layer->contents[*numbers];
    if (!triangle_of(
            pass->drawing->corners, layer->triangles + 3 * (intptr_t)*numbers, tile->x, tile->y,
            pass->is_painted && layer->is_lit, layer->shading != NULL, pixels, t)) {
      continue;
    }
    if (layer->shading) {
      if (!prepare_shading(pass, *numbers, t)) continue;
      if (*numbers < layer->shading->first_blended) pass->blended = pass->count + 1;
    } else {
      find_taps_of(t);
    }
    pass->count++;
  }
}

__attribute__((always_inline)) static inline void do_triangles(const pass *pass, int32_t first, const work work) {
  for (int32_t i = first; i < pass->count; i++) {
    do_triangle(pass, &pass->tile->triangles[i], i, work);
  }
}

/// Compares depths where a layer lies over itself.
static void compare_folds(const pass *pass) {
  tile *tile = pass->tile;
  bool is_any = false;
  for (int32_t row = 0; row < CK_MESH_TILE; row++) {
    for (uint32_t pixels = tile->folded[row]; pixels; pixels &= pixels - 1) {
      const int32_t at = row * CK_MESH_TILE + __builtin_ctz(pixels);
      is_any = true;
      for (int32_t i = 0; i < side; i++) {
        tile->own_depths[at][i] = INFINITY;
        tile->nearest[at][i] = 0;
      }
    }
  }
  if (is_any) do_triangles(pass, 0, work_compare);
}

/// Finds what the layer covers of the pixels that are wanted; false if nothing.
static bool cover(pass *pass) {
  tile *tile = pass->tile;
  pass->count = 0;
  tile->held = NULL;
  add_triangles(pass, false, tile->wanted);
  if (pass->count == 0) return false;
  memset(tile->covered, 0, sizeof tile->covered);
  memset(tile->touched, 0, sizeof tile->touched);
  memset(tile->folded, 0, sizeof tile->folded);
  if (pass->is_painted) {
    do_triangles(pass, 0, work_cover);
  } else {
    do_triangles(pass, 0, work_cover_deep);
  }
  // What shows nothing hides what lies behind it in the layer, and is a part of pixels at its edge.
  const int32_t seen = pass->count;
  add_triangles(pass, true, tile->touched);
  do_triangles(pass, seen, work_cover_empty);
  compare_folds(pass);
  return true;
}
