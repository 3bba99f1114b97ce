#pragma once

#include "tone.h"
#include "vectors.h"

// Colours for colours (look-up tables): curves with straight lines between their entries, and a cube with
// tetrahedra between its entries (Sakamoto and Itooka 1981, as in FFmpeg's lut3d). Tables hold differences
// from what goes in, and the canvas gains the difference of what comes out: a table that changes nothing
// keeps every bit, colours outside of R'G'B' too.
//
// Places and weights are vectors of all pixels of a piece of a row; entries are read a pixel at a time,
// four floats at once, which takes half the time of gathering each channel.

enum {
  /// Pixels that are looked up at a time, so that what is between the steps stays in the first cache.
  CF_PIECE = 128,
};

/// A piece of a row: R, G, B that go in and come out, and where in the cube they are.
typedef struct cf_piece {
  float channel[3][CF_PIECE], before[3][CF_PIECE];
  /// The entry at the cell's corner, and from it to the next two; the last one is opposite.
  int32_t corner[CF_PIECE], second[CF_PIECE], third[CF_PIECE];
  float weight[4][CF_PIECE];
} cf_piece;

static inline void curve_piece(const cf_table *t, cf_piece *p, int32_t count) {
  for (int32_t i = 0; i < 3; i++) {
    const float *restrict entries = t->curve + i * (ptrdiff_t)t->curve_size;
    const float low = t->curve_low[i], high = t->curve_high[i], scale = t->curve_scale[i];
    float *restrict channel = p->channel[i];
    for (int32_t x = 0; x < count; x++) {
      const float held = clamped(channel[x], low, high);
      const float place = (held - low) * scale;
      const int32_t cell = clamped_whole((int32_t)place, 0, t->curve_size - 2);
      const float part = place - (float)cell;
      channel[x] = held + ((1.0f - part) * entries[cell] + part * entries[cell + 1]);
    }
  }
}

/// Where the colours are in the cube: in which of the six tetrahedra of which cell.
static inline void place_piece(const cf_table *t, cf_piece *p, int32_t count) {
  const int32_t across = 4, down = 4 * t->cube_size, deep = down * t->cube_size;
  const int32_t last = t->cube_size - 2;
  float *restrict reds = p->channel[0], *restrict greens = p->channel[1];
  float *restrict blues = p->channel[2];
  for (int32_t x = 0; x < count; x++) {
    const float red = clamped(reds[x], t->cube_low[0], t->cube_high[0]);
    const float green = clamped(greens[x], t->cube_low[1], t->cube_high[1]);
    const float blue = clamped(blues[x], t->cube_low[2], t->cube_high[2]);
    reds[x] = red, greens[x] = green, blues[x] = blue;
    float r = (red - t->cube_low[0]) * t->cube_scale[0];
    float g = (green - t->cube_low[1]) * t->cube_scale[1];
    float b = (blue - t->cube_low[2]) * t->cube_scale[2];
    const int32_t i = clamped_whole((int32_t)r, 0, last);
    const int32_t j = clamped_whole((int32_t)g, 0, last);
    const int32_t k = clamped_whole((int32_t)b, 0, last);
    r -= (float)i, g -= (float)j, b -= (float)k;
    const float high = most(most(r, g), b), low = least(least(r, g), b);
    const float middle = most(least(r, g), least(most(r, g), b));
    // The way from the cell's corner to the opposite one goes along the largest part first.
    const int32_t first = r >= g && r >= b ? across : (g >= b ? down : deep);
    const int32_t final = b <= r && b <= g ? deep : (g <= r ? down : across);
    p->corner[x] = across * i + down * j + deep * k;
    p->second[x] = first;
    p->third[x] = across + down + deep - final;
    p->weight[0][x] = 1.0f - high;
    p->weight[1][x] = high - middle;
    p->weight[2][x] = middle - low;
    p->weight[3][x] = low;
  }
}

static inline void cube_piece(const cf_table *t, cf_piece *p, int32_t count) {
  place_piece(t, p, count);
  const int32_t opposite = 4 * (1 + t->cube_size + t->cube_size * t->cube_size);
  for (int32_t x = 0; x < count; x++) {
    const float *entry = t->cube + p->corner[x];
    const float4 change = (float4_at(entry) * float4_of(p->weight[0][x]) +
                           float4_at(entry + p->second[x]) * float4_of(p->weight[1][x])) +
                          (float4_at(entry + p->third[x]) * float4_of(p->weight[2][x]) +
                           float4_at(entry + opposite) * float4_of(p->weight[3][x]));
    p->channel[0][x] += change[0];
    p->channel[1][x] += change[1];
    p->channel[2][x] += change[2];
  }
}

