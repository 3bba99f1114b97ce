#include "ckernels_mesh.h"

#include <math.h>

// Written once, in vectors of four that every processor has, without contraction: the bytes are the same everywhere.
// Compiled for AVX2 it took 4 percent less, which is not worth a set of its own.
//
// Against the mean of 8 x 8 points, each looked up in the texture itself: 46 to 54 dB for single surfaces with their
// edges, 50 to 58 within them. One tap a pixel up to 1.4 texels had 43 there, two on a diagonal 41; the footprint of
// the whole pixel at edges darkened them.
//
// Triangles that show nothing are drawn only where others of their layer touch the same pixels: there they hide what is
// behind them, and are a part of the pixels at their edges, so that leaving them out changes no byte.
//
// Measured (Zen, 3.2 GHz): a dragon's mask of six layers, of 350 to 575 pixels and 25,500 triangles, takes 15.5 ms. It
// took 43 ms when layers were painted from the back to the front and all triangles were drawn. Sums over all triangles
// of a pixel took 1.5 times as long; without asking for texels ahead it takes 3 percent more.

#pragma STDC FP_CONTRACT OFF

#include "mesh_shaded.h"

int64_t ck_mesh_room(int32_t triangles, int32_t layers) {
  return (int64_t)sizeof(tile) + triangles * (int64_t)sizeof(triangle) +
         layers * (int64_t)(pixel_count * (sizeof(f32x4[side]) + sizeof(uint16_t)));
}

// MARK: Colours

/// What a triangle has at the middle of a pixel: its place, one over its weight, and the light.
static inline f32x4 place_of(const triangle *t, int32_t at, bool is_lit, float *weight, f32x4 *light) {
  const float x = middle_right(t, at % CK_MESH_TILE), y = middle_below(t, at / CK_MESH_TILE);
  const f32x4 place = t->place + t->place_right * x + t->place_down * y;
  // Beyond the triangle's edges the weight may be none.
  *weight = 1.0f / (place.z > t->least_weight ? place.z : t->least_weight);
  if (is_lit) *light = (t->light + t->light_right * x + t->light_down * y) * *weight;
  return place;
}

/// Shows a colour at points of a pixel.
static inline void show(const pass *pass, int32_t at, uint32_t points, f32x4 colour, f32x4 light,
                        const f32x4 depths[side]) {
  if (!(colour.w > 0)) return;
  if (pass->is_painted) {
    if (pass->layer->is_lit) colour = lit(pass->drawing, colour, light);
    paint(&pass->tile->canvas, at, points, colour * pass->layer->opacity);
  } else if (colour.w * pass->layer->opacity >= 127.5f) {
    write_depths(pass->tile, at, points, depths);
  }
}

/// Whether the layer is opaque enough to write its depth wherever a triangle lies.
static inline bool writes_all(const pass *pass, const triangle *t) {
  return !pass->is_painted && !(t->content & CK_COVERAGE_SEEN_THROUGH);
}

/// Draws some points of a pixel, of one triangle.
static void show_points(const pass *pass, int32_t at, uint32_t points, int32_t number, const f32x4 depths[side]) {
  const triangle *t = &pass->tile->triangles[number];
  if (writes_all(pass, t)) {
    write_depths(pass->tile, at, points, depths);
    return;
  }
  f32x4 light = 1;
  float weight;
  const f32x4 place = place_of(t, at, pass->is_painted && pass->layer->is_lit, &weight, &light);
  const mesh_spot spot = spot_at(t, place, weight);
  show(pass, at, points, mean_of_points(pass->layer, &spot, points), light, depths);
}

/// Of points that a shared layer covers, those where it is not hidden.
static inline uint32_t visible_points(const pass *pass, int32_t at, uint32_t points, const f32x4 depths[side]) {
  if (pass->layer->kind != CK_MESH_SHARED) return points;
  if (pass->is_painted) return points & pass->visible[at];
  points &= not_hidden(pass->tile, at, depths, pass->drawing->tolerance);
  pass->visible[at] |= (uint16_t)points;
  return pass->is_asked_for ? points : 0;
}

