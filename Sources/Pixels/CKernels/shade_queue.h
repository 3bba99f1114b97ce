#pragma once

#include "mesh_triangle.h"
#include "shade_light.h"
#include "shade_texture.h"

// Parts of pixels that wait to be shaded. A part is what one triangle shows of a pixel. It is shaded at the mean of its
// points; where its textures are shrunk or it bends much, at that of each quarter of the pixel; and where quarters
// differ, at each point, or at four places of each. What light does is found apart from what textures show, since it
// often changes less.

enum {
  shade_room = 256,
  /// How a part is divided: not, in quarters, in points, in quarters of points; a pixel's side halved so often.
  parts_one = 0,
  parts_quarters = 1,
  parts_points = 2,
  parts_dense = 3,
};

typedef struct shade_part {
  /// Its pixel's, and its triangle's, in the tile.
  int32_t at, triangle;
  uint32_t points;
  f32x4 colour;
  /// By how many levels what its textures show differs within it.
  float contrast;
} shade_part;

/// What a place of a triangle has of its second and third corner, and one over its weight.
typedef struct shade_mix {
  float second, third, inverse;
} shade_mix;

/// The places of a part, one behind the other, where the triangle's textures are looked up.
typedef struct shade_look {
  int32_t part, first, count;
  /// The first of those that are lit; fewer than none where none is. One for all, or one for each.
  int32_t light;
  /// How much of a pixel each stands for, each way.
  float size;
} shade_look;

typedef struct shade_queue {
  int32_t part_count, light_count, look_count, place_count;
  shade_part parts[shade_room];
  shade_look looks[shade_room];
  /// How many points places stand for; where they lie, and what they have of the corners there; in steps of four.
  float counts[shade_room];
  float x[shade_room + 4], y[shade_room + 4];
  float second[shade_room + 4], third[shade_room + 4], inverse[shade_room + 4];
  /// What is lit: the normal, the way to the camera, and roughness and metal.
  f32x4 normals[shade_room], views[shade_room];
  float roughness[shade_room], metal[shade_room];
  lighting lightings[shade_room];
  /// Those parts that are shaded once more, at each of their points.
  int32_t again[shade_room];
} shade_queue;

// MARK: Points

/// How many points four have, and the sums of their columns and of their rows, in bytes, by their bits.
#define POINT(bits, i, column, row) (((bits) >> (i) & 1) * (1 | (column) << 8 | (row) << 16))
#define POINTS(bits, c0, r0, c1, r1, c2, r2, c3, r3) \
  (POINT(bits, 0, c0, r0) + POINT(bits, 1, c1, r1) + POINT(bits, 2, c2, r2) + POINT(bits, 3, c3, r3))
#define SIXTEEN(...)                                                                                            \
  {POINTS(0, __VA_ARGS__),  POINTS(1, __VA_ARGS__),  POINTS(2, __VA_ARGS__),  POINTS(3, __VA_ARGS__),           \
   POINTS(4, __VA_ARGS__),  POINTS(5, __VA_ARGS__),  POINTS(6, __VA_ARGS__),  POINTS(7, __VA_ARGS__),           \
   POINTS(8, __VA_ARGS__),  POINTS(9, __VA_ARGS__),  POINTS(10, __VA_ARGS__), POINTS(11, __VA_ARGS__),          \
   POINTS(12, __VA_ARGS__), POINTS(13, __VA_ARGS__), POINTS(14, __VA_ARGS__), POINTS(15, __VA_ARGS__)}
static const uint32_t point_sums[side][16] = {
    SIXTEEN(1, 1, 2, 1, 1, 2, 2, 2), SIXTEEN(0, 1, 3, 1, 0, 2, 3, 2), SIXTEEN(1, 0, 2, 0, 1, 3, 2, 3),
    SIXTEEN(0, 0, 3, 0, 0, 3, 3, 3)};
#undef SIXTEEN
#undef POINTS
#undef POINT

/// The points of each quarter of a pixel: of each four, one.
static const uint32_t quarters[4] = {0x1111, 0x2222, 0x4444, 0x8888};

/// A place at the mean of some points of a pixel, in pixels from the triangle's first corner; and how many they are.
typedef struct shade_place {
  float x, y;
  int32_t count;
} shade_place;

