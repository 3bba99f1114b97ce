#pragma once
// MediaPipe's C interface, as the library of version 1.2.2 has it: loaded when it is asked for, never
// linked to.
//
// The structures below are the library's own, member by member; nothing but its version says whether
// they fit, so the version is checked before `cmp_load`. Sources: the headers of
// google-ai-edge/mediapipe, mediapipe/tasks/c, and the signatures in the wheel (both Apache-2.0).

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The tasks that are used.
typedef enum { cmp_face_task = 0, cmp_hand_task = 1, cmp_gesture_task = 2 } cmp_task_kind;

// How the pictures of a task follow each other.
enum { cmp_mode_image = 1, cmp_mode_video = 2 };

// One point. Normalized ones are parts of the picture, those of the world metres; the layout is one.
typedef struct {
  float x, y, z;
  bool has_visibility;
  float visibility;
  bool has_presence;
  float presence;
  char *name;
} cmp_landmark;

typedef struct {
  cmp_landmark *landmarks;
  uint32_t count;
} cmp_landmarks;

typedef struct {
  int index;
  float score;
  char *category_name;
  char *display_name;
} cmp_category;

typedef struct {
  cmp_category *categories;
  uint32_t count;
} cmp_categories;

// Numbers column by column.
typedef struct {
  uint32_t rows, columns;
  float *data;
} cmp_matrix;

typedef struct {
  cmp_landmarks *landmarks;
  uint32_t landmarks_count;
  cmp_categories *blendshapes;
  uint32_t blendshapes_count;
  cmp_matrix *matrices;
  uint32_t matrices_count;
} cmp_face_result;

typedef struct {
  cmp_categories *handedness;
  uint32_t handedness_count;
  cmp_landmarks *landmarks;
  uint32_t landmarks_count;
  cmp_landmarks *world_landmarks;
  uint32_t world_landmarks_count;
} cmp_hand_result;

typedef struct {
  cmp_categories *gestures;
  uint32_t gestures_count;
  cmp_categories *handedness;
  uint32_t handedness_count;
  cmp_landmarks *landmarks;
  uint32_t landmarks_count;
  cmp_landmarks *world_landmarks;
  uint32_t world_landmarks_count;
} cmp_gesture_result;

// What a task gives; which member holds it, the task's kind says.
typedef union {
  cmp_face_result face;
  cmp_hand_result hand;
  cmp_gesture_result gesture;
} cmp_result;

// Which gestures are told of, and how.
typedef struct {
  const char *locale;            // of display names; NULL for English
  int max_results;               // below 0 for all
  float score_threshold;
  const char *const *allowed;    // names; none for all
  uint32_t allowed_count;
  const char *const *denied;
  uint32_t denied_count;
} cmp_classifier;

// What a task is made of. What is of another task is not looked at.
typedef struct {
  cmp_task_kind kind;
  const char *model_path;
  int mode;
  int count;  // faces or hands
  float detection_confidence, presence_confidence, tracking_confidence;
  bool blendshapes, matrices;         // of the faces
  cmp_classifier canned, custom;      // of the gestures
} cmp_options;

typedef struct cmp_library cmp_library;
typedef struct cmp_segmenter cmp_segmenter;
typedef struct cmp_task cmp_task;

// Bytes of a message, its end included.
enum { cmp_message_bytes = 1024 };

// Loads the library; NULL with a message where it cannot be loaded or lacks a function.
cmp_library *cmp_load(const char *path, char message[cmp_message_bytes]);

// Makes a task; NULL with a message where the library refuses.
cmp_task *cmp_task_create(
    const cmp_library *library, const cmp_options *options, char message[cmp_message_bytes]);

// Looks at a picture: width * height times red, green and blue, rows without padding. The time, in
// milliseconds, must rise from call to call in video mode and is not looked at in image mode. False
// with a message where the library gives no answer.
bool cmp_task_detect(
    cmp_task *task, const uint8_t *pixels, int width, int height, int64_t time_ms,
    cmp_result *result, char message[cmp_message_bytes]);

// Gives back what `cmp_task_detect` gave.
void cmp_task_release(cmp_task *task, cmp_result *result);

// Ends the task.
void cmp_task_close(cmp_task *task);

// Classes of a segmenter, at most.
enum { cmp_most_classes = 256 };

// Makes an Image Segmenter for single pictures; NULL with a message where the library refuses.
cmp_segmenter *cmp_segmenter_create(
    const cmp_library *library, const char *model_path, char message[cmp_message_bytes]);

// How many classes the model names, and the name of one, which lives as long as the segmenter.
int cmp_segmenter_label_count(const cmp_segmenter *segmenter);
const char *cmp_segmenter_label(const cmp_segmenter *segmenter, int place);

// Looks at a picture: width * height times red, green and blue, rows without padding. For each pixel the
// confidences of the wanted classes are added, of `cmp_most_classes`. Returns how many classes there are,
// below 0 with a message where the library gives no answer.
int cmp_segmenter_segment(
    cmp_segmenter *segmenter, const uint8_t *pixels, int width, int height, const bool *wanted,
    float *sums, char message[cmp_message_bytes]);

// Ends the segmenter.
void cmp_segmenter_close(cmp_segmenter *segmenter);
