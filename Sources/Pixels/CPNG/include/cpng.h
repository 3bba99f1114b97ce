#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libpng reports errors by longjmp, which must not cross Swift frames. Every call below sets its
// own jump target, so a jump never leaves this target's C code; failure comes back as a status.

/// How a call ended.
typedef enum cpng_status {
  CPNG_OK = 0,
  /// The bytes ended before the picture did.
  CPNG_TRUNCATED,
  /// The bytes are not what the format asks for; the handle's message says what.
  CPNG_DAMAGED,
  /// An allocation failed.
  CPNG_OUT_OF_MEMORY,
} cpng_status;

/// Room for libpng's messages, which it cuts at 64 characters itself.
#define CPNG_MESSAGE_CAPACITY 128

/// A reader of one PNG file that lies in memory.
typedef struct cpng_reader cpng_reader;

/// Makes a reader; the bytes must outlive it. NULL where there is no memory.
cpng_reader *cpng_reader_create(const uint8_t *bytes, size_t count);
void cpng_reader_destroy(cpng_reader *reader);

/// Reads up to the first pixel data; no memory is taken for pixels.
cpng_status cpng_reader_read_header(cpng_reader *reader, uint32_t *width, uint32_t *height);

/// Reads the pixels as packed straight R, G, B, A of 8 bit, and the rest of the file up to IEND.
/// `rgba` holds `4 * width * height` bytes.
cpng_status cpng_reader_read_pixels(cpng_reader *reader, uint8_t *rgba);

/// Reads the pixels of a whole file as `cpng_reader_read_pixels` does, where it is an ordinary one: 8
/// bits of RGB or RGBA, not interlaced, undamaged. False is any other, of which `rgba` may hold parts.
bool cpng_read_plain(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *rgba);

/// What libpng said about the last failure; never NULL.
const char *cpng_reader_message(const cpng_reader *reader);

/// How many bytes of the file were consumed so far.
size_t cpng_reader_offset(const cpng_reader *reader);

/// What is tried to make a file smaller.
typedef enum cpng_effort {
  /// The filter "up", and runs of one byte.
  CPNG_FASTEST,
  /// The filter "up", and libdeflate's level 1.
  CPNG_FAST,
  /// All filters on every row, and libdeflate's level 9.
  CPNG_SMALL,
} cpng_effort;

/// Encodes packed straight RGBA rows; `opaque` leaves alpha out of the file.
///
/// On success `*bytes` is to be released with `free`. CPNG_DAMAGED is a picture without pixels, or
/// one whose pixels do not fit into a chunk (2 GiB).
cpng_status cpng_encode(
    const uint8_t *rgba, uint32_t width, uint32_t height, bool opaque, cpng_effort effort,
    uint8_t **bytes, size_t *count);