static inline shade_place mean_place(const triangle *t, int32_t at, uint32_t points) {
  const uint32_t sums = point_sums[0][points & 15] + point_sums[1][points >> 4 & 15] +
                        point_sums[2][points >> 8 & 15] + point_sums[3][points >> 12];
  const int32_t count = sums & 255;
  const float each = 0.25f / (float)count;
  return (shade_place){
      .x = middle_right(t, at % CK_MESH_TILE) + ((float)(sums >> 8 & 255) * each - 0.375f),
      .y = middle_below(t, at / CK_MESH_TILE) + ((float)(sums >> 16) * each - 0.375f), .count = count};
}

// MARK: Corners

static inline shade_mix mix_at(const triangle *t, shade_place at) {
  const f32x4 place = t->place + t->place_right * at.x + t->place_down * at.y;
  // Beyond an edge the surface goes on; of slivers what rounding leaves may be anything.
  const float a = place.x > -0.5f ? place.x < 1.5f ? place.x : 1.5f : -0.5f, rest = 1.5f - a;
  const float b = place.y > -0.5f ? place.y < rest ? place.y : rest : -0.5f;
  return (shade_mix){a, b, 1.0f / (place.z > t->least_weight ? place.z : t->least_weight)};
}

/// The same of places, which are numbers of one behind the other.
typedef struct shade_mixes {
  float *second, *third, *inverse;
} shade_mixes;

static inline shade_mix mix_of(shade_mixes mixes, int32_t i) {
  return (shade_mix){mixes.second[i], mixes.third[i], mixes.inverse[i]};
}

/// Finds those of some places, in steps of four.
static inline void find_mixes(const triangle *t, const float *x, const float *y, int32_t count, shade_mixes to) {
  const f32x4 low = -0.5f, high = 1.5f, least = t->least_weight;
  for (int32_t i = 0; i < count; i += 4) {
    const f32x4 right = load4(x + i), below = load4(y + i);
    f32x4 a = t->place.x + t->place_right.x * right + t->place_down.x * below;
    f32x4 b = t->place.y + t->place_right.y * right + t->place_down.y * below;
    const f32x4 weight = t->place.z + t->place_right.z * right + t->place_down.z * below;
    a = a > low ? a : low;
    a = a < high ? a : high;
    const f32x4 rest = high - a;
    b = b < rest ? b : rest;
    b = b > low ? b : low;
    const f32x4 inverse = 1.0f / (weight > least ? weight : least);
    memcpy(to.second + i, &a, sizeof a);
    memcpy(to.third + i, &b, sizeof b);
    memcpy(to.inverse + i, &inverse, sizeof inverse);
  }
}

static inline f32x4 mixed(const float *a, const float *b, const float *c, shade_mix mix) {
  const f32x4 first = load4(a);
  return first + (load4(b) - first) * mix.second + (load4(c) - first) * mix.third;
}

/// The corners of a triangle.
typedef struct shade_corners {
  const ck_shade_corner *a, *b, *c;
} shade_corners;

static inline shade_corners corners_of(const ck_shading *shading, const triangle *t) {
  const ck_shade_corner *first = shading->corners - shading->first_corner;
  return (shade_corners){first + t->corners[0], first + t->corners[1], first + t->corners[2]};
}

static inline shade_spot shade_spot_at(const triangle *t, shade_corners corners, shade_mix mix, float size) {
  const f32x4 a = load4(corners.a->coordinates);
  const f32x4 second = load4(corners.b->coordinates) - a, third = load4(corners.c->coordinates) - a;
  const f32x4 place = (a + second * mix.second + third * mix.third) * mix.inverse;
  return (shade_spot){
      .place = place,
      .right = (second * t->place_right.x + third * t->place_right.y - place * t->place_right.z) * mix.inverse,
      .down = (second * t->place_down.x + third * t->place_down.y - place * t->place_down.z) * mix.inverse,
      .part = size};
}

/// A texture on a triangle.
typedef struct shade_cover {
  shade_plan plan;
  /// u and v at the first corner, and by how much those of the second and third differ, times their weights.
  uv first, second, third;
} shade_cover;

static inline shade_cover cover_with(const ck_shade_texture *t, shade_corners corners, const shade_spot *spot) {
  const uv a = transformed(t, load4(corners.a->coordinates), 0), b = transformed(t, load4(corners.b->coordinates), 0);
  const uv c = transformed(t, load4(corners.c->coordinates), 0);
  return (shade_cover){
      .plan = plan_lookup(t, spot), .first = a, .second = {b.u - a.u, b.v - a.v}, .third = {c.u - a.u, c.v - a.v}};
}

