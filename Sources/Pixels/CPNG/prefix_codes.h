#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
  prefix_symbols_max = 286,
  prefix_length_max = 15,
};

/// The code of a symbol; its first bit is the lowest.
typedef struct prefix_code {
  uint16_t bits;
  /// Bits; 0 is a symbol that does not occur.
  uint8_t length;
} prefix_code;

/// Canonical Huffman codes (RFC 1951, 3.2.2) of at most `longest` bits, for symbols with these
/// weights. At least two weights are not 0.
void prefix_codes(
    const uint32_t *weights, size_t count, unsigned longest, prefix_code *codes);
