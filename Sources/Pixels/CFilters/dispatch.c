#include "cfilters.h"

// The one place that knows which sets of kernels there are and what they need.

extern const cf_kernels cf_128;
#if defined(__x86_64__)
extern const cf_kernels cf_avx2;
#endif

const cf_kernels *cf_kernels_at(int index) {
  const cf_kernels *sets[2];
  int count = 0;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) {
    sets[count++] = &cf_avx2;
  }
#endif
  sets[count++] = &cf_128;
  return index >= 0 && index < count ? sets[index] : NULL;
}
