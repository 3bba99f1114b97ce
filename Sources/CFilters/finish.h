#pragma once

#include "sheets.h"

// From sheets back to the canvas: luma follows the full picture by the guided filter's local lines (He,
// Sun, Tang 2010; at a fraction of the size He, Sun 2015), so that outlines are as sharp as they were.

/// One row of a sheet at the canvas's columns: `factor` of them to a sample, in straight lines between.
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
      pair left, here, right;
      memcpy(&left, from + i - 1, sizeof left);
      memcpy(&here, from + i, sizeof here);
      memcpy(&right, from + i + 1, sizeof right);
      pair even = 0.25f * left + 0.75f * here, odd = 0.75f * here + 0.25f * right;
      pair first = __builtin_shufflevector(even, odd, 0, 8, 1, 9, 2, 10, 3, 11);
      pair second = __builtin_shufflevector(even, odd, 4, 12, 5, 13, 6, 14, 7, 15);
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

/// A row of a sheet between two of its rows.
static inline const float *row_between(
    const cf_sheet *sheet, int32_t y, int32_t factor, float *room) {
  if (factor == 1) {
    return sheet_row(sheet, y);
  }
  float t = ((float)y + 0.5f) / (float)factor - 0.5f + 1.0f;
  int32_t above = (int32_t)t;
  t -= (float)above;
  const float *restrict top = sheet_row(sheet, above - 1) - CF_MARGIN;
  const float *restrict bottom = sheet_row(sheet, above) - CF_MARGIN;
  float *restrict to = room;
  for (int32_t x = 0; x < sheet->width + 2 * CF_MARGIN; x++) {
    to[x] = (1.0f - t) * top[x] + t * bottom[x];
  }
  return room + CF_MARGIN;
}

/// Luma of 0...1 in steps with soft borders (Winnemoeller, Olsen, Gooch 2006; there by tanh).
static inline float stepped(float luma, float steps, float sharpness) {
  float scaled = luma * steps;
  float base = (float)(int32_t)scaled;
  float within = smooth(0.5f + (scaled - base - 0.5f) * sharpness);
  return (base + within) * (1.0f / steps);
}

/// A row of luma as painted.
static inline void painted_row(
    const float *restrict slope, const float *restrict offset, float amount,
    int16_t *restrict luma, int32_t count) {
  for (int32_t x = 0; x < count; x++) {
    float before = (float)luma[x];
    float after = held(slope[x] * before + offset[x], 0.0f, cf_white);
    luma[x] = (int16_t)nearest(before + amount * (after - before));
  }
}

/// A row of luma on paper: steps, dots, ink.
static inline void paper_row(
    const cf_paper *p, int32_t y, const float *restrict slope, const float *restrict offset,
    const uint8_t *restrict lines, float amount, int16_t *restrict luma, int32_t count) {
  const float steps = p->steps, sharpness = p->sharpness, dots = p->dots, dot_slope = p->dot_slope;
  const float black = p->black * cf_white, range = (p->white - p->black) * cf_white;
  const float raster = p->rows[y], ink = p->ink * (1.0f / 255.0f);
  const float *restrict columns = p->columns;
  for (int32_t x = 0; x < count; x++) {
    float before = (float)luma[x];
    float tone = held((slope[x] * before + offset[x]) * cf_unit, 0.0f, 1.0f);
    // Printed colours are lighter than what a camera sees.
    tone *= 1.3f - 0.3f * tone;
    float level = stepped(tone, steps, sharpness);
    // Dots cover as much of the raster as the tone is dark, and none of the lights.
    float height = columns[x] * raster;
    float dot = smooth(0.5f + (height - (2.6f * tone - 0.75f)) * dot_slope);
    level -= dots * dot * level;
    float shown = 1.0f - ink * (float)(255 - lines[x]);
    float after = black + range * level * shown;
    luma[x] = (int16_t)nearest(before + amount * (after - before));
  }
}

/// A row of colour differences as painted, at the canvas's places.
static inline void colour_row(
    const cf_canvas *c, int32_t factor, const cf_sheet *colours, int32_t y, float *between,
    float *painted) {
  if (factor == 1 && c->across * c->down > 1) {
    // The sheet is finer than the colour differences, which were repeated to fill it.
    const float *restrict row = sheet_row(colours, y * c->down);
    for (int32_t x = 0; x < c->chroma_width; x++) {
      painted[x] = row[x * c->across];
    }
    return;
  }
  const float *row = row_between(colours, y, factor / c->down, between);
  widen_row(row, factor / c->across, painted, c->chroma_width);
}

/// One plane of colour differences.
static inline void finish_colour(
    const cf_canvas *c, int32_t factor, const cf_sheet *colours, int16_t *plane, float tint,
    const cf_paper *paper, const uint8_t *lines, float amount, float *rows) {
  const ptrdiff_t room = c->width + factor + 2 * CF_MARGIN + CF_SLACK;
  float *restrict shown = rows, *between = rows + 2 * room, *restrict painted = rows + 3 * room;
  const float colourful = paper != NULL ? paper->saturation : 1.0f;
  for (int32_t y = 0; y < c->chroma_height; y++) {
    int16_t *restrict to = plane + y * (ptrdiff_t)c->chroma_width;
    colour_row(c, factor, colours, y, between, painted);
    if (paper != NULL) {
      // Ink has no colour.
      const float ink = paper->ink * (1.0f / 255.0f);
      const uint8_t *restrict line = lines + y * c->down * (ptrdiff_t)c->width;
      if (c->across == 2) {
        for (int32_t x = 0; x < c->chroma_width; x++) {
          shown[x] = 1.0f - ink * (float)(255 - line[2 * x]);
        }
      } else {
        for (int32_t x = 0; x < c->chroma_width; x++) {
          shown[x] = 1.0f - ink * (float)(255 - line[x]);
        }
      }
      for (int32_t x = 0; x < c->chroma_width; x++) {
        painted[x] = (painted[x] * colourful + tint) * shown[x];
      }
    }
    for (int32_t x = 0; x < c->chroma_width; x++) {
      float before = (float)to[x];
      float colour = held(painted[x], -0.5f * cf_white, 0.5f * cf_white);
      to[x] = (int16_t)nearest(before + amount * (colour - before));
    }
  }
}

static void finish(
    const cf_canvas *c, int32_t factor, const cf_sheet line[2], const cf_sheet colours[2],
    const cf_paper *paper, const uint8_t *lines, float amount, float *rows) {
  const int32_t width = c->width;
  const ptrdiff_t room = width + factor + 2 * CF_MARGIN + CF_SLACK;
  float *restrict slope = rows, *restrict offset = rows + room, *between = rows + 2 * room;
  for (int32_t y = 0; y < c->height; y++) {
    widen_row(row_between(&line[0], y, factor, between), factor, slope, width);
    widen_row(row_between(&line[1], y, factor, between), factor, offset, width);
    int16_t *restrict luma = c->luma + y * (ptrdiff_t)width;
    if (paper != NULL) {
      paper_row(paper, y, slope, offset, lines + y * (ptrdiff_t)width, amount, luma, width);
    } else {
      painted_row(slope, offset, amount, luma, width);
    }
  }
  for (int32_t i = 0; i < 2; i++) {
    finish_colour(c, factor, &colours[i], i == 0 ? c->blue : c->red,
                  paper == NULL ? 0.0f : i == 0 ? paper->tint_blue : paper->tint_red, paper, lines,
                  amount, rows);
  }
}
