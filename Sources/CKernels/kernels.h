#pragma once

#include "ckernels.h"

/// Portable C.
extern const ck_kernels ck_plain;

#if defined(__x86_64__)
/// For processors with AVX2.
extern const ck_kernels ck_avx2;
#endif
