#pragma once

#include "arithmetic.h"

// Tone curves of red, green and blue, the light's fall towards the corners, and grain.

typedef struct cf_rgb {
  float r, g, b;
} cf_rgb;

static inline float curved(const float k[5], float c) {
  c = clamped(c, 0.0f, 1.0f);
  return (((k[4] * c + k[3]) * c + k[2]) * c + k[1]) * c + k[0];
}

/// How luma and colour differences stand for R'G'B'.
typedef struct cf_matrix {
  float kr, kg, kb, red, blue, green_red, green_blue;
} cf_matrix;

static inline cf_matrix matrix_of(const cf_canvas *c) {
  cf_matrix m = {.kr = c->kr, .kb = c->kb, .kg = 1.0f - c->kr - c->kb};
  m.red = 2.0f * (1.0f - m.kr);
  m.blue = 2.0f * (1.0f - m.kb);
  m.green_red = m.red * m.kr / m.kg;
  m.green_blue = m.blue * m.kb / m.kg;
  return m;
}

static inline cf_rgb graded(
    const cf_grade *restrict g, const cf_matrix *restrict m, float luma, float blue, float red,
    float light) {
  float y = luma * cf_unit, b = blue * cf_unit, r = red * cf_unit;
  return (cf_rgb){
      .r = curved(g->curve[0], y + r * m->red) * light,
      .g = curved(g->curve[1], y - r * m->green_red - b * m->green_blue) * light,
      .b = curved(g->curve[2], y + b * m->blue) * light,
  };
}

static inline float grey_of(const cf_matrix *m, cf_rgb c) {
  return m->kr * c.r + m->kg * c.g + m->kb * c.b;
}

static inline float light_at(const cf_grade *g, float column, float row) {
  float q = most(column + row, 0.0f);
  return 1.0f - g->vignette * q * q;
}

/// Colour differences at the canvas's columns.
static inline void spread_row(
    const int16_t *restrict from, int32_t across, float *restrict to, int32_t count) {
  if (across == 1) {
    for (int32_t x = 0; x < count; x++) {
      to[x] = (float)from[x];
    }
    return;
  }
  for (int32_t x = 0; x < count / 2; x++) {
    to[2 * x] = to[2 * x + 1] = (float)from[x];
  }
  if (count % 2 != 0) {
    to[count - 1] = (float)from[count / 2];
  }
}

/// Grain for a row, in levels of the canvas, from a tile that repeats.
static inline void grain_row(const cf_grade *g, int32_t y, float *restrict to, int32_t count) {
  const int32_t side = g->grain_side;
  const int8_t *row = g->grain + ((y + g->grain_y) & (side - 1)) * (ptrdiff_t)side;
  const float gain = g->grain_gain * CF_LEVEL;
  for (int32_t x = 0; x < count;) {
    const int32_t from = (x + g->grain_x) & (side - 1);
    const int32_t left = side - from < count - x ? side - from : count - x;
    const int8_t *restrict tile = row + from;
    for (int32_t i = 0; i < left; i++) {
      to[x + i] = gain * (float)tile[i];
    }
    x += left;
  }
}

/// One row of luma.
static inline void grade_luma(
    const cf_canvas *restrict c, const cf_grade *restrict g, const cf_matrix *restrict m, int32_t y,
    const float *restrict blue, const float *restrict red, const float *restrict grain,
    int16_t *restrict luma) {
  const float row = g->rows[y];
  for (int32_t x = 0; x < c->width; x++) {
    float before = (float)luma[x];
    float light = light_at(g, g->columns[x], row);
    float grey = grey_of(m, graded(g, m, before, blue[x], red[x], light));
    // Film shows its grain in the middle tones.
    float after = grey * cf_white + grain[x] * (0.25f + 3.0f * grey * (1.0f - grey));
    luma[x] = (int16_t)nearest(before + g->amount * (clamped(after, 0.0f, cf_white) - before));
  }
}

/// One row of colour differences, at the mean luma of the samples that share each.
static inline void grade_chroma(
    const cf_canvas *restrict c, const cf_grade *restrict g, const cf_matrix *restrict m, int32_t y,
    const float *restrict luma, const float *restrict columns, int16_t *restrict blue,
    int16_t *restrict red) {
  const int32_t first = y * c->down < c->height ? y * c->down : c->height - 1;
  const float row = g->rows[first];
  const float blue_scale = g->saturation / m->blue, red_scale = g->saturation / m->red;
  for (int32_t x = 0; x < c->chroma_width; x++) {
    float light = light_at(g, columns[x], row);
    float old_blue = (float)blue[x], old_red = (float)red[x];
    cf_rgb after = graded(g, m, luma[x], old_blue, old_red, light);
    float grey = grey_of(m, after);
    float new_blue = (after.b - grey) * blue_scale * cf_white;
    float new_red = (after.r - grey) * red_scale * cf_white;
    new_blue = clamped(new_blue, -0.5f * cf_white, 0.5f * cf_white);
    new_red = clamped(new_red, -0.5f * cf_white, 0.5f * cf_white);
    blue[x] = (int16_t)nearest(old_blue + g->amount * (new_blue - old_blue));
    red[x] = (int16_t)nearest(old_red + g->amount * (new_red - old_red));
  }
}

/// The mean luma of the samples that share each colour difference.
static inline void shared_luma(const cf_canvas *c, int32_t y, float *restrict to) {
  const int32_t top = y * c->down;
  const int32_t bottom = top + c->down <= c->height ? top + c->down - 1 : c->height - 1;
  const int16_t *restrict above = c->luma + top * (ptrdiff_t)c->width;
  const int16_t *restrict below = c->luma + bottom * (ptrdiff_t)c->width;
  if (c->across == 1) {
    for (int32_t x = 0; x < c->chroma_width; x++) {
      to[x] = (float)(above[x] + below[x]) * 0.5f;
    }
    return;
  }
  for (int32_t x = 0; x < c->width / 2; x++) {
    to[x] = (float)(above[2 * x] + above[2 * x + 1] + below[2 * x] + below[2 * x + 1]) * 0.25f;
  }
  if (c->width % 2 != 0) {
    to[c->width / 2] = (float)(above[c->width - 1] + below[c->width - 1]) * 0.5f;
  }
}

static void grade(const cf_canvas *c, const cf_grade *g, float *rows) {
  const cf_matrix m = matrix_of(c);
  float *blue = rows, *red = rows + c->width, *mean = red + c->width, *grain = mean + c->width;
  float *columns = grain + c->width;
  memset(grain, 0, sizeof(float) * (size_t)c->width);
  for (int32_t x = 0; x < c->chroma_width; x++) {
    columns[x] = g->columns[x * c->across];
  }
  for (int32_t y = 0; y < c->chroma_height; y++) {
    int16_t *blues = c->blue + y * (ptrdiff_t)c->chroma_width;
    int16_t *reds = c->red + y * (ptrdiff_t)c->chroma_width;
    spread_row(blues, c->across, blue, c->width);
    spread_row(reds, c->across, red, c->width);
    shared_luma(c, y, mean);
    for (int32_t row = y * c->down; row < (y + 1) * c->down && row < c->height; row++) {
      if (g->grain_gain != 0.0f) {
        grain_row(g, row, grain, c->width);
      }
      grade_luma(c, g, &m, row, blue, red, grain, c->luma + row * (ptrdiff_t)c->width);
    }
    grade_chroma(c, g, &m, y, mean, columns, blues, reds);
  }
}
