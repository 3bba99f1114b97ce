// A deflate stream (RFC 1951) of nothing but Huffman codes and runs of one byte.
//
// What the "up" filter leaves of a photographed frame is noise and zeros: searching it for longer
// matches takes libdeflate most of its time for hardly fewer bytes.

#include "pack_rows.h"

#include "prefix_codes.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum {
  block_bytes = 1 << 17,
  literal_count = 286,  // 256 bytes, the block's end, 29 lengths
  block_end = 256,
  longest_code = 14,  // four literals fit into the 56 bits that are free of the writer's 64
  shortest_run = 4,
  longest_match = 258,
  length_code_count = 19,
  longest_length_code = 7,
};

typedef struct run {
  uint32_t start, length;
} run;

typedef struct writer {
  uint8_t *to;
  uint64_t bits;
  unsigned count;
} writer;

static uint64_t little_endian(uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return word;
#else
  return __builtin_bswap64(word);
#endif
}

static uint64_t load(const uint8_t *from) {
  uint64_t word;
  memcpy(&word, from, sizeof word);
  return little_endian(word);
}

static inline void put(writer *out, uint64_t bits, unsigned count) {
  out->bits |= bits << out->count;
  out->count += count;
}

// Leaves fewer than 8 bits in the writer.
static inline void flush(writer *out) {
  uint64_t word = little_endian(out->bits);
  memcpy(out->to, &word, sizeof word);
  out->to += out->count / 8;
  out->bits = out->count < 64 ? out->bits >> (out->count & 56) : 0;
  out->count &= 7;
}

// The runs of a block: bytes that equal the one before them, at least four.
static size_t find_runs(const uint8_t *bytes, size_t start, size_t end, run *runs) {
  const uint64_t low = 0x7f7f7f7f7f7f7f7f;
  size_t count = 0, i = start > 0 ? start : 1;
  while (i + 8 <= end) {
    uint64_t differs = load(bytes + i) ^ load(bytes + i - 1);
    // The upper bit of each byte that is 0, then of each that begins four of them.
    uint64_t same = ~(((differs & low) + low) | differs | low);
    uint64_t four = same & same >> 8 & same >> 16 & same >> 24;
    if (!four) {
      i += 8 - shortest_run + 1;
      continue;
    }
    size_t first = i + (size_t)__builtin_ctzll(four) / 8, last = first + shortest_run;
    while (last < end && bytes[last] == bytes[last - 1]) {
      last++;
    }
    runs[count++] = (run){(uint32_t)(first - start), (uint32_t)(last - first)};
    i = last;
  }
  return count;
}

// The length of the next match of a run, none of which may leave 1 or 2 bytes.
static uint32_t next_match(uint32_t left) {
  if (left <= longest_match) {
    return left;
  }
  return left - longest_match < 3 ? left - 3 : longest_match;
}

// RFC 1951, 3.2.5: the symbol of a match's length, the number of its extra bits and their value.
static unsigned length_symbol(uint32_t length, unsigned *extra, uint32_t *value) {
  if (length == longest_match) {
    *extra = *value = 0;
    return 285;
  }
  uint32_t offset = length - 3;
  if (offset < 8) {
    *extra = *value = 0;
    return 257 + offset;
  }
  *extra = 29 - (unsigned)__builtin_clz(offset);
  *value = offset & ((1u << *extra) - 1);
  return 257 + 4 * (*extra + 1) + ((offset >> *extra) & 3);
}

