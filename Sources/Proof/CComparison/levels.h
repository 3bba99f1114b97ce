#pragma once

#include "kernels.h"

// The largest channel difference of a pixel.

/// Of eight pixels with the same alpha in both pictures.
CC_INLINE v8u opaque_level(v8u a, v8u b) {
  v32b p = (v32b)a, q = (v32b)b;
  v32b difference = __builtin_elementwise_max(p, q) - __builtin_elementwise_min(p, q);
  v32b pairs = __builtin_elementwise_max(difference, (v32b)((v8u)difference >> 8));
  return (v8u)__builtin_elementwise_max(pairs, (v32b)((v8u)pairs >> 16)) & 255;
}

/// Of eight pixels on black and on white, and of their alpha; rounded up.
CC_INLINE v8u straight_level(v8u a, v8u b) {
  v8i alpha_a = channel(a, 3), alpha_b = channel(b, 3);
  // In 1/255 of a level.
  v8i alpha = 255 * (alpha_a - alpha_b);
  v8i largest = __builtin_elementwise_abs(alpha);
  for (int c = 0; c < 3; c++) {
    v8i on_black = channel(a, c) * alpha_a - channel(b, c) * alpha_b;
    largest = __builtin_elementwise_max(largest, __builtin_elementwise_abs(on_black));
    largest = __builtin_elementwise_max(largest, __builtin_elementwise_abs(on_black - alpha));
  }
  // Divided by 255: exact up to 65,535.
  return (v8u)(largest + 254) * 0x8081 >> 23;
}

/// Eight pixels or fewer: those beyond count for nothing.
CC_INLINE v8u levels_at(
    const uint8_t *a, const uint8_t *b, const uint8_t *mask, int64_t at, int64_t count,
    bool is_opaque) {
  v8u p = {0}, q = {0};
  memcpy(&p, a + 4 * at, 4 * (size_t)count);
  memcpy(&q, b + 4 * at, 4 * (size_t)count);
  v8u level = is_opaque ? opaque_level(p, q) : straight_level(p, q);
  if (mask != NULL) {
    v8b bytes = {0};
    memcpy(&bytes, mask + at, (size_t)count);
    level &= (v8u)(__builtin_convertvector(bytes, v8u) != 0);
  }
  return level;
}

CC_INLINE cc_levels all_levels(
    const uint8_t *a, const uint8_t *b, const uint8_t *mask, int64_t count, uint8_t *levels,
    bool is_opaque) {
  v8u largest = {0}, zeros = {0};
  int64_t i = 0;
  for (; i + 8 <= count; i += 8) {
    v8u level = levels_at(a, b, mask, i, 8, is_opaque);
    v8b bytes = __builtin_convertvector(level, v8b);
    memcpy(levels + i, &bytes, 8);
    largest = __builtin_elementwise_max(largest, level);
    zeros -= (v8u)(level == 0);
  }
  int64_t done = i;
  if (i < count) {
    v8u level = levels_at(a, b, mask, i, count - i, is_opaque);
    v8b bytes = __builtin_convertvector(level, v8b);
    memcpy(levels + i, &bytes, (size_t)(count - i));
    largest = __builtin_elementwise_max(largest, level);
    zeros -= (v8u)(level == 0);
    done += 8;
  }
  cc_levels found = {.count = done};
  for (int lane = 0; lane < 8; lane++) {
    found.largest = largest[lane] > found.largest ? (uint8_t)largest[lane] : found.largest;
    found.count -= zeros[lane];
  }
  return found;
}

static cc_levels opaque_levels(
    const uint8_t *a, const uint8_t *b, const uint8_t *mask, int64_t count, uint8_t *levels) {
  return all_levels(a, b, mask, count, levels, true);
}

static cc_levels straight_levels(
    const uint8_t *a, const uint8_t *b, const uint8_t *mask, int64_t count, uint8_t *levels) {
  return all_levels(a, b, mask, count, levels, false);
}
