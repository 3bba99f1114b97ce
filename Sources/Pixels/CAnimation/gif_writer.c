#include "canimation_writing.h"
#include "palette.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

// Frames are held until one palette's worth of them is there, so that memory does not grow with the clip; a pixel
// that has not changed since it was drawn stays as it is, also where another palette begins.

enum {
  longest_delay = 65535,
};

// A part of the picture that is drawn, not yet written: how long it is shown is known with the next one.
typedef struct drawn {
  bool is_there, is_of_first_palette;
  int32_t left, top, width, height, start;
  // Indices of the part, row by row; room for the whole picture.
  uint8_t *indices;
  GifColorType colours[palette_most];
} drawn;

struct can_gif_writer {
  can_gif_options options;
  GifFileType *file;
  uint8_t *bytes;
  size_t count, room;
  bool is_short_of_memory;

  palette *palette;
  int32_t palettes, bits, transparent;
  uint8_t *held;
  int32_t *starts;
  int32_t held_frames, most_held;

  // What the viewer sees, and what it was drawn for.
  uint8_t *shown, *source;
  uint8_t *whole;
  bool has_shown;
  drawn pending;
};

static int write_bytes(GifFileType *file, const GifByteType *bytes, int count) {
  can_gif_writer *writer = file->UserData;
  const size_t needed = writer->count + (size_t)count;
  if (needed > writer->room) {
    const size_t room = needed + needed / 2 + 4096;
    uint8_t *grown = realloc(writer->bytes, room);
    if (!grown) {
      writer->is_short_of_memory = true;
      return 0;
    }
    writer->bytes = grown;
    writer->room = room;
  }
  memcpy(writer->bytes + writer->count, bytes, (size_t)count);
  writer->count = needed;
  return count;
}

static size_t pixels_of(const can_gif_writer *writer) {
  return (size_t)writer->options.width * (size_t)writer->options.height;
}

can_gif_writer *can_gif_begin(const can_gif_options *options) {
  can_gif_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->options = *options;
  const size_t frame = 4 * pixels_of(writer);
  const size_t most = options->held_bytes / frame;
  writer->most_held = most < 1 ? 1 : most > 64 ? 64 : (int32_t)most;
  while (1 << writer->bits < options->colours) writer->bits += 1;
  writer->transparent = (1 << writer->bits) - 1;
  writer->palette = palette_new();
  writer->held = malloc(frame * (size_t)writer->most_held);
  writer->starts = malloc(sizeof *writer->starts * (size_t)writer->most_held);
  writer->shown = malloc(frame);
  writer->source = malloc(frame);
  writer->whole = malloc(frame / 4);
  writer->pending.indices = malloc(frame / 4);
  int error = 0;
  writer->file = EGifOpen(writer, write_bytes, &error);
  if (!writer->palette || !writer->held || !writer->starts || !writer->shown || !writer->source ||
      !writer->whole || !writer->pending.indices || !writer->file) {
    can_gif_free(writer);
    return NULL;
  }
  EGifSetGifVersion(writer->file, true);
  return writer;
}

void can_gif_free(can_gif_writer *writer) {
  int error = 0;
  if (writer->file) EGifCloseFile(writer->file, &error);
  palette_free(writer->palette);
  free(writer->held);
  free(writer->starts);
  free(writer->shown);
  free(writer->source);
  free(writer->whole);
  free(writer->pending.indices);
  free(writer->bytes);
  free(writer);
}

const uint8_t *can_gif_bytes(const can_gif_writer *writer, size_t *count) {
  *count = writer->count;
  return writer->bytes;
}

void can_gif_clear(can_gif_writer *writer) { writer->count = 0; }

