#pragma once

#include "mesh_cover.h"

// Layers of lit triangles: which points show them, what they show there, and painting it.
//
// Against 8 x 8 points a pixel in double precision, within edges: balls of metal and plastic 58 to 61 dB, noise of one
// texel shrunk to an eighth 49, cut-outs 58; with their edges 44 to 58. Where textures are shrunk further or along one
// way alone to a fiftieth, the points of the reference are too few, and 29 to 40 dB are left.

// How much a normal may turn within a pixel, squared, for a part to be lit once, times the surface's alpha: the glint
// of the lamp on what is smooth is narrow.
static const float bend_of_one = 0.0035f, least_alpha = 0.002f;
// So many texels a pixel, squared, are looked up once.
static const float texels_of_one = 0.16f;
// By so many levels the quarters of a part may differ.
static const float even_levels = 20;
// From so much contrast of textures on, four places a point are shaded: their edges are sharp.
static const float dense_levels = 60;
// Triangles that are cut out are sorted by depth in so many steps.
enum { depth_steps = 128 };

// MARK: Triangles

/// Whether a triangle's normal turns too much within a pixel.
static inline bool turns(const triangle *t, shade_corners corners) {
  const f32x4 a = load4(corners.a->normal);
  const f32x4 second = load4(corners.b->normal) - a, third = load4(corners.c->normal) - a;
  const f32x4 normal = a + (second + third) * (1.0f / 3);
  const f32x4 right = second * t->place_right.x + third * t->place_right.y;
  const f32x4 down = second * t->place_down.x + third * t->place_down.y;
  const float length2 = dot3(normal, normal), along = dot3(normal, right), below = dot3(normal, down);
  const float turn = dot3(right, right) + dot3(down, down), with = along * along + below * below;
  const float alpha = t->material->roughness * t->material->roughness;
  return turn * length2 - with > bend_of_one * (alpha > least_alpha ? alpha : least_alpha) * (length2 * length2);
}

/// Notes what a texture asks for.
static inline void add_texture(const ck_shading *shading, triangle *t, int32_t number, const shade_spot *spot,
                               float growth, bool is_lit) {
  if (number < 0) return;
  t->is_textured = true;
  const ck_shade_texture *texture = &shading->textures[number];
  const span span = span_of(texture, spot);
  const float longest2 = (span.right2 > span.down2 ? span.right2 : span.down2) * growth;
  if (!(longest2 <= texels_of_one)) {
    t->parts = parts_quarters;
    t->are_lit_apart |= is_lit;
  }
}

/// Whether all points pass or none does, of a least and a most alpha; otherwise `alpha_some`. What rounding may change
/// is some.
typedef enum alpha_kind { alpha_none, alpha_all, alpha_some } alpha_kind;

/// The same where a triangle has so much of its texture's alpha.
static inline alpha_kind kind_of(const triangle *t, const float texels[2]) {
  const float low = t->alphas[0] * texels[t->alphas[0] < 0], high = t->alphas[1] * texels[!(t->alphas[1] < 0)];
  const float cutoff = t->material->cutoff, slack = 0.0001f + 0.001f * (cutoff < 0 ? -cutoff : cutoff);
  if (low >= cutoff + slack) return alpha_all;
  return high < cutoff - slack ? alpha_none : alpha_some;
}

/// By how much what a texture gains for a pixel may be more somewhere on a triangle than at its middle.
static inline float growth_of(const triangle *t) {
  const float nearer = t->most_weight / t->least_weight;
  return nearer * nearer;
}

/// How far a pixel reaches along u and v.
static inline uv reach_of_pixel(const ck_shade_texture *texture, const triangle *t, const shade_spot *spot) {
  const uv right = transformed(texture, spot->right, 0), down = transformed(texture, spot->down, 0);
  const float growth = growth_of(t);
  return (uv){(magnitude(right.u) + magnitude(down.u)) * growth, (magnitude(right.v) + magnitude(down.v)) * growth};
}

