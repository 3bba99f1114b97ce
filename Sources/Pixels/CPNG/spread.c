// Samples as they are stored, of 1 to 16 bits, to R, G, B, A of 8 bits. A value v of a depth whose top
// is m becomes round(255 v / m): exact for 1 to 8 bits, and for 16 the nearest level, which is what
// libpng's png_set_scale_16 gives.

#include "spread.h"

#include <string.h>

static inline unsigned sample(const uint8_t *row, size_t index, unsigned depth) {
  if (depth == 8) {
    return row[index];
  }
  if (depth == 16) {
    return (unsigned)row[2 * index] << 8 | row[2 * index + 1];
  }
  size_t bit = index * depth;
  return row[bit / 8] >> (8 - depth - bit % 8) & ((1u << depth) - 1);
}

static inline uint8_t level(unsigned value, unsigned depth) {
  return (uint8_t)(depth == 16 ? (value * 255 + 32895) >> 16 : value * (255 / ((1u << depth) - 1)));
}

// Inlined with the depth and the number of colours, so that each loop has its own.
static inline __attribute__((always_inline)) void spread(
    const chunks *picture, unsigned depth, size_t colours, const uint8_t *row, size_t columns,
    uint8_t *rgba, size_t step) {
  size_t samples = chunks_samples(picture);
  bool has_alpha = samples > colours;
  for (size_t x = 0; x < columns; x++, rgba += 4 * step) {
    bool is_key = picture->has_key;
    for (size_t i = 0; i < colours; i++) {
      unsigned value = sample(row, x * samples + i, depth);
      is_key &= value == picture->key[i];
      rgba[i] = level(value, depth);
    }
    if (colours == 1) {
      rgba[2] = rgba[1] = rgba[0];
    }
    rgba[3] = has_alpha ? level(sample(row, x * samples + colours, depth), depth)
                        : (is_key ? 0 : 0xff);
  }
}

static void spread_palette(
    const chunks *picture, const uint8_t *row, size_t columns, uint8_t *rgba, size_t step) {
  for (size_t x = 0; x < columns; x++, rgba += 4 * step) {
    memcpy(rgba, picture->palette[sample(row, x, picture->depth)], 4);
  }
}

void spread_row(
    const chunks *picture, const uint8_t *row, size_t columns, uint8_t *rgba, size_t step) {
  if (picture->colour == colour_palette) {
    spread_palette(picture, row, columns, rgba, step);
    return;
  }
  bool is_grey = picture->colour == colour_grey || picture->colour == colour_grey_alpha;
  switch (picture->depth) {
    case 1: spread(picture, 1, 1, row, columns, rgba, step); break;
    case 2: spread(picture, 2, 1, row, columns, rgba, step); break;
    case 4: spread(picture, 4, 1, row, columns, rgba, step); break;
    case 8:
      if (is_grey) {
        spread(picture, 8, 1, row, columns, rgba, step);
      } else {
        spread(picture, 8, 3, row, columns, rgba, step);
      }
      break;
    default:
      if (is_grey) {
        spread(picture, 16, 1, row, columns, rgba, step);
      } else {
        spread(picture, 16, 3, row, columns, rgba, step);
      }
  }
}
