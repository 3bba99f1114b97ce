#pragma once

#include "ccomparison.h"

#include <string.h>

// Included once for each instruction set, which the includer has turned on by a pragma, with
// CC_SET as the name of what is defined: the same source in vectors of eight lanes, which the compiler
// splits where the processor's are shorter.

#pragma STDC FP_CONTRACT OFF
// Vectors are only passed to functions that are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

typedef float v8f __attribute__((vector_size(32)));
typedef double v8d __attribute__((vector_size(64)));
typedef int32_t v8i __attribute__((vector_size(32)));
typedef uint32_t v8u __attribute__((vector_size(32)));
typedef uint8_t v8b __attribute__((vector_size(8)));
typedef uint8_t v32b __attribute__((vector_size(32)));

#define CC_INLINE static inline __attribute__((always_inline))

CC_INLINE v8f load(const float *from) {
  v8f v;
  memcpy(&v, from, sizeof v);
  return v;
}

CC_INLINE void store(float *to, v8f v) {
  memcpy(to, &v, sizeof v);
}

CC_INLINE v8u load_pixels(const uint8_t *from) {
  v8u v;
  memcpy(&v, from, sizeof v);
  return v;
}

CC_INLINE v8f root(v8f x) {
  return __builtin_elementwise_sqrt(x);
}

/// `yes` where a lane of the condition is all ones, `no` where it is 0.
CC_INLINE v8f choose(v8i condition, v8f yes, v8f no) {
  return (v8f)((condition & (v8i)yes) | (~condition & (v8i)no));
}

/// One of the channels of eight pixels.
CC_INLINE v8i channel(v8u pixels, int index) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return (v8i)(pixels >> (uint32_t)(8 * index) & 255);
#else
  return (v8i)(pixels >> (uint32_t)(24 - 8 * index) & 255);
#endif
}

/// The sum of the lanes.
CC_INLINE double sum_of(v8d v) {
  return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

CC_INLINE v8d widened(v8f v) {
  return __builtin_convertvector(v, v8d);
}
