#include "library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

bool cmp_find(void *loaded, const char *name, void *function, char *message) {
  void *found = dlsym(loaded, name);
  if (!found) {
    snprintf(message, cmp_message_bytes, "it has no function %s", name);
    return false;
  }
  // The one way from an object's pointer to a function's that C leaves: the same bytes.
  *(void **)function = found;
  return true;
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
  // Its names stay its own: it brings parts that this program may have in other versions.
  void *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!loaded) {
    const char *reason = dlerror();
    snprintf(message, cmp_message_bytes, "%s", reason ? reason : "it cannot be loaded");
    return NULL;
  }
  cmp_library *library = calloc(1, sizeof *library);
  if (!library) {
    snprintf(message, cmp_message_bytes, "no memory");
    return NULL;
  }
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
