#pragma once

#include "ckernels_mesh.h"
#include "mesh_vectors.h"

// A triangle in a tile: which points it covers, and what it has there.

enum {
  unit = 1 << CK_MESH_SUBPIXEL_BITS,
  /// Points to a pixel's side.
  side = 4,
  point_count = side * side,
  all_points = (1 << point_count) - 1,
  /// From point to point.
  point_step_bits = CK_MESH_SUBPIXEL_BITS - 2,
  point_step = 1 << point_step_bits,
  tile_units = CK_MESH_TILE * unit,
};

typedef struct triangle {
  /// Edges at the tile's first point, and what they gain from point to point, right and down; divided by
  /// `point_step` and rounded down, which keeps their signs: within, none is negative.
  int32_t edge[3], right[3], down[3];
  /// The pixels of the tile that it may touch.
  int32_t left, top, end_column, end_row;
  /// Its first corner, in units from the tile's.
  int32_t x, y;
  /// At its first corner, and what they gain for a pixel to the right and below.
  f32x4 place, place_right, place_down;
  f32x4 light, light_right, light_down;
  /// At its middle.
  f32x4 middle;
  /// The smallest and the largest of its corners' weights.
  float least_weight, most_weight;
  /// Whether its pixels' footprints are as good as equal; what they are then.
  bool is_even, is_larger;
  f32x4 taps;
  /// What it may show of the texture: bits, as in coverage maps.
  uint8_t content;
  /// Of a lit triangle: its corners, its number in the layer, and how it is shaded at first.
  int32_t corners[3], number;
  const ck_shade_material *material;
  bool is_back, is_textured, is_bent, are_lit_apart;
  int32_t parts;
  /// Whether some of its points may be cut out; the least and the most alpha of its corners; and the next of a list.
  bool is_cut;
  float alphas[2];
  int32_t next;
} triangle;

static inline int32_t least(int32_t a, int32_t b, int32_t c) {
  const int32_t t = a < b ? a : b;
  return t < c ? t : c;
}
static inline int32_t most(int32_t a, int32_t b, int32_t c) {
  const int32_t t = a > b ? a : b;
  return t > c ? t : c;
}

static inline float least_of(float a, float b, float c) {
  const float t = a < b ? a : b;
  return t < c ? t : c;
}

// What a linear number gains for a pixel to the right and below, by its differences from the first corner.
static inline void gains(
    f32x4 a, f32x4 b, f32x4 c, const float to[4], float inverse, f32x4 *right, f32x4 *down) {
  const f32x4 first = b - a, second = c - a;
  *right = (first * to[3] - second * to[1]) * inverse;
  *down = (second * to[0] - first * to[2]) * inverse;
}

/// Prepares a triangle; false where it covers nothing of some pixels of the tile whose corner is at (x, y), in units.
///
/// - is_shaded: its place is then how much of its second and its third corner it has there, instead of u and v.
static inline bool triangle_of(
    const ck_mesh_corner *corners, const int32_t *numbers, int32_t x, int32_t y, bool is_lit, bool is_shaded,
    const uint32_t pixels[CK_MESH_TILE], triangle *t) {
  const ck_mesh_corner *p = corners + numbers[0], *q = corners + numbers[1], *r = corners + numbers[2];
  const int32_t left = least(p->x, q->x, r->x) - x, right = most(p->x, q->x, r->x) - x;
  const int32_t top = least(p->y, q->y, r->y) - y, bottom = most(p->y, q->y, r->y) - y;
  if (right < 0 || bottom < 0 || left >= tile_units || top >= tile_units) return false;
  int64_t area = (int64_t)(q->x - p->x) * (r->y - p->y) - (int64_t)(r->x - p->x) * (q->y - p->y);
  if (area == 0) return false;
  if (area < 0) {
    const ck_mesh_corner *other = q;
    q = r;
    r = other;
    area = -area;
  }
  t->left = left > 0 ? left >> CK_MESH_SUBPIXEL_BITS : 0;
  t->top = top > 0 ? top >> CK_MESH_SUBPIXEL_BITS : 0;
  t->end_column = right < tile_units ? (right >> CK_MESH_SUBPIXEL_BITS) + 1 : CK_MESH_TILE;
  t->end_row = bottom < tile_units ? (bottom >> CK_MESH_SUBPIXEL_BITS) + 1 : CK_MESH_TILE;
  uint32_t any = 0;
  for (int32_t row = t->top; row < t->end_row; row++) any |= pixels[row];
  if (!(any & ((1u << t->end_column) - (1u << t->left)))) return false;
  const ck_mesh_corner *ends[4] = {p, q, r, p};
  for (int32_t i = 0; i < 3; i++) {
    const ck_mesh_corner *from = ends[i], *to = ends[i + 1];
    const int32_t dx = to->x - from->x, dy = to->y - from->y;
    // A point on an edge belongs to the triangle on one side of it, whose edge runs down or, level, to the right.
    const int64_t other = dy > 0 || (dy == 0 && dx > 0) ? 0 : 1;
    const int64_t first = (int64_t)dx * (y + point_step / 2 - from->y) -
                          (int64_t)dy * (x + point_step / 2 - from->x) - other;
    const int64_t far = 1 << 30;
    const int64_t points = first >> point_step_bits;
    t->edge[i] = (int32_t)(points < -far ? -far : points > far ? far : points);
    t->right[i] = -dy;
    t->down[i] = dx;
    const int32_t last = CK_MESH_TILE * side - 1;
    const int32_t highest = t->edge[i] + (dy < 0 ? -dy * last : 0) + (dx > 0 ? dx * last : 0);
    if (highest < 0) return false;
  }
  t->x = p->x - x;
  t->y = p->y - y;
  const float pixel = 1.0f / unit;
  const float inverse = (float)((double)unit * unit / (double)area);
  const float to[4] = {
      (float)(q->x - p->x) * pixel, (float)(q->y - p->y) * pixel, (float)(r->x - p->x) * pixel,
      (float)(r->y - p->y) * pixel};
  f32x4 places[3] = {load4(p->place), load4(q->place), load4(r->place)};
  if (is_shaded) {
    places[0].xy = 0;
    places[1].xy = (f32x2){1, 0};
    places[2].xy = (f32x2){0, 1};
    t->corners[0] = (int32_t)(p - corners);
    t->corners[1] = (int32_t)(q - corners);
    t->corners[2] = (int32_t)(r - corners);
  }
  t->place = places[0];
  t->middle = (places[0] + places[1] + places[2]) * (1.0f / 3);
  t->least_weight = least_of(p->place[2], q->place[2], r->place[2]);
  t->most_weight = -least_of(-p->place[2], -q->place[2], -r->place[2]);
  gains(places[0], places[1], places[2], to, inverse, &t->place_right, &t->place_down);
  if (is_lit) {
    t->light = load4(p->light);
    gains(load4(p->light), load4(q->light), load4(r->light), to, inverse, &t->light_right, &t->light_down);
  }
  return true;
}

