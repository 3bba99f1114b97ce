#include "ccomparison.h"

#include <string.h>

void cc_shares(const uint8_t *mask, int64_t count, float *shares) {
  for (int64_t i = 0; i < count; i++) {
    shares[i] = mask[i];
  }
}

void cc_halve_shares(const float *shares, int32_t width, int32_t height, float *half) {
  int32_t columns = (width + 1) / 2, rows = (height + 1) / 2;
  for (int32_t y = 0; y < rows; y++) {
    const float *top = shares + (int64_t)2 * y * width;
    const float *bottom = 2 * y + 1 < height ? top + width : top;
    float *out = half + (int64_t)y * columns;
    for (int32_t x = 0; x < width / 2; x++) {
      float above = top[2 * x] + top[2 * x + 1];
      out[x] = 0.25f * (above + (bottom[2 * x] + bottom[2 * x + 1]));
    }
    if (width % 2 != 0) {
      out[columns - 1] = 0.5f * (top[width - 1] + bottom[width - 1]);
    }
  }
}

static int32_t within(int32_t value, int32_t count) {
  return value < 0 ? 0 : value < count ? value : count - 1;
}

void cc_window_weights(
    const float *shares, int32_t width, int32_t height, int32_t columns, int32_t rows,
    float *weights) {
  int32_t wide = width - columns + 1, tall = height - rows + 1;
  bool has_any = false;
  for (int32_t y = 0; y < tall; y++) {
    const float *from = shares + (int64_t)(y + rows / 2) * width + columns / 2;
    float *to = weights + (int64_t)y * wide;
    for (int32_t x = 0; x < wide; x++) {
      to[x] = from[x];
      has_any |= from[x] > 0;
    }
  }
  if (has_any) {
    return;
  }
  for (int32_t y = 0; y < height; y++) {
    for (int32_t x = 0; x < width; x++) {
      int64_t nearest = (int64_t)within(y - rows / 2, tall) * wide + within(x - columns / 2, wide);
      weights[nearest] += shares[(int64_t)y * width + x];
    }
  }
}
