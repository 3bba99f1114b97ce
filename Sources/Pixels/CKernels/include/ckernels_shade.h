#pragma once

#include <stdbool.h>
#include <stdint.h>

// What a layer of lit triangles has beside its places: normals, coordinates of textures, materials and light.

#pragma clang assume_nonnull begin

enum {
  /// The most levels of a texture.
  CK_SHADE_LEVELS = 16,
  /// Steps of the table of light factors, which has one entry more.
  CK_SHADE_FACTORS = 256,
  CK_SHADE_NO_TEXTURE = -1,
  CK_SHADE_LIGHT = 32767,
};

/// What a corner has, times its weight.
typedef struct ck_shade_corner {
  /// Of about length 1, in camera axes: x to the right, y up, z to the camera; 0.
  float normal[4];
  /// From the camera to it, of any length; 0.
  float view[4];
  /// u and v, of the first and the second set.
  float coordinates[4];
  /// Of length 1, and the bitangent's side; zero where it has none.
  float tangent[4];
  /// Linear, with alpha.
  float colour[4];
} ck_shade_corner;

/// Which way u and v grow on a triangle, in camera axes: the tangent of corners without one.
typedef struct ck_shade_frame {
  float along_u[4], along_v[4];
} ck_shade_frame;

typedef enum ck_shade_wrap { CK_SHADE_REPEAT, CK_SHADE_MIRROR, CK_SHADE_CLAMP } ck_shade_wrap;

/// A picture at a size: four bytes a texel; by how many levels each differs from those around it, a byte a texel; and,
/// of smaller levels, the least and the most alpha of the first level's texels there, or NULL. Of the first level of
/// colours there is light instead, with alpha, of which `CK_SHADE_LIGHT` is one.
typedef struct ck_shade_level {
  const int16_t *_Nullable lights;
  const uint8_t *_Nullable texels, *_Nullable spreads, *_Nullable alphas;
  int32_t width, height;
} ck_shade_level;

typedef struct ck_shade_texture {
  ck_shade_level levels[CK_SHADE_LEVELS];
  int32_t level_count;
  /// Of colours, the light of bytes of red, green and blue, and as in a drawing, of signals, and signals of light; NULL
  /// for numbers that are linear.
  const float *_Nullable lights, *_Nullable light_of_signal, *_Nullable signal_of_light;
  ck_shade_wrap wrap_u, wrap_v;
  /// Whether an enlarged picture shows its texels.
  bool is_nearest;
  /// 0 or 1.
  int32_t set;
  /// u and v of the picture: x.x u + x.y v + x.z, and the same of y.
  float x[3], y[3];
} ck_shade_texture;

typedef enum ck_shade_mode { CK_SHADE_OPAQUE, CK_SHADE_MASK, CK_SHADE_BLEND } ck_shade_mode;

/// All numbers are finite, metal and roughness are 0 to 1.
typedef struct ck_shade_material {
  float base[4], emissive[4];
  float metal, roughness, normal_scale, occlusion, cutoff;
  ck_shade_mode mode;
  bool is_unlit, has_textures;
  /// Numbers of textures, or `CK_SHADE_NO_TEXTURE`.
  int32_t base_texture, metal_texture, normal_texture, occlusion_texture, emissive_texture;
} ck_shade_material;

typedef enum ck_shade_light { CK_SHADE_UNLIT, CK_SHADE_STUDIO, CK_SHADE_MATCH } ck_shade_light;

/// What a layer of lit triangles has.
typedef struct ck_shading {
  /// Beside the drawing's corners, from the layer's first.
  const ck_shade_corner *_Nullable corners;
  int32_t first_corner;
  const ck_shade_material *_Nullable materials;
  const ck_shade_texture *_Nullable textures;
  /// Of each triangle, its material times two, and 1 more where its back is seen.
  const uint32_t *_Nullable faces;
  /// Of each triangle; NULL where none is needed.
  const ck_shade_frame *_Nullable frames;
  /// Those that are blended come last, from the nearest to the farthest, from this one on.
  int32_t first_blended;
  bool has_blended;
  ck_shade_light light;
  /// Whether corners have colours other than white.
  bool have_colours;
  /// By how much the clip lights a surface: a table over `level + direction . n`, of which the first entry is that of
  /// `first_factor`, four numbers an entry.
  float level, direction[4], first_factor, factor_steps;
  const float *_Nullable factors;
} ck_shading;

/// Finds by how much the texels of the last level of a texture differ from those around them.
void ck_shade_spread(ck_shade_texture *texture, uint8_t *spreads);

/// Makes the next level of a texture, of half the last one's size, at least one texel each way.
///
/// - is_weighted: whether colours count by their alpha.
void ck_shade_halve(ck_shade_texture *texture, uint8_t *texels, bool is_weighted);

/// Finds the light of the first level of a texture of colours, whose bytes are not needed after that.
void ck_shade_lighten(ck_shade_texture *texture, int16_t *lights);

/// Finds the least and the most alpha of the texels of the last level, of several; the others have theirs.
void ck_shade_bound(ck_shade_texture *texture, uint8_t *alphas);

#pragma clang assume_nonnull end
