#include "arithmetic.h"

// What colour each cell has, and what that says.

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

void cm_means(const cm_grid *grid, const cm_component *component, uint8_t *means) {
  for (int32_t row = 0; row < grid->rows; row++) {
    mean_row(grid, component, row, means + row * (ptrdiff_t)grid->stride);
  }
}

/// A level of one of 16, of differences near 0: those of skin, hair and cloth lie within 40 of it.
static inline uint32_t difference_level(int32_t difference) {
  return (uint32_t)cm_smaller(cm_larger((difference + 40) / 5, 0), 15);
}

void cm_colours_of_differences(
    const uint8_t *luma, const uint8_t *blue, const uint8_t *red, int32_t count,
    uint16_t *colours) {
  for (int32_t i = 0; i < count; i++) {
    colours[i] = (uint16_t)((uint32_t)(luma[i] >> 4) << 8 | difference_level(blue[i] - 128) << 4 |
                            difference_level(red[i] - 128));
  }
}

void cm_colours_of_primaries(
    const uint8_t *red, const uint8_t *green, const uint8_t *blue, int32_t count,
    uint16_t *colours) {
  for (int32_t i = 0; i < count; i++) {
    // Rec. 601, in 1/256.
    const int32_t luma = (77 * red[i] + 150 * green[i] + 29 * blue[i] + 128) >> 8;
    const int32_t to_blue = ((blue[i] - luma) * 144 + 32768) / 256 - 128;
    const int32_t to_red = ((red[i] - luma) * 183 + 32768) / 256 - 128;
    colours[i] = (uint16_t)((uint32_t)(luma >> 4) << 8 | difference_level(to_blue) << 4 |
                            difference_level(to_red));
  }
}

/// Means of three along a row, the outermost repeated.
static void across(const float *restrict from, float *restrict to, int32_t count) {
  const float third = 1.0f / 3.0f;
  for (int32_t x = 1; x + 1 < count; x++) {
    to[x] = (from[x - 1] + from[x] + from[x + 1]) * third;
  }
  const int32_t last = count - 1;
  to[0] = (from[0] + from[0] + from[last > 0 ? 1 : 0]) * third;
  if (last > 0) {
    to[last] = (from[last - 1] + from[last] + from[last]) * third;
  }
}

void cm_look_up(
    const cm_grid *grid, const uint16_t *colours, const float *table, float *room,
    float *evidence) {
  const ptrdiff_t stride = grid->stride;
  for (int32_t row = 0; row < grid->rows; row++) {
    float *looked_up = evidence + row * stride;
    for (int32_t column = 0; column < grid->columns; column++) {
      looked_up[column] = table[colours[row * stride + column]];
    }
    across(looked_up, room + row * stride, grid->columns);
  }
  const float third = 1.0f / 3.0f;
  for (int32_t row = 0; row < grid->rows; row++) {
    const float *above = room + cm_larger(row - 1, 0) * stride;
    const float *here = room + row * stride;
    const float *below = room + cm_smaller(row + 1, grid->rows - 1) * stride;
    float *to = evidence + row * stride;
    for (int32_t column = 0; column < grid->columns; column++) {
      to[column] = (above[column] + here[column] + below[column]) * third;
    }
  }
}

void cm_add_scores(
    const cm_grid *grid, const float *field, const float *evidence, float softness, float gain,
    float band, float sure, float *scores) {
  const float per_softness = 1.0f / softness;
  for (int32_t row = 0; row < grid->rows; row++) {
    const ptrdiff_t start = row * (ptrdiff_t)grid->stride;
    const float *restrict from = field + start, *restrict told = evidence + start;
    float *restrict to = scores + start;
    for (int32_t column = 0; column < grid->columns; column++) {
      const float at = from[column];
      float score = at * per_softness + gain * told[column];
      score = at > band ? sure : score;
      score = at < -band ? to[column] : score;
      to[column] = cm_most(to[column], score);
    }
  }
}
