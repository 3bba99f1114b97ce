#pragma once

#include "arithmetic.h"

// Flakes (soft lines) and blades (petals, leaves), drawn on a plane of how much is covered; then their
// colour over the picture.

static void flake(uint8_t *coverage, int32_t width, int32_t height, const cf_flake *f) {
  const float r = f->radius;
  const int32_t left = clamped_whole((int32_t)clamped(least(f->x0, f->x1) - r, 0.0f, 1e6f), 0, width);
  const int32_t right =
      clamped_whole((int32_t)clamped(most(f->x0, f->x1) + r + 2.0f, 0.0f, 1e6f), 0, width);
  const int32_t top = clamped_whole((int32_t)clamped(least(f->y0, f->y1) - r, 0.0f, 1e6f), 0, height);
  const int32_t bottom =
      clamped_whole((int32_t)clamped(most(f->y0, f->y1) + r + 2.0f, 0.0f, 1e6f), 0, height);
  const float dx = f->x1 - f->x0, dy = f->y1 - f->y0;
  const float along = 1.0f / (dx * dx + dy * dy + 1e-6f);
  const float soft = 1.0f / (r * r * (1.0f - f->core * f->core));
  const float edge = r * r;
  for (int32_t y = top; y < bottom; y++) {
    uint8_t *restrict row = coverage + y * (ptrdiff_t)width;
    const float py = (float)y + 0.5f - f->y0;
    for (int32_t x = left; x < right; x++) {
      const float px = (float)x + 0.5f - f->x0;
      const float t = clamped((px * dx + py * dy) * along, 0.0f, 1.0f);
      const float ex = px - t * dx, ey = py - t * dy;
      const float within = clamped((edge - (ex * ex + ey * ey)) * soft, 0.0f, 1.0f);
      // Falls to 0 without an edge.
      const float alpha = f->opacity * within * within * (3.0f - 2.0f * within);
      const float before = (float)row[x];
      row[x] = (uint8_t)(int32_t)(before + (255.0f - before) * alpha + 0.5f);
    }
  }
}

/// Columns and rows of a picture.
typedef struct cf_area {
  int32_t left, top, right, bottom;
} cf_area;

/// Blends a colour over an area, which begins at an even column and row.
static inline void blend_area(
    const cf_canvas *c, const uint8_t *coverage, cf_area area, const cf_colour *v) {
  const float share = 1.0f / 255.0f;
  for (int32_t y = area.top; y < area.bottom; y++) {
    int16_t *restrict luma = c->luma + y * (ptrdiff_t)c->width;
    const uint8_t *restrict row = coverage + y * (ptrdiff_t)c->width;
    for (int32_t x = area.left; x < area.right; x++) {
      float before = (float)luma[x];
      luma[x] = (int16_t)nearest(before + (v->luma - before) * ((float)row[x] * share));
    }
  }
  const int32_t last = (area.right + c->across - 1) / c->across;
  for (int32_t y = area.top / c->down; y < (area.bottom + c->down - 1) / c->down; y++) {
    int16_t *restrict blue = c->blue + y * (ptrdiff_t)c->chroma_width;
    int16_t *restrict red = c->red + y * (ptrdiff_t)c->chroma_width;
    const int32_t top = y * c->down < c->height ? y * c->down : c->height - 1;
    const int32_t bottom = top + c->down <= c->height ? top + c->down - 1 : c->height - 1;
    const uint8_t *restrict above = coverage + top * (ptrdiff_t)c->width;
    const uint8_t *restrict below = coverage + bottom * (ptrdiff_t)c->width;
    // Of an odd number of columns the last one twice.
    const int32_t whole = c->across == 1 ? c->width : c->width / 2;
    for (int32_t x = area.left / c->across; x < last; x++) {
      const int32_t i = x * c->across;
      const int32_t j = x < whole ? i + c->across - 1 : i;
      float covered = (float)(above[i] + above[j] + below[i] + below[j]) * (0.25f * share);
      float old_blue = (float)blue[x], old_red = (float)red[x];
      blue[x] = (int16_t)nearest(old_blue + (v->blue - old_blue) * covered);
      red[x] = (int16_t)nearest(old_red + (v->red - old_red) * covered);
    }
  }
}

static void blend_colour(const cf_canvas *c, const uint8_t *coverage, const cf_colour *v) {
  blend_area(c, coverage, (cf_area){0, 0, c->width, c->height}, v);
}

/// The columns or rows around a place, out to even ones; none where it is outside.
static inline void span(float middle, float reach, int32_t count, int32_t *first, int32_t *end) {
  int32_t from = (int32_t)clamped(middle - reach, 0.0f, 1e6f);
  int32_t to = (int32_t)clamped(middle + reach + 2.0f, 0.0f, 1e6f);
  *first = clamped_whole(from, 0, count) & ~1;
  *end = clamped_whole((to + 1) & ~1, 0, count);
}

static void blade(
    const cf_canvas *c, uint8_t *coverage, const cf_blade *b, const cf_colour *colour) {
  cf_area area;
  span(b->x, b->reach, c->width, &area.left, &area.right);
  span(b->y, b->reach, c->height, &area.top, &area.bottom);
  if (area.left >= area.right || area.top >= area.bottom) {
    return;
  }
  const float half = 0.5f * CF_PROFILE;
  for (int32_t y = area.top; y < area.bottom; y++) {
    uint8_t *restrict row = coverage + y * (ptrdiff_t)c->width;
    const float py = (float)y + 0.5f - b->y;
    for (int32_t x = area.left; x < area.right; x++) {
      const float px = (float)x + 0.5f - b->x;
      const float u = px * b->along_x + py * b->along_y;
      float v = px * b->across_x + py * b->across_y;
      v = v < 0.0f ? -v : v;
      const float place = clamped((u + 1.0f) * half, 0.0f, CF_PROFILE - 0.001f);
      const int32_t step = (int32_t)place;
      const float part = place - (float)step;
      const float width = (1.0f - part) * b->profile[step] + part * b->profile[step + 1];
      // Beyond the ends nothing is inside.
      const float beyond = most(u < 0.0f ? -u : u, 1.0f) - 1.0f;
      float inside = width - v - beyond;
      const float gap = (u - b->notch) * b->notch_slope;
      inside = gap > 0.0f ? least(inside, v - gap) : inside;
      const float alpha = b->opacity * clamped(inside * b->sharpness + 0.5f, 0.0f, 1.0f);
      row[x] = (uint8_t)(int32_t)(255.0f * alpha + 0.5f);
    }
  }
  blend_area(c, coverage, area, colour);
}
