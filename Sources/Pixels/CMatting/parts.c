#include "cells.h"

// From scores to coverage: over time, what hangs together, and the edge by the picture's own colours.

/// A field's value between cells; `outside` beyond them.
static inline float field_between(
    const cm_grid *grid, const float *field, float x, float y, float outside) {
  x -= (float)grid->column;
  y -= (float)grid->row;
  if (!(x >= 0.0f && y >= 0.0f && x <= (float)(grid->columns - 1) && y <= (float)(grid->rows - 1))) {
    return outside;
  }
  const int32_t left = cm_smaller((int32_t)x, cm_larger(grid->columns - 2, 0));
  const int32_t top = cm_smaller((int32_t)y, cm_larger(grid->rows - 2, 0));
  const int32_t right = grid->columns > 1;
  const ptrdiff_t below = grid->rows > 1 ? grid->stride : 0;
  const float *at = field + (ptrdiff_t)top * grid->stride + left;
  const float across = x - (float)left, down = y - (float)top;
  const float upper = at[0] + (at[right] - at[0]) * across;
  const float lower = at[below] + (at[below + right] - at[below]) * across;
  return upper + (lower - upper) * down;
}

void cm_add_moved(
    const cm_grid *grid, const float *own, const cm_grid *other, const float *scores,
    const float *map, float part, float *sum) {
  for (int32_t y = 0; y < grid->rows; y++) {
    const ptrdiff_t row = (ptrdiff_t)y * grid->stride;
    const mapped places = mapped_row(map, grid->column, grid->row + y);
    for (int32_t x = 0; x < grid->columns; x++) {
      const float per_w = 1.0f / (places.w + (float)x * places.step_w);
      const float there = field_between(
          other, scores, (places.x + (float)x * places.step_x) * per_w,
          (places.y + (float)x * places.step_y) * per_w, own[row + x]);
      sum[row + x] += part * there;
    }
  }
}

/// Marks all cells of one kind that hang together with a cell; gives how many, and whether one of them
/// lies at the grid's border.
static int32_t spread(
    const cm_grid *grid, uint8_t *kinds, int32_t start, uint8_t kind, uint8_t mark, int32_t *stack,
    bool *touches) {
  int32_t depth = 0, count = 0;
  stack[depth++] = start;
  kinds[start] = mark;
  while (depth > 0) {
    const int32_t at = stack[--depth];
    const int32_t x = at % grid->stride, y = at / grid->stride;
    count++;
    if (x == 0 || y == 0 || x == grid->columns - 1 || y == grid->rows - 1) {
      *touches = true;
    }
    const int32_t next[4] = {
        x > 0 ? at - 1 : at, x < grid->columns - 1 ? at + 1 : at,
        y > 0 ? at - grid->stride : at, y < grid->rows - 1 ? at + grid->stride : at,
    };
    for (int32_t i = 0; i < 4; i++) {
      if (kinds[next[i]] == kind) {
        kinds[next[i]] = mark;
        stack[depth++] = next[i];
      }
    }
  }
  return count;
}

void cm_part(
    const cm_grid *grid, const float *scores, const float *depth, float core, float bias,
    float sure, int32_t hole, int32_t *room, float *parts) {
  enum { ground = 0, loose = 1, held = 2, looking = 3, open = 4, behind = 5 };
  const ptrdiff_t all = (ptrdiff_t)grid->rows * grid->stride;
  uint8_t *kinds = (uint8_t *)(room + all);
  memset(kinds, behind, (size_t)all);
  for (int32_t y = 0; y < grid->rows; y++) {
    for (int32_t x = 0; x < grid->columns; x++) {
      const ptrdiff_t at = (ptrdiff_t)y * grid->stride + x;
      kinds[at] = scores[at] + bias > 0.0f ? loose : ground;
    }
  }
  bool touches = false;
  for (int32_t i = 0; i < all; i++) {
    if (kinds[i] == loose && depth[i] > core) {
      spread(grid, kinds, i, loose, held, room, &touches);
    }
  }
  // A hole is background that does not reach the border.
  for (int32_t i = 0; i < all; i++) {
    if (kinds[i] == ground) {
      touches = false;
      const int32_t count = spread(grid, kinds, i, ground, looking, room, &touches);
      const uint8_t kind = !touches && count < hole ? held : open;
      spread(grid, kinds, i, looking, kind, room, &touches);
    }
  }
  for (int32_t y = 0; y < grid->rows; y++) {
    for (int32_t x = 0; x < grid->columns; x++) {
      const ptrdiff_t at = (ptrdiff_t)y * grid->stride + x;
      const float score = cm_clamped(scores[at] + bias, -sure, sure);
      const bool is_hole = kinds[at] == held && score <= 0.0f;
      parts[at] = is_hole ? sure : kinds[at] == loose ? -sure : score;
    }
  }
}

