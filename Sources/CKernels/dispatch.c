#include "kernels.h"

#include <stddef.h>
#include <string.h>

// The one place that knows which kernels there are and what they need, fastest first.

typedef struct candidate {
  const ck_kernels *kernels;
  int supported;
} candidate;

enum { candidate_count = 1 };

static void list_candidates(candidate candidates[candidate_count]) {
  candidates[0] = (candidate){&ck_plain, 1};
}

const ck_kernels *ck_kernels_best(void) {
  candidate candidates[candidate_count];
  list_candidates(candidates);
  int i = 0;
  while (!candidates[i].supported) {
    i++;
  }
  return candidates[i].kernels;
}

const ck_kernels *ck_kernels_named(const char *name) {
  candidate candidates[candidate_count];
  list_candidates(candidates);
  for (int i = 0; i < candidate_count; i++) {
    if (candidates[i].supported && strcmp(name, candidates[i].kernels->name) == 0) {
      return candidates[i].kernels;
    }
  }
  return NULL;
}
