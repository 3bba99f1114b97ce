#include "canimation.h"

#include <gif_lib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// A file that lies in memory.
typedef struct source {
  const uint8_t *bytes;
  size_t count, place;
} source;

static int read_bytes(GifFileType *file, GifByteType *to, int count) {
  source *from = file->UserData;
  const size_t left = from->count - from->place;
  const size_t taken = (size_t)count < left ? (size_t)count : left;
  memcpy(to, from->bytes + from->place, taken);
  from->place += taken;
  return (int)taken;
}

static can_status failure(int code) {
  return code == D_GIF_ERR_NOT_ENOUGH_MEM ? CAN_OUT_OF_MEMORY : CAN_DAMAGED;
}

// How a frame is shown, by the extension before it.
typedef struct control {
  int32_t duration;
  int disposal;
  int transparent;
} control;

static const control no_control = {0, DISPOSAL_UNSPECIFIED, NO_TRANSPARENT_COLOR};

// Reads an extension with its blocks; keeps what it says of the next frame.
static bool read_extension(GifFileType *file, control *next) {
  int code = 0;
  GifByteType *block = NULL;
  if (DGifGetExtension(file, &code, &block) == GIF_ERROR) return false;
  while (block != NULL) {
    GraphicsControlBlock found;
    if (code == GRAPHICS_EXT_FUNC_CODE && block[0] == 4 &&
        DGifExtensionToGCB(4, block + 1, &found) == GIF_OK) {
      *next = (control){found.DelayTime * 10, found.DisposalMode, found.TransparentColor};
    }
    if (DGifGetExtensionNext(file, &block) == GIF_ERROR) return false;
  }
  return true;
}

static bool skip_image(GifFileType *file) {
  int size = 0;
  GifByteType *block = NULL;
  if (DGifGetCode(file, &size, &block) == GIF_ERROR) return false;
  while (block != NULL) {
    if (DGifGetCodeNext(file, &block) == GIF_ERROR) return false;
  }
  return true;
}

can_status can_gif_info(const uint8_t *bytes, size_t count, int32_t most, can_info *info) {
  source from = {bytes, count, 0};
  int code = 0;
  GifFileType *file = DGifOpen(&from, read_bytes, &code);
  if (file == NULL) return failure(code);
  *info = (can_info){file->SWidth, file->SHeight, 0};
  can_status status = CAN_OK;
  control ignored = no_control;
  GifRecordType record = UNDEFINED_RECORD_TYPE;
  while (record != TERMINATE_RECORD_TYPE && info->frames <= most) {
    bool is_whole = DGifGetRecordType(file, &record) == GIF_OK;
    if (is_whole && record == IMAGE_DESC_RECORD_TYPE) {
      is_whole = DGifGetImageDesc(file) == GIF_OK && skip_image(file);
      info->frames++;
    } else if (is_whole && record == EXTENSION_RECORD_TYPE) {
      is_whole = read_extension(file, &ignored);
    }
    if (!is_whole) {
      status = failure(file->Error);
      break;
    }
  }
  DGifCloseFile(file, &code);
  if (status != CAN_OK) return status;
  return info->width > 0 && info->height > 0 && info->frames > 0 ? CAN_OK : CAN_DAMAGED;
}

// The part of a frame that lies in the picture.
typedef struct area {
  int32_t left, top, right, bottom;
} area;

static area area_of(const GifImageDesc *image, const can_info *info) {
  const int64_t right = (int64_t)image->Left + image->Width;
  const int64_t bottom = (int64_t)image->Top + image->Height;
  return (area){
      image->Left < info->width ? image->Left : info->width,
      image->Top < info->height ? image->Top : info->height,
      (int32_t)(right < info->width ? right : info->width),
      (int32_t)(bottom < info->height ? bottom : info->height)};
}

static void clear(uint8_t *canvas, const can_info *info, area part) {
  for (int32_t y = part.top; y < part.bottom; y++) {
    if (part.right > part.left) {
      memset(canvas + 4 * ((size_t)y * (size_t)info->width + (size_t)part.left), 0,
             4 * (size_t)(part.right - part.left));
    }
  }
}

