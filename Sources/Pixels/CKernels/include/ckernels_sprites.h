#pragma once

#include <stdint.h>

// Small shapes of one colour each, such as particles: hundreds of them, each a few pixels wide.

#pragma clang assume_nonnull begin

/// One shape on one plane.
///
/// The kernels of layers plan each layer by its perspective, and take many samples a pixel where it is shrunk.
/// A shape that is made for its size takes one, and perspective does not show within it.
typedef struct ck_sprite {
  /// How much each texel covers, with a border of one transparent texel on all sides.
  const uint8_t *texels;
  /// Texels to a side, without the border.
  int32_t side;
  /// The pixels that it may cover: within the plane.
  int32_t left, top, right, bottom;
  /// The texel at the middle of the pixel (left, top), counted from the middle of the border's first one, in
  /// 1/65536; and how far one pixel to the right and one below it are.
  int32_t u, v, ux, vx, uy, vy;
  /// 0 to 256.
  int32_t opacity;
  /// The colour's channels as they stand in the plane.
  uint8_t colour[4];
} ck_sprite;

/// Draws shapes over a plane of 8 bit, in their order: whole numbers alone, so the bytes are the same
/// everywhere.
///
/// - step: bytes from pixel to pixel.
/// - first: the byte of the first channel in a pixel.
/// - channels: 1 to 4.
void ck_draw_sprites(
    const ck_sprite *sprites, int32_t count, uint8_t *plane, intptr_t stride, int32_t step,
    int32_t first, int32_t channels);

#pragma clang assume_nonnull end
