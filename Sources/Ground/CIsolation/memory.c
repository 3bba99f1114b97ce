#define _GNU_SOURCE
#include "cisolation.h"
#include "sanitized.h"

#include <errno.h>
#include <pthread.h>
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// Memory that is refused ends an isolated process at once, with a line that says so. Left to
// themselves, the libraries make anything of it: a decoder that "does not open", a null pointer that
// is followed, a thread that was never started and is waited for for ever.

static atomic_bool refusals_end;

void iso_end_without_memory(void) { atomic_store(&refusals_end, true); }

static int memory_file = -1;

static void make_memory_file(void) { memory_file = memfd_create("memory", MFD_CLOEXEC); }

int iso_memory_file(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_memory_file);
  return memory_file;
}

static void refused(void) {
  if (!atomic_load_explicit(&refusals_end, memory_order_relaxed)) return;
  static const char line[] = "isolation: out of memory\n";
  ssize_t written = write(STDERR_FILENO, line, sizeof line - 1);
  (void)written;
  _exit(iso_exit_without_memory);
}

#if defined(__GLIBC__) && !defined(SANITIZED)

// They stand before the C library's for the whole program, by the rules of dynamic linking, and pass
// everything on. Weak, so that a program with counters of its own, as the tests have, keeps those.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

__attribute__((weak)) void *malloc(size_t size) {
  void *memory = __libc_malloc(size);
  if (!memory) refused();
  return memory;
}

__attribute__((weak)) void *calloc(size_t count, size_t size) {
  void *memory = __libc_calloc(count, size);
  if (!memory) refused();
  return memory;
}

__attribute__((weak)) void *realloc(void *old, size_t size) {
  void *memory = __libc_realloc(old, size);
  if (!memory && size) refused();
  return memory;
}

__attribute__((weak)) void *memalign(size_t alignment, size_t size) {
  void *memory = __libc_memalign(alignment, size);
  if (!memory) refused();
  return memory;
}

__attribute__((weak)) void *aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}

__attribute__((weak)) int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (!alignment || alignment % sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}

typedef int creating(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

// A thread's stack is memory too.
__attribute__((weak)) int pthread_create(
    pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
    void *(*start)(void *), void *restrict argument) {
  static _Atomic(creating *) real;
  creating *create = atomic_load_explicit(&real, memory_order_relaxed);
  if (!create) {
    create = (creating *)dlsym(RTLD_NEXT, "pthread_create");
    if (!create) return ENOSYS;
    atomic_store_explicit(&real, create, memory_order_relaxed);
  }
  int error = create(thread, attributes, start, argument);
  if (error == EAGAIN || error == ENOMEM) refused();
  return error;
}

#endif
