#pragma once

#include "ckernels.h"
#include "ckernels_mesh.h"
#include "mesh_triangle.h"

// Looking up a texture of quads: level and taps by the rules of SamplingPlan.swift for luma, but for each pixel, since
// a relief changes its footprint from pixel to pixel. In single precision, in a fixed order, without contraction.

/// Where a pixel's lookups lie in the finest level.
typedef struct mesh_spot {
  /// u and v, and what they gain for a pixel to the right, and for a pixel below; the other two numbers mean nothing.
  f32x4 place, right, down;
} mesh_spot;

typedef struct mesh_taps {
  int32_t count;
  /// In pixels.
  float spacing;
} mesh_taps;

// Up to so many texels a pixel, along an axis, two taps do; they draw together from the second number on, since farther
// than a texel apart they would pass detail that they should stop.
static const float most_of_two = 2.6f, least_drawn = 1.5f;
// Texels of a level that a pixel spans the short way, at least, for the next level to be taken.
static const float texels_a_pixel = 4.2f;
// The same for one of a pixel's points.
static const float texels_a_point = 1.75f;
/// The most taps along an axis where no level is coarse enough.
enum { mesh_most_taps = 8 };

// How far apart, in pixels, evenly spaced taps lie that have the variance of a pixel, by their number n:
// 1 / sqrt(n n - 1). Of more taps, a pixel divided evenly is near enough.
enum { most_spread = 8 };
static const float spread_of[most_spread + 1] = {0, 0, 0.57735027f, 0.35355339f, 0.25819889f, 0.20412415f, 0.16903085f,
                                                 0.14433757f, 0.12598816f};

// How much nearer two taps draw together for each texel.
static const float drawn_a_texel = (0.57735027f - 0.5f) / (2.1f - 1.5f);

static inline mesh_taps taps_of(float texels) {
  if (texels <= most_of_two) {
    const float drawn = texels - least_drawn;
    return (mesh_taps){2, spread_of[2] - (drawn > 0 ? drawn : 0) * drawn_a_texel};
  }
  if (!(texels <= (float)CK_MAX_TAPS)) return (mesh_taps){CK_MAX_TAPS + 1, 0};
  const float most = texels - 0.1f;
  const int32_t whole = (int32_t)most;
  const int32_t count = (float)whole < most ? whole + 1 : whole;
  return (mesh_taps){count, count <= most_spread ? spread_of[count] : 1.0f / (float)count};
}

// The halving of which a pixel spans fewer texels than some, the short way.
static inline int32_t halving_of(const ck_mesh_layer *layer, const mesh_spot *spot, float texels) {
  const float right2 = spot->right.x * spot->right.x + spot->right.y * spot->right.y;
  const float down2 = spot->down.x * spot->down.x + spot->down.y * spot->down.y;
  const float longest2 = right2 > down2 ? right2 : down2;
  if (longest2 < texels * texels) return 0;
  const float area = spot->right.x * spot->down.y - spot->right.y * spot->down.x;
  const float shortest = (area < 0 ? -area : area) / __builtin_elementwise_sqrt(longest2);
  int32_t level = 0;
  while (level < layer->coarsest && shortest >= (float)(1 << level) * texels) level++;
  return level;
}

typedef struct mesh_plan {
  int32_t level;
  mesh_taps right, down;
} mesh_plan;

static inline mesh_plan plan_of(const ck_mesh_layer *layer, const mesh_spot *spot) {
  const float right2 = spot->right.x * spot->right.x + spot->right.y * spot->right.y;
  const float down2 = spot->down.x * spot->down.x + spot->down.y * spot->down.y;
  const float right = __builtin_elementwise_sqrt(right2), down = __builtin_elementwise_sqrt(down2);
  int32_t level = halving_of(layer, spot, texels_a_pixel);
  for (; level <= layer->coarsest; level++) {
    const float scale = 1.0f / (float)(1 << level);
    const mesh_taps across = taps_of(right * scale), along = taps_of(down * scale);
    if (across.count <= CK_MAX_TAPS && along.count <= CK_MAX_TAPS && across.count * along.count <= CK_MAX_TAPS) {
      return (mesh_plan){level, across, along};
    }
  }
  // A texture that is thinner than a pixel: as many taps as there may be.
  const mesh_taps most = {mesh_most_taps, 1.0f / mesh_most_taps};
  return (mesh_plan){layer->coarsest, most, most};
}

