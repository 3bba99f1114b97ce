#pragma once

#include "ckernels.h"

// The sets that there are, and the part of a coordinate that is the same for a whole row.

#if defined(__x86_64__)
/// For processors with AVX2.
extern const ck_kernels ck_avx2;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
/// With vectors of 128 bit, for every processor of these architectures: SSE2, NEON.
extern const ck_kernels ck_128;
#endif

// Weights are kept from 0 and below: there, behind the horizon, coordinates become so large that
// the clamp puts them on the transparent border.
static const float ck_smallest_weight = 1e-20f;

/// The numerators and the denominator at the sampler's own column.
typedef struct ck_row {
  float u, v, w;
} ck_row;

static inline ck_row ck_row_of(const ck_sampler *s, int32_t y) {
#pragma STDC FP_CONTRACT OFF
  float dy = (float)(y - s->y);
  return (ck_row){
      .u = s->uy * dy + s->u1,
      .v = s->vy * dy + s->v1,
      .w = s->wy * dy + 1.0f,
  };
}
