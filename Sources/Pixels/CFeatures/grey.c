#include "cfeatures.h"
#include "wide.h"

#include <string.h>

static inline __attribute__((always_inline)) void grey_of(
    const uint8_t *rgb, size_t step, size_t count, uint8_t *grey) {
  for (size_t i = 0; i < count; i++) {
    const uint8_t *at = rgb + i * step;
    grey[i] = (uint8_t)((77u * at[0] + 150u * at[1] + 29u * at[2] + 128u) >> 8);
  }
}

static inline __attribute__((always_inline)) void grey_of_rgb(
    const uint8_t *rgb, size_t step, size_t count, uint8_t *grey) {
  // Known steps, so that pixels are taken together.
  if (step == 3) {
    grey_of(rgb, 3, count, grey);
  } else if (step == 4) {
    grey_of(rgb, 4, count, grey);
  } else {
    grey_of(rgb, step, count, grey);
  }
}

CF_WIDENED(
    cf_grey_of_rgb, grey_of_rgb, (const uint8_t *rgb, size_t step, size_t count, uint8_t *grey),
    (rgb, step, count, grey))

static inline __attribute__((always_inline)) void half_of(cf_grey in, uint8_t *out) {
  const int32_t width = in.width / 2, height = in.height / 2;
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *a = in.bytes + (ptrdiff_t)2 * y * in.width, *b = a + in.width;
    for (int32_t x = 0; x < width; x++) {
      out[(ptrdiff_t)y * width + x] =
          (uint8_t)((a[2 * x] + a[2 * x + 1] + b[2 * x] + b[2 * x + 1] + 2) >> 2);
    }
  }
}

CF_WIDENED(cf_half, half_of, (cf_grey in, uint8_t *out), (in, out))

void cf_scaled(cf_grey in, int32_t width, int32_t height, float *out) {
  const double across = (double)in.width / width, down = (double)in.height / height;
  for (int32_t y = 0; y < height; y++) {
    const double top = y * down, bottom = top + down;
    for (int32_t x = 0; x < width; x++) {
      const double left = x * across, right = left + across;
      double sum = 0, area = 0;
      for (int32_t j = (int32_t)top; j < in.height && j < bottom; j++) {
        const double high = (j + 1 < bottom ? j + 1 : bottom) - (j > top ? j : top);
        const uint8_t *row = in.bytes + (ptrdiff_t)j * in.width;
        for (int32_t i = (int32_t)left; i < in.width && i < right; i++) {
          const double part = high * ((i + 1 < right ? i + 1 : right) - (i > left ? i : left));
          sum += part * row[i];
          area += part;
        }
      }
      out[(ptrdiff_t)y * width + x] = area > 0 ? (float)(sum / area) : 0.0f;
    }
  }
}

/// A row taken between its pixels; of each place the left pixel and, in its last nine bits, the right one's part of 256.
static inline __attribute__((always_inline)) void stretched_row(
    const uint8_t *row, int32_t last, const uint32_t *places, int32_t width, uint16_t *out) {
  for (int32_t x = 0; x < width; x++) {
    const uint32_t left = places[x] >> 9, part = places[x] & 511;
    out[x] = (uint16_t)(row[left] * (256 - part) + row[left + (last > 0)] * part);
  }
}

