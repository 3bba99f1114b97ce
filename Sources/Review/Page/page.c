// The compiler embeds the files (C23's #embed, in clang since LLVM 19): the program needs no folder of
// resources beside it. A Swift array literal of them takes the compiler twenty seconds, this none.
#include "CReviewPage.h"

#ifdef __has_embed
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char html[] = {
#embed "page.html"
};
static const unsigned char css[] = {
#embed "page.css"
};
// One script of many files: all stand in one function, and what runs is in the last.
static const unsigned char js[] = {
#embed "script/words.js"
  ,
#embed "script/state.js"
  ,
#embed "script/overview.js"
  ,
#embed "script/pictures.js"
  ,
#embed "script/difference.js"
  ,
#embed "script/stage.js"
  ,
#embed "script/overlay.js"
  ,
#embed "script/zoom.js"
  ,
#embed "script/case.js"
  ,
#embed "script/measures.js"
  ,
#embed "script/frames.js"
  ,
#embed "script/curves.js"
  ,
#embed "script/keys.js"
  ,
#embed "script/start.js"
};

review_page_file review_page_html(void) { return (review_page_file){html, sizeof html}; }
review_page_file review_page_css(void) { return (review_page_file){css, sizeof css}; }
review_page_file review_page_js(void) { return (review_page_file){js, sizeof js}; }

#else

// Without it, the assembler does; it is not told when a file changes, so that this file has to be
// touched. The search path is this folder (Package.swift).
#ifdef __APPLE__
#define SECTION ".section __TEXT,__const\n"
#define SYMBOL(name) "_" name
#define AFTER ".text\n"
#else
#define SECTION ".section .rodata\n"
#define SYMBOL(name) name
#define AFTER ".text\n"
#endif
#define FILE_BYTES(path) ".incbin \"" path "\"\n"
#define LABEL(name) SYMBOL("review_page_" name) ":\n"

__asm__(
  SECTION
  LABEL("html_start") FILE_BYTES("page.html")
  LABEL("html_end")
  LABEL("css_start") FILE_BYTES("page.css")
  LABEL("css_end")
  LABEL("js_start")
  FILE_BYTES("script/words.js")
  FILE_BYTES("script/state.js")
  FILE_BYTES("script/overview.js")
  FILE_BYTES("script/pictures.js")
  FILE_BYTES("script/difference.js")
  FILE_BYTES("script/stage.js")
  FILE_BYTES("script/overlay.js")
  FILE_BYTES("script/zoom.js")
  FILE_BYTES("script/case.js")
  FILE_BYTES("script/measures.js")
  FILE_BYTES("script/frames.js")
  FILE_BYTES("script/curves.js")
  FILE_BYTES("script/keys.js")
  FILE_BYTES("script/start.js")
  LABEL("js_end")
  AFTER);

#define PART(name) \
  extern const unsigned char review_page_##name##_start[], review_page_##name##_end[]; \
  review_page_file review_page_##name(void) { \
    size_t count = (size_t)(review_page_##name##_end - review_page_##name##_start); \
    return (review_page_file){review_page_##name##_start, count}; \
  }
PART(html)
PART(css)
PART(js)
#endif