// The points of a pixel in vectors of four, the middle ones first: columns and rows.
static const i32x4 point_columns[side] = {{1, 2, 1, 2}, {0, 3, 0, 3}, {1, 2, 1, 2}, {0, 3, 0, 3}};
static const i32x4 point_rows[side] = {{1, 1, 2, 2}, {1, 1, 2, 2}, {0, 0, 3, 3}, {0, 0, 3, 3}};

/// What the edges of a triangle gain from a pixel's first point to its points; the least and the most of it.
typedef struct edges {
  i32x4 gains[3][side];
  int32_t least[3], most[3];
  /// What they gain to four pixels in a row.
  i32x4 columns[3];
} edges;

static inline edges edges_of(const triangle *t) {
  edges e;
  for (int32_t i = 0; i < 3; i++) {
    const int32_t a = t->right[i], b = t->down[i];
    const i32x4 right = {0, a, 2 * a, 3 * a}, down = {0, b, 2 * b, 3 * b};
    e.gains[i][0] = right.yzyz + down.yyzz;
    e.gains[i][1] = right.xwxw + down.yyzz;
    e.gains[i][2] = right.yzyz + down.xxww;
    e.gains[i][3] = right.xwxw + down.xxww;
    e.least[i] = 3 * ((a < 0 ? a : 0) + (b < 0 ? b : 0));
    e.columns[i] = right * side;
    e.most[i] = 3 * ((a > 0 ? a : 0) + (b > 0 ? b : 0));
  }
  return e;
}

static inline void next_row(const triangle *t, int32_t edge[3]) {
  for (int32_t i = 0; i < 3; i++) edge[i] += side * t->down[i];
}

/// The pixels of a row that a triangle touches, and those that it covers, a bit a column, within its own columns.
typedef struct touch {
  uint32_t some, all;
} touch;

// - edge: at the row's first point.
static inline touch touch_of(const triangle *t, const edges *e, const int32_t edge[3]) {
  uint32_t some = 0, all = 0;
  for (int32_t column = t->left & ~3; column < t->end_column; column += 4) {
    i32x4 least = 0, most = 0;
    for (int32_t i = 0; i < 3; i++) {
      const i32x4 at = (edge[i] + side * column * t->right[i]) + e->columns[i];
      least |= at + e->least[i];
      most |= at + e->most[i];
    }
    some |= bits4_of(most) << column;
    all |= bits4_of(least) << column;
  }
  const uint32_t span = (1u << t->end_column) - (1u << t->left);
  return (touch){some & span, all & span};
}

/// The points of a pixel of the row that a triangle covers, a bit each.
static inline uint32_t covered(const triangle *t, const edges *e, const int32_t edge[3], int32_t column) {
  i32x4 points[side] = {0};
  for (int32_t i = 0; i < 3; i++) {
    const int32_t at = edge[i] + side * column * t->right[i];
    for (int32_t k = 0; k < side; k++) points[k] |= at + e->gains[i][k];
  }
  return bits_of(points[0], points[1], points[2], points[3]);
}

/// How far four points of a pixel lie from the pixel's middle, in pixels.
static inline f32x4 points_right(int32_t four) {
  return __builtin_convertvector(point_columns[four], f32x4) * 0.25f - 0.375f;
}
static inline f32x4 points_below(int32_t four) {
  return __builtin_convertvector(point_rows[four], f32x4) * 0.25f - 0.375f;
}

/// A pixel's middle from a triangle's first corner, in pixels.
static inline float middle_right(const triangle *t, int32_t column) {
  return (float)(column * unit + unit / 2 - t->x) * (1.0f / unit);
}
static inline float middle_below(const triangle *t, int32_t row) {
  return (float)(row * unit + unit / 2 - t->y) * (1.0f / unit);
}

/// How near a triangle is at four of a pixel's points.
static inline f32x4 nearness(const triangle *t, int32_t column, int32_t row, int32_t four) {
  const f32x4 x = middle_right(t, column) + points_right(four), y = middle_below(t, row) + points_below(four);
  return t->place.w + t->place_right.w * x + t->place_down.w * y;
}
