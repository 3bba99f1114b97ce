#include "ckernels_block.h"

// The loop over rows stands here and not in Swift because a row of a block is short, 35 pixels on
// average of an avatar's layers: with it there, the dragon's mask took 0.18 ms instead of 0.15.

enum { cache_line = 64 };

// Asks for what lies under a block. While it is sampled the rows arrive: source-over waited for them for
// half of its time on chroma (Zen 4).
static void fetch_rows(const ck_surface *surface, const ck_block *block) {
  const intptr_t last = (intptr_t)block->drawn * surface->bytes - 1;
  for (int32_t plane = 0; plane < surface->plane_count; plane++) {
    const uint8_t *row = surface->planes[plane] + block->y * surface->strides[plane] +
                         (intptr_t)block->x * surface->bytes;
    for (int32_t i = 0; i < block->rows; i++, row += surface->strides[plane]) {
      for (intptr_t byte = 0; byte < last; byte += cache_line) {
        __builtin_prefetch(row + byte, 1);
      }
      __builtin_prefetch(row + last, 1);
    }
  }
}

void ck_draw_block(
    ck_sample sample, ck_over over, int32_t components, const ck_sampler *sampler, ck_block block,
    const ck_surface *surface) {
  _Alignas(32) int16_t samples[4 * (CK_BLOCK_COLUMNS * CK_BLOCK_ROWS + CK_SLACK)];
  fetch_rows(surface, &block);
  sample(sampler, (ck_run){
      .x = block.x, .y = block.y, .count = block.columns, .rows = block.rows,
      .is_inside = block.is_inside}, samples);
  ck_target target = {
      .plane_count = surface->plane_count,
      .count = block.drawn,
      .padding_bits = surface->padding_bits,
      .is_opaque = block.is_opaque,
  };
  const intptr_t column = (intptr_t)block.x * surface->bytes;
  for (int32_t row = 0; row < block.rows; row++) {
    for (int32_t plane = 0; plane < surface->plane_count; plane++) {
      target.planes[plane] =
          surface->planes[plane] + (block.y + row) * surface->strides[plane] + column;
    }
    over(samples + (intptr_t)components * row * block.columns, &target);
  }
}
