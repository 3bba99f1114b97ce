#include "ckernels_block.h"

// The loops over blocks and rows stand here and not in Swift because both are short, some 33 pixels of
// an avatar's layers, and calls from Swift for each row cost more.

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

static void draw_block(
    ck_sample sample, ck_over over, int32_t components, const ck_sampler *sampler,
    const ck_block *block, const ck_surface *surface) {
  _Alignas(32) int16_t samples[4 * (CK_BLOCK_COLUMNS * CK_BLOCK_ROWS + CK_SLACK)];
  fetch_rows(surface, block);
  sample(sampler, (ck_run){
      .x = block->x, .y = block->y, .count = block->columns, .rows = block->rows,
      .is_inside = block->is_inside}, samples);
  ck_target target = {
      .plane_count = surface->plane_count,
      .count = block->drawn,
      .padding_bits = surface->padding_bits,
      .is_opaque = block->is_opaque,
  };
  const intptr_t column = (intptr_t)block->x * surface->bytes;
  for (int32_t row = 0; row < block->rows; row++) {
    for (int32_t plane = 0; plane < surface->plane_count; plane++) {
      target.planes[plane] =
          surface->planes[plane] + (block->y + row) * surface->strides[plane] + column;
    }
    over(samples + (intptr_t)components * row * block->columns, &target);
  }
}

// The blocks of a row of cells, which begin at pixel (x, y), left to right.
static int32_t blocks_of_row(
    ck_cells cells, int32_t x, int32_t y, int32_t rows, int32_t width, ck_block *blocks) {
  const uint32_t all = (1u << CK_TILE_COLUMNS) - 1;
  // The cells that begin within the picture.
  const int32_t begun = (width - x + CK_CELL_SIDE - 1) / CK_CELL_SIDE;
  uint32_t left = cells.visible & (begun < CK_TILE_COLUMNS ? (1u << begun) - 1 : all);
  // A single opaque cell is not worth a block of its own.
  const uint32_t whole = cells.opaque & all;
  const uint32_t opaque = whole & (whole << 1 | whole >> 1);
  int32_t count = 0;
  while (left != 0) {
    const int32_t start = __builtin_ctz(left);
    const bool is_opaque = (opaque >> start & 1) != 0;
    // What is drawn like the first cell.
    const uint32_t alike = left & (is_opaque ? opaque : ~opaque);
    const int32_t length = __builtin_ctz(~(alike >> start));
    const uint32_t bits = ((1u << length) - 1) << start;
    left &= ~bits;
    const int32_t first = x + start * CK_CELL_SIDE, columns = length * CK_CELL_SIDE;
    blocks[count++] = (ck_block){
        .x = first, .y = y, .columns = columns, .rows = rows,
        .drawn = columns < width - first ? columns : width - first,
        .is_inside = (~cells.inside & bits) == 0, .is_opaque = is_opaque};
  }
  return count;
}

int32_t ck_blocks_of(const ck_tile *tile, int32_t width, ck_block blocks[CK_TILE_BLOCKS]) {
  int32_t count = 0;
  for (int32_t row = 0; row < CK_TILE_ROWS; row++) {
    const int32_t shift = row * CK_TILE_COLUMNS, top = tile->y + row * CK_CELL_SIDE;
    const ck_cells cells = {
        tile->cells.visible >> shift, tile->cells.inside >> shift, tile->cells.opaque >> shift};
    const int32_t first = top > tile->first_row ? top : tile->first_row;
    const int32_t bottom = top + CK_CELL_SIDE;
    const int32_t end = bottom < tile->end_row ? bottom : tile->end_row;
    if (first < end) {
      count += blocks_of_row(cells, tile->x, first, end - first, width, blocks + count);
    }
  }
  return count;
}

void ck_draw_tile(
    ck_sample sample, ck_over over, int32_t components, const ck_tile *tile, const ck_tap *taps,
    const ck_surface *surface) {
  ck_sampler sampler = tile->sampler;
  sampler.taps = taps;
  ck_block blocks[CK_TILE_BLOCKS];
  const int32_t count = ck_blocks_of(tile, surface->width, blocks);
  for (int32_t i = 0; i < count; i++) {
    draw_block(sample, over, components, &sampler, &blocks[i], surface);
  }
}
