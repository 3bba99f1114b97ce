// For the clock.
#define _POSIX_C_SOURCE 200809L

#include "cjpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jpeglib.h>

#include <jerror.h>

enum {
  components_max = 3,
  rows_max = MAX_SAMP_FACTOR * DCTSIZE,
  // Less than 8 bytes for each coefficient of a block, from which on libjpeg-turbo takes its faster way.
  piece = 8 * DCTSIZE2 - 1,
};

typedef struct reader {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  const uint8_t *bytes;
  size_t count;
  cjpeg_options options;
  double deadline;
  bool has_header;
  cjpeg_status status;
  cjpeg_report *report;
  size_t given;
  boolean (*end)(j_decompress_ptr);
  /// The coefficients of each component, and how many rows of blocks were looked at.
  jvirt_barray_ptr *coefficients;
  JDIMENSION checked;
  jmp_buf jump;
} reader;

static double clock_now(void) {
  struct timespec time = {0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// The picture's rows before a row of blocks.
static uint32_t rows_before(const struct jpeg_decompress_struct *jpeg, JDIMENSION block_row) {
  uint32_t rows = block_row * (uint32_t)jpeg->max_v_samp_factor * DCTSIZE;
  // Chroma of half the rows is smoothed: the last row before has something of the next ones.
  if (rows > 0 && jpeg->max_v_samp_factor > 1 && jpeg->do_fancy_upsampling) {
    rows--;
  }
  return rows < jpeg->image_height ? rows : jpeg->image_height;
}

// Notes the first fault, which is the one to tell.
static void note(reader *reader, cjpeg_status status, uint32_t rows, const char *message) {
  if (reader->status != CJPEG_OK) {
    return;
  }
  reader->status = status;
  reader->report->rows = rows;
  reader->report->has_scans = reader->has_header && jpeg_has_multiple_scans(&reader->jpeg);
  snprintf(reader->report->message, CJPEG_MESSAGE_CAPACITY, "%s", message);
}

static void note_libjpeg(reader *reader, cjpeg_status status, uint32_t rows) {
  char text[JMSG_LENGTH_MAX];
  reader->errors.format_message((j_common_ptr)&reader->jpeg, text);
  note(reader, status, rows, text);
}

static void on_error(j_common_ptr common) {
  reader *reader = common->client_data;
  int code = reader->errors.msg_code;
  cjpeg_status status = code == JERR_OUT_OF_MEMORY                              ? CJPEG_OUT_OF_MEMORY
                        : code == JERR_NO_IMAGE || code == JERR_INPUT_EOF ? CJPEG_CUT_OFF
                                                                         : CJPEG_DAMAGED;
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  note_libjpeg(
      reader, status, common->is_decompressor ? rows_before(jpeg, jpeg->input_iMCU_row) : 0);
  longjmp(reader->jump, 1);
}

// Whether the bytes before the end's marker that belong to no picture are what cameras leave there: one
// or two of any value, or padding, which is one value over and over. Others are what is left of codes
// that were read wrongly, of which nothing else may tell.
static bool is_padding(const reader *reader, size_t count) {
  const uint8_t *end = reader->jpeg.src->next_input_byte;
  // Past the file's end libjpeg reads from an end of its own.
  if (end < reader->bytes || end > reader->bytes + reader->count ||
      (size_t)(end - reader->bytes) < count) {
    return false;
  }
  // Where a piece ends within the marker, its first byte is behind too.
  while (end > reader->bytes && end[-1] == 0xff) {
    end--;
  }
  if ((size_t)(end - reader->bytes) < count) {
    return false;
  }
  for (size_t i = 2; count > 2 && i <= count; i++) {
    if (end[-(ptrdiff_t)i] != end[-1]) {
      return false;
    }
  }
  return true;
}

// Faults of real files that do not reach the pixels: wrong numbers in a scan's header, unknown versions
// and transforms, bytes too many between the header's segments or before the end's marker.
static bool is_harmless(const reader *reader) {
  const struct jpeg_error_mgr *errors = &reader->errors;
  switch (errors->msg_code) {
    case JWRN_NOT_SEQUENTIAL:
    case JWRN_JFIF_MAJOR:
    case JWRN_ADOBE_XFORM:
      return true;
    case JWRN_EXTRANEOUS_DATA:
      return !reader->has_header || (errors->msg_parm.i[1] == JPEG_EOI &&
                                     is_padding(reader, (size_t)errors->msg_parm.i[0]));
    default:
      return false;
  }
}

static void on_message(j_common_ptr common, int level) {
  reader *reader = common->client_data;
  if (level >= 0 || is_harmless(reader)) {
    return;
  }
  note_libjpeg(
      reader, reader->errors.msg_code == JWRN_JPEG_EOF ? CJPEG_CUT_OFF : CJPEG_DAMAGED,
      rows_before(&reader->jpeg, reader->jpeg.input_iMCU_row));
  if (!reader->options.keeps_parts) {
    longjmp(reader->jump, 1);
  }
}

static void on_output(j_common_ptr common) { (void)common; }

// Whether so few bytes can hold so many pixels: a block takes a bit at least, where it is not packed by
// arithmetic. A short file that claims a great picture costs nothing but this.
static bool can_suffice(const reader *reader) {
  const struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  size_t blocks = ((size_t)jpeg->image_width + 7) / 8 * (((size_t)jpeg->image_height + 7) / 8);
  return jpeg->arith_code || blocks / 8 <= reader->count;
}

// Hands over the next piece of the file, or lets libjpeg end it as it does.
static boolean fill(j_decompress_ptr jpeg) {
  reader *reader = jpeg->client_data;
  size_t left = reader->count - reader->given;
  if (left == 0) {
    return reader->end(jpeg);
  }
  size_t count = left < piece ? left : piece;
  jpeg->src->next_input_byte = reader->bytes + reader->given;
  jpeg->src->bytes_in_buffer = count;
  reader->given += count;
  return TRUE;
}

static void skip(j_decompress_ptr jpeg, long count) {
  while (count > (long)jpeg->src->bytes_in_buffer) {
    count -= (long)jpeg->src->bytes_in_buffer;
    fill(jpeg);
  }
  if (count > 0) {
    jpeg->src->next_input_byte += count;
    jpeg->src->bytes_in_buffer -= (size_t)count;
  }
}

// Where it sees enough of a file, libjpeg-turbo decodes by a faster way that takes codes which are none
// for zeros, and does not say so.
static void feed_in_pieces(reader *reader) {
  struct jpeg_source_mgr *source = reader->jpeg.src;
  reader->end = source->fill_input_buffer;
  source->fill_input_buffer = fill;
  source->skip_input_data = skip;
  source->bytes_in_buffer = 0;
}

// Reads the header; an error jumps.
static bool open_picture(reader *reader) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  jpeg_create_decompress(jpeg);
  jpeg_mem_src(jpeg, reader->bytes, reader->count);
  feed_in_pieces(reader);
  jpeg_read_header(jpeg, TRUE);
  reader->has_header = true;
  if (jpeg->image_width != reader->options.width || jpeg->image_height != reader->options.height) {
    reader->status = CJPEG_DAMAGED;
    snprintf(reader->report->message, CJPEG_MESSAGE_CAPACITY, "it names two sizes");
    return false;
  }
  if (!reader->options.keeps_parts && !can_suffice(reader)) {
    reader->status = CJPEG_CUT_OFF;
    return false;
  }
  return true;
}

// Whether a block's mean is one of samples of 8 bit: 8 times the mean, which lies within 128 of the middle
// (ISO/IEC 10918-1, A.3.3), and what rounding to a step adds, with room for encoders that trade it for
// fewer bits. Codes that were read wrongly shift all means behind them.
static bool has_possible_mean(const jpeg_component_info *component, const JCOEF *block) {
  int step = component->quant_table ? component->quant_table->quantval[0] : 0;
  return abs(block[0]) * step <= 8 * 128 + 4 * step;
}

static bool has_possible_means(reader *reader, const jpeg_component_info *component, JDIMENSION row) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  JDIMENSION height = (JDIMENSION)component->v_samp_factor, end = (row + 1) * height;
  jvirt_barray_ptr blocks = reader->coefficients[component->component_index];
  for (JDIMENSION y = row * height; y < end && y < component->height_in_blocks; y++) {
    JBLOCKROW line = *jpeg->mem->access_virt_barray((j_common_ptr)jpeg, blocks, y, 1, FALSE);
    for (JDIMENSION x = 0; x < component->width_in_blocks; x++) {
      if (!has_possible_mean(component, line[x])) {
        return false;
      }
    }
  }
  return true;
}

