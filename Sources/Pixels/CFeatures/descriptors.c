#include "cfeatures.h"

#include <math.h>

static uint8_t pixel(cf_grey in, int32_t x, int32_t y) {
  return in.bytes[(ptrdiff_t)y * in.width + x];
}

float cf_direction(cf_grey in, float x, float y) {
  enum { RADIUS = 15 };
  const int32_t column = (int32_t)x, row = (int32_t)y;
  int32_t across = 0, down = 0;
  for (int32_t j = -RADIUS; j <= RADIUS; j++) {
    const uint8_t *at = in.bytes + (ptrdiff_t)(row + j) * in.width + column;
    int32_t reach = RADIUS;
    while (reach * reach + j * j > RADIUS * RADIUS) reach--;
    int32_t sum = 0;
    for (int32_t i = -reach; i <= reach; i++) {
      sum += at[i];
      across += i * at[i];
    }
    down += j * sum;
  }
  return atan2f((float)down, (float)across);
}

void cf_describe(
    cf_grey blurred, float x, float y, float direction, const float *pairs, uint64_t *first,
    uint64_t *second) {
  const float c = cosf(direction), s = sinf(direction);
  for (int32_t word = 0; word < 2 * CF_HALF; word++) {
    uint64_t bits = 0;
    for (int32_t bit = 0; bit < 64; bit++, pairs += 4) {
      const uint8_t first = pixel(
          blurred, (int32_t)(x + c * pairs[0] - s * pairs[1]), (int32_t)(y + s * pairs[0] + c * pairs[1]));
      const uint8_t second = pixel(
          blurred, (int32_t)(x + c * pairs[2] - s * pairs[3]), (int32_t)(y + s * pairs[2] + c * pairs[3]));
      bits |= (uint64_t)(first < second) << bit;
    }
    (word < CF_HALF ? first : second)[word % CF_HALF] = bits;
  }
}

static inline __attribute__((always_inline)) int32_t differences(const uint64_t *a, const uint64_t *b) {
  return __builtin_popcountll(a[0] ^ b[0]) + __builtin_popcountll(a[1] ^ b[1]) +
         __builtin_popcountll(a[2] ^ b[2]) + __builtin_popcountll(a[3] ^ b[3]);
}

static inline __attribute__((always_inline)) void nearest_of(
    const cf_descriptors *list, const cf_descriptors *others, int32_t most_of_half, int32_t *nearest,
    uint16_t *distance, uint16_t *second) {
  for (int32_t i = 0; i < list->count; i++) {
    const uint64_t *own = list->first + CF_HALF * (ptrdiff_t)i;
    int32_t best = UINT16_MAX, next = UINT16_MAX, place = -1;
    for (int32_t j = 0; j < others->count; j++) {
      int32_t sum = differences(own, others->first + CF_HALF * (ptrdiff_t)j);
      // Half of the comparisons of what differs in few cannot differ in many.
      if (sum > most_of_half) continue;
      sum += differences(list->second + CF_HALF * (ptrdiff_t)i, others->second + CF_HALF * (ptrdiff_t)j);
      if (sum >= next) continue;
      if (sum < best) {
        next = best;
        best = sum;
        place = j;
      } else {
        next = sum;
      }
    }
    nearest[i] = place;
    distance[i] = (uint16_t)best;
    second[i] = (uint16_t)next;
  }
}

#if defined(__x86_64__)
/// The same, with many of `others` at once: all comparisons of all of them.
__attribute__((target("avx512f,avx512vpopcntdq,popcnt"))) static void nearest_avx512(
    const cf_descriptors *list, const cf_descriptors *others, int32_t most_of_half, int32_t *nearest,
    uint16_t *distance, uint16_t *second) {
  // Words of SIDE_BY_SIDE descriptors lie side by side, and TOGETHER of them are compared at once.
  enum { TOGETHER = 8, SIDE_BY_SIDE = 256 };
  for (int32_t i = 0; i < list->count; i++) {
    nearest[i] = -1;
    distance[i] = second[i] = UINT16_MAX;
  }
  uint64_t words[2 * CF_HALF][SIDE_BY_SIDE];
  for (int32_t begin = 0; begin < others->count; begin += SIDE_BY_SIDE) {
    const int32_t count = others->count - begin < SIDE_BY_SIDE ? others->count - begin : SIDE_BY_SIDE;
    for (int32_t j = 0; j < SIDE_BY_SIDE; j++) {
      // Behind the last one it is compared again; its place is none.
      const ptrdiff_t place = CF_HALF * (ptrdiff_t)(begin + (j < count ? j : count - 1));
      for (int32_t word = 0; word < CF_HALF; word++) {
        words[word][j] = others->first[place + word];
        words[CF_HALF + word][j] = others->second[place + word];
      }
    }
    for (int32_t i = 0; i < list->count; i++) {
      uint64_t own[2 * CF_HALF];
      for (int32_t word = 0; word < CF_HALF; word++) {
        own[word] = list->first[CF_HALF * (ptrdiff_t)i + word];
        own[CF_HALF + word] = list->second[CF_HALF * (ptrdiff_t)i + word];
      }
      for (int32_t j = 0; j < count; j += TOGETHER) {
        uint64_t halves[TOGETHER], sums[TOGETHER], is_near = 0;
        for (int32_t k = 0; k < TOGETHER; k++) {
          uint64_t half = 0, rest = 0;
          for (int32_t word = 0; word < CF_HALF; word++) {
            half += (uint64_t)__builtin_popcountll(own[word] ^ words[word][j + k]);
            rest += (uint64_t)__builtin_popcountll(own[CF_HALF + word] ^ words[CF_HALF + word][j + k]);
          }
          halves[k] = half;
          sums[k] = half + rest;
          is_near |= (uint64_t)(half <= (uint64_t)most_of_half) & (uint64_t)(half + rest < second[i]);
        }
        if (!is_near) continue;
        for (int32_t k = 0; k < TOGETHER && j + k < count; k++) {
          if (halves[k] > (uint64_t)most_of_half || sums[k] >= second[i]) continue;
          if (sums[k] < distance[i]) {
            second[i] = distance[i];
            distance[i] = (uint16_t)sums[k];
            nearest[i] = begin + j + k;
          } else {
            second[i] = (uint16_t)sums[k];
          }
        }
      }
    }
  }
}

__attribute__((target("popcnt"))) static void nearest_popcnt(
    const cf_descriptors *list, const cf_descriptors *others, int32_t most_of_half, int32_t *nearest,
    uint16_t *distance, uint16_t *second) {
  nearest_of(list, others, most_of_half, nearest, distance, second);
}
#endif

void cf_nearest(
    const cf_descriptors *list, const cf_descriptors *others, int32_t most_of_half, int32_t *nearest,
    uint16_t *distance, uint16_t *second) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vpopcntdq")) {
    nearest_avx512(list, others, most_of_half, nearest, distance, second);
    return;
  }
  if (__builtin_cpu_supports("popcnt")) {
    nearest_popcnt(list, others, most_of_half, nearest, distance, second);
    return;
  }
#endif
  nearest_of(list, others, most_of_half, nearest, distance, second);
}