static inline __attribute__((always_inline)) void stretched(
    cf_grey in, int32_t width, int32_t height, uint32_t *places, uint16_t *row_memory, uint8_t *out) {
  // In whole numbers: places in parts of 65,536.
  const int64_t across = ((int64_t)in.width << 16) / width, down = ((int64_t)in.height << 16) / height;
  const int64_t last_x = ((int64_t)in.width - 1) << 16, last_y = ((int64_t)in.height - 1) << 16;
  for (int32_t x = 0; x < width; x++) {
    int64_t u = x * across + across / 2 - 32768;
    u = u < 0 ? 0 : u > last_x ? last_x : u;
    uint32_t left = (uint32_t)(u >> 16), part = (uint32_t)((u & 65535) >> 8);
    // The last pixel as the right one of the two before it.
    if (left > 0 && left + 1 == (uint32_t)in.width) {
      left -= 1;
      part = 256;
    }
    places[x] = left << 9 | part;
  }
  // Rows that were stretched last, by their numbers.
  uint16_t *rows[2] = {row_memory, row_memory + width};
  int32_t numbers[2] = {-1, -1};
  for (int32_t y = 0; y < height; y++) {
    int64_t v = y * down + down / 2 - 32768;
    v = v < 0 ? 0 : v > last_y ? last_y : v;
    const int32_t top = (int32_t)(v >> 16), bottom = top + 1 < in.height ? top + 1 : top;
    const uint32_t part = (uint32_t)((v & 65535) >> 8);
    if (numbers[0] != top) {
      // The lower row of the one before is often the upper one of this.
      uint16_t *const other = rows[0];
      rows[0] = rows[1];
      rows[1] = other;
      const int32_t number = numbers[0];
      numbers[0] = numbers[1];
      numbers[1] = number;
    }
    const int32_t wanted[2] = {top, bottom};
    for (int32_t i = 0; i < 2; i++) {
      if (numbers[i] == wanted[i]) continue;
      numbers[i] = wanted[i];
      stretched_row(in.bytes + (ptrdiff_t)wanted[i] * in.width, in.width - 1, places, width, rows[i]);
    }
    const uint16_t *first = rows[0], *second = rows[1];
    uint8_t *to = out + (ptrdiff_t)y * width;
    for (int32_t x = 0; x < width; x++) {
      to[x] = (uint8_t)((first[x] * (256 - part) + second[x] * part + 32768) >> 16);
    }
  }
}

CF_WIDENED(
    cf_stretched, stretched,
    (cf_grey in, int32_t width, int32_t height, uint32_t *places, uint16_t *row_memory, uint8_t *out),
    (in, width, height, places, row_memory, out))

static inline __attribute__((always_inline)) void blurred(cf_grey in, uint16_t *memory, uint8_t *out) {
  // A Gaussian of sigma 2 over nine pixels, of 256 parts.
  static const uint32_t parts[5] = {52, 46, 31, 17, 8};
  const int32_t w = in.width, h = in.height;
  for (int32_t y = 0; y < h; y++) {
    const uint8_t *row = in.bytes + (ptrdiff_t)y * w;
    uint16_t *to = memory + (ptrdiff_t)y * w;
    for (int32_t x = 4; x + 4 < w; x++) {
      to[x] = (uint16_t)(parts[0] * row[x] + parts[1] * (row[x - 1] + row[x + 1]) +
                         parts[2] * (row[x - 2] + row[x + 2]) + parts[3] * (row[x - 3] + row[x + 3]) +
                         parts[4] * (row[x - 4] + row[x + 4]));
    }
    for (int32_t x = 0; x < w; x++) {
      if (x == 4 && w > 8) x = w - 4;
      uint32_t sum = parts[0] * row[x];
      for (int32_t i = 1; i <= 4; i++) {
        sum += parts[i] * (row[x - i < 0 ? 0 : x - i] + row[x + i >= w ? w - 1 : x + i]);
      }
      to[x] = (uint16_t)sum;
    }
  }
  for (int32_t y = 0; y < h; y++) {
    const uint16_t *rows[9];
    for (int32_t i = -4; i <= 4; i++) {
      const int32_t at = y + i < 0 ? 0 : y + i >= h ? h - 1 : y + i;
      rows[i + 4] = memory + (ptrdiff_t)at * w;
    }
    for (int32_t x = 0; x < w; x++) {
      const uint32_t sum = parts[0] * rows[4][x] + parts[1] * (rows[3][x] + rows[5][x]) +
                           parts[2] * (rows[2][x] + rows[6][x]) + parts[3] * (rows[1][x] + rows[7][x]) +
                           parts[4] * (rows[0][x] + rows[8][x]);
      out[(ptrdiff_t)y * w + x] = (uint8_t)((sum + 32768) >> 16);
    }
  }
}

CF_WIDENED(cf_blurred, blurred, (cf_grey in, uint16_t *memory, uint8_t *out), (in, memory, out))
