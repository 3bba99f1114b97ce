#pragma once
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>
#include <libavutil/sha.h>
#include <libswscale/swscale.h>

// What Swift cannot import of FFmpeg: function-like macros, cast constants and arrays in structs.

static const int64_t avo_no_pts = AV_NOPTS_VALUE;
static const int avo_error_eof = AVERROR_EOF;
static const int avo_error_again = AVERROR(EAGAIN);

/// The error code of an `errno` value.
static inline int avo_error(int errno_value) { return AVERROR(errno_value); }

static inline uint8_t *avo_frame_plane(const AVFrame *frame, int plane) {
  return frame->data[plane];
}

static inline int avo_frame_stride(const AVFrame *frame, int plane) {
  return frame->linesize[plane];
}

static inline void avo_frame_set_plane(AVFrame *frame, int plane, uint8_t *data, int stride) {
  frame->data[plane] = data;
  frame->linesize[plane] = stride;
}

static inline void avo_frame_set_buffer(AVFrame *frame, AVBufferRef *buffer) {
  frame->buf[0] = buffer;
}

static inline AVStream *avo_stream(const AVFormatContext *format, unsigned index) {
  return index < format->nb_streams ? format->streams[index] : NULL;
}

/// The component's description, or NULL past the last one.
static inline const AVComponentDescriptor *avo_component(
  const AVPixFmtDescriptor *descriptor, int index) {
  return index < descriptor->nb_components ? &descriptor->comp[index] : NULL;
}

static inline int avo_channels(const AVCodecParameters *parameters) {
  return parameters->ch_layout.nb_channels;
}

/// Refuses to open anything: a clip is one file, and what it names is not followed.
static inline int avo_refuse_open(
  AVFormatContext *format, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
  (void)format, (void)io, (void)url, (void)flags, (void)options;
  return AVERROR(EACCES);
}

static inline void avo_refuse_further_files(AVFormatContext *format) {
  format->io_open = avo_refuse_open;
}

/// The name of what logs: of a demuxer, a decoder, an encoder.
static inline const char *avo_log_source(void *object) {
  const AVClass *kind = object ? *(const AVClass **)object : NULL;
  return kind && kind->item_name ? kind->item_name(object) : NULL;
}
