#include "cmeshopt.h"

#include <meshoptimizer.h>

bool cmeshopt_decode(
    cmeshopt_mode mode, const uint8_t *packed, size_t length, void *out, size_t count,
    size_t stride) {
  const bool is_index = stride == 2 || stride == 4;
  switch (mode) {
  case cmeshopt_attributes:
    return stride > 0 && stride <= 256 && stride % 4 == 0
        && meshopt_decodeVertexBuffer(out, count, stride, packed, length) == 0;
  case cmeshopt_triangles:
    return is_index && count % 3 == 0
        && meshopt_decodeIndexBuffer(out, count, stride, packed, length) == 0;
  case cmeshopt_indices:
    return is_index && meshopt_decodeIndexSequence(out, count, stride, packed, length) == 0;
  }
  return false;
}
