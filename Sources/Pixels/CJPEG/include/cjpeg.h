#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What libjpeg's own interface tells and TurboJPEG's does not: every warning, not the last one alone;
// the row that it befell; and a place to look at the clock. libjpeg reports errors by longjmp, which
// must not cross Swift frames: a jump never leaves this target's C code.

/// How a call ended.
typedef enum cjpeg_status {
  CJPEG_OK = 0,
  /// The bytes ended before the picture did.
  CJPEG_CUT_OFF,
  /// The bytes are not what the format asks for; the report says what.
  CJPEG_DAMAGED,
  /// An allocation failed.
  CJPEG_OUT_OF_MEMORY,
  /// Decoding took more of the processor's time than it was given.
  CJPEG_OVERDUE,
} cjpeg_status;

/// Room for a message of libjpeg.
#define CJPEG_MESSAGE_CAPACITY 200

/// What is said of a decoded picture.
typedef struct cjpeg_report {
  /// Rows before the first fault.
  uint32_t rows;
  /// Whether the picture comes in several scans, each of which refines all rows.
  bool has_scans;
  /// What libjpeg said of the first fault.
  char message[CJPEG_MESSAGE_CAPACITY];
} cjpeg_report;

/// How a file is read.
typedef struct cjpeg_options {
  /// The size that the header is known to name.
  uint32_t width, height;
  /// Whether decoding goes on after a fault, with what can be made of the rest.
  bool keeps_parts;
  /// What this thread may take of the processor, in seconds.
  double seconds;
} cjpeg_options;

/// Decodes a file's pixels as packed R, G, B, A of 8 bit; `rgba` holds `4 * width * height` bytes.
cjpeg_status cjpeg_read_pixels(
    const uint8_t *bytes, size_t count, cjpeg_options options, uint8_t *rgba,
    cjpeg_report *report);

/// A plane to decode into: what of a component's samples lies in the picture.
typedef struct cjpeg_plane {
  uint8_t *base;
  size_t stride, columns, rows;
} cjpeg_plane;

/// Decodes a file's Y, Cb and Cr as they are stored.
cjpeg_status cjpeg_read_planes(
    const uint8_t *bytes, size_t count, cjpeg_options options, const cjpeg_plane planes[3],
    cjpeg_report *report);
