#pragma once

#include "canimation.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Pictures that move by themselves, written frame by frame from straight R, G, B, A.

#pragma clang assume_nonnull begin

/// How a GIF is written.
typedef struct can_gif_options {
  int32_t width, height;
  /// Entries of a palette, 8 to 256, that of transparency included.
  int32_t colours;
  /// Levels that a channel of a pixel may change by before the pixel is drawn anew; 0 to 255.
  int32_t tolerance;
  /// Whether pixels of less than half opacity are transparent; otherwise alpha is not looked at.
  bool keeps_transparency;
  /// Bytes of frames that are held for one palette, at least one frame.
  size_t held_bytes;
} can_gif_options;

typedef struct can_gif_writer can_gif_writer;

/// Begins a GIF that plays for ever; NULL where there is no memory.
can_gif_writer *_Nullable can_gif_begin(const can_gif_options *options);

/// Takes a frame. Times are in 1/100 s from 0 on, each later than the one before.
can_status can_gif_add(can_gif_writer *writer, const uint8_t *pixels, int32_t start);

/// Takes the end of the last frame; nothing comes after it.
can_status can_gif_finish(can_gif_writer *writer, int32_t end);

/// What was written since `can_gif_clear`.
const uint8_t *_Nullable can_gif_bytes(const can_gif_writer *writer, size_t *count);
void can_gif_clear(can_gif_writer *writer);

void can_gif_free(can_gif_writer *writer);

typedef struct can_webp_writer can_webp_writer;

/// Begins an animated WebP that plays for ever; NULL where there is no memory.
///
/// - quality: 0 to 100, of lossy pictures.
can_webp_writer *_Nullable can_webp_begin(int32_t width, int32_t height, float quality);

/// Takes a frame. Times are in milliseconds from 0 on, each later than the one before.
can_status can_webp_add(can_webp_writer *writer, const uint8_t *pixels, int32_t start);

/// Takes the end of the last frame and puts the file together, whose bytes live as long as the writer.
const uint8_t *_Nullable can_webp_finish(can_webp_writer *writer, int32_t end, size_t *count);

void can_webp_free(can_webp_writer *writer);

#pragma clang assume_nonnull end
