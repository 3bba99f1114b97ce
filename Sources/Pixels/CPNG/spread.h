#pragma once

#include "chunks.h"

/// Spreads the samples of a row's `columns` pixels out as R, G, B, A, `step` pixels apart.
void spread_row(
    const chunks *picture, const uint8_t *row, size_t columns, uint8_t *rgba, size_t step);