/// Finds the least and the most alpha of a triangle's corners, and what is known of its texture's anywhere.
static void find_alphas_of(const pass *pass, triangle *t, shade_corners corners, float texels[2]) {
  const ck_shading *shading = pass->layer->shading;
  const ck_shade_corner *of[3] = {corners.a, corners.b, corners.c};
  const int32_t number = t->material->base_texture;
  const ck_shade_texture *texture = number >= 0 ? &shading->textures[number] : NULL;
  f32x4 first = INFINITY, last = -INFINITY;
  t->alphas[0] = INFINITY;
  t->alphas[1] = -INFINITY;
  for (int32_t i = 0; i < 3; i++) {
    const float inverse = 1.0f / pass->drawing->corners[t->corners[i]].place[2];
    const float alpha = t->material->base[3] * (shading->have_colours ? of[i]->colour[3] * inverse : 1);
    if (alpha < t->alphas[0]) t->alphas[0] = alpha;
    if (alpha > t->alphas[1]) t->alphas[1] = alpha;
    if (!texture) continue;
    const uv at = transformed(texture, load4(of[i]->coordinates) * inverse, 1);
    const f32x4 place = {at.u, at.v, 0, 0};
    first = lesser4(first, place);
    last = greater4(last, place);
  }
  texels[0] = texels[1] = 1;
  if (!texture) return;
  const float third = 1.0f / 3;
  const shade_spot spot = shade_spot_at(t, corners, (shade_mix){third, third, 1.0f / t->middle.z}, 1);
  const uv pixel = reach_of_pixel(texture, t, &spot);
  const f32x4 middle = (first + last) * 0.5f, reach = last - first + (f32x4){pixel.u, pixel.v, 0, 0} * 0.25f;
  if (!find_alphas(texture, (uv){middle.x, middle.y}, (uv){reach.x, reach.y}, texels)) texels[0] = 0;
}

/// Finds how a triangle is shaded at first; false where nothing of it is seen.
static bool prepare_shading(const pass *pass, int32_t number, triangle *t) {
  const ck_shading *shading = pass->layer->shading;
  const ck_shade_material *m = &shading->materials[shading->faces[number] >> 1];
  t->number = number;
  t->material = m;
  t->is_back = shading->faces[number] & 1;
  t->parts = parts_one;
  t->is_textured = t->are_lit_apart = false;
  const bool is_lit = shading->light != CK_SHADE_UNLIT && !m->is_unlit;
  const shade_corners corners = corners_of(shading, t);
  t->is_cut = false;
  if (m->mode != CK_SHADE_OPAQUE) {
    float texels[2];
    find_alphas_of(pass, t, corners, texels);
    if (m->mode == CK_SHADE_BLEND && t->alphas[1] * texels[1] <= 0) return false;
    const alpha_kind kind = m->mode == CK_SHADE_MASK ? kind_of(t, texels) : alpha_all;
    if (kind == alpha_none) return false;
    t->is_cut = kind == alpha_some;
  }
  t->is_bent = is_lit && turns(t, corners);
  if (t->is_bent) {
    t->parts = parts_quarters;
    t->are_lit_apart = true;
  }
  if (!m->has_textures) return true;
  const float middle = 1.0f / 3;
  const shade_spot spot = shade_spot_at(t, corners, (shade_mix){middle, middle, 1.0f / t->middle.z}, 1);
  const float growth = growth_of(t) * growth_of(t);
  add_texture(shading, t, m->base_texture, &spot, growth, false);
  if (!is_lit) return true;
  add_texture(shading, t, m->occlusion_texture, &spot, growth, false);
  add_texture(shading, t, m->emissive_texture, &spot, growth, false);
  add_texture(shading, t, m->metal_texture, &spot, growth, true);
  add_texture(shading, t, m->normal_texture, &spot, growth, true);
  return true;
}

static uint32_t passing_points(const pass *pass, const triangle *t, int32_t at, uint32_t points) {
  const ck_shading *shading = pass->layer->shading;
  const shade_corners corners = corners_of(shading, t);
  if (t->material->base_texture >= 0) {
    const ck_shade_texture *texture = &shading->textures[t->material->base_texture];
    const shade_spot spot = shade_spot_at(t, corners, mix_at(t, mean_place(t, at, all_points)), 1);
    float texels[2];
    if (find_alphas(texture, transformed(texture, spot.place, 1), reach_of_pixel(texture, t, &spot), texels)) {
      const alpha_kind kind = kind_of(t, texels);
      if (kind != alpha_some) return kind == alpha_all ? points : 0;
    }
  }
  uint32_t passing = 0;
  shade_covers covers;
  shade_texels texels;
  const shade_spot spot = shade_spot_at(t, corners, mix_at(t, mean_place(t, at, points)), 1.0f / side);
  find_covers(shading, t, false, &spot, &covers);
  // The alpha alone is asked for.
  covers.base.plan.is_light = covers.base.plan.is_signals = false;
  while (points) {
    float x[4] = {0}, y[4] = {0}, second[4], third[4], inverse[4];
    const shade_mixes mixes = {second, third, inverse};
    uint32_t four[4];
    int32_t count = 0;
    for (; points && count < 4; points &= points - 1, count++) {
      four[count] = points & -points;
      const shade_place place = mean_place(t, at, four[count]);
      x[count] = place.x;
      y[count] = place.y;
    }
    find_mixes(t, x, y, count, mixes);
    find_texels(t->material, false, &covers, mixes, 0, count, &texels, NULL);
    for (int32_t i = 0; i < count; i++) {
      if (base_of(shading, t, mix_of(mixes, i), &texels, i).w >= t->material->cutoff) passing |= four[i];
    }
  }
  return passing;
}

