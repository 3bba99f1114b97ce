#pragma once
#include "cheif.h"

/// Encodes a picture of straight R, G, B and A of 8 bits as AVIF, in sRGB.
///
/// - path: the library, which is loaded.
/// - quality: 1 to 100.
/// - bytes: what was made, for `cheif_free`.
/// - returns: `CHEIF_UNSUPPORTED` where the library cannot be loaded or has no encoder of AV1.
cheif_status cheif_encode_avif(
    const char *path, const uint8_t *pixels, int width, int height, bool has_alpha, int quality,
    uint8_t **bytes, size_t *count, char message[cheif_message_bytes]);

void cheif_free(uint8_t *bytes);
