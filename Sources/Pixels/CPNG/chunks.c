// The chunks of a file, each no longer than the bytes that are there. Text, profiles, gamma, physical
// sizes and what is not known are stepped over: samples are taken for sRGB as they stand, so none of
// them reaches the pixels, and their lengths cost nothing but a step.

#include "chunks.h"

#include <libdeflate.h>
#include <string.h>

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

// A length, a name and a checksum.
enum { chunk_frame = 12, header_length = 13 };

static uint32_t number(const uint8_t *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static bool is_type(const uint8_t *chunk, const char *type) {
  return memcmp(chunk + 4, type, 4) == 0;
}

static cpng_status fault(chunks *found, cpng_status status, const char *message, size_t offset) {
  found->message = message;
  found->offset = offset;
  return status;
}

static cpng_status cut_off(chunks *found) {
  return fault(found, CPNG_TRUNCATED, "the file ends early", found->count);
}

static bool is_intact(const uint8_t *chunk, size_t length) {
  return number(chunk + 8 + length) == libdeflate_crc32(0, chunk + 4, 4 + length);
}

static bool is_name(const uint8_t *chunk) {
  for (int i = 4; i < 8; i++) {
    uint8_t letter = chunk[i] | 0x20;
    if (letter < 'a' || letter > 'z') {
      return false;
    }
  }
  return true;
}

// Which depths a colour type has, as bits (table 11.1).
static unsigned depths(uint8_t colour) {
  switch (colour) {
    case colour_grey: return 1 << 1 | 1 << 2 | 1 << 4 | 1 << 8 | 1 << 16;
    case colour_palette: return 1 << 1 | 1 << 2 | 1 << 4 | 1 << 8;
    case colour_rgb:
    case colour_grey_alpha:
    case colour_rgba: return 1 << 8 | 1 << 16;
    default: return 0;
  }
}

cpng_status chunks_read_header(const uint8_t *bytes, size_t count, chunks *found) {
  *found = (chunks){.bytes = bytes, .count = count};
  size_t start = sizeof signature, length = start + chunk_frame + header_length;
  if (count < length) {
    return cut_off(found);
  }
  const uint8_t *chunk = bytes + start;
  if (memcmp(bytes, signature, start) != 0 || number(chunk) != header_length ||
      !is_type(chunk, "IHDR")) {
    return fault(found, CPNG_DAMAGED, "it does not begin with a header", start);
  }
  if (!is_intact(chunk, header_length)) {
    return fault(found, CPNG_DAMAGED, "the header's checksum is wrong", start);
  }
  const uint8_t *data = chunk + 8;
  found->width = number(data);
  found->height = number(data + 4);
  found->depth = data[8];
  found->colour = data[9];
  found->is_interlaced = data[12] == 1;
  if (found->width - 1 >= INT32_MAX || found->height - 1 >= INT32_MAX) {
    return fault(found, CPNG_DAMAGED, "the header's size is none that a PNG has", start);
  }
  if (found->depth > 16 || !(depths(found->colour) >> found->depth & 1)) {
    return fault(found, CPNG_DAMAGED, "the header's colours are none that a PNG has", start);
  }
  if (data[10] != 0 || data[11] != 0 || data[12] > 1) {
    return fault(found, CPNG_DAMAGED, "the header names an unknown way of packing", start);
  }
  return CPNG_OK;
}

static void read_palette(chunks *found, const uint8_t *data, size_t length) {
  // More colours than samples can name are no use.
  size_t most = (size_t)1 << found->depth;
  found->palette_count = length / 3 < most ? length / 3 : most;
  for (size_t i = 0; i < found->palette_count; i++) {
    memcpy(found->palette[i], data + 3 * i, 3);
  }
}

// A chunk of a length that means nothing is as good as none.
static void read_transparency(chunks *found, const uint8_t *data, size_t length) {
  if (found->colour == colour_palette) {
    for (size_t i = 0; i < length && length <= found->palette_count; i++) {
      found->palette[i][3] = data[i];
    }
  } else if (length == 2 * chunks_samples(found) && found->colour <= colour_rgb) {
    found->has_key = true;
    for (size_t i = 0; i < length / 2; i++) {
      found->key[i] = (uint16_t)(data[2 * i] << 8 | data[2 * i + 1]);
    }
  }
}

static cpng_status read_colours(chunks *found, const uint8_t *chunk, size_t length) {
  size_t offset = (size_t)(chunk - found->bytes);
  if (is_type(chunk, "PLTE")) {
    if (found->colour != colour_palette) {
      return CPNG_OK;  // A hint for screens of few colours.
    }
    if (length == 0 || length % 3 != 0 || length > 3 * 256 || found->palette_count > 0) {
      return fault(found, CPNG_DAMAGED, "the palette is not one", offset);
    }
    read_palette(found, chunk + 8, length);
  } else {
    read_transparency(found, chunk + 8, length);
  }
  return CPNG_OK;
}

// What a chunk means to the picture.
typedef enum kind { kind_colours, kind_data, kind_end, kind_skipped, kind_unknown } kind;

static kind kind_of(const chunks *found, const uint8_t *chunk) {
  if (is_type(chunk, "IDAT")) {
    return kind_data;
  }
  if (is_type(chunk, "IEND")) {
    return kind_end;
  }
  if (is_type(chunk, "PLTE") || is_type(chunk, "tRNS")) {
    return found->data_start == 0 ? kind_colours : kind_skipped;
  }
  return chunk[4] & 0x20 ? kind_skipped : kind_unknown;
}

// Takes a chunk that lies in the file as a whole, and the checksum of one that matters.
static cpng_status take(chunks *found, kind kind, const uint8_t *chunk, size_t length) {
  size_t offset = (size_t)(chunk - found->bytes);
  if (kind == kind_unknown) {
    return fault(found, CPNG_DAMAGED, "a chunk that the picture needs is of an unknown kind", offset);
  }
  if (kind != kind_skipped && !is_intact(chunk, length)) {
    return fault(found, CPNG_DAMAGED, "a chunk's checksum is wrong", offset);
  }
  return kind == kind_colours ? read_colours(found, chunk, length) : CPNG_OK;
}

// Notes where the pixel data lies, which may go on beyond the file's end.
static bool extend_data(chunks *found, size_t offset, size_t length, bool *is_closed) {
  if (*is_closed) {
    return false;
  }
  if (found->data_start == 0) {
    found->data_start = offset;
  }
  size_t left = found->count - offset;
  found->data_end = length + chunk_frame < left ? offset + length + chunk_frame : found->count;
  found->data_bytes += length < left - 8 ? length : left - 8;
  return true;
}

cpng_status chunks_read(const uint8_t *bytes, size_t count, chunks *found) {
  cpng_status first = chunks_read_header(bytes, count, found);
  if (first != CPNG_OK) {
    return first;
  }
  for (int i = 0; i < 256; i++) {
    found->palette[i][3] = 0xff;
  }
  bool is_closed = false;
  size_t offset = sizeof signature + chunk_frame + header_length;
  while (count - offset >= 8) {
    const uint8_t *chunk = bytes + offset;
    size_t length = number(chunk);
    if (length > INT32_MAX || !is_name(chunk)) {
      return first ? first : fault(found, CPNG_DAMAGED, "what follows is no chunk", offset);
    }
    kind kind = kind_of(found, chunk);
    bool is_whole = length <= count - offset - 8 && count - offset - 8 - length >= 4;
    if (kind == kind_data && !extend_data(found, offset, length, &is_closed)) {
      return first ? first : fault(found, CPNG_DAMAGED, "it has pixel data in two places", offset);
    }
    if (!is_whole) {
      break;
    }
    const char *message = found->message;
    size_t place = found->offset;
    cpng_status status = take(found, kind, chunk, length);
    if (first == CPNG_OK) {
      first = status;
    } else {
      // The first fault is the one to tell.
      found->message = message;
      found->offset = place;
    }
    if (kind == kind_end) {
      return first == CPNG_OK && found->data_start == 0
                 ? fault(found, CPNG_DAMAGED, "it has no pixel data", offset)
                 : first;
    }
    is_closed |= kind != kind_data && found->data_start > 0;
    offset += chunk_frame + length;
  }
  return first ? first : cut_off(found);
}

const uint8_t *chunks_next_data(const chunks *found, size_t *offset, size_t *length) {
  if (found->data_end < *offset + 8) {
    return NULL;
  }
  const uint8_t *chunk = found->bytes + *offset;
  size_t left = found->data_end - *offset - 8;
  *length = number(chunk) < left ? number(chunk) : left;
  *offset += chunk_frame + (size_t)number(chunk);
  return chunk + 8;
}

unsigned chunks_samples(const chunks *found) {
  switch (found->colour) {
    case colour_rgb: return 3;
    case colour_grey_alpha: return 2;
    case colour_rgba: return 4;
    default: return 1;
  }
}
