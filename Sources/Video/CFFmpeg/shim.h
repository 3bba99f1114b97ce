#pragma once
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/avutil.h>
#include <libavutil/cpu.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>
#include <libavutil/sha.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

// What Swift cannot import of FFmpeg: function-like macros, cast constants and arrays in structs.

static const int64_t avo_no_pts = AV_NOPTS_VALUE;
static const int avo_error_eof = AVERROR_EOF;
static const int avo_error_invalid = AVERROR_INVALIDDATA;
static const int avo_error_patch = AVERROR_PATCHWELCOME;
static const int avo_error_external = AVERROR_EXTERNAL;
static const int avo_error_bug = AVERROR_BUG;
static const int avo_error_unknown = AVERROR_UNKNOWN;
static const int avo_error_no_decoder = AVERROR_DECODER_NOT_FOUND;
static const int avo_error_again = AVERROR(EAGAIN);
static const int avo_error_input_changed = AVERROR_INPUT_CHANGED;

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

/// Blackens a frame whose memory is its own; alpha becomes opaque.
static inline int avo_frame_fill_black(AVFrame *frame, int is_full_range) {
  ptrdiff_t strides[4];
  for (int plane = 0; plane < 4; plane++) strides[plane] = frame->linesize[plane];
  return av_image_fill_black(
    frame->data, strides, frame->format, is_full_range ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG,
    frame->width, frame->height);
}

