#pragma once

#include <stdbool.h>
#include <string.h>

#include "cmatting.h"

// Sums and products must not be contracted, or a processor with fused multiplication would round
// otherwise than one without.
#pragma STDC FP_CONTRACT OFF

static inline float cm_least(float a, float b) { return a < b ? a : b; }
static inline float cm_most(float a, float b) { return a > b ? a : b; }
static inline int32_t cm_smaller(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t cm_larger(int32_t a, int32_t b) { return a > b ? a : b; }
static inline float cm_clamped(float x, float low, float high) {
  return cm_least(cm_most(x, low), high);
}

/// The root, rounded exactly; not the library's, which sets errno and so is never a vector.
static inline float cm_root(float x) { return __builtin_elementwise_sqrt(x); }
