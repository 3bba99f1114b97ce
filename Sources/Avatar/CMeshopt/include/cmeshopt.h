#pragma once
// Buffer views that EXT_meshopt_compression packed, by meshoptimizer.
//
// The library checks its own arguments by assertions, which end the process: the function checks them before.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  cmeshopt_attributes = 0,
  cmeshopt_triangles = 1,
  cmeshopt_indices = 2,
} cmeshopt_mode;

// Unpacks `count` elements of `stride` bytes; false where the bytes are no packed elements, or where the mode does
// not allow the stride or the count.
bool cmeshopt_decode(
    cmeshopt_mode mode, const uint8_t *packed, size_t length, void *out, size_t count,
    size_t stride);
