#pragma once

#include "ckernels.h"

// What the plain and the vector kernels share: fixed-point constants, and the part of a coordinate
// that is the same for a whole row.

enum {
  ck_one = 1 << CK_SUBTEXEL_BITS,
  ck_half = ck_one / 2,
  ck_opaque = 1 << CK_ALPHA_BITS,
};

// Weights are kept from 0 and below: there, behind the horizon, coordinates become so large that
// the clamp puts them on the transparent border.
static const double ck_smallest_weight = 1e-30;

/// The numerators and the denominator at column 0 of a row.
typedef struct ck_row {
  double u, v, w;
} ck_row;

static inline ck_row ck_row_of(const ck_sampler *s, int32_t y) {
#pragma STDC FP_CONTRACT OFF
  return (ck_row){
      .u = s->uy * (double)y + s->u1,
      .v = s->vy * (double)y + s->v1,
      .w = s->wy * (double)y + s->w1,
  };
}
