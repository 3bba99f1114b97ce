#define _GNU_SOURCE
#include "cheap.h"

#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

void heap_take_for_short_run(size_t bytes) {
  const uintptr_t huge_page = (uintptr_t)2 << 20;
  const int largest_piece = 32 << 20;
  // Buffers up to this size come from the heap, not from a mapping of their own each, and nothing
  // is given back at its end.
  if (bytes > (size_t)largest_piece || !mallopt(M_MMAP_THRESHOLD, largest_piece) ||
      !mallopt(M_TRIM_THRESHOLD, 1 << 30) || !mallopt(M_TOP_PAD, (int)bytes)) {
    return;
  }
  // Larger than what is free of the heap so far, so that it grows, by the padding too.
  void *piece = malloc(1 << 20);
  mallopt(M_TOP_PAD, 1 << 20);
  uintptr_t start = ((uintptr_t)piece + huge_page - 1) / huge_page * huge_page;
  uintptr_t end = (uintptr_t)sbrk(0);
  free(piece);
  if (piece && start < end && end - start <= bytes + huge_page) {
    madvise((void *)start, end - start, MADV_HUGEPAGE);
  }
}

void heap_give_back(void) { malloc_trim(0); }

void heap_limit_count(int most) {
  struct rlimit limit;
  if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY)
    mallopt(M_ARENA_MAX, most);
}

#else

void heap_take_for_short_run(size_t bytes) { (void)bytes; }
void heap_give_back(void) {}
void heap_limit_count(int most) { (void)most; }

#endif
