#pragma once

#include <stdint.h>
#include <stddef.h>

// Pictures that move by themselves, decoded whole: each frame as it is shown, what frames before left of it
// included.

#pragma clang assume_nonnull begin

/// How reading ended.
typedef enum can_status {
  CAN_OK,
  /// The file is damaged or cut off.
  CAN_DAMAGED,
  /// There was no memory.
  CAN_OUT_OF_MEMORY,
} can_status;

/// What a file holds.
typedef struct can_info {
  /// Of the whole picture, in pixels.
  int32_t width, height;
  int32_t frames;
} can_info;

/// Reads what an animated WebP holds.
can_status can_webp_info(const uint8_t *bytes, size_t count, can_info *info);

/// Decodes an animated WebP.
///
/// - pixels: room for straight R, G, B, A of all frames, one after the other.
/// - durations: room for the milliseconds that each is shown for.
can_status can_webp_read(
    const uint8_t *bytes, size_t count, const can_info *info, uint8_t *pixels, int32_t *durations);

/// Reads what a GIF holds; stops counting frames after `most`.
can_status can_gif_info(const uint8_t *bytes, size_t count, int32_t most, can_info *info);

/// Decodes a GIF, as `can_webp_read`.
can_status can_gif_read(
    const uint8_t *bytes, size_t count, const can_info *info, uint8_t *pixels, int32_t *durations);

#pragma clang assume_nonnull end
