#include "cjxl.h"
#include "cloading.h"

#include <jxl/encode.h>
#include <jxl/version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(value) #value
#define TEXT_OF(value) TEXT(value)

// Before 1.0 each minor version has a name of its own.
const char *const cjxl_library_name =
    "libjxl.so." TEXT_OF(JPEGXL_MAJOR_VERSION) "." TEXT_OF(JPEGXL_MINOR_VERSION);

enum { effort = 5, first_bytes = 1 << 16 };

typedef struct library {
  JxlEncoder *(*create)(const JxlMemoryManager *manager);
  void (*destroy)(JxlEncoder *encoder);
  void (*init_info)(JxlBasicInfo *info);
  JxlEncoderStatus (*set_info)(JxlEncoder *encoder, const JxlBasicInfo *info);
  void (*set_srgb)(JxlColorEncoding *colours, JXL_BOOL is_grey);
  JxlEncoderStatus (*set_colours)(JxlEncoder *encoder, const JxlColorEncoding *colours);
  JxlEncoderFrameSettings *(*settings)(JxlEncoder *encoder, const JxlEncoderFrameSettings *from);
  JxlEncoderStatus (*set_distance)(JxlEncoderFrameSettings *settings, float distance);
  JxlEncoderStatus (*set_option)(
      JxlEncoderFrameSettings *settings, JxlEncoderFrameSettingId option, int64_t value);
  JxlEncoderStatus (*add)(
      const JxlEncoderFrameSettings *settings, const JxlPixelFormat *format, const void *pixels,
      size_t count);
  void (*close)(JxlEncoder *encoder);
  JxlEncoderStatus (*process)(JxlEncoder *encoder, uint8_t **next, size_t *left);
} library;

static library *load(char *message) {
  const cloading_message said = {message, cjxl_message_bytes};
  void *loaded = NULL;
  library *made = cloading_open(cjxl_library_name, sizeof *made, &loaded, said);
  if (!made) return NULL;
  const cloading_function wanted[] = {
      {"JxlEncoderCreate", &made->create},
      {"JxlEncoderDestroy", &made->destroy},
      {"JxlEncoderInitBasicInfo", &made->init_info},
      {"JxlEncoderSetBasicInfo", &made->set_info},
      {"JxlColorEncodingSetToSRGB", &made->set_srgb},
      {"JxlEncoderSetColorEncoding", &made->set_colours},
      {"JxlEncoderFrameSettingsCreate", &made->settings},
      {"JxlEncoderSetFrameDistance", &made->set_distance},
      {"JxlEncoderFrameSettingsSetOption", &made->set_option},
      {"JxlEncoderAddImageFrame", &made->add},
      {"JxlEncoderCloseInput", &made->close},
      {"JxlEncoderProcessOutput", &made->process},
  };
  if (cloading_find(loaded, wanted, sizeof wanted / sizeof *wanted, said)) return made;
  free(made);
  return NULL;
}

// Takes what was encoded, in ever larger memory.
static bool take(const library *use, JxlEncoder *encoder, uint8_t **bytes, size_t *count) {
  size_t room = first_bytes, filled = 0;
  uint8_t *memory = malloc(room);
  JxlEncoderStatus status = JXL_ENC_NEED_MORE_OUTPUT;
  while (memory && status == JXL_ENC_NEED_MORE_OUTPUT) {
    uint8_t *next = memory + filled;
    size_t left = room - filled;
    status = use->process(encoder, &next, &left);
    filled = (size_t)(next - memory);
    if (status != JXL_ENC_NEED_MORE_OUTPUT) break;
    uint8_t *grown = realloc(memory, room *= 2);
    if (!grown) break;
    memory = grown;
  }
  if (memory && status == JXL_ENC_SUCCESS) {
    *bytes = memory;
    *count = filled;
    return true;
  }
  free(memory);
  return false;
}

static bool encode(
    const library *use, JxlEncoder *encoder, const uint8_t *pixels, const JxlBasicInfo *info,
    float distance) {
  const uint32_t channels = info->alpha_bits > 0 ? 4 : 3;
  const JxlPixelFormat format = {channels, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  JxlColorEncoding colours;
  use->set_srgb(&colours, JXL_FALSE);
  if (use->set_info(encoder, info) != JXL_ENC_SUCCESS ||
      use->set_colours(encoder, &colours) != JXL_ENC_SUCCESS)
    return false;
  JxlEncoderFrameSettings *settings = use->settings(encoder, NULL);
  const size_t count = (size_t)info->xsize * info->ysize;
  uint8_t *packed = malloc(count * channels);
  if (!packed) return false;
  for (size_t place = 0; place < count; place++)
    memcpy(packed + place * channels, pixels + 4 * place, channels);
  const bool is_added =
      use->set_distance(settings, distance) == JXL_ENC_SUCCESS &&
      use->set_option(settings, JXL_ENC_FRAME_SETTING_EFFORT, effort) == JXL_ENC_SUCCESS &&
      use->add(settings, &format, packed, count * channels) == JXL_ENC_SUCCESS;
  free(packed);
  if (is_added) use->close(encoder);
  return is_added;
}

cjxl_status cjxl_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool has_alpha, float distance,
    uint8_t **bytes, size_t *count, char message[cjxl_message_bytes]) {
  library *use = load(message);
  if (!use) return CJXL_MISSING;
  snprintf(message, cjxl_message_bytes, "no memory");
  JxlBasicInfo info;
  use->init_info(&info);
  info.xsize = width;
  info.ysize = height;
  info.bits_per_sample = 8;
  info.num_color_channels = 3;
  info.num_extra_channels = has_alpha ? 1 : 0;
  info.alpha_bits = has_alpha ? 8 : 0;
  JxlEncoder *encoder = use->create(NULL);
  const bool is_done = encoder && encode(use, encoder, pixels, &info, distance) &&
                       take(use, encoder, bytes, count);
  if (encoder) use->destroy(encoder);
  free(use);
  return is_done ? CJXL_OK : CJXL_FAILED;
}

void cjxl_free(uint8_t *bytes) { free(bytes); }
