#include "allocation_counter.h"

#include <stddef.h>

// Counts a thread's heap allocations by taking the place of the allocator's functions in whatever
// program this is linked into (the tests' own). They pass everything on to glibc's functions of
// those names, which it keeps for this purpose; `free` is left as it is.

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

#include <errno.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// In the program itself, hence without an allocation of its own.
static _Thread_local uint64_t count;

bool allocation_counter_works(void) { return true; }

uint64_t allocation_count(void) { return count; }

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count++;
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  void *made = memalign(alignment, size);
  if (made == NULL) {
    return ENOMEM;
  }
  *block = made;
  return 0;
}

#else

bool allocation_counter_works(void) { return false; }

uint64_t allocation_count(void) { return 0; }

#endif
