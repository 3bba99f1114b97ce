#include "ccomparison.h"

#include <string.h>

// What is fast enough in plain C, or as fast as the C library.

int64_t cc_next_different_row(
    const uint8_t *a, const uint8_t *b, int64_t row_bytes, int64_t row, int64_t rows) {
  while (row < rows && memcmp(a + row * row_bytes, b + row * row_bytes, (size_t)row_bytes) == 0) {
    row++;
  }
  return row;
}

int64_t cc_sum(const uint8_t *bytes, int64_t count) {
  int64_t sum = 0;
  for (int64_t start = 0; start < count; start += 4096) {
    int64_t end = start + 4096 < count ? start + 4096 : count;
    uint32_t part = 0;
    for (int64_t i = start; i < end; i++) {
      part += bytes[i];
    }
    sum += part;
  }
  return sum;
}

bool cc_is_opaque(const uint8_t *pixels, int64_t count) {
  for (int64_t start = 0; start < count; start += 1024) {
    int64_t end = start + 1024 < count ? start + 1024 : count;
    uint32_t common = 0xffffffff;
    for (int64_t i = start; i < end; i++) {
      uint32_t pixel;
      memcpy(&pixel, pixels + 4 * i, 4);
      common &= pixel;
    }
    uint8_t bytes[4];
    memcpy(bytes, &common, 4);
    if (bytes[3] != 255) {
      return false;
    }
  }
  return true;
}

void cc_flatten(const uint8_t *pixels, int64_t count, uint8_t ground, uint8_t *flat) {
  for (int64_t i = 0; i < count; i++) {
    uint32_t alpha = pixels[4 * i + 3];
    uint32_t under = ground * (255 - alpha) + 127;
    for (int c = 0; c < 3; c++) {
      flat[4 * i + c] = (uint8_t)((pixels[4 * i + c] * alpha + under) / 255);
    }
    flat[4 * i + 3] = 255;
  }
}

static uint32_t bits_of(float number) {
  uint32_t bits;
  memcpy(&bits, &number, 4);
  return bits;
}

float cc_ranked(const float *samples, int64_t count, int64_t above) {
  if (above >= count) {
    return 0;
  }
  // Numbers that are not negative have the order of their bits, which are found 11, 11 and 10 at a
  // time from the highest.
  static const struct {
    int shift, bits;
  } parts[] = {{21, 11}, {10, 11}, {0, 10}};
  uint32_t found = 0, known = 0;
  for (int part = 0; part < 3; part++) {
    int64_t counts[1 << 11] = {0};
    uint32_t mask = (1u << parts[part].bits) - 1;
    for (int64_t i = 0; i < count; i++) {
      uint32_t bits = bits_of(samples[i]);
      if ((bits & known) == found) {
        counts[bits >> parts[part].shift & mask]++;
      }
    }
    uint32_t digit = mask;
    while (digit > 0 && above >= counts[digit]) {
      above -= counts[digit--];
    }
    found |= digit << parts[part].shift;
    known |= mask << parts[part].shift;
  }
  float number;
  memcpy(&number, &found, 4);
  return number;
}
