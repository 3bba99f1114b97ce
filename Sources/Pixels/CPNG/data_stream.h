#pragma once

// For the clock.
#define _POSIX_C_SOURCE 200809L

// The pixel data of a file, unpacked as far as it is asked for: memory for 64 KiB and a window.

#include "chunks.h"

#include <time.h>
#include <zlib.h>

typedef struct data_stream {
  const chunks *source;
  z_stream packed;
  /// Where the next chunk begins, and what of the one before is not unpacked yet.
  size_t offset;
  const uint8_t *rest;
  size_t rest_count;
  bool is_finished, is_broken;
  /// Bytes that went in and came out since the clock was looked at.
  size_t worked;
  double deadline;
  bool is_overdue;
} data_stream;

/// What this thread took of the processor, in seconds.
static inline double data_stream_clock(void) {
  struct timespec time = {0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/// False where there is no memory; otherwise to be closed.
bool data_stream_open(data_stream *stream, const chunks *source, double deadline);
void data_stream_close(data_stream *stream);

/// Unpacks `count` bytes, or as many as there are.
size_t data_stream_read(data_stream *stream, uint8_t *to, size_t count);
