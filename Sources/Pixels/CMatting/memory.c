#include "cells.h"

// What pictures of other times know of the background, and how background and hand move.

void cm_pack(
    const uint8_t *first, const uint8_t *second, const uint8_t *third, int32_t stride,
    int32_t width, int32_t height, uint8_t *cells) {
  for (int32_t y = 0; y < height; y++) {
    const ptrdiff_t row = (ptrdiff_t)y * stride;
    uint8_t *to = cells + 4 * (ptrdiff_t)y * width;
    for (int32_t x = 0; x < width; x++) {
      to[4 * x] = first[row + x];
      to[4 * x + 1] = second[row + x];
      to[4 * x + 2] = third[row + x];
      to[4 * x + 3] = 0;
    }
  }
}

void cm_flag(
    const cm_grid *grid, const float *field, float least, uint8_t flag, int32_t width,
    uint8_t *cells) {
  for (int32_t y = 0; y < grid->rows; y++) {
    const float *from = field + (ptrdiff_t)y * grid->stride;
    uint8_t *to = cells + 4 * ((ptrdiff_t)(grid->row + y) * width + grid->column) + 3;
    for (int32_t x = 0; x < grid->columns; x++) {
      if (from[x] > least) {
        to[4 * x] |= flag;
      }
    }
  }
}

void cm_remember(
    const cm_grid *grid, const cm_cells *picture, const cm_cells *other, const float *map,
    const cm_comparison *comparison, const cm_colour *hand, const uint8_t *active,
    const cm_memory *memory) {
  for (int32_t y = 0; y < grid->rows; y++) {
    const ptrdiff_t row = (ptrdiff_t)y * grid->stride;
    mapped places = mapped_row(map, grid->column, grid->row + y);
    const uint8_t *seen = cell_at(picture, grid->column, grid->row + y);
    float *least = memory->least + row, *second = memory->second + row;
    float *count = memory->count + row, *alike = memory->alike + row;
    for (int32_t x = 0; x < grid->columns; x++) {
      if (active[row + x] != cm_compared) {
        continue;
      }
      const between known = mapped_cell(other, &places, x);
      if (!known.is_seen) {
        continue;
      }
      const float d =
          difference(cell_of(seen + 4 * x), known, comparison->gain, comparison->shift);
      second[x] = cm_least(second[x], cm_most(d, least[x]));
      least[x] = cm_least(least[x], d);
      count[x] += 1.0f;
      const float luma = ((float)known.luma * comparison->gain - hand->luma) * hand->per_luma;
      const float blue = ((float)known.blue - hand->blue) * hand->per_blue;
      const float red = ((float)known.red - hand->red) * hand->per_red;
      alike[x] += luma * luma + blue * blue + red * red < 1.0f ? 1.0f : 0.0f;
    }
  }
}

/// What several pictures agree on: the second least difference, or of one picture its own.
static inline float agreed(const cm_memory *memory, ptrdiff_t at) {
  return memory->count[at] > 1.5f ? memory->second[at] : memory->least[at];
}

float cm_quantile(
    const cm_grid *grid, const cm_memory *memory, const uint8_t *among, float part, int32_t fewest,
    float fallback) {
  int32_t found[256] = {0}, all = 0;
  for (int32_t y = 0; y < grid->rows; y++) {
    const ptrdiff_t row = (ptrdiff_t)y * grid->stride;
    for (int32_t x = 0; x < grid->columns; x++) {
      if (among[row + x] && memory->count[row + x] > 0.0f) {
        found[(int32_t)cm_clamped(agreed(memory, row + x) * 16.0f, 0.0f, 255.0f)]++;
        all++;
      }
    }
  }
  if (all < fewest) {
    return fallback;
  }
  const int32_t wanted = (int32_t)((float)all * part);
  int32_t below = 0;
  for (int32_t i = 0; i < 256; i++) {
    below += found[i];
    if (below > wanted) {
      return ((float)i + 0.5f) / 16.0f;
    }
  }
  return 16.0f;
}

float cm_gain(
    const cm_grid *grid, const cm_cells *picture, const cm_cells *other, const float *map,
    const uint8_t *among) {
  float seen = 0.0f, known = 0.0f;
  // Every second cell either way is enough of them.
  for (int32_t y = 0; y < grid->rows; y += 2) {
    const ptrdiff_t row = (ptrdiff_t)y * grid->stride;
    mapped places = mapped_row(map, grid->column, grid->row + y);
    const uint8_t *from = cell_at(picture, grid->column, grid->row + y);
    for (int32_t x = 0; x < grid->columns; x += 2) {
      if (!among[row + x]) {
        continue;
      }
      const between there = mapped_cell(other, &places, x);
      if (there.is_seen) {
        seen += (float)from[4 * x];
        known += (float)there.luma;
      }
    }
  }
  return known > 500.0f ? cm_clamped(seen / known, 0.5f, 2.0f) : 1.0f;
}

/// What a difference says: above 0 where the background is hidden. `scale` is 1 by the usual difference,
/// or 0 where nothing is to be believed.
static inline float score_of(const cm_memory *memory, ptrdiff_t at, float scale) {
  float score = cm_clamped(2.2f * (agreed(memory, at) * scale - 1.0f), -3.5f, 3.5f);
  // A hand before its own colour leaves the background as it is.
  const bool is_alike = memory->alike[at] * 2.0f > memory->count[at];
  return score < 0.0f && is_alike ? 0.25f * score : score;
}

