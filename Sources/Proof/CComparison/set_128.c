// For every processor of the architecture: SSE2, NEON, or whatever there is.

#define CC_SET cc_128
#if defined(__aarch64__)
#define CC_SET_NAME "neon"
#elif defined(__x86_64__)
#define CC_SET_NAME "sse2"
#else
#define CC_SET_NAME "plain"
#endif
#include "set.h"
