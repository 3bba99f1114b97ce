#pragma once

#include "ckernels_mesh.h"
#include "mesh_vectors.h"

// Looking up the textures of models: bilinear between texels whose bytes were made values first, at a level whose
// texels are about as large as what is looked up, at several places along what is long.

/// Where a lookup lies, and what u and v gain for a pixel to the right, and for a pixel below: u and v of both sets.
typedef struct shade_spot {
  f32x4 place, right, down;
  /// How much of a pixel it stands for, each way.
  float part;
} shade_spot;

// So many texels of a level each way are one lookup's, at most; so many lookups a pixel are made each way.
static const float texels_a_lookup = 1.6f;
static const float most_lookups = 16;

static inline float larger(float a, float b) { return a > b ? a : b; }
static inline float magnitude(float t) { return t < 0 ? -t : t; }

typedef struct uv {
  float u, v;
} uv;

static inline uv transformed(const ck_shade_texture *t, f32x4 both, float one) {
  const float u = t->set ? both.z : both.x, v = t->set ? both.w : both.y;
  return (uv){t->x[0] * u + t->x[1] * v + t->x[2] * one, t->y[0] * u + t->y[1] * v + t->y[2] * one};
}

/// The part of a coordinate within the picture, 0 to 1.
static inline float wrapped(float t, ck_shade_wrap wrap) {
  if (wrap == CK_SHADE_CLAMP) return t > 0 ? t < 1 ? t : 1 : 0;
  // Beyond, and of what is no number, there is no part left.
  if (!(t > -4e6f && t < 4e6f)) return 0;
  if (wrap == CK_SHADE_MIRROR) t *= 0.5f;
  t -= (float)(int32_t)t;
  if (t < 0) t += 1;
  if (wrap != CK_SHADE_MIRROR) return t;
  t *= 2;
  return t > 1 ? 2 - t : t;
}

/// The same four times.
static inline f32x4 wrapped4(f32x4 t, ck_shade_wrap wrap) {
  const f32x4 zero = 0, one = 1, most = 4e6f;
  if (wrap == CK_SHADE_CLAMP) {
    t = t > zero ? t : zero;
    return lesser4(t, one);
  }
  t = ((t > -most) & (t < most)) ? t : zero;
  if (wrap == CK_SHADE_MIRROR) t *= 0.5f;
  t -= __builtin_convertvector(__builtin_convertvector(t, i32x4), f32x4);
  t = t < zero ? t + 1 : t;
  if (wrap != CK_SHADE_MIRROR) return t;
  t *= 2;
  return t > one ? 2 - t : t;
}

/// A number of a texel that may be one before the first or one behind the last.
static inline int32_t neighbour(int32_t at, int32_t count, ck_shade_wrap wrap) {
  if (at < 0) return wrap == CK_SHADE_REPEAT ? count - 1 : 0;
  if (at >= count) return wrap == CK_SHADE_REPEAT ? 0 : count - 1;
  return at;
}

/// Of a texel of colours, their light and alpha.
static inline f32x4 light_of(const ck_shade_texture *t, const uint8_t *texel) {
  return (f32x4){t->lights[texel[0]], t->lights[texel[1]], t->lights[texel[2]], (float)texel[3] * (1.0f / 255)};
}

typedef uint8_t u8x4 __attribute__((ext_vector_type(4)));
typedef uint8_t u8x8 __attribute__((ext_vector_type(8)));

static inline u8x4 bytes_of(const uint8_t *texel) {
  u8x4 t;
  memcpy(&t, texel, sizeof t);
  return t;
}

/// Two texels beside each other: light, or bytes.
static inline i16x8 texels_at(const ck_shade_level *level, intptr_t index) {
  i16x8 t;
  if (level->lights) {
    memcpy(&t, level->lights + 4 * index, sizeof t);
    return t;
  }
  u8x8 bytes;
  memcpy(&bytes, level->texels + 4 * index, sizeof bytes);
  return __builtin_convertvector(bytes, i16x8);
}

/// Two texels that may lie apart.
static inline i16x8 two_texels(const ck_shade_level *level, intptr_t first, intptr_t second) {
  i16x8 t;
  if (level->lights) {
    memcpy(&t, level->lights + 4 * first, sizeof t / 2);
    memcpy((char *)&t + sizeof t / 2, level->lights + 4 * second, sizeof t / 2);
    return t;
  }
  u8x8 bytes;
  memcpy(&bytes, level->texels + 4 * first, 4);
  memcpy((char *)&bytes + 4, level->texels + 4 * second, 4);
  return __builtin_convertvector(bytes, i16x8);
}

enum { shade_weight_bits = 14 };

