#pragma once
// The functions of the loaded library, by their signatures of version 1.2.2.

#include "cmediapipe.h"

typedef int mp_status;  // 0 is success
typedef void *mp_image;
typedef void *mp_handle;

typedef struct {
  const char *model_buffer;
  unsigned model_buffer_count;
  const char *model_path;
  int file_descriptor;
  int delegate;
  int host_environment;
  int host_system;
  const char *host_version;
  const char *ca_bundle_path;
  const char *app_id;
  const char *app_version;
} mp_base_options;

typedef struct {
  mp_base_options base;
  int running_mode;
  int num_faces;
  float min_face_detection_confidence, min_face_presence_confidence, min_tracking_confidence;
  bool output_blendshapes, output_matrices;
  void (*callback)(void);
} mp_face_options;

typedef struct {
  mp_base_options base;
  int running_mode;
  int num_hands;
  float min_hand_detection_confidence, min_hand_presence_confidence, min_tracking_confidence;
  void (*callback)(void);
} mp_hand_options;

typedef struct {
  mp_base_options base;
  int running_mode;
  int num_hands;
  float min_hand_detection_confidence, min_hand_presence_confidence, min_tracking_confidence;
  cmp_classifier canned, custom;
  void (*callback)(void);
} mp_gesture_options;

// The functions of one task.
typedef struct {
  mp_status (*create)(const void *options, mp_handle *out, char **error);
  mp_status (*detect_image)(
      mp_handle handle, mp_image image, const void *processing, void *result, char **error);
  mp_status (*detect_video)(
      mp_handle handle, mp_image image, const void *processing, int64_t time_ms, void *result,
      char **error);
  void (*close_result)(void *result);
  mp_status (*close)(mp_handle handle, char **error);
} mp_task_functions;

struct cmp_library {
  mp_task_functions tasks[3];  // by cmp_task_kind
  mp_status (*image_create)(
      int format, int width, int height, const uint8_t *bytes, int count, mp_image *out,
      char **error);
  void (*image_free)(mp_image image);
  void (*error_free)(void *error);
};

struct cmp_task {
  const cmp_library *library;
  const mp_task_functions *functions;
  mp_handle handle;
  bool is_video;
};
