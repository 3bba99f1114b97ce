#pragma once

#include <stdint.h>

// Making the finest level of a texture out of a picture, row by row.

#pragma clang assume_nonnull begin

/// A channel of a target's colours: a weighted sum of red, green and blue, plus an offset, all in levels of
/// 8 bit.
typedef struct ck_channel {
  double red, green, blue, offset;
} ck_channel;

/// Makes texels of a row of straight RGBA pixels of 8 bit: one channel and alpha (components = 2), or two
/// channels, 0 and alpha (4); colours premultiplied.
///
/// - parts: what every number is divided by.
void ck_texels_of(
    const uint8_t *pixels, int32_t count, const ck_channel *channels, double parts, int32_t components,
    int16_t *texels);

/// Joins texels of two rows, two by two of each: their sum, or for a shift of 2 their mean.
///
/// - count: the texels that are made, of twice as many in each row.
void ck_join_texels(
    const int16_t *upper, const int16_t *lower, int32_t count, int32_t components, int32_t shift,
    int16_t *texels);

#pragma clang assume_nonnull end