// Looks at the blocks that have come since; those of several scans at the end of the last one.
static void check_means(reader *reader) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  JDIMENSION end = jpeg_input_complete(jpeg)           ? jpeg->total_iMCU_rows
                   : jpeg_has_multiple_scans(jpeg) ? 0
                                                   : jpeg->input_iMCU_row;
  for (; reader->checked < end; reader->checked++) {
    for (int c = 0; c < jpeg->num_components; c++) {
      if (!has_possible_means(reader, &jpeg->comp_info[c], reader->checked)) {
        note(
            reader, CJPEG_DAMAGED, rows_before(jpeg, reader->checked), "Impossible mean of a block");
        if (!reader->options.keeps_parts) {
          longjmp(reader->jump, 1);
        }
      }
    }
  }
}

static void go_on(reader *reader) {
  if (clock_now() > reader->deadline) {
    reader->status = CJPEG_OVERDUE;
    longjmp(reader->jump, 1);
  }
  check_means(reader);
}

static void read_to_end(reader *reader) {
  while (!jpeg_input_complete(&reader->jpeg)) {
    jpeg_consume_input(&reader->jpeg);
    go_on(reader);
  }
}

// Begins to decode with all coefficients kept, as libjpeg shows them only so. Rows come while a single scan
// is read, so that those before a fault that ends the reading are kept.
static void start(reader *reader) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  jpeg->buffered_image = TRUE;
  jpeg_start_decompress(jpeg);
  reader->coefficients = jpeg_read_coefficients(jpeg);
  if (jpeg_has_multiple_scans(jpeg)) {
    read_to_end(reader);
  }
  jpeg_start_output(jpeg, jpeg->input_scan_number);
}

