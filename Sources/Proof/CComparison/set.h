#pragma once

#include "colour.h"
#include "levels.h"
#include "similarity.h"

// The set under the name that the includer gives.

const cc_kernels CC_SET = {
    .name = CC_SET_NAME,
    .opaque_levels = opaque_levels,
    .straight_levels = straight_levels,
    .colour_differences = colour_differences,
    .total = total,
    .similarity = similarity,
};