/// Copies a frame's planes one behind the other, without gaps; gives a negative error.
static inline int avo_copy_planes(uint8_t *to, int size, const AVFrame *frame) {
  return av_image_copy_to_buffer(
    to, size, (const uint8_t *const *)frame->data, frame->linesize, frame->format, frame->width,
    frame->height, 1);
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

/// Fills the samples of a frame of sound with silence.
static inline int avo_silence(AVFrame *frame) {
  return av_samples_set_silence(
    frame->extended_data, 0, frame->nb_samples, frame->ch_layout.nb_channels, frame->format);
}

/// Appends the samples of a frame, without the first `skipped`, to a queue of the same format.
static inline int avo_fifo_write(AVAudioFifo *fifo, const AVFrame *frame, int skipped) {
  const int channels = frame->ch_layout.nb_channels;
  const int is_planar = av_sample_fmt_is_planar(frame->format);
  const size_t step =
    (size_t)av_get_bytes_per_sample(frame->format) * (is_planar ? 1 : (size_t)channels);
  void *planes[AV_NUM_DATA_POINTERS] = {0};
  if (channels > AV_NUM_DATA_POINTERS || skipped < 0 || skipped > frame->nb_samples)
    return AVERROR(EINVAL);
  for (int plane = 0; plane < (is_planar ? channels : 1); plane++)
    planes[plane] = frame->extended_data[plane] + step * (size_t)skipped;
  return av_audio_fifo_write(fifo, planes, frame->nb_samples - skipped);
}

/// Silences what is no sample in a frame of floating-point sound: NaN, infinities and what is beyond a
/// limit. Returns how many those were, or an error.
static inline int avo_silence_beyond(AVFrame *frame, double limit) {
  const enum AVSampleFormat packed = av_get_packed_sample_fmt(frame->format);
  if (packed != AV_SAMPLE_FMT_FLT && packed != AV_SAMPLE_FMT_DBL) return 0;
  const int channels = frame->ch_layout.nb_channels;
  const int is_planar = av_sample_fmt_is_planar(frame->format);
  const size_t count = (size_t)frame->nb_samples * (is_planar ? 1 : (size_t)channels);
  int found = 0;
  for (int plane = 0; plane < (is_planar ? channels : 1); plane++) {
    for (size_t place = 0; place < count; place++) {
      const double sample = packed == AV_SAMPLE_FMT_FLT
        ? ((const float *)frame->extended_data[plane])[place]
        : ((const double *)frame->extended_data[plane])[place];
      if (sample >= -limit && sample <= limit) continue;
      if (found == 0) {
        const int code = av_frame_make_writable(frame);
        if (code < 0) return code;
      }
      found++;
      if (packed == AV_SAMPLE_FMT_FLT) ((float *)frame->extended_data[plane])[place] = 0;
      else ((double *)frame->extended_data[plane])[place] = 0;
    }
  }
  return found;
}

/// Whether two frames of sound have the same rate, format and channels.
static inline bool avo_is_sound_alike(const AVFrame *frame, const AVFrame *other) {
  return frame->sample_rate == other->sample_rate && frame->format == other->format &&
    av_channel_layout_compare(&frame->ch_layout, &other->ch_layout) == 0;
}

/// Opens what brings sound like a frame's to two channels of floating point in turn, in place of what was open.
/// A single channel is heard on both sides as loud as it is: FFmpeg's own matrix takes 3 dB off.
static inline int avo_open_stereo(SwrContext **resampler, const AVFrame *frame, int rate) {
  swr_free(resampler);
  AVChannelLayout stereo, own;
  av_channel_layout_default(&stereo, 2);
  int code = av_channel_layout_copy(memset(&own, 0, sizeof own), &frame->ch_layout);
  if (code >= 0)
    code = swr_alloc_set_opts2(
      resampler, &stereo, AV_SAMPLE_FMT_FLT, rate, &own, frame->format, frame->sample_rate, 0, NULL);
  const double both[2] = {1, 1};
  if (code >= 0 && own.nb_channels == 1) code = swr_set_matrix(*resampler, both, 1);
  if (code >= 0) code = swr_init(*resampler);
  av_channel_layout_uninit(&own);
  return code;
}

/// Resamples a frame; NULL takes out what is held. Gives the samples of a channel, or an error.
static inline int avo_resample(SwrContext *resampler, float *samples, int room, AVFrame *frame) {
  uint8_t *planes[1] = {(uint8_t *)samples};
  return swr_convert(
    resampler, planes, room, frame ? (const uint8_t **)frame->extended_data : NULL,
    frame ? frame->nb_samples : 0);
}

/// Opens what brings two channels of floating point in turn to several times their rate; NULL where it cannot.
static inline SwrContext *avo_open_oversampler(int rate, int factor) {
  AVChannelLayout stereo;
  av_channel_layout_default(&stereo, 2);
  SwrContext *made = NULL;
  const int code = swr_alloc_set_opts2(
    &made, &stereo, AV_SAMPLE_FMT_FLT, rate * factor, &stereo, AV_SAMPLE_FMT_FLT, rate, 0, NULL);
  if (code < 0 || swr_init(made) < 0) swr_free(&made);
  return made;
}

/// The largest sample, without its sign, of those that an oversampler makes; NULL takes out what it holds.
static inline float avo_oversampled_peak(
  SwrContext *oversampler, const float *samples, int count, float *room, int most) {
  const uint8_t *given[1] = {(const uint8_t *)samples};
  uint8_t *made[1] = {(uint8_t *)room};
  const int got = swr_convert(oversampler, made, most, samples ? given : NULL, samples ? count : 0);
  float peak = 0;
  for (int i = 0; i < 2 * got; i++) peak = fmaxf(peak, fabsf(room[i]));
  return peak;
}

/// The samples of a frame of floating point in turn.
static inline const float *avo_samples(const AVFrame *frame) { return (const float *)frame->extended_data[0]; }

/// Fills a frame that has its buffers from samples of its channels in turn; false for a format that is none of
/// floating point, planar or not, and 32 bits in turn.
static inline bool avo_fill_sound(AVFrame *frame, const float *samples) {
  float *first = (float *)frame->extended_data[0];
  const int channels = frame->ch_layout.nb_channels;
  switch (frame->format) {
  case AV_SAMPLE_FMT_FLT: memcpy(first, samples, sizeof *samples * (size_t)channels * (size_t)frame->nb_samples); return true;
  case AV_SAMPLE_FMT_FLTP:
    for (int channel = 0; channel < channels; channel++) {
      float *plane = (float *)frame->extended_data[channel];
      for (int i = 0; i < frame->nb_samples; i++) plane[i] = samples[channels * i + channel];
    }
    return true;
  case AV_SAMPLE_FMT_S32:
    for (int i = 0; i < channels * frame->nb_samples; i++) {
      const double scaled = samples[i] * 2147483648.0;
      ((int32_t *)first)[i] =
        scaled >= INT32_MAX ? INT32_MAX : scaled > INT32_MIN ? (int32_t)lrint(scaled) : INT32_MIN;
    }
    return true;
  default: return false;
  }
}

/// Takes samples out of a queue into a frame.
static inline int avo_fifo_read(AVAudioFifo *fifo, AVFrame *frame) {
  return av_audio_fifo_read(fifo, (void **)frame->extended_data, frame->nb_samples);
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

/// A byte of a file that is read in the place of another.
typedef struct avo_patch {
  int64_t offset;
  uint8_t byte;
} avo_patch;

typedef struct avo_patched {
  AVIOContext *file;
  int count;
  avo_patch patches[];
} avo_patched;

static inline int avo_patched_read(void *opaque, uint8_t *buffer, int size) {
  avo_patched *patched = opaque;
  const int64_t start = avio_tell(patched->file);
  const int got = avio_read_partial(patched->file, buffer, size);
  for (int i = 0; got > 0 && i < patched->count; i++) {
    const int64_t place = patched->patches[i].offset - start;
    if (place >= 0 && place < got) buffer[place] = patched->patches[i].byte;
  }
  return got == 0 ? AVERROR_EOF : got;
}

static inline int64_t avo_patched_seek(void *opaque, int64_t offset, int whence) {
  avo_patched *patched = opaque;
  if (whence & AVSEEK_SIZE) return avio_size(patched->file);
  return avio_seek(patched->file, offset, whence);
}

/// A reader of a file with other bytes in some places; NULL where there is no memory. The file stays the
/// caller's, and has to outlive it.
static inline AVIOContext *avo_open_patched(
  AVIOContext *file, const avo_patch *patches, int count) {
  enum { buffer_bytes = 32 << 10 };
  avo_patched *patched = av_malloc(sizeof *patched + sizeof *patches * (size_t)count);
  uint8_t *buffer = av_malloc(buffer_bytes);
  AVIOContext *made = NULL;
  if (patched && buffer) {
    patched->file = file;
    patched->count = count;
    for (int i = 0; i < count; i++) patched->patches[i] = patches[i];
    made = avio_alloc_context(
      buffer, buffer_bytes, 0, patched, avo_patched_read, NULL, avo_patched_seek);
  }
  if (!made) {
    av_free(buffer);
    av_free(patched);
  }
  return made;
}

static inline void avo_close_patched(AVIOContext *made) {
  if (!made) return;
  av_freep(&made->buffer);
  av_freep(&made->opaque);
  avio_context_free(&made);
}

/// A range of a file that is read as if it were not there.
typedef struct avo_cut {
  int64_t offset;
  int64_t length;
} avo_cut;

typedef struct avo_shortened {
  AVIOContext *file;
  int64_t place;
  int count;
  avo_cut cuts[];
} avo_shortened;

/// Where a place of the shortened file lies in the file, and how many bytes follow up to the next cut.
static inline int64_t avo_shortened_place(const avo_shortened *shortened, int64_t place, int64_t *left) {
  *left = INT64_MAX;
  for (int i = 0; i < shortened->count; i++) {
    if (place < shortened->cuts[i].offset) {
      *left = shortened->cuts[i].offset - place;
      break;
    }
    place += shortened->cuts[i].length;
  }
  return place;
}

static inline int avo_shortened_read(void *opaque, uint8_t *buffer, int size) {
  avo_shortened *shortened = opaque;
  int64_t left;
  const int64_t place = avo_shortened_place(shortened, shortened->place, &left);
  if (avio_tell(shortened->file) != place) {
    const int64_t sought = avio_seek(shortened->file, place, SEEK_SET);
    if (sought < 0) return (int)sought;
  }
  const int got = avio_read_partial(shortened->file, buffer, left < size ? (int)left : size);
  if (got > 0) shortened->place += got;
  return got == 0 ? AVERROR_EOF : got;
}

static inline int64_t avo_shortened_seek(void *opaque, int64_t offset, int whence) {
  avo_shortened *shortened = opaque;
  int64_t size = avio_size(shortened->file);
  if (size >= 0)
    for (int i = 0; i < shortened->count; i++) size -= shortened->cuts[i].length;
  if (whence & AVSEEK_SIZE) return size;
  whence &= ~AVSEEK_FORCE;
  if (whence == SEEK_CUR) offset += shortened->place;
  else if (whence == SEEK_END) offset += size;
  if (offset < 0) return AVERROR(EINVAL);
  return shortened->place = offset;
}

/// A reader of a file without some ranges, which rise and lie apart; NULL where there is no memory. The file
/// stays the caller's, and has to outlive it; `avo_close_patched` closes it.
static inline AVIOContext *avo_open_shortened(AVIOContext *file, const avo_cut *cuts, int count) {
  enum { buffer_bytes = 32 << 10 };
  avo_shortened *shortened = av_malloc(sizeof *shortened + sizeof *cuts * (size_t)count);
  uint8_t *buffer = av_malloc(buffer_bytes);
  AVIOContext *made = NULL;
  if (shortened && buffer) {
    shortened->file = file;
    shortened->place = 0;
    shortened->count = count;
    for (int i = 0; i < count; i++) shortened->cuts[i] = cuts[i];
    made = avio_alloc_context(
      buffer, buffer_bytes, 0, shortened, avo_shortened_read, NULL, avo_shortened_seek);
  }
  if (!made) {
    av_free(buffer);
    av_free(shortened);
  }
  return made;
}

/// The name of what logs: of a demuxer, a decoder, an encoder.
static inline const char *avo_log_source(void *object) {
  const AVClass *kind = object ? *(const AVClass **)object : NULL;
  return kind && kind->item_name ? kind->item_name(object) : NULL;
}

/// The codec that logs, or NULL where something else does.
static inline const AVCodecContext *avo_logging_codec(void *object) {
  return object && *(const AVClass **)object == avcodec_get_class() ? object : NULL;
}

typedef int (*avo_get_buffer)(AVCodecContext *codec, AVFrame *frame, int flags);

/// Sets what allocates a decoder's pictures; it may be called by any of the decoder's threads.
static inline void avo_set_get_buffer(AVCodecContext *codec, avo_get_buffer get_buffer) {
  codec->get_buffer2 = get_buffer;
#if FF_API_THREAD_SAFE_CALLBACKS
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  codec->thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
#endif
}

/// Fills a new picture with another one of its shape, or with black.
static inline void avo_fill(AVFrame *frame, const AVFrame *previous) {
  if (previous && previous->format == frame->format && previous->width == frame->width &&
      previous->height == frame->height) {
    av_frame_copy(frame, previous);
    return;
  }
  const ptrdiff_t strides[4] = {
    frame->linesize[0], frame->linesize[1], frame->linesize[2], frame->linesize[3]};
  av_image_fill_black(
    frame->data, strides, frame->format, frame->color_range, frame->width, frame->height);
}

// What the versions of FFmpeg have each in its own way: 5.1 of Debian 12, and 7.1 of Debian 13. No other place
// asks for a version.

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/// Lets the pictures of a decoder bear the numbers of their packets; before it is opened.
static inline void avo_keep_numbers(AVCodecContext *codec) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  codec->flags |= AV_CODEC_FLAG_COPY_OPAQUE;
#else
  (void)codec;
#endif
}

/// Numbers a packet that is sent to a decoder next.
///
/// From FFmpeg 6 on the number lies in the packet's pointer itself, of which copies are made and which
/// nothing follows or frees: `opaque_ref` is for what has to be.
static inline void avo_set_packet_number(AVCodecContext *codec, AVPacket *packet, int64_t number) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  (void)codec;
  packet->opaque = (void *)(intptr_t)number;
#else
  (void)packet;
  codec->reordered_opaque = number;
#endif
}

