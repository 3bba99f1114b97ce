#pragma once

#include <stdint.h>

// Blend modes other than normal: the stage between sampling and source-over.

#pragma clang assume_nonnull begin

/// How a layer's colours join what is under it.
typedef enum ck_blend_mode {
  CK_BLEND_MULTIPLY,
  CK_BLEND_SCREEN,
  CK_BLEND_OVERLAY,
  CK_BLEND_ADD,
} ck_blend_mode;

/// How Y'CbCr, in levels of 8 bit, stands for R'G'B', where 1 is the white of the artwork.
typedef struct ck_yuv {
  float luma_scale, luma_offset, chroma_scale, chroma_offset;
  /// The luma coefficients of red and blue.
  float kr, kb;
  /// The largest R'G'B': 1, and more where the backdrop has highlights beyond that white (HDR).
  float peak;
} ck_yuv;

/// Replaces quads' colours by their blend with premultiplied pixels of 8 bit, the same colours in
/// the same order.
void ck_blend_packed(ck_blend_mode mode, int16_t *quads, const uint8_t *backdrop, int32_t count);

/// Y'CbCr samples: of the layer, or of what is under it (whose alpha has no meaning).
typedef struct ck_colours {
  /// Pairs of luma and alpha.
  int16_t *luma;
  /// Quads of Cb, Cr, nothing, alpha.
  int16_t *chroma;
} ck_colours;

/// What of the layer is replaced by its blend with the backdrop.
typedef enum ck_blended {
  CK_BLENDED_LUMA,
  CK_BLENDED_CHROMA,
} ck_blended;

/// Replaces the luma or the chroma of samples by their blend; both are needed to know the colour.
void ck_blend_yuv(
    ck_blend_mode mode, const ck_yuv *yuv, ck_blended what, ck_colours layer, ck_colours backdrop,
    int32_t count);

#pragma clang assume_nonnull end