// Draws the colours of a row of a frame.
static void draw_row(
    uint8_t *canvas, const can_info *info, const GifImageDesc *image, const ColorMapObject *map,
    const GifPixelType *row, int32_t y, int transparent) {
  if (y >= info->height) return;
  for (int32_t x = 0; x < image->Width; x++) {
    const int32_t column = image->Left + x;
    if (column >= info->width) return;
    const int index = row[x];
    if (index == transparent || index >= map->ColorCount) continue;
    uint8_t *pixel = canvas + 4 * ((size_t)y * (size_t)info->width + (size_t)column);
    const GifColorType colour = map->Colors[index];
    pixel[0] = colour.Red;
    pixel[1] = colour.Green;
    pixel[2] = colour.Blue;
    pixel[3] = 255;
  }
}

// Decodes a frame onto the canvas.
static can_status draw_image(
    GifFileType *file, const can_info *info, uint8_t *canvas, int transparent) {
  const GifImageDesc *image = &file->Image;
  const ColorMapObject *map = image->ColorMap != NULL ? image->ColorMap : file->SColorMap;
  // A frame beyond the picture would be decoded for long, and not be seen.
  if (map == NULL || image->Width <= 0 || image->Height <= 0 || image->Width > info->width ||
      image->Height > info->height) {
    return CAN_DAMAGED;
  }
  GifPixelType *row = malloc((size_t)image->Width);
  if (row == NULL) return CAN_OUT_OF_MEMORY;
  static const int32_t starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
  can_status status = CAN_OK;
  const int passes = image->Interlace ? 4 : 1;
  for (int pass = 0; pass < passes && status == CAN_OK; pass++) {
    const int32_t step = image->Interlace ? steps[pass] : 1;
    for (int32_t y = image->Interlace ? starts[pass] : 0; y < image->Height; y += step) {
      if (DGifGetLine(file, row, image->Width) == GIF_ERROR) {
        status = failure(file->Error);
        break;
      }
      draw_row(canvas, info, image, map, row, image->Top + y, transparent);
    }
  }
  free(row);
  return status;
}

can_status can_gif_read(
    const uint8_t *bytes, size_t count, const can_info *info, uint8_t *pixels, int32_t *durations) {
  source from = {bytes, count, 0};
  int code = 0;
  GifFileType *file = DGifOpen(&from, read_bytes, &code);
  if (file == NULL) return failure(code);
  const size_t size = (size_t)4 * (size_t)info->width * (size_t)info->height;
  uint8_t *canvas = calloc(1, size), *before = malloc(size);
  can_status status = canvas == NULL || before == NULL ? CAN_OUT_OF_MEMORY : CAN_OK;
  control next = no_control;
  int32_t frame = 0;
  GifRecordType record = UNDEFINED_RECORD_TYPE;
  while (status == CAN_OK && frame < info->frames && record != TERMINATE_RECORD_TYPE) {
    if (DGifGetRecordType(file, &record) == GIF_ERROR) {
      status = failure(file->Error);
    } else if (record == EXTENSION_RECORD_TYPE) {
      if (!read_extension(file, &next)) status = failure(file->Error);
    } else if (record == IMAGE_DESC_RECORD_TYPE) {
      if (DGifGetImageDesc(file) == GIF_ERROR) {
        status = failure(file->Error);
        break;
      }
      const area part = area_of(&file->Image, info);
      if (next.disposal == DISPOSE_PREVIOUS) memcpy(before, canvas, size);
      status = draw_image(file, info, canvas, next.transparent);
      memcpy(pixels + size * (size_t)frame, canvas, size);
      durations[frame++] = next.duration;
      if (next.disposal == DISPOSE_BACKGROUND) clear(canvas, info, part);
      if (next.disposal == DISPOSE_PREVIOUS) memcpy(canvas, before, size);
      next = no_control;
    }
  }
  if (status == CAN_OK && frame < info->frames) status = CAN_DAMAGED;
  free(canvas);
  free(before);
  DGifCloseFile(file, &code);
  return status;
}
