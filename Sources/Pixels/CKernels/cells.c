#include "ckernels_cells.h"

#include <math.h>

// Looking up cells. It decides what is drawn, never how, so it is not one of the kernels that must
// agree to the byte: plain loops over arrays, which the compiler turns into vectors. In Swift, cell
// by cell, it took a sixth of the time of drawing.

enum {
  corner_columns = CK_TILE_COLUMNS + 1,
  corner_rows = CK_TILE_ROWS + 1,
  /// Corners in a row of an array: whole vectors.
  padded_columns = 12,
  cell_count = CK_TILE_COLUMNS * CK_TILE_ROWS,
  tile_width = CK_TILE_COLUMNS * CK_CELL_SIDE,
  tile_height = CK_TILE_ROWS * CK_CELL_SIDE,
  /// Places are in 1 / (1 << place_bits) of a texel.
  place_bits = 6,
  /// Texels to a side of the largest box that is looked through; larger ones are drawn as they are.
  largest_box = 1000,
};

// Nearer to the horizon, or farther from the sampler's own texel, the kernels' single precision is
// not surely exact to a unit of a place: its error is about 2^-22 of that distance, divided by the
// weight.
static const float least_weight = 0.125f;
static const float farthest = (float)(2048 << place_bits);

/// Where the corners of a tile's cells lie in the level.
typedef struct corners {
  int32_t u[corner_rows][padded_columns];
  int32_t v[corner_rows][padded_columns];
} corners;

// A place as a whole number, whatever it is.
static inline int32_t held(float place) {
  place = place > -farthest ? place : -farthest;
  return (int32_t)(place < farthest ? place : farthest);
}

// Gives whether all corners are exact to a unit.
static bool find_corners(const ck_sampler *s, int32_t x, int32_t y, corners *to) {
  const float unit = (float)(1 << place_bits) / (float)(1 << CK_SUBTEXEL_BITS);
  const int32_t u = s->u >> (CK_SUBTEXEL_BITS - place_bits);
  const int32_t v = s->v >> (CK_SUBTEXEL_BITS - place_bits);
  int32_t faults = 0;
  for (int32_t row = 0; row < corner_rows; row++) {
    // The kernels' coordinates are those of a pixel's middle.
    float dy = (float)(y + CK_CELL_SIDE * row - s->y) - 0.5f;
    float row_u = s->uy * dy + s->u1, row_v = s->vy * dy + s->v1, row_w = s->wy * dy + 1.0f;
    float w[padded_columns], pu[padded_columns], pv[padded_columns];
    for (int32_t i = 0; i < padded_columns; i++) {
      float dx = (float)(x + CK_CELL_SIDE * i - s->x) - 0.5f;
      w[i] = s->wx * dx + row_w;
      pu[i] = (s->ux * dx + row_u) * unit / w[i];
      pv[i] = (s->vx * dx + row_v) * unit / w[i];
    }
    for (int32_t i = 0; i < padded_columns; i++) {
      // A NaN fails every comparison.
      faults |= w[i] > least_weight ? 0 : 1;
      faults |= fabsf(pu[i]) < farthest ? 0 : 1;
      faults |= fabsf(pv[i]) < farthest ? 0 : 1;
    }
    for (int32_t i = 0; i < padded_columns; i++) {
      to->u[row][i] = held(pu[i]) + u;
      to->v[row][i] = held(pv[i]) + v;
    }
  }
  return faults == 0;
}

/// Boxes of texels: the first and the last each way.
typedef struct boxes {
  int32_t left[cell_count], right[cell_count], top[cell_count], bottom[cell_count];
} boxes;

static inline int32_t min4(int32_t a, int32_t b, int32_t c, int32_t d) {
  int32_t ab = a < b ? a : b, cd = c < d ? c : d;
  return ab < cd ? ab : cd;
}
static inline int32_t max4(int32_t a, int32_t b, int32_t c, int32_t d) {
  int32_t ab = a > b ? a : b, cd = c > d ? c : d;
  return ab > cd ? ab : cd;
}

/// How far from its place a pixel takes its samples, in units of places.
typedef struct reach {
  int32_t u, v;
} reach;

// The farthest tap, and two units for what was cut off the place and the tap.
static reach reach_of(const ck_sampler *s) {
  reach all = {0, 0};
  for (int32_t t = 0; t < s->tap_count; t++) {
    int32_t u = s->taps[t].u < 0 ? -s->taps[t].u : s->taps[t].u;
    int32_t v = s->taps[t].v < 0 ? -s->taps[t].v : s->taps[t].v;
    all.u = u > all.u ? u : all.u;
    all.v = v > all.v ? v : all.v;
  }
  const int32_t shift = CK_SUBTEXEL_BITS - place_bits;
  return (reach){(all.u >> shift) + 2, (all.v >> shift) + 2};
}

