#include "cpng.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

typedef struct sink {
  uint8_t *bytes;
  size_t count, capacity;
  cpng_status failure;
  char *message;
} sink;

static void on_error(png_structp png, png_const_charp message) {
  sink *out = png_get_error_ptr(png);
  if (out->failure == CPNG_OK) {
    out->failure = CPNG_DAMAGED;
  }
  strncpy(out->message, message, CPNG_MESSAGE_CAPACITY - 1);
  out->message[CPNG_MESSAGE_CAPACITY - 1] = 0;
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void write_bytes(png_structp png, png_bytep from, size_t count) {
  sink *out = png_get_io_ptr(png);
  if (count > out->capacity - out->count) {
    size_t capacity = 2 * out->capacity + count;
    uint8_t *bytes = realloc(out->bytes, capacity);
    if (!bytes) {
      out->failure = CPNG_OUT_OF_MEMORY;
      png_error(png, "no memory for the encoded picture");
    }
    out->bytes = bytes;
    out->capacity = capacity;
  }
  memcpy(out->bytes + out->count, from, count);
  out->count += count;
}

static void flush(png_structp png) { (void)png; }

// Everything that may jump. A function of its own, so that no local lives across the jump.
static cpng_status encode(
    png_structp png, png_infop info, sink *out, const uint8_t *rgba, uint32_t width,
    uint32_t height, bool opaque, cpng_compression compression) {
  if (setjmp(png_jmpbuf(png))) {
    return out->failure;
  }
  png_set_write_fn(png, out, write_bytes, flush);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(
      png, info, width, height, /* bit depth: */ 8,
      opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, compression.level);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, compression.all_filters ? PNG_ALL_FILTERS : PNG_FILTER_UP);
  png_write_info(png, info);
  if (opaque) {
    png_set_filler(png, 0, PNG_FILLER_AFTER);
  }
  for (uint32_t y = 0; y < height; y++) {
    png_write_row(png, rgba + 4 * (size_t)width * y);
  }
  png_write_end(png, info);
  return CPNG_OK;
}

cpng_status cpng_encode(
    const uint8_t *rgba, uint32_t width, uint32_t height, bool opaque,
    cpng_compression compression, uint8_t **bytes, size_t *count, char *message) {
  sink out = {.message = message};
  message[0] = 0;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &out, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    png_destroy_write_struct(&png, NULL);
    return CPNG_OUT_OF_MEMORY;
  }
  cpng_status status = encode(png, info, &out, rgba, width, height, opaque, compression);
  png_destroy_write_struct(&png, &info);
  if (status != CPNG_OK) {
    free(out.bytes);
    return status;
  }
  *bytes = out.bytes;
  *count = out.count;
  return CPNG_OK;
}
