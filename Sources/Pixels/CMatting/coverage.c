#include "arithmetic.h"

// From the scores of cells to the coverage of pixels, and from there to the picture.

/// The row of the scores at a place between rows.
static void between_rows(
    const cm_grid *grid, const float *scores, int32_t pixel, float *restrict line) {
  const float at = ((float)pixel + 0.5f) / (float)grid->side - 0.5f - (float)grid->row;
  const float held = cm_clamped(at, 0.0f, (float)(grid->rows - 1));
  const int32_t above = (int32_t)held;
  const int32_t below = cm_smaller(above + 1, grid->rows - 1);
  const float part = held - (float)above;
  const float *restrict first = scores + above * (ptrdiff_t)grid->stride;
  const float *restrict second = scores + below * (ptrdiff_t)grid->stride;
  for (int32_t column = 0; column < grid->columns; column++) {
    line[column] = first[column] + (second[column] - first[column]) * part;
  }
}

/// Raises pixels to the coverage that scores from `score` on, `step` apart, stand for.
static inline void cover(
    uint8_t *restrict to, int32_t count, float score, float step, float most) {
  for (int32_t i = 0; i < count; i++) {
    const int32_t covered = (int32_t)cm_clamped(score + (float)i * step, 0.0f, most + 0.5f);
    to[i] = (uint8_t)cm_larger(to[i], covered);
  }
}

void cm_add_coverage(
    const cm_grid *grid, const float *scores, float ramp, int32_t most, float *line,
    const cm_matte *matte) {
  const int32_t side = grid->side;
  const int32_t first_row = cm_larger(matte->row, grid->row * side);
  const int32_t end_row = cm_smaller(matte->row + matte->rows, (grid->row + grid->rows) * side);
  const int32_t first = cm_larger(matte->column, grid->column * side);
  const int32_t end =
      cm_smaller(matte->column + matte->columns, (grid->column + grid->columns) * side);
  const float gain = (float)most * 0.5f / ramp, middle = (float)most * 0.5f + 0.5f;
  // How far behind the middle of a cell its first pixel's middle lies, in pixels.
  const float behind = side % 2 == 0 ? 0.5f : 0.0f;
  for (int32_t row = first_row; row < end_row; row++) {
    between_rows(grid, scores, row, line);
    uint8_t *to = matte->coverage + (row - matte->row) * (ptrdiff_t)matte->columns;
    // From the middle of one cell to that of the next; the outermost go on to the edges.
    int32_t cell = (first - side / 2) / side - grid->column - (first < side / 2);
    for (; ; cell++) {
      const int32_t start = (cell + grid->column) * side + side / 2;
      const int32_t column = cm_larger(start, first), next = cm_smaller(start + side, end);
      if (column >= end) {
        break;
      }
      const float left = line[cm_larger(cell, 0)];
      const float right = line[cm_smaller(cell + 1, grid->columns - 1)];
      if (left <= -ramp && right <= -ramp) {
        continue;
      }
      const float step = (right - left) / (float)side;
      const float score = left + ((float)(column - start) + behind) * step;
      cover(to + (column - matte->column), next - column, score * gain + middle, step * gain,
            (float)most);
    }
  }
}

/// Means of two by two pixels that all lie within the matte.
static void subsample_by_two(
    const uint8_t *restrict above, const uint8_t *restrict below, int32_t count,
    uint8_t *restrict coverage) {
  for (int32_t i = 0; i < count; i++) {
    const int32_t sum = above[2 * i] + above[2 * i + 1] + below[2 * i] + below[2 * i + 1];
    coverage[i] = (uint8_t)((sum + 2) / 4);
  }
}

void cm_subsample(
    const cm_matte *matte, int32_t across, int32_t down, int32_t column, int32_t row, int32_t count,
    uint8_t *coverage) {
  const int32_t top = cm_larger(row * down - matte->row, 0);
  const int32_t low = cm_smaller((row + 1) * down - matte->row, matte->rows);
  const uint8_t *rows = matte->coverage + top * (ptrdiff_t)matte->columns;
  const int32_t start = column * across - matte->column;
  int32_t done = 0;
  if (start >= 0 && across == 1 && down == 1) {
    memcpy(coverage, rows + start, (size_t)count);
    return;
  }
  if (start >= 0 && across == 2 && down == 2 && low - top == 2) {
    done = cm_smaller(count, (matte->columns - start) / 2);
    subsample_by_two(rows + start, rows + matte->columns + start, done, coverage);
  }
  for (int32_t i = done; i < count; i++) {
    const int32_t left = cm_larger(start + i * across, 0);
    const int32_t right = cm_smaller(start + (i + 1) * across, matte->columns);
    int32_t sum = 0, pixels = 0;
    for (int32_t y = 0; y < low - top; y++) {
      for (int32_t x = left; x < right; x++) {
        sum += rows[y * (ptrdiff_t)matte->columns + x];
        pixels++;
      }
    }
    coverage[i] = (uint8_t)(pixels > 0 ? (sum + pixels / 2) / pixels : 0);
  }
}

/// The nearest number to `drawn + coverage / 255 (kept - drawn)`; no two lie equally near, as 255 is
/// odd.
static inline uint32_t brought_back(uint32_t drawn, uint32_t kept, uint32_t coverage) {
  return (drawn * (255 - coverage) + kept * coverage + 127) / 255;
}

static inline __attribute__((always_inline)) void bring_back_bytes(
    uint8_t *restrict drawn, const uint8_t *restrict kept, const uint8_t *restrict coverage,
    int32_t count, const int32_t components) {
  for (int32_t i = 0; i < count; i++) {
    for (int32_t c = 0; c < components; c++) {
      const ptrdiff_t at = i * (ptrdiff_t)components + c;
      drawn[at] = (uint8_t)brought_back(drawn[at], kept[at], coverage[i]);
    }
  }
}

void cm_bring_back8(
    uint8_t *drawn, const uint8_t *kept, const uint8_t *coverage, int32_t count,
    int32_t components) {
  switch (components) {
  case 1: bring_back_bytes(drawn, kept, coverage, count, 1); break;
  case 2: bring_back_bytes(drawn, kept, coverage, count, 2); break;
  case 3: bring_back_bytes(drawn, kept, coverage, count, 3); break;
  default: bring_back_bytes(drawn, kept, coverage, count, 4); break;
  }
}

void cm_bring_back16(
    uint8_t *drawn, const uint8_t *kept, const uint8_t *coverage, int32_t count,
    int32_t components, int32_t padding) {
  for (int32_t i = 0; i < count; i++) {
    if (coverage[i] == 0) {
      continue;  // bits beyond those that count stay as well
    }
    for (int32_t c = 0; c < components; c++) {
      const ptrdiff_t at = 2 * (i * (ptrdiff_t)components + c);
      uint16_t over, under;
      memcpy(&over, drawn + at, sizeof over);
      memcpy(&under, kept + at, sizeof under);
      uint16_t word = over;
      if (coverage[i] == 255) {
        word = under;
      } else if (over != under) {
        word = (uint16_t)(brought_back(over >> padding, under >> padding, coverage[i]) << padding);
      }
      memcpy(drawn + at, &word, sizeof word);
    }
  }
}
