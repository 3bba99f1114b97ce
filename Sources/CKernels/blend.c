#include "ckernels.h"

// Blend modes other than normal: W3C Compositing and Blending Level 1, section 9.1. They are rare
// on faces, so there is one portable version, in float, for all instruction sets.
//
// A mode replaces the layer's colour by one that depends on the backdrop,
//     Cs' = (1 - alpha_b) Cs + alpha_b B(Cb, Cs)
// and source-over goes on from there. So this is a stage between sampling and `over_...`, and the
// part of the backdrop that shows through is never converted.

#pragma STDC FP_CONTRACT OFF

static const float full_colour = 255 << CK_COLOUR_BITS;
static const float full_alpha = 1 << CK_ALPHA_BITS;

static inline float unit(float value) {
  value = value > 0.0f ? value : 0.0f;
  return value < 1.0f ? value : 1.0f;
}

static inline int16_t rounded(float value) {
  value = value > 0.0f ? value : 0.0f;
  value = value < 32767.0f ? value : 32767.0f;
  return (int16_t)(value + 0.5f);
}

// `add` is not a W3C blend mode but the usual companion: the sum, clamped.
static inline float blended(ck_blend_mode mode, float backdrop, float source) {
  switch (mode) {
    case CK_BLEND_MULTIPLY:
      return backdrop * source;
    case CK_BLEND_SCREEN:
      return backdrop + source - backdrop * source;
    case CK_BLEND_OVERLAY:
      return backdrop <= 0.5f ? 2.0f * backdrop * source
                              : 1.0f - 2.0f * (1.0f - backdrop) * (1.0f - source);
    case CK_BLEND_ADD:
      return unit(backdrop + source);
  }
  return source;
}

void ck_blend_rgba(ck_blend_mode mode, int16_t *samples, const uint8_t *backdrop, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    int16_t *s = samples + 4 * i;
    const uint8_t *b = backdrop + 4 * i;
    if (s[3] == 0 || b[3] == 0) {
      continue;  // nothing drawn, or nothing to blend with
    }
    float alpha = (float)s[3] / full_alpha;
    float backdrop_alpha = (float)b[3] / 255.0f;
    for (int32_t c = 0; c < 3; c++) {
      float source = unit((float)s[c] / full_colour / alpha);
      float mixed = blended(mode, unit((float)b[c] / (float)b[3]), source);
      float colour = source + backdrop_alpha * (mixed - source);
      s[c] = rounded(alpha * colour * full_colour);
    }
  }
}

typedef struct rgb {
  float r, g, b;
} rgb;

// Levels of 8 bit to R'G'B' of 0 to 1.
static inline rgb decoded(const ck_yuv *k, float y, float cb, float cr) {
  float luma = (y - k->luma_offset) / k->luma_scale;
  float b = luma + (cb - k->chroma_offset) / k->chroma_scale * (2.0f - 2.0f * k->kb);
  float r = luma + (cr - k->chroma_offset) / k->chroma_scale * (2.0f - 2.0f * k->kr);
  float g = (luma - k->kr * r - k->kb * b) / (1.0f - k->kr - k->kb);
  return (rgb){unit(r), unit(g), unit(b)};
}

static inline float luma_of(const ck_yuv *k, rgb c) {
  return k->kr * c.r + (1.0f - k->kr - k->kb) * c.g + k->kb * c.b;
}

static inline rgb blended_rgb(ck_blend_mode mode, rgb backdrop, rgb source) {
  return (rgb){
      blended(mode, backdrop.r, source.r),
      blended(mode, backdrop.g, source.g),
      blended(mode, backdrop.b, source.b),
  };
}

// A premultiplied sample's level of 8 bit.
static inline float level_of(int16_t colour, float alpha) {
  return (float)colour / (float)(1 << CK_COLOUR_BITS) / alpha;
}

void ck_blend_luma(
    ck_blend_mode mode, const ck_yuv *yuv, int16_t *luma, const int16_t *chroma,
    const uint8_t *backdrop_luma, const uint8_t *backdrop_cb, const uint8_t *backdrop_cr,
    int32_t x, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    int16_t *y = luma + 2 * i;
    const int16_t *c = chroma + 4 * i;
    if (y[1] == 0 || c[3] == 0) {
      continue;
    }
    float alpha = (float)y[1] / full_alpha;
    float chroma_alpha = (float)c[3] / full_alpha;
    int32_t at = (x + i) / 2;
    rgb source = decoded(
        yuv, level_of(y[0], alpha), level_of(c[0], chroma_alpha), level_of(c[1], chroma_alpha));
    rgb backdrop = decoded(yuv, backdrop_luma[x + i], backdrop_cb[at], backdrop_cr[at]);
    float mixed = luma_of(yuv, blended_rgb(mode, backdrop, source));
    float level = mixed * yuv->luma_scale + yuv->luma_offset;
    y[0] = rounded(alpha * level * (float)(1 << CK_COLOUR_BITS));
  }
}

void ck_blend_chroma(
    ck_blend_mode mode, const ck_yuv *yuv, int16_t *chroma, const int16_t *luma,
    const uint8_t *upper, const uint8_t *lower, int32_t last, const uint8_t *backdrop_cb,
    const uint8_t *backdrop_cr, int32_t x, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    const int16_t *y = luma + 2 * i;
    int16_t *c = chroma + 4 * i;
    if (y[1] == 0 || c[3] == 0) {
      continue;
    }
    float alpha = (float)c[3] / full_alpha;
    float luma_alpha = (float)y[1] / full_alpha;
    int32_t left = 2 * (x + i);
    int32_t right = left + 1 < last ? left + 1 : last;
    float mean = (float)(upper[left] + upper[right] + lower[left] + lower[right]) / 4.0f;
    rgb source = decoded(
        yuv, level_of(y[0], luma_alpha), level_of(c[0], alpha), level_of(c[1], alpha));
    rgb backdrop = decoded(yuv, mean, backdrop_cb[x + i], backdrop_cr[x + i]);
    rgb mixed = blended_rgb(mode, backdrop, source);
    float y_mixed = luma_of(yuv, mixed);
    float cb = (mixed.b - y_mixed) / (2.0f - 2.0f * yuv->kb);
    float cr = (mixed.r - y_mixed) / (2.0f - 2.0f * yuv->kr);
    float scale = alpha * (float)(1 << CK_COLOUR_BITS);
    c[0] = rounded((cb * yuv->chroma_scale + yuv->chroma_offset) * scale);
    c[1] = rounded((cr * yuv->chroma_scale + yuv->chroma_offset) * scale);
  }
}