/// The number of the packet that a picture is of, from when the decoder allocates the picture.
static inline int64_t avo_number(const AVFrame *frame) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  return (intptr_t)frame->opaque;
#else
  return frame->reordered_opaque;
#endif
}

/// Numbers a picture, also for the one that a filter makes of it.
static inline void avo_set_number(AVFrame *frame, int64_t number) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  frame->opaque = (void *)(intptr_t)number;
#else
  frame->reordered_opaque = number;
#endif
}

static inline int64_t avo_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

static inline void avo_set_duration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  frame->duration = duration;
#else
  frame->pkt_duration = duration;
#endif
}

// Where a frame has a flag and the field of before, encoders and filters take either as set: both are.

#ifdef AV_FRAME_FLAG_KEY
static inline void avo_set_flag(AVFrame *frame, int flag, bool is_set) {
  frame->flags = is_set ? frame->flags | flag : frame->flags & ~flag;
}
#endif

static inline bool avo_is_key(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_KEY
  return frame->flags & AV_FRAME_FLAG_KEY;
#else
  return frame->key_frame;
#endif
}

static inline void avo_set_key(AVFrame *frame, bool is_key) {
#ifdef AV_FRAME_FLAG_KEY
  avo_set_flag(frame, AV_FRAME_FLAG_KEY, is_key);
#endif
#if !defined AV_FRAME_FLAG_KEY || FF_API_FRAME_KEY
  frame->key_frame = is_key;
#endif
}

