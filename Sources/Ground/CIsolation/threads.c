#define _GNU_SOURCE
#include "cisolation.h"
#include "sanitized.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Once a second, where work waits, libdispatch reads how its threads do, from /proc/<thread>/stat, and
// traps (SIGILL) where that cannot be opened (swift-corelibs-libdispatch, src/event/workqueue.c). A
// process behind Landlock has /proc/self only, since the rest of /proc tells of other programs. So a
// loaded machine, on which work waits, ended workers that did nothing wrong. The same file is
// /proc/self/task/<thread>/stat, which they have.

static atomic_bool only_own_files;

void iso_keep_own_threads_readable(void) { atomic_store(&only_own_files, true); }

#if defined(__GLIBC__) && !defined(SANITIZED)

extern int __open(const char *, int, ...);
extern int __open64(const char *, int, ...);

// The path to open in place of one that names a thread; the path itself where it does not.
static const char *own(const char *path, char place[64]) {
  if (!atomic_load_explicit(&only_own_files, memory_order_relaxed)) return path;
  static const char start[] = "/proc/";
  if (!path || strncmp(path, start, sizeof start - 1)) return path;
  const char *number = path + sizeof start - 1;
  const size_t digits = strspn(number, "0123456789");
  if (!digits || digits > 10 || strcmp(number + digits, "/stat")) return path;
  snprintf(place, 64, "/proc/self/task/%.*s/stat", (int)digits, number);
  return place;
}

// A mode is there only where a file may be made.
#define MODE_OF(flags, mode)                          \
  mode_t mode = 0;                                    \
  if ((flags) & O_CREAT || ((flags) & O_TMPFILE) == O_TMPFILE) { \
    va_list further;                                  \
    va_start(further, flags);                         \
    mode = va_arg(further, mode_t);                   \
    va_end(further);                                  \
  }

__attribute__((weak)) int open(const char *path, int flags, ...) {
  MODE_OF(flags, mode)
  char place[64];
  return __open(own(path, place), flags, mode);
}

__attribute__((weak)) int open64(const char *path, int flags, ...) {
  MODE_OF(flags, mode)
  char place[64];
  return __open64(own(path, place), flags, mode);
}

#endif
