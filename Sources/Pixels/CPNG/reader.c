// PNG files by libpng, row by row into the caller's memory: two rows and a window beside the picture.
//
// Its progressive interface is the one that reads Adler-32 wherever it lies, and stops unpacking behind the
// last row: `png_read_row` looks once for an end, which may lie in the next chunk, and unpacks all that
// follows. The interface keeps chunks other than IDAT whole in memory, so those that reach no pixel (text,
// profiles, gamma, sizes) are stepped over here.

// For the clock.
#define _POSIX_C_SOURCE 200809L

#include "cpng.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

enum { header_end = 33, chunk_frame = 12, piece = 1 << 14, rows_a_look = 64 };

typedef struct reader {
  const uint8_t *bytes;
  size_t count;
  double deadline;
  /// Whether reading goes on past checksums that are wrong.
  bool is_lenient;
  /// Whether pixels have 16 bit a channel, not 8.
  bool is_wide;
  cpng_status status;
  cpng_report *report;
  png_structp png;
  png_infop info;
  uint8_t *rgba;
  /// Bits a pixel, as stored.
  unsigned bits;
  /// Rows of all passes, and what they take in the pixel data.
  unsigned rows;
  size_t taken;
  bool has_data, is_checked, is_past_data, is_finished;
  jmp_buf jump;
} reader;

