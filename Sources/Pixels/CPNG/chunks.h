#pragma once

#include "cpng.h"

/// What a file's chunks say of its picture (ISO/IEC 15948, 11).
typedef struct chunks {
  const uint8_t *bytes;
  size_t count;
  uint32_t width, height;
  /// Bits a sample, and the colour type's number.
  uint8_t depth, colour;
  bool is_interlaced;
  /// R, G, B, A; opaque black where the file has fewer.
  uint8_t palette[256][4];
  size_t palette_count;
  /// The samples that mean transparent, where `has_key`.
  bool has_key;
  uint16_t key[3];
  /// Where the first IDAT chunk begins and the run of them ends, and what they hold together.
  size_t data_start, data_end, data_bytes;
  /// What is wrong, and where.
  const char *message;
  size_t offset;
} chunks;

enum {
  colour_grey = 0,
  colour_rgb = 2,
  colour_palette = 3,
  colour_grey_alpha = 4,
  colour_rgba = 6,
};

/// Reads the header alone.
cpng_status chunks_read_header(const uint8_t *bytes, size_t count, chunks *found);

/// Looks through a whole file: what is at fault first is the status, and what was found before it, or
/// is found in spite of it, stands in `found`.
cpng_status chunks_read(const uint8_t *bytes, size_t count, chunks *found);

/// The data of the IDAT chunk at `*offset`, cut at the file's end, and the offset of what follows;
/// NULL past the last one.
const uint8_t *chunks_next_data(const chunks *found, size_t *offset, size_t *length);

/// The samples of a pixel.
unsigned chunks_samples(const chunks *found);
