// Compares the kernels in C with a file of cases and of what the plain kernels make of them, which
// the test `KernelTests` writes where AVATAR_OVERLAY_KERNEL_CASES names a file. It needs no Swift,
// so it runs wherever there is a C compiler, or an emulator.

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ckernels.h"

/// What is left of the file.
static const uint8_t *cursor, *end;

static const void *take(size_t size) {
  size_t padded = (size + 3) / 4 * 4;
  if ((size_t)(end - cursor) < padded) {
    fprintf(stderr, "error: the file of cases ends early\n");
    exit(65);
  }
  const void *taken = cursor;
  cursor += padded;
  return taken;
}

static int32_t number(void) {
  int32_t value;
  memcpy(&value, take(sizeof value), sizeof value);
  return value;
}

static float real(void) {
  float value;
  memcpy(&value, take(sizeof value), sizeof value);
  return value;
}

/// A copy in memory of its own, so that tools notice what is read or written beyond it.
static void *copy(const void *from, size_t size) {
  void *to = malloc(size);
  if (to == NULL) {
    exit(71);
  }
  return memcpy(to, from, size);
}

enum { sets_max = 8 };

/// One case: a result for each set.
typedef struct results {
  size_t size;
  uint8_t *bytes[sets_max];
} results;

static results sampled(const ck_kernels *const *sets, bool is_quad) {
  ck_sampler s = {.stride = number()};
  s.limit_u = number(), s.limit_v = number();
  s.x = number(), s.y = number(), s.u = number(), s.v = number();
  s.ux = real(), s.uy = real(), s.u1 = real();
  s.vx = real(), s.vy = real(), s.v1 = real();
  s.wx = real(), s.wy = real(), s.gain = real();
  ck_run run = {.x = number()};
  run.y = number(), run.count = number(), run.rows = number();
  run.is_inside = number() != 0;
  s.tap_count = number();
  s.taps = take((size_t)s.tap_count * sizeof(ck_tap));
  size_t size = (size_t)number() * sizeof(int16_t);
  int16_t *texels = copy(take(size), size);
  s.texels = texels;
  results all = {.size = (size_t)(run.count * run.rows) * (is_quad ? 8 : 4)};
  for (int i = 0; sets[i] != NULL; i++) {
    int16_t *samples = malloc(all.size);
    (is_quad ? sets[i]->sample_quad : sets[i]->sample_pair)(&s, run, samples);
    all.bytes[i] = (uint8_t *)samples;
  }
  free(texels);
  return all;
}

static ck_over over_kernel(const ck_kernels *set, int32_t which) {
  const ck_over all[] = {
      set->over_plane8,       set->over_plane10,       set->over_planes8, set->over_planes10,
      set->over_interleaved8, set->over_interleaved10, set->over_packed8,
  };
  return all[which];
}

static results put_over(const ck_kernels *const *sets, int32_t which) {
  ck_target target = {.count = number()};
  target.padding_bits = number(), target.is_opaque = number() != 0;
  size_t size = (size_t)number() * sizeof(int16_t);
  target.plane_count = number();
  size_t bytes = (size_t)number();
  int16_t *samples = copy(take(size), size);
  const void *grounds[2] = {NULL, NULL};
  for (int32_t plane = 0; plane < target.plane_count; plane++) {
    grounds[plane] = take(bytes);
  }
  results all = {.size = (size_t)target.plane_count * bytes};
  for (int i = 0; sets[i] != NULL; i++) {
    all.bytes[i] = malloc(all.size);
    for (int32_t plane = 0; plane < target.plane_count; plane++) {
      target.planes[plane] = all.bytes[i] + (size_t)plane * bytes;
      memcpy(target.planes[plane], grounds[plane], bytes);
    }
    over_kernel(sets[i], which)(samples, &target);
  }
  free(samples);
  return all;
}

/// Runs one case with every set; gives how many sets differ from what is expected.
static int check(const ck_kernels *const *sets, int32_t item) {
  int32_t kind = number();
  results all = kind < 2 ? sampled(sets, kind == 1) : put_over(sets, kind - 2);
  int different = 0;
  bool fits = (size_t)number() == all.size;
  const void *expected = take(all.size);
  for (int i = 0; sets[i] != NULL; i++) {
    if (!fits || memcmp(all.bytes[i], expected, all.size) != 0) {
      fprintf(stderr, "%s: case %d, kind %d, differs\n", sets[i]->name, item, kind);
      different++;
    }
    free(all.bytes[i]);
  }
  return different;
}

static uint8_t *load(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
    perror(path);
    exit(66);
  }
  size_t size = (size_t)ftell(file);
  rewind(file);
  uint8_t *bytes = malloc(size);
  if (bytes == NULL || fread(bytes, 1, size, file) != size) {
    perror(path);
    exit(66);
  }
  fclose(file);
  cursor = bytes;
  end = bytes + size;
  return bytes;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: kernel_cases <file>\n");
    return 64;
  }
  uint8_t *bytes = load(argv[1]);
  const ck_kernels *sets[sets_max + 1] = {NULL};
  for (int i = 0; i < sets_max && (sets[i] = ck_kernels_at(i)) != NULL; i++) {
  }
  if (sets[0] == NULL) {
    fprintf(stderr, "error: no kernels for this processor\n");
    return 69;
  }
  int32_t count = number();
  int different = 0;
  for (int32_t i = 0; i < count; i++) {
    different += check(sets, i);
  }
  for (int i = 0; sets[i] != NULL; i++) {
    printf("%s%s", i == 0 ? "" : ", ", sets[i]->name);
  }
  free(bytes);
  printf(": %d cases, %d differ\n", count, different);
  return different == 0 ? 0 : 1;
}
