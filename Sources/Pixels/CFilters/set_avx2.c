#if defined(__x86_64__)

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <string.h>

// After the system's headers, which are to stay as they are.
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define CF_SET cf_avx2
#define CF_SET_NAME "avx2"
#include "set.h"
#pragma clang attribute pop

#endif
