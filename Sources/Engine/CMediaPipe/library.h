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

typedef struct {
  mp_base_options base;
  int running_mode;
  const char *locale;
  bool output_confidences, output_categories;
  void (*callback)(void);
} mp_segmenter_options;

// A confidence for each pixel, a picture for each class.
typedef struct {
  mp_image *confidences;
  uint32_t count;
  mp_image categories;
  uint32_t has_categories;
  float *qualities;
  uint32_t qualities_count;
} mp_segmenter_result;

typedef struct {
  char **strings;
  int count;
} mp_strings;

// The functions of the Image Segmenter, found when one is made.
typedef struct {
  mp_status (*create)(const mp_segmenter_options *options, mp_handle *out, char **error);
  mp_status (*segment)(
      mp_handle handle, mp_image image, const void *processing, mp_segmenter_result *result,
      char **error);
  mp_status (*get_labels)(mp_handle handle, mp_strings *labels, char **error);
  void (*close_result)(mp_segmenter_result *result);
  mp_status (*close)(mp_handle handle, char **error);
  void (*free_labels)(mp_strings *labels);
  int (*width)(mp_image image);
  int (*height)(mp_image image);
  int (*step)(mp_image image);  // bytes from row to row
  mp_status (*floats)(mp_image image, const float **data, char **error);
} mp_segmenter_functions;

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
  void *loaded;
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

// Three bytes a pixel: red, green, blue.
enum { cmp_format_srgb = 1 };

// Finds a function; false with a message where the library has none of that name.
bool cmp_find(void *loaded, const char *name, void *function, char *message);

// Takes over the library's message.
void cmp_say(const cmp_library *library, mp_status status, char *error, char *message);

// What all tasks are made of.
mp_base_options cmp_base(const char *model_path);
