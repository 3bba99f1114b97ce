#pragma once
#include <stddef.h>
#include <stdint.h>

// rlottie, which draws Lottie animations.
//
// It is loaded with the first one that is drawn: linked, every verb would start later, and the program would
// not start where the library is not installed.

#pragma clang assume_nonnull begin

enum { clottie_message_bytes = 256 };

/// The library, loaded; it stays so.
typedef struct clottie_library clottie_library;
/// An animation that was read.
typedef struct clottie_file clottie_file;

/// Loads the library; NULL with a message where that cannot be.
clottie_library *_Nullable clottie_load(const char *path, char *message);

/// Reads an animation from a text that ends with 0; NULL where the library refuses it, or there is no memory.
clottie_file *_Nullable clottie_open(const clottie_library *library, const char *json);

/// How many frames the library finds in it.
size_t clottie_frames(const clottie_file *file);

/// Draws a frame as large as fits into the picture with its sides' proportion, in its middle.
///
/// - rgba: room for 4 * width * height * samples * samples bytes, all 0. The first ones become the picture: R, G, B, A,
///   colours multiplied by alpha.
/// - samples: across and down, of whose mean a pixel is made.
void clottie_draw(
    clottie_file *file, size_t frame, uint8_t *rgba, size_t width, size_t height, size_t samples);

/// Lets an animation go.
void clottie_close(clottie_file *file);

#pragma clang assume_nonnull end
