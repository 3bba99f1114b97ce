#include "ccomparison.h"

// The one place that knows which sets of kernels there are and what they need.

extern const cc_kernels cc_128;
#if defined(__x86_64__)
extern const cc_kernels cc_avx2;
#endif

const cc_kernels *cc_kernels_at(int index) {
  const cc_kernels *sets[2];
  int count = 0;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) {
    sets[count++] = &cc_avx2;
  }
#endif
  sets[count++] = &cc_128;
  return index >= 0 && index < count ? sets[index] : NULL;
}

ptrdiff_t cc_scratch_size(int32_t width) {
  ptrdiff_t padded = ((ptrdiff_t)width + 7) / 8 * 8 + CC_SLACK;
  return 4 * (CC_WINDOW_SIDE + 1) * padded;
}
