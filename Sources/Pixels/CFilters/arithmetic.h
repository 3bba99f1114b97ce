#pragma once

#include "cfilters.h"

// What all kernels share. Sums and products must not be contracted, or a processor with fused
// multiplication would round otherwise than one without.
#pragma STDC FP_CONTRACT OFF

static inline float least(float a, float b) { return a < b ? a : b; }
static inline float most(float a, float b) { return a > b ? a : b; }
static inline float clamped(float x, float low, float high) { return least(most(x, low), high); }
static inline int32_t clamped_whole(int32_t x, int32_t low, int32_t high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}

/// The nearest whole number, halves up; for values well within 32 bits.
static inline int32_t nearest(float x) {
  // Conversion cuts towards 0, so the number is made positive first.
  return (int32_t)(x + 65536.5f) - 65536;
}

/// The root, rounded exactly; not the library's, which sets errno and so is never a vector.
static inline float root(float x) { return __builtin_elementwise_sqrt(x); }

/// Eight floats: on a processor of four at a time two halves.
typedef float float8 __attribute__((vector_size(32)));

/// 3 t^2 - 2 t^3, clamped at both ends.
static inline float smooth(float t) {
  t = clamped(t, 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

/// A canvas's samples to 0...1.
static const float cf_unit = 1.0f / (255.0f * CF_LEVEL);
/// The canvas's white.
static const float cf_white = 255.0f * CF_LEVEL;
