#include "ckernels_sprites.h"

enum { whole = 255 << 8 };

// How much of a pixel is covered, in 1/65280.
static inline uint32_t coverage(const ck_sprite *sprite, int32_t u, int32_t v) {
  const int32_t stride = sprite->side + 2;
  const uint8_t *texel = sprite->texels + (v >> 16) * stride + (u >> 16);
  const uint32_t right = (uint32_t)u >> 8 & 255, below = (uint32_t)v >> 8 & 255;
  const uint32_t upper = texel[0] * (256 - right) + texel[1] * right;
  const uint32_t lower = texel[stride] * (256 - right) + texel[stride + 1] * right;
  return (upper * (256 - below) + lower * below) >> 8;
}

static inline __attribute__((always_inline)) void draw(
    const ck_sprite *sprite, uint8_t *plane, intptr_t stride, int32_t step, int32_t channels) {
  const uint32_t limit = (uint32_t)(sprite->side + 1) << 16;
  for (int32_t y = sprite->top; y < sprite->bottom; y++) {
    int32_t u = sprite->u + (y - sprite->top) * sprite->uy;
    int32_t v = sprite->v + (y - sprite->top) * sprite->vy;
    uint8_t *pixel = plane + y * stride + (intptr_t)sprite->left * step;
    for (int32_t x = sprite->left; x < sprite->right;
         x++, u += sprite->ux, v += sprite->vx, pixel += step) {
      if ((uint32_t)u >= limit || (uint32_t)v >= limit) continue;
      const uint32_t alpha = coverage(sprite, u, v) * (uint32_t)sprite->opacity >> 8;
      for (int32_t channel = 0; channel < channels; channel++) {
        pixel[channel] = (uint8_t)((pixel[channel] * (whole - alpha) +
                                    sprite->colour[channel] * alpha + whole / 2) /
                                   whole);
      }
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
