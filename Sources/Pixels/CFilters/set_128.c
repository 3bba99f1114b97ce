// For every processor of the architecture: SSE2, NEON, or whatever there is.

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <string.h>

#define CF_SET cf_128
#if defined(__aarch64__)
#define CF_SET_NAME "neon"
#elif defined(__x86_64__)
#define CF_SET_NAME "sse2"
#else
#define CF_SET_NAME "plain"
#endif
#include "set.h"
