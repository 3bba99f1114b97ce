#include "cfeatures.h"

#include <string.h>

void cf_grey_of_rgb(const uint8_t *rgb, size_t step, size_t count, uint8_t *grey) {
  for (size_t i = 0; i < count; i++, rgb += step) {
    grey[i] = (uint8_t)((77u * rgb[0] + 150u * rgb[1] + 29u * rgb[2] + 128u) >> 8);
  }
}

void cf_half(cf_grey in, uint8_t *out) {
  const int32_t width = in.width / 2, height = in.height / 2;
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *a = in.bytes + (ptrdiff_t)2 * y * in.width, *b = a + in.width;
    for (int32_t x = 0; x < width; x++) {
      out[(ptrdiff_t)y * width + x] =
          (uint8_t)((a[2 * x] + a[2 * x + 1] + b[2 * x] + b[2 * x + 1] + 2) >> 2);
    }
  }
}

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

void cf_stretched(cf_grey in, int32_t width, int32_t height, uint8_t *out) {
  // In whole numbers: places in parts of 65,536.
  const int64_t across = ((int64_t)in.width << 16) / width, down = ((int64_t)in.height << 16) / height;
  const int64_t last_x = ((int64_t)in.width - 1) << 16, last_y = ((int64_t)in.height - 1) << 16;
  for (int32_t y = 0; y < height; y++) {
    int64_t v = y * down + down / 2 - 32768;
    v = v < 0 ? 0 : v > last_y ? last_y : v;
    const int32_t top = (int32_t)(v >> 16), b = (int32_t)((v & 65535) >> 8);
    const uint8_t *first = in.bytes + (ptrdiff_t)top * in.width;
    const uint8_t *second = top + 1 < in.height ? first + in.width : first;
    for (int32_t x = 0; x < width; x++) {
      int64_t u = x * across + across / 2 - 32768;
      u = u < 0 ? 0 : u > last_x ? last_x : u;
      const int32_t left = (int32_t)(u >> 16), a = (int32_t)((u & 65535) >> 8);
      const int32_t right = left + 1 < in.width ? left + 1 : left;
      const int32_t upper = first[left] * (256 - a) + first[right] * a;
      const int32_t lower = second[left] * (256 - a) + second[right] * a;
      out[(ptrdiff_t)y * width + x] = (uint8_t)((upper * (256 - b) + lower * b + 32768) >> 16);
    }
  }
}

void cf_blurred(cf_grey in, uint16_t *memory, uint8_t *out) {
  // A Gaussian of sigma 2 over nine pixels, of 256 parts.
  static const uint32_t parts[5] = {52, 46, 31, 17, 8};
  const int32_t w = in.width, h = in.height;
  for (int32_t y = 0; y < h; y++) {
    const uint8_t *row = in.bytes + (ptrdiff_t)y * w;
    uint16_t *to = memory + (ptrdiff_t)y * w;
    for (int32_t x = 0; x < w; x++) {
      if (x >= 4 && x + 4 < w) {
        to[x] = (uint16_t)(parts[0] * row[x] + parts[1] * (row[x - 1] + row[x + 1]) +
                           parts[2] * (row[x - 2] + row[x + 2]) + parts[3] * (row[x - 3] + row[x + 3]) +
                           parts[4] * (row[x - 4] + row[x + 4]));
      } else {
        uint32_t sum = parts[0] * row[x];
        for (int32_t i = 1; i <= 4; i++) {
          sum += parts[i] * (row[x - i < 0 ? 0 : x - i] + row[x + i >= w ? w - 1 : x + i]);
        }
        to[x] = (uint16_t)sum;
      }
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
