#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cmp_segmenter {
  const cmp_library *library;
  mp_segmenter_functions functions;
  mp_handle handle;
  char **labels;
  int label_count;
};

static bool find_all(void *loaded, mp_segmenter_functions *functions, char *message) {
  return cmp_find(loaded, "MpImageSegmenterCreate", &functions->create, message) &&
         cmp_find(loaded, "MpImageSegmenterSegmentImage", &functions->segment, message) &&
         cmp_find(loaded, "MpImageSegmenterGetLabels", &functions->get_labels, message) &&
         cmp_find(loaded, "MpImageSegmenterCloseResult", &functions->close_result, message) &&
         cmp_find(loaded, "MpImageSegmenterClose", &functions->close, message) &&
         cmp_find(loaded, "MpStringListFree", &functions->free_labels, message) &&
         cmp_find(loaded, "MpImageGetWidth", &functions->width, message) &&
         cmp_find(loaded, "MpImageGetHeight", &functions->height, message) &&
         cmp_find(loaded, "MpImageGetWidthStep", &functions->step, message) &&
         cmp_find(loaded, "MpImageDataFloat32", &functions->floats, message);
}

static bool copy_labels(cmp_segmenter *segmenter, char *message) {
  mp_strings names = {0};
  char *error = NULL;
  const mp_status status = segmenter->functions.get_labels(segmenter->handle, &names, &error);
  if (status != 0) {
    cmp_say(segmenter->library, status, error, message);
    return false;
  }
  segmenter->labels = calloc(cmp_most_classes, sizeof *segmenter->labels);
  for (int i = 0; segmenter->labels && i < names.count && i < cmp_most_classes; i++) {
    const char *name = names.strings[i] ? names.strings[i] : "";
    const size_t bytes = strlen(name) + 1;
    char *copy = malloc(bytes);
    if (copy) memcpy(copy, name, bytes);
    segmenter->labels[i] = copy;
    segmenter->label_count = i + 1;
  }
  segmenter->functions.free_labels(&names);
  if (segmenter->labels) return true;
  snprintf(message, cmp_message_bytes, "no memory");
  return false;
}

cmp_segmenter *cmp_segmenter_create(
    const cmp_library *library, const char *model_path, char message[cmp_message_bytes]) {
  cmp_segmenter *segmenter = calloc(1, sizeof *segmenter);
  if (!segmenter) {
    snprintf(message, cmp_message_bytes, "no memory");
    return NULL;
  }
  segmenter->library = library;
  const mp_segmenter_options options = {
      .base = cmp_base(model_path), .running_mode = cmp_mode_image, .locale = "",
      .output_confidences = true};
  char *error = NULL;
  if (find_all(library->loaded, &segmenter->functions, message)) {
    const mp_status status =
        segmenter->functions.create(&options, &segmenter->handle, &error);
    if (status != 0 || !segmenter->handle)
      cmp_say(library, status, error, message);
    else if (copy_labels(segmenter, message))
      return segmenter;
  }
  cmp_segmenter_close(segmenter);
  return NULL;
}

int cmp_segmenter_label_count(const cmp_segmenter *segmenter) { return segmenter->label_count; }

const char *cmp_segmenter_label(const cmp_segmenter *segmenter, int place) {
  const char *label = segmenter->labels[place];
  return label ? label : "";
}

// Adds the confidences of one class; false where the mask is not of the picture's size.
static bool add_mask(
    const cmp_segmenter *segmenter, mp_image mask, int width, int height, float *sums,
    char *message) {
  const mp_segmenter_functions *functions = &segmenter->functions;
  const float *floats = NULL;
  char *error = NULL;
  const mp_status status = functions->floats(mask, &floats, &error);
  if (status != 0 || !floats) {
    cmp_say(segmenter->library, status, error, message);
    return false;
  }
  const int step = functions->step(mask) / (int)sizeof(float);
  if (functions->width(mask) != width || functions->height(mask) != height || step < width) {
    snprintf(message, cmp_message_bytes, "it gives masks of another size than the picture's");
    return false;
  }
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      sums[(ptrdiff_t)y * width + x] += floats[(ptrdiff_t)y * step + x];
  return true;
}

int cmp_segmenter_segment(
    cmp_segmenter *segmenter, const uint8_t *pixels, int width, int height, const bool *wanted,
    float *sums, char message[cmp_message_bytes]) {
  const cmp_library *library = segmenter->library;
  mp_image image = NULL;
  char *error = NULL;
  mp_status status = library->image_create(
      cmp_format_srgb, width, height, pixels, 3 * width * height, &image, &error);
  if (status != 0 || !image) {
    cmp_say(library, status, error, message);
    return -1;
  }
  mp_segmenter_result result = {0};
  status = segmenter->functions.segment(segmenter->handle, image, NULL, &result, &error);
  library->image_free(image);
  if (status != 0) {
    cmp_say(library, status, error, message);
    return -1;
  }
  memset(sums, 0, (size_t)width * (size_t)height * sizeof *sums);
  int count = result.count < cmp_most_classes ? (int)result.count : cmp_most_classes;
  for (int i = 0; i < count; i++) {
    if (!wanted[i] || add_mask(segmenter, result.confidences[i], width, height, sums, message))
      continue;
    count = -1;
    break;
  }
  segmenter->functions.close_result(&result);
  return count;
}

void cmp_segmenter_close(cmp_segmenter *segmenter) {
  char *error = NULL;
  if (segmenter->handle) segmenter->functions.close(segmenter->handle, &error);
  if (error) segmenter->library->error_free(error);
  for (int i = 0; i < segmenter->label_count; i++) free(segmenter->labels[i]);
  free(segmenter->labels);
  free(segmenter);
}
