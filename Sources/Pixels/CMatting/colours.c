#include "arithmetic.h"

// What colour each cell has.

/// Bytes of a row that are summed at once.
enum { CM_CHUNK = 2048 };

/// Of a cell's rows of samples, every other one where there are four or more: half of the time, and as
/// good a mean.
typedef struct rows {
  int32_t top, low, apart;
} rows;

/// The samples of cells along one side of the picture, `step` (1 or 2) pixels to each: those of the last
/// may lie beyond it.
static inline int32_t first_sample(int32_t cell, int32_t side, int32_t step, int32_t count) {
  return cm_smaller(cell * side >> (step - 1), count - 1);
}
static inline int32_t end_sample(
    int32_t cell, int32_t side, int32_t step, int32_t count, int32_t first) {
  return cm_smaller(cm_larger((cell + 1) * side >> (step - 1), first + 1), count);
}

/// Sums rows of bytes.
static inline void sum_rows(
    const cm_component *c, rows r, ptrdiff_t start, int32_t count, uint16_t *restrict sums) {
  memset(sums, 0, (size_t)count * sizeof *sums);
  for (int32_t y = r.top; y < r.low; y += r.apart) {
    const uint8_t *restrict from = c->base + y * c->stride + start;
    for (int32_t i = 0; i < count; i++) {
      sums[i] = (uint16_t)(sums[i] + from[i]);
    }
  }
}

/// Sums rows of words, as levels of 8 bit.
static inline void sum_rows_of_words(
    const cm_component *c, rows r, ptrdiff_t start, int32_t count, uint16_t *restrict sums) {
  memset(sums, 0, (size_t)count * sizeof *sums);
  for (int32_t y = r.top; y < r.low; y += r.apart) {
    const uint8_t *restrict from = c->base + y * c->stride + start;
    for (int32_t i = 0; i < count; i++) {
      uint16_t word;
      memcpy(&word, from + 2 * (ptrdiff_t)i, sizeof word);
      // Words may hold more bits than count.
      sums[i] = (uint16_t)(sums[i] + cm_smaller(word >> c->shift, 255));
    }
  }
}

/// The means of a row of cells: rows first, which are summed side by side, then along the row.
static void mean_row(const cm_grid *grid, const cm_component *c, int32_t row, uint8_t *to) {
  uint16_t sums[CM_CHUNK];
  const int32_t side = grid->side, step = (int32_t)c->step / c->bytes;
  rows r = {.top = first_sample(grid->row + row, side, c->down, c->height), .low = 0, .apart = 1};
  r.low = end_sample(grid->row + row, side, c->down, c->height, r.top);
  r.apart = r.low - r.top >= 4 ? 2 : 1;
  const uint32_t high = (uint32_t)((r.low - r.top + r.apart - 1) / r.apart);
  // Whole cells to a chunk; a cell has 64 samples of 4 numbers at most.
  uint32_t whole = 0, per_whole = 0;
  const int32_t cells = cm_larger(CM_CHUNK / (step * (side + 1)), 1);
  for (int32_t column = 0; column < grid->columns; column += cells) {
    const int32_t end = cm_smaller(column + cells, grid->columns);
    const int32_t left = first_sample(grid->column + column, side, c->across, c->width);
    const int32_t last = first_sample(grid->column + end - 1, side, c->across, c->width);
    const int32_t right = end_sample(grid->column + end - 1, side, c->across, c->width, last);
    const int32_t count = (right - left - 1) * step + 1;
    if (c->bytes == 1) {
      sum_rows(c, r, (ptrdiff_t)left * c->step, count, sums);
    } else {
      sum_rows_of_words(c, r, (ptrdiff_t)left * c->step, count, sums);
    }
    for (int32_t cell = column; cell < end; cell++) {
      const int32_t first = first_sample(grid->column + cell, side, c->across, c->width);
      const int32_t behind =
          end_sample(grid->column + cell, side, c->across, c->width, first);
      const uint16_t *from = sums + (first - left) * step;
      const uint32_t wide = (uint32_t)(behind - first);
      uint32_t sum = 0;
      for (uint32_t i = 0; i < wide; i++) {
        sum += from[i * (uint32_t)step];
      }
      // A division for each cell took a third of all the time; nearly all have the same number.
      if (wide * high != whole) {
        whole = wide * high;
        per_whole = ((1u << 20) + whole / 2) / whole;
      }
      to[cell] = (uint8_t)((sum * per_whole + (1u << 19)) >> 20);
    }
  }
}

/// Whether all cells of a grid are `samples` wide and high, of bytes side by side.
static bool is_even(const cm_grid *grid, const cm_component *c, int32_t samples) {
  return c->bytes == 1 && c->step == 1 && grid->side == samples * c->across &&
         grid->side == samples * c->down &&
         (grid->column + grid->columns) * samples <= c->width &&
         (grid->row + grid->rows) * samples <= c->height;
}

/// The means of two by two samples, as `mean_row` rounds them.
static void halve(
    const uint8_t *restrict above, const uint8_t *restrict below, int32_t count,
    uint8_t *restrict to) {
  for (int32_t i = 0; i < count; i++) {
    const int32_t sum = above[2 * i] + above[2 * i + 1] + below[2 * i] + below[2 * i + 1];
    to[i] = (uint8_t)((sum + 2) >> 2);
  }
}

void cm_means(const cm_grid *grid, const cm_component *component, uint8_t *means) {
  const cm_component *c = component;
  if (is_even(grid, c, 1) || is_even(grid, c, 2)) {
    const int32_t samples = is_even(grid, c, 1) ? 1 : 2;
    for (int32_t row = 0; row < grid->rows; row++) {
      const uint8_t *from = c->base + (ptrdiff_t)(grid->row + row) * samples * c->stride +
                            (ptrdiff_t)grid->column * samples;
      uint8_t *to = means + row * (ptrdiff_t)grid->stride;
      if (samples == 1) {
        memcpy(to, from, (size_t)grid->columns);
      } else {
        halve(from, from + c->stride, grid->columns, to);
      }
    }
    return;
  }
  for (int32_t row = 0; row < grid->rows; row++) {
    mean_row(grid, component, row, means + row * (ptrdiff_t)grid->stride);
  }
}
