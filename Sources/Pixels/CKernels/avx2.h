#pragma once

#include "kernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

void ck_avx2_sample_pair(const ck_sampler *sampler, ck_run run, int16_t *samples);
void ck_avx2_sample_quad(const ck_sampler *sampler, ck_run run, int16_t *samples);

#endif
