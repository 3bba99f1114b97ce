#pragma once

#include "ckernels.h"

/// Portable C.
extern const ck_kernels ck_plain;
