#include "cloading.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

void *cloading_open(const char *path, size_t bytes, void **loaded, cloading_message message) {
  // Its names stay its own: it may bring parts that this program has in other versions.
  *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!*loaded) {
    const char *reason = dlerror();
    snprintf(message.text, message.bytes, "%s", reason ? reason : "it cannot be loaded");
    return NULL;
  }
  void *table = calloc(1, bytes);
  if (!table) snprintf(message.text, message.bytes, "no memory");
  return table;
}

bool cloading_find(
    void *loaded, const cloading_function *functions, size_t count, cloading_message message) {
  for (size_t i = 0; i < count; i++) {
    void *found = dlsym(loaded, functions[i].name);
    if (!found && !functions[i].is_optional) {
      snprintf(message.text, message.bytes, "it has no function %s", functions[i].name);
      return false;
    }
    // The one way from an object's pointer to a function's that C leaves: the same bytes.
    *(void **)functions[i].function = found;
  }
  return true;
}