/// Covers what triangles that are cut out show, from about the nearest to the farthest.
static void cover_cut(const pass *pass) {
  triangle *triangles = pass->tile->triangles;
  float nearest = INFINITY, farthest = -INFINITY;
  for (int32_t i = 0; i < pass->blended; i++) {
    if (!triangles[i].is_cut) continue;
    const float near = triangles[i].middle.w;
    nearest = near < nearest ? near : nearest;
    farthest = near > farthest ? near : farthest;
  }
  int32_t heads[depth_steps];
  for (int32_t i = 0; i < depth_steps; i++) heads[i] = -1;
  const float steps = farthest > nearest ? (depth_steps - 1) / (farthest - nearest) : 0;
  for (int32_t i = pass->blended - 1; i >= 0; i--) {
    if (!triangles[i].is_cut) continue;
    const float step = (triangles[i].middle.w - nearest) * steps;
    int32_t *head = &heads[step > 0 ? step < depth_steps - 1 ? (int32_t)step : depth_steps - 1 : 0];
    triangles[i].next = *head;
    *head = i;
  }
  for (int32_t step = 0; step < depth_steps; step++) {
    for (int32_t i = heads[step]; i >= 0; i = triangles[i].next) do_triangle(pass, &triangles[i], i, work_nearest);
  }
}

/// Finds the points that the layer's opaque triangles cover, and which is nearest there; false if it has no triangles.
static bool cover_shaded(pass *pass) {
  tile *tile = pass->tile;
  if (tile->held == pass->layer) {
    pass->count = tile->held_count;
    pass->blended = tile->held_blended;
    return true;
  }
  tile->held = NULL;
  pass->count = pass->blended = 0;
  add_triangles(pass, false, tile->wanted);
  if (pass->count == 0) return false;
  memset(tile->covered, 0, sizeof tile->covered);
  memset(tile->touched, 0, sizeof tile->touched);
  for (int32_t at = 0; at < pixel_count; at++) {
    for (int32_t i = 0; i < side; i++) {
      tile->own_depths[at][i] = INFINITY;
      tile->nearest[at][i] = 0;
    }
  }
  for (int32_t i = 0; i < pass->blended; i++) {
    if (!tile->triangles[i].is_cut) do_triangle(pass, &tile->triangles[i], i, work_nearest);
  }
  cover_cut(pass);
  tile->held = pass->layer;
  tile->held_count = pass->count;
  tile->held_blended = pass->blended;
  return true;
}

static inline void find_depths(const pass *pass, int32_t at, f32x4 depths[side]) {
  for (int32_t i = 0; i < side; i++) depths[i] = depth_of(pass->tile->own_depths[at][i], pass->layer->is_perspective);
}

/// Finds the depths behind which the layers before hide a layer's blended triangles.
static void find_limits(const pass *pass) {
  for (int32_t at = 0; at < pixel_count; at++) {
    for (int32_t i = 0; i < side; i++) pass->limits[at][i] = pass->tile->depths[at][i] + pass->drawing->tolerance;
  }
}

/// Finds where a shared layer is hidden, and writes its depths.
static void find_shaded(pass *pass) {
  tile *tile = pass->tile;
  if (pass->limits) find_limits(pass);
  if (!cover_shaded(pass)) return;
  for (int32_t row = 0; row < CK_MESH_TILE; row++) {
    for (uint32_t pixels = tile->touched[row]; pixels; pixels &= pixels - 1) {
      const int32_t at = row * CK_MESH_TILE + __builtin_ctz(pixels);
      f32x4 depths[side];
      find_depths(pass, at, depths);
      const uint32_t points = tile->covered[at] & not_hidden(tile, at, depths, pass->drawing->tolerance);
      pass->visible[at] = (uint16_t)points;
      if (points && pass->is_asked_for) write_depths(tile, at, points, depths);
    }
  }
}

