#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libheif, which reads HEIC and AVIF.
//
// It brings decoders that most pictures do not need, and is loaded where one does: linked, the program
// would start later.

enum { cheif_message_bytes = 256 };

/// The library, loaded; it stays so.
typedef struct cheif_library cheif_library;
/// A file, whose bytes have to outlive it.
typedef struct cheif_file cheif_file;

typedef enum cheif_status {
  CHEIF_OK,
  CHEIF_BROKEN,
  CHEIF_UNSUPPORTED,
  CHEIF_OUT_OF_MEMORY,
} cheif_status;

/// What a file's main picture is, upright.
typedef struct cheif_header {
  int width, height;
  int bit_depth;
  bool has_alpha, is_premultiplied;
  /// The numbers of ITU-T H.273; 2, "unspecified", where the file does not say.
  int primaries, transfer;
} cheif_header;

/// Loads the library; NULL with a message where that cannot be.
cheif_library *cheif_load(const char *path, char message[cheif_message_bytes]);

/// Reads a file's boxes; no pixel is decoded. NULL with a status and a message.
cheif_file *cheif_open(
    const cheif_library *library, const uint8_t *bytes, size_t count, int longest_side,
    cheif_header *header, cheif_status *status, char message[cheif_message_bytes]);

/// Decodes the main picture as the boxes say it stands upright into packed R, G, B and A, of 16 bits each
/// where it has more than 8, in as many of them as `depth` says.
cheif_status cheif_decode(
    cheif_file *file, const cheif_header *header, uint8_t *pixels, int *depth,
    char message[cheif_message_bytes]);

void cheif_close(cheif_file *file);
