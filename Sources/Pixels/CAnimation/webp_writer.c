#include "canimation_writing.h"

#include <stdlib.h>
#include <webp/encode.h>
#include <webp/mux.h>

struct can_webp_writer {
  WebPAnimEncoder *encoder;
  WebPConfig config;
  WebPData file;
  int32_t width, height;
};

can_webp_writer *can_webp_begin(int32_t width, int32_t height, float quality) {
  can_webp_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->width = width;
  writer->height = height;
  WebPDataInit(&writer->file);
  WebPAnimEncoderOptions options;
  if (!WebPAnimEncoderOptionsInit(&options) ||
      !WebPConfigPreset(&writer->config, WEBP_PRESET_PHOTO, quality)) {
    free(writer);
    return NULL;
  }
  options.anim_params.loop_count = 0;
  options.anim_params.bgcolor = 0;
  writer->config.method = 3;
  writer->encoder = WebPAnimEncoderNew(width, height, &options);
  if (!writer->encoder) {
    free(writer);
    return NULL;
  }
  return writer;
}

can_status can_webp_add(can_webp_writer *writer, const uint8_t *pixels, int32_t start) {
  WebPPicture picture;
  if (!WebPPictureInit(&picture)) return CAN_OUT_OF_MEMORY;
  picture.use_argb = 1;
  picture.width = writer->width;
  picture.height = writer->height;
  const bool is_done = WebPPictureImportRGBA(&picture, pixels, 4 * writer->width) &&
                       WebPAnimEncoderAdd(writer->encoder, &picture, start, &writer->config);
  WebPPictureFree(&picture);
  return is_done ? CAN_OK : CAN_OUT_OF_MEMORY;
}

const uint8_t *can_webp_finish(can_webp_writer *writer, int32_t end, size_t *count) {
  if (!WebPAnimEncoderAdd(writer->encoder, NULL, end, NULL) ||
      !WebPAnimEncoderAssemble(writer->encoder, &writer->file))
    return NULL;
  *count = writer->file.size;
  return writer->file.bytes;
}

void can_webp_free(can_webp_writer *writer) {
  WebPDataClear(&writer->file);
  WebPAnimEncoderDelete(writer->encoder);
  free(writer);
}