// MARK: Shading

/// Shades the places that were added, and finds the colours of their parts, of which those are shaded again that are
/// uneven; gives how many those are.
static int32_t shade_looks(const pass *pass, int32_t again, bool may_divide) {
  const ck_shading *shading = pass->layer->shading;
  shade_queue *queue = &pass->tile->queue;
  light_queue(queue, shading);
  const shade_mixes mixes = mixes_of(queue);
  for (int32_t i = 0; i < queue->look_count; i++) {
    const shade_look *look = &queue->looks[i];
    shade_part *part = &queue->parts[look->part];
    const triangle *t = &pass->tile->triangles[part->triangle];
    const bool is_lit = look->light >= 0, is_blended = t->material->mode == CK_SHADE_BLEND;
    f32x4 sum = 0, lowest = INFINITY, highest = -INFINITY;
    float count = 0;
    shade_covers covers;
    shade_texels texels;
    shade_sum light;
    if (t->is_textured) {
      const shade_mix mix = mix_at(t, mean_place(t, part->at, part->points));
      const shade_spot spot = shade_spot_at(t, corners_of(shading, t), mix, look->size);
      find_covers(shading, t, is_lit, &spot, &covers);
    }
    if (is_lit) light = sum_of_light(&queue->lightings[look->light], queue->metal[look->light]);
    for (int32_t k = 0; k < look->count; k++) {
      const int32_t place = look->first + k;
      if ((k & 3) == 0 && t->is_textured) {
        find_texels(t->material, is_lit, &covers, mixes, place, look->count - k < 4 ? look->count - k : 4, &texels,
                    look->size >= 0.5f ? &part->contrast : NULL);
      }
      const f32x4 base = base_of(shading, t, mix_of(mixes, place), &texels, k & 3);
      f32x4 colour = base;
      if (is_lit) {
        if (t->are_lit_apart && k > 0) {
          light = sum_of_light(&queue->lightings[look->light + k], queue->metal[look->light + k]);
        }
        colour = lit_colour(t->material, base, &light, &texels, k & 3);
      }
      colour = encoded(pass->drawing, colour);
      colour.w = 1;
      if (is_blended) colour *= base.w > 0 ? base.w < 1 ? base.w : 1 : 0;
      lowest = lesser4(lowest, colour);
      highest = greater4(highest, colour);
      sum += colour * queue->counts[place];
      count += queue->counts[place];
    }
    part->colour = sum.zyxw * (255 / count);
    if (!may_divide) continue;
    if (part->contrast > even_levels || bits4_of(highest - lowest > even_levels * (1.0f / 255)) != 15) {
      queue->again[again++] = look->part;
    }
  }
  queue->look_count = queue->place_count = queue->light_count = 0;
  return again;
}

/// Adds the places of a part.
static inline void add_looks(const pass *pass, int32_t number, int32_t parts) {
  const ck_shading *shading = pass->layer->shading;
  shade_queue *queue = &pass->tile->queue;
  shade_part *part = &queue->parts[number];
  const triangle *t = &pass->tile->triangles[part->triangle];
  const bool is_lit = shading->light != CK_SHADE_UNLIT && !t->material->is_unlit;
  const float size = 1.0f / (float)(1 << parts);
  const shade_mix whole = mix_at(t, mean_place(t, part->at, part->points));
  const shade_spot spot = shade_spot_at(t, corners_of(shading, t), whole, t->are_lit_apart ? size : 1);
  const int32_t first = queue->place_count;
  for (uint32_t left = part->points, next; left; left &= ~next) {
    next = left;
    if (parts == parts_quarters) next = left & quarters[__builtin_ctz(left) & 3];
    if (parts >= parts_points) next = left & -left;
    const shade_place middle = mean_place(t, part->at, next);
    for (int32_t i = 0; i < (parts == parts_dense ? 4 : 1); i++) {
      shade_place place = middle;
      if (parts == parts_dense) {
        place.x += i & 1 ? 0.0625f : -0.0625f;
        place.y += i & 2 ? 0.0625f : -0.0625f;
      }
      const int32_t at = queue->place_count++;
      queue->x[at] = place.x;
      queue->y[at] = place.y;
      queue->counts[at] = (float)place.count;
    }
  }
  const int32_t count = queue->place_count - first;
  queue->looks[queue->look_count++] = (shade_look){
      .part = number, .first = first, .count = count, .light = is_lit ? queue->light_count : -1, .size = size};
  const shade_mixes all = mixes_of(queue), mixes = {all.second + first, all.third + first, all.inverse + first};
  find_mixes(t, queue->x + first, queue->y + first, count, mixes);
  if (!is_lit) return;
  float *contrast = spot.part >= 0.5f ? &part->contrast : NULL;
  if (t->are_lit_apart) {
    add_lights(queue, shading, t, &spot, mixes, count, contrast);
  } else {
    float one[3][4] = {{whole.second}, {whole.third}, {whole.inverse}};
    add_lights(queue, shading, t, &spot, (shade_mixes){one[0], one[1], one[2]}, 1, contrast);
  }
}

