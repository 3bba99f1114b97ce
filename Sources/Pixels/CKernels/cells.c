#include "coverage.h"

#include <math.h>
#include <string.h>

// Looking up cells. It decides what is drawn, never how, so it is not one of the kernels that must
// agree to the byte: vectors that the compiler knows for every processor, which it did not make of plain
// loops by itself. In Swift, cell by cell, it took a sixth of the time of drawing.
//
// A cell's texels are found as a box around the texel of its middle, since four corners each, with lines of 4 x 4
// texels to look through, took twice as long (Zen 5).

enum {
  cell_count = CK_TILE_COLUMNS * CK_TILE_ROWS,
  /// Texels from a cell's middle that are looked through; tiles with larger cells are drawn as they are.
  largest_reach = 500,
};

// Nearer to the horizon, or farther from the sampler's own texel, the kernels' single precision is
// not surely exact to a 64th of a texel: its error is about 2^-22 of that distance, divided by the
// weight.
static const float least_weight = 0.125f;
static const float farthest = 2048.0f;

// In texels: what places and taps may be off by.
static const float slack = 1.0f / 32.0f;

static const float texel = 1.0f / (float)(1 << CK_SUBTEXEL_BITS);

// From the middle of a cell to the middles of its outer pixels.
static const float half_cell = (float)(CK_CELL_SIDE - 1) / 2.0f;

/// How far, in texels, the samples of a cell's pixels lie from its middle at most.
typedef struct reach {
  float u, v;
} reach;

static inline float larger(float a, float b) { return a > b ? a : b; }

// How far a coordinate moves from a cell's middle to that of its corner pixels, at most, where the weight is at
// least `weight`: with N the coordinate's numerator, its slope to the right is
// (N.x W - N W.x) / W^2, in which the numerator depends on y alone, linearly; down alike.
static float reach_along(
    float nx, float ny, float n1, const ck_sampler *s, float left, float right, float top,
    float bottom, float weight) {
  const float cross = nx * s->wy - ny * s->wx;
  const float x = nx - n1 * s->wx, y = ny - n1 * s->wy;
  const float across = larger(fabsf(x + cross * top), fabsf(x + cross * bottom));
  const float down = larger(fabsf(y - cross * left), fabsf(y - cross * right));
  return half_cell * texel * (across + down) / (weight * weight);
}

// Gives whether the weights within a tile allow to tell.
static bool find_reach(const ck_sampler *s, int32_t x, int32_t y, reach *to) {
  // The kernels' coordinates are those of pixels' middles.
  const float left = (float)(x - s->x), right = left + (float)(CK_TILE_COLUMNS * CK_CELL_SIDE - 1);
  const float top = (float)(y - s->y), bottom = top + (float)(CK_TILE_ROWS * CK_CELL_SIDE - 1);
  // Linear, so it is least at a corner.
  const float weight =
      1.0f + (s->wx > 0 ? s->wx * left : s->wx * right) + (s->wy > 0 ? s->wy * top : s->wy * bottom);
  float u = reach_along(s->ux, s->uy, s->u1, s, left, right, top, bottom, weight);
  float v = reach_along(s->vx, s->vy, s->v1, s, left, right, top, bottom, weight);
  int32_t tap_u = 0, tap_v = 0;
  for (int32_t t = 0; t < s->tap_count; t++) {
    const int32_t du = s->taps[t].u, dv = s->taps[t].v;
    tap_u = tap_u > du ? tap_u : du;
    tap_u = tap_u > -du ? tap_u : -du;
    tap_v = tap_v > dv ? tap_v : dv;
    tap_v = tap_v > -dv ? tap_v : -dv;
  }
  *to = (reach){u + texel * (float)tap_u + slack, v + texel * (float)tap_v + slack};
  // A NaN fails every comparison.
  return weight > least_weight && to->u < (float)largest_reach && to->v < (float)largest_reach;
}

// Half of the cells of a row: what vectors of 128 bit hold.
enum { lanes = CK_TILE_COLUMNS / 2 };
typedef float f32x4 __attribute__((ext_vector_type(lanes)));
typedef int32_t i32x4 __attribute__((ext_vector_type(lanes)));
typedef uint32_t u32x4 __attribute__((ext_vector_type(lanes)));

/// What the pixels of each cell of a tile can read: squares of the coverage, the first and the last each way.
typedef struct boxes {
  int32_t from[cell_count], to[cell_count], first[cell_count], last[cell_count];
  /// The cells whose boxes are within the level, a bit each.
  uint32_t inside;
  /// The windows, side by side, that hold each box, each way: 1, 2 or more.
  int32_t windows;
} boxes;

static inline i32x4 square(f32x4 place, float last) {
  place = place > 0.0f ? place : 0.0f;
  place = place < last ? place : last;
  return __builtin_convertvector(place, i32x4) >> CK_COVERAGE_BITS;
}

static inline bool are_all(i32x4 four) { return (four[0] & four[1] & four[2] & four[3]) != 0; }

static inline void store(int32_t *to, i32x4 four) { memcpy(to, &four, sizeof four); }

