#include "ckernels_mesh.h"
#include "coverage.h"
#include "mesh_triangle.h"

#pragma STDC FP_CONTRACT OFF

// What is known of triangles before they are drawn: which tiles they lie in, and whether they show anything.

int64_t ck_mesh_bin(
    const ck_mesh_corner *corners, const int32_t *triangles, int32_t count, int32_t width, int32_t height,
    int32_t first_row, int32_t end_row, int32_t *ends, int32_t *bins) {
  const int32_t shift = CK_MESH_SUBPIXEL_BITS + CK_MESH_TILE_BITS;
  const int32_t columns = (width + CK_MESH_TILE - 1) / CK_MESH_TILE, rows = (height + CK_MESH_TILE - 1) / CK_MESH_TILE;
  for (int32_t i = 0; i < count; i++) {
    const ck_mesh_corner *p = corners + triangles[3 * i], *q = corners + triangles[3 * i + 1];
    const ck_mesh_corner *r = corners + triangles[3 * i + 2];
    int32_t left = least(p->x, q->x, r->x) >> shift, right = most(p->x, q->x, r->x) >> shift;
    int32_t top = least(p->y, q->y, r->y) >> shift, bottom = most(p->y, q->y, r->y) >> shift;
    left = left > 0 ? left : 0;
    top = top > first_row ? top : first_row;
    right = right < columns - 1 ? right : columns - 1;
    bottom = bottom < end_row - 1 ? bottom : end_row - 1;
    for (int32_t row = top; row <= bottom; row++) {
      for (int32_t column = left; column <= right; column++) {
        int32_t *end = ends + (intptr_t)row * columns + column;
        if (bins) bins[*end] = i;
        *end += 1;
      }
    }
  }
  if (bins) return 0;
  int64_t total = 0;
  for (int32_t i = 0; i < columns * rows; i++) {
    const int32_t many = ends[i];
    ends[i] = (int32_t)total;
    total += many;
  }
  return total;
}

/// How far beyond a triangle, in texels, the lookups of its pixels reach, each way: the middle of a pixel, its taps,
/// and the texels about a tap of the coarsest level that these pixels may take (`plan_of`, `halving_of`).
static inline f32x4 reach_of(f32x4 right, f32x4 down) {
  const f32x4 gain = magnitude4(right) + magnitude4(down);
  const float longest = gain.x > gain.y ? gain.x : gain.y;
  return gain + (longest > 2 ? 0.75f * longest : 1.5f);
}

static inline int32_t square(float place, float last) {
  // Of what is no number the comparison fails.
  place = place < last ? place : last;
  return (int32_t)(place > 0 ? place : 0) >> CK_COVERAGE_BITS;
}

void ck_mesh_find_contents(
    const ck_mesh_corner *corners, const int32_t *triangles, int32_t count, const ck_coverage *coverage,
    uint8_t *contents) {
  if (!coverage) {
    memset(contents, CK_COVERAGE_SEEN | CK_COVERAGE_SEEN_THROUGH, (size_t)count);
    return;
  }
  const float width = (float)coverage->width, height = (float)coverage->height;
  for (int32_t i = 0; i < count; i++) {
    const ck_mesh_corner *p = corners + triangles[3 * i], *q = corners + triangles[3 * i + 1];
    const ck_mesh_corner *r = corners + triangles[3 * i + 2];
    contents[i] = 0;
    const int64_t area = (int64_t)(q->x - p->x) * (r->y - p->y) - (int64_t)(r->x - p->x) * (q->y - p->y);
    if (area == 0) continue;
    const float pixel = 1.0f / unit;
    const float to[4] = {
        (float)(q->x - p->x) * pixel, (float)(q->y - p->y) * pixel, (float)(r->x - p->x) * pixel,
        (float)(r->y - p->y) * pixel};
    const f32x4 places[3] = {load4(p->place), load4(q->place), load4(r->place)};
    const f32x4 a = places[0] / places[0].z, b = places[1] / places[1].z, c = places[2] / places[2].z;
    const f32x4 first = b - a, second = c - a;
    // What texels gain from pixel to pixel grows towards the farther corners of a triangle in perspective.
    const float low = least_of(places[0].z, places[1].z, places[2].z);
    const float high = -least_of(-places[0].z, -places[1].z, -places[2].z);
    const float growth = high / low;
    const float each = growth * growth * (float)((double)unit * unit / (double)area);
    const f32x4 reach = reach_of((first * to[3] - second * to[1]) * each, (second * to[0] - first * to[2]) * each);
    // Texels are named by their corners; the border's first is one before them.
    const f32x4 from = lesser4(lesser4(a, b), c) - reach + 1, end = -lesser4(lesser4(-a, -b), -c) + reach + 1;
    const bool is_within = from.x >= 0 && from.y >= 0 && end.x < width && end.y < height;
    const int32_t left = square(from.x, width - 1), right = square(end.x, width - 1);
    const int32_t top = square(from.y, height - 1), bottom = square(end.y, height - 1);
    const bool is_small = right - left < 2 * window && bottom - top < 2 * window;
    const uint8_t content = is_small ? content_of_two(coverage, left, right, top, bottom)
                                     : content_of(coverage, left, right, top, bottom);
    contents[i] = is_within ? content : content | CK_COVERAGE_SEEN_THROUGH;
  }
}
