// Runs every set of kernels that look at neighbours on random cases, and prints a digest of what they
// give: one line, which must be the same for every set, processor and compiler. Planes are as large as
// the header asks and no larger, so that the address sanitizer sees what goes beyond.
//
// usage: filter_digest [SEED [CASES]]

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfilters.h"

static uint64_t state;

static uint32_t next(uint32_t below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((state >> 32) % below);
}

static uint64_t digest;

/// FNV-1a.
static void add(const void *bytes, size_t size) {
  const uint8_t *byte = bytes;
  for (size_t i = 0; i < size; i++) {
    digest = (digest ^ byte[i]) * 1099511628211u;
  }
}

static void *room(size_t size) {
  void *made = calloc(size, 1);
  if (made == NULL) {
    exit(75);
  }
  return made;
}

static cf_padded padded_plane(int32_t width, int32_t height, int32_t components) {
  cf_padded made = {.width = width, .height = height, .reach = CF_MARGIN};
  made.stride = components * (width + 2 * CF_MARGIN) + CF_SLACK;
  made.at = (float *)room(sizeof(float) * (size_t)made.stride * (size_t)(height + 2 * CF_MARGIN)) +
            CF_MARGIN * made.stride + CF_MARGIN * components;
  return made;
}

static void discard(cf_padded s, int32_t components) {
  free(s.at - CF_MARGIN * s.stride - CF_MARGIN * components);
}

static void add_plane(cf_padded s) {
  for (int32_t y = 0; y < s.height; y++) {
    add(s.at + y * s.stride, sizeof(float) * (size_t)s.width);
  }
}

static cf_taps taps(int32_t radius) {
  cf_taps made = {.radius = radius};
  for (int32_t k = 0; k <= radius; k++) {
    made.tap[k] = (float)(radius + 1 - k) / (float)((radius + 1) * (radius + 1));
  }
  return made;
}

/// The way of an oil painting, and then of a comic, over one canvas.
static void paint(const cf_kernels *set, const cf_canvas *c, int32_t factor, int32_t radius) {
  const int32_t width = (c->width + factor - 1) / factor, height = (c->height + factor - 1) / factor;
  const ptrdiff_t margins = 2 * CF_MARGIN + CF_SLACK;
  float *rows = room(sizeof(float) * CF_SCRATCH_ROWS * (size_t)(c->width + factor + margins));
  cf_padded s[14], halves[8], strokes = padded_plane(width, height, 4);
  for (int i = 0; i < 14; i++) {
    s[i] = padded_plane(width, height, 1);
  }
  for (int i = 0; i < 8; i++) {
    halves[i] = padded_plane((width + 1) / 2, (height + 1) / 2, 1);
  }
  const cf_taps blur = taps(radius);
  const int16_t *planes[3] = {c->luma, c->blue, c->red};
  for (int i = 0; i < 3; i++) {
    set->downsample(planes[i], c->width, c->height, factor, factor, &s[i]);
  }
  set->structure_tensor(&s[0], halves, rows, halves + 2);
  for (int i = 0; i < 3; i++) {
    set->blur(&halves[2 + i], &blur, rows, &halves[5 + i]);
  }
  set->orientation(halves + 5, halves + 2);
  const cf_kuwahara kuwahara = {.x = {2, 1, -1, -2}, .y = {0, 2, 2, 1}, .window = blur, .spread = 400.0f};
  set->kuwahara(s, &kuwahara, &s[6], rows, s + 4, &strokes);
  set->line_integral(&strokes, halves + 2, 1.8f, s + 7);
  set->kuwahara_planar(s, &kuwahara, rows, s + 4, s + 11);
  const cf_padded line[2] = {s[3], s[6]};
  set->guided_filter(&s[0], &s[7], s + 4, &blur, 400.0f, 1300.0f, rows, line);
  set->relief(&s[10], 0.5f, &line[1]);
  for (int i = 0; i < 14; i++) {
    add_plane(s[i]);
  }
  set->upsample_guided(c, factor, line, s + 8, NULL, NULL, 1.0f, rows);
  add(c->luma, sizeof(int16_t) * 3 * (size_t)c->width * (size_t)c->height);
  uint8_t *lines = room((size_t)c->width * (size_t)c->height);
  const cf_xdog lines_of = {.narrow = taps(radius), .wide = taps(radius + 1), .sharpness = 14.0f,
                      .threshold = 0.35f, .slope = 3.5f};
  set->xdog(c, &lines_of, rows, lines);
  add(lines, (size_t)c->width * (size_t)c->height);
  free(lines);
  for (int i = 0; i < 14; i++) {
    discard(s[i], 1);
  }
  for (int i = 0; i < 8; i++) {
    discard(halves[i], 1);
  }
  discard(strokes, 4);
  free(rows);
}

int main(int count, char **words) {
  const uint64_t seed = count > 1 ? strtoull(words[1], NULL, 10) : 1;
  const int cases = count > 2 ? atoi(words[2]) : 40;
  uint64_t first = 0;
  for (int i = 0; cf_kernels_at(i) != NULL; i++) {
    const cf_kernels *set = cf_kernels_at(i);
    state = seed;
    digest = 14695981039346656037u;
    for (int n = 0; n < cases; n++) {
      const int32_t width = 1 + (int32_t)next(90), height = 1 + (int32_t)next(60);
      const int32_t factor = next(3) == 0 ? 1 : 2 * (1 + (int32_t)next(2));
      const int32_t radius = (int32_t)next(14);
      const size_t plane = (size_t)width * (size_t)height;
      int16_t *components = room(sizeof(int16_t) * 3 * plane);
      for (size_t at = 0; at < 3 * plane; at++) {
        int32_t number = (int32_t)(next(4) == 0 ? next(16321) : 16320 * (at % 23 > 9));
        components[at] = (int16_t)(at < plane ? number : number - 8160);
      }
      const cf_canvas canvas = {
          .luma = components, .blue = components + plane, .red = components + 2 * plane, .width = width,
          .height = height, .chroma_width = width, .chroma_height = height, .across = 1, .down = 1,
          .kr = 0.2126f, .kb = 0.0722f};
      paint(set, &canvas, factor, radius);
      free(components);
    }
    if (i > 0 && digest != first) {
      fprintf(stderr, "error: the filters' kernels %s and %s differ (seed %llu)\n",
              cf_kernels_at(0)->name, set->name, (unsigned long long)seed);
      return 1;
    }
    first = digest;
  }
  printf("%016llx\n", (unsigned long long)first);
}
