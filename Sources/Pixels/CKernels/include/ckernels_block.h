#pragma once

#include "ckernels_cells.h"

// Drawing a tile of pixels by blocks: sampling and source-over, row by row.

#pragma clang assume_nonnull begin

/// A rectangle of pixels that are drawn alike.
typedef struct ck_block {
  int32_t x, y;
  /// Columns that are sampled, a multiple of CK_LANES and at most CK_BLOCK_COLUMNS.
  int32_t columns;
  /// At most CK_BLOCK_ROWS.
  int32_t rows;
  /// Columns that are drawn, from the first on.
  int32_t drawn;
  /// As in `ck_run`.
  bool is_inside;
  /// As in `ck_target`.
  bool is_opaque;
} ck_block;

enum {
  CK_BLOCK_COLUMNS = CK_TILE_COLUMNS * CK_CELL_SIDE,
  CK_BLOCK_ROWS = CK_CELL_SIDE,
  /// The most blocks of a tile.
  CK_TILE_BLOCKS = CK_TILE_COLUMNS * CK_TILE_ROWS,
};

/// What is drawn of a texture in a tile, or in a part of one.
typedef struct ck_tile {
  /// Without its taps, which the keeper of the tile keeps beside it.
  ck_sampler sampler;
  /// Where its taps are kept: the number of the first.
  int32_t first_tap;
  /// The tile's upper left pixel.
  int32_t x, y;
  /// The rows that are drawn: the first, and the one behind the last.
  int32_t first_row, end_row;
  /// The cells that are drawn.
  ck_cells cells;
} ck_tile;

/// Planes that share the places of their samples.
typedef struct ck_surface {
  /// The first sample of each plane's top row; of a second plane that there is not, anything.
  uint8_t *_Nonnull planes[2];
  /// From row to row, in bytes.
  intptr_t strides[2];
  int32_t plane_count;
  /// Columns.
  int32_t width;
  /// Bytes to a column.
  int32_t bytes;
  int32_t padding_bits;
} ck_surface;

/// Divides a tile into blocks of cells that are drawn alike; gives their number.
int32_t ck_blocks_of(const ck_tile *tile, int32_t width, ck_block blocks[_Nonnull CK_TILE_BLOCKS]);

/// Draws a tile with two kernels whose samples have `components` components.
///
/// - taps: the tile's first one.
void ck_draw_tile(
    ck_sample sample, ck_over over, int32_t components, const ck_tile *tile, const ck_tap *taps,
    const ck_surface *surface);

#pragma clang assume_nonnull end
