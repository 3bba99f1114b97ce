#pragma once

#include "arithmetic.h"

// Interleaved samples of four floats as vectors.

typedef float float4 __attribute__((vector_size(16)));

static inline float4 float4_at(const float *from) {
  float4 q;
  memcpy(&q, from, sizeof q);
  return q;
}
static inline void put_float4(float *to, float4 q) { memcpy(to, &q, sizeof q); }
static inline float4 float4_of(float t) { return (float4){t, t, t, t}; }

/// Adds two interleaved samples; through pointers, as a processor without such vectors has none for
/// results.
static inline void add_float8(float8 *sum, const float *from) {
  float8 p;
  memcpy(&p, from, sizeof p);
  *sum += p;
}

typedef int32_t int4 __attribute__((vector_size(16)));

/// The nearest whole numbers, as `nearest`, but as floats.
static inline float4 nearest4(float4 t) {
  int4 cut = __builtin_convertvector(t + float4_of(65536.5f), int4);
  return __builtin_convertvector(cut, float4) - float4_of(65536.0f);
}

/// How far four places (x, y) lie from here in a plane of interleaved samples. Exact: all products are
/// below 1 << 24.
static inline int4 offsets4(float4 x, float4 y, float stride) {
  float4 offsets = nearest4(x) * float4_of(4.0f) + nearest4(y) * float4_of(stride);
  return __builtin_convertvector(offsets, int4);
}
