#include "kernels.h"

#include <stddef.h>
#include <string.h>

// The one place that knows which kernels there are and what they need.

enum { set_count_max = 4 };

// The sets that this processor runs, the fastest first; plain C is always the last.
static int runnable_sets(const ck_kernels *sets[set_count_max]) {
  int count = 0;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) {
    sets[count++] = &ck_avx2;
  }
#endif
  sets[count++] = &ck_plain;
  return count;
}

const ck_kernels *ck_kernels_best(void) {
  const ck_kernels *sets[set_count_max];
  runnable_sets(sets);
  return sets[0];
}

const ck_kernels *ck_kernels_named(const char *name) {
  const ck_kernels *sets[set_count_max];
  int count = runnable_sets(sets);
  for (int i = 0; i < count; i++) {
    if (strcmp(name, sets[i]->name) == 0) {
      return sets[i];
    }
  }
  return NULL;
}

const ck_kernels *ck_kernels_at(int index) {
  const ck_kernels *sets[set_count_max];
  return index >= 0 && index < runnable_sets(sets) ? sets[index] : NULL;
}
