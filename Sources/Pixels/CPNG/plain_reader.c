// The ordinary PNG, 8 bits of RGB or RGBA, not interlaced, in one pass over memory: libdeflate
// unpacks it faster than zlib, and a pixel is unfiltered in registers. Whatever is not exactly as expected is left to the reader
// of any PNG, which reads it or says what is wrong with it.

#include "plain_reader.h"
#include "unfilter.h"

#include <libdeflate.h>
#include <stdlib.h>

// What all the IDAT chunks hold, one behind the other.
typedef struct packed {
  const uint8_t *bytes;
  uint8_t *owned;  // NULL where there is one chunk, which is not copied
} packed;

static bool join(const chunks *found, packed *data) {
  size_t offset = found->data_start, length = 0, joined = 0;
  *data = (packed){.bytes = chunks_next_data(found, &offset, &length)};
  if (length == found->data_bytes) {
    return true;
  }
  data->bytes = data->owned = malloc(found->data_bytes);
  offset = found->data_start;
  for (const uint8_t *part; data->owned && (part = chunks_next_data(found, &offset, &length));) {
    memcpy(data->owned + joined, part, length);
    joined += length;
  }
  return data->owned;
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

bool plain_read(const chunks *found, uint8_t *rgba) {
  if (found->depth != 8 || found->is_interlaced || found->has_key ||
      (found->colour != colour_rgb && found->colour != colour_rgba)) {
    return false;
  }
  size_t stride = chunks_samples(found) * (size_t)found->width;
  size_t size = (stride + 1) * found->height;
  packed data;
  // No encoder makes data so much longer; unpacking blocks that hold nothing would not look at the
  // clock.
  if (found->data_bytes > size + size / 8 + 1024 || !join(found, &data)) {
    return false;
  }
  bool is_read = false;
  uint8_t *filtered = malloc(size);
  uint8_t *zeros = calloc(1, stride);
  struct libdeflate_decompressor *unpacker = libdeflate_alloc_decompressor();
  // Without a place for the count it succeeds only where exactly this many bytes come out.
  if (filtered && zeros && unpacker &&
      libdeflate_zlib_decompress(unpacker, data.bytes, found->data_bytes, filtered, size, NULL) ==
          LIBDEFLATE_SUCCESS) {
    is_read = found->colour == colour_rgb
                  ? unfilter_rgb(rgba, filtered, zeros, found->width, found->height)
                  : unfilter_rgba(rgba, filtered, zeros, found->width, found->height);
  }
  if (unpacker) {
    libdeflate_free_decompressor(unpacker);
  }
  free(zeros);
  free(filtered);
  free(data.owned);
  return is_read;
}
