#pragma once

#include <stdbool.h>
#include <stdint.h>

// The inner loops of compositing: each works on a run of pixels of one row.
//
// A run is done in stages over a small buffer of samples, so that a new target format needs one
// new `over_...` at most and no new sampler:
//
//     texture ─► sample_... ─► (blend, for modes other than normal) ─► over_... ─► picture
//
// Every set of kernels gives the bytes of the reference, which is Swift (ReferenceKernels.swift)
// and says what each of them computes. Hence: coordinates are IEEE single precision, by the same
// operations in the same order, without contraction; all that follows is integer.
//
// Numbers. Texels and samples are premultiplied int16, colour and alpha alike in 1/128 of a level
// of 8 bit: fine enough for targets of 10 bit, and small enough that source-over is done in 16
// bits, by the rounding multiplication that every instruction set has (pmulhrsw, sqrdmulh).

#pragma clang assume_nonnull begin

enum {
  /// 1 << CK_LEVEL_BITS is a level of 8 bit.
  CK_LEVEL_BITS = 7,
  /// The alpha of what lets nothing through.
  CK_OPAQUE = 255 << CK_LEVEL_BITS,
  /// Texture coordinates: 1 << CK_SUBTEXEL_BITS is one texel.
  CK_SUBTEXEL_BITS = 14,
  /// The most taps a pixel may take.
  CK_MAX_TAPS = 64,
  /// Coordinates and taps are held within this far from 0, so that their sum fits in 32 bits.
  CK_FARTHEST = 1 << 29,
  /// The most texels in a row or column of a level, border included, so that an index is one
  /// pmaddwd: of numbers with a sign.
  CK_MAX_SIDE = (1 << 15) - 1,
  /// Samples are taken in runs of a multiple of this.
  CK_LANES = 8,
  /// Samples behind the end of a run that may be read, never used.
  CK_SLACK = 16,
};

/// One of the samples taken of a pixel: how far from the pixel's middle, in
/// 1 / (1 << CK_SUBTEXEL_BITS) of a texel, at most CK_FARTHEST each way.
typedef struct ck_tap {
  int32_t u, v;
} ck_tap;

/// How the pixels of a tile find their texels.
///
/// A homography as a quotient of large numbers would need double precision. Measured from a
/// texel near by, its numerators are small, and single precision is exact to some 1/50,000 of a
/// texel.
typedef struct ck_sampler {
  /// One level of a texture with a transparent border: texel (0, 0) of the border.
  const int16_t *texels;
  /// Texels in a row of the level, border included.
  int32_t stride;
  /// The largest coordinates that may be sampled, in 1 / (1 << CK_SUBTEXEL_BITS) of a texel.
  int32_t limit_u, limit_v;
  /// The pixel that the map is measured from.
  int32_t x, y;
  /// The texel that the map is measured from, in the unit of the limits.
  int32_t u, v;
  /// The texel at a pixel dx to the right and dy below:
  /// (u, v) + ((ux dx + uy dy + u1) / w, (vx dx + vy dy + v1) / w), w = wx dx + wy dy + 1.
  float ux, uy, u1;
  float vx, vy, v1;
  float wx, wy;
  /// The samples taken of each pixel.
  const ck_tap *taps;
  int32_t tap_count;
  /// What the sum of the taps is multiplied by: opacity / tap_count.
  float gain;
} ck_sampler;

/// The pixels that are sampled: the same columns of some rows.
typedef struct ck_run {
  int32_t x, y;
  /// Columns: a multiple of CK_LANES, and not 0.
  int32_t count;
  int32_t rows;
  /// Whether all taps of all these pixels are known to lie before the horizon and within the
  /// limits.
  bool is_inside;
} ck_run;

/// Samples a run, row after row. A sample has two components (colour, alpha) or four (three colours,
/// alpha), as its texels do.
typedef void (*ck_sample)(const ck_sampler *sampler, ck_run run, int16_t *samples);

/// Where samples go.
typedef struct ck_target {
  /// The first sample of each plane. Words of 16 bit need not be aligned; bits beyond those that
  /// count are lost where something is drawn, and kept elsewhere. Packed pixels are premultiplied:
  /// no colour exceeds its alpha.
  uint8_t *_Nullable planes[2];
  int32_t plane_count;
  /// Samples to a plane.
  int32_t count;
  /// Of 16-bit words: unused low bits.
  int32_t padding_bits;
  /// Whether all samples are known to be opaque.
  bool is_opaque;
} ck_target;

/// Puts samples over what a picture holds. There may be read, but not written, CK_SLACK samples
/// more than are used.
typedef void (*ck_over)(const int16_t *samples, const ck_target *target);

/// One set of kernels, for one instruction set.
typedef struct ck_kernels {
  const char *name;
  /// Texels of two components: luma, alpha.
  ck_sample sample_pair;
  /// Texels of four components: three colours, alpha.
  ck_sample sample_quad;
  /// Pairs on one plane, of 8 bit, or of 10 bit in words of 16.
  ck_over over_plane8, over_plane10;
  /// The first two colours of quads on a plane each.
  ck_over over_planes8, over_planes10;
  /// The first two colours of quads on one plane, in turn.
  ck_over over_interleaved8, over_interleaved10;
  /// Quads on packed premultiplied pixels of three colours and alpha, 8 bit each.
  ck_over over_packed8;
} ck_kernels;

/// The sets of kernels in C that this processor runs, the fastest at 0; NULL beyond the last.
const ck_kernels *_Nullable ck_kernels_at(int index);

#pragma clang assume_nonnull end
