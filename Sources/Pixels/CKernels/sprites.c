#include "ckernels_sprites.h"

// Measured on 1,000 discs of some 20 pixels on 4:2:0 (Zen 4): 4.2 ms a frame, where pictures of their size took
// 12.7 as layers, and pictures of 64 pixels 57. The samples take 3.4 of that, 4.7 ns a pixel of each plane.

enum { whole = 255 };

// The first pixel of a row from which on a coordinate is 0 or more, or the pixels before it is the limit or more;
// of a coordinate that goes on by `step` a pixel.
static inline void bound(int64_t at, int64_t step, int64_t limit, int32_t *first, int32_t *end) {
  if (step == 0) {
    if (at < 0 || at >= limit) *end = *first;
    return;
  }
  // The pixels i with 0 <= at + i step < limit.
  const int64_t low = step > 0 ? -at : at - limit + 1, high = step > 0 ? limit - 1 - at : at;
  const int64_t size = step > 0 ? step : -step;
  const int64_t from = low > 0 ? (low + size - 1) / size : 0;
  const int64_t last = high < 0 ? -1 : high / size;
  if (from > *first) *first = from < *end ? (int32_t)from : *end;
  if (last + 1 < *end) *end = last + 1 > *first ? (int32_t)(last + 1) : *first;
}

// How much of a pixel is covered, in 1/255, by its texels and the opacity.
static inline uint32_t coverage(
    const uint8_t *texel, int32_t stride, uint32_t u, uint32_t v, uint32_t opacity) {
  const uint32_t right = u >> 8 & 255, below = v >> 8 & 255;
  const uint32_t upper = texel[0] * (256 - right) + texel[1] * right;
  const uint32_t lower = texel[stride] * (256 - right) + texel[stride + 1] * right;
  // At most 255 << 8 after each of the two.
  return ((upper * (256 - below) + lower * below) >> 8) * opacity >> 8;
}

static inline __attribute__((always_inline)) void draw(
    const ck_sprite *sprite, uint8_t *plane, intptr_t plane_stride, int32_t step,
    int32_t channels) {
  const int64_t limit = (int64_t)(sprite->side + 1) << 16;
  const int32_t stride = sprite->side + 2;
  for (int32_t y = sprite->top; y < sprite->bottom; y++) {
    const int64_t row_u = sprite->u + (int64_t)(y - sprite->top) * sprite->uy;
    const int64_t row_v = sprite->v + (int64_t)(y - sprite->top) * sprite->vy;
    int32_t first = 0, end = sprite->right - sprite->left;
    bound(row_u, sprite->ux, limit, &first, &end);
    bound(row_v, sprite->vx, limit, &first, &end);
    uint32_t u = (uint32_t)(row_u + (int64_t)first * sprite->ux);
    uint32_t v = (uint32_t)(row_v + (int64_t)first * sprite->vx);
    uint8_t *pixel = plane + y * plane_stride + (intptr_t)(sprite->left + first) * step;
    for (int32_t x = first; x < end; x++, pixel += step) {
      const uint8_t *texel = sprite->texels + (intptr_t)(v >> 16) * stride + (u >> 16);
      const uint32_t alpha = coverage(texel, stride, u, v, (uint32_t)sprite->opacity);
      for (int32_t channel = 0; channel < channels; channel++) {
        // Both shares add up to 255 << 8, so the sum is below 1 << 24; then by 255 without a division.
        const uint32_t sum = (pixel[channel] * ((whole << 8) - alpha) +
                              sprite->colour[channel] * alpha + (whole << 7)) >> 8;
        pixel[channel] = (uint8_t)((sum + 1 + (sum >> 8)) >> 8);
      }
      u += (uint32_t)sprite->ux;
      v += (uint32_t)sprite->vx;
    }
  }
}

void ck_draw_sprites(
    const ck_sprite *sprites, int32_t count, uint8_t *plane, intptr_t stride, int32_t step,
    int32_t first, int32_t channels) {
  for (int32_t i = 0; i < count; i++) {
    switch (channels) {
    case 1: draw(&sprites[i], plane + first, stride, step, 1); break;
    case 2: draw(&sprites[i], plane + first, stride, step, 2); break;
    case 3: draw(&sprites[i], plane + first, stride, step, 3); break;
    default: draw(&sprites[i], plane + first, stride, step, 4);
    }
  }
}
