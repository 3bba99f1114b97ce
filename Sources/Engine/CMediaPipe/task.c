#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The wheel's numbers: 0 leaves the choice to the library, 2 is a graphics processor.
enum { delegate_cpu = 1 };
// An environment that the library does not know, on Linux.
enum { host_unknown = 0, system_linux = 1 };
enum { no_descriptor = -1 };

void cmp_say(const cmp_library *library, mp_status status, char *error, char *message) {
  if (error)
    snprintf(message, cmp_message_bytes, "%s", error);
  else
    snprintf(message, cmp_message_bytes, "status %d", status);
  if (error) library->error_free(error);
}

mp_base_options cmp_base(const char *model_path) {
  return (mp_base_options){
      .model_path = model_path, .file_descriptor = no_descriptor,
      .delegate = delegate_cpu, .host_environment = host_unknown, .host_system = system_linux,
      // The library makes texts of these and does not look whether they are there.
      .host_version = "", .ca_bundle_path = ""};
}

static mp_status create(
    const mp_task_functions *functions, const cmp_options *options, mp_handle *handle,
    char **error) {
  switch (options->kind) {
    case cmp_face_task: {
      const mp_face_options own = {
          .base = cmp_base(options->model_path), .running_mode = options->mode,
          .num_faces = options->count,
          .min_face_detection_confidence = options->detection_confidence,
          .min_face_presence_confidence = options->presence_confidence,
          .min_tracking_confidence = options->tracking_confidence,
          .output_blendshapes = options->blendshapes, .output_matrices = options->matrices};
      return functions->create(&own, handle, error);
    }
    case cmp_hand_task: {
      const mp_hand_options own = {
          .base = cmp_base(options->model_path), .running_mode = options->mode,
          .num_hands = options->count,
          .min_hand_detection_confidence = options->detection_confidence,
          .min_hand_presence_confidence = options->presence_confidence,
          .min_tracking_confidence = options->tracking_confidence};
      return functions->create(&own, handle, error);
    }
    default: {
      const mp_gesture_options own = {
          .base = cmp_base(options->model_path), .running_mode = options->mode,
          .num_hands = options->count,
          .min_hand_detection_confidence = options->detection_confidence,
          .min_hand_presence_confidence = options->presence_confidence,
          .min_tracking_confidence = options->tracking_confidence,
          .canned = options->canned, .custom = options->custom};
      return functions->create(&own, handle, error);
    }
  }
}

cmp_task *cmp_task_create(
    const cmp_library *library, const cmp_options *options, char message[cmp_message_bytes]) {
  cmp_task *task = calloc(1, sizeof *task);
  if (!task) {
    snprintf(message, cmp_message_bytes, "no memory");
    return NULL;
  }
  task->library = library;
  task->functions = &library->tasks[options->kind];
  task->is_video = options->mode == cmp_mode_video;
  char *error = NULL;
  const mp_status status = create(task->functions, options, &task->handle, &error);
  if (status == 0 && task->handle) return task;
  cmp_say(library, status, error, message);
  free(task);
  return NULL;
}

bool cmp_task_detect(
    cmp_task *task, const uint8_t *pixels, int width, int height, int64_t time_ms,
    cmp_result *result, char message[cmp_message_bytes]) {
  const cmp_library *library = task->library;
  memset(result, 0, sizeof *result);
  mp_image image = NULL;
  char *error = NULL;
  mp_status status = library->image_create(
      cmp_format_srgb, width, height, pixels, 3 * width * height, &image, &error);
  if (status != 0 || !image) {
    cmp_say(library, status, error, message);
    return false;
  }
  status = task->is_video
               ? task->functions->detect_video(task->handle, image, NULL, time_ms, result, &error)
               : task->functions->detect_image(task->handle, image, NULL, result, &error);
  library->image_free(image);
  if (status == 0) return true;
  cmp_say(library, status, error, message);
  return false;
}

void cmp_task_release(cmp_task *task, cmp_result *result) {
  task->functions->close_result(result);
}

void cmp_task_close(cmp_task *task) {
  char *error = NULL;
  task->functions->close(task->handle, &error);
  if (error) task->library->error_free(error);
  free(task);
}