/// What lies at some of four places of a level: light of the first level of colours, otherwise signals, or numbers that
/// are linear.
static inline void find_values(
    const ck_shade_texture *t, const ck_shade_level *level, f32x4 u, f32x4 v, int32_t count, f32x4 values[4]) {
  const int32_t width = level->width, height = level->height;
  const f32x4 x = wrapped4(u, t->wrap_u) * (float)width - 0.5f, y = wrapped4(v, t->wrap_v) * (float)height - 0.5f;
  const i32x4 columns = __builtin_convertvector(x + 1.0f, i32x4) - 1;
  const i32x4 rows = __builtin_convertvector(y + 1.0f, i32x4) - 1;
  f32x4 beside = x - __builtin_convertvector(columns, f32x4), below = y - __builtin_convertvector(rows, f32x4);
  if (t->is_nearest && level == t->levels) {
    const f32x4 zero = 0, one = 1;
    beside = beside < 0.5f ? zero : one;
    below = below < 0.5f ? zero : one;
  }
  // Rounded down; that all four make one keeps what is opaque opaque.
  const i32x4 next = __builtin_convertvector(beside * (1 << shade_weight_bits), i32x4);
  const i32x4 lower = __builtin_convertvector(below * (1 << shade_weight_bits), i32x4);
  const i32x4 last = __builtin_convertvector(beside * below * (1 << shade_weight_bits), i32x4);
  const i32x4 left = ((1 << shade_weight_bits) - next - lower + last) | (lower - last) << 16;
  const i32x4 right = (next - last) | last << 16;
  const uint32_t within = bits4_of(((columns < 0) | (columns >= width - 1) | (rows < 0) | (rows >= height - 1)));
  // One times one by it is one again, of both.
  const float scale = (level->lights ? 1.0f / CK_SHADE_LIGHT : 1.0f / 255) * (1.0f / (1 << shade_weight_bits));
  for (int32_t i = 0; i < count; i++) {
    i16x8 above, under;
    if (within >> i & 1) {
      const intptr_t index = (intptr_t)rows[i] * width + columns[i];
      above = texels_at(level, index);
      under = texels_at(level, index + width);
    } else {
      const int32_t first = neighbour(columns[i], width, t->wrap_u);
      const int32_t second = neighbour(columns[i] + 1, width, t->wrap_u);
      const intptr_t upper = (intptr_t)neighbour(rows[i], height, t->wrap_v) * width;
      const intptr_t low = (intptr_t)neighbour(rows[i] + 1, height, t->wrap_v) * width;
      above = two_texels(level, upper + first, upper + second);
      under = two_texels(level, low + first, low + second);
    }
    const i32x4 sum = lower_sums(above, under, (i32x4)left[i]) + upper_sums(above, under, (i32x4)right[i]);
    values[i] = __builtin_convertvector(sum, f32x4) * scale;
  }
}

/// The texels of the first level that a pixel spans, to the right and below, squared; and how many it covers, squared.
typedef struct span {
  float right2, down2, area2;
} span;

static inline span span_of(const ck_shade_texture *t, const shade_spot *spot) {
  const uv right = transformed(t, spot->right, 0), down = transformed(t, spot->down, 0);
  const float width = (float)t->levels[0].width, height = (float)t->levels[0].height;
  const float right_u = right.u * width, right_v = right.v * height;
  const float down_u = down.u * width, down_v = down.v * height;
  const float area = right_u * down_v - right_v * down_u;
  return (span){right_u * right_u + right_v * right_v, down_u * down_u + down_v * down_v, area * area};
}

/// How many lookups a length needs, given with the length of one, both squared.
static inline int32_t lookups_of(float length2, float one2, float part) {
  if (length2 <= one2) return 1;
  const float most = most_lookups * part;
  if (!(length2 < one2 * (most * most))) return (int32_t)most;
  return (int32_t)__builtin_elementwise_sqrt(length2 / one2) + 1;
}

/// The light of signals, with their alpha.
static inline f32x4 light_of_signals(const ck_shade_texture *t, f32x4 signals) {
  const i32x4 step = __builtin_convertvector(signals * CK_MESH_SIGNALS + 0.5f, i32x4);
  const float *lights = t->light_of_signal;
  return (f32x4){lights[step.x], lights[step.y], lights[step.z], signals.w};
}

/// The signals of light, with its alpha.
static inline f32x4 signals_of_light(const ck_shade_texture *t, f32x4 light) {
  const f32x4 step = light * CK_MESH_LIGHTS;
  const i32x4 whole = __builtin_convertvector(step, i32x4);
  const float *x = t->signal_of_light + whole.x, *y = t->signal_of_light + whole.y, *z = t->signal_of_light + whole.z;
  const f32x4 below = {x[0], y[0], z[0], 0}, above = {x[1], y[1], z[1], 0};
  f32x4 signals = below + (above - below) * (step - __builtin_convertvector(whole, f32x4));
  signals.w = light.w;
  return signals;
}

/// How the places of a part look a texture up: at which level, and at how many places each way.
typedef struct shade_plan {
  const ck_shade_texture *texture;
  const ck_shade_level *level;
  int32_t columns, rows;
  /// Whether what is found there is light; and whether it is signals, of which light is to be found.
  bool is_light, is_signals;
  /// What u and v gain from place to place.
  uv across, along;
  /// The texels that a pixel spans the long way, squared.
  float longest2;
} shade_plan;

