#include "ckernels_blend.h"

#include "ckernels.h"

// Blend modes other than normal: W3C Compositing and Blending Level 1, section 9.1. They are rare
// on faces, so there is one portable version, in float, for all instruction sets.
//
// A mode replaces the layer's colour by one that depends on the backdrop,
//     Cs' = (1 - alpha_b) Cs + alpha_b B(Cb, Cs)
// and source-over goes on from there. So this is a stage between sampling and `over_...`, and the
// part of the backdrop that shows through is never converted.

#pragma STDC FP_CONTRACT OFF

static const float whole = CK_OPAQUE;

static inline float clamped(float value, float peak) {
  value = value > 0.0f ? value : 0.0f;
  return value < peak ? value : peak;
}

static inline int16_t rounded(float value) {
  value = value > 0.0f ? value : 0.0f;
  value = value < 32767.0f ? value : 32767.0f;
  return (int16_t)(value + 0.5f);
}

// `add` is not a W3C blend mode but the usual companion: the sum, clamped.
static inline float blended(ck_blend_mode mode, float backdrop, float source, float peak) {
  switch (mode) {
    case CK_BLEND_MULTIPLY:
      return backdrop * source;
    case CK_BLEND_SCREEN:
      return backdrop + source - backdrop * source;
    case CK_BLEND_OVERLAY:
      return backdrop <= 0.5f ? 2.0f * backdrop * source
                              : 1.0f - 2.0f * (1.0f - backdrop) * (1.0f - source);
    case CK_BLEND_ADD:
      return clamped(backdrop + source, peak);
  }
  return source;
}

void ck_blend_packed(ck_blend_mode mode, int16_t *quads, const uint8_t *backdrop, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    int16_t *s = quads + 4 * i;
    const uint8_t *b = backdrop + 4 * i;
    if (s[3] == 0 || b[3] == 0) {
      continue;  // nothing drawn, or nothing to blend with
    }
    float alpha = (float)s[3] / whole;
    float backdrop_alpha = (float)b[3] / 255.0f;
    for (int32_t c = 0; c < 3; c++) {
      float source = clamped((float)s[c] / whole / alpha, 1.0f);
      float mixed = blended(mode, clamped((float)b[c] / (float)b[3], 1.0f), source, 1.0f);
      float colour = source + backdrop_alpha * (mixed - source);
      s[c] = rounded(alpha * colour * whole);
    }
  }
}

typedef struct rgb {
  float r, g, b;
} rgb;

// Levels of 8 bit to R'G'B' of 0 to the peak.
static inline rgb decoded(const ck_yuv *k, float y, float cb, float cr) {
  float luma = (y - k->luma_offset) / k->luma_scale;
  float b = luma + (cb - k->chroma_offset) / k->chroma_scale * (2.0f - 2.0f * k->kb);
  float r = luma + (cr - k->chroma_offset) / k->chroma_scale * (2.0f - 2.0f * k->kr);
  float g = (luma - k->kr * r - k->kb * b) / (1.0f - k->kr - k->kb);
  return (rgb){clamped(r, k->peak), clamped(g, k->peak), clamped(b, k->peak)};
}

static inline float luma_of(const ck_yuv *k, rgb c) {
  return k->kr * c.r + (1.0f - k->kr - k->kb) * c.g + k->kb * c.b;
}

static inline rgb blended_rgb(ck_blend_mode mode, rgb backdrop, rgb source, float peak) {
  return (rgb){
      blended(mode, backdrop.r, source.r, peak),
      blended(mode, backdrop.g, source.g, peak),
      blended(mode, backdrop.b, source.b, peak),
  };
}

// A premultiplied sample's level of 8 bit, and back.
static inline float level_of(int16_t colour, float alpha) {
  return (float)colour / (float)(1 << CK_LEVEL_BITS) / alpha;
}
static inline int16_t sample_of(float level, float alpha) {
  return rounded(alpha * level * (float)(1 << CK_LEVEL_BITS));
}

void ck_blend_yuv(
    ck_blend_mode mode, const ck_yuv *yuv, ck_blended what, ck_colours layer, ck_colours backdrop,
    int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    int16_t *y = layer.luma + 2 * i;
    int16_t *c = layer.chroma + 4 * i;
    if (y[1] == 0 || c[3] == 0) {
      continue;
    }
    float luma_alpha = (float)y[1] / whole;
    float chroma_alpha = (float)c[3] / whole;
    rgb source = decoded(
        yuv, level_of(y[0], luma_alpha), level_of(c[0], chroma_alpha),
        level_of(c[1], chroma_alpha));
    const int16_t *under = backdrop.chroma + 4 * i;
    rgb ground = decoded(
        yuv, level_of(backdrop.luma[2 * i], 1.0f), level_of(under[0], 1.0f),
        level_of(under[1], 1.0f));
    rgb mixed = blended_rgb(mode, ground, source, yuv->peak);
    float luma = luma_of(yuv, mixed);
    if (what == CK_BLENDED_LUMA) {
      y[0] = sample_of(luma * yuv->luma_scale + yuv->luma_offset, luma_alpha);
    } else {
      float cb = (mixed.b - luma) / (2.0f - 2.0f * yuv->kb);
      float cr = (mixed.r - luma) / (2.0f - 2.0f * yuv->kr);
      c[0] = sample_of(cb * yuv->chroma_scale + yuv->chroma_offset, chroma_alpha);
      c[1] = sample_of(cr * yuv->chroma_scale + yuv->chroma_offset, chroma_alpha);
    }
  }
}
