#pragma once

#include <stdint.h>

// The inner loops of compositing: each works on a run of pixels of one row.
//
// A run is done in stages over a small buffer of samples, so that a new target format needs one
// new `over_...` and no new sampler:
//
//     texture ─► sample_... ─► (blend, for modes other than normal) ─► over_... ─► picture
//
// Numbers. Texels and samples are premultiplied int16: colour in 1/128 of an 8-bit level (so that
// 10-bit targets fit too), alpha in 1/16384. Texture coordinates are in 1/16384 of a texel. Sums
// of products of these fit in 32 bits, which is what pmaddwd (x86) and smlal (Arm) work on. The
// coordinates are computed in double, by the same operations in the same order everywhere, and
// without contraction, so that all kernels give the same bytes.

enum {
  /// Colour: 1 << CK_COLOUR_BITS is one 8-bit level.
  CK_COLOUR_BITS = 7,
  /// Alpha: 1 << CK_ALPHA_BITS is opaque.
  CK_ALPHA_BITS = 14,
  /// Coordinates: 1 << CK_SUBTEXEL_BITS is one texel.
  CK_SUBTEXEL_BITS = 14,
  /// The most taps a pixel may take.
  CK_MAX_TAPS = 64,
  /// Coordinates and taps are held within this far from 0, so that their sum fits in 32 bits.
  CK_FARTHEST = 1 << 29,
};

/// One of the samples taken of a pixel: how far from the pixel's middle, in
/// 1 / (1 << CK_SUBTEXEL_BITS) of a texel, at most CK_FARTHEST each way.
typedef struct ck_tap {
  int32_t u, v;
} ck_tap;

/// How pixels of a plane find their texels.
typedef struct ck_sampler {
  /// One level of a texture with a transparent border: texel (0, 0) of the border.
  const int16_t *texels;
  /// Texels in a row of the level, border included.
  int32_t stride;
  /// The largest coordinates that may be sampled, in 1 / (1 << CK_SUBTEXEL_BITS) of a texel.
  int32_t limit_u, limit_v;
  /// The texel at pixel (x, y), in the same unit:
  /// (u, v) = ((ux x + uy y + u1) / w, (vx x + vy y + v1) / w), w = wx x + wy y + w1.
  double ux, uy, u1;
  double vx, vy, v1;
  double wx, wy, w1;
  /// The samples taken of each pixel.
  const ck_tap *taps;
  int32_t tap_count;
  /// What the sum of the taps is multiplied by: opacity / tap_count.
  float gain;
} ck_sampler;

/// Samples `count` pixels from (x, y) on. A sample has two numbers (colour, alpha) or four
/// (three colours, alpha), as its texels do. There must be room for a multiple of 8 samples, since
/// vectors are stored whole.
typedef void (*ck_sample)(
    const ck_sampler *sampler, int32_t x, int32_t y, int32_t count, int16_t *samples);

/// One set of kernels, for one instruction set.
typedef struct ck_kernels {
  const char *name;
  /// Texels of two numbers: luma, alpha.
  ck_sample sample_pair;
  /// Texels of four numbers: three colours, alpha.
  ck_sample sample_quad;
  /// Source-over of (colour, alpha) on one plane of 8 bit.
  void (*over_plane)(const int16_t *samples, uint8_t *to, int32_t count);
  /// Source-over of (first, second, unused, alpha) on two planes of 8 bit.
  void (*over_two_planes)(const int16_t *samples, uint8_t *first, uint8_t *second, int32_t count);
  /// Source-over of (red, green, blue, alpha) on packed premultiplied RGBA of 8 bit.
  void (*over_rgba)(const int16_t *samples, uint8_t *to, int32_t count);
} ck_kernels;

/// The kernels of the instruction set of that name; NULL where there is none, or where this
/// processor lacks it.
const ck_kernels *ck_kernels_named(const char *name);

/// The fastest kernels that this processor runs.
const ck_kernels *ck_kernels_best(void);

/// The kernels that this processor runs, the fastest at 0; NULL beyond the last.
const ck_kernels *ck_kernels_at(int index);

/// How a layer's colours join what is under it.
typedef enum ck_blend_mode {
  CK_BLEND_MULTIPLY,
  CK_BLEND_SCREEN,
  CK_BLEND_OVERLAY,
  CK_BLEND_ADD,
} ck_blend_mode;

/// How Y'CbCr of 8 bit stands for R'G'B' of 0 to 1.
typedef struct ck_yuv {
  float luma_scale, luma_offset, chroma_scale, chroma_offset;
  /// The luma coefficients of red and blue.
  float kr, kb;
} ck_yuv;

/// Replaces samples' colours by their blend with premultiplied RGBA.
void ck_blend_rgba(ck_blend_mode mode, int16_t *samples, const uint8_t *backdrop, int32_t count);

/// Replaces the samples at luma pixels from column x on by their blend with the backdrop.
///
/// `luma` holds pairs and is rewritten; `chroma` holds quads sampled at the same pixels.
void ck_blend_luma(
    ck_blend_mode mode, const ck_yuv *yuv, int16_t *luma, const int16_t *chroma,
    const uint8_t *backdrop_luma, const uint8_t *backdrop_cb, const uint8_t *backdrop_cr,
    int32_t x, int32_t count);

/// Replaces the samples at chroma pixels from column x on by their blend with the backdrop.
///
/// `chroma` holds quads and is rewritten; `luma` holds pairs sampled at the same places. The
/// backdrop's luma is the mean of `upper` and `lower` at columns 2x and 2x + 1 (at most `last`).
void ck_blend_chroma(
    ck_blend_mode mode, const ck_yuv *yuv, int16_t *chroma, const int16_t *luma,
    const uint8_t *upper, const uint8_t *lower, int32_t last, const uint8_t *backdrop_cb,
    const uint8_t *backdrop_cr, int32_t x, int32_t count);