enum { weight_bits = 14 };

static inline i16x8 two_quads(const int16_t *texels) {
  i16x8 t;
  memcpy(&t, texels, sizeof t);
  return t;
}

/// Where the texels around four places of a level lie: the index of the upper left ones, and the weights of the left
/// ones, the upper one's in the lower half, and of the right ones.
typedef struct four_places {
  i32x4 index, left, right;
} four_places;

// Places must lie within the level, border included.
static inline four_places located_within(const ck_mesh_level *level, f32x4 u, f32x4 v) {
  const i32x4 columns = __builtin_convertvector(u, i32x4), rows = __builtin_convertvector(v, i32x4);
  const f32x4 beside = u - __builtin_convertvector(columns, f32x4), below = v - __builtin_convertvector(rows, f32x4);
  // Rounded down; that all four make one keeps what is opaque opaque.
  const i32x4 next = __builtin_convertvector(beside * (1 << weight_bits), i32x4);
  const i32x4 lower = __builtin_convertvector(below * (1 << weight_bits), i32x4);
  const i32x4 last = __builtin_convertvector(beside * below * (1 << weight_bits), i32x4);
  return (four_places){
      .index = rows * level->stride + columns,
      .left = ((1 << weight_bits) - next - lower + last) | (lower - last) << 16,
      .right = (next - last) | last << 16};
}

static inline four_places located(const ck_mesh_level *level, f32x4 u, f32x4 v) {
  const f32x4 limit_u = level->limit_u, limit_v = level->limit_v, zero = 0;
  // Of what is no number the first comparison fails.
  u = u > zero ? u : zero;
  v = v > zero ? v : zero;
  return located_within(level, u < limit_u ? u : limit_u, v < limit_v ? v : limit_v);
}

// The bilinear sample at a place, in 1 << (CK_LEVEL_BITS + weight_bits) of a level: of those, four fit in a lane.
static inline i32x4 bilinear(const ck_mesh_level *level, int32_t index, int32_t left, int32_t right) {
  const int16_t *upper = level->texels + 4 * (intptr_t)index;
  const i16x8 a = two_quads(upper), b = two_quads(upper + 4 * (intptr_t)level->stride);
  return lower_sums(a, b, (i32x4)left) + upper_sums(a, b, (i32x4)right);
}

// The sum of the samples at the first `count` of four places.
static inline f32x4 sum_of_four(const ck_mesh_level *level, four_places at, int32_t count) {
  i32x4 sum = bilinear(level, at.index.x, at.left.x, at.right.x);
  if (count > 1) sum += bilinear(level, at.index.y, at.left.y, at.right.y);
  if (count > 2) sum += bilinear(level, at.index.z, at.left.z, at.right.z);
  if (count > 3) sum += bilinear(level, at.index.w, at.left.w, at.right.w);
  return __builtin_convertvector(sum, f32x4);
}

// A level to sample; one that is there, where the one that is needed has not been made.
static inline const ck_mesh_level *level_of(ck_mesh_layer *layer, int32_t number) {
  const ck_mesh_level *level = &layer->levels[number];
  if (level->texels) return level;
  layer->missing |= 1u << number;
  return 0;
}

static inline f32x4 mean_of_samples(f32x4 sum, int32_t count) {
  return sum * (1.0f / (float)(1 << (CK_LEVEL_BITS + weight_bits)) / (float)count);
}