/// Looks a texture up at some of four places; and what it differs by within a pixel, in levels, if that is more than
/// before.
static inline void look_up_cover(
    const shade_cover *cover, shade_mixes mixes, int32_t at, int32_t count, f32x4 values[4], float *contrast) {
  const ck_shade_texture *t = cover->plan.texture;
  const f32x4 second = load4(mixes.second + at), third = load4(mixes.third + at), inverse = load4(mixes.inverse + at);
  const f32x4 u = (cover->first.u + cover->second.u * second + cover->third.u * third) * inverse + t->x[2];
  const f32x4 v = (cover->first.v + cover->second.v * second + cover->third.v * third) * inverse + t->y[2];
  look_up_four(&cover->plan, u, v, count, values);
  if (!contrast) return;
  for (int32_t i = 0; i < count; i++) *contrast = larger(*contrast, contrast_at(&cover->plan, u[i], v[i]));
}

static inline float dot3(f32x4 a, f32x4 b) {
  const f32x4 t = a * b;
  return t.x + t.y + t.z;
}
static inline f32x4 cross3(f32x4 a, f32x4 b) { return a.yzxw * b.zxyw - a.zxyw * b.yzxw; }
static inline f32x4 unit3(f32x4 a) {
  const float length2 = dot3(a, a);
  return a * (1.0f / __builtin_elementwise_sqrt(length2 > 1e-30f ? length2 : 1e-30f));
}

/// The normal that a normal map gives.
static f32x4 mapped_normal(
    const ck_shading *shading, const triangle *t, shade_corners corners, shade_mix mix, f32x4 normal, f32x4 texel) {
  const ck_shade_material *m = t->material;
  const f32x4 n = unit3(normal);
  texel = texel * 2.0f - 1.0f;
  f32x4 tangent = mixed(corners.a->tangent, corners.b->tangent, corners.c->tangent, mix), bitangent;
  if (dot3(tangent, tangent) > 0 || !shading->frames) {
    const float handed = tangent.w < 0 ? -1 : 1;
    tangent = unit3(tangent - n * dot3(n, tangent));
    bitangent = cross3(n, tangent) * handed;
  } else {
    const ck_shade_frame *frame = &shading->frames[t->number];
    const f32x4 along_u = load4(frame->along_u);
    tangent = unit3(along_u - n * dot3(n, along_u));
    bitangent = cross3(n, tangent);
    // v grows downwards in the picture.
    if (dot3(bitangent, load4(frame->along_v)) > 0) bitangent = -bitangent;
  }
  return tangent * (texel.x * m->normal_scale) + bitangent * (texel.y * m->normal_scale) + n * texel.z;
}

static inline shade_mixes mixes_of(shade_queue *queue) {
  return (shade_mixes){queue->second, queue->third, queue->inverse};
}

// MARK: Light

/// Adds places that are lit.
static inline void add_lights(
    shade_queue *queue, const ck_shading *shading, const triangle *t, const shade_spot *spot, shade_mixes mixes,
    int32_t count, float *contrast) {
  const ck_shade_material *m = t->material;
  const shade_corners corners = corners_of(shading, t);
  const bool is_mapped = m->normal_texture >= 0, has_metal = m->metal_texture >= 0;
  shade_cover normals, metals;
  if (is_mapped) normals = cover_with(&shading->textures[m->normal_texture], corners, spot);
  if (has_metal) metals = cover_with(&shading->textures[m->metal_texture], corners, spot);
  for (int32_t first = 0; first < count; first += 4) {
    const int32_t some = count - first < 4 ? count - first : 4;
    f32x4 of_normals[4], of_metals[4];
    if (is_mapped) look_up_cover(&normals, mixes, first, some, of_normals, contrast);
    if (has_metal) look_up_cover(&metals, mixes, first, some, of_metals, contrast);
    for (int32_t k = 0; k < some; k++) {
      const shade_mix mix = mix_of(mixes, first + k);
      const int32_t i = queue->light_count++;
      f32x4 normal = mixed(corners.a->normal, corners.b->normal, corners.c->normal, mix);
      queue->views[i] = -mixed(corners.a->view, corners.b->view, corners.c->view, mix);
      if (is_mapped) normal = mapped_normal(shading, t, corners, mix, normal, of_normals[k]);
      queue->roughness[i] = m->roughness * (has_metal ? of_metals[k].y : 1);
      queue->metal[i] = m->metal * (has_metal ? of_metals[k].z : 1);
      // With its map: dents of the front are bumps of the back.
      queue->normals[i] = t->is_back ? -normal : normal;
    }
  }
}

