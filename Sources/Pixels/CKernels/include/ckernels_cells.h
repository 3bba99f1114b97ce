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
  CK_COVERAGE_BITS = 1,
  /// Squares to a side of its windows.
  CK_COVERAGE_WINDOW = 6,
};

/// What there is in a window of a level's squares: bits.
enum {
  /// Some texel is not transparent.
  CK_COVERAGE_SEEN = 1,
  /// Some texel is not opaque.
  CK_COVERAGE_SEEN_THROUGH = 2,
};

/// What a level covers, in squares of 2 x 2 texels.
typedef struct ck_coverage {
  /// For each square, row by row, what there is in the window of 6 x 6 squares of which it is the upper left one:
  /// two bits, the first of a byte's four in its lowest ones. So packed, since the encoder has emptied the caches when a
  /// frame is drawn: with a byte each, half of the time of looking up went on waiting for them.
  const uint8_t *windows;
  /// Squares each way.
  int32_t columns, rows;
  /// Bytes in a row.
  int32_t stride;
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

/// Looks up cells of the tile at pixel (x, y): those that are wanted, and no others.
ck_cells ck_cells_of(
    const ck_sampler *sampler, const ck_coverage *coverage, int32_t x, int32_t y,
    uint32_t wanted);

/// Finds what there is in the windows of a level.
///
/// - texels: with their border, `coverage->width` of them in a row.
/// - coverage: its sizes; its own windows are not read.
/// - windows: `stride` bytes for each of its rows.
/// - room: a byte for each square, and for those of one row more.
void ck_find_coverage(
    const int16_t *texels, int32_t channels, const ck_coverage *coverage, uint8_t *windows,
    uint8_t *room);

#pragma clang assume_nonnull end