// The mean over a whole pixel.
static inline f32x4 mean_of_pixel(ck_mesh_layer *layer, const mesh_spot *spot) {
  const mesh_plan plan = plan_of(layer, spot);
  const ck_mesh_level *level = level_of(layer, plan.level);
  if (!level) return 0;
  const float scale = level->scale;
  const float u = spot->place.x * scale + level->offset, v = spot->place.y * scale + level->offset;
  const int32_t columns = plan.right.count, rows = plan.down.count;
  const float across = plan.right.spacing * scale, along = plan.down.spacing * scale;
  const float right_u = spot->right.x * across, right_v = spot->right.y * across;
  const float down_u = spot->down.x * along, down_v = spot->down.y * along;
  f32x4 sum = 0;
  for (int32_t row = 0; row < rows; row++) {
    const float y = (float)row - 0.5f * (float)(rows - 1);
    const float row_u = u + down_u * y, row_v = v + down_v * y;
    for (int32_t column = 0; column < columns; column += 4) {
      const f32x4 x = (float)column - 0.5f * (float)(columns - 1) + (f32x4){0, 1, 2, 3};
      sum += sum_of_four(level, located(level, row_u + right_u * x, row_v + right_v * x), columns - column);
    }
  }
  return mean_of_samples(sum, columns * rows);
}

// The mean of some of a pixel's points: with the footprint of the whole pixel, what lies outside of the texture would
// count twice at an edge.
static inline f32x4 mean_of_points(ck_mesh_layer *layer, const mesh_spot *spot, uint32_t points) {
  const ck_mesh_level *level = level_of(layer, halving_of(layer, spot, side * texels_a_point));
  if (!level) return 0;
  const float scale = level->scale;
  const float u = spot->place.x * scale + level->offset, v = spot->place.y * scale + level->offset;
  f32x4 sum = 0;
  int32_t count = 0;
  for (int32_t four = 0; four < side; four++) {
    const uint32_t bits = points >> (side * four) & 15;
    if (!bits) continue;
    const f32x4 x = points_right(four) * scale, y = points_below(four) * scale;
    const four_places at = located(
        level, u + spot->right.x * x + spot->down.x * y, v + spot->right.y * x + spot->down.y * y);
    i32x4 part = 0;
    for (int32_t i = 0; i < 4; i++) {
      if (bits >> i & 1) {
        part += bilinear(level, at.index[i], at.left[i], at.right[i]);
        count++;
      }
    }
    sum += __builtin_convertvector(part, f32x4);
  }
  return mean_of_samples(sum, count);
}

/// Finds how the four taps of a pixel lie about its middle: half of what u and v gain from tap to tap, to the right
/// (u, v) and below (u, v); gives whether four are too few.
static inline bool find_footprint(f32x4 right, f32x4 down, f32x4 *taps) {
  f32x4 gains = right.xyxy;
  gains.zw = down.xy;
  const f32x4 squares = gains * gains, lengths2 = squares + squares.yxwz, zero = 0;
  const f32x4 drawn = __builtin_elementwise_sqrt(lengths2) - least_drawn;
  *taps = gains * ((spread_of[2] - (drawn > zero ? drawn : zero) * drawn_a_texel) * 0.5f);
  const float most2 = most_of_two * most_of_two;
  return !(lengths2.x <= most2 && lengths2.z <= most2);
}

/// Room for pixels that are looked up together.
enum { batch_pixels = CK_MESH_TILE * CK_MESH_TILE };

/// Pixels whose whole means are looked up together: so many steps lie between where a pixel is and its colour that a
/// processor has no room to overlap pixels in one loop, which took twice as long.
typedef struct batch {
  int32_t count;
  /// The texels at the middles: u, v, and two numbers that mean nothing.
  f32x4 middles[batch_pixels];
  /// As `find_footprint` finds them.
  f32x4 taps[batch_pixels];
  bool is_larger[batch_pixels];
  /// Of those that need more than four taps.
  mesh_spot spots[batch_pixels];
  /// Where the four taps of each pixel lie.
  int32_t index[side][batch_pixels], left[side][batch_pixels], right[side][batch_pixels];
  f32x4 colours[batch_pixels];
} batch;

