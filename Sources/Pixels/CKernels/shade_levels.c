#include "ckernels_mesh.h"
#include "shade_texture.h"

#pragma STDC FP_CONTRACT OFF

// Levels of the textures of models. Signals are averaged, not light: a pixel is the mean of encoded points, and what a
// point shows is nearly the texel's signal times that of its light. Means of light made a chequer of black and white,
// of which a square is an eighth of a pixel, brighter than its points by 60 of 255 levels.

typedef int16_t i16x4 __attribute__((ext_vector_type(4)));

/// The texels of a row or column that one of half as many covers, and how much of each.
typedef struct cover {
  int32_t first, count;
  float parts[4];
} cover;

static cover cover_of(int32_t place, int32_t count, int32_t of) {
  const double step = (double)of / count, from = place * step, to = from + step;
  cover c = {.first = (int32_t)from};
  for (int32_t i = c.first; i < of && i < to && c.count < 4; i++) {
    const double low = from > i ? from : i, high = to < i + 1 ? to : i + 1;
    c.parts[c.count++] = (float)(high - low);
  }
  return c;
}

/// A number with those before and behind it, as in a picture that is repeated.
static inline void beside(int32_t at, int32_t count, int32_t three[3]) {
  three[0] = at > 0 ? at - 1 : count - 1;
  three[1] = at;
  three[2] = at + 1 < count ? at + 1 : 0;
}

/// A texel of the level; of the first level of colours, the mean of what its points show, in bytes.
///
/// Between texels light is interpolated, of which the signal is brighter than the mean of theirs. Two points each way,
/// by Gauss and Legendre's rule, give the mean to a level.
static f32x4 shown(const ck_shade_texture *t, const ck_shade_level *level, int32_t column, int32_t row) {
  const bool is_resolved = t->lights && t->level_count == 1;
  const intptr_t index = (intptr_t)row * level->width + column;
  const uint8_t *texel = level->texels + 4 * index;
  // Of what differs little the mean is as good.
  if (!is_resolved || level->spreads[index] < 16) return (f32x4){texel[0], texel[1], texel[2], texel[3]};
  f32x4 lights[3][3];
  int32_t rows[3], columns[3];
  beside(row, level->height, rows);
  beside(column, level->width, columns);
  for (int32_t i = 0; i < 3; i++) {
    for (int32_t k = 0; k < 3; k++) {
      lights[i][k] = light_of(t, level->texels + 4 * ((intptr_t)rows[i] * level->width + columns[k]));
    }
  }
  const float far = 0.21132487f, near = 1 - far;
  f32x4 sum = 0;
  for (int32_t i = 0; i < 3; i += 2) {
    for (int32_t k = 0; k < 3; k += 2) {
      const f32x4 same = lights[1][1] * near + lights[1][k] * far, next = lights[i][1] * near + lights[i][k] * far;
      sum += signals_of_light(t, same * near + next * far);
    }
  }
  sum *= 255.0f / 4;
  sum.w = texel[3];
  return sum;
}

void ck_shade_spread(ck_shade_texture *texture, uint8_t *spreads) {
  ck_shade_level *level = &texture->levels[texture->level_count - 1];
  const int32_t width = level->width, height = level->height;
  for (int32_t y = 0; y < height; y++) {
    int32_t rows[3], columns[3];
    beside(y, height, rows);
    for (int32_t x = 0; x < width; x++) {
      beside(x, width, columns);
      u8x4 low = 255, high = 0;
      for (int32_t i = 0; i < 3; i++) {
        for (int32_t k = 0; k < 3; k++) {
          const u8x4 bytes = bytes_of(level->texels + 4 * ((intptr_t)rows[i] * width + columns[k]));
          low = __builtin_elementwise_min(low, bytes);
          high = __builtin_elementwise_max(high, bytes);
        }
      }
      const u8x4 gap = high - low;
      spreads[(intptr_t)y * width + x] = __builtin_reduce_max(gap);
    }
  }
  level->spreads = spreads;
}

void ck_shade_halve(ck_shade_texture *texture, uint8_t *texels, bool is_weighted) {
  const ck_shade_level *from = &texture->levels[texture->level_count - 1];
  ck_shade_level *to = &texture->levels[texture->level_count];
  *to = (ck_shade_level){
      .texels = texels, .width = from->width > 1 ? from->width / 2 : 1,
      .height = from->height > 1 ? from->height / 2 : 1};
  for (int32_t y = 0; y < to->height; y++) {
    const cover rows = cover_of(y, to->height, from->height);
    for (int32_t x = 0; x < to->width; x++, texels += 4) {
      const cover columns = cover_of(x, to->width, from->width);
      f32x4 sum = 0, weighted = 0;
      float area = 0;
      for (int32_t i = 0; i < rows.count; i++) {
        for (int32_t k = 0; k < columns.count; k++) {
          const float part = rows.parts[i] * columns.parts[k];
          const f32x4 texel = shown(texture, from, columns.first + k, rows.first + i);
          sum += texel * part;
          weighted += texel * (texel.w * part);
          area += part;
        }
      }
      f32x4 mean = is_weighted && sum.w > 0 ? weighted / sum.w : sum / area;
      mean.w = sum.w / area;
      const i32x4 bytes = __builtin_convertvector(lesser4(mean, (f32x4)255) + 0.5f, i32x4);
      for (int32_t c = 0; c < 4; c++) texels[c] = (uint8_t)bytes[c];
    }
  }
  texture->level_count++;
}

void ck_shade_bound(ck_shade_texture *texture, uint8_t *alphas) {
  ck_shade_level *to = &texture->levels[texture->level_count - 1];
  const ck_shade_level *from = to - 1;
  to->alphas = alphas;
  for (int32_t y = 0; y < to->height; y++) {
    const cover rows = cover_of(y, to->height, from->height);
    for (int32_t x = 0; x < to->width; x++, alphas += 2) {
      const cover columns = cover_of(x, to->width, from->width);
      alphas[0] = 255;
      alphas[1] = 0;
      for (int32_t i = 0; i < rows.count; i++) {
        for (int32_t k = 0; k < columns.count; k++) {
          const intptr_t at = (intptr_t)(rows.first + i) * from->width + columns.first + k;
          const uint8_t low = from->alphas ? from->alphas[2 * at] : from->texels[4 * at + 3];
          const uint8_t high = from->alphas ? from->alphas[2 * at + 1] : low;
          if (low < alphas[0]) alphas[0] = low;
          if (high > alphas[1]) alphas[1] = high;
        }
      }
    }
  }
}

void ck_shade_lighten(ck_shade_texture *texture, int16_t *lights) {
  ck_shade_level *level = texture->levels;
  const intptr_t count = (intptr_t)level->width * level->height;
  for (intptr_t i = 0; i < count; i++) {
    const f32x4 light = light_of(texture, level->texels + 4 * i) * CK_SHADE_LIGHT + 0.5f;
    const i16x4 whole = __builtin_convertvector(light, i16x4);
    memcpy(lights + 4 * i, &whole, sizeof whole);
  }
  level->lights = lights;
  level->texels = 0;
}