/// Sums of a window of 2 r + 1 cells along a row, divided by how many there are.
static void mean_along(const float *restrict from, float *restrict to, int32_t count, int32_t r) {
  float sum = 0.0f;
  for (int32_t x = 0; x < cm_smaller(r, count); x++) {
    sum += from[x];
  }
  for (int32_t x = 0; x < count; x++) {
    sum += x + r < count ? from[x + r] : 0.0f;
    const int32_t cells = cm_smaller(x + r, count - 1) - cm_larger(x - r, 0) + 1;
    to[x] = sum / (float)cells;
    sum -= x - r >= 0 ? from[x - r] : 0.0f;
  }
}

/// The means of windows of a field, in place; `room` has room for one.
static void mean_of(
    const cm_grid *grid, float *field, int32_t r, float *restrict room, float *restrict sums) {
  const ptrdiff_t stride = grid->stride;
  for (int32_t y = 0; y < grid->rows; y++) {
    mean_along(field + y * stride, room + y * stride, grid->columns, r);
  }
  memset(sums, 0, (size_t)stride * sizeof *sums);
  for (int32_t y = 0; y < cm_smaller(r, grid->rows); y++) {
    for (int32_t x = 0; x < grid->columns; x++) {
      sums[x] += room[y * stride + x];
    }
  }
  for (int32_t y = 0; y < grid->rows; y++) {
    const float *in = room + cm_smaller(y + r, grid->rows - 1) * stride;
    const float *out = room + cm_larger(y - r, 0) * stride;
    const float entering = y + r < grid->rows ? 1.0f : 0.0f, leaving = y - r >= 0 ? 1.0f : 0.0f;
    const float per = 1.0f / (float)(cm_smaller(y + r, grid->rows - 1) - cm_larger(y - r, 0) + 1);
    float *restrict to = field + y * stride;
    for (int32_t x = 0; x < grid->columns; x++) {
      sums[x] += entering * in[x];
      to[x] = sums[x] * per;
      sums[x] -= leaving * out[x];
    }
  }
}

void cm_guide(
    const cm_grid *grid, const cm_cells *picture, const float *coverage, int32_t radius,
    float noise, float *room, float *lines) {
  const ptrdiff_t stride = grid->stride, all = (ptrdiff_t)grid->rows * stride;
  // The three components, their six products, the coverage and its three products.
  float *fields[13];
  for (int32_t i = 0; i < 13; i++) {
    fields[i] = room + i * all;
  }
  float *spare = room + 13 * all, *sums = spare + all;
  for (int32_t y = 0; y < grid->rows; y++) {
    const uint8_t *from = cell_at(picture, grid->column, grid->row + y);
    for (int32_t x = 0; x < grid->columns; x++) {
      const ptrdiff_t at = y * stride + x;
      const float a = (float)from[4 * x] - 128.0f, b = (float)from[4 * x + 1] - 128.0f;
      const float c = (float)from[4 * x + 2] - 128.0f, p = coverage[at];
      const float values[13] = {a, b, c, a * a, a * b, a * c, b * b, b * c, c * c, p, p * a, p * b, p * c};
      for (int32_t i = 0; i < 13; i++) {
        fields[i][at] = values[i];
      }
    }
  }
  for (int32_t i = 0; i < 13; i++) {
    mean_of(grid, fields[i], radius, spare, sums);
  }
  for (int32_t y = 0; y < grid->rows; y++) {
    for (int32_t x = 0; x < grid->columns; x++) {
      const ptrdiff_t at = y * stride + x;
      const float a = fields[0][at], b = fields[1][at], c = fields[2][at], p = fields[9][at];
      const float aa = fields[3][at] - a * a + noise, ab = fields[4][at] - a * b;
      const float ac = fields[5][at] - a * c, bb = fields[6][at] - b * b + noise;
      const float bc = fields[7][at] - b * c, cc = fields[8][at] - c * c + noise;
      const float pa = fields[10][at] - p * a, pb = fields[11][at] - p * b, pc = fields[12][at] - p * c;
      // Cramer's rule of a symmetric matrix, which `noise` keeps from being flat.
      const float m0 = bb * cc - bc * bc, m1 = ac * bc - ab * cc, m2 = ab * bc - ac * bb;
      const float m3 = aa * cc - ac * ac, m4 = ab * ac - aa * bc, m5 = aa * bb - ab * ab;
      const float per = 1.0f / (aa * m0 + ab * m1 + ac * m2);
      const float la = (m0 * pa + m1 * pb + m2 * pc) * per;
      const float lb = (m1 * pa + m3 * pb + m4 * pc) * per;
      const float lc = (m2 * pa + m4 * pb + m5 * pc) * per;
      lines[at] = la;
      lines[all + at] = lb;
      lines[2 * all + at] = lc;
      lines[3 * all + at] = p - la * a - lb * b - lc * c;
    }
  }
  for (int32_t i = 0; i < 4; i++) {
    mean_of(grid, lines + i * all, radius, spare, sums);
  }
}

