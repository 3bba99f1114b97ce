#pragma once

#include "arithmetic.h"

// Flakes: soft lines, drawn on a plane of how much is covered; then their colour over the picture.

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

static void blend_colour(const cf_canvas *c, const uint8_t *coverage, const cf_colour *v) {
  const float share = 1.0f / 255.0f;
  for (int32_t y = 0; y < c->height; y++) {
    int16_t *restrict luma = c->luma + y * (ptrdiff_t)c->width;
    const uint8_t *restrict row = coverage + y * (ptrdiff_t)c->width;
    for (int32_t x = 0; x < c->width; x++) {
      float before = (float)luma[x];
      luma[x] = (int16_t)nearest(before + (v->luma - before) * ((float)row[x] * share));
    }
  }
  for (int32_t y = 0; y < c->chroma_height; y++) {
    int16_t *restrict blue = c->blue + y * (ptrdiff_t)c->chroma_width;
    int16_t *restrict red = c->red + y * (ptrdiff_t)c->chroma_width;
    const int32_t top = y * c->down < c->height ? y * c->down : c->height - 1;
    const int32_t bottom = top + c->down <= c->height ? top + c->down - 1 : c->height - 1;
    const uint8_t *restrict above = coverage + top * (ptrdiff_t)c->width;
    const uint8_t *restrict below = coverage + bottom * (ptrdiff_t)c->width;
    // Of an odd number of columns the last one twice.
    const int32_t whole = c->across == 1 ? c->width : c->width / 2;
    for (int32_t x = 0; x < c->chroma_width; x++) {
      const int32_t i = x * c->across;
      const int32_t j = x < whole ? i + c->across - 1 : i;
      float covered = (float)(above[i] + above[j] + below[i] + below[j]) * (0.25f * share);
      float old_blue = (float)blue[x], old_red = (float)red[x];
      blue[x] = (int16_t)nearest(old_blue + (v->blue - old_blue) * covered);
      red[x] = (int16_t)nearest(old_red + (v->red - old_red) * covered);
    }
  }
}