/// Whether a frame is made of two fields.
static inline bool avo_is_interlaced(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
  return frame->flags & AV_FRAME_FLAG_INTERLACED;
#else
  return frame->interlaced_frame;
#endif
}

static inline void avo_set_interlaced(AVFrame *frame, bool is_interlaced) {
#ifdef AV_FRAME_FLAG_INTERLACED
  avo_set_flag(frame, AV_FRAME_FLAG_INTERLACED, is_interlaced);
#endif
#if !defined AV_FRAME_FLAG_INTERLACED || FF_API_INTERLACED_FRAME
  frame->interlaced_frame = is_interlaced;
#endif
}

/// Whether the field of the even rows is the first of the two.
static inline bool avo_is_top_first(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_TOP_FIELD_FIRST
  return frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST;
#else
  return frame->top_field_first;
#endif
}

static inline void avo_set_top_first(AVFrame *frame, bool is_top_first) {
#ifdef AV_FRAME_FLAG_TOP_FIELD_FIRST
  avo_set_flag(frame, AV_FRAME_FLAG_TOP_FIELD_FIRST, is_top_first);
#endif
#if !defined AV_FRAME_FLAG_TOP_FIELD_FIRST || FF_API_INTERLACED_FRAME
  frame->top_field_first = is_top_first;
#endif
}