/// The sample of a component at a pixel, about 128.
static inline float sample_at(const cm_component *c, const uint8_t *row, int32_t column) {
  const int32_t x = cm_smaller(column >> (c->across - 1), c->width - 1);
  const uint8_t *at = row + x * c->step;
  if (c->bytes == 1) {
    return (float)at[0] - 128.0f;
  }
  uint16_t word;
  memcpy(&word, at, sizeof word);
  return (float)cm_smaller(word >> c->shift, 255) - 128.0f;
}

/// The coverage that a line's value stands for: a little is nothing, and nearly all is all.
static inline float level_of(float value) {
  return cm_clamped((value - 0.15f) * (1.0f / 0.7f), 0.0f, 1.0f);
}

void cm_add_guided(
    const cm_grid *grid, const float *lines, const float *scores, const cm_component *components,
    int32_t most, float *line, const cm_matte *matte) {
  const int32_t side = grid->side;
  const ptrdiff_t stride = grid->stride, all = (ptrdiff_t)grid->rows * stride;
  const int32_t first_row = cm_larger(matte->row, grid->row * side);
  const int32_t end_row = cm_smaller(matte->row + matte->rows, (grid->row + grid->rows) * side);
  const int32_t first = cm_larger(matte->column, grid->column * side);
  const int32_t end =
      cm_smaller(matte->column + matte->columns, (grid->column + grid->columns) * side);
  const float per_side = 1.0f / (float)side;
  const float *a = line, *b = line + stride, *c = line + 2 * stride, *d = line + 3 * stride,
              *told = line + 4 * stride;
  for (int32_t y = first_row; y < end_row; y++) {
    const float at = ((float)y + 0.5f) * per_side - 0.5f - (float)grid->row;
    const float held = cm_clamped(at, 0.0f, (float)(grid->rows - 1));
    const int32_t above = (int32_t)held, below = cm_smaller(above + 1, grid->rows - 1);
    const float down = held - (float)above;
    for (int32_t i = 0; i < 5; i++) {
      const float *field = i < 4 ? lines + i * all : scores;
      const float *restrict upper = field + (ptrdiff_t)above * stride;
      const float *restrict lower = field + (ptrdiff_t)below * stride;
      float *restrict between = line + i * stride;
      for (int32_t x = 0; x < grid->columns; x++) {
        between[x] = upper[x] + (lower[x] - upper[x]) * down;
      }
    }
    const uint8_t *rows[3];
    for (int32_t i = 0; i < 3; i++) {
      const cm_component *of = &components[i];
      rows[i] = of->base + cm_smaller(y / of->down, of->height - 1) * of->stride;
    }
    uint8_t *to =
        matte->coverage + (ptrdiff_t)(y - matte->row) * matte->columns + first - matte->column;
    for (int32_t i = 0; i < end - first; i++) {
      const float x = cm_clamped(
          ((float)(first + i) + 0.5f) * per_side - 0.5f - (float)grid->column, 0.0f,
          (float)(grid->columns - 1));
      const int32_t left = (int32_t)x, right = cm_smaller(left + 1, grid->columns - 1);
      const float part = x - (float)left;
      float value = d[left] + (d[right] - d[left]) * part;
      // Away from the edge the coverage is one number, whatever the colours.
      const float asks = a[left] * a[left] + b[left] * b[left] + c[left] * c[left] +
                         a[right] * a[right] + b[right] * b[right] + c[right] * c[right];
      if (asks > 1e-12f) {
        value += (a[left] + (a[right] - a[left]) * part) *
                     sample_at(&components[0], rows[0], first + i) +
                 (b[left] + (b[right] - b[left]) * part) *
                     sample_at(&components[1], rows[1], first + i) +
                 (c[left] + (c[right] - c[left]) * part) *
                     sample_at(&components[2], rows[2], first + i);
      }
      // Colours decide where little else does.
      const float score = told[left] + (told[right] - told[left]) * part;
      const float low = (score - 0.5f) * (1.0f / 0.75f), high = (score + 1.25f) * (1.0f / 0.75f);
      value = cm_clamped(level_of(value), cm_clamped(low, 0.0f, 1.0f), cm_clamped(high, 0.0f, 1.0f));
      const int32_t level = (int32_t)(value * (float)most + 0.5f);
      to[i] = (uint8_t)cm_larger(to[i], level);
    }
  }
}