static inline void find_taps(const ck_mesh_level *level, batch *batch) {
  for (int32_t i = 0; i < batch->count; i += 4) {
    const f32x4 *middles = batch->middles + i;
    f32x4 u, v, right_u, right_v, down_u, down_v;
    columns_of(middles[0], middles[1], middles[2], middles[3], &u, &v);
    u += level->offset;
    v += level->offset;
    const f32x4 a = batch->taps[i], b = batch->taps[i + 1], c = batch->taps[i + 2], d = batch->taps[i + 3];
    columns_of(a, b, c, d, &right_u, &right_v);
    columns_of(a.zwzw, b.zwzw, c.zwzw, d.zwzw, &down_u, &down_v);
    const f32x4 reach_u = magnitude4(right_u) + magnitude4(down_u), reach_v = magnitude4(right_v) + magnitude4(down_v);
    const i32x4 is_within = (u - reach_u >= 0) & (u + reach_u <= level->limit_u - 1) & (v - reach_v >= 0) &
                            (v + reach_v <= level->limit_v - 1);
    const bool are_within = bits4_of(is_within) == 0;
    for (int32_t tap = 0; tap < side; tap++) {
      const f32x4 x = tap & 1 ? right_u : -right_u, y = tap & 1 ? right_v : -right_v;
      const f32x4 tap_u = u + (tap & 2 ? x + down_u : x - down_u), tap_v = v + (tap & 2 ? y + down_v : y - down_v);
      const four_places at = are_within ? located_within(level, tap_u, tap_v) : located(level, tap_u, tap_v);
      memcpy(batch->index[tap] + i, &at.index, sizeof at.index);
      memcpy(batch->left[tap] + i, &at.left, sizeof at.left);
      memcpy(batch->right[tap] + i, &at.right, sizeof at.right);
      if (tap != 0) continue;
      for (int32_t k = 0; k < 4; k++) __builtin_prefetch(level->texels + 4 * (intptr_t)at.index[k]);
    }
  }
}

static inline void look_up(ck_mesh_layer *layer, batch *batch) {
  const ck_mesh_level *level = level_of(layer, 0);
  if (!level) {
    batch->count = 0;
    return;
  }
  find_taps(level, batch);
  for (int32_t i = 0; i < batch->count; i++) {
    if (batch->is_larger[i]) {
      batch->colours[i] = mean_of_pixel(layer, &batch->spots[i]);
      continue;
    }
    i32x4 sum = 0;
    for (int32_t tap = 0; tap < side; tap++) {
      sum += bilinear(level, batch->index[tap][i], batch->left[tap][i], batch->right[tap][i]);
    }
    batch->colours[i] = mean_of_samples(__builtin_convertvector(sum, f32x4), side);
  }
}

// The signals of light, held within 0 and 1, which beyond a triangle's edges it may leave.
static inline f32x4 encoded(const ck_mesh_drawing *drawing, f32x4 light) {
  const f32x4 zero = 0, one = 1;
  light = light > zero ? light : zero;
  const f32x4 step = (light < one ? light : one) * CK_MESH_LIGHTS;
  const i32x4 whole = __builtin_convertvector(step, i32x4);
  const float *x = drawing->signal_of_light + whole.x, *y = drawing->signal_of_light + whole.y;
  const float *z = drawing->signal_of_light + whole.z;
  const f32x4 below = {x[0], y[0], z[0], 0}, above = {x[1], y[1], z[1], 0};
  return below + (above - below) * (step - __builtin_convertvector(whole, f32x4));
}

// The colour after its light has been multiplied by factors.
static inline f32x4 lit(const ck_mesh_drawing *drawing, f32x4 colour, f32x4 factors) {
  const float alpha = colour.w;
  if (!(alpha > 0)) return colour;
  const float *lights = drawing->light_of_signal;
  const f32x4 straight = alpha == 255 ? colour * (1.0f / 255) : colour / alpha;
  const i32x4 signal = __builtin_convertvector(held4(straight, 1) * CK_MESH_SIGNALS + 0.5f, i32x4);
  f32x4 result = encoded(drawing, (f32x4){lights[signal.x], lights[signal.y], lights[signal.z], 0} * factors) * alpha;
  result.w = alpha;
  return result;
}
