#include "kernels.h"

#include <stddef.h>

// The one place that knows which kernels in C there are and what they need.

enum { set_count_max = 4 };

const ck_kernels *ck_kernels_at(int index) {
  const ck_kernels *sets[set_count_max];
  int count = 0;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) {
    sets[count++] = &ck_avx2;
  }
#endif
#if defined(__x86_64__) || defined(__aarch64__)
  sets[count++] = &ck_128;
#endif
  return index >= 0 && index < count ? sets[index] : NULL;
}
