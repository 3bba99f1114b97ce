#include "clottie.h"
#include "cloading.h"

#include <stdio.h>
#include <stdlib.h>

// As in rlottie_capi.h since version 0.1.
struct clottie_library {
  void *(*from_data)(const char *json, const char *key, const char *folder);
  void (*destroy)(void *animation);
  size_t (*frames)(const void *animation);
  void (*render)(
      void *animation, size_t frame, uint32_t *pixels, size_t width, size_t height,
      size_t bytes_per_line);
};

struct clottie_file {
  const clottie_library *library;
  void *animation;
};

clottie_library *clottie_load(const char *path, char *message) {
  const cloading_message said = {message, clottie_message_bytes};
  void *loaded = NULL;
  clottie_library *library = cloading_open(path, sizeof *library, &loaded, said);
  if (!library) return NULL;
  void (*resize_cache)(size_t) = NULL;
  const cloading_function wanted[] = {
      {"lottie_animation_from_data", &library->from_data},
      {"lottie_animation_destroy", &library->destroy},
      {"lottie_animation_get_totalframe", &library->frames},
      {"lottie_animation_render", &library->render},
      // Not in every version.
      {"lottie_configure_model_cache_size", &resize_cache, true},
  };
  if (!cloading_find(loaded, wanted, sizeof wanted / sizeof *wanted, said)) {
    free(library);
    return NULL;
  }
  // Files that are read once need no cache, which would tell two apart by a key alone.
  if (resize_cache) resize_cache(0);
  return library;
}

clottie_file *clottie_open(const clottie_library *library, const char *json) {
  // The library keeps the last ten animations by their keys, so that no two may have one.
  static _Atomic unsigned long long count = 0;
  char key[32];
  snprintf(key, sizeof key, "%llu", ++count);
  clottie_file *file = malloc(sizeof *file);
  if (!file) return NULL;
  file->library = library;
  file->animation = library->from_data(json, key, "");
  if (!file->animation) {
    free(file);
    return NULL;
  }
  return file;
}

size_t clottie_frames(const clottie_file *file) {
  return file->library->frames(file->animation);
}

void clottie_draw(
    clottie_file *file, size_t frame, uint8_t *rgba, size_t width, size_t height, size_t samples) {
  // The library's pixels are whole numbers of 32 bits, alpha in the highest byte and blue in the lowest.
  const uint32_t *pixels = (const uint32_t *)(void *)rgba;
  const size_t row = samples * width;
  file->library->render(
      file->animation, frame, (uint32_t *)(void *)rgba, row, samples * height, 4 * row);
  const uint32_t count = (uint32_t)(samples * samples);
  // What is written lies before all that is still to be read.
  for (size_t i = 0; i < width * height; i++) {
    uint32_t sums[4] = {0};
    for (size_t sample = 0; sample < count; sample++) {
      const size_t y = samples * (i / width) + sample / samples;
      const uint32_t pixel = pixels[y * row + samples * (i % width) + sample % samples];
      sums[0] += pixel >> 16 & 255;
      sums[1] += pixel >> 8 & 255;
      sums[2] += pixel & 255;
      sums[3] += pixel >> 24;
    }
    for (size_t part = 0; part < 4; part++) {
      rgba[4 * i + part] = (uint8_t)((sums[part] + count / 2) / count);
    }
  }
}

void clottie_close(clottie_file *file) {
  file->library->destroy(file->animation);
  free(file);
}
