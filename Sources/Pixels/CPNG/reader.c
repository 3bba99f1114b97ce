#include "cpng.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

struct cpng_reader {
  png_structp png;
  png_infop info;
  const uint8_t *bytes;
  size_t count;
  size_t offset;
  cpng_status failure;
  uint32_t width, height;
  char message[CPNG_MESSAGE_CAPACITY];
};

// Text chunks and colour profiles are no use here, and a file could make them unpack to much:
// no chunk may take more than this. libpng drops an ancillary chunk that would.
static const png_alloc_size_t chunk_bytes_max = 1 << 20;
static const png_uint_32 chunk_count_max = 256;

static void remember(cpng_reader *reader, cpng_status failure, const char *message) {
  reader->failure = failure;
  strncpy(reader->message, message, CPNG_MESSAGE_CAPACITY - 1);
  reader->message[CPNG_MESSAGE_CAPACITY - 1] = 0;
}

static void on_error(png_structp png, png_const_charp message) {
  cpng_reader *reader = png_get_error_ptr(png);
  if (reader->failure == CPNG_OK) {
    remember(reader, CPNG_DAMAGED, message);
  }
  png_longjmp(png, 1);
}

// Warnings concern what does not reach the pixels: profiles, text, extra data after the picture.
static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void read_bytes(png_structp png, png_bytep to, size_t count) {
  cpng_reader *reader = png_get_io_ptr(png);
  if (count > reader->count - reader->offset) {
    remember(reader, CPNG_TRUNCATED, "the file ends early");
    png_error(png, reader->message);
  }
  memcpy(to, reader->bytes + reader->offset, count);
  reader->offset += count;
}

cpng_reader *cpng_reader_create(const uint8_t *bytes, size_t count) {
  cpng_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    return NULL;
  }
  reader->bytes = bytes;
  reader->count = count;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
  reader->info = reader->png ? png_create_info_struct(reader->png) : NULL;
  if (!reader->info) {
    cpng_reader_destroy(reader);
    return NULL;
  }
  return reader;
}

void cpng_reader_destroy(cpng_reader *reader) {
  if (reader) {
    png_destroy_read_struct(&reader->png, &reader->info, NULL);
    free(reader);
  }
}

cpng_status cpng_reader_read_header(cpng_reader *reader, uint32_t *width, uint32_t *height) {
  png_structp png = reader->png;
  if (setjmp(png_jmpbuf(png))) {
    return reader->failure;
  }
  png_set_read_fn(png, reader, read_bytes);
  png_set_chunk_malloc_max(png, chunk_bytes_max);
  png_set_chunk_cache_max(png, chunk_count_max);
  // The caller's limits are the ones that count; libpng's own default is 1,000,000 a side.
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_read_info(png, reader->info);
  reader->width = png_get_image_width(png, reader->info);
  reader->height = png_get_image_height(png, reader->info);
  *width = reader->width;
  *height = reader->height;
  return CPNG_OK;
}

cpng_status cpng_reader_read_pixels(cpng_reader *reader, uint8_t *rgba) {
  png_structp png = reader->png;
  if (setjmp(png_jmpbuf(png))) {
    return reader->failure;
  }
  png_set_expand(png);    // palette, 1 to 4 bit grey and tRNS to 8 bit channels
  png_set_scale_16(png);  // round(v / 257), not the upper byte
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  size_t stride = 4 * (size_t)reader->width;
  if (png_get_rowbytes(png, reader->info) != stride) {
    png_error(png, "rows are not RGBA after expansion");
  }
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < reader->height; y++) {
      png_read_row(png, rgba + y * stride, NULL);
    }
  }
  png_read_end(png, NULL);
  return CPNG_OK;
}

const char *cpng_reader_message(const cpng_reader *reader) { return reader->message; }

size_t cpng_reader_offset(const cpng_reader *reader) { return reader->offset; }