/// Draws a pixel where a layer lies over itself: each triangle that is nearest somewhere.
static void show_fold(const pass *pass, int32_t at) {
  const tile *tile = pass->tile;
  uint32_t left = tile->covered[at];
  f32x4 depths[side];
  for (int32_t i = 0; i < side; i++) depths[i] = depth_of(tile->own_depths[at][i], pass->layer->is_perspective);
  while (left) {
    const int32_t first = __builtin_ctz(left);
    const int32_t number = tile->nearest[at][first / side][first % side];
    i32x4 others[side];
    for (int32_t i = 0; i < side; i++) others[i] = tile->nearest[at][i] != number;
    uint32_t points = left & bits_of(others[0], others[1], others[2], others[3]);
    left &= ~points;
    if (!(tile->triangles[number].content & CK_COVERAGE_SEEN)) continue;
    points = visible_points(pass, at, points, depths);
    if (points) show_points(pass, at, points, number, depths);
  }
}

/// Draws the pixels that are looked up together.
static void show_batch(const pass *pass) {
  tile *tile = pass->tile;
  look_up(pass->layer, &tile->batch);
  for (int32_t i = 0; i < tile->batch.count; i++) {
    const int32_t at = tile->places[i];
    show(pass, at, all_points, tile->batch.colours[i], tile->lights[i], tile->own_depths[at]);
  }
}

/// Draws the layer where it is wanted.
static void show_layer(pass *pass) {
  tile *tile = pass->tile;
  if (!cover(pass)) return;
  const bool is_lit = pass->is_painted && pass->layer->is_lit;
  batch *batch = &tile->batch;
  batch->count = 0;
  for (int32_t row = 0; row < CK_MESH_TILE; row++) {
    for (uint32_t pixels = tile->touched[row]; pixels; pixels &= pixels - 1) {
      const int32_t at = row * CK_MESH_TILE + __builtin_ctz(pixels);
      if (tile->folded[row] & pixels & -pixels) {
        show_fold(pass, at);
        continue;
      }
      const triangle *t = &tile->triangles[tile->owners[at]];
      if (!(t->content & CK_COVERAGE_SEEN)) continue;
      const uint32_t points = visible_points(pass, at, tile->covered[at], tile->own_depths[at]);
      if (points != all_points || writes_all(pass, t)) {
        if (points) show_points(pass, at, points, tile->owners[at], tile->own_depths[at]);
        continue;
      }
      const int32_t i = batch->count++;
      tile->places[i] = at;
      float weight;
      const f32x4 place = place_of(t, at, is_lit, &weight, &tile->lights[i]);
      batch->middles[i] = place * weight;
      batch->taps[i] = t->taps;
      batch->is_larger[i] = t->is_larger;
      if (t->is_even && !t->is_larger) continue;
      batch->spots[i] = spot_at(t, place, weight);
      batch->is_larger[i] = find_footprint(batch->spots[i].right, batch->spots[i].down, &batch->taps[i]);
    }
  }
  show_batch(pass);
}

// MARK: Tiles

/// What a tile knows of layers: of each, a depth at each point of the pixels, and bits of their points.
typedef struct room_of_layers {
  f32x4 (*limits)[side];
  uint16_t *visible;
} room_of_layers;

/// Of a shared layer with triangles that are blended, where its limits are.
static inline f32x4 (*limits_of(const ck_mesh_drawing *drawing, int32_t i, room_of_layers room))[side] {
  const ck_mesh_layer *layer = &drawing->layers[i];
  const bool has = layer->kind == CK_MESH_SHARED && layer->shading && layer->shading->has_blended;
  return has ? room.limits + (intptr_t)i * pixel_count : NULL;
}

/// Finds where shared layers are hidden, from the first to the last.
static void find_visible(tile *tile, ck_mesh_drawing *drawing, int32_t last_shared, room_of_layers room) {
  memset(room.visible, 0, (size_t)drawing->layer_count * pixel_count * sizeof(uint16_t));
  for (int32_t at = 0; at < pixel_count; at++) {
    for (int32_t i = 0; i < side; i++) tile->depths[at][i] = INFINITY;
  }
  memcpy(tile->wanted, tile->canvas.open, sizeof tile->wanted);
  bool is_written = false;
  for (int32_t i = 0; i <= last_shared; i++) {
    ck_mesh_layer *layer = &drawing->layers[i];
    pass pass = {
        .tile = tile, .drawing = drawing, .layer = layer, .is_asked_for = i < last_shared && layer->opacity >= 0.5f,
        .visible = room.visible + (intptr_t)i * pixel_count, .limits = limits_of(drawing, i, room)};
    if (layer->kind == CK_MESH_OCCLUDER) {
      add_triangles(&pass, false, tile->wanted);
      do_triangles(&pass, 0, work_occlude);
      is_written |= pass.count > 0;
    } else if (layer->kind == CK_MESH_SHARED && i == last_shared && !is_written) {
      memset(pass.visible, 0xff, pixel_count * sizeof(uint16_t));
      if (pass.limits) find_limits(&pass);
    } else if (layer->kind == CK_MESH_SHARED && layer->shading) {
      find_shaded(&pass);
      is_written |= pass.count > 0;
    } else if (layer->kind == CK_MESH_SHARED) {
      show_layer(&pass);
      is_written |= pass.count > 0;
    }
  }
}