#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
static inline const void *avo_supported(const AVCodec *codec, enum AVCodecConfig kind) {
  const void *list = NULL;
  return avcodec_get_supported_config(NULL, codec, kind, 0, &list, NULL) < 0 ? NULL : list;
}
#endif

/// The pixel formats that an encoder takes, up to `AV_PIX_FMT_NONE`; NULL where it does not say.
static inline const enum AVPixelFormat *avo_pixel_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  return avo_supported(codec, AV_CODEC_CONFIG_PIX_FORMAT);
#else
  return codec->pix_fmts;
#endif
}

/// The formats of samples that an encoder takes, up to `AV_SAMPLE_FMT_NONE`; NULL where it does not say.
static inline const enum AVSampleFormat *avo_sample_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  return avo_supported(codec, AV_CODEC_CONFIG_SAMPLE_FORMAT);
#else
  return codec->sample_fmts;
#endif
}

/// The rates of samples that an encoder takes, up to 0; NULL where it does not say.
static inline const int *avo_sample_rates(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  return avo_supported(codec, AV_CODEC_CONFIG_SAMPLE_RATE);
#else
  return codec->supported_samplerates;
#endif
}

/// What a container says of a stream as a whole; NULL where it says nothing of the kind.
static inline const uint8_t *avo_stream_side_data(
  const AVStream *stream, enum AVPacketSideDataType kind, size_t *size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100)
  const AVPacketSideData *found = av_packet_side_data_get(
    stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, kind);
  if (size) *size = found ? found->size : 0;
  return found ? found->data : NULL;
#else
  return av_stream_get_side_data(stream, kind, size);
#endif
}

/// Room for what a container is to say of a stream as a whole; NULL where there is no memory.
static inline uint8_t *avo_new_stream_side_data(
  AVStream *stream, enum AVPacketSideDataType kind, size_t size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100)
  AVPacketSideData *made = av_packet_side_data_new(
    &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, kind, size, 0);
  return made ? made->data : NULL;
#else
  return av_stream_new_side_data(stream, kind, size);
#endif
}

/// Whether the muxer of Matroska adds to a track's times the run-up that it notes, which readers subtract.
static inline bool avo_matroska_adds_delay(void) {
  return LIBAVFORMAT_VERSION_MAJOR >= 61;
}

#pragma GCC diagnostic pop