// Gives whether all middles are exact enough.
static bool find_boxes(
    const ck_sampler *s, const ck_coverage *c, reach r, int32_t x, int32_t y, boxes *to) {
  const float base_u = texel * (float)s->u, base_v = texel * (float)s->v;
  const float width = (float)c->width, height = (float)c->height;
  i32x4 are_near = -1, in_one = -1, in_two = -1, inside = 0;
  for (int32_t i = 0; i < cell_count; i += lanes) {
    const int32_t column = i % CK_TILE_COLUMNS, row = i / CK_TILE_COLUMNS;
    const float dy = (float)(y + CK_CELL_SIDE * row - s->y) + half_cell;
    const f32x4 dx = (float)(x + CK_CELL_SIDE * column - s->x) + half_cell +
                     (f32x4){0, 1, 2, 3} * (float)CK_CELL_SIDE;
    const f32x4 t = texel / (s->wx * dx + (s->wy * dy + 1.0f));
    const f32x4 u = (s->ux * dx + (s->uy * dy + s->u1)) * t;
    const f32x4 v = (s->vx * dx + (s->vy * dy + s->v1)) * t;
    are_near &= (u < farthest) & (u > -farthest) & (v < farthest) & (v > -farthest);
    // A sample reads the texel of its place and the next. Texels beyond the border are as the border is.
    const f32x4 left = u + (base_u - r.u), right = u + (base_u + r.u + 1.0f);
    const f32x4 top = v + (base_v - r.v), bottom = v + (base_v + r.v + 1.0f);
    const i32x4 is_inside = (left >= 0.0f) & (right < width) & (top >= 0.0f) & (bottom < height);
    inside |= is_inside & (i32x4)((u32x4){1, 2, 4, 8} << (uint32_t)i);
    const i32x4 from = square(left, width - 1.0f), last_column = square(right, width - 1.0f);
    const i32x4 first = square(top, height - 1.0f), last_row = square(bottom, height - 1.0f);
    const i32x4 columns = last_column - from, rows = last_row - first;
    in_one &= (columns < window) & (rows < window);
    in_two &= (columns < 2 * window) & (rows < 2 * window);
    store(to->from + i, from);
    store(to->to + i, last_column);
    store(to->first + i, first);
    store(to->last + i, last_row);
  }
  to->inside = (uint32_t)(inside[0] | inside[1] | inside[2] | inside[3]);
  to->windows = are_all(in_one) ? 1 : are_all(in_two) ? 2 : 3;
  return are_all(are_near);
}

// Asks for the windows of the tile on the right, which is mostly the next one.
static void fetch_next(const ck_coverage *c, const boxes *box) {
  for (int32_t i = 0; i < cell_count; i += CK_TILE_COLUMNS) {
    const int32_t end = i + CK_TILE_COLUMNS - 1;
    // Whether the places are those of the coverage does not matter.
    const intptr_t columns = 2 * box->from[end] - box->from[i];
    const intptr_t rows = 2 * box->first[end] - box->first[i];
    __builtin_prefetch(
        (const void *)((uintptr_t)c->windows + (uintptr_t)(rows * c->stride + (columns >> 2))));
  }
}

// What there is in each cell.
static void find_contents(
    const ck_coverage *c, const boxes *box, uint32_t wanted, uint8_t contents[cell_count]) {
  fetch_next(c, box);
  if (box->windows == 1) {
    for (int32_t i = 0; i < cell_count; i++) {
      contents[i] = window_at(c, box->from[i], box->first[i]);
    }
    return;
  }
  memset(contents, 0, cell_count);
  for (; wanted != 0; wanted &= wanted - 1) {
    const int32_t i = __builtin_ctz(wanted);
    const int32_t from = box->from[i], to = box->to[i], first = box->first[i], last = box->last[i];
    contents[i] = box->windows == 2 ? content_of_two(c, from, to, first, last)
                                    : content_of(c, from, to, first, last);
  }
}

// The cells with something in them, a bit each.
__attribute__((always_inline)) static inline uint32_t cells_with(uint8_t what, const uint8_t contents[cell_count]) {
  uint32_t cells = 0;
  for (int32_t i = 0; i < cell_count; i += 8) {
    uint64_t eight;
    memcpy(&eight, contents + i, sizeof eight);
    // The byte of the first cell is the lowest, as on all processors that this runs on. Each one's bit comes to
    // its place in the highest byte; no two of the products meet.
    eight = eight / what & 0x0101010101010101;
    cells |= (uint32_t)(eight * 0x0102040810204080 >> 56) << i;
  }
  return cells;
}

ck_cells ck_cells_of(
    const ck_sampler *sampler, const ck_coverage *coverage, int32_t x, int32_t y,
    uint32_t wanted) {
  reach r;
  boxes box;
  if (!find_reach(sampler, x, y, &r) || !find_boxes(sampler, coverage, r, x, y, &box)) {
    return (ck_cells){.visible = wanted};
  }
  uint8_t contents[cell_count];
  find_contents(coverage, &box, wanted, contents);
  const uint32_t inside = box.inside & wanted;
  return (ck_cells){
      .visible = cells_with(CK_COVERAGE_SEEN, contents) & wanted,
      .inside = inside,
      .opaque = inside & ~cells_with(CK_COVERAGE_SEEN_THROUGH, contents),
  };
}
