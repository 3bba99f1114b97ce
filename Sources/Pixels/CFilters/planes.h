#pragma once

#include "arithmetic.h"

// Between planes or packed pixels and the canvas. A picture that is only loaded and stored again
// keeps every bit.

enum { load_bits = 12, store_bits = 20 };

static inline int16_t to_canvas(int32_t raw, const cf_plane *s) {
  return (int16_t)(((raw - s->zero) * s->to_canvas + (1 << (load_bits - 1))) >> load_bits);
}

static inline int32_t from_canvas(int16_t number, const cf_plane *s) {
  int32_t raw =
      s->zero + ((number * s->from_canvas + (1 << (store_bits - 1))) >> store_bits);
  return clamped_whole(raw, 0, s->most);
}

static void load(const cf_plane *restrict s, int16_t *restrict to) {
  const cf_plane f = *s;
  for (int32_t y = 0; y < f.height; y++, to += f.width) {
    const uint8_t *restrict row = f.base + y * f.stride;
    if (f.bytes == 1 && f.step == 1) {
      for (int32_t x = 0; x < f.width; x++) {
        to[x] = to_canvas(row[x], &f);
      }
    } else if (f.bytes == 1) {
      for (int32_t x = 0; x < f.width; x++) {
        to[x] = to_canvas(row[2 * x], &f);
      }
    } else {
      for (int32_t x = 0; x < f.width; x++) {
        uint16_t word;
        memcpy(&word, row + 2 * (ptrdiff_t)x * f.step, 2);
        // Raw video may hold more bits than count.
        to[x] = to_canvas((word >> f.padding) & f.most, &f);
      }
    }
  }
}

static void store(const int16_t *restrict from, const cf_plane *restrict s) {
  const cf_plane f = *s;
  for (int32_t y = 0; y < f.height; y++, from += f.width) {
    uint8_t *restrict row = f.base + y * f.stride;
    if (f.bytes == 1 && f.step == 1) {
      for (int32_t x = 0; x < f.width; x++) {
        row[x] = (uint8_t)from_canvas(from[x], &f);
      }
    } else if (f.bytes == 1) {
      for (int32_t x = 0; x < f.width; x++) {
        row[2 * x] = (uint8_t)from_canvas(from[x], &f);
      }
    } else {
      for (int32_t x = 0; x < f.width; x++) {
        uint16_t word = (uint16_t)(from_canvas(from[x], &f) << f.padding);
        memcpy(row + 2 * (ptrdiff_t)x * f.step, &word, 2);
      }
    }
  }
}

static void load_packed(const cf_packed *restrict p, const cf_canvas *restrict c) {
  const float kr = c->kr, kb = c->kb, kg = 1.0f - kr - kb;
  const float blue_scale = 0.5f / (1.0f - kb), red_scale = 0.5f / (1.0f - kr);
  for (int32_t y = 0; y < c->height; y++) {
    const uint8_t *restrict pixel = p->base + y * p->stride;
    const ptrdiff_t start = (ptrdiff_t)y * c->width;
    int16_t *restrict luma = c->luma + start;
    int16_t *restrict blue = c->blue + start;
    int16_t *restrict red = c->red + start;
    const int32_t bytes = p->bytes, at_red = p->red, at_blue = p->blue;
    for (int32_t x = 0; x < c->width; x++) {
      float r = (float)(pixel[bytes * (ptrdiff_t)x + at_red] * CF_LEVEL);
      float g = (float)(pixel[bytes * (ptrdiff_t)x + 1] * CF_LEVEL);
      float b = (float)(pixel[bytes * (ptrdiff_t)x + at_blue] * CF_LEVEL);
      float grey = kr * r + kg * g + kb * b;
      luma[x] = (int16_t)nearest(grey);
      blue[x] = (int16_t)nearest((b - grey) * blue_scale);
      red[x] = (int16_t)nearest((r - grey) * red_scale);
    }
  }
}

static inline uint8_t packed_level(float canvas) {
  return (uint8_t)clamped_whole(nearest(canvas * (1.0f / CF_LEVEL)), 0, 255);
}

static void store_packed(const cf_canvas *restrict c, const cf_packed *restrict p) {
  const float kr = c->kr, kb = c->kb, kg = 1.0f - kr - kb;
  const float blue_scale = 2.0f * (1.0f - kb), red_scale = 2.0f * (1.0f - kr);
  const float green_blue = blue_scale * kb / kg, green_red = red_scale * kr / kg;
  for (int32_t y = 0; y < c->height; y++) {
    uint8_t *restrict pixel = p->base + y * p->stride;
    const ptrdiff_t start = (ptrdiff_t)y * c->width;
    const int16_t *restrict luma = c->luma + start;
    const int16_t *restrict blue = c->blue + start;
    const int16_t *restrict red = c->red + start;
    const int32_t bytes = p->bytes, at_red = p->red, at_blue = p->blue;
    for (int32_t x = 0; x < c->width; x++) {
      float grey = (float)luma[x], cb = (float)blue[x], cr = (float)red[x];
      pixel[bytes * (ptrdiff_t)x + at_red] = packed_level(grey + cr * red_scale);
      pixel[bytes * (ptrdiff_t)x + 1] = packed_level(grey - cb * green_blue - cr * green_red);
      pixel[bytes * (ptrdiff_t)x + at_blue] = packed_level(grey + cb * blue_scale);
    }
  }
}
