#pragma once

#include "chunks.h"

/// Reads the pixels of an ordinary file: 8 bits of RGB or RGBA, not interlaced, undamaged. False is any
/// other, of which `rgba` may hold parts.
bool plain_read(const chunks *found, uint8_t *rgba);
