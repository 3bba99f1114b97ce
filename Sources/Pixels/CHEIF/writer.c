#include "cheif_writing.h"
#include "cloading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// As in libheif's heif.h since version 1.9.
typedef struct heif_error {
  int code, subcode;
  const char *message;
} heif_error;

typedef struct heif_writer {
  int version;
  heif_error (*write)(void *context, const void *bytes, size_t count, void *user);
} heif_writer;

enum { compression_av1 = 4 };
enum { colourspace_rgb = 1, chroma_rgb = 10, chroma_rgba = 11, channel_interleaved = 10 };
// Numbers of ITU-T H.273: the primaries of BT.709, sRGB's curve, the matrix of BT.601.
enum { primaries_bt709 = 1, transfer_srgb = 13, matrix_bt601 = 6 };

typedef struct library {
  void *(*context_alloc)(void);
  void (*context_free)(void *context);
  heif_error (*encoder_for)(void *context, int format, void **encoder);
  void (*encoder_release)(void *encoder);
  heif_error (*set_quality)(void *encoder, int quality);
  heif_error (*set_parameter)(void *encoder, const char *name, const char *value);
  heif_error (*image_create)(int width, int height, int space, int chroma, void **image);
  heif_error (*add_plane)(void *image, int channel, int width, int height, int depth);
  uint8_t *(*plane)(void *image, int channel, int *stride);
  void (*image_release)(const void *image);
  void *(*nclx_alloc)(void);
  void (*nclx_free)(void *nclx);
  heif_error (*set_primaries)(void *nclx, uint16_t value);
  heif_error (*set_transfer)(void *nclx, uint16_t value);
  heif_error (*set_matrix)(void *nclx, uint16_t value);
  heif_error (*set_nclx)(void *image, const void *nclx);
  heif_error (*encode)(void *context, const void *image, void *encoder, const void *options, void **handle);
  heif_error (*write)(void *context, heif_writer *writer, void *user);
} library;

static library *load(const char *path, char *message) {
  const cloading_message said = {message, cheif_message_bytes};
  void *loaded = NULL;
  library *made = cloading_open(path, sizeof *made, &loaded, said);
  if (!made) return NULL;
  const cloading_function wanted[] = {
      {"heif_context_alloc", &made->context_alloc},
      {"heif_context_free", &made->context_free},
      {"heif_context_get_encoder_for_format", &made->encoder_for},
      {"heif_encoder_release", &made->encoder_release},
      {"heif_encoder_set_lossy_quality", &made->set_quality},
      {"heif_encoder_set_parameter", &made->set_parameter},
      {"heif_image_create", &made->image_create},
      {"heif_image_add_plane", &made->add_plane},
      {"heif_image_get_plane", &made->plane},
      {"heif_image_release", &made->image_release},
      {"heif_nclx_color_profile_alloc", &made->nclx_alloc},
      {"heif_nclx_color_profile_free", &made->nclx_free},
      {"heif_nclx_color_profile_set_color_primaries", &made->set_primaries},
      {"heif_nclx_color_profile_set_transfer_characteristics", &made->set_transfer},
      {"heif_nclx_color_profile_set_matrix_coefficients", &made->set_matrix},
      {"heif_image_set_nclx_color_profile", &made->set_nclx},
      {"heif_context_encode_image", &made->encode},
      {"heif_context_write", &made->write},
  };
  if (cloading_find(loaded, wanted, sizeof wanted / sizeof *wanted, said)) return made;
  free(made);
  return NULL;
}

typedef struct result {
  uint8_t *bytes;
  size_t count;
} result;

static heif_error keep(void *context, const void *bytes, size_t count, void *user) {
  (void)context;
  result *to = user;
  to->bytes = malloc(count ? count : 1);
  // heif_error_Memory_allocation_error.
  if (!to->bytes) return (heif_error){6, 0, "no memory"};
  memcpy(to->bytes, bytes, count);
  to->count = count;
  return (heif_error){0, 0, "ok"};
}

static bool is_done(heif_error error, char *message) {
  if (error.code == 0) return true;
  snprintf(message, cheif_message_bytes, "%s", error.message ? error.message : "no reason was given");
  return false;
}

static bool describe(const library *use, void *image, char *message) {
  void *nclx = use->nclx_alloc();
  if (!nclx) return false;
  const bool is_set = is_done(use->set_primaries(nclx, primaries_bt709), message) &&
                      is_done(use->set_transfer(nclx, transfer_srgb), message) &&
                      is_done(use->set_matrix(nclx, matrix_bt601), message) &&
                      is_done(use->set_nclx(image, nclx), message);
  use->nclx_free(nclx);
  return is_set;
}

static bool fill(
    const library *use, void *image, const uint8_t *pixels, int width, int height, bool has_alpha,
    char *message) {
  if (!is_done(use->add_plane(image, channel_interleaved, width, height, 8), message)) return false;
  int stride = 0;
  uint8_t *plane = use->plane(image, channel_interleaved, &stride);
  if (!plane) return false;
  const int bytes = has_alpha ? 4 : 3;
  for (int y = 0; y < height; y++) {
    uint8_t *row = plane + (size_t)y * (size_t)stride;
    for (int x = 0; x < width; x++)
      memcpy(row + bytes * x, pixels + 4 * ((size_t)y * (size_t)width + (size_t)x), (size_t)bytes);
  }
  return describe(use, image, message);
}

static bool encode(
    const library *use, void *context, const void *image, int quality, bool *has_encoder,
    char *message) {
  void *encoder = NULL;
  *has_encoder = is_done(use->encoder_for(context, compression_av1, &encoder), message);
  if (!*has_encoder) return false;
  // Chroma at full resolution, as in JPEG; of the other names those of libaom alone are known.
  use->set_parameter(encoder, "chroma", "444");
  use->set_parameter(encoder, "speed", "6");
  use->set_parameter(encoder, "threads", "2");
  const bool is_encoded = is_done(use->set_quality(encoder, quality), message) &&
                          is_done(use->encode(context, image, encoder, NULL, NULL), message);
  use->encoder_release(encoder);
  return is_encoded;
}

cheif_status cheif_encode_avif(
    const char *path, const uint8_t *pixels, int width, int height, bool has_alpha, int quality,
    uint8_t **bytes, size_t *count, char message[cheif_message_bytes]) {
  snprintf(message, cheif_message_bytes, "no memory");
  library *use = load(path, message);
  if (!use) return CHEIF_UNSUPPORTED;
  cheif_status status = CHEIF_OUT_OF_MEMORY;
  bool has_encoder = true;
  result made = {NULL, 0};
  void *image = NULL, *context = use->context_alloc();
  if (context &&
      is_done(
          use->image_create(
              width, height, colourspace_rgb, has_alpha ? chroma_rgba : chroma_rgb, &image),
          message) &&
      fill(use, image, pixels, width, height, has_alpha, message) &&
      encode(use, context, image, quality, &has_encoder, message)) {
    heif_writer writer = {1, keep};
    if (is_done(use->write(context, &writer, &made), message)) status = CHEIF_OK;
  }
  if (!has_encoder) status = CHEIF_UNSUPPORTED;
  if (image) use->image_release(image);
  if (context) use->context_free(context);
  free(use);
  *bytes = made.bytes;
  *count = made.count;
  return status;
}

void cheif_free(uint8_t *bytes) { free(bytes); }
