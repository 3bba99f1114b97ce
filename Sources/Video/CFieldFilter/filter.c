#include "cfieldfilter.h"
#include "cloading.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

// As in libavfilter's headers of FFmpeg 4 to 7; none of the structures is looked into.
typedef struct AVFilterGraph AVFilterGraph;
typedef struct AVFilterContext AVFilterContext;
typedef struct AVFilter AVFilter;

struct cff_library {
  AVFilterGraph *(*graph_alloc)(void);
  void (*graph_free)(AVFilterGraph **graph);
  const AVFilter *(*get_by_name)(const char *name);
  int (*create)(
      AVFilterContext **made, const AVFilter *filter, const char *name, const char *arguments,
      void *opaque, AVFilterGraph *graph);
  int (*link)(AVFilterContext *from, unsigned from_pad, AVFilterContext *to, unsigned to_pad);
  int (*config)(AVFilterGraph *graph, void *log);
  int (*add_frame)(AVFilterContext *source, void *frame, int flags);
  int (*get_frame)(AVFilterContext *sink, void *frame, int flags);
  int (*set_option)(void *object, const char *name, int64_t value, int flags);
};

struct cff_filter {
  const cff_library *library;
  AVFilterGraph *graph;
  AVFilterContext *source, *sink;
};

// AV_BUFFERSRC_FLAG_KEEP_REF: the caller's frame stays the caller's.
enum { keep_reference = 8 };

cff_library *cff_load(const char *path, char message[cff_message_bytes]) {
  const cloading_message said = {message, cff_message_bytes};
  void *loaded = NULL;
  cff_library *library = cloading_open(path, sizeof *library, &loaded, said);
  if (!library) return NULL;
  const cloading_function wanted[] = {
      {"avfilter_graph_alloc", &library->graph_alloc},
      {"avfilter_graph_free", &library->graph_free},
      {"avfilter_get_by_name", &library->get_by_name},
      {"avfilter_graph_create_filter", &library->create},
      {"avfilter_link", &library->link},
      {"avfilter_graph_config", &library->config},
      {"av_buffersrc_add_frame_flags", &library->add_frame},
      {"av_buffersink_get_frame_flags", &library->get_frame},
      // Of libavutil, which the library brings.
      {"av_opt_set_int", &library->set_option},
  };
  if (!cloading_find(loaded, wanted, sizeof wanted / sizeof *wanted, said)) {
    free(library);
    return NULL;
  }
  return library;
}

static int build(
    cff_filter *made, const cff_pictures *pictures, const char *options, int threads) {
  const cff_library *library = made->library;
  char arguments[256];
  snprintf(
      arguments, sizeof arguments,
      "video_size=%dx%d:pix_fmt=%d:time_base=%d/%d:pixel_aspect=%d/%d", pictures->width,
      pictures->height, pictures->format, pictures->time_base[0], pictures->time_base[1],
      pictures->pixel_aspect[0], pictures->pixel_aspect[1]);
  library->set_option(made->graph, "threads", threads, 0);
  const struct {
    const char *name, *arguments;
  } filters[] = {{"buffer", arguments}, {"bwdif", options}, {"buffersink", NULL}};
  AVFilterContext *contexts[3] = {NULL};
  for (int i = 0; i < 3; i++) {
    const AVFilter *filter = library->get_by_name(filters[i].name);
    if (!filter) return -ENOSYS;
    int code = library->create(
        &contexts[i], filter, filters[i].name, filters[i].arguments, NULL, made->graph);
    if (code >= 0 && i > 0) code = library->link(contexts[i - 1], 0, contexts[i], 0);
    if (code < 0) return code;
  }
  made->source = contexts[0];
  made->sink = contexts[2];
  return library->config(made->graph, NULL);
}

cff_filter *cff_make(
    const cff_library *library, const cff_pictures *pictures, const char *options, int threads,
    int *code) {
  cff_filter *made = calloc(1, sizeof *made);
  *code = -ENOMEM;
  if (!made) return NULL;
  made->library = library;
  made->graph = library->graph_alloc();
  if (made->graph) *code = build(made, pictures, options, threads);
  if (*code >= 0) return made;
  cff_free(made);
  return NULL;
}

int cff_send(cff_filter *filter, void *frame) {
  return filter->library->add_frame(filter->source, frame, frame ? keep_reference : 0);
}

int cff_receive(cff_filter *filter, void *frame) {
  return filter->library->get_frame(filter->sink, frame, 0);
}

void cff_free(cff_filter *filter) {
  if (!filter) return;
  if (filter->graph) filter->library->graph_free(&filter->graph);
  free(filter);
}