void cm_add_memory(
    const cm_grid *grid, const cm_memory *face, float face_scale, const cm_memory *still,
    float still_scale, const uint8_t *active, float *scores) {
  for (int32_t y = 0; y < grid->rows; y++) {
    for (int32_t x = 0; x < grid->columns; x++) {
      const ptrdiff_t here = (ptrdiff_t)y * grid->stride + x;
      const ptrdiff_t at = active[here] == cm_like_even
                               ? (ptrdiff_t)(y & ~1) * grid->stride + (x & ~1) : here;
      const bool by_face = face_scale > 0.0f && face->count[at] > 0.0f;
      const bool by_still = still_scale > 0.0f && still->count[at] > 0.0f;
      if (by_face && by_still) {
        scores[here] +=
            cm_least(score_of(face, at, face_scale), score_of(still, at, still_scale));
      } else if (by_face) {
        scores[here] += score_of(face, at, face_scale);
      } else if (by_still) {
        scores[here] += score_of(still, at, still_scale);
      }
    }
  }
}

void cm_still(const cm_cells *pictures, int32_t count, uint8_t *still) {
  const ptrdiff_t cells = (ptrdiff_t)pictures[0].width * pictures[0].height;
  for (ptrdiff_t i = 0; i < cells; i++) {
    uint8_t lumas[CM_PICTURES];
    uint8_t from[CM_PICTURES];
    int32_t seen = 0;
    for (int32_t p = 0; p < count; p++) {
      const uint8_t *cell = pictures[p].base + 4 * i;
      if (cell[3] & pictures[p].mask) {
        continue;
      }
      int32_t place = seen++;
      for (; place > 0 && lumas[place - 1] > cell[0]; place--) {
        lumas[place] = lumas[place - 1];
        from[place] = from[place - 1];
      }
      lumas[place] = cell[0];
      from[place] = (uint8_t)p;
    }
    if (seen < 3) {
      memset(still + 4 * i, 255, 4);
    } else {
      memcpy(still + 4 * i, pictures[from[seen / 2]].base + 4 * i, 4);
    }
  }
}

void cm_compare_motion(
    const cm_grid *grid, const cm_cells *picture, const cm_cells *other, const float *face,
    const float *hand, float shift, const uint8_t *active, float *sums, float *counts) {
  const bool has_face = face[0] == face[0];
  for (int32_t y = 0; y < grid->rows; y++) {
    const ptrdiff_t row = (ptrdiff_t)y * grid->stride;
    mapped with_hand = mapped_row(hand, grid->column, grid->row + y);
    mapped with_face = mapped_row(has_face ? face : hand, grid->column, grid->row + y);
    const uint8_t *seen = cell_at(picture, grid->column, grid->row + y);
    const uint8_t *before = cell_at(other, grid->column, grid->row + y);
    for (int32_t x = 0; x < grid->columns; x++) {
      if (!active[row + x]) {
        continue;
      }
      const between moved = mapped_cell(other, &with_hand, x);
      if (!moved.is_inside) {
        continue;
      }
      const between here = cell_of(seen + 4 * x);
      between there = cell_of(before + 4 * x);
      there.slope = moved.slope;
      float ground = difference(here, there, 1.0f, shift);
      if (has_face) {
        const between turned = mapped_cell(other, &with_face, x);
        ground = turned.is_inside ? cm_least(ground, difference(here, turned, 1.0f, shift)) : ground;
      }
      const float own = difference(here, moved, 1.0f, shift);
      sums[row + x] += cm_clamped(ground - own, -3.0f, 3.0f);
      counts[row + x] += 1.0f;
    }
  }
}

void cm_undecided(const cm_grid *grid, const float *scores, float limit, uint8_t *active) {
  const ptrdiff_t all = (ptrdiff_t)grid->rows * grid->stride;
  for (ptrdiff_t i = 0; i < all; i++) {
    active[i] = active[i] != cm_left_out && scores[i] > -limit && scores[i] < limit;
  }
}

void cm_add_motion(
    const cm_grid *grid, float *sums, float *counts, float gain, float most, float *scores) {
  const ptrdiff_t stride = grid->stride;
  for (int32_t y = 0; y < grid->rows; y++) {
    for (int32_t x = 0; x < grid->columns; x++) {
      const ptrdiff_t at = y * stride + x;
      sums[at] = counts[at] > 0.0f ? sums[at] / counts[at] : 0.0f;
    }
  }
  for (int32_t y = 0; y < grid->rows; y++) {
    const ptrdiff_t above = cm_larger(y - 1, 0) * stride, here = y * stride;
    const ptrdiff_t below = cm_smaller(y + 1, grid->rows - 1) * stride;
    for (int32_t x = 0; x < grid->columns; x++) {
      if (counts[here + x] == 0.0f) {
        continue;
      }
      float sum = 0.0f;
      for (int32_t side = -1; side <= 1; side++) {
        const int32_t column = cm_larger(cm_smaller(x + side, grid->columns - 1), 0);
        sum += sums[above + column] + sums[here + column] + sums[below + column];
      }
      scores[here + x] += gain * cm_clamped(sum / 9.0f, -most, most);
    }
  }
}

void cm_prior(
    const cm_grid *grid, const float *depth, const float *arm, float most, float *prior) {
  for (int32_t y = 0; y < grid->rows; y++) {
    const ptrdiff_t row = (ptrdiff_t)y * grid->stride;
    for (int32_t x = 0; x < grid->columns; x++) {
      const float mm = depth[row + x];
      float likely = cm_least(mm * 0.25f, most);
      likely = mm < -16.0f ? -4.0f + 0.15f * (mm + 16.0f) : likely;
      // Soft at the border of where the arm may be.
      const float by_arm = cm_least(-1.2f, -1.2f + 0.25f * arm[row + x]);
      prior[row + x] = cm_most(cm_most(likely, by_arm), -9.0f);
    }
  }
}
