// The ordinary PNG, 8 bits of RGB or RGBA, not interlaced, in one pass over memory: libdeflate
// unpacks it two to three times as fast as zlib, and a pixel is unfiltered in registers (the layers
// of an avatar: 13 ms with libpng, 5 ms so). Whatever is not exactly as expected is left to libpng,
// which reads it or says what is wrong with it.

#include "cpng.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

// Four samples; those of RGB leave the last alone.
typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef int16_t words4 __attribute__((vector_size(8)));

static uint32_t number(const uint8_t *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

// What all the IDAT chunks hold.
typedef struct packed {
  const uint8_t *bytes;
  size_t count;
  uint8_t *owned;  // NULL where there is one chunk, which is not copied
} packed;

static bool is_type(const uint8_t *chunk, const char *type) {
  return memcmp(chunk + 4, type, 4) == 0;
}

// Finds the pixel data; false where a chunk is damaged or changes what pixels mean.
static bool find_data(const uint8_t *bytes, size_t count, packed *data) {
  size_t offset = 8, chunks = 0;
  bool is_closed = false;
  *data = (packed){0};
  while (count - offset >= 12) {
    const uint8_t *chunk = bytes + offset;
    size_t length = number(chunk);
    if (length > count - offset - 12 ||
        number(chunk + 8 + length) != libdeflate_crc32(0, chunk + 4, 4 + length)) {
      return false;
    }
    bool is_first = offset == 8;
    if (is_first != is_type(chunk, "IHDR")) {
      return false;
    }
    if (is_type(chunk, "IEND")) {
      return chunks > 0 && length == 0;
    }
    if (is_type(chunk, "IDAT")) {
      if (is_closed) {
        return false;
      }
      if (chunks == 0) {
        data->bytes = chunk + 8;
      } else {
        // No more than the file's own bytes.
        uint8_t *grown = data->owned ? data->owned : malloc(count);
        if (!grown) {
          return false;
        }
        if (!data->owned) {
          memcpy(grown, data->bytes, data->count);
        }
        memcpy(grown + data->count, chunk + 8, length);
        data->bytes = data->owned = grown;
      }
      data->count += length;
      chunks++;
    } else {
      bool is_ancillary = chunk[4] & 0x20;
      if (!is_first && (!is_ancillary || is_type(chunk, "tRNS"))) {
        return false;
      }
      is_closed = chunks > 0;
    }
    offset += 12 + length;
  }
  return false;
}

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

static bool unfilter_rgba(
    uint8_t *rgba, const uint8_t *filtered, const uint8_t *zeros, size_t width, size_t height) {
  size_t stride = 4 * width;
  const uint8_t *above = zeros;
  for (size_t y = 0; y < height; y++, filtered += 1 + stride) {
    uint8_t *to = rgba + y * stride;
    if (!undo_row(4, filtered[0], to, filtered + 1, above, stride)) {
      return false;
    }
    above = to;
  }
  return true;
}

// Rows of RGB are unfiltered where they are, then spread out.
static bool unfilter_rgb(
    uint8_t *rgba, uint8_t *filtered, const uint8_t *zeros, size_t width, size_t height) {
  size_t stride = 3 * width;
  const uint8_t *above = zeros;
  for (size_t y = 0; y < height; y++, filtered += 1 + stride) {
    uint8_t *row = filtered + 1;
    if (!undo_row(3, filtered[0], row, row, above, stride)) {
      return false;
    }
    for (size_t x = 0; x < width; x++, rgba += 4) {
      memcpy(rgba, row + 3 * x, 3);
      rgba[3] = 0xff;
    }
    above = row;
  }
  return true;
}

bool cpng_read_plain(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *rgba) {
  static const uint8_t layout[] = {0, 0, 0};  // deflate, the five filters, not interlaced
  if (count < 33 || number(bytes + 16) != width || number(bytes + 20) != height ||
      bytes[24] != 8 || (bytes[25] != 2 && bytes[25] != 6) ||
      memcmp(bytes + 26, layout, sizeof layout) != 0) {
    return false;
  }
  size_t stride = (bytes[25] == 2 ? 3 : 4) * (size_t)width;
  packed data;
  bool is_read = false;
  if (find_data(bytes, count, &data)) {
    size_t size = (stride + 1) * height;
    uint8_t *filtered = malloc(size);
    uint8_t *zeros = calloc(1, stride);
    struct libdeflate_decompressor *unpacker = libdeflate_alloc_decompressor();
    // Without a place for the count it succeeds only where exactly this many bytes come out.
    if (filtered && zeros && unpacker &&
        libdeflate_zlib_decompress(unpacker, data.bytes, data.count, filtered, size, NULL) ==
            LIBDEFLATE_SUCCESS) {
      is_read = bytes[25] == 2 ? unfilter_rgb(rgba, filtered, zeros, width, height)
                               : unfilter_rgba(rgba, filtered, zeros, width, height);
    }
    if (unpacker) {
      libdeflate_free_decompressor(unpacker);
    }
    free(zeros);
    free(filtered);
  }
  free(data.owned);
  return is_read;
}
