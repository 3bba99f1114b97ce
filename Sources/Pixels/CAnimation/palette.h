#pragma once

#include <stdbool.h>
#include <stdint.h>

// The colours that stand for those of some frames, chosen and mixed in Oklab, whose distances are those that are
// seen.

enum {
  /// Colours are told apart by so many bits of a channel.
  palette_bits = 6,
  palette_cells = 1 << (3 * palette_bits),
  /// Colours that are mixed to look like one.
  palette_mix = 16,
  palette_most = 256,
};

typedef struct palette palette;

palette *palette_new(void);
void palette_free(palette *palette);

/// Forgets all colours.
void palette_clear(palette *palette);

/// Counts the colours of pixels R, G, B, A; with `opaque_only` those of at least half opacity.
void palette_count(palette *palette, const uint8_t *pixels, int64_t count, bool opaque_only);

/// Chooses at most so many colours for those that were counted; false where there is no memory.
bool palette_choose(palette *palette, int32_t most);

/// How many there are, and each as R, G, B.
int32_t palette_size(const palette *palette);
const uint8_t *palette_colour(const palette *palette, int32_t index);

/// The colour to draw at a place in the place of another one.
///
/// It depends on both alone, so that what does not move is dithered alike in all frames.
uint8_t palette_index(palette *palette, const uint8_t *rgb, int32_t x, int32_t y);
