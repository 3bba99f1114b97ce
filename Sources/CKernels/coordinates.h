#pragma once

#include "ckernels.h"

// What the plain and the vector kernels share: the part of a coordinate that is the same for a
// whole row, and the limits.

#pragma STDC FP_CONTRACT OFF

// Weights are kept from 0 and below: there, behind the horizon, coordinates become so large that
// the clamp puts them on the transparent border.
static const double ck_smallest_weight = 1e-30;

/// The numerators and the denominator at column 0 of a row, for one tap.
typedef struct ck_row {
  double u, v, w;
} ck_row;

static inline ck_row ck_row_of(const ck_sampler *s, ck_tap tap, int32_t y) {
#pragma STDC FP_CONTRACT OFF
  double ty = (double)y + tap.y;
  return (ck_row){
      .u = (s->ux * tap.x + s->uy * ty) + s->u1,
      .v = (s->vx * tap.x + s->vy * ty) + s->v1,
      .w = (s->wx * tap.x + s->wy * ty) + s->w1,
  };
}
