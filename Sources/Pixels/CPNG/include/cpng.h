#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The reader trusts nothing that a file claims: a chunk is no longer than the bytes that are there,
// only what the pixels take is looked at, and unpacking stops at what the header's size takes.

/// How a call ended.
typedef enum cpng_status {
  CPNG_OK = 0,
  /// The bytes ended before the picture did.
  CPNG_TRUNCATED,
  /// The bytes are not what the format asks for; the report says what.
  CPNG_DAMAGED,
  /// An allocation failed.
  CPNG_OUT_OF_MEMORY,
  /// Decoding took more of the processor's time than it was given.
  CPNG_OVERDUE,
} cpng_status;

/// What is said of a picture, or of why there is none.
typedef struct cpng_report {
  uint32_t width, height;
  /// Rows that are whole.
  uint32_t rows;
  /// What is wrong, in a few words, and the byte of the file near which it is.
  const char *message;
  size_t offset;
} cpng_report;

/// Reads the size alone.
cpng_status cpng_read_size(const uint8_t *bytes, size_t count, cpng_report *report);

/// Reads a whole file's pixels as packed straight R, G, B, A of 8 bit.
///
/// `rgba` holds `4 * width * height` bytes of the size that `cpng_read_size` gave. Of a picture that is
/// damaged or cut off nothing is read, or, where `keeps_parts`, the pixels that are there; the others
/// are left as they were. `seconds` is what this thread may take of the processor.
cpng_status cpng_read_pixels(
    const uint8_t *bytes, size_t count, bool keeps_parts, double seconds, uint8_t *rgba,
    cpng_report *report);

/// Reads a whole file's pixels as packed straight R, G, B, A of 16 bit, the higher byte first.
///
/// `rgba` holds `8 * width * height` bytes; the rest is as `cpng_read_pixels` has it.
cpng_status cpng_read_wide_pixels(
    const uint8_t *bytes, size_t count, double seconds, uint8_t *rgba, cpng_report *report);

/// What is tried to make a file smaller.
typedef enum cpng_effort {
  /// The filter "up", and runs of one byte.
  CPNG_FASTEST,
  /// The filter "up", and libdeflate's level 1.
  CPNG_FAST,
  /// All filters on every row, and libdeflate's level 9.
  CPNG_SMALL,
} cpng_effort;

/// Which samples of a pixel a file holds, as many as the number says.
typedef enum cpng_colours {
  /// Red, as grey.
  CPNG_GREY = 1,
  CPNG_RGB = 3,
  CPNG_RGBA = 4,
} cpng_colours;

/// Encodes packed straight RGBA rows.
///
/// On success `*bytes` is to be released with `free`. CPNG_DAMAGED is a picture without pixels, or
/// one whose pixels do not fit into a chunk (2 GiB).
cpng_status cpng_encode(
    const uint8_t *rgba, uint32_t width, uint32_t height, cpng_colours colours, cpng_effort effort,
    uint8_t **bytes, size_t *count);
