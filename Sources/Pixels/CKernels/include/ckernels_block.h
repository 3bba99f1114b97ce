#pragma once

#include "ckernels.h"

// Drawing a block of pixels: sampling and source-over, row by row.

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

/// Planes that share the places of their samples.
typedef struct ck_surface {
  /// The first sample of each plane's top row; of a second plane that there is not, anything.
  uint8_t *_Nonnull planes[2];
  /// From row to row, in bytes.
  intptr_t strides[2];
  int32_t plane_count;
  /// Bytes to a column.
  int32_t bytes;
  int32_t padding_bits;
} ck_surface;

enum { CK_BLOCK_COLUMNS = 64, CK_BLOCK_ROWS = 8 };

/// Draws a block with two kernels whose samples have `components` components.
void ck_draw_block(
    ck_sample sample, ck_over over, int32_t components, const ck_sampler *sampler, ck_block block,
    const ck_surface *surface);

#pragma clang assume_nonnull end
