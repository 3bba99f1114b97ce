#pragma once
#include <stdbool.h>
#include <stdint.h>

// The filter bwdif of libavfilter, which makes whole pictures of fields.
//
// libavfilter brings some 30 libraries, which most clips do not need: it is loaded where a clip does. Frames
// are FFmpeg's `AVFrame`, errors are FFmpeg's codes.

enum { cff_message_bytes = 256 };

/// The library, loaded; it stays so.
typedef struct cff_library cff_library;
/// A filter of pictures of one size and format.
typedef struct cff_filter cff_filter;

/// What is filtered.
typedef struct cff_pictures {
  int width, height, format;
  int time_base[2];
  int pixel_aspect[2];
} cff_pictures;

/// Loads the library; NULL with a message where that cannot be.
cff_library *cff_load(const char *path, char message[cff_message_bytes]);

/// Makes a filter; NULL with an error code.
///
/// @param options Those of bwdif.
/// @param threads The most threads that it takes.
cff_filter *cff_make(
    const cff_library *library, const cff_pictures *pictures, const char *options, int threads,
    int *code);

/// Hands over a picture, of which a reference is kept; NULL says that no more will come.
int cff_send(cff_filter *filter, void *frame);

/// Takes a picture; `AVERROR(EAGAIN)` where more have to come first.
int cff_receive(cff_filter *filter, void *frame);

void cff_free(cff_filter *filter);