// The texels that the pixels of each cell can read. Lines stay lines, so the box around its corners
// holds a cell before the horizon; a sample reads the texel of its place and the next.
static void find_boxes(const corners *c, reach r, boxes *to) {
  for (int32_t row = 0; row < CK_TILE_ROWS; row++) {
    const int32_t *u0 = c->u[row], *u1 = c->u[row + 1];
    const int32_t *v0 = c->v[row], *v1 = c->v[row + 1];
    for (int32_t i = 0; i < CK_TILE_COLUMNS; i++) {
      int32_t at = row * CK_TILE_COLUMNS + i;
      to->left[at] = (min4(u0[i], u0[i + 1], u1[i], u1[i + 1]) - r.u) >> place_bits;
      to->right[at] = ((max4(u0[i], u0[i + 1], u1[i], u1[i + 1]) + r.u) >> place_bits) + 1;
      to->top[at] = (min4(v0[i], v0[i + 1], v1[i], v1[i + 1]) - r.v) >> place_bits;
      to->bottom[at] = ((max4(v0[i], v0[i + 1], v1[i], v1[i + 1]) + r.v) >> place_bits) + 1;
    }
  }
}

static inline int32_t square(int32_t texel, int32_t size) {
  texel = texel > 0 ? texel : 0;
  return (texel < size ? texel : size - 1) >> CK_COVERAGE_BITS;
}

/// The squares of a box of texels, the first and the last each way.
typedef struct squares {
  int32_t from, to, first, last;
} squares;

// Texels beyond the border are as the border is.
static inline squares squares_of(
    const ck_coverage *c, int32_t left, int32_t right, int32_t top, int32_t bottom) {
  return (squares){
      square(left, c->width), square(right, c->width), square(top, c->height),
      square(bottom, c->height)};
}

/// What there is in a box of texels.
typedef struct content {
  bool is_transparent, is_opaque;
} content;

static inline content content_of(const ck_coverage *c, const squares *box) {
  const intptr_t stride = 2 * (intptr_t)c->words;
  content all = {true, true};
  for (int32_t word = box->from >> 6; word <= box->to >> 6; word++) {
    uint64_t columns = UINT64_MAX;
    columns &= word == box->from >> 6 ? UINT64_MAX << (box->from & 63) : UINT64_MAX;
    columns &= word == box->to >> 6 ? UINT64_MAX >> (63 - (box->to & 63)) : UINT64_MAX;
    const uint64_t *at = c->bits + box->first * stride + 2 * word;
    uint64_t seen = 0, seen_through = 0;
    for (int32_t row = box->first; row <= box->last; row++, at += stride) {
      seen |= at[0];
      seen_through |= at[1];
    }
    all.is_transparent &= (seen & columns) == 0;
    all.is_opaque &= (seen_through & columns) == 0;
  }
  return all;
}

static inline bool is_large(int32_t left, int32_t right, int32_t top, int32_t bottom) {
  return right - left > largest_box || bottom - top > largest_box;
}

static inline bool is_within(
    const ck_coverage *c, int32_t left, int32_t right, int32_t top, int32_t bottom) {
  return left >= 0 && right < c->width && top >= 0 && bottom < c->height;
}

/// Texels, the first and the last each way.
typedef struct texel_box {
  int32_t left, right, top, bottom;
} texel_box;

// The texels that the pixels of a tile can read, from its four corners; gives whether these are exact to a
// unit, which makes all between them so.
static bool find_texels(const ck_sampler *s, reach r, int32_t x, int32_t y, texel_box *to) {
  const float unit = (float)(1 << place_bits) / (float)(1 << CK_SUBTEXEL_BITS);
  int32_t u[4], v[4];
  for (int32_t i = 0; i < 4; i++) {
    float dx = (float)(x + (i & 1) * tile_width - s->x) - 0.5f;
    float dy = (float)(y + (i >> 1) * tile_height - s->y) - 0.5f;
    float w = s->wx * dx + s->wy * dy + 1.0f;
    float pu = (s->ux * dx + s->uy * dy + s->u1) * unit / w;
    float pv = (s->vx * dx + s->vy * dy + s->v1) * unit / w;
    // A NaN fails every comparison.
    if (!(w > least_weight && fabsf(pu) < farthest && fabsf(pv) < farthest)) {
      return false;
    }
    u[i] = held(pu) + (s->u >> (CK_SUBTEXEL_BITS - place_bits));
    v[i] = held(pv) + (s->v >> (CK_SUBTEXEL_BITS - place_bits));
  }
  *to = (texel_box){
      .left = (min4(u[0], u[1], u[2], u[3]) - r.u) >> place_bits,
      .right = ((max4(u[0], u[1], u[2], u[3]) + r.u) >> place_bits) + 1,
      .top = (min4(v[0], v[1], v[2], v[3]) - r.v) >> place_bits,
      .bottom = ((max4(v[0], v[1], v[2], v[3]) + r.v) >> place_bits) + 1,
  };
  return true;
}

