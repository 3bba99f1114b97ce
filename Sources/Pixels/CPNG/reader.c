// Any PNG, row by row: two rows and a window beside the picture. What is unpacked is what the
// header's size takes, and at most a row more, which some encoders append; a file of a few kilobytes
// that goes on unpacking for minutes is refused there.

#include "data_stream.h"

#include "chunks.h"
#include "plain_reader.h"
#include "spread.h"
#include "unfilter.h"

#include <stdlib.h>

// One of the seven pictures that an interlaced one is stored as (ISO/IEC 15948, 8.2), or the only one.
typedef struct pass {
  uint8_t left, top, across, down;
} pass;

static const pass interlaced[7] = {
    {0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2},
};
static const pass plain = {0, 0, 1, 1};

static size_t steps(uint32_t side, uint8_t first, uint8_t step) {
  return side > first ? (side - first + step - 1) / step : 0;
}

typedef struct rows {
  const chunks *source;
  data_stream data;
  /// A filter's number and a row of the whole picture, this one and the one before.
  uint8_t *row, *above;
  uint8_t *rgba;
  uint32_t whole;
} rows;

static size_t row_bytes(const chunks *source, size_t columns) {
  return (columns * source->depth * chunks_samples(source) + 7) / 8;
}

static void undo_bytes(int filter, size_t pixel, uint8_t *row, const uint8_t *above, size_t count) {
  for (size_t i = 0; i < count; i++) {
    int left = i < pixel ? 0 : row[i - pixel], up = above[i];
    int corner = i < pixel ? 0 : above[i - pixel];
    int by_left = abs(up - corner), by_up = abs(left - corner);
    int by_corner = abs(left + up - 2 * corner);
    int nearest = by_left <= by_up && by_left <= by_corner ? left : by_up <= by_corner ? up : corner;
    int guesses[] = {0, left, up, (left + up) / 2, nearest};
    row[i] = (uint8_t)(row[i] + guesses[filter]);
  }
}

// Undoes the filter of `rows->row`, which its first byte names.
static bool unfilter(rows *rows, size_t count) {
  size_t pixel = (chunks_samples(rows->source) * rows->source->depth + 7) / 8;
  uint8_t *row = rows->row + 1;
  const uint8_t *above = rows->above + 1;
  int filter = rows->row[0];
  switch (pixel) {
    case 3: return undo_row(3, filter, row, row, above, count);
    case 4: return undo_row(4, filter, row, row, above, count);
    default: break;
  }
  if (filter > 4) {
    return false;
  }
  if (filter > 0) {
    undo_bytes(filter, pixel, row, above, count);
  }
  return true;
}

// Reads a pass as far as it goes.
static bool read_pass(rows *rows, pass pass, bool completes_rows) {
  const chunks *source = rows->source;
  size_t columns = steps(source->width, pass.left, pass.across);
  size_t lines = steps(source->height, pass.top, pass.down);
  size_t count = row_bytes(source, columns);
  if (columns == 0) {
    rows->whole += completes_rows ? lines : 0;
    return true;
  }
  memset(rows->above, 0, count + 1);
  for (size_t line = 0; line < lines; line++) {
    if (data_stream_read(&rows->data, rows->row, count + 1) != count + 1 || rows->data.is_overdue ||
        !unfilter(rows, count)) {
      return false;
    }
    size_t y = pass.top + line * pass.down;
    spread_row(
        source, rows->row + 1, columns, rows->rgba + 4 * (y * source->width + pass.left),
        pass.across);
    uint8_t *above = rows->above;
    rows->above = rows->row;
    rows->row = above;
    rows->whole += completes_rows;
  }
  return true;
}

static bool read_passes(rows *rows) {
  if (!rows->source->is_interlaced) {
    return read_pass(rows, plain, true);
  }
  for (int i = 0; i < 7; i++) {
    // The last two fill the even rows and the odd ones.
    if (!read_pass(rows, interlaced[i], i >= 5)) {
      return false;
    }
  }
  return true;
}

