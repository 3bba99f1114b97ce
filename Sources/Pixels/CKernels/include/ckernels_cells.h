#pragma once

#include "ckernels.h"

// Which cells of a tile, of 8 x 8 pixels each, can show anything of a texture.

#pragma clang assume_nonnull begin

enum {
  /// Pixels to a cell's side.
  CK_CELL_SIDE = CK_LANES,
  /// Cells to a tile: a bit each.
  CK_TILE_COLUMNS = 8,
  CK_TILE_ROWS = 4,
  /// Texels to a side of the coverage map's squares, as a power of two.
  CK_COVERAGE_BITS = 2,
};

/// What a level covers, in squares of 4 x 4 texels, a bit each.
typedef struct ck_coverage {
  /// For each 64 squares of a row two words: which of them are not transparent, and which are not
  /// opaque; the leftmost square in the lowest bit.
  const uint64_t *bits;
  /// Pairs of words in a row.
  int32_t words;
  /// Texels each way, border included.
  int32_t width, height;
} ck_coverage;

/// A bit a cell of a tile, row by row.
typedef struct ck_cells {
  /// Those that may show anything.
  uint32_t visible;
  /// Those whose taps all lie before the horizon and within the level.
  uint32_t inside;
  /// Those whose taps find opaque texels only.
  uint32_t opaque;
} ck_cells;

/// Looks up cells of the tile at pixel (x, y): those that are wanted; of others nothing is said.
ck_cells ck_cells_of(
    const ck_sampler *sampler, const ck_coverage *coverage, int32_t x, int32_t y,
    uint32_t wanted);

#pragma clang assume_nonnull end