/// The squares of each of a tile's cells.
typedef struct cell_squares {
  int32_t from[cell_count], to[cell_count], first[cell_count], last[cell_count];
} cell_squares;

// Gives the most rows that one of the wanted cells has; those that are drawn as they are do not count.
static int32_t find_squares(
    const ck_coverage *c, const boxes *box, uint32_t wanted, cell_squares *to) {
  int32_t most = 0;
  for (int32_t i = 0; i < cell_count; i++) {
    to->from[i] = square(box->left[i], c->width);
    to->to[i] = square(box->right[i], c->width);
    to->first[i] = square(box->top[i], c->height);
    to->last[i] = square(box->bottom[i], c->height);
    const bool counts =
        (wanted >> i & 1) != 0 &&
        !is_large(box->left[i], box->right[i], box->top[i], box->bottom[i]);
    const int32_t rows = counts ? to->last[i] - to->first[i] + 1 : 0;
    most = rows > most ? rows : most;
  }
  return most;
}

// What there is in a cell of at most so many rows. All of a tile's are looked at alike, the last row
// again where a cell has fewer: a loop that ends at another place for each takes twice as long.
static inline content content_of_cell(
    const ck_coverage *c, const cell_squares *squares, int32_t i, int32_t rows) {
  const int32_t from = squares->from[i], to = squares->to[i], last = squares->last[i];
  const uint64_t *word = c->bits + 2 * (from >> 6);
  const intptr_t stride = 2 * (intptr_t)c->words;
  const int32_t shift = from & 63, columns = to - from + 1;
  uint64_t seen = 0, seen_through = 0;
  if (shift + columns <= 64) {
    for (int32_t k = 0, row = squares->first[i]; k < rows; k++) {
      seen |= word[row * stride];
      seen_through |= word[row * stride + 1];
      row += row < last ? 1 : 0;
    }
    const uint64_t mask = UINT64_MAX >> (64 - columns) << shift;
    return (content){(seen & mask) == 0, (seen_through & mask) == 0};
  }
  const struct squares box = {from, to, squares->first[i], last};
  return content_of(c, &box);
}

ck_cells ck_cells_of(
    const ck_sampler *sampler, const ck_coverage *coverage, int32_t x, int32_t y,
    uint32_t wanted) {
  // Many tiles are all of one kind.
  const reach r = reach_of(sampler);
  texel_box tile;
  if (!find_texels(sampler, r, x, y, &tile)) {
    return (ck_cells){.visible = UINT32_MAX};
  }
  content all = {false, false};
  if (!is_large(tile.left, tile.right, tile.top, tile.bottom)) {
    const squares box = squares_of(coverage, tile.left, tile.right, tile.top, tile.bottom);
    all = content_of(coverage, &box);
  }
  if (all.is_transparent) {
    return (ck_cells){0};
  }
  bool is_inside = is_within(coverage, tile.left, tile.right, tile.top, tile.bottom);
  if (is_inside && all.is_opaque) {
    return (ck_cells){UINT32_MAX, UINT32_MAX, UINT32_MAX};
  }

  corners corner;
  if (!find_corners(sampler, x, y, &corner)) {
    return (ck_cells){.visible = UINT32_MAX};
  }
  boxes box;
  find_boxes(&corner, r, &box);
  ck_cells cells = {.inside = is_inside ? UINT32_MAX : 0};
  cell_squares squares;
  const int32_t rows = find_squares(coverage, &box, wanted, &squares);
  for (; wanted != 0; wanted &= wanted - 1) {
    const int32_t i = __builtin_ctz(wanted);
    content cell = {false, false};
    if (!is_large(box.left[i], box.right[i], box.top[i], box.bottom[i])) {
      cell = content_of_cell(coverage, &squares, i, rows);
    }
    const uint32_t bit = (uint32_t)1 << i;
    cells.visible |= cell.is_transparent ? 0 : bit;
    cells.opaque |= cell.is_opaque ? bit : 0;
    cells.inside |=
        is_within(coverage, box.left[i], box.right[i], box.top[i], box.bottom[i]) ? bit : 0;
  }
  cells.opaque &= cells.inside;
  return cells;
}
