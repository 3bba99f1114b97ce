#pragma once

#include "padded_planes.h"

// From planes back to the canvas: luma follows the full picture by the guided filter's local lines (He,
// Sun, Tang 2010; at a fraction of the size He, Sun 2015), so that outlines are as sharp as they were.

/// One row of a plane at the canvas's columns: `factor` of them to a sample, in straight lines between.
static inline void widen_row(
    const float *restrict from, int32_t factor, float *restrict to, int32_t count) {
  if (factor == 1) {
    memcpy(to, from, sizeof(float) * (size_t)count);
    return;
  }
  const int32_t samples = (count + factor - 1) / factor;
  if (factor == 2) {
    int32_t i = 0;
    // The compiler does not see how to weave two vectors, which takes half the time.
    for (; i + 8 <= samples; i += 8) {
      float8 left, here, right;
      memcpy(&left, from + i - 1, sizeof left);
      memcpy(&here, from + i, sizeof here);
      memcpy(&right, from + i + 1, sizeof right);
      float8 even = 0.25f * left + 0.75f * here, odd = 0.75f * here + 0.25f * right;
      float8 first = __builtin_shufflevector(even, odd, 0, 8, 1, 9, 2, 10, 3, 11);
      float8 second = __builtin_shufflevector(even, odd, 4, 12, 5, 13, 6, 14, 7, 15);
      memcpy(to + 2 * i, &first, sizeof first);
      memcpy(to + 2 * i + 8, &second, sizeof second);
    }
    for (; i < samples; i++) {
      to[2 * i] = 0.25f * from[i - 1] + 0.75f * from[i];
      to[2 * i + 1] = 0.75f * from[i] + 0.25f * from[i + 1];
    }
    return;
  }
  const float step = 1.0f / (float)factor;
  for (int32_t phase = 0; phase < factor; phase++) {
    float t = ((float)phase + 0.5f) * step - 0.5f;
    const int32_t shift = t < 0.0f ? -1 : 0;
    t -= (float)shift;
    for (int32_t i = 0; i < samples; i++) {
      to[factor * i + phase] = (1.0f - t) * from[i + shift] + t * from[i + shift + 1];
    }
  }
}

/// A row of a plane between two of its rows.
static inline const float *row_between(
    const cf_padded *plane, int32_t y, int32_t factor, float *room) {
  if (factor == 1) {
    return plane_row(plane, y);
  }
  float t = ((float)y + 0.5f) / (float)factor - 0.5f + 1.0f;
  int32_t above = (int32_t)t;
  t -= (float)above;
  // One sample beyond each end, which is what lies between takes.
  const float *restrict top = plane_row(plane, above - 1) - 1;
  const float *restrict bottom = plane_row(plane, above) - 1;
  float *restrict to = room;
  for (int32_t x = 0; x < plane->width + 2; x++) {
    to[x] = (1.0f - t) * top[x] + t * bottom[x];
  }
  return room + 1;
}

/// A row of luma as smoothed.
static inline void guided_luma_row(
    const float *restrict slope, const float *restrict offset, float amount,
    int16_t *restrict luma, int32_t count) {
  for (int32_t x = 0; x < count; x++) {
    float before = (float)luma[x];
    float after = clamped(slope[x] * before + offset[x], 0.0f, cf_white);
    luma[x] = (int16_t)nearest(before + amount * (after - before));
  }
}

/// A row of luma on paper: steps with soft borders (Winnemoeller, Olsen, Gooch 2006; there by tanh),
/// dots, ink. Factors are multiplied beforehand, since this loop is a fifth of the filter's work.
static inline void halftone_row(
    const cf_halftone *p, int32_t y, const float *restrict slope, const float *restrict offset,
    const uint8_t *restrict lines, float amount, int16_t *restrict luma, int32_t count) {
  // Printed colours are lighter than what a camera sees: of a tone t becomes (1.3 - 0.3 t) t, here in
  // steps.
  const float lighter = 1.3f * p->steps * cf_unit, darker = 0.3f * p->steps * cf_unit * cf_unit;
  // Within a step t becomes 0.5 + (t - 0.5) sharpness.
  const float sharpness = p->sharpness, soft = 0.5f - 0.5f * sharpness;
  // Dots coverage as much of the raster as the tone is dark, and none of the lights: where the raster is
  // above 2.6 t - 0.75.
  const float dot_slope = p->rows[y] * p->dot_slope, dot_start = 0.5f + 0.75f * p->dot_slope;
  const float dot_end = 2.6f * p->dot_slope / p->steps;
  const float dots3 = 3.0f * p->dots, dots2 = 2.0f * p->dots;
  // What a step of the tone is on paper, under ink and with none of it.
  const float step = amount * (p->white - p->black) * cf_white / p->steps;
  const float inked = step * (1.0f - p->ink), bare = step * p->ink * (1.0f / 255.0f);
  const float black = amount * p->black * cf_white, kept = 1.0f - amount;
  const float *restrict columns = p->columns;
  for (int32_t x = 0; x < count; x++) {
    float before = (float)luma[x];
    float tone = clamped(slope[x] * before + offset[x], 0.0f, cf_white);
    float scaled = tone * (lighter - darker * tone);
    float base = (float)(int32_t)scaled;
    float level = base + smooth((scaled - base) * sharpness + soft);
    float dot = clamped(columns[x] * dot_slope + (dot_start - dot_end * scaled), 0.0f, 1.0f);
    float shown = 1.0f - dot * dot * (dots3 - dots2 * dot);
    float after = level * shown * (inked + bare * (float)lines[x]) + black;
    luma[x] = (int16_t)nearest(kept * before + after);
  }
}

