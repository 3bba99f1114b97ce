#pragma once
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

// zlib's initialisers are macros, which Swift does not see. 16 reads and writes a gzip header, where zlib's own
// would be; 15 is the largest window.
static inline int avatar_inflate_init(z_stream *stream, int is_gzip) {
  return inflateInit2(stream, is_gzip ? 15 + 16 : 15);
}
static inline int avatar_deflate_init(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
