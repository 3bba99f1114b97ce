#include "prefix_codes.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct leaf {
  uint32_t weight;
  uint16_t symbol;
} leaf;

static int by_weight(const void *one, const void *other) {
  const leaf *a = one, *b = other;
  if (a->weight != b->weight) {
    return a->weight < b->weight ? -1 : 1;
  }
  return (int)a->symbol - (int)b->symbol;
}

// How many bits deep each of two or more leaves lies, heaviest last. A. Moffat and J. Katajainen,
// "In-Place Calculation of Minimum-Redundancy Codes", WADS 1995, kept to two queues.
static void find_depths(const leaf *leaves, size_t count, unsigned *per_depth, unsigned longest) {
  uint64_t weights[2 * prefix_symbols_max];
  uint16_t parents[2 * prefix_symbols_max], depths[2 * prefix_symbols_max];
  size_t next_leaf = 0, next_node = count, made = count;
  for (size_t i = 0; i < count; i++) {
    weights[i] = leaves[i].weight;
  }
  for (; made < 2 * count - 1; made++) {
    weights[made] = 0;
    for (int child = 0; child < 2; child++) {
      bool takes_leaf =
          next_leaf < count && (next_node == made || weights[next_leaf] <= weights[next_node]);
      size_t taken = takes_leaf ? next_leaf++ : next_node++;
      weights[made] += weights[taken];
      parents[taken] = (uint16_t)made;
    }
  }
  depths[2 * count - 2] = 0;
  for (size_t i = 2 * count - 2; i-- > 0;) {
    depths[i] = depths[parents[i]] + 1;
    if (i < count) {
      per_depth[depths[i] < longest ? depths[i] : longest]++;
    }
  }
  // Codes that were cut down overdraw Kraft's sum: each step makes one of them the sibling of a
  // shorter code, which goes one down.
  uint32_t sum = 0;
  for (unsigned depth = 1; depth <= longest; depth++) {
    sum += (uint32_t)per_depth[depth] << (longest - depth);
  }
  for (; sum > 1u << longest; sum--) {
    per_depth[longest]--;
    unsigned depth = longest - 1;
    while (per_depth[depth] == 0) {
      depth--;
    }
    per_depth[depth]--;
    per_depth[depth + 1] += 2;
  }
}

void prefix_codes(
    const uint32_t *weights, size_t count, unsigned longest, prefix_code *codes) {
  leaf leaves[prefix_symbols_max];
  size_t used = 0;
  for (size_t i = 0; i < count; i++) {
    codes[i] = (prefix_code){0, 0};
    if (weights[i] > 0) {
      leaves[used++] = (leaf){weights[i], (uint16_t)i};
    }
  }
  qsort(leaves, used, sizeof *leaves, by_weight);
  unsigned per_depth[prefix_length_max + 1] = {0};
  find_depths(leaves, used, per_depth, longest);
  size_t heaviest = used;
  for (unsigned depth = 1; depth <= longest; depth++) {
    for (unsigned i = 0; i < per_depth[depth]; i++) {
      codes[leaves[--heaviest].symbol].length = (uint8_t)depth;
    }
  }
  unsigned next = 0;
  for (unsigned depth = 1; depth <= longest; depth++, next <<= 1) {
    for (size_t i = 0; i < count; i++) {
      if (codes[i].length == depth) {
        unsigned reversed = 0;
        for (unsigned bit = 0; bit < depth; bit++) {
          reversed |= (next >> bit & 1) << (depth - 1 - bit);
        }
        codes[i].bits = (uint16_t)reversed;
        next++;
      }
    }
  }
}