// The codes' lengths, themselves in Huffman codes; runs of zeros are one symbol (RFC 1951, 3.2.7).
static void put_lengths(writer *out, const prefix_code *literals) {
  static const uint8_t order[length_code_count] = {
      16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  struct { uint8_t symbol, extra, value; } entries[literal_count + 1];
  uint32_t weights[length_code_count] = {0};
  size_t count = 0;
  for (size_t i = 0; i <= literal_count;) {
    // Behind the literals the one code of a distance, which is 1.
    uint8_t length = i < literal_count ? literals[i].length : 1;
    size_t zeros = 0;
    while (i + zeros < literal_count && literals[i + zeros].length == 0 && zeros < 138) {
      zeros++;
    }
    entries[count].symbol = zeros >= 11 ? 18 : zeros >= 3 ? 17 : length;
    entries[count].extra = zeros >= 11 ? 7 : zeros >= 3 ? 3 : 0;
    entries[count].value = (uint8_t)(zeros >= 11 ? zeros - 11 : zeros >= 3 ? zeros - 3 : 0);
    weights[entries[count++].symbol]++;
    i += zeros >= 3 ? zeros : 1;
  }
  prefix_code codes[length_code_count];
  prefix_codes(weights, length_code_count, longest_length_code, codes);
  put(out, literal_count - 257, 5);
  put(out, 0, 5);
  put(out, length_code_count - 4, 4);
  for (int i = 0; i < length_code_count; i++) {
    put(out, codes[order[i]].length, 3);
    flush(out);
  }
  for (size_t i = 0; i < count; i++) {
    put(out, codes[entries[i].symbol].bits, codes[entries[i].symbol].length);
    put(out, entries[i].value, entries[i].extra);
    flush(out);
  }
}

static void count_literals(const uint8_t *bytes, size_t count, uint32_t weights[4][literal_count]) {
  size_t i = 0;
  // Equal neighbours would wait for each other in one table.
  for (; i + 4 <= count; i += 4) {
    weights[0][bytes[i]]++;
    weights[1][bytes[i + 1]]++;
    weights[2][bytes[i + 2]]++;
    weights[3][bytes[i + 3]]++;
  }
  for (; i < count; i++) {
    weights[0][bytes[i]]++;
  }
}

static void put_literals(writer *out, const prefix_code *codes, const uint8_t *bytes, size_t count) {
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (size_t k = 0; k < 4; k++) {
      prefix_code next = codes[bytes[i + k]];
      put(out, next.bits, next.length);
    }
    flush(out);
  }
  for (; i < count; i++) {
    put(out, codes[bytes[i]].bits, codes[bytes[i]].length);
    flush(out);
  }
}

static void put_run(writer *out, const prefix_code *codes, uint32_t left) {
  while (left > 0) {
    uint32_t length = next_match(left), value;
    unsigned extra, symbol = length_symbol(length, &extra, &value);
    put(out, codes[symbol].bits, codes[symbol].length);
    // The distance's one code follows, a bit of 0.
    put(out, value, extra + 1);
    flush(out);
    left -= length;
  }
}

static void put_block(
    writer *out, const uint8_t *bytes, size_t start, size_t end, bool is_last, run *runs) {
  size_t run_count = find_runs(bytes, start, end, runs);
  uint32_t weights[4][literal_count] = {{0}};
  weights[0][block_end] = 1;
  const uint8_t *block = bytes + start;
  size_t at = 0;
  for (size_t i = 0; i < run_count; i++) {
    count_literals(block + at, runs[i].start - at, weights);
    for (uint32_t left = runs[i].length; left > 0;) {
      uint32_t length = next_match(left), value;
      unsigned extra;
      weights[0][length_symbol(length, &extra, &value)]++;
      left -= length;
    }
    at = runs[i].start + runs[i].length;
  }
  count_literals(block + at, end - start - at, weights);
  for (int i = 0; i < literal_count; i++) {
    weights[0][i] += weights[1][i] + weights[2][i] + weights[3][i];
  }
  prefix_code codes[literal_count];
  prefix_codes(weights[0], literal_count, longest_code, codes);
  put(out, is_last, 1);
  put(out, 2, 2);
  put_lengths(out, codes);
  at = 0;
  for (size_t i = 0; i < run_count; i++) {
    put_literals(out, codes, block + at, runs[i].start - at);
    put_run(out, codes, runs[i].length);
    at = runs[i].start + runs[i].length;
  }
  put_literals(out, codes, block + at, end - start - at);
  put(out, codes[block_end].bits, codes[block_end].length);
  flush(out);
}

size_t pack_rows_bound(size_t count) {
  // No literal takes more than 9 bits on average: 286 symbols need no more.
  return count + count / 8 + (count / block_bytes + 1) * 512 + 64;
}

size_t pack_rows(const uint8_t *bytes, size_t count, uint8_t *to) {
  run *runs = malloc((block_bytes / shortest_run + 1) * sizeof *runs);
  if (!runs) {
    return 0;
  }
  // A zlib stream (RFC 1950): deflate, a window of 32 KiB, the fastest level.
  to[0] = 0x78;
  to[1] = 0x01;
  writer out = {.to = to + 2};
  for (size_t start = 0; start < count; start += block_bytes) {
    size_t end = count - start < block_bytes ? count : start + block_bytes;
    put_block(&out, bytes, start, end, end == count, runs);
  }
  free(runs);
  put(&out, 0, (8 - out.count) % 8);
  flush(&out);
  uint32_t checksum = libdeflate_adler32(1, bytes, count);
  for (int shift = 24; shift >= 0; shift -= 8) {
    *out.to++ = (uint8_t)(checksum >> shift);
  }
  return (size_t)(out.to - to);
}
