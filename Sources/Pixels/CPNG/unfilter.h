#pragma once

// Undoing the filters of rows (ISO/IEC 15948, 9), a pixel in registers where it has 3 or 4 bytes.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Four samples; those of RGB leave the last alone.
typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef int16_t words4 __attribute__((vector_size(8)));

static inline __attribute__((always_inline)) words4 load(const uint8_t *from, size_t pixel) {
  bytes4 bytes = {0};
  memcpy(&bytes, from, pixel);
  return __builtin_convertvector(bytes, words4);
}

static inline __attribute__((always_inline)) words4 absolute(words4 x) {
  words4 sign = x >> 15;
  return (x ^ sign) - sign;
}

static inline __attribute__((always_inline)) words4 paeth(words4 left, words4 up, words4 corner) {
  words4 by_left = up - corner, by_up = left - corner;
  words4 by_corner = absolute(by_left + by_up);
  by_left = absolute(by_left);
  by_up = absolute(by_up);
  words4 takes_left = (by_left <= by_up) & (by_left <= by_corner);
  words4 takes_up = ~takes_left & (by_up <= by_corner);
  return (takes_left & left) | (takes_up & up) | (~(takes_left | takes_up) & corner);
}

// Undoes a filter (PNG 1.2, 6.2 to 6.6); inlined with the filter's number and the pixel's size.
static inline __attribute__((always_inline)) void undo(
    int filter, size_t pixel, uint8_t *to, const uint8_t *from, const uint8_t *above,
    size_t count) {
  words4 left = {0}, corner = {0};
  for (size_t i = 0; i < count; i += pixel) {
    words4 up = load(above + i, pixel);
    words4 guess = filter == 1   ? left
                   : filter == 3 ? (left + up) >> 1
                                 : paeth(left, up, corner);
    left = (load(from + i, pixel) + guess) & 0xff;
    corner = up;
    bytes4 result = __builtin_convertvector(left, bytes4);
    memcpy(to + i, &result, pixel);
  }
}

/// Undoes the filter of a row whose pixels have up to 4 bytes, inlined with their number; false for a
/// filter that there is not. `to` may be `from`.
static inline __attribute__((always_inline)) bool undo_row(
    size_t pixel, int filter, uint8_t *to, const uint8_t *from, const uint8_t *above,
    size_t count) {
  switch (filter) {
    case 0: memmove(to, from, count); return true;
    case 1: undo(1, pixel, to, from, above, count); return true;
    case 2:
      for (size_t i = 0; i < count; i++) {
        to[i] = (uint8_t)(from[i] + above[i]);
      }
      return true;
    case 3: undo(3, pixel, to, from, above, count); return true;
    case 4: undo(4, pixel, to, from, above, count); return true;
    default: return false;
  }
}
