#include "data_stream.h"

// What is unpacked between two looks at the clock, which cost far less than that much. Input is
// given in pieces, as blocks that hold nothing take time too.
enum { work_per_look = 1 << 20, piece = 1 << 16 };

bool data_stream_open(data_stream *stream, const chunks *source, double deadline) {
  *stream = (data_stream){.source = source, .offset = source->data_start, .deadline = deadline};
  return inflateInit(&stream->packed) == Z_OK;
}

void data_stream_close(data_stream *stream) { inflateEnd(&stream->packed); }

static bool refill(data_stream *stream) {
  while (stream->rest_count == 0) {
    stream->rest = chunks_next_data(stream->source, &stream->offset, &stream->rest_count);
    if (!stream->rest) {
      return false;
    }
  }
  size_t count = stream->rest_count < piece ? stream->rest_count : piece;
  stream->packed.next_in = (uint8_t *)stream->rest;
  stream->packed.avail_in = (uInt)count;
  stream->rest += count;
  stream->rest_count -= count;
  return true;
}

static bool is_in_time(data_stream *stream, size_t worked) {
  stream->worked += worked;
  if (stream->worked >= work_per_look) {
    stream->worked = 0;
    stream->is_overdue |= data_stream_clock() > stream->deadline;
  }
  return !stream->is_overdue;
}

size_t data_stream_read(data_stream *stream, uint8_t *to, size_t count) {
  z_stream *packed = &stream->packed;
  size_t done = 0;
  while (done < count && !stream->is_finished && !stream->is_broken) {
    if (packed->avail_in == 0 && !refill(stream)) {
      break;
    }
    uInt given = packed->avail_in;
    uInt room = (uInt)(count - done < piece ? count - done : piece);
    packed->next_out = to + done;
    packed->avail_out = room;
    int status = inflate(packed, Z_NO_FLUSH);
    done += room - packed->avail_out;
    stream->is_finished = status == Z_STREAM_END;
    stream->is_broken = status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR;
    if (!is_in_time(stream, given - packed->avail_in + room - packed->avail_out)) {
      break;
    }
  }
  return done;
}