/// A row of colour differences as smoothed, at the canvas's places.
static inline void colour_row(
    const cf_canvas *c, int32_t factor, const cf_padded *colours, int32_t y, float *between,
    float *smoothed) {
  if (factor == 1 && c->across * c->down > 1) {
    // The plane is finer than the colour differences, which were repeated to fill it.
    const float *restrict row = plane_row(colours, y * c->down);
    for (int32_t x = 0; x < c->chroma_width; x++) {
      smoothed[x] = row[x * c->across];
    }
    return;
  }
  const float *row = row_between(colours, y, factor / c->down, between);
  widen_row(row, factor / c->across, smoothed, c->chroma_width);
}

/// How much of a row of colour differences ink leaves to be seen: ink has no colour.
static inline void bare_row(
    const cf_canvas *c, const cf_halftone *halftone, const uint8_t *restrict line, float *restrict to) {
  const float bare = halftone->ink * (1.0f / 255.0f), inked = 1.0f - halftone->ink;
  if (c->across == 2) {
    for (int32_t x = 0; x < c->chroma_width; x++) {
      to[x] = inked + bare * (float)line[2 * x];
    }
  } else {
    for (int32_t x = 0; x < c->chroma_width; x++) {
      to[x] = inked + bare * (float)line[x];
    }
  }
}

/// A row of colour differences, `bare` as much as ink leaves of it.
static inline void tinted_row(
    const float *restrict smoothed, const float *restrict bare, float colourful, float tint,
    float amount, int16_t *restrict to, int32_t count) {
  for (int32_t x = 0; x < count; x++) {
    float before = (float)to[x];
    float colour = (smoothed[x] * colourful + tint) * bare[x];
    colour = clamped(colour, -0.5f * cf_white, 0.5f * cf_white);
    to[x] = (int16_t)nearest(before + amount * (colour - before));
  }
}

/// Both planes of colour differences.
static inline void upsample_colours(
    const cf_canvas *c, int32_t factor, const cf_padded colours[2], const cf_halftone *halftone,
    const uint8_t *lines, float amount, float *rows) {
  const ptrdiff_t room = c->width + factor + 2 * CF_MARGIN + CF_SLACK;
  float *bare = rows, *between = rows + 2 * room, *smoothed = rows + 3 * room;
  const float colourful = halftone != NULL ? halftone->saturation : 1.0f;
  const float tints[2] = {halftone != NULL ? halftone->tint_blue : 0.0f,
                          halftone != NULL ? halftone->tint_red : 0.0f};
  int16_t *const planes[2] = {c->blue, c->red};
  for (int32_t x = 0; x < c->chroma_width; x++) {
    bare[x] = 1.0f;
  }
  for (int32_t y = 0; y < c->chroma_height; y++) {
    if (halftone != NULL) {
      bare_row(c, halftone, lines + y * c->down * (ptrdiff_t)c->width, bare);
    }
    for (int32_t i = 0; i < 2; i++) {
      colour_row(c, factor, &colours[i], y, between, smoothed);
      tinted_row(smoothed, bare, colourful, tints[i], amount,
                 planes[i] + y * (ptrdiff_t)c->chroma_width, c->chroma_width);
    }
  }
}

static void upsample_guided(
    const cf_canvas *c, int32_t factor, const cf_padded line[2], const cf_padded colours[2],
    const cf_halftone *halftone, const uint8_t *lines, float amount, float *rows) {
  const int32_t width = c->width;
  const ptrdiff_t room = width + factor + 2 * CF_MARGIN + CF_SLACK;
  float *restrict slope = rows, *restrict offset = rows + room, *between = rows + 2 * room;
  for (int32_t y = 0; y < c->height; y++) {
    widen_row(row_between(&line[0], y, factor, between), factor, slope, width);
    widen_row(row_between(&line[1], y, factor, between), factor, offset, width);
    int16_t *restrict luma = c->luma + y * (ptrdiff_t)width;
    if (halftone != NULL) {
      halftone_row(halftone, y, slope, offset, lines + y * (ptrdiff_t)width, amount, luma, width);
    } else {
      guided_luma_row(slope, offset, amount, luma, width);
    }
  }
  upsample_colours(c, factor, colours, halftone, lines, amount, rows);
}
