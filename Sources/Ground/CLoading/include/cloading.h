#pragma once
#include <stdbool.h>
#include <stddef.h>

// Libraries that are loaded where they are needed first: linked, the program would start later, and would not
// start at all where one is not installed.

/// Where a message goes, and its room in bytes.
typedef struct cloading_message {
  char *text;
  size_t bytes;
} cloading_message;

/// A function of a library.
typedef struct cloading_function {
  const char *name;
  /// The pointer to it, which is set.
  void *function;
  /// Whether a library may lack it, as some versions do; the pointer is NULL then.
  bool is_optional;
} cloading_function;

/// Loads a library, which stays loaded, and makes a table of so many bytes for its functions, all 0; NULL with a
/// message where either cannot be.
///
/// - loaded: what its functions are found by.
void *cloading_open(const char *path, size_t bytes, void **loaded, cloading_message message);

/// Finds functions of a library; false with a message where it lacks one.
bool cloading_find(
    void *loaded, const cloading_function *functions, size_t count, cloading_message message);