// Why the rows ended early.
static cpng_status early_end(const rows *rows, cpng_report *report) {
  report->offset = rows->data.offset < rows->source->count ? rows->data.offset : rows->source->count;
  if (rows->data.is_overdue) {
    return CPNG_OVERDUE;
  }
  report->message = rows->data.is_broken ? "its pixel data cannot be unpacked"
                                         : "its pixel data ends or breaks before the last row";
  return CPNG_DAMAGED;
}

static cpng_status read_rows(rows *rows, cpng_report *report) {
  if (!read_passes(rows)) {
    return early_end(rows, report);
  }
  // A row more is let pass; where it is full, there must be nothing behind it.
  size_t row = row_bytes(rows->source, rows->source->width) + 1;
  uint8_t more;
  if (data_stream_read(&rows->data, rows->row, row) == row &&
      data_stream_read(&rows->data, &more, 1) > 0) {
    report->message = "it unpacks to more than the header's size takes";
    report->offset = rows->source->data_start;
    return CPNG_DAMAGED;
  }
  if (rows->data.is_overdue) {
    return CPNG_OVERDUE;
  }
  // Adler-32 (RFC 1950, 2.2) holds what the chunks' own checksums do not: that what was packed is what
  // comes out.
  if (!rows->data.is_finished) {
    report->message = rows->data.is_broken ? "its pixel data have a wrong checksum or end wrongly"
                                           : "its pixel data ends before their checksum";
    report->offset = rows->source->data_start;
    return CPNG_DAMAGED;
  }
  return CPNG_OK;
}

static cpng_status read_any(
    const chunks *source, double deadline, uint8_t *rgba, cpng_report *report) {
  size_t count = row_bytes(source, source->width) + 1;
  rows rows = {.source = source, .row = malloc(count), .above = malloc(count), .rgba = rgba};
  cpng_status status = CPNG_OUT_OF_MEMORY;
  if (rows.row && rows.above && data_stream_open(&rows.data, source, deadline)) {
    status = read_rows(&rows, report);
    data_stream_close(&rows.data);
  }
  report->rows = rows.whole;
  free(rows.row);
  free(rows.above);
  return status;
}

// Whether so few bytes can unpack to so many pixels: deflate's longest match is 258 bytes in 2 bits. A
// short file that claims a great picture costs nothing but this.
static bool can_suffice(const chunks *found) {
  return row_bytes(found, found->width) / 1032 * found->height <= found->data_bytes;
}

static cpng_status reported(const chunks *found, cpng_status status, cpng_report *report) {
  *report = (cpng_report){
      .width = found->width, .height = found->height,
      .message = found->message ? found->message : "", .offset = found->offset};
  return status;
}

cpng_status cpng_read_size(const uint8_t *bytes, size_t count, cpng_report *report) {
  chunks found;
  cpng_status status = chunks_read_header(bytes, count, &found);
  return reported(&found, status, report);
}

cpng_status cpng_read_pixels(
    const uint8_t *bytes, size_t count, bool keeps_parts, double seconds, uint8_t *rgba,
    cpng_report *report) {
  double deadline = data_stream_clock() + seconds;
  chunks found;
  cpng_status status = reported(&found, chunks_read(bytes, count, &found), report);
  if (found.data_start == 0 || (status != CPNG_OK && !keeps_parts)) {
    return status;
  }
  if (found.colour == colour_palette && found.palette_count == 0) {
    report->message = "it has no palette";
    return CPNG_DAMAGED;
  }
  if (status == CPNG_OK && !can_suffice(&found)) {
    report->message = "its pixel data is too short for the header's size";
    report->offset = found.data_start;
    status = CPNG_DAMAGED;
    if (!keeps_parts) {
      return status;
    }
  }
  if (status == CPNG_OK && plain_read(&found, rgba)) {
    report->rows = found.height;
    return CPNG_OK;
  }
  cpng_report rows = *report;
  cpng_status reading = read_any(&found, deadline, rgba, &rows);
  report->rows = rows.rows;
  if (status == CPNG_OK || reading == CPNG_OVERDUE || reading == CPNG_OUT_OF_MEMORY) {
    *report = rows;
    return reading;
  }
  return status;
}