/// Finds the colours of the parts in the queue.
static void shade_parts(const pass *pass) {
  shade_queue *queue = &pass->tile->queue;
  const int32_t most = shade_room - 4 * point_count;
  int32_t again = 0;
  for (int32_t i = 0; i < queue->part_count; i++) {
    if (queue->place_count > most) again = shade_looks(pass, again, true);
    add_looks(pass, i, pass->tile->triangles[queue->parts[i].triangle].parts);
  }
  again = shade_looks(pass, again, true);
  for (int32_t i = 0; i < again; i++) {
    if (queue->place_count > most) shade_looks(pass, 0, false);
    const bool is_dense = queue->parts[queue->again[i]].contrast > dense_levels;
    add_looks(pass, queue->again[i], is_dense ? parts_dense : parts_points);
  }
  shade_looks(pass, 0, false);
}

// MARK: Painting

/// Shades the parts of opaque triangles, and adds them to their pixels.
static void add_parts(const pass *pass) {
  tile *tile = pass->tile;
  shade_parts(pass);
  for (int32_t i = 0; i < tile->queue.part_count; i++) {
    const shade_part *part = &tile->queue.parts[i];
    tile->sums[part->at] += part->colour * (float)__builtin_popcount(part->points);
  }
  tile->queue.part_count = 0;
}

/// Shades the parts of blended triangles, and paints them.
static void paint_parts(const pass *pass, canvas *to, float opacity) {
  shade_queue *queue = &pass->tile->queue;
  shade_parts(pass);
  for (int32_t i = 0; i < queue->part_count; i++) {
    const shade_part *part = &queue->parts[i];
    if (part->colour.w > 0) paint(to, part->at, part->points, part->colour * opacity);
  }
  queue->part_count = 0;
}

/// Of points of a pixel, those behind which something may still be seen.
static inline uint32_t open_points(const canvas *canvas, int32_t at, uint32_t points) {
  return canvas->is_split[at] ? points & ~canvas->closed_points[at] : points;
}

/// Paints the triangles that are blended, from the nearest to the farthest.
static void paint_blended(const pass *pass, canvas *to, float opacity) {
  tile *tile = pass->tile;
  for (int32_t number = pass->blended; number < pass->count; number++) {
    const triangle *t = &tile->triangles[number];
    const edges e = edges_of(t);
    int32_t edge[3];
    for (int32_t i = 0; i < 3; i++) edge[i] = t->edge[i] + side * t->top * t->down[i];
    for (int32_t row = t->top; row < t->end_row; row++, next_row(t, edge)) {
      for (uint32_t pixels = to->open[row] & touch_of(t, &e, edge).some; pixels; pixels &= pixels - 1) {
        const int32_t column = __builtin_ctz(pixels), at = row * CK_MESH_TILE + column;
        i32x4 is_hidden[side];
        for (int32_t i = 0; i < side; i++) {
          const f32x4 near = nearness(t, column, row, i);
          is_hidden[i] = tile->own_depths[at][i] < near;
          if (pass->limits) is_hidden[i] |= ~(depth_of(near, pass->layer->is_perspective) < pass->limits[at][i]);
        }
        const uint32_t points = open_points(to, at, covered(t, &e, edge, column)) &
                                bits_of(is_hidden[0], is_hidden[1], is_hidden[2], is_hidden[3]);
        if (!points) continue;
        if (tile->queue.part_count == shade_room) paint_parts(pass, to, opacity);
        tile->queue.parts[tile->queue.part_count++] = (shade_part){.at = at, .triangle = number, .points = points};
      }
    }
  }
  paint_parts(pass, to, opacity);
}