// Writes the head, and that it plays for ever.
static bool write_head(can_gif_writer *writer, const GifColorType *colours) {
  ColorMapObject *map = GifMakeMapObject(1 << writer->bits, colours);
  if (!map) return false;
  const bool is_put = EGifPutScreenDesc(
                          writer->file, writer->options.width, writer->options.height,
                          writer->bits, 0, map) == GIF_OK;
  GifFreeMapObject(map);
  const GifByteType loop[3] = {1, 0, 0};
  return is_put && EGifPutExtensionLeader(writer->file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
         EGifPutExtensionBlock(writer->file, 11, "NETSCAPE2.0") == GIF_OK &&
         EGifPutExtensionBlock(writer->file, 3, loop) == GIF_OK &&
         EGifPutExtensionTrailer(writer->file) == GIF_OK;
}

static bool write_control(can_gif_writer *writer, int32_t delay) {
  const GraphicsControlBlock control = {
      .DisposalMode = writer->options.keeps_transparency ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT,
      .UserInputFlag = false,
      .DelayTime = delay,
      .TransparentColor = writer->transparent};
  GifByteType block[4];
  EGifGCBToExtension(&control, block);
  return EGifPutExtension(writer->file, GRAPHICS_EXT_FUNC_CODE, sizeof block, block) == GIF_OK;
}

static bool write_image(can_gif_writer *writer, int32_t delay) {
  drawn *part = &writer->pending;
  ColorMapObject *map = NULL;
  if (!part->is_of_first_palette) {
    map = GifMakeMapObject(1 << writer->bits, part->colours);
    if (!map) return false;
  }
  bool is_done = write_control(writer, delay) &&
                 EGifPutImageDesc(
                     writer->file, part->left, part->top, part->width, part->height, false, map) ==
                     GIF_OK;
  if (map) GifFreeMapObject(map);
  for (int32_t row = 0; is_done && row < part->height; row++)
    is_done = EGifPutLine(writer->file, part->indices + (size_t)row * (size_t)part->width,
                          part->width) == GIF_OK;
  return is_done;
}

// Writes what is drawn and not written; a longer time than a frame can have is that of several.
static bool write_pending(can_gif_writer *writer, int32_t end) {
  drawn *part = &writer->pending;
  if (!part->is_there) return true;
  int32_t left = end - part->start;
  while (true) {
    const int32_t delay = left > longest_delay ? longest_delay : left;
    if (!write_image(writer, delay)) return false;
    left -= delay;
    if (left <= 0) break;
    if (!writer->options.keeps_transparency) {
      part->width = part->height = 1;
      part->indices[0] = (uint8_t)writer->transparent;
    }
  }
  part->is_there = false;
  return true;
}

static bool is_near(const uint8_t *one, const uint8_t *other, int tolerance) {
  for (int channel = 0; channel < 3; channel++)
    if (abs(one[channel] - other[channel]) > tolerance) return false;
  return true;
}

// Draws a frame into `whole`, transparent where nothing is to be drawn.
static void draw(can_gif_writer *writer, const uint8_t *pixels) {
  const can_gif_options *options = &writer->options;
  for (int32_t y = 0; y < options->height; y++) {
    for (int32_t x = 0; x < options->width; x++) {
      const size_t place = (size_t)y * (size_t)options->width + (size_t)x;
      const uint8_t *pixel = pixels + 4 * place;
      uint8_t *to = writer->whole + place;
      if (options->keeps_transparency) {
        *to = pixel[3] < 128 ? (uint8_t)writer->transparent
                             : palette_index(writer->palette, pixel, x, y);
        continue;
      }
      uint8_t *source = writer->source + 4 * place, *shown = writer->shown + 4 * place;
      if (writer->has_shown && is_near(pixel, source, options->tolerance)) {
        *to = (uint8_t)writer->transparent;
        continue;
      }
      const uint8_t index = palette_index(writer->palette, pixel, x, y);
      const uint8_t *colour = palette_colour(writer->palette, index);
      const bool is_same = writer->has_shown && memcmp(colour, shown, 3) == 0;
      *to = is_same ? (uint8_t)writer->transparent : index;
      memcpy(source, pixel, 3);
      memcpy(shown, colour, 3);
    }
  }
  writer->has_shown = true;
}

// Finds the rectangle that is drawn; false for none.
static bool find_drawn(const can_gif_writer *writer, int32_t bounds[4]) {
  const int32_t width = writer->options.width, height = writer->options.height;
  int32_t left = width, top = height, right = -1, bottom = -1;
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *row = writer->whole + (size_t)y * (size_t)width;
    for (int32_t x = 0; x < width; x++) {
      if (row[x] == writer->transparent) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  bounds[0] = left;
  bounds[1] = top;
  bounds[2] = right - left + 1;
  bounds[3] = bottom - top + 1;
  return right >= 0;
}

static bool take(can_gif_writer *writer, int32_t held) {
  const int32_t start = writer->starts[held];
  draw(writer, writer->held + 4 * pixels_of(writer) * (size_t)held);
  int32_t bounds[4];
  drawn *part = &writer->pending;
  if (!find_drawn(writer, bounds)) {
    // What is seen stays, and so does the frame before.
    if (part->is_there && !writer->options.keeps_transparency) return true;
    memcpy(bounds, (int32_t[4]){0, 0, 1, 1}, sizeof bounds);
  }
  if (!write_pending(writer, start)) return false;
  part->is_there = true;
  part->is_of_first_palette = writer->palettes == 1;
  part->left = bounds[0];
  part->top = bounds[1];
  part->width = bounds[2];
  part->height = bounds[3];
  part->start = start;
  for (int32_t row = 0; row < part->height; row++)
    memcpy(
        part->indices + (size_t)row * (size_t)part->width,
        writer->whole + (size_t)(part->top + row) * (size_t)writer->options.width + part->left,
        (size_t)part->width);
  memset(part->colours, 0, sizeof part->colours);
  for (int32_t index = 0; index < palette_size(writer->palette); index++) {
    const uint8_t *colour = palette_colour(writer->palette, index);
    part->colours[index] = (GifColorType){colour[0], colour[1], colour[2]};
  }
  return true;
}

// Chooses the palette of the frames that are held, and draws them.
static bool draw_held(can_gif_writer *writer) {
  if (writer->held_frames == 0) return true;
  palette_clear(writer->palette);
  palette_count(
      writer->palette, writer->held,
      (int64_t)pixels_of(writer) * (int64_t)writer->held_frames, writer->options.keeps_transparency);
  if (!palette_choose(writer->palette, writer->options.colours - 1)) return false;
  writer->palettes += 1;
  if (writer->palettes == 1) {
    GifColorType colours[palette_most] = {{0}};
    for (int32_t index = 0; index < palette_size(writer->palette); index++) {
      const uint8_t *colour = palette_colour(writer->palette, index);
      colours[index] = (GifColorType){colour[0], colour[1], colour[2]};
    }
    if (!write_head(writer, colours)) return false;
  }
  for (int32_t held = 0; held < writer->held_frames; held++)
    if (!take(writer, held)) return false;
  writer->held_frames = 0;
  return true;
}

can_status can_gif_add(can_gif_writer *writer, const uint8_t *pixels, int32_t start) {
  if (writer->held_frames == writer->most_held && !draw_held(writer)) return CAN_OUT_OF_MEMORY;
  const size_t frame = 4 * pixels_of(writer);
  memcpy(writer->held + frame * (size_t)writer->held_frames, pixels, frame);
  writer->starts[writer->held_frames] = start;
  writer->held_frames += 1;
  return CAN_OK;
}

can_status can_gif_finish(can_gif_writer *writer, int32_t end) {
  bool is_done = draw_held(writer) && write_pending(writer, end);
  int error = 0;
  is_done = EGifCloseFile(writer->file, &error) == GIF_OK && is_done;
  writer->file = NULL;
  // What is written is our own, so that only memory may fail.
  return is_done && !writer->is_short_of_memory ? CAN_OK : CAN_OUT_OF_MEMORY;
}
