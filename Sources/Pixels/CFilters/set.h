#pragma once

#include "planes.h"
#include "tone.h"
#include "particles.h"
#include "colour_table.h"
#include "padded_planes.h"
#include "blur.h"
#include "kuwahara.h"
#include "orientation.h"
#include "guided_filter.h"
#include "difference_of_gaussians.h"
#include "guided_upsampling.h"

// The set under the name that the includer gives.

const cf_kernels CF_SET = {
    .name = CF_SET_NAME,
    .load = load,
    .store = store,
    .load_packed = load_packed,
    .store_packed = store_packed,
    .grade = grade,
    .flake = flake,
    .blade = blade,
    .blend_colour = blend_colour,
    .look_up = look_up,
    .downsample = downsample,
    .blur = blur,
    .structure_tensor = structure_tensor,
    .orientation = orientation,
    .kuwahara = kuwahara,
    .line_integral = line_integral,
    .palette = palette,
    .kuwahara_planar = kuwahara_planar,
    .guided_filter = guided_filter,
    .relief = relief,
    .xdog = xdog,
    .upsample_guided = upsample_guided,
};