/// What R, G and B of samples change by, to `channel`.
static inline void look_up_piece(
    const cf_table *t, const cf_matrix *m, const float *restrict luma, const float *restrict blue,
    const float *restrict red, cf_piece *p, int32_t count) {
  for (int32_t x = 0; x < count; x++) {
    const float y = luma[x] * cf_unit, b = blue[x] * cf_unit, r = red[x] * cf_unit;
    p->before[0][x] = clamped(y + r * m->red, 0.0f, 1.0f);
    p->before[1][x] = clamped(y - r * m->green_red - b * m->green_blue, 0.0f, 1.0f);
    p->before[2][x] = clamped(y + b * m->blue, 0.0f, 1.0f);
  }
  memcpy(p->channel, p->before, sizeof p->channel);
  if (t->curve != NULL) {
    curve_piece(t, p, count);
  }
  if (t->cube != NULL) {
    cube_piece(t, p, count);
  }
  for (int32_t i = 0; i < 3; i++) {
    for (int32_t x = 0; x < count; x++) {
      p->channel[i][x] = clamped(p->channel[i][x], 0.0f, 1.0f) - p->before[i][x];
    }
  }
}

static inline void look_up_luma(
    const cf_canvas *c, const cf_table *t, const cf_matrix *m, const float *restrict blue,
    const float *restrict red, float *restrict before, int16_t *restrict luma) {
  const float scale = t->amount * cf_white;
  cf_piece piece;
  for (int32_t x = 0; x < c->width; x++) {
    before[x] = (float)luma[x];
  }
  for (int32_t from = 0; from < c->width; from += CF_PIECE) {
    const int32_t count = c->width - from < CF_PIECE ? c->width - from : CF_PIECE;
    look_up_piece(t, m, before + from, blue + from, red + from, &piece, count);
    for (int32_t x = 0; x < count; x++) {
      const float change = m->kr * piece.channel[0][x] + m->kg * piece.channel[1][x] +
                           m->kb * piece.channel[2][x];
      luma[from + x] =
          (int16_t)nearest(clamped(before[from + x] + scale * change, -32000.0f, 32000.0f));
    }
  }
}

static inline void look_up_chroma(
    const cf_canvas *c, const cf_table *t, const cf_matrix *m, const float *restrict luma,
    float *restrict old_blue, float *restrict old_red, int16_t *restrict blue,
    int16_t *restrict red) {
  const float blue_scale = t->amount * cf_white / m->blue;
  const float red_scale = t->amount * cf_white / m->red;
  cf_piece piece;
  for (int32_t x = 0; x < c->chroma_width; x++) {
    old_blue[x] = (float)blue[x];
    old_red[x] = (float)red[x];
  }
  for (int32_t from = 0; from < c->chroma_width; from += CF_PIECE) {
    const int32_t rest = c->chroma_width - from, count = rest < CF_PIECE ? rest : CF_PIECE;
    look_up_piece(t, m, luma + from, old_blue + from, old_red + from, &piece, count);
    for (int32_t x = 0; x < count; x++) {
      const float grey = m->kr * piece.channel[0][x] + m->kg * piece.channel[1][x] +
                         m->kb * piece.channel[2][x];
      const float b = old_blue[from + x] + blue_scale * (piece.channel[2][x] - grey);
      const float r = old_red[from + x] + red_scale * (piece.channel[0][x] - grey);
      blue[from + x] = (int16_t)nearest(clamped(b, -32000.0f, 32000.0f));
      red[from + x] = (int16_t)nearest(clamped(r, -32000.0f, 32000.0f));
    }
  }
}

static void look_up(const cf_canvas *c, const cf_table *t, float *rows) {
  const cf_matrix m = matrix_of(c);
  float *blue = rows, *red = rows + c->width, *luma = red + c->width, *mean = luma + c->width;
  for (int32_t y = 0; y < c->chroma_height; y++) {
    int16_t *blues = c->blue + y * (ptrdiff_t)c->chroma_width;
    int16_t *reds = c->red + y * (ptrdiff_t)c->chroma_width;
    spread_row(blues, c->across, blue, c->width);
    spread_row(reds, c->across, red, c->width);
    // Of what was there before: luma changes below.
    shared_luma(c, y, mean);
    for (int32_t row = y * c->down; row < (y + 1) * c->down && row < c->height; row++) {
      look_up_luma(c, t, &m, blue, red, luma, c->luma + row * (ptrdiff_t)c->width);
    }
    look_up_chroma(c, t, &m, mean, blue, red, blues, reds);
  }
}
