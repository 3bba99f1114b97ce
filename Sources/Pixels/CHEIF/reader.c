#include "cheif.h"
#include "cloading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// As in libheif's heif.h since version 1.4; structures that begin with other members in later versions are
// reached through functions alone.
typedef struct heif_error {
  int code, subcode;
  const char *message;
} heif_error;

typedef struct heif_nclx {
  uint8_t version;
  int primaries, transfer, matrix;
  uint8_t is_full_range;
} heif_nclx;

enum { heif_ok = 0, heif_unsupported_type = 3, heif_unsupported_feature = 4, heif_memory = 6 };
enum { colourspace_rgb = 1, chroma_rgba = 11, chroma_rgba16 = 15, channel_interleaved = 10 };
enum { unspecified = 2 };

struct cheif_library {
  void *(*context_alloc)(void);
  void (*context_free)(void *context);
  void (*set_size_limit)(void *context, int longest_side);
  heif_error (*read)(void *context, const void *bytes, size_t count, const void *options);
  heif_error (*primary)(void *context, void **handle);
  void (*handle_release)(const void *handle);
  int (*handle_width)(const void *handle);
  int (*handle_height)(const void *handle);
  int (*handle_has_alpha)(const void *handle);
  int (*handle_depth)(const void *handle);
  heif_error (*handle_nclx)(const void *handle, heif_nclx **profile);
  void (*nclx_free)(heif_nclx *profile);
  heif_error (*decode)(const void *handle, void **image, int space, int chroma, const void *options);
  const uint8_t *(*plane)(const void *image, int channel, int *stride);
  int (*width)(const void *image, int channel);
  int (*height)(const void *image, int channel);
  int (*depth)(const void *image, int channel);
  void (*image_release)(const void *image);
  // Not in every version.
  void (*set_threads)(void *context, int threads);
  int (*handle_is_premultiplied)(const void *handle);
};

struct cheif_file {
  const cheif_library *library;
  void *context, *handle;
};

cheif_library *cheif_load(const char *path, char message[cheif_message_bytes]) {
  const cloading_message said = {message, cheif_message_bytes};
  void *loaded = NULL;
  cheif_library *library = cloading_open(path, sizeof *library, &loaded, said);
  if (!library) return NULL;
  const cloading_function wanted[] = {
      {"heif_context_alloc", &library->context_alloc},
      {"heif_context_free", &library->context_free},
      {"heif_context_set_maximum_image_size_limit", &library->set_size_limit},
      {"heif_context_read_from_memory_without_copy", &library->read},
      {"heif_context_get_primary_image_handle", &library->primary},
      {"heif_image_handle_release", &library->handle_release},
      {"heif_image_handle_get_width", &library->handle_width},
      {"heif_image_handle_get_height", &library->handle_height},
      {"heif_image_handle_has_alpha_channel", &library->handle_has_alpha},
      {"heif_image_handle_get_luma_bits_per_pixel", &library->handle_depth},
      {"heif_image_handle_get_nclx_color_profile", &library->handle_nclx},
      {"heif_nclx_color_profile_free", &library->nclx_free},
      {"heif_decode_image", &library->decode},
      {"heif_image_get_plane_readonly", &library->plane},
      {"heif_image_get_width", &library->width},
      {"heif_image_get_height", &library->height},
      {"heif_image_get_bits_per_pixel_range", &library->depth},
      {"heif_image_release", &library->image_release},
      {"heif_context_set_max_decoding_threads", &library->set_threads, true},
      {"heif_image_handle_is_premultiplied_alpha", &library->handle_is_premultiplied, true},
  };
  if (!cloading_find(loaded, wanted, sizeof wanted / sizeof *wanted, said)) {
    free(library);
    return NULL;
  }
  return library;
}

static cheif_status status_of(heif_error error, char *message) {
  snprintf(message, cheif_message_bytes, "%s", error.message ? error.message : "no reason was given");
  switch (error.code) {
    case heif_ok: return CHEIF_OK;
    case heif_unsupported_type:
    case heif_unsupported_feature: return CHEIF_UNSUPPORTED;
    case heif_memory: return CHEIF_OUT_OF_MEMORY;
    default: return CHEIF_BROKEN;
  }
}

static void read_header(const cheif_file *file, cheif_header *header) {
  const cheif_library *library = file->library;
  *header = (cheif_header){
      .width = library->handle_width(file->handle),
      .height = library->handle_height(file->handle),
      .bit_depth = library->handle_depth(file->handle),
      .has_alpha = library->handle_has_alpha(file->handle) != 0,
      .primaries = unspecified,
      .transfer = unspecified,
  };
  if (header->has_alpha && library->handle_is_premultiplied)
    header->is_premultiplied = library->handle_is_premultiplied(file->handle) != 0;
  heif_nclx *profile = NULL;
  if (library->handle_nclx(file->handle, &profile).code == heif_ok && profile) {
    header->primaries = profile->primaries;
    header->transfer = profile->transfer;
    library->nclx_free(profile);
  }
}

cheif_file *cheif_open(
    const cheif_library *library, const uint8_t *bytes, size_t count, int longest_side,
    cheif_header *header, cheif_status *status, char message[cheif_message_bytes]) {
  *status = CHEIF_OUT_OF_MEMORY;
  snprintf(message, cheif_message_bytes, "no memory");
  cheif_file *file = calloc(1, sizeof *file);
  if (!file) return NULL;
  file->library = library;
  file->context = library->context_alloc();
  if (file->context) {
    library->set_size_limit(file->context, longest_side);
    // In this thread, whose time is measured.
    if (library->set_threads) library->set_threads(file->context, 0);
    *status = status_of(library->read(file->context, bytes, count, NULL), message);
    if (*status == CHEIF_OK)
      *status = status_of(library->primary(file->context, &file->handle), message);
  }
  if (*status != CHEIF_OK) {
    cheif_close(file);
    return NULL;
  }
  read_header(file, header);
  return file;
}

cheif_status cheif_decode(
    cheif_file *file, const cheif_header *header, uint8_t *pixels, int *depth,
    char message[cheif_message_bytes]) {
  const cheif_library *library = file->library;
  const bool is_deep = header->bit_depth > 8;
  void *image = NULL;
  cheif_status status = status_of(
      library->decode(
          file->handle, &image, colourspace_rgb, is_deep ? chroma_rgba16 : chroma_rgba, NULL),
      message);
  if (status != CHEIF_OK) return status;
  int stride = 0;
  const uint8_t *plane = library->plane(image, channel_interleaved, &stride);
  const size_t row = (size_t)header->width * (is_deep ? 8 : 4);
  if (!plane || library->width(image, channel_interleaved) != header->width ||
      library->height(image, channel_interleaved) != header->height || (size_t)stride < row) {
    snprintf(message, cheif_message_bytes, "its picture has another size than its header says");
    status = CHEIF_BROKEN;
  } else {
    *depth = library->depth(image, channel_interleaved);
    for (int y = 0; y < header->height; y++)
      memcpy(pixels + row * (size_t)y, plane + (size_t)stride * (size_t)y, row);
  }
  library->image_release(image);
  return status;
}

void cheif_close(cheif_file *file) {
  if (!file) return;
  if (file->handle) file->library->handle_release(file->handle);
  if (file->context) file->library->context_free(file->context);
  free(file);
}
