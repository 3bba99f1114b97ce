#include "canimation.h"

#include <string.h>
#include <webp/demux.h>

can_status can_webp_info(const uint8_t *bytes, size_t count, can_info *info) {
  const WebPData data = {bytes, count};
  WebPDemuxer *demuxer = WebPDemux(&data);
  if (demuxer == NULL) return CAN_DAMAGED;
  info->width = (int32_t)WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH);
  info->height = (int32_t)WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT);
  info->frames = (int32_t)WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT);
  WebPDemuxDelete(demuxer);
  return info->width > 0 && info->height > 0 && info->frames > 0 ? CAN_OK : CAN_DAMAGED;
}

can_status can_webp_read(
    const uint8_t *bytes, size_t count, const can_info *info, uint8_t *pixels, int32_t *durations) {
  const WebPData data = {bytes, count};
  WebPAnimDecoderOptions options;
  if (!WebPAnimDecoderOptionsInit(&options)) return CAN_OUT_OF_MEMORY;
  options.color_mode = MODE_RGBA;
  options.use_threads = 0;
  WebPAnimDecoder *decoder = WebPAnimDecoderNew(&data, &options);
  if (decoder == NULL) return CAN_OUT_OF_MEMORY;
  const size_t size = (size_t)4 * (size_t)info->width * (size_t)info->height;
  int last = 0;
  can_status status = CAN_OK;
  for (int32_t frame = 0; frame < info->frames; frame++) {
    uint8_t *shown = NULL;
    int end = 0;
    if (!WebPAnimDecoderGetNext(decoder, &shown, &end)) {
      status = CAN_DAMAGED;
      break;
    }
    memcpy(pixels + size * (size_t)frame, shown, size);
    durations[frame] = end - last;
    last = end;
  }
  WebPAnimDecoderDelete(decoder);
  return status;
}