static double clock_now(void) {
  struct timespec time = {0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static _Noreturn void stop(reader *reader, cpng_status status, const char *message) {
  reader->status = status;
  reader->report->message = message;
  longjmp(reader->jump, 1);
}

static void look_at_clock(reader *reader) {
  if (clock_now() > reader->deadline) {
    stop(reader, CPNG_OVERDUE, "");
  }
}

static const char broken[] = "its pixel data cannot be unpacked, or has a wrong checksum";
static const char too_short[] = "its pixel data is too short for the header's size";
static const char no_chunk[] = "what follows is no chunk";
static const char endless[] = "its pixel data ends before their checksum";

// What libpng says, which has no codes, and what it means: the first that is in the text.
static const struct {
  const char *said, *message;
} faults[] = {
    {"CRC error", "a chunk's checksum is wrong"},
    {"unhandled critical", "a chunk that the picture needs is of an unknown kind"},
    {"Missing PLTE", "it has no palette"},
    {"PLTE: ", "the palette is not one"},
    {"IEND: out of place", "it has no pixel data"},
    {"Not enough compressed data", too_short},
    {"adaptive filter", "its pixel data breaks before the last row"},
    {"IDAT", broken},
    {"", no_chunk},
};

static const char *meaning(const reader *reader, const char *said) {
  if (reader->report->offset < header_end) {
    return strstr(said, "CRC error") ? "the header's checksum is wrong"
                                     : "the header is none that a PNG has";
  }
  if (strstr(said, "Not enough") && reader->report->rows == reader->report->height) {
    return endless;
  }
  size_t i = 0;
  while (!strstr(said, faults[i].said)) {
    i++;
  }
  return faults[i].message;
}

static void on_error(png_structp png, png_const_charp said) {
  reader *reader = png_get_error_ptr(png);
  bool is_memory = strstr(said, "memory");
  stop(reader, is_memory ? CPNG_OUT_OF_MEMORY : CPNG_DAMAGED, meaning(reader, said));
}

static uint32_t number(const uint8_t *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static bool is_type(const uint8_t *chunk, const char *type) {
  return memcmp(chunk + 4, type, 4) == 0;
}

static size_t row_bytes(const reader *reader, size_t columns) {
  return 1 + (columns * reader->bits + 7) / 8;
}

// Unpacks again, up to a row behind the last one, and gives what it ends with: Z_OK where the data is missing.
static int unpack_to_end(reader *reader, z_stream *packed, size_t room) {
  uint8_t out[piece];
  int status = Z_OK;
  packed->avail_out = piece;
  for (size_t at = header_end, length; reader->count - at >= chunk_frame; at += chunk_frame + length) {
    length = number(reader->bytes + at);
    if (length > reader->count - at - chunk_frame) {
      break;
    }
    size_t given = is_type(reader->bytes + at, "IDAT") ? 0 : length;
    // Where the place is full, more may come without more input.
    while (status == Z_OK && packed->total_out <= room &&
           (packed->avail_in > 0 || packed->avail_out == 0 || given < length)) {
      if (packed->avail_in == 0) {
        packed->next_in = (uint8_t *)reader->bytes + at + 8 + given;
        packed->avail_in = (uInt)(length - given < piece ? length - given : piece);
        given += packed->avail_in;
      }
      packed->next_out = out;
      packed->avail_out = piece;
      status = inflate(packed, Z_NO_FLUSH);
      status = status == Z_BUF_ERROR ? Z_OK : status;
      if (clock_now() > reader->deadline) {
        return status;
      }
    }
  }
  return status;
}

// Looks at what lies behind the last row: a row more is let pass, which some encoders append. libpng stops there
// without a look at the checksum.
static void check_end(reader *reader) {
  size_t room = reader->taken + row_bytes(reader, reader->report->width);
  z_stream packed = {0};
  int status = inflateInit(&packed);
  if (status == Z_OK) {
    status = unpack_to_end(reader, &packed, room);
    inflateEnd(&packed);
  }
  look_at_clock(reader);
  if (packed.total_out > room) {
    stop(reader, CPNG_DAMAGED, "it unpacks to more than the header's size takes");
  }
  if (status != Z_STREAM_END) {
    stop(
        reader, status == Z_MEM_ERROR ? CPNG_OUT_OF_MEMORY : CPNG_DAMAGED,
        status == Z_OK ? endless : broken);
  }
}

// Only a tRNS may have a wrong checksum and be warned of alone. What libpng warns of in pixel data may be
// bytes behind its end, which do no harm.
static void on_warning(png_structp png, png_const_charp said) {
  reader *reader = png_get_error_ptr(png);
  bool is_of_data = strstr(said, "IDAT");
  if (reader->is_lenient || !(is_of_data || strstr(said, "CRC error"))) {
    return;
  }
  if (!is_of_data || reader->report->rows < reader->report->height) {
    on_error(png, said);
  }
  if (!reader->is_checked) {
    check_end(reader);
    reader->is_checked = true;
  }
}

static void on_info(png_structp png, png_infop info) {
  reader *reader = png_get_progressive_ptr(png);
  reader->bits = png_get_bit_depth(png, info) * png_get_channels(png, info);
  reader->report->width = png_get_image_width(png, info);
  reader->report->height = png_get_image_height(png, info);
  png_set_expand(png);
  if (reader->is_wide) {
    png_set_expand_16(png);
  } else {
    png_set_scale_16(png);
  }
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  png_read_update_info(png, info);
}

// Puts a row of a pass where its pixels are; the last two of seven passes fill the even rows and the odd
// ones, and a single column has neither.
static void on_row(png_structp png, png_bytep row, png_uint_32 line, int pass) {
  reader *reader = png_get_progressive_ptr(png);
  size_t width = reader->report->width, columns = width, bytes = reader->is_wide ? 8 : 4;
  uint8_t *to = reader->rgba + bytes * width * line;
  if (png_get_interlace_type(png, reader->info) == PNG_INTERLACE_NONE) {
    memcpy(to, row, bytes * width);
    reader->report->rows++;
  } else {
    columns = PNG_PASS_COLS(width, pass);
    to = reader->rgba + bytes * width * PNG_ROW_FROM_PASS_ROW(line, pass);
    for (size_t x = 0; x < columns; x++) {
      memcpy(to + bytes * PNG_COL_FROM_PASS_COL(x, pass), row + bytes * x, bytes);
    }
    reader->report->rows += pass >= 5 || width == 1;
  }
  reader->taken += row_bytes(reader, columns);
  if (++reader->rows % rows_a_look == 0) {
    look_at_clock(reader);
  }
}

static void on_end(png_structp png, png_infop info) {
  (void)info;
  reader *reader = png_get_progressive_ptr(png);
  reader->is_finished = true;
}

static void set_up(reader *reader) {
  png_structp png = reader->png;
  png_set_progressive_read_fn(png, reader, on_info, on_row, on_end);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_benign_errors(png, 1);
  png_set_check_for_invalid_index(png, 0);
  // Encoders claim smaller windows than they use.
  png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
  if (reader->is_lenient) {
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    // zlib may find a wrong one before it has given the last row.
    png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
  }
}

// Hands bytes to libpng, with looks at the clock, as blocks that hold nothing make no rows.
static void feed(reader *reader, size_t from, size_t count, size_t most) {
  for (size_t done = 0; done < count; done += most) {
    size_t part = count - done < most ? count - done : most;
    png_process_data(reader->png, reader->info, (uint8_t *)reader->bytes + from + done, part);
    look_at_clock(reader);
  }
}

static bool is_name(const uint8_t *chunk) {
  for (int i = 4; i < 8; i++) {
    uint8_t letter = chunk[i] | 0x20;
    if (letter < 'a' || letter > 'z') {
      return false;
    }
  }
  return true;
}

// Reads the chunk at `at`, or steps over it, and gives where the next one begins.
static size_t read_chunk(reader *reader, size_t at) {
  const uint8_t *chunk = reader->bytes + at;
  size_t left = reader->count - at, length = left < 8 ? 0 : number(chunk);
  reader->report->offset = at;
  if (left >= 8 && (length > PNG_UINT_31_MAX || !is_name(chunk))) {
    stop(reader, CPNG_DAMAGED, no_chunk);
  }
  bool is_whole = left >= chunk_frame && length <= left - chunk_frame;
  if (left >= 8 && is_type(chunk, "IDAT")) {
    if (reader->is_past_data) {
      stop(reader, CPNG_DAMAGED, "it has pixel data in two places");
    }
    reader->has_data = true;
    if (is_whole || reader->is_lenient) {
      feed(reader, at, is_whole ? chunk_frame + length : left, piece);
    }
  } else if (is_whole) {
    bool is_ancillary = chunk[4] & 0x20;
    if (!is_ancillary || is_type(chunk, "tRNS")) {
      feed(reader, at, chunk_frame + length, chunk_frame + length);
    }
    reader->is_past_data = reader->has_data;
  }
  if (!is_whole) {
    reader->report->offset = reader->count;
    stop(reader, CPNG_TRUNCATED, "the file ends early");
  }
  return at + chunk_frame + length;
}

static void read_chunks(reader *reader) {
  for (size_t at = header_end; !reader->is_finished;) {
    at = read_chunk(reader, at);
  }
  // An end of the pixel data before the last row is no fault to libpng.
  if (reader->report->rows < reader->report->height) {
    stop(reader, CPNG_DAMAGED, too_short);
  }
}

// Reads the header alone where there is no place for pixels.
static cpng_status run(reader *reader) {
  *reader->report = (cpng_report){.message = "the file ends early", .offset = reader->count};
  if (reader->count < header_end) {
    return CPNG_TRUNCATED;
  }
  *reader->report = (cpng_report){.message = ""};
  reader->status = CPNG_OUT_OF_MEMORY;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
  reader->info = reader->png ? png_create_info_struct(reader->png) : NULL;
  if (reader->info && !setjmp(reader->jump)) {
    set_up(reader);
    feed(reader, 0, header_end, header_end);
    if (png_get_image_width(reader->png, reader->info) == 0) {
      stop(reader, CPNG_DAMAGED, "it does not begin with a header");
    }
    if (reader->rgba) {
      read_chunks(reader);
    }
    reader->status = CPNG_OK;
  }
  if (reader->info) {
    reader->report->width = png_get_image_width(reader->png, reader->info);
    reader->report->height = png_get_image_height(reader->png, reader->info);
  }
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  return reader->status;
}

cpng_status cpng_read_size(const uint8_t *bytes, size_t count, cpng_report *report) {
  reader reader = {.bytes = bytes, .count = count, .report = report, .deadline = clock_now() + 1};
  return run(&reader);
}

cpng_status cpng_read_pixels(
    const uint8_t *bytes, size_t count, bool keeps_parts, double seconds, uint8_t *rgba,
    cpng_report *report) {
  reader strict = {.bytes = bytes, .count = count, .rgba = rgba, .report = report};
  strict.deadline = clock_now() + seconds;
  reader lenient = strict;
  cpng_status status = run(&strict);
  if (!keeps_parts || (status != CPNG_TRUNCATED && status != CPNG_DAMAGED)) {
    return status;
  }
  // Once more, as far as it goes; what is at fault first is what is told.
  cpng_report parts;
  lenient.report = &parts;
  lenient.is_lenient = true;
  cpng_status reading = run(&lenient);
  if (reading == CPNG_OVERDUE || reading == CPNG_OUT_OF_MEMORY) {
    *report = parts;
    return reading;
  }
  report->rows = parts.rows;
  return status;
}

cpng_status cpng_read_wide_pixels(
    const uint8_t *bytes, size_t count, double seconds, uint8_t *rgba, cpng_report *report) {
  reader reader = {.bytes = bytes, .count = count, .rgba = rgba, .report = report, .is_wide = true};
  reader.deadline = clock_now() + seconds;
  return run(&reader);
}