/// Paints layers, from the last to the first.
static void paint_layers(tile *tile, ck_mesh_drawing *drawing, room_of_layers room) {
  for (int32_t i = drawing->layer_count - 1; i >= 0; i--) {
    ck_mesh_layer *layer = &drawing->layers[i];
    if (!layer->is_painted) continue;
    pass pass = {
        .tile = tile, .drawing = drawing, .layer = layer, .is_painted = true,
        .visible = room.visible + (intptr_t)i * pixel_count, .limits = limits_of(drawing, i, room)};
    uint32_t any = 0;
    for (int32_t row = 0; row < CK_MESH_TILE; row++) {
      uint32_t wanted = tile->canvas.open[row];
      if (layer->kind == CK_MESH_SHARED && !pass.limits) {
        for (int32_t x = 0; x < CK_MESH_TILE; x++) {
          wanted &= ~((uint32_t)(pass.visible[row * CK_MESH_TILE + x] == 0) << x);
        }
      }
      tile->wanted[row] = wanted;
      any |= wanted;
    }
    if (any && layer->shading) show_shaded(&pass);
    if (any && !layer->shading) show_layer(&pass);
  }
}

bool ck_mesh_draw_tile(ck_mesh_drawing *drawing, int32_t column, int32_t row, void *room) {
  const int32_t columns = (drawing->width + CK_MESH_TILE - 1) / CK_MESH_TILE;
  const intptr_t number = (intptr_t)row * columns + column;
  bool is_painted = false;
  int32_t last_shared = -1, most_triangles = 0;
  for (int32_t i = 0; i < drawing->layer_count; i++) {
    const ck_mesh_layer *layer = &drawing->layers[i];
    const int32_t count = layer->ends[number] - (number > 0 ? layer->ends[number - 1] : 0);
    most_triangles = most_triangles > count ? most_triangles : count;
    if (count == 0) continue;
    is_painted |= layer->is_painted;
    if (layer->kind == CK_MESH_SHARED && layer->is_painted) last_shared = i;
  }
  if (!is_painted) return true;
  const int32_t top = row * CK_MESH_TILE, left = column * CK_MESH_TILE;
  tile *tile = room;
  tile->x = column * tile_units;
  tile->y = row * tile_units;
  canvas *canvas = &tile->canvas;
  memset(canvas->pixels, 0, sizeof canvas->pixels);
  memset(canvas->is_split, 0, sizeof canvas->is_split);
  tile->held = NULL;
  const int32_t width = drawing->width - left < CK_MESH_TILE ? drawing->width - left : CK_MESH_TILE;
  for (int32_t y = 0; y < CK_MESH_TILE; y++) {
    canvas->open[y] = top + y >= drawing->first_row && top + y < drawing->end_row ? (1u << width) - 1 : 0;
  }
  for (int32_t i = 0; i < drawing->layer_count; i++) drawing->layers[i].missing = 0;
  room_of_layers of_layers = {.limits = (void *)(tile->triangles + most_triangles)};
  of_layers.visible = (uint16_t *)(of_layers.limits + (intptr_t)drawing->layer_count * pixel_count);
  if (last_shared >= 0) find_visible(tile, drawing, last_shared, of_layers);
  paint_layers(tile, drawing, of_layers);
  uint32_t missing = 0;
  for (int32_t i = 0; i < drawing->layer_count; i++) missing |= drawing->layers[i].missing;
  if (missing) return false;
  for (int32_t y = 0; y < CK_MESH_TILE; y++) {
    if (top + y < drawing->first_row || top + y >= drawing->end_row) continue;
    for (int32_t x = 0; x < width; x++) {
      const f32x4 colour = mean_of(canvas, y * CK_MESH_TILE + x);
      if (!(colour.w > 0)) continue;
      uint32_t *word = drawing->words + (intptr_t)(top + y) * drawing->width + left + x;
      *word = word_over(colour, *word);
    }
  }
  return true;
}