static inline shade_plan plan_lookup(const ck_shade_texture *t, const shade_spot *spot) {
  const span span = span_of(t, spot);
  const float longest2 = span.right2 > span.down2 ? span.right2 : span.down2;
  const float part2 = spot->part * spot->part;
  const float right2 = span.right2 * part2, down2 = span.down2 * part2;
  float one2 = texels_a_lookup * texels_a_lookup;
  const ck_shade_level *level = t->levels;
  if (!(right2 <= one2 && down2 <= one2)) {
    // The shorter way across the parallelogram is its area through its longer side.
    const float short2 = span.area2 / longest2 * part2;
    const ck_shade_level *last = t->levels + t->level_count - 1;
    for (; level < last && !(short2 <= one2); level++) one2 *= 4;
  }
  shade_plan plan = {
      .texture = t, .level = level, .columns = lookups_of(right2, one2, spot->part),
      .rows = lookups_of(down2, one2, spot->part), .longest2 = longest2,
      .is_light = level->lights, .is_signals = t->lights && !level->lights};
  if (plan.columns == 1 && plan.rows == 1) return plan;
  const uv right = transformed(t, spot->right, 0), down = transformed(t, spot->down, 0);
  const float across = spot->part / (float)plan.columns, along = spot->part / (float)plan.rows;
  plan.across = (uv){right.u * across, right.v * across};
  plan.along = (uv){down.u * along, down.v * along};
  return plan;
}

/// How much a level differs about a place, in levels, of which a pixel of less than a texel shows a part.
static inline float contrast_at(const shade_plan *plan, float u, float v) {
  const ck_shade_texture *t = plan->texture;
  const ck_shade_level *level = plan->level;
  const int32_t column = (int32_t)(wrapped(u, t->wrap_u) * (float)level->width);
  const int32_t row = (int32_t)(wrapped(v, t->wrap_v) * (float)level->height);
  const intptr_t index = (intptr_t)neighbour(row, level->height, CK_SHADE_CLAMP) * level->width +
                         neighbour(column, level->width, CK_SHADE_CLAMP);
  const float spread = level->spreads[index];
  // Between texels that are shown as they are there are edges.
  return plan->longest2 < 1 && !t->is_nearest ? spread * __builtin_elementwise_sqrt(plan->longest2) : spread;
}

/// Looks some of four places up.
static inline void look_up_four(const shade_plan *plan, f32x4 u, f32x4 v, int32_t count, f32x4 values[4]) {
  const ck_shade_texture *t = plan->texture;
  const int32_t columns = plan->columns, rows = plan->rows;
  if (columns == 1 && rows == 1) {
    find_values(t, plan->level, u, v, count, values);
    if (!plan->is_signals) return;
    for (int32_t i = 0; i < count; i++) values[i] = light_of_signals(t, values[i]);
    return;
  }
  f32x4 sums[4] = {0};
  for (int32_t row = 0; row < rows; row++) {
    const float y = (float)row - 0.5f * (float)(rows - 1);
    for (int32_t column = 0; column < columns; column++) {
      const float x = (float)column - 0.5f * (float)(columns - 1);
      find_values(
          t, plan->level, u + (plan->across.u * x + plan->along.u * y), v + (plan->across.v * x + plan->along.v * y),
          count, values);
      for (int32_t i = 0; i < count; i++) sums[i] += plan->is_light ? signals_of_light(t, values[i]) : values[i];
    }
  }
  for (int32_t i = 0; i < count; i++) {
    values[i] = sums[i] * (1.0f / (float)(columns * rows));
    if (plan->is_light || plan->is_signals) values[i] = light_of_signals(t, values[i]);
  }
}

/// The least and the most alpha of a texture about a place, of so much of u and v; false where that is not known.
static inline bool find_alphas(const ck_shade_texture *t, uv at, uv reach, float alphas[2]) {
  const ck_shade_level *level = t->levels, *last = t->levels + t->level_count - 1;
  if (level == last || !level[1].alphas) return false;
  // What is looked up there is of a level before, of which texels that count reach half of one beyond.
  for (level++; !(reach.u * (float)level->width <= 0.5f && reach.v * (float)level->height <= 0.5f); level++) {
    if (level < last) continue;
    if (level->width > 1 || level->height > 1) return false;
    break;
  }
  const float x = wrapped(at.u, t->wrap_u) * (float)level->width - 0.5f;
  const float y = wrapped(at.v, t->wrap_v) * (float)level->height - 0.5f;
  const int32_t column = (int32_t)(x + 1) - 1, row = (int32_t)(y + 1) - 1;
  uint8_t low = 255, high = 0;
  for (int32_t i = 0; i < 4; i++) {
    const uint8_t *of = level->alphas + 2 * ((intptr_t)neighbour(row + i / 2, level->height, t->wrap_v) * level->width +
                                             neighbour(column + i % 2, level->width, t->wrap_u));
    low = of[0] < low ? of[0] : low;
    high = of[1] > high ? of[1] : high;
  }
  alphas[0] = low * (1.0f / 255);
  alphas[1] = high * (1.0f / 255);
  return true;
}