static void read_pixels(reader *reader, uint8_t *rgba) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  jpeg->out_color_space = JCS_EXT_RGBA;
  start(reader);
  size_t stride = 4 * (size_t)jpeg->output_width;
  while (jpeg->output_scanline < jpeg->output_height) {
    JSAMPROW rows[rows_max];
    JDIMENSION left = jpeg->output_height - jpeg->output_scanline;
    JDIMENSION count = left < rows_max ? left : rows_max;
    for (JDIMENSION i = 0; i < count; i++) {
      rows[i] = rgba + (jpeg->output_scanline + i) * stride;
    }
    jpeg_read_scanlines(jpeg, rows, count);
    go_on(reader);
  }
  jpeg_finish_output(jpeg);
  read_to_end(reader);
}

// A row of blocks of all components, which is whole where the picture is not.
typedef struct block_rows {
  JSAMPROW rows[components_max][rows_max];
  JSAMPARRAY components[components_max];
} block_rows;

static void set_up(reader *reader, block_rows *blocks) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  for (int c = 0; c < components_max; c++) {
    const jpeg_component_info *component = &jpeg->comp_info[c];
    JDIMENSION columns = component->width_in_blocks * DCTSIZE;
    JDIMENSION count = (JDIMENSION)component->v_samp_factor * DCTSIZE;
    JSAMPARRAY rows =
        jpeg->mem->alloc_sarray((j_common_ptr)jpeg, JPOOL_IMAGE, columns, count);
    memcpy(blocks->rows[c], rows, count * sizeof(JSAMPROW));
    blocks->components[c] = blocks->rows[c];
  }
}

static void read_planes(reader *reader, const cjpeg_plane planes[3]) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  if (jpeg->num_components != components_max) {
    reader->status = CJPEG_DAMAGED;
    return;
  }
  jpeg->raw_data_out = TRUE;
  jpeg->do_fancy_upsampling = FALSE;
  start(reader);
  block_rows blocks;
  set_up(reader, &blocks);
  JDIMENSION height = (JDIMENSION)jpeg->max_v_samp_factor * DCTSIZE;
  for (size_t block = 0; jpeg->output_scanline < jpeg->output_height; block++) {
    jpeg_read_raw_data(jpeg, blocks.components, height);
    go_on(reader);
    for (int c = 0; c < components_max; c++) {
      size_t rows = (size_t)jpeg->comp_info[c].v_samp_factor * DCTSIZE;
      for (size_t i = 0; i < rows && block * rows + i < planes[c].rows; i++) {
        memcpy(
            planes[c].base + (block * rows + i) * planes[c].stride, blocks.rows[c][i],
            planes[c].columns);
      }
    }
  }
  jpeg_finish_output(jpeg);
  read_to_end(reader);
}

static cjpeg_status run(reader *reader, uint8_t *rgba, const cjpeg_plane *planes) {
  reader->report->rows = reader->options.height;
  reader->report->message[0] = 0;
  reader->deadline = clock_now() + reader->options.seconds;
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  jpeg->err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = on_error;
  reader->errors.emit_message = on_message;
  reader->errors.output_message = on_output;
  jpeg->client_data = reader;
  if (!setjmp(reader->jump) && open_picture(reader)) {
    if (planes) {
      read_planes(reader, planes);
    } else {
      read_pixels(reader, rgba);
    }
  }
  jpeg_destroy_decompress(jpeg);
  return reader->status;
}

static cjpeg_status read_file(
    const uint8_t *bytes, size_t count, cjpeg_options options, uint8_t *rgba,
    const cjpeg_plane *planes, cjpeg_report *report) {
  // On the heap: what is changed after `setjmp` and read after the jump must not lie in registers.
  reader *made = calloc(1, sizeof *made);
  if (!made) {
    return CJPEG_OUT_OF_MEMORY;
  }
  made->bytes = bytes;
  made->count = count;
  made->options = options;
  made->report = report;
  cjpeg_status status = run(made, rgba, planes);
  free(made);
  return status;
}

cjpeg_status cjpeg_read_pixels(
    const uint8_t *bytes, size_t count, cjpeg_options options, uint8_t *rgba,
    cjpeg_report *report) {
  return read_file(bytes, count, options, rgba, NULL, report);
}

cjpeg_status cjpeg_read_planes(
    const uint8_t *bytes, size_t count, cjpeg_options options, const cjpeg_plane planes[3],
    cjpeg_report *report) {
  return read_file(bytes, count, options, NULL, planes, report);
}
