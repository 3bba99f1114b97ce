#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libjxl, which writes JPEG XL; loaded where a picture is written so: linked, the program would start later.

enum { cjxl_message_bytes = 256 };

/// The library's file, of the version that this was built for.
extern const char *const cjxl_library_name;

typedef enum cjxl_status {
  CJXL_OK,
  /// The library cannot be loaded.
  CJXL_MISSING,
  CJXL_FAILED,
} cjxl_status;

/// Encodes a picture of straight R, G, B and A of 8 bits in sRGB.
///
/// - distance: Butteraugli's, of what is just noticed: 0.1 to 25.
/// - bytes: what was made, for `cjxl_free`.
cjxl_status cjxl_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool has_alpha, float distance,
    uint8_t **bytes, size_t * count,
    char message[cjxl_message_bytes]);

void cjxl_free(uint8_t *bytes);