/// The points of a pixel where the layer's opaque triangles are seen.
static inline uint32_t seen_points(const pass *pass, const canvas *to, int32_t at) {
  const uint32_t points = open_points(to, at, pass->tile->covered[at]);
  return pass->layer->kind == CK_MESH_SHARED ? points & pass->visible[at] : points;
}

/// Of points of other triangles in a pixel, those where the surface goes on without an edge: of triangles that share a
/// corner, with what it has, and do not bend much.
static inline uint32_t joined_points(const tile *tile, int32_t at, int32_t number, uint32_t others) {
  const triangle *t = &tile->triangles[number];
  uint32_t joined = 0;
  if (t->is_bent) return 0;
  while (others) {
    const int32_t first = __builtin_ctz(others), other = tile->nearest[at][first / side][first % side];
    const triangle *u = &tile->triangles[other];
    i32x4 unequal[side];
    for (int32_t i = 0; i < side; i++) unequal[i] = tile->nearest[at][i] != other;
    const uint32_t points = others & bits_of(unequal[0], unequal[1], unequal[2], unequal[3]);
    others &= ~points;
    if (u->is_bent || u->material != t->material || u->is_back != t->is_back) continue;
    for (int32_t i = 0; i < 3; i++) {
      const int32_t corner = t->corners[i];
      if (corner == u->corners[0] || corner == u->corners[1] || corner == u->corners[2]) joined |= points;
    }
  }
  return joined;
}

/// Paints the nearest opaque triangles.
static void paint_opaque(const pass *pass, canvas *to, float opacity) {
  tile *tile = pass->tile;
  for (int32_t row = 0; row < CK_MESH_TILE; row++) {
    for (uint32_t pixels = tile->touched[row] & to->open[row]; pixels; pixels &= pixels - 1) {
      const int32_t at = row * CK_MESH_TILE + __builtin_ctz(pixels);
      tile->sums[at] = 0;
      for (uint32_t left = seen_points(pass, to, at), points; left; left &= ~points) {
        const int32_t first = __builtin_ctz(left), number = tile->nearest[at][first / side][first % side];
        i32x4 others[side];
        for (int32_t i = 0; i < side; i++) others[i] = tile->nearest[at][i] != number;
        points = left & bits_of(others[0], others[1], others[2], others[3]);
        points |= joined_points(tile, at, number, left & ~points);
        if (tile->queue.part_count == shade_room) add_parts(pass);
        tile->queue.parts[tile->queue.part_count++] = (shade_part){.at = at, .triangle = number, .points = points};
      }
    }
  }
  add_parts(pass);
  for (int32_t row = 0; row < CK_MESH_TILE; row++) {
    for (uint32_t pixels = tile->touched[row] & to->open[row]; pixels; pixels &= pixels - 1) {
      const int32_t at = row * CK_MESH_TILE + __builtin_ctz(pixels);
      const uint32_t points = seen_points(pass, to, at);
      if (points) paint(to, at, points, tile->sums[at] * (opacity / (float)__builtin_popcount(points)));
    }
  }
}

/// Puts what a layer's triangles make together behind what is painted.
static void paint_group(tile *tile, float opacity) {
  const canvas *group = &tile->group;
  for (int32_t at = 0; at < pixel_count; at++) {
    if (!group->is_split[at]) {
      if (group->pixels[at].w > 0) paint(&tile->canvas, at, all_points, group->pixels[at] * opacity);
      continue;
    }
    for (int32_t i = 0; i < point_count; i++) {
      if (group->points[at][i].w > 0) paint(&tile->canvas, at, 1u << i, group->points[at][i] * opacity);
    }
  }
}

/// Paints a layer of lit triangles.
static void show_shaded(pass *pass) {
  tile *tile = pass->tile;
  if (!cover_shaded(pass)) return;
  // What is painted once a point may be made fainter at once.
  const bool is_group = pass->layer->opacity < 1 && pass->blended < pass->count;
  canvas *to = is_group ? &tile->group : &tile->canvas;
  const float opacity = is_group ? 1 : pass->layer->opacity;
  if (is_group) {
    memset(to->pixels, 0, sizeof to->pixels);
    memset(to->is_split, 0, sizeof to->is_split);
    memcpy(to->open, tile->canvas.open, sizeof to->open);
  }
  if (pass->blended < pass->count) paint_blended(pass, to, opacity);
  paint_opaque(pass, to, opacity);
  if (is_group) paint_group(tile, pass->layer->opacity);
}
