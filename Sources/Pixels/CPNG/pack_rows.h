#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The bytes that `pack_rows` needs at most.
size_t pack_rows_bound(size_t count);

/// Packs bytes, at least one, as a zlib stream, and gives its length; 0 where there is no memory.
size_t pack_rows(const uint8_t *bytes, size_t count, uint8_t *to);
