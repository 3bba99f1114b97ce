#pragma once

#include "planes.h"
#include "tone.h"
#include "snow.h"
#include "sheets.h"
#include "blur.h"
#include "strokes.h"
#include "ink.h"
#include "finish.h"

// The set under the name that the includer gives.

const cf_kernels CF_SET = {
    .name = CF_SET_NAME,
    .load = load,
    .store = store,
    .load_packed = load_packed,
    .store_packed = store_packed,
    .grade = grade,
    .flake = flake,
    .veil = veil,
    .reduce = reduce,
    .blur = blur,
    .tensor = tensor,
    .direct = direct,
    .brush = brush,
    .smear = smear,
    .flatten = flatten,
    .follow = follow,
    .relief = relief,
    .ink = ink,
    .finish = finish,
};
