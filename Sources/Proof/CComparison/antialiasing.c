#include "ccomparison.h"

#include <string.h>

// After V. Vysniauskas, "Anti-aliased pixel and intensity slope detector", Electronics and Electrical
// Engineering 7 (95), 2009, in the form that pixelmatch and odiff have made common.

typedef struct picture {
  const uint8_t *pixels;
  int32_t width, height;
} picture;

/// The neighbours that a pixel has, itself included.
typedef struct block {
  int32_t left, right, top, bottom;
  /// At the picture's rim: the neighbours that are missing are taken for one that is alike.
  bool is_cut;
} block;

static block around(picture p, int32_t x, int32_t y) {
  block b = {
      .left = x > 0 ? x - 1 : 0,
      .right = x < p.width - 1 ? x + 1 : p.width - 1,
      .top = y > 0 ? y - 1 : 0,
      .bottom = y < p.height - 1 ? y + 1 : p.height - 1,
  };
  b.is_cut = b.right - b.left < 2 || b.bottom - b.top < 2;
  return b;
}

static const uint8_t *at(picture p, int32_t x, int32_t y) {
  return p.pixels + 4 * ((int64_t)y * p.width + x);
}

/// Rec. 709 luma in 1/10,000 of a level.
static int32_t luma(const uint8_t *pixel) {
  return 2126 * pixel[0] + 7152 * pixel[1] + 722 * pixel[2];
}

/// Whether at least three neighbours of a pixel have its colour.
static bool is_surface(picture p, int32_t x, int32_t y) {
  block b = around(p, x, y);
  // The pixel itself is like itself.
  int alike = b.is_cut ? 0 : -1;
  for (int32_t v = b.top; v <= b.bottom; v++) {
    for (int32_t u = b.left; u <= b.right; u++) {
      alike += memcmp(at(p, u, v), at(p, x, y), 4) == 0;
    }
  }
  return alike >= 3;
}

/// Whether a pixel lies between a darker and a brighter neighbour, one of which is a surface's in
/// both pictures.
static bool is_on_slope(picture p, picture other, int32_t x, int32_t y) {
  block b = around(p, x, y);
  int32_t own = luma(at(p, x, y)), low = 0, high = 0;
  int32_t low_x = x, low_y = y, high_x = x, high_y = y;
  int alike = b.is_cut ? 0 : -1;
  for (int32_t v = b.top; v <= b.bottom; v++) {
    for (int32_t u = b.left; u <= b.right; u++) {
      int32_t step = luma(at(p, u, v)) - own;
      alike += step == 0;
      if (step < low) {
        low = step, low_x = u, low_y = v;
      }
      if (step > high) {
        high = step, high_x = u, high_y = v;
      }
    }
  }
  if (alike > 2 || low == 0 || high == 0) {
    return false;
  }
  return (is_surface(p, low_x, low_y) && is_surface(other, low_x, low_y))
      || (is_surface(p, high_x, high_y) && is_surface(other, high_x, high_y));
}

bool cc_is_antialiased(
    const uint8_t *a, const uint8_t *b, int32_t width, int32_t height, int32_t x, int32_t y) {
  picture first = {a, width, height}, second = {b, width, height};
  return is_on_slope(first, second, x, y) || is_on_slope(second, first, x, y);
}
