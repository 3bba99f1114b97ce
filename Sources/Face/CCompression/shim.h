#pragma once
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

// zlib's initialisers are macros, which Swift does not see. 32 tells gzip and zlib headers apart
// by themselves, 16 writes a gzip header; 15 is the largest window.
static inline int avatar_inflate_init(z_stream *stream) {
  return inflateInit2(stream, 15 + 32);
}
static inline int avatar_deflate_init(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
