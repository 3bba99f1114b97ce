// PNG files: a whole picture is filtered, then compressed in one call.
//
// libpng can only write through zlib, whose level 1 takes most of a picture's time. libdeflate's level
// 1 is faster and its files are smaller; runs and Huffman codes alone are faster still, with a little
// larger files, in drawn scenes larger than zlib's. What a PNG is made of besides are four chunks,
// which are written here.

#include "cpng.h"
#include "pack_rows.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum {
  signature_bytes = 8,
  chunk_bytes = 12,  // length, type, checksum
  header_bytes = 13,
  filter_count = 5,
};

static const uint32_t longest_chunk = 0x7fffffff;

static uint8_t *put_number(uint8_t *to, uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    *to++ = (uint8_t)(number >> shift);
  }
  return to;
}

// Wraps data that stands 8 bytes after `to` already; gives the place after the chunk.
static uint8_t *put_chunk(uint8_t *to, const char *type, uint32_t count) {
  put_number(to, count);
  memcpy(to + 4, type, 4);
  return put_number(to + 8 + count, libdeflate_crc32(0, to + 4, 4 + (size_t)count));
}

static uint8_t *put_header(uint8_t *to, uint32_t width, uint32_t height, cpng_colours colours) {
  static const uint8_t signature[signature_bytes] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  memcpy(to, signature, signature_bytes);
  to += signature_bytes;
  uint8_t *data = put_number(put_number(to + 8, width), height);
  // Bit depth, colour type (grey, RGB or RGBA), deflate, the five filters, not interlaced.
  const uint8_t type = colours == CPNG_GREY ? 0 : colours == CPNG_RGB ? 2 : 6;
  const uint8_t rest[] = {8, type, 0, 0, 0};
  memcpy(data, rest, sizeof rest);
  return put_chunk(to, "IHDR", header_bytes);
}

// Packs a row of RGBA as the file has it: four pixels of RGB are three words.
static void pack_row(
    uint8_t *restrict to, const uint8_t *restrict rgba, size_t width, cpng_colours colours) {
  if (colours == CPNG_RGBA) {
    memcpy(to, rgba, 4 * width);
    return;
  }
  if (colours == CPNG_GREY) {
    for (size_t x = 0; x < width; x++) {
      to[x] = rgba[4 * x];
    }
    return;
  }
  size_t x = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  for (; x + 4 <= width; x += 4) {
    uint32_t p[4], words[3];
    memcpy(p, rgba + 4 * x, sizeof p);
    words[0] = (p[0] & 0xffffff) | p[1] << 24;
    words[1] = (p[1] >> 8 & 0xffff) | p[2] << 16;
    words[2] = (p[2] >> 16 & 0xff) | p[3] << 8;
    memcpy(to + 3 * x, words, sizeof words);
  }
#endif
  for (; x < width; x++) {
    memcpy(to + 3 * x, rgba + 4 * x, 3);
  }
}

static uint8_t paeth(int left, int up, int corner) {
  int by_left = abs(up - corner), by_up = abs(left - corner);
  int by_corner = abs(left + up - 2 * corner);
  if (by_left <= by_up && by_left <= by_corner) {
    return (uint8_t)left;
  }
  return (uint8_t)(by_up <= by_corner ? up : corner);
}

// What a filter (PNG 1.2, 6.2 to 6.6) leaves of a row. `pixel` bytes of 0 stand before both rows.
// Inlined with the filter's number, so that each filter is a loop of its own that vectorises.
static inline __attribute__((always_inline)) void filter_by(
    int filter, uint8_t *restrict to, const uint8_t *restrict row, const uint8_t *restrict above,
    size_t count, size_t pixel) {
  for (size_t i = 0; i < count; i++) {
    int left = (row - pixel)[i], up = above[i], corner = (above - pixel)[i];
    int guess = filter == 1   ? left
                : filter == 2 ? up
                : filter == 3 ? (left + up) / 2
                : filter == 4 ? paeth(left, up, corner)
                              : 0;
    to[i] = (uint8_t)(row[i] - guess);
  }
}

