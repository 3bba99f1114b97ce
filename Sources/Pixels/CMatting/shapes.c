#include "arithmetic.h"

// Shapes as fields of distances. A capsule only looks at the cells around it: of a hand's 23 in a
// field of 20,000 cells, some 1,500 each.

/// The first cell whose middle lies at or behind a place, and the first one behind another, as far as
/// there are cells.
typedef struct cells {
  int32_t first, end;
} cells;

static cells cells_between(float low, float high, float start, float step, int32_t count) {
  const float first = cm_clamped((low - start) / step, 0.0f, (float)count);
  const float end = cm_clamped((high - start) / step + 2.0f, 0.0f, (float)count);
  return (cells){(int32_t)first, (int32_t)end};
}

void cm_add_capsule(const cm_grid *grid, const cm_capsule *capsule, float reach, float *field) {
  const cm_capsule c = *capsule;
  const float margin = cm_most(c.a_radius, c.b_radius) + reach;
  const cells across =
      cells_between(cm_least(c.ax, c.bx) - margin, cm_most(c.ax, c.bx) + margin, grid->x,
                    grid->step_x, grid->columns);
  const cells down =
      cells_between(cm_least(c.ay, c.by) - margin, cm_most(c.ay, c.by) + margin, grid->y,
                    grid->step_y, grid->rows);
  const float dx = c.bx - c.ax, dy = c.by - c.ay;
  const float square = dx * dx + dy * dy;
  const float per_square = square > 1e-6f ? 1.0f / square : 0.0f;
  const float wider = c.b_radius - c.a_radius;
  for (int32_t row = down.first; row < down.end; row++) {
    float *restrict to = field + row * (ptrdiff_t)grid->stride;
    const float y = grid->y + (float)row * grid->step_y - c.ay;
    const float along_y = y * dy;
    const float start = grid->x - c.ax, step = grid->step_x;
    for (int32_t column = across.first; column < across.end; column++) {
      const float x = start + (float)column * step;
      const float t = cm_clamped((x * dx + along_y) * per_square, 0.0f, 1.0f);
      const float away_x = x - t * dx, away_y = y - t * dy;
      const float within = c.a_radius + t * wider - cm_root(away_x * away_x + away_y * away_y);
      to[column] = cm_most(to[column], within);
    }
  }
}

void cm_add_polygon(
    const cm_grid *grid, const float *corners, int32_t count, float depth, float *field) {
  for (int32_t row = 0; row < grid->rows; row++) {
    const float y = grid->y + (float)row * grid->step_y;
    // Where edges cross the row, from left to right.
    float crossings[CM_CORNERS];
    int32_t found = 0;
    for (int32_t i = 0; i < count; i++) {
      const float *a = corners + 2 * i, *b = corners + 2 * ((i + 1) % count);
      if ((a[1] <= y) == (b[1] <= y)) {
        continue;
      }
      const float x = a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]);
      int32_t place = found++;
      for (; place > 0 && crossings[place - 1] > x; place--) {
        crossings[place] = crossings[place - 1];
      }
      crossings[place] = x;
    }
    float *to = field + row * (ptrdiff_t)grid->stride;
    for (int32_t i = 0; i + 1 < found; i += 2) {
      const cells within =
          cells_between(crossings[i], crossings[i + 1], grid->x, grid->step_x, grid->columns);
      for (int32_t column = within.first; column < within.end; column++) {
        const float x = grid->x + (float)column * grid->step_x;
        if (x >= crossings[i] && x <= crossings[i + 1]) {
          to[column] = cm_most(to[column], depth);
        }
      }
    }
  }
}