static inline vec4 rows_of(const f32x4 *four) {
  vec4 t;
  f32x4 unused;
  columns_of(four[0], four[1], four[2], four[3], &t.x, &t.y);
  columns_of(four[0].zwzw, four[1].zwzw, four[2].zwzw, four[3].zwzw, &t.z, &unused);
  return t;
}

/// Lights what was added.
static void light_queue(shade_queue *queue, const ck_shading *shading) {
  // Behind the last are earlier ones, which are lit in vain.
  for (int32_t i = 0; i < queue->light_count; i += 4) {
    light4(shading, rows_of(queue->normals + i), rows_of(queue->views + i), load4(queue->roughness + i),
           queue->lightings + i);
  }
}

/// The textures of a part's places.
typedef struct shade_covers {
  shade_cover base, occlusion, emissive;
} shade_covers;

/// What textures show at some of four places.
typedef struct shade_texels {
  f32x4 base[4], occlusion[4], emissive[4];
} shade_texels;

static inline void find_covers(
    const ck_shading *shading, const triangle *t, bool is_lit, const shade_spot *spot, shade_covers *to) {
  const ck_shade_material *m = t->material;
  const shade_corners corners = corners_of(shading, t);
  if (m->base_texture >= 0) to->base = cover_with(&shading->textures[m->base_texture], corners, spot);
  if (!is_lit) return;
  if (m->occlusion_texture >= 0) to->occlusion = cover_with(&shading->textures[m->occlusion_texture], corners, spot);
  if (m->emissive_texture >= 0) to->emissive = cover_with(&shading->textures[m->emissive_texture], corners, spot);
}

static inline void find_texels(
    const ck_shade_material *m, bool is_lit, const shade_covers *covers, shade_mixes mixes, int32_t at, int32_t count,
    shade_texels *to, float *contrast) {
  if (m->base_texture >= 0) look_up_cover(&covers->base, mixes, at, count, to->base, contrast);
  if (!is_lit) return;
  if (m->occlusion_texture >= 0) look_up_cover(&covers->occlusion, mixes, at, count, to->occlusion, contrast);
  if (m->emissive_texture >= 0) look_up_cover(&covers->emissive, mixes, at, count, to->emissive, contrast);
}

/// What a place sends to the camera of its colour: times one, and as much whatever the colour is; each the sum of
/// what its occlusion darkens, and of what that does not.
typedef struct shade_sum {
  f32x4 times_open, times, plus_open, plus;
} shade_sum;

static inline shade_sum sum_of_light(const lighting *light, float metal) {
  const float rest = 1 - metal, least = 0.04f * rest;
  const f32x4 mirror = light->mirror * light->parts.x;
  return (shade_sum){
      .times_open = light->diffuse * (rest * 0.96f) + mirror * metal, .times = light->parts.z * metal,
      .plus_open = mirror * least + light->mirror * light->parts.y, .plus = light->parts.z * least + light->parts.w};
}

/// The linear colour of a place with its alpha, before it is lit.
///
/// - number: its own of four.
static inline f32x4 base_of(
    const ck_shading *shading, const triangle *t, shade_mix mix, const shade_texels *texels, int32_t number) {
  f32x4 base = load4(t->material->base);
  if (shading->have_colours) {
    const shade_corners corners = corners_of(shading, t);
    base *= mixed(corners.a->colour, corners.b->colour, corners.c->colour, mix) * mix.inverse;
  }
  return t->material->base_texture >= 0 ? base * texels->base[number] : base;
}

/// What a place sends to the camera, of the three colours: linear.
static inline f32x4 lit_colour(
    const ck_shade_material *m, f32x4 base, const shade_sum *sum, const shade_texels *texels, int32_t number) {
  float open = 1;
  if (m->occlusion_texture >= 0) open = 1 + m->occlusion * (texels->occlusion[number].x - 1);
  const f32x4 colour = base * (sum->times_open * open + sum->times) + (sum->plus_open * open + sum->plus);
  const f32x4 emissive = load4(m->emissive);
  return colour + (m->emissive_texture >= 0 ? emissive * texels->emissive[number] : emissive);
}
