#include "library.h"
#include "cloading.h"

#include <stdio.h>
#include <stdlib.h>

bool cmp_find(void *loaded, const char *name, void *function, char *message) {
  const cloading_function wanted = {.name = name, .function = function};
  return cloading_find(loaded, &wanted, 1, (cloading_message){message, cmp_message_bytes});
}

static bool find_task(
    void *loaded, const char *task, const char *verb, mp_task_functions *functions,
    char *message) {
  const struct {
    const char *first, *last;
    void *function;
  } wanted[] = {
      {"", "Create", &functions->create},
      {verb, "Image", &functions->detect_image},
      {verb, "ForVideo", &functions->detect_video},
      {"", "CloseResult", &functions->close_result},
      {"", "Close", &functions->close},
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    char name[128];
    snprintf(name, sizeof name, "Mp%s%s%s", task, wanted[i].first, wanted[i].last);
    if (!cmp_find(loaded, name, wanted[i].function, message)) return false;
  }
  return true;
}

cmp_library *cmp_load(const char *path, char message[cmp_message_bytes]) {
  void *loaded = NULL;
  cmp_library *library = cloading_open(
      path, sizeof *library, &loaded, (cloading_message){message, cmp_message_bytes});
  if (!library) return NULL;
  library->loaded = loaded;
  // It is never unloaded: its threads may live on.
  if (find_task(loaded, "FaceLandmarker", "Detect", &library->tasks[cmp_face_task], message) &&
      find_task(loaded, "HandLandmarker", "Detect", &library->tasks[cmp_hand_task], message) &&
      find_task(
          loaded, "GestureRecognizer", "Recognize", &library->tasks[cmp_gesture_task], message) &&
      cmp_find(loaded, "MpImageCreateFromUint8Data", &library->image_create, message) &&
      cmp_find(loaded, "MpImageFree", &library->image_free, message) &&
      cmp_find(loaded, "MpErrorFree", &library->error_free, message))
    return library;
  free(library);
  return NULL;
}