static void filter_row(
    int filter, uint8_t *to, const uint8_t *row, const uint8_t *above, size_t count,
    size_t pixel) {
  switch (filter) {
    case 1: filter_by(1, to, row, above, count, pixel); break;
    case 2: filter_by(2, to, row, above, count, pixel); break;
    case 3: filter_by(3, to, row, above, count, pixel); break;
    case 4: filter_by(4, to, row, above, count, pixel); break;
    default: memcpy(to, row, count);
  }
}

// A row's cost by the heuristic of PNG 1.2, 9.6: the sum of its signed differences.
static uint64_t cost(const uint8_t *row, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    sum += (uint64_t)abs((int8_t)row[i]);
  }
  return sum;
}

// Filters a picture into rows of 1 + `stride` bytes. `rows` has room for two rows of a pixel more,
// all zero, and `trial` for one row.
static void filter_picture(
    uint8_t *to, const uint8_t *rgba, uint32_t width, uint32_t height, cpng_colours colours,
    bool all_filters, uint8_t *rows, uint8_t *trial) {
  size_t pixel = (size_t)colours, stride = pixel * width;
  uint8_t *above = rows + pixel, *row = rows + 2 * pixel + stride;
  for (uint32_t y = 0; y < height; y++, to += 1 + stride) {
    pack_row(row, rgba + 4 * (size_t)width * y, width, colours);
    to[0] = 2;
    filter_row(2, to + 1, row, above, stride, pixel);
    if (all_filters) {
      uint64_t least = cost(to + 1, stride);
      for (int filter = 0; filter < filter_count; filter++) {
        filter_row(filter, trial, row, above, stride, pixel);
        uint64_t found = cost(trial, stride);
        if (found < least) {
          least = found;
          to[0] = (uint8_t)filter;
          memcpy(to + 1, trial, stride);
        }
      }
    }
    uint8_t *last = above;
    above = row;
    row = last;
  }
}

// Packs filtered rows as a zlib stream; 0 where that fails.
static size_t pack(
    const uint8_t *filtered, size_t count, cpng_effort effort, uint8_t *to, size_t bound) {
  if (effort == CPNG_FASTEST) {
    return pack_rows(filtered, count, to);
  }
  struct libdeflate_compressor *compressor =
      libdeflate_alloc_compressor(effort == CPNG_FAST ? 1 : 9);
  if (!compressor) {
    return 0;
  }
  size_t packed = libdeflate_zlib_compress(compressor, filtered, count, to, bound);
  libdeflate_free_compressor(compressor);
  return packed;
}

cpng_status cpng_encode(
    const uint8_t *rgba, uint32_t width, uint32_t height, cpng_colours colours, cpng_effort effort,
    uint8_t **bytes, size_t *count) {
  size_t pixel = (size_t)colours, stride = pixel * width;
  if (width == 0 || height == 0 || width > longest_chunk || height > longest_chunk ||
      stride + 1 > SIZE_MAX / 4 / height) {
    return CPNG_DAMAGED;
  }
  size_t filtered_count = (stride + 1) * height, bound = pack_rows_bound(filtered_count);
  size_t bound_of_level = libdeflate_zlib_compress_bound(NULL, filtered_count);
  bound = bound > bound_of_level ? bound : bound_of_level;
  uint8_t *filtered = malloc(filtered_count);
  uint8_t *rows = calloc(1, 2 * (pixel + stride) + stride);
  uint8_t *file = malloc(signature_bytes + 3 * chunk_bytes + header_bytes + bound);
  cpng_status status = CPNG_OUT_OF_MEMORY;
  if (filtered && rows && file) {
    filter_picture(
        filtered, rgba, width, height, colours, effort == CPNG_SMALL, rows,
        rows + 2 * (pixel + stride));
    uint8_t *data = put_header(file, width, height, colours);
    size_t packed = pack(filtered, filtered_count, effort, data + 8, bound);
    if (packed > longest_chunk) {
      status = CPNG_DAMAGED;
    } else if (packed > 0) {
      status = CPNG_OK;
      uint8_t *end = put_chunk(put_chunk(data, "IDAT", (uint32_t)packed), "IEND", 0);
      *bytes = file;
      *count = (size_t)(end - file);
    }
  }
  if (status != CPNG_OK) {
    free(file);
  }
  free(rows);
  free(filtered);
  return status;
}
