#include "ckernels_texels.h"

#include "ckernels.h"

#include <string.h>

// Vectors of four pixels that the compiler knows for every processor. Colours are computed in double precision, so
// that no rounding depends on the order of sums; without contraction, so that the bytes are the same everywhere.
// A pixel takes 1.6 ns for one channel and 2.6 for two; in Swift, with the last colour kept, 16 ns,
// since in most artwork neighbours differ (Zen 5).

#pragma STDC FP_CONTRACT OFF

enum { lanes = 4 };

typedef double f64x4 __attribute__((ext_vector_type(lanes)));
typedef int32_t i32x4 __attribute__((ext_vector_type(lanes)));
typedef uint32_t u32x4 __attribute__((ext_vector_type(lanes)));

// The numbers of four pixels: of alpha, or of a channel times alpha.
static inline void round_into(
    const f64x4 *values, double parts, int16_t *texels, int32_t count, int32_t components) {
  // None is negative.
  const i32x4 numbers = __builtin_convertvector(*values / parts + 0.5, i32x4);
  for (int32_t i = 0; i < count; i++) {
    texels[i * components] = (int16_t)numbers[i];
  }
}

__attribute__((always_inline)) static inline void texels_of_four(
    const u32x4 *pixels, const ck_channel *channels, double parts, const int32_t components,
    int16_t *texels, int32_t count) {
  const u32x4 p = *pixels;
  const f64x4 red = __builtin_convertvector((i32x4)(p & 255), f64x4);
  const f64x4 green = __builtin_convertvector((i32x4)(p >> 8 & 255), f64x4);
  const f64x4 blue = __builtin_convertvector((i32x4)(p >> 16 & 255), f64x4);
  const f64x4 alpha = __builtin_convertvector((i32x4)(p >> 24), f64x4);
  const double unit = (double)(1 << CK_LEVEL_BITS);
  for (int32_t c = 0; c < components / 2; c++) {
    const ck_channel w = channels[c];
    const f64x4 value = red * w.red + green * w.green + blue * w.blue + w.offset;
    const f64x4 covered = value * alpha * (unit / 255);
    round_into(&covered, parts, texels + c, count, components);
  }
  const f64x4 opacity = alpha * unit;
  round_into(&opacity, parts, texels + components - 1, count, components);
  if (components == 4) {
    for (int32_t i = 0; i < count; i++) {
      texels[4 * i + 2] = 0;
    }
  }
}

// The compiler makes one of these for each number of components.
__attribute__((always_inline)) static inline void texels_of(
    const uint8_t *pixels, int32_t count, const ck_channel *channels, double parts,
    const int32_t components, int16_t *texels) {
  for (int32_t x = 0; x < count; x += lanes) {
    const int32_t many = count - x < lanes ? count - x : lanes;
    // Red is the lowest byte, as on all processors that this runs on.
    u32x4 four = 0;
    memcpy(&four, pixels + 4 * (intptr_t)x, 4 * (size_t)many);
    int16_t *to = texels + (intptr_t)x * components;
    if ((four[0] | four[1] | four[2] | four[3]) >> 24 == 0) {
      // Most of a drawing is transparent.
      memset(to, 0, (size_t)(many * components) * sizeof *to);
    } else if (many == lanes) {
      texels_of_four(&four, channels, parts, components, to, lanes);
    } else {
      texels_of_four(&four, channels, parts, components, to, many);
    }
  }
}

void ck_texels_of(
    const uint8_t *pixels, int32_t count, const ck_channel *channels, double parts, int32_t components,
    int16_t *texels) {
  if (components == 2) {
    texels_of(pixels, count, channels, parts, 2, texels);
  } else {
    texels_of(pixels, count, channels, parts, 4, texels);
  }
}

__attribute__((always_inline)) static inline void join(
    const int16_t *upper, const int16_t *lower, int32_t count, const int32_t components, int32_t shift,
    int16_t *texels) {
  const int32_t half = (1 << shift) >> 1;
  for (int32_t x = 0; x < count; x++) {
    const int16_t *a = upper + (intptr_t)2 * x * components, *b = lower + (intptr_t)2 * x * components;
    for (int32_t c = 0; c < components; c++) {
      const int32_t sum = a[c] + a[c + components] + b[c] + b[c + components];
      texels[(intptr_t)x * components + c] = (int16_t)((sum + half) >> shift);
    }
  }
}

void ck_join_texels(
    const int16_t *upper, const int16_t *lower, int32_t count, int32_t components, int32_t shift,
    int16_t *texels) {
  if (components == 2) {
    join(upper, lower, count, 2, shift, texels);
  } else {
    join(upper, lower, count, 4, shift, texels);
  }
}
