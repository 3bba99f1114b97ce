#pragma once

#include "ckernels_shade.h"
#include "mesh_vectors.h"

// How surfaces are lit, four points at once: by a studio of light from all around, a lamp and three soft boxes, or by
// the clip's own light. With its own exponential, so that the bytes are the same everywhere.
//
// B. Walter and others, "Microfacet Models for Refraction through Rough Surfaces" (2007); B. Karis, "Physically Based
// Shading on Mobile" (2014).

typedef struct vec4 {
  f32x4 x, y, z;
} vec4;

static inline f32x4 dot4(vec4 a, vec4 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec4 times4(vec4 a, f32x4 b) { return (vec4){a.x * b, a.y * b, a.z * b}; }
static inline f32x4 greater4(f32x4 a, f32x4 b) { return a > b ? a : b; }
static inline f32x4 root4(f32x4 a) { return __builtin_elementwise_sqrt(a); }

/// Of length 1; of what has no length, next to zero.
static inline vec4 unit4(vec4 a) { return times4(a, 1.0f / root4(greater4(dot4(a, a), (f32x4)1e-30f))); }

/// 2 to a power of at most 0, within 1e-7 of it.
static inline f32x4 exp2_of4(f32x4 t) {
  t = greater4(t, (f32x4)-120);
  const i32x4 whole = __builtin_convertvector(t - 0.5f, i32x4);
  const f32x4 x = t - __builtin_convertvector(whole, f32x4);
  f32x4 sum = x * 1.54614557e-4f + 1.33908769e-3f;
  sum = sum * x + 9.61805665e-3f;
  sum = sum * x + 5.55035709e-2f;
  sum = sum * x + 2.40226509e-1f;
  sum = sum * x + 6.93147188e-1f;
  return (f32x4)((i32x4)(sum * x + 1.0f) + (whole << 23));
}
static inline f32x4 exp_of4(f32x4 t) { return exp2_of4(t * 1.44269504f); }

/// A soft box: where it lies, 1 / k, and w / k / (1 - exp(-2 k)).
typedef struct soft_box {
  float x, y, z, width, weight;
} soft_box;

static const soft_box soft_boxes[3] = {
    {0.251896361f, 0.755689083f, 0.604551266f, 0.1f, 0.22f},
    {-0.855362829f, 0.251577303f, 0.452839145f, 0.125f, 0.162500018f},
    {0.953582665f, 0, 0.301131368f, 0.0625f, 0.05625f}};
static const float lamp_x = 0.34984261f, lamp_y = 0.59973018f, lamp_z = 0.71967622f, lamp_light = 0.55f;
static const float least_roughness = 0.045f, least_cosine = 0.0001f;

/// What a point makes of its material.
typedef struct lighting {
  /// What a diffuse surface shows of its colour, and a mirror; of the three colours; and two numbers that mean nothing.
  f32x4 diffuse, mirror;
  /// How much of the mirror's light there is: times the colour at right angles, and whatever that is; and the same of
  /// the lamp's.
  f32x4 parts;
} lighting;

/// What comes from where a mirror shows the studio.
static inline f32x4 studio_mirror4(vec4 r, f32x4 alpha2) {
  f32x4 light = 0.36f + 0.20f * r.y + 0.05f * r.z;
  for (int32_t i = 0; i < 3; i++) {
    const soft_box *box = &soft_boxes[i];
    const f32x4 q = 1.0f / (box->width + alpha2 * 0.5f);
    const f32x4 beside = r.x * box->x + r.y * box->y + r.z * box->z - 1.0f;
    // Rounding may bring the cosine above 1.
    light += box->weight * q * exp_of4(q * lesser4(beside, (f32x4)0)) * (1.0f - exp_of4(q * -2.0f));
  }
  return light;
}

/// The clip's light on what looks one way.
static inline f32x4 matched(const ck_shading *s, float x, float y, float z) {
  const float at = (s->level + s->direction[0] * x + s->direction[1] * y + s->direction[2] * z - s->first_factor) *
                   s->factor_steps;
  const float most = CK_SHADE_FACTORS - 0.001f;
  // Of what is no number the comparison fails.
  const float step = at > 0 ? at < most ? at : most : 0;
  const int32_t whole = (int32_t)step;
  const float *factors = s->factors + 4 * (intptr_t)whole;
  const f32x4 below = load4(factors), above = load4(factors + 4);
  return below + (above - below) * (step - (float)whole);
}

/// Lights four points.
///
/// - normal, view: of any length, the view to the camera.
static inline void light4(const ck_shading *s, vec4 normal, vec4 view, f32x4 roughness, lighting to[4]) {
  const f32x4 zero = 0, least = least_cosine;
  const vec4 n = unit4(normal), v = unit4(view);
  const f32x4 rough = greater4(roughness, (f32x4)least_roughness);
  const f32x4 alpha = rough * rough, alpha2 = alpha * alpha;
  const f32x4 cosine = dot4(n, v), nv = greater4(cosine, least);
  const vec4 r = {2 * cosine * n.x - v.x, 2 * cosine * n.y - v.y, 2 * cosine * n.z - v.z};

  const f32x4 qx = 1.0f - rough, qy = 0.0425f - 0.0275f * rough;
  const f32x4 qz = 1.04f - 0.572f * rough, qw = 0.022f * rough - 0.04f;
  const f32x4 t = lesser4(qx * qx, exp2_of4(-9.28f * lesser4(nv, (f32x4)1))) * qx + qy;
  f32x4 by_colour = -1.04f * t + qz, whatever = 1.04f * t + qw, lamp_by_colour = 0, lamp_whatever = 0;
  if (s->light == CK_SHADE_STUDIO) {
    const f32x4 mirror = studio_mirror4(r, alpha2);
    const f32x4 facing = n.x * lamp_x + n.y * lamp_y + n.z * lamp_z, nl = greater4(facing, zero);
    const f32x4 diffuse = 0.55f + 0.15f * n.y + 0.05f * n.z + lamp_light * nl;
    const vec4 h = unit4((vec4){v.x + lamp_x, v.y + lamp_y, v.z + lamp_z});
    const f32x4 nh = dot4(n, h), vh = greater4(dot4(v, h), zero);
    const f32x4 d = nh * nh * (alpha2 - 1.0f) + 1.0f;
    const f32x4 g = nl * root4(nv * nv * (1.0f - alpha2) + alpha2) + nv * root4(nl * nl * (1.0f - alpha2) + alpha2);
    // pi is in both.
    const f32x4 glint = 0.5f * lamp_light * nl * alpha2 / (greater4(d * d, (f32x4)1e-16f) * g);
    const f32x4 beside = 1.0f - vh, beside2 = beside * beside, fresnel = beside2 * beside2 * beside;
    lamp_by_colour = glint * (1.0f - fresnel);
    lamp_whatever = glint * fresnel;
    for (int32_t i = 0; i < 4; i++) {
      to[i].diffuse = diffuse[i];
      to[i].mirror = mirror[i];
    }
  } else {
    const f32x4 mirror = studio_mirror4(r, alpha2);
    for (int32_t i = 0; i < 4; i++) {
      to[i].diffuse = matched(s, n.x[i], n.y[i], n.z[i]);
      to[i].mirror = matched(s, r.x[i], r.y[i], r.z[i]) * mirror[i];
    }
  }
  for (int32_t i = 0; i < 4; i++) {
    to[i].parts = (f32x4){by_colour[i], whatever[i], lamp_by_colour[i], lamp_whatever[i]};
  }
}
