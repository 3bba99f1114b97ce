// Runs every set of kernels for comparing pictures on random cases, and prints a digest of what they
// give: one line, which must be the same for every set, processor and compiler. Buffers are as long as
// the header asks and no longer, so that the address sanitizer sees what goes beyond.
//
// usage: comparison_digest [SEED [CASES]]

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ccomparison.h"

static uint64_t state;

static uint32_t next(uint32_t below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((state >> 32) % below);
}

static uint64_t digest = 14695981039346656037u;

/// FNV-1a.
static void add(const void *bytes, size_t size) {
  const uint8_t *byte = bytes;
  for (size_t i = 0; i < size; i++) {
    digest = (digest ^ byte[i]) * 1099511628211u;
  }
}

static void *room(size_t size) {
  void *made = calloc(size > 0 ? size : 1, 1);
  if (made == NULL) {
    exit(75);
  }
  return made;
}

/// A picture like another one, with noise here and there.
static void make_pair(uint8_t *a, uint8_t *b, int64_t count, uint32_t kind) {
  for (int64_t i = 0; i < 4 * count; i++) {
    a[i] = (uint8_t)(kind == 0 ? i * 3 : next(256));
    b[i] = next(4) == 0 ? (uint8_t)next(256) : a[i];
    if (i % 4 == 3 && kind < 2) {
      a[i] = b[i] = 255;
    }
  }
}

static void add_similarity(
    const cc_kernels *set, const uint8_t *a, const uint8_t *b, const uint8_t *levels,
    const uint8_t *mask, int32_t width, int32_t height) {
  cc_scale scale = {.width = width, .height = height, .a = a, .b = b, .levels = levels};
  scale.column_count = width < CC_WINDOW_SIDE ? width : CC_WINDOW_SIDE;
  scale.row_count = height < CC_WINDOW_SIDE ? height : CC_WINDOW_SIDE;
  for (int i = 0; i < CC_WINDOW_SIDE; i++) {
    scale.columns[i] = 1.0f / (float)(scale.column_count + i);
    scale.rows[i] = 1.0f / (float)(scale.row_count + i);
  }
  int32_t wide = width - scale.column_count + 1, tall = height - scale.row_count + 1;
  float *weights = room((size_t)wide * (size_t)tall * 4);
  if (mask != NULL) {
    float *shares = room((size_t)width * (size_t)height * 4);
    cc_shares(mask, (int64_t)width * height, shares);
    cc_window_weights(shares, width, height, scale.column_count, scale.row_count, weights);
    scale.weights = weights;
    free(shares);
  }
  int32_t columns = (width + 1) / 2, rows = (height + 1) / 2;
  scale.half_stride = columns + CC_SLACK;
  size_t half = (size_t)scale.half_stride * (size_t)rows * 4;
  scale.half_sum = room(half);
  scale.half_difference = room(half);
  float *scratch = room((size_t)cc_scratch_size(width) * 4);
  cc_similarity found = set->similarity(&scale, scratch);
  add(&found, sizeof found);
  for (int32_t y = 0; y < rows; y++) {
    add(scale.half_sum + y * scale.half_stride, (size_t)columns * 4);
    add(scale.half_difference + y * scale.half_stride, (size_t)columns * 4);
  }
  free(scale.half_sum);
  free(scale.half_difference);
  free(scratch);
  free(weights);
}

static void add_case(const cc_kernels *set, const float *linear) {
  int32_t width = (int32_t)next(70) + 1, height = (int32_t)next(40) + 1;
  int64_t count = (int64_t)width * height;
  uint32_t kind = next(3);
  uint8_t *a = room((size_t)count * 4), *b = room((size_t)count * 4);
  uint8_t *mask = room((size_t)count), *levels = room((size_t)count);
  make_pair(a, b, count, kind);
  for (int64_t i = 0; i < count; i++) {
    mask[i] = next(3) == 0;
  }
  const uint8_t *used = next(2) == 0 ? mask : NULL;
  cc_levels found = (kind < 2 ? set->opaque_levels : set->straight_levels)(
      a, b, used, count, levels);
  add(&found.largest, 1);
  add(&found.count, sizeof found.count);
  add(levels, (size_t)count);
  float *differences = room(((size_t)found.count + 8) * 4);
  int64_t changed = set->colour_differences(linear, a, b, levels, count, differences);
  add(differences, (size_t)changed * 4);
  double total = set->total(differences, changed);
  add(&total, sizeof total);
  float ranked = cc_ranked(differences, changed, changed / 1000);
  add(&ranked, sizeof ranked);
  for (int64_t i = 0; i < count; i++) {
    levels[i] = levels[i] > 3;
  }
  int32_t *scratch = room(4 * ((size_t)width + 1) * 4);
  int32_t wide = (int32_t)next((uint32_t)width) + 1, tall = (int32_t)next((uint32_t)height) + 1;
  cc_window window = cc_densest_window(levels, used, width, height, wide, tall, scratch);
  add(&window, sizeof window);
  free(scratch);
  add_similarity(set, a, b, levels, used, width, height);
  free(differences);
  free(levels);
  free(mask);
  free(b);
  free(a);
}

int main(int count, char **words) {
  uint64_t seed = count > 1 ? strtoull(words[1], NULL, 10) : 1;
  int cases = count > 2 ? atoi(words[2]) : 1000;
  float linear[256];
  for (int i = 0; i < 256; i++) {
    linear[i] = (float)(i * i) / 65025.0f;
  }
  uint64_t first = 0;
  const cc_kernels *set;
  for (int index = 0; (set = cc_kernels_at(index)) != NULL; index++) {
    state = seed;
    digest = 14695981039346656037u;
    for (int i = 0; i < cases; i++) {
      add_case(set, linear);
    }
    if (index == 0) {
      first = digest;
    } else if (digest != first) {
      fprintf(stderr, "error: the set %s differs from %s\n", set->name, cc_kernels_at(0)->name);
      return 1;
    }
  }
  printf("%016llx\n", (unsigned long long)first);
  return 0;
}
